#!/usr/bin/env python3
"""Breaks a rule in a copy of the workspace, runs the tests that should notice, and reports whether they do.

    scripts/broken_rules.py            all of BROKEN_RULES: the test program of each, about half a minute a rule
    scripts/broken_rules.py NAME...    some of them
    scripts/broken_rules.py --quick    those of QUICK, and of each the one test that is named (for CI)
    scripts/broken_rules.py --list     their names

Each is one line of source, replaced in a copy under target/broken-rules; the work tree is not touched. Ends with
code 1 if a broken rule survives, if the test named here is not among those that fail, if a line has changed so
that the rule can no longer be applied, or if docs/testing.md does not list the rule with that test. Those of the
pages need what `make test-browser` needs.
"""

import fcntl
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# Kept from run to run, so that libraries are compiled once.
FOLDER = ROOT / "target" / "broken-rules"
WORKSPACE = FOLDER / "workspace"
TARGET = FOLDER / "target"

DOCUMENT = ROOT / "docs" / "testing.md"

# A broken rule can make a test loop for ever.
TIMEOUT_SECONDS = 900

# Failing tests named in the report besides the expected one, of those that failed.
MOST_NAMED = 2


@dataclass(frozen=True)
class BrokenRule:
    name: str
    file: str
    line: str
    broken: str
    # What `cargo test` is told to run; for the pages, a file of tests/browser.
    tests: str
    # A test of those, which must fail.
    caught_by: str


STATE = "crates/snake-core/src/state.rs"
BOARD = "crates/snake-core/src/board.rs"
GRID = "crates/snake-core/src/grid.rs"
ANSWER = "crates/snake-core/src/answer.rs"
FLOOD = "crates/snake-paths/src/flood.rs"
THROUGH = "crates/snake-paths/src/through.rs"
TABLE = "crates/snake-beam/src/table.rs"
LAYER = "crates/snake-beam/src/layers/layer.rs"
EXIT = "crates/snake-cli/src/exit.rs"
IO = "crates/snake-cli/src/io.rs"
VERDICT = "crates/snake-cli/src/comparison/verdict.rs"
REPORT = "crates/snake-cli/src/comparison/html.rs"
PALETTE = "crates/snake-cli/src/picture/palette.rs"
PAGE_STATE = "crates/snake-cli/src/picture/page/state.js"
PAGE_FRAGMENT = "crates/snake-cli/src/picture/page/fragment.js"

OF_CORE = "-p snake-core --test all"
OF_PATHS = "-p snake-paths --test all"
OF_BEAM = "-p snake-beam --lib"
OF_CLI = "-p snake-cli --bin snake"

BROKEN_RULES = [
    BrokenRule(
        "u-turn-is-legal", STATE,
        "if destination == self.snake.cell(1) {",
        "if false {",
        OF_CORE, "answer::the_first_illegal_move_is_named_with_its_turn",
    ),
    BrokenRule(
        "u-turn-onto-the-tail-is-legal", STATE,
        "if destination == self.snake.cell(1) {",
        "if destination == self.snake.cell(1) && destination != self.snake.tail() {",
        OF_CORE, "answer::turning_back_onto_a_shared_cell_is_a_u_turn",
    ),
    BrokenRule(
        "edge-is-one-row-too-far", GRID,
        "if row < self.side && column < self.side {",
        "if row <= self.side && row < 16 && column < self.side {",
        OF_CORE, "answer::the_first_illegal_move_is_named_with_its_turn",
    ),
    BrokenRule(
        "leaving-tail-is-bitten", STATE,
        "self.board.leave(self.snake.tail(), self.snake.tail_index());",
        "",
        OF_CORE, "perft::perft_gives_the_golden_counts",
    ),
    BrokenRule(
        "coming-tail-is-bitten", STATE,
        "Content::Body(part) if part != self.snake.tail_index() => {",
        "Content::Body(part) => {",
        OF_CORE, "perft::perft_gives_the_golden_counts",
    ),
    BrokenRule(
        "tail-empties-a-shared-cell", BOARD,
        "if *square == -tail_index {",
        "if *square < 0 {",
        OF_CORE, "answer::scores_equal_the_references",
    ),
    BrokenRule(
        "bite-cuts-off-one-part-more", STATE,
        "for ordinal in (part + 1..self.snake.len()).rev() {",
        "for ordinal in (part..self.snake.len()).rev() {",
        OF_CORE, "answer::a_bite_and_its_restoration_by_hand",
    ),
    BrokenRule(
        "cut-off-colours-shift-by-one", STATE,
        "self.board.put_food(cell, self.colours[ordinal]);",
        "self.board.put_food(cell, self.colours[ordinal - 1]);",
        OF_CORE, "answer::a_bite_and_its_restoration_by_hand",
    ),
    BrokenRule(
        "bite-leaves-the-prefix-too-long", STATE,
        "self.prefix = self.prefix.min(part as u16 + 1);",
        "self.prefix = self.prefix.min(part as u16 + 2);",
        OF_CORE, "rules::figures_equal_their_recomputation",
    ),
    BrokenRule(
        "missing-parts-cost-as-wrong-ones", ANSWER,
        "self.turns as u64 + MISMATCH_PENALTY * (self.mismatches as u64 + 2 * self.missing as u64)",
        "self.turns as u64 + MISMATCH_PENALTY * (self.mismatches as u64 + self.missing as u64)",
        OF_CORE, "answer::scores_by_hand",
    ),
    BrokenRule(
        "flood-opens-cells-a-turn-early", FLOOD,
        "let (open, leaving) = (cells.open.without(frontier), snake.tail_index() + 1);",
        "let (open, leaving) = (cells.open.without(frontier), snake.tail_index() + 2);",
        OF_PATHS, "clean::finds_the_nearest_targets_there_are",
    ),
    BrokenRule(
        "foods-eaten-do-not-delay-the-tail", THROUGH,
        "let staying = snake.tail_index() + turn - SerialIndex::from(eaten) + 1;",
        "let staying = snake.tail_index() + turn + 1;",
        OF_PATHS, "through::finds_what_the_queue_of_states_finds",
    ),
    BrokenRule(
        "duplicates-are-compared-with-penalty", TABLE,
        "Some(&number) => (value < self.entries[usize::from(number)].value)",
        "Some(&number) => (value < self.entries[usize::from(number)].penalised)",
        OF_BEAM, "table::tests::a_step_follows_its_rules",
    ),
    BrokenRule(
        "layers-keep-duplicates", LAYER,
        "if self.seen.insert(candidates[number as usize].key(), ()).is_none() {",
        "if self.seen.insert(u64::from(number), ()).is_none() {",
        OF_BEAM, "layers::layer::tests::the_best_of_each_key_is_chosen",
    ),
    BrokenRule(
        "a-closed-pipe-is-an-error", EXIT,
        "if is_closed_pipe(&error) {",
        "if false && is_closed_pipe(&error) {",
        OF_CLI, "exit::tests::a_closed_pipe_is_no_failure",
    ),
    BrokenRule(
        "partial-files-stay", IO,
        "let _ = fs::remove_file(&partial);",
        "",
        OF_CLI, "io::tests::a_file_that_cannot_be_written_leaves_nothing",
    ),
    BrokenRule(
        "the-better-solver-is-called-worse", VERDICT,
        "return Self::Better(evidence);",
        "return Self::Worse(evidence);",
        OF_CLI, "comparison::verdict::tests::fewer_turns_are_better",
    ),
    BrokenRule(
        "data-can-end-its-element-of-the-report", REPORT,
        r"""json.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")""",
        "json.to_owned()",
        OF_CLI, "comparison::html::tests::nothing_in_the_data_is_markup",
    ),
    BrokenRule(
        "page-cuts-off-the-part-that-was-met", PAGE_STATE,
        "this.#cutBehind(part) }",
        "this.#cutBehind(part - 1) }",
        "rules.test.mjs", "random games agree with snake-core at every turn",
    ),
    BrokenRule(
        "page-link-leads-a-turn-too-far", PAGE_FRAGMENT,
        "return match && Number(match[1]);",
        "return match && Number(match[1]) + 1;",
        "page.test.mjs", "the turn is in the link",
    ),
    BrokenRule(
        "two-colours-look-alike", PALETTE,
        "Paint { fill: Rgb(0x62, 0xc8, 0xf2), text: DARK },",
        "Paint { fill: Rgb(0xb8, 0x71, 0xd0), text: DARK },",
        "palette.test.mjs", "any two colours can be told apart, and numbers read on them",
    ),
]

# One of each of the crates that compile fast. CI breaks rules of the page in tests/browser/mutations.test.mjs.
QUICK = ["coming-tail-is-bitten", "flood-opens-cells-a-turn-early", "layers-keep-duplicates"]


def copy_workspace() -> None:
    """Copies what git tracks or would track, as it stands in the work tree. Cargo must see that files are new, so
    they get no old dates."""
    shutil.rmtree(WORKSPACE, ignore_errors=True)
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout
    for name in names.decode().split("\0"):
        source = ROOT / name
        if name and source.is_file():
            target = WORKSPACE / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
            shutil.copymode(source, target)
    modules = ROOT / "tests" / "browser" / "node_modules"
    if modules.is_dir():
        (WORKSPACE / "tests" / "browser" / "node_modules").symlink_to(modules)


def run(command: list[str], folder: Path = WORKSPACE) -> subprocess.CompletedProcess:
    # Most time goes into compiling: no optimisation, fewer cases of each property than usual. A failing case
    # need not be small here, so shrinking it is wasted time.
    environment = dict(
        os.environ, CARGO_TARGET_DIR=str(TARGET), CARGO_PROFILE_DEV_OPT_LEVEL="0", PROPTEST_CASES="200",
        PROPTEST_MAX_SHRINK_ITERS="0", RUST_BACKTRACE="0", SNAKE=str(TARGET / "debug" / "snake"),
    )
    return subprocess.run(
        command, cwd=folder, env=environment, timeout=TIMEOUT_SECONDS, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )


def run_tests(tests: str, only: str | None = None) -> subprocess.CompletedProcess:
    """Runs tests, all of them or the one of that name."""
    if tests.endswith(".mjs"):
        built = run(["cargo", "build", "--quiet", "-p", "snake-cli"])
        if built.returncode != 0:
            return built
        chosen = ["--test-name-pattern", f"^{re.escape(only)}$"] if only else []
        command = ["node", "--test", "--test-reporter=tap", *chosen, tests]
        return run(command, WORKSPACE / "tests" / "browser")
    chosen = ["--", "--exact", only] if only else []
    return run(["cargo", "test", "--quiet", *tests.split(), *chosen])


def failing(output: str) -> set[str]:
    """The names of the tests that failed."""
    by_cargo = re.findall(r"^---- (.+) stdout ----$", output, re.MULTILINE)
    by_node = re.findall(r"^ *not ok \d+ - (.+)$", output, re.MULTILINE)
    return set(by_cargo + by_node)


def verdict(rule: BrokenRule, is_quick: bool) -> tuple[bool, str]:
    """Whether the broken rule was caught, and by what."""
    path = WORKSPACE / rule.file
    text = path.read_text()
    path.write_text(text.replace(rule.line, rule.broken))
    try:
        result = run_tests(rule.tests, rule.caught_by if is_quick else None)
    except subprocess.TimeoutExpired:
        return False, "NOT CLEAR: the tests do not end"
    finally:
        path.write_text(text)
    if "error: could not compile" in result.stdout:
        return False, "NOT APPLIED: it does not compile"
    if result.returncode == 0:
        return False, "SURVIVED"
    failed = failing(result.stdout)
    if rule.caught_by not in failed:
        return False, f"NOT CLEAR: {rule.caught_by} did not fail, but {', '.join(sorted(failed)) or 'nothing'}"
    others = sorted(failed - {rule.caught_by, rule.tests})
    named = ", ".join([rule.caught_by, *others[:MOST_NAMED]])
    more = len(others) - MOST_NAMED
    return True, f"caught by {named}" + (f" and {more} more" if more > 0 else "")


def stale(rule: BrokenRule, document: list[str]) -> str | None:
    """What of a rule no longer fits the work tree."""
    times = (ROOT / rule.file).read_text().count(rule.line)
    if times != 1:
        return f"{rule.file} has the line {times} times"
    if not any(line.startswith(f"| {rule.name} |") and f"`{rule.caught_by}`" in line for line in document):
        return f"docs/testing.md does not list it as caught by {rule.caught_by}"
    return None


def main() -> int:
    names = sys.argv[1:]
    if names == ["--list"]:
        print("\n".join(rule.name for rule in BROKEN_RULES))
        return 0
    is_quick = names == ["--quick"]
    if is_quick:
        names = QUICK
    unknown = set(names) - {rule.name for rule in BROKEN_RULES}
    if unknown:
        print(f"unknown: {', '.join(sorted(unknown))}; --list shows the names", file=sys.stderr)
        return 2
    document = DOCUMENT.read_text().splitlines()
    reasons = {rule.name: reason for rule in BROKEN_RULES if (reason := stale(rule, document))}
    for name, reason in reasons.items():
        print(f"{name}: NOT APPLIED: {reason}", file=sys.stderr)
    if reasons:
        return 1
    rules = [rule for rule in BROKEN_RULES if not names or rule.name in names]
    FOLDER.mkdir(parents=True, exist_ok=True)
    with open(FOLDER / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        copy_workspace()
        # The quick form follows a run of all tests.
        for tests in [] if is_quick else sorted({rule.tests for rule in rules}):
            unbroken = run_tests(tests)
            if unbroken.returncode != 0:
                print(unbroken.stdout[-4000:], file=sys.stderr)
                print(f"{tests}: fails before anything is broken", file=sys.stderr)
                return 2
        caught = 0
        for rule in rules:
            is_caught, report = verdict(rule, is_quick)
            caught += is_caught
            print(f"{rule.name}: {report}", flush=True)
    print(f"{caught} of {len(rules)} caught")
    return 0 if caught == len(rules) else 1


if __name__ == "__main__":
    sys.exit(main())

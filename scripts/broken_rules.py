#!/usr/bin/env python3
"""Breaks a rule in a copy of the workspace, runs the tests, and reports whether they notice.

    scripts/broken_rules.py            all of BROKEN_RULES, about half a minute each
    scripts/broken_rules.py NAME...    some of them
    scripts/broken_rules.py --list     their names

Each is one line of source, replaced in a temporary copy; the work tree is not touched. Ends with code 1 if a
broken rule survives, or can no longer be applied because its line has changed. `docs/testing.md` lists the results.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# A broken rule can make a test loop for ever.
TIMEOUT_SECONDS = 600

# Failing tests named in the report, of those that failed.
MOST_NAMED = 3


@dataclass(frozen=True)
class BrokenRule:
    name: str
    crate: str
    file: str
    line: str
    broken: str


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

BROKEN_RULES = [
    BrokenRule(
        "u-turn-is-legal", "snake-core", STATE,
        "if destination == self.snake.cell(1) {",
        "if false {",
    ),
    BrokenRule(
        "u-turn-onto-the-tail-is-legal", "snake-core", STATE,
        "if destination == self.snake.cell(1) {",
        "if destination == self.snake.cell(1) && destination != self.snake.tail() {",
    ),
    BrokenRule(
        "edge-is-one-row-too-far", "snake-core", GRID,
        "if row < self.side && column < self.side {",
        "if row <= self.side && row < 16 && column < self.side {",
    ),
    BrokenRule(
        "leaving-tail-is-bitten", "snake-core", STATE,
        "self.board.leave(self.snake.tail(), self.snake.tail_index());",
        "",
    ),
    BrokenRule(
        "coming-tail-is-bitten", "snake-core", STATE,
        "Content::Body(part) if part != self.snake.tail_index() => {",
        "Content::Body(part) => {",
    ),
    BrokenRule(
        "tail-empties-a-shared-cell", "snake-core", BOARD,
        "if *square == -tail_index {",
        "if *square < 0 {",
    ),
    BrokenRule(
        "bite-cuts-off-one-part-more", "snake-core", STATE,
        "for ordinal in (part + 1..self.snake.len()).rev() {",
        "for ordinal in (part..self.snake.len()).rev() {",
    ),
    BrokenRule(
        "cut-off-colours-shift-by-one", "snake-core", STATE,
        "self.board.put_food(cell, self.colours[ordinal]);",
        "self.board.put_food(cell, self.colours[ordinal - 1]);",
    ),
    BrokenRule(
        "bite-leaves-the-prefix-too-long", "snake-core", STATE,
        "self.prefix = self.prefix.min(part as u16 + 1);",
        "self.prefix = self.prefix.min(part as u16 + 2);",
    ),
    BrokenRule(
        "missing-parts-cost-as-wrong-ones", "snake-core", ANSWER,
        "self.turns as u64 + MISMATCH_PENALTY * (self.mismatches as u64 + 2 * self.missing as u64)",
        "self.turns as u64 + MISMATCH_PENALTY * (self.mismatches as u64 + self.missing as u64)",
    ),
    BrokenRule(
        "flood-opens-cells-a-turn-early", "snake-paths", FLOOD,
        "let (open, leaving) = (cells.open.without(frontier), snake.tail_index() + 1);",
        "let (open, leaving) = (cells.open.without(frontier), snake.tail_index() + 2);",
    ),
    BrokenRule(
        "foods-eaten-do-not-delay-the-tail", "snake-paths", THROUGH,
        "let staying = snake.tail_index() + turn - SerialIndex::from(eaten) + 1;",
        "let staying = snake.tail_index() + turn + 1;",
    ),
    BrokenRule(
        "duplicates-are-compared-with-penalty", "snake-beam", TABLE,
        "Some(&number) => (value < self.entries[usize::from(number)].value)",
        "Some(&number) => (value < self.entries[usize::from(number)].penalised)",
    ),
    BrokenRule(
        "layers-keep-duplicates", "snake-beam", LAYER,
        "if self.seen.insert(candidates[number as usize].key(), ()).is_none() {",
        "if self.seen.insert(u64::from(number), ()).is_none() {",
    ),
    BrokenRule(
        "a-closed-pipe-is-an-error", "snake-cli", EXIT,
        "if is_closed_pipe(&error) {",
        "if false && is_closed_pipe(&error) {",
    ),
    BrokenRule(
        "partial-files-stay", "snake-cli", IO,
        "let _ = fs::remove_file(&partial);",
        "",
    ),
    BrokenRule(
        "the-better-solver-is-called-worse", "snake-cli", VERDICT,
        "return Self::Better(evidence);",
        "return Self::Worse(evidence);",
    ),
    BrokenRule(
        "data-can-end-its-element-of-the-report", "snake-cli", REPORT,
        r"""json.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")""",
        "json.to_owned()",
    ),
]


def copy_workspace(to: Path) -> None:
    """Copies what git tracks or would track, as it stands in the work tree."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout
    for name in names.decode().split("\0"):
        source = ROOT / name
        if name and source.is_file():
            target = to / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)


def run_tests(workspace: Path, crate: str) -> subprocess.CompletedProcess:
    # A failing case need not be small here, so shrinking it is wasted time.
    environment = dict(os.environ, PROPTEST_MAX_SHRINK_ITERS="0", RUST_BACKTRACE="0")
    environment["CARGO_TARGET_DIR"] = str(workspace / "target")
    command = ["cargo", "test", "--quiet", "--no-fail-fast", "-p", crate]
    return subprocess.run(
        command, cwd=workspace, env=environment, timeout=TIMEOUT_SECONDS, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )


def verdict(workspace: Path, rule: BrokenRule) -> tuple[bool, str]:
    """Whether the broken rule was caught, and by what."""
    path = workspace / rule.file
    text = path.read_text()
    if text.count(rule.line) != 1:
        return False, f"NOT APPLIED: {rule.file} has the line {text.count(rule.line)} times"
    path.write_text(text.replace(rule.line, rule.broken))
    try:
        result = run_tests(workspace, rule.crate)
    except subprocess.TimeoutExpired:
        return True, "caught: the tests do not end"
    finally:
        path.write_text(text)
    if "error: could not compile" in result.stdout:
        return False, "NOT APPLIED: it does not compile"
    if result.returncode == 0:
        return False, "SURVIVED"
    failed = sorted(set(re.findall(r"^---- (.+) stdout ----$", result.stdout, re.MULTILINE)))
    if not failed:
        return False, f"NOT CLEAR: code {result.returncode}, but no test failed"
    more = len(failed) - MOST_NAMED
    named = ", ".join(failed[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
    return True, f"caught by {named}"


def main() -> int:
    names = sys.argv[1:]
    if names == ["--list"]:
        print("\n".join(rule.name for rule in BROKEN_RULES))
        return 0
    unknown = set(names) - {rule.name for rule in BROKEN_RULES}
    if unknown:
        print(f"unknown: {', '.join(sorted(unknown))}; --list shows the names", file=sys.stderr)
        return 2
    rules = [rule for rule in BROKEN_RULES if not names or rule.name in names]
    caught = 0
    with tempfile.TemporaryDirectory(prefix="broken-rules-") as folder:
        workspace = Path(folder)
        copy_workspace(workspace)
        for crate in sorted({rule.crate for rule in rules}):
            if run_tests(workspace, crate).returncode != 0:
                print(f"the tests of {crate} fail before anything is broken", file=sys.stderr)
                return 2
        for rule in rules:
            is_caught, report = verdict(workspace, rule)
            caught += is_caught
            print(f"{rule.name}: {report}", flush=True)
    print(f"{caught} of {len(rules)} caught")
    return 0 if caught == len(rules) else 1


if __name__ == "__main__":
    sys.exit(main())

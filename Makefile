# One word per habit; .ci/run calls the same words. `make FLAGS=--locked test` passes a flag on.

FLAGS ?=
FUZZ_SECONDS ?= 60
SHARD ?= 0/1

.PHONY: build test test-cluster test-terminal test-browser lint doc bench run bundle fmt clean deny fuzz mutants

build:
	cargo build --release $(FLAGS)

test:
	cargo test --workspace $(FLAGS)

# The terminal view and the live line, in tmux.
test-terminal:
	cargo test -p snake-cli --test terminal $(FLAGS) -- --ignored

# Needs node, npm and chromium (or $$CHROMIUM). One file after the other: some of them measure.
test-browser: build tests/browser/node_modules
	cd tests/browser && node --test --test-concurrency=1

tests/browser/node_modules: tests/browser/package-lock.json
	cd tests/browser && npm ci --no-audit --no-fund
	touch $@
# A Slurm of one node, set up and taken down again: needs root and Debian.
test-cluster: build
	cluster/test-slurm.sh

lint:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets $(FLAGS) -- -D warnings

doc:
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps $(FLAGS)

bench:
	cargo bench --workspace $(FLAGS)

run:
	cargo run --release $(FLAGS) -- solve --seed 2 -v

# One file for the contest's judge: target/bundle/main.rs.
bundle:
	cargo run $(FLAGS) -p xtask -- bundle

fmt:
	cargo fmt --all

clean:
	cargo clean

# Needs `cargo install --locked cargo-deny`, and the network for its database of advisories; without it:
# `make deny DENY="bans licenses sources"`.
deny:
	cargo deny check $(DENY)

# Needs `cargo install --locked cargo-fuzz`, and allows the stable compiler what it asks for. `make fuzz-moves`
# runs one target. New inputs go to fuzz/work; those of fuzz/corpus are only read. Our crates forbid `unsafe`,
# so the address sanitizer would find nothing in them and cost half of the speed.
FUZZ_TARGETS := $(basename $(notdir $(wildcard fuzz/fuzz_targets/*.rs)))
.PHONY: $(FUZZ_TARGETS:%=fuzz-%)

fuzz: $(FUZZ_TARGETS:%=fuzz-%)

$(FUZZ_TARGETS:%=fuzz-%): fuzz-%:
	mkdir -p fuzz/work/$*
	RUSTC_BOOTSTRAP=1 cargo fuzz run --sanitizer none $(FUZZ_BUILD) $* fuzz/work/$* fuzz/corpus/$* -- \
		-max_total_time=$(FUZZ_SECONDS) $(FUZZ_RUN)

# Their bytes are choices, not texts: operands of comparisons do not help to guess them, and watching every
# comparison of the naive rules would take most of the time.
fuzz-moves fuzz-searches: FUZZ_BUILD = --no-trace-compares
# The longest board that bytes make (3 a food), and all the moves that are played on it.
fuzz-moves: FUZZ_RUN = -max_len=1100
fuzz-searches: FUZZ_RUN = -max_len=900

# Few cases of each property, always the same ones, and failures not shrunk: a mutant then costs some 3 s of
# CPU. The tests of the mutated crates spend less time at this level of optimisation than it takes to reach more.
# Needs `cargo install --locked cargo-mutants`. `make SHARD=0/8 mutants` runs every eighth of them. What survives
# here is looked at again with all tests: see docs/testing.md.
mutants:
	PROPTEST_CASES=50 PROPTEST_RNG_SEED=63 PROPTEST_MAX_SHRINK_ITERS=0 PROPTEST_DISABLE_FAILURE_PERSISTENCE=1 \
	CARGO_PROFILE_DEV_OPT_LEVEL=1 CARGO_PROFILE_DEV_DEBUG=0 \
	cargo mutants --package snake-core --package snake-paths --sharding round-robin --shard $(SHARD)

# One word per habit; .ci/run calls the same words. `make FLAGS=--locked test` passes a flag on.

FLAGS ?=

.PHONY: build test test-terminal lint doc bench run bundle fmt clean

build:
	cargo build --release $(FLAGS)

test:
	cargo test --workspace $(FLAGS)

# The terminal view and the live line, in tmux.
test-terminal:
	cargo test -p snake-cli --test terminal $(FLAGS) -- --ignored

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

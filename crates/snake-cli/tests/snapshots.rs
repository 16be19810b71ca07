//! What the commands print, kept as shell sessions in `cmd/`.
//!
//! After a change that is meant, `TRYCMD=overwrite cargo test -p snake-cli --test snapshots` writes
//! the new outputs; read the difference before committing it.

#[test]
fn outputs_are_as_recorded() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd").case("tests/cmd/*.toml");
}

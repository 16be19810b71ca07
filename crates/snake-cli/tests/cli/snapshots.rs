//! What the commands print, kept as shell sessions in `sessions/`.
//!
//! After a change that is meant, `TRYCMD=overwrite cargo test -p snake-cli snapshots` writes
//! the new outputs; read the difference before committing it.

#[test]
fn outputs_are_as_recorded() {
    trycmd::TestCases::new().case("tests/cli/sessions/*.trycmd");
}

//! What the workspace does with its own sources. `cargo run -p xtask -- bundle` (or `make bundle`)
//! writes `target/bundle/main.rs`: the program of the package `snake-contest` as one file for the
//! contest's judge. [`bundle`] says how.

mod bundle;

use std::process::ExitCode;

/// Exit code if the command line makes no sense.
const USAGE: u8 = 2;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    if arguments != ["bundle"] {
        eprintln!("xtask: expected one argument, `bundle`: cargo run -p xtask -- bundle");
        return ExitCode::from(USAGE);
    }
    match bundle::write() {
        Ok(written) => {
            eprintln!("{} ({} bytes)", written.path.display(), written.bytes);
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

//! `snake completions`: what shells need to complete our commands.

use anyhow::Result;
use clap::CommandFactory;
use clap_complete::Shell;

use crate::Cli;
use crate::exit::Exit;
use crate::io;

/// What can be typed.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  snake completions bash > ~/.local/share/bash-completion/completions/snake")]
pub struct Arguments {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// Prints the script of a shell.
///
/// # Errors
///
/// If it cannot be written.
pub fn run(arguments: &Arguments) -> Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "snake", &mut script);
    io::write_stdout(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Success)
}

//! `snake man`: manual pages.

use std::path::PathBuf;

use anyhow::Result;
use clap::CommandFactory;
use clap_mangen::Man;

use crate::Cli;
use crate::exit::Exit;
use crate::io;

/// What can be typed.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  snake man ~/.local/share/man/man1 && man snake-eval")]
pub struct Arguments {
    /// Folder for snake.1, snake-solve.1, ...; made if missing
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Writes a page for the program and one for each command.
///
/// # Errors
///
/// If one cannot be written.
pub fn run(arguments: &Arguments) -> Result<Exit> {
    let folder = &arguments.folder;
    io::make_folder(folder)?;
    let mut cli = Cli::command().disable_help_subcommand(true);
    cli.build();
    let commands = cli.get_subcommands().filter(|command| !command.is_hide_set()).cloned();
    let pages = commands.map(|command| {
        let name = format!("snake-{}", command.get_name());
        (name.clone(), command.name(name))
    });
    for (name, command) in pages.chain([("snake".to_owned(), cli.clone())]) {
        let mut page = Vec::new();
        Man::new(command).render(&mut page)?;
        io::write_whole(&folder.join(format!("{name}.1")), &String::from_utf8_lossy(&page))?;
    }
    Ok(Exit::Success)
}

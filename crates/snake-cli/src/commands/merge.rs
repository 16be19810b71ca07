//! `snake merge`: joins files of results, such as the shards of a run on several machines.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow};

use crate::exit::Exit;
use crate::io::{self, Source};
use crate::results::{self, Identity, Row};

/// What can be typed.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Rows come out in the order of their seeds. Of several rows of the same seed the first one is kept. Files
of different solvers or parameters are refused, unless --mixed is given; rows of different ones then
count as different, and keep the order of the files. A torn last line, as a killed run leaves it, is
left out; each is told on standard error.

Example:
  snake merge shard-*/results.jsonl --out results.jsonl")]
pub struct Arguments {
    /// Files of results; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<Source>,

    /// File to write [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Join rows of different solvers or parameters, too
    #[arg(long)]
    mixed: bool,
}

/// Joins the files.
///
/// # Errors
///
/// If a file cannot be read or is no file of results, or solvers or parameters are mixed; nothing is
/// written then.
pub fn run(arguments: &Arguments) -> Result<Exit> {
    let mut merged = Merged::default();
    for file in &arguments.files {
        let results = results::read(file)?;
        if results.is_torn {
            io::write_stderr(&format!("snake: {file}: the torn last line is left out\n"))?;
        }
        for row in results.rows {
            merged.add(row, arguments.mixed).with_context(|| file.to_string())?;
        }
    }
    let text = merged.lines()?;
    match &arguments.out {
        Some(path) => io::write_whole(path, &text)?,
        None => io::write_stdout(&text)?,
    }
    Ok(Exit::Success)
}

/// Rows without duplicates.
#[derive(Debug, Default)]
struct Merged {
    /// Those seen so far. There are few: one, unless they are mixed.
    identities: Vec<Identity>,
    /// By seed, and by place of the identity.
    rows: BTreeMap<(u64, usize), Row>,
}

impl Merged {
    fn add(&mut self, row: Row, mixed: bool) -> Result<()> {
        let known = self.identities.iter().position(|identity| identity.is_of(&row));
        let identity = match known {
            Some(place) => place,
            None => {
                let new = Identity::of(&row);
                let difference = self.identities.first().and_then(|first| new.difference(first));
                if let Some(difference) = difference.filter(|_| !mixed) {
                    let seed = row.seed;
                    return Err(anyhow!(
                        "seed {seed}: {difference}; --mixed joins them all the same"
                    ));
                }
                self.identities.push(new);
                self.identities.len() - 1
            }
        };
        self.rows.entry((row.seed, identity)).or_insert(row);
        Ok(())
    }

    fn lines(&self) -> Result<String> {
        let mut text = String::new();
        for row in self.rows.values() {
            text += &serde_json::to_string(row)?;
            text.push('\n');
        }
        Ok(text)
    }
}

//! What is measured, and where: the columns that all rows of a run share.

use std::fmt::Write;
use std::path::PathBuf;
use std::{env, fs, thread};

use anyhow::{Context, Result};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use crate::results::{Identity, Machine};

/// The name of our own search in rows.
pub const IN_PROCESS: &str = "in-process";

/// A solver, what it is told, and the machine.
#[derive(Clone, Debug, PartialEq)]
pub struct Experiment {
    /// What makes rows comparable.
    pub identity: Identity,
    /// This machine.
    pub machine: Machine,
}

impl Experiment {
    /// With our own search. The hash is that of this program's file.
    ///
    /// # Errors
    ///
    /// If the program's file cannot be read.
    pub fn in_process(parameters: Map<String, Value>) -> Result<Self> {
        let program = env::current_exe().context("this program's file")?;
        let bytes = fs::read(&program).with_context(|| program.display().to_string())?;
        Ok(Self::new(IN_PROCESS, hexadecimal(&Sha256::digest(bytes)), parameters))
    }

    /// With a command. The hash is that of its text, of the program that its first word names, and of the
    /// files that other words name, such as scripts.
    ///
    /// # Errors
    ///
    /// If one of them cannot be read.
    pub fn command(command: &str, parameters: Map<String, Value>) -> Result<Self> {
        let mut hash = Sha256::new();
        hash.update(command);
        let mut words = command.split_whitespace().map(|word| word.trim_matches(['\'', '"']));
        let program = words.next().and_then(program_file);
        for file in program.into_iter().chain(words.filter_map(named_file)) {
            let bytes = fs::read(&file).with_context(|| file.display().to_string())?;
            // Of fixed length each, so that no two lists of files look the same.
            hash.update(Sha256::digest(bytes));
        }
        Ok(Self::new(command, hexadecimal(&hash.finalize()), parameters))
    }

    fn new(solver: &str, hash: String, parameters: Map<String, Value>) -> Self {
        let identity = Identity { solver: solver.to_owned(), hash, parameters };
        Self { identity, machine: machine() }
    }
}

/// The file that is run if this is the first word of a command, if any: words of the shell have none.
fn program_file(word: &str) -> Option<PathBuf> {
    if word.contains('/') {
        return named_file(word);
    }
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders).map(|folder| folder.join(word)).find(|file| file.is_file())
}

/// The file that a word names, if any.
fn named_file(word: &str) -> Option<PathBuf> {
    Some(PathBuf::from(word)).filter(|file| file.is_file())
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a string takes everything");
        text
    })
}

/// This machine.
fn machine() -> Machine {
    let cpu = fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    });
    Machine {
        cpu: cpu.unwrap_or_else(|| env::consts::ARCH.to_owned()),
        cores: thread::available_parallelism().map_or(1, usize::from),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_that_of_text_and_files() {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("a.py");
        let command = format!("sh '{}' --fast", script.display());
        let hash = || Experiment::command(&command, Map::new()).unwrap().identity.hash;
        let missing = hash();
        fs::write(&script, "1").unwrap();
        let first = hash();
        fs::write(&script, "2").unwrap();
        let second = hash();
        assert!(first != second && first != missing);
        fs::write(&script, "1").unwrap();
        assert_eq!(hash(), first);
        let other = Experiment::command(&format!("{command} "), Map::new()).unwrap();
        assert_ne!(other.identity.hash, first);
        assert_eq!(first.len(), 64);
    }

    #[test]
    fn this_program_has_a_hash() {
        let experiment = Experiment::in_process(Map::new()).unwrap();
        assert_eq!(experiment.identity.hash.len(), 64);
        assert!(experiment.machine.cores >= 1 && !experiment.machine.cpu.is_empty());
    }
}

//! Writing result files.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufReader, Seek, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};

use super::Row;
use super::read::parse;

/// A file of results that rows are added to. While it is open no other process can open it in this way.
#[derive(Debug)]
pub struct Appender {
    file: File,
    path: PathBuf,
}

impl Appender {
    /// Opens a file to go on with it, and returns the rows it has; it is made if missing. A torn last
    /// line is cut off.
    ///
    /// # Errors
    ///
    /// If it cannot be read or written, is open in another process, or has lines that are not rows;
    /// then it is left as it is.
    pub fn open(path: &Path) -> Result<(Self, Vec<Row>)> {
        let name = || path.display().to_string();
        let open = || -> Result<_> {
            let mut options = OpenOptions::new();
            let mut file = options.read(true).append(true).create(true).open(path)?;
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => return Err(anyhow!("another run is writing it")),
                Err(TryLockError::Error(error)) => return Err(error.into()),
                Ok(()) => {}
            }
            let results = parse(BufReader::new(&mut file))?;
            file.set_len(results.whole_bytes)?;
            if results.lacks_line_end {
                file.write_all(b"\n")?;
            }
            file.rewind()?;
            Ok((Self { file, path: path.to_owned() }, results.rows))
        };
        open().with_context(name)
    }

    /// Adds a row, as one line, in one write. Nothing is kept back: the row survives whatever happens
    /// to this process afterwards.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn append(&mut self, row: &Row) -> Result<()> {
        let write = || -> Result<()> {
            let mut line = serde_json::to_vec(row)?;
            line.push(b'\n');
            Ok((&self.file).write_all(&line)?)
        };
        write().with_context(|| self.path.display().to_string())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::results::row::tests::row;

    #[test]
    fn rows_are_added_and_found_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.jsonl");
        let (mut appender, rows) = Appender::open(&path).unwrap();
        assert_eq!(rows, []);
        appender.append(&row(1)).unwrap();
        let before = fs::read_to_string(&path).unwrap();
        appender.append(&row(2)).unwrap();
        assert!(fs::read_to_string(&path).unwrap().starts_with(&before));
        drop(appender);
        assert_eq!(Appender::open(&path).unwrap().1, [row(1), row(2)]);
    }

    #[test]
    fn a_file_cut_at_any_byte_can_be_gone_on_with() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.jsonl");
        let whole: String =
            (1..=2).map(|seed| serde_json::to_string(&row(seed)).unwrap() + "\n").collect();
        for length in 0..=whole.len() {
            fs::write(&path, &whole.as_bytes()[..length]).unwrap();
            let (mut appender, rows) = Appender::open(&path).unwrap();
            for seed in rows.len() as u64 + 1..=2 {
                appender.append(&row(seed)).unwrap();
            }
            assert_eq!(fs::read_to_string(&path).unwrap(), whole, "{length}");
        }
    }

    #[test]
    fn one_writer_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.jsonl");
        let (first, _) = Appender::open(&path).unwrap();
        let error = Appender::open(&path).unwrap_err();
        assert!(format!("{error:#}").ends_with(": another run is writing it"), "{error:#}");
        drop(first);
        assert!(Appender::open(&path).is_ok());
    }

    #[test]
    fn a_file_of_something_else_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notes.txt");
        for text in ["dear diary\n\nno end", "a draft"] {
            fs::write(&path, text).unwrap();
            assert!(Appender::open(&path).is_err());
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }
}

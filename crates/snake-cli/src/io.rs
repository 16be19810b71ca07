//! Reading texts and writing files and standard output, with errors that name the place.

use std::ffi::OsString;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};

/// Most bytes a text may have. The longest instance has about 1 KiB, and 100000 moves fill 300 KiB
/// with CRLF line ends; the rest is room for blank lines. Without a bound, `/dev/zero` would be
/// read until memory is full.
const MAX_TEXT_BYTES: u64 = 32 << 20;

/// A text to read: a file, or standard input, written `-`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Standard input.
    Stdin,
    /// The file at this path.
    File(PathBuf),
}

impl From<OsString> for Source {
    fn from(argument: OsString) -> Self {
        if argument == "-" { Self::Stdin } else { Self::File(argument.into()) }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stdin => f.write_str("standard input"),
            // What an unset variable of a script becomes; an error must not begin with nothing.
            Self::File(path) if path.as_os_str().is_empty() => f.write_str("''"),
            Self::File(path) => path.display().fmt(f),
        }
    }
}

impl Source {
    /// The name of the file without its folder, for titles.
    pub fn short_name(&self) -> String {
        match self {
            Self::Stdin => self.to_string(),
            Self::File(path) => path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        }
    }

    /// Reads it all.
    ///
    /// # Errors
    ///
    /// If it cannot be read, is longer than [`MAX_TEXT_BYTES`], or is not UTF-8. The error names
    /// the source.
    pub fn read(&self) -> Result<String> {
        let read = || match self {
            Self::Stdin => read_bounded(io::stdin().lock()),
            Self::File(path) => read_bounded(File::open(path)?),
        };
        read().with_context(|| self.to_string())
    }

    /// Reads it and makes a `T` of the text, such as an instance.
    ///
    /// # Errors
    ///
    /// Those of [`read`](Self::read), and what `T` finds wrong. The error names the source.
    pub fn parse<T>(&self) -> Result<T>
    where
        T: std::str::FromStr,
        T::Err: std::error::Error + Send + Sync + 'static,
    {
        self.read()?.parse().with_context(|| self.to_string())
    }
}

fn read_bounded(reader: impl Read) -> Result<String> {
    let mut bytes = Vec::new();
    reader.take(MAX_TEXT_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_TEXT_BYTES {
        return Err(anyhow!("longer than {} MiB: no instance or answer is", MAX_TEXT_BYTES >> 20));
    }
    String::from_utf8(bytes).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        let bytes = error.as_bytes();
        let line = bytes[..offset].iter().filter(|&&byte| byte == b'\n').count() + 1;
        anyhow!("line {line}: not UTF-8 text: byte 0x{:02x} at offset {offset}", bytes[offset])
    })
}

/// Writes a text to standard output.
///
/// # Errors
///
/// If it cannot be written. A closed pipe is an error here; [`conclude`](crate::exit::conclude)
/// knows that it is none to the user.
pub fn write_stdout(text: &str) -> Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()).context("standard output")
}

/// Writes a text to standard error, where reports about a run go.
///
/// # Errors
///
/// If it cannot be written.
pub fn write_stderr(text: &str) -> Result<()> {
    io::stderr().write_all(text.as_bytes()).context("standard error")
}

/// Makes a folder, and those above it, unless it is there already.
///
/// # Errors
///
/// If it cannot be made, or something else has its name. The error names it.
pub fn make_folder(path: &Path) -> Result<()> {
    fs::create_dir_all(path).with_context(|| path.display().to_string())
}

/// Finds out whether [`write_whole`] can write a file, before hours of work rather than after. What
/// is there already stays. Devices and pipes are taken to be writable: to open a pipe is to wait for its
/// reader.
///
/// # Errors
///
/// If it cannot be written. The error names the file.
pub fn check_writable(path: &Path) -> Result<()> {
    if is_special(path) {
        return Ok(());
    }
    let partial = partial(&link_target(path));
    let is_folder = || io::Error::from(io::ErrorKind::IsADirectory);
    let made = if path.is_dir() { Err(is_folder()) } else { fs::write(&partial, "") };
    made.and_then(|()| fs::remove_file(&partial)).with_context(|| path.display().to_string())
}

/// The hidden name that a file has while it is written. Two processes may write the same file; each
/// has its own.
fn partial(path: &Path) -> PathBuf {
    let mut hidden = OsString::from(".");
    hidden.push(path.file_name().unwrap_or_default());
    hidden.push(format!(".{}.partial", std::process::id()));
    path.with_file_name(hidden)
}

/// Whether there is something at a path that is neither a file nor a folder, such as a pipe or a device.
fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// The file that a link leads to; the path itself if it is no link, or one that leads nowhere.
fn link_target(path: &Path) -> PathBuf {
    let is_link = fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink());
    let target = if is_link { fs::canonicalize(path).ok() } else { None };
    target.unwrap_or_else(|| path.to_owned())
}

/// Writes a file that appears whole or not at all; one of the same name is replaced, and so is the one
/// that a link leads to, while the link stays.
///
/// The text goes to a hidden `.partial` file beside it first, which is then renamed. If the process
/// is killed on the way, that file may stay behind. A pipe or a device, such as `/dev/null`, is written to
/// as it is: a renamed file would take its place.
///
/// # Errors
///
/// If it cannot be written. The error names the file.
pub fn write_whole(path: &Path, text: &str) -> Result<()> {
    let written =
        if is_special(path) { fs::write(path, text) } else { replace(&link_target(path), text) };
    written.with_context(|| path.display().to_string())
}

fn replace(path: &Path, text: &str) -> io::Result<()> {
    let partial = partial(path);
    let written = fs::write(&partial, text).and_then(|()| fs::rename(&partial, path));
    if written.is_err() {
        // That it may not be there is no further error.
        let _ = fs::remove_file(&partial);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_byte_is_named_with_its_place() {
        let error = read_bounded(&b"8 30\n3 \xff"[..]).unwrap_err();
        assert_eq!(error.to_string(), "line 2: not UTF-8 text: byte 0xff at offset 7");
    }

    #[test]
    fn endless_input_is_given_up() {
        let error = read_bounded(io::repeat(b' ')).unwrap_err();
        assert_eq!(error.to_string(), "longer than 32 MiB: no instance or answer is");
    }

    #[test]
    fn the_largest_input_is_read() {
        let text = read_bounded(io::repeat(b' ').take(MAX_TEXT_BYTES)).unwrap();
        assert_eq!(text.len() as u64, MAX_TEXT_BYTES);
    }

    #[test]
    fn a_whole_file_replaces_the_old_one_and_leaves_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        write_whole(&path, "old").unwrap();
        write_whole(&path, "new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_and_what_it_leads_to_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink("file", &link).unwrap();
        check_writable(&link).unwrap();
        write_whole(&link, "new").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    /// Renaming a file to it put a file in the place of the pipe, or of `/dev/null` for those who may.
    #[cfg(unix)]
    #[test]
    fn a_pipe_is_written_to_and_stays() {
        use std::os::unix::fs::FileTypeExt;

        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        let reader = {
            let pipe = pipe.clone();
            std::thread::spawn(move || fs::read_to_string(pipe).unwrap())
        };
        check_writable(&pipe).unwrap();
        write_whole(&pipe, "text").unwrap();
        assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
        assert_eq!(reader.join().unwrap(), "text");
    }

    #[test]
    fn a_file_that_cannot_be_written_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("taken");
        fs::create_dir(&path).unwrap();
        let error = write_whole(&path, "text").unwrap_err();
        assert!(error.to_string().ends_with("taken"), "{error}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}

//! A terminal of its own for each test: a tmux server with one pane that runs a plain shell.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long anything may take on a machine busy with other things.
const PATIENCE: Duration = Duration::from_secs(60);

/// Time between two looks.
const INTERVAL: Duration = Duration::from_millis(30);

/// What the shell prints when it waits for a command.
const PROMPT: &str = "$ ";

/// The terminal; it is closed when this is dropped.
pub struct Tmux {
    server: String,
    folder: tempfile::TempDir,
}

impl Tmux {
    /// A terminal of this size whose shell waits for a command, in a new folder.
    ///
    /// # Panics
    ///
    /// If there is no tmux.
    pub fn start(columns: u16, rows: u16) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        // Sockets of tests that run at the same time must differ; the folder's name does.
        let name = folder.path().file_name().expect("it has one").to_string_lossy().into_owned();
        let tmux = Self { server: format!("snake-test{name}"), folder };
        let (columns, rows) = (columns.to_string(), rows.to_string());
        // A shell that leaves the modes of the terminal alone, and an environment that is known.
        let shell = "exec env -i TERM=\"$TERM\" PATH=\"$PATH\" LC_ALL=C.UTF-8 PS1='$ ' sh";
        let folder = tmux.folder.path().to_str().expect("it is ASCII").to_owned();
        let started = Command::new("tmux")
            .args(["-u", "-L", &tmux.server, "-f", "/dev/null", "new-session", "-d"])
            .args(["-x", &columns, "-y", &rows, "-c", &folder, shell])
            .output()
            .expect("tmux is there: make test-terminal needs it");
        assert!(started.status.success(), "{started:?}");
        tmux.wait_for_prompt();
        tmux
    }

    fn command(&self, arguments: &[&str]) -> Output {
        let run = Command::new("tmux")
            .args(["-u", "-L", &self.server])
            .args(arguments)
            .output()
            .expect("tmux is there");
        assert!(run.status.success(), "{arguments:?}: {run:?}");
        run
    }

    /// The folder the shell is in.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Types a line.
    pub fn run(&self, line: &str) {
        self.command(&["send-keys", "-l", line]);
        self.keys(&["Enter"]);
    }

    /// Types keys, named as tmux names them.
    pub fn keys(&self, keys: &[&str]) {
        self.command(&[&["send-keys"], keys].concat());
    }

    /// What is on the screen, a row each, without trailing blanks.
    pub fn screen(&self) -> Vec<String> {
        let output = self.command(&["capture-pane", "-p"]).stdout;
        let text = String::from_utf8(output).expect("the screen is UTF-8");
        text.lines().map(|line| line.trim_end().to_owned()).collect()
    }

    /// Something tmux knows about the pane, by its format.
    pub fn tell(&self, format: &str) -> String {
        let output = self.command(&["display-message", "-p", format]).stdout;
        String::from_utf8(output).expect("it is UTF-8").trim_end().to_owned()
    }

    /// Changes the size of the terminal.
    pub fn resize(&self, columns: u16, rows: u16) {
        let (columns, rows) = (columns.to_string(), rows.to_string());
        self.command(&["resize-window", "-x", &columns, "-y", &rows]);
    }

    /// Closes the terminal.
    pub fn close(&self) {
        self.command(&["kill-pane"]);
    }

    /// Waits until the screen is as wanted, and returns it.
    #[track_caller]
    pub fn wait_for(&self, is_wanted: impl Fn(&[String]) -> bool) -> Vec<String> {
        let start = Instant::now();
        loop {
            let screen = self.screen();
            if is_wanted(&screen) {
                return screen;
            }
            assert!(start.elapsed() < PATIENCE, "it stays as it is:\n{}", screen.join("\n"));
            sleep(INTERVAL);
        }
    }

    /// Waits until a row contains the text, and returns the screen.
    #[track_caller]
    pub fn wait_for_text(&self, text: &str) -> Vec<String> {
        self.wait_for(|screen| screen.iter().any(|row| row.contains(text)))
    }

    /// Waits until the shell waits for a command.
    #[track_caller]
    pub fn wait_for_prompt(&self) -> Vec<String> {
        self.wait_for(|screen| {
            let last = screen.iter().rfind(|row| !row.is_empty());
            last.is_some_and(|row| row == PROMPT.trim_end())
        })
    }

    /// Waits until the shell has written a file of this name in its folder, and returns the text.
    #[track_caller]
    pub fn wait_for_file(&self, name: &str) -> String {
        let path = self.folder().join(name);
        wait_until(name, || fs::read_to_string(&path).is_ok_and(|text| text.ends_with('\n')));
        fs::read_to_string(path).expect("it is there")
    }
}

impl Drop for Tmux {
    fn drop(&mut self) {
        // Where its last pane was closed, the server has ended.
        let _ = Command::new("tmux").args(["-L", &self.server, "kill-server"]).output();
    }
}

/// Waits until the condition holds.
#[track_caller]
pub fn wait_until(what: &str, holds: impl Fn() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < PATIENCE, "{what}: it stays as it is");
        sleep(INTERVAL);
    }
}

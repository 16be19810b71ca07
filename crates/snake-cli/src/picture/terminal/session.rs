//! The terminal while the view has it, and giving it back.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};

/// The terminal that the process belongs to, whatever its standard streams are.
const CONTROLLING_TERMINAL: &str = "/dev/tty";

/// To the alternate screen, which keeps the present one and the place of the cursor; clear it; hide
/// the cursor.
const ENTER: &[u8] = b"\x1b[?1049h\x1b[2J\x1b[?25l";

/// The reverse, colours first.
const LEAVE: &[u8] = b"\x1b[0m\x1b[?25h\x1b[?1049l";

/// Opens the terminal for reading and writing.
///
/// # Errors
///
/// If the process has none.
pub fn open() -> io::Result<File> {
    OpenOptions::new().read(true).write(true).open(CONTROLLING_TERMINAL)
}

/// How the terminal was, and whether it is so again.
#[derive(Debug)]
pub struct Before {
    tty: File,
    modes: Termios,
    is_restored: AtomicBool,
}

impl Before {
    /// Gives the terminal back as it was; the first call does, others do nothing. Where that fails
    /// the terminal has gone, and nobody misses anything.
    pub fn restore(&self) {
        if self.is_restored.swap(true, Ordering::SeqCst) {
            return;
        }
        // The modes first: that never waits, while writing to a stopped terminal may.
        let _ = tcsetattr(&self.tty, OptionalActions::Now, &self.modes);
        let _ = (&self.tty).write_all(LEAVE);
    }
}

/// A terminal in raw mode, on its alternate screen, without cursor. It is given back when this is
/// dropped, and before a panic is told.
#[derive(Debug)]
pub struct Session {
    before: Arc<Before>,
}

impl Session {
    /// Takes the terminal.
    ///
    /// # Errors
    ///
    /// If it refuses, or is none. It is then as it was.
    pub fn start(tty: File) -> io::Result<Self> {
        let modes = tcgetattr(&tty)?;
        let mut raw = modes.clone();
        raw.make_raw();
        let before = Arc::new(Before { tty, modes, is_restored: AtomicBool::new(false) });
        let session = Self { before: Arc::clone(&before) };
        // On the alternate screen the message of a panic would be lost.
        let tell = panic::take_hook();
        panic::set_hook(Box::new(move |panicked| {
            before.restore();
            tell(panicked);
        }));
        tcsetattr(&session.before.tty, OptionalActions::Now, &raw)?;
        (&session.before.tty).write_all(ENTER)?;
        Ok(session)
    }

    /// What gives the terminal back, for those who end the process elsewhere.
    pub fn before(&self) -> Arc<Before> {
        Arc::clone(&self.before)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.before.restore();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    use rustix::termios::{LocalModes, OutputModes};
    use std::io::Read;
    use std::sync::{Mutex, MutexGuard, PoisonError};

    /// The hook of panics is one for all threads: only one test may have a session.
    fn alone() -> MutexGuard<'static, ()> {
        static ALONE: Mutex<()> = Mutex::new(());
        ALONE.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Both ends of a new terminal.
    fn terminal() -> (File, File) {
        let near = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        grantpt(&near).and_then(|()| unlockpt(&near)).expect("it is ours");
        let name = ptsname(&near, Vec::new()).expect("it has a name");
        let path = name.to_str().expect("it is ASCII");
        let far = OpenOptions::new().read(true).write(true).open(path).expect("it is there");
        (near.into(), far)
    }

    /// What a terminal does with lines and signals, told by the other end.
    fn modes(tty: &File) -> String {
        format!("{:?}", tcgetattr(tty).expect("a terminal"))
    }

    fn shown(near: &mut File, length: usize) -> Vec<u8> {
        let mut bytes = vec![0; length];
        near.read_exact(&mut bytes).expect("so much was written");
        bytes
    }

    #[test]
    fn the_terminal_is_as_it_was_after_the_session() {
        let _alone = alone();
        let (mut near, far) = terminal();
        let before = modes(&far);
        let session = Session::start(far.try_clone().expect("a copy")).expect("a terminal");
        let raw = tcgetattr(&far).expect("a terminal");
        assert!(
            !raw.local_modes.intersects(LocalModes::ECHO | LocalModes::ICANON | LocalModes::ISIG)
        );
        assert!(!raw.output_modes.contains(OutputModes::OPOST));
        assert_eq!(shown(&mut near, ENTER.len()), ENTER);
        drop(session);
        assert_eq!(modes(&far), before);
        assert_eq!(shown(&mut near, LEAVE.len()), LEAVE);
    }

    #[test]
    fn it_is_given_back_once_however_often_it_is_asked_for() {
        let _alone = alone();
        let (mut near, far) = terminal();
        let session = Session::start(far.try_clone().expect("a copy")).expect("a terminal");
        session.before().restore();
        drop(session);
        (&far).write_all(b"next").expect("a terminal");
        let all = [ENTER, LEAVE, b"next"].concat();
        assert_eq!(shown(&mut near, all.len()), all);
    }

    #[test]
    fn it_is_given_back_before_a_panic_is_told() {
        let _alone = alone();
        let (mut near, far) = terminal();
        let before = modes(&far);
        let tell = panic::take_hook();
        let teller = far.try_clone().expect("a copy");
        panic::set_hook(Box::new(move |_| (&teller).write_all(b"told").expect("a terminal")));
        let session = Session::start(far.try_clone().expect("a copy")).expect("a terminal");
        let panicked = panic::catch_unwind(panic::AssertUnwindSafe(move || {
            let _session = session;
            panic!("on purpose");
        }));
        panic::set_hook(tell);
        assert!(panicked.is_err());
        assert_eq!(modes(&far), before);
        let all = [ENTER, LEAVE, b"told"].concat();
        assert_eq!(shown(&mut near, all.len()), all);
    }

    #[test]
    fn what_is_no_terminal_is_refused() {
        let _alone = alone();
        let file = tempfile::tempfile().expect("a file");
        assert!(Session::start(file).is_err());
    }

    #[test]
    fn a_terminal_that_has_gone_is_given_up() {
        let _alone = alone();
        let (near, far) = terminal();
        let session = Session::start(far).expect("a terminal");
        drop(near);
        drop(session);
    }
}

//! Ctrl-C and SIGTERM.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use anyhow::{Context, Result};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::exit::Exit;

/// The signals that ask for an end, and how the program ends after each.
const SIGNALS: [(i32, Exit); 2] = [(SIGINT, Exit::Interrupted), (SIGTERM, Exit::Terminated)];

/// The handlers of [`SIGNALS`].
///
/// A signal ends the process at once, with the signal's exit code, but for work that is
/// [held](Self::hold): then the first one only raises a flag, and the second one ends the process.
/// It all happens in the handlers, by atomic flags, without a thread.
#[derive(Debug)]
pub struct Signals {
    ends_at_once: Arc<AtomicBool>,
    stop: Arc<AtomicBool>,
    received: Arc<AtomicUsize>,
}

impl Signals {
    /// Installs the handlers, also where the parent process has the signals ignored.
    ///
    /// # Errors
    ///
    /// If the system refuses.
    pub fn install() -> Result<Self> {
        let ends_at_once = Arc::new(AtomicBool::new(true));
        let stop = Arc::new(AtomicBool::new(false));
        let received = Arc::new(AtomicUsize::new(0));
        for (signal, exit) in SIGNALS {
            // A signal runs these in order. The first ends the process only if an earlier signal,
            // or nobody holding, has set its flag; the second sets it for the next signal.
            flag::register_conditional_shutdown(signal, exit as i32, Arc::clone(&ends_at_once))
                .and_then(|_| flag::register(signal, Arc::clone(&ends_at_once)))
                .and_then(|_| flag::register_usize(signal, Arc::clone(&received), signal as usize))
                .and_then(|_| flag::register(signal, Arc::clone(&stop)))
                .context("signal handlers")?;
        }
        Ok(Self { ends_at_once, stop, received })
    }

    /// Does work that can be stopped early: it is handed the flag that a signal raises. Returns its
    /// result, and how the program should end if there was a signal.
    pub fn hold<T>(&self, work: impl FnOnce(&AtomicBool) -> T) -> (T, Option<Exit>) {
        self.ends_at_once.store(false, Ordering::SeqCst);
        let result = work(&self.stop);
        self.ends_at_once.store(true, Ordering::SeqCst);
        let received = self.received.load(Ordering::SeqCst);
        let exit = SIGNALS.iter().find(|(signal, _)| *signal as usize == received);
        (result, exit.map(|&(_, exit)| exit))
    }
}

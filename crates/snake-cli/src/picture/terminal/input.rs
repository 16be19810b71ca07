//! What comes in from outside: keys, a new size, and the end.

use std::fs::File;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use anyhow::{Context, Result};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGWINCH};
use signal_hook::iterator::{Signals, SignalsInfo};

use super::keys::{Decoder, Key};
use super::session::Before;
use crate::exit::Exit;

/// Bytes read at once: a key sends a handful.
const READ_BYTES: usize = 64;

/// Something to react to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// A key was typed.
    Key(Key),
    /// The terminal has another size.
    Resized,
    /// A signal asks for an end, or the terminal has gone.
    End(Exit),
}

/// Catches the signals, also where the parent process has them ignored. Until
/// [`listen`] is called they wait.
///
/// # Errors
///
/// If the system refuses.
pub fn catch_signals() -> Result<Signals> {
    Signals::new([SIGHUP, SIGINT, SIGTERM, SIGWINCH]).context("signal handlers")
}

/// Starts to listen: a thread that waits for keys and one that waits for signals. Both sleep while
/// nothing comes, and end with the terminal or the process.
///
/// The second signal that asks for an end gives the terminal back and ends the process itself: the
/// first may have come while a stopped terminal keeps the view from going on.
pub fn listen(tty: File, signals: Signals, before: Arc<Before>) -> Receiver<Input> {
    let (sender, receiver) = mpsc::channel();
    let keys = sender.clone();
    thread::spawn(move || send_keys(tty, &keys));
    thread::spawn(move || send_signals(signals, &sender, &before));
    receiver
}

/// Sends keys until the terminal has gone: then reading gives nothing or an error, for ever.
fn send_keys(mut tty: impl Read, sender: &Sender<Input>) {
    let mut decoder = Decoder::default();
    let mut bytes = [0; READ_BYTES];
    loop {
        let count = match tty.read(&mut bytes) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Ok(count @ 1..) => count,
            Ok(0) | Err(_) => {
                // Without a receiver the view has ended already.
                let _ = sender.send(Input::End(Exit::HungUp));
                return;
            }
        };
        for key in bytes[..count].iter().filter_map(|&byte| decoder.push(byte)) {
            if sender.send(Input::Key(key)).is_err() {
                return;
            }
        }
    }
}

fn send_signals(mut signals: SignalsInfo, sender: &Sender<Input>, before: &Before) {
    let mut is_ending = false;
    for signal in signals.forever() {
        let exit = match signal {
            SIGWINCH => {
                let _ = sender.send(Input::Resized);
                continue;
            }
            SIGINT => Exit::Interrupted,
            SIGTERM => Exit::Terminated,
            _ => Exit::HungUp,
        };
        if is_ending {
            before.restore();
            exit.leave();
        }
        is_ending = true;
        let _ = sender.send(Input::End(exit));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inputs(tty: impl Read) -> Vec<Input> {
        let (sender, receiver) = mpsc::channel();
        send_keys(tty, &sender);
        drop(sender);
        receiver.iter().collect()
    }

    #[test]
    fn keys_come_in_order_and_the_end_last() {
        let pieces = (&b"q\x1b["[..]).chain(&b"C "[..]);
        let keys = [Key::Character('q'), Key::Right, Key::Character(' ')].map(Input::Key);
        assert_eq!(inputs(pieces), [&keys[..], &[Input::End(Exit::HungUp)]].concat());
    }

    /// A terminal that gives this error, once, and then a key.
    struct Failing(Option<io::ErrorKind>);

    impl Read for Failing {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            match self.0.take() {
                Some(kind) => Err(kind.into()),
                None => {
                    bytes[0] = b'q';
                    self.0 = Some(io::ErrorKind::Other);
                    Ok(1)
                }
            }
        }
    }

    #[test]
    fn a_read_error_is_the_end_but_an_interruption_is_none() {
        let end = Input::End(Exit::HungUp);
        assert_eq!(inputs(Failing(Some(io::ErrorKind::Other))), [end]);
        let interrupted = Failing(Some(io::ErrorKind::Interrupted));
        assert_eq!(inputs(interrupted), [Input::Key(Key::Character('q')), end]);
    }
}

//! The game in the terminal, to be looked at with keys.
//!
//! | file | concept |
//! | --- | --- |
//! | `player` | the turn shown, and what keys and time do to it |
//! | `frame` | what is drawn |
//! | `look` | what a terminal can show: colours, characters |
//! | `keys` | keys, from bytes |
//! | `input` | keys, signals and the end of the terminal, as one stream |
//! | `session` | taking the terminal, and giving it back |

mod frame;
mod input;
mod keys;
mod look;
mod player;
mod session;

use std::env;
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Instant;

use anyhow::{Context, Result};
use ratatui::Terminal;
use ratatui::backend::TermionBackend;
use snake_core::Game;

use crate::exit::Exit;
use crate::io::write_stdout;
use frame::View;
use input::Input;
use look::Look;
use player::{Flow, Player};
use session::Session;

/// Shows a game from a turn on, else from its start, until a key, a signal, or the end of the terminal
/// ends it. Where standard output is no terminal that can be drawn on, the position at that turn, else
/// at the last one, is printed instead.
///
/// # Errors
///
/// If the terminal refuses to be taken, or standard output cannot be written.
pub fn show(game: &Game<'_>, turn: Option<usize>) -> Result<Exit> {
    let look = Look::of(|name| env::var(name).ok());
    let can_move = env::var_os("TERM").is_some_and(|term| !term.is_empty() && term != "dumb");
    let tty = (can_move && io::stdout().is_terminal()).then(session::open);
    match tty {
        Some(Ok(tty)) => {
            look_at(Player::new(game, turn.unwrap_or(0)), look, tty).context("terminal")
        }
        // Without a terminal of its own the process gets no keys.
        Some(Err(_)) | None => {
            write_stdout(&frame::plain(game, turn.unwrap_or(game.turns()), look))?;
            Ok(Exit::Success)
        }
    }
}

/// Takes the terminal, shows the game, and gives it back.
fn look_at(mut player: Player<'_>, look: Look, tty: File) -> Result<Exit> {
    let signals = input::catch_signals()?;
    let session = Session::start(tty.try_clone()?)?;
    let inputs = input::listen(tty.try_clone()?, signals, session.before());
    let mut terminal = Terminal::new(TermionBackend::new(BufWriter::new(tty)))?;
    let exit = loop {
        let view = View { player: &player, look };
        if terminal.draw(|frame| frame.render_widget(view, frame.area())).is_err() {
            // The terminal has gone: nobody is left to tell.
            break Exit::HungUp;
        }
        if let Some(exit) = react(&mut player, &inputs) {
            break exit;
        }
    };
    // Dropped, it would write to a terminal that may have gone, and complain if it has. All that has to
    // be given back is the session's.
    std::mem::forget(terminal);
    Ok(exit)
}

/// Waits until there is something else to draw; the way to end if it is time to.
fn react(player: &mut Player<'_>, inputs: &Receiver<Input>) -> Option<Exit> {
    let first = match player.next_picture() {
        None => inputs.recv().map_err(RecvTimeoutError::from),
        Some(due) => inputs.recv_timeout(due.saturating_duration_since(Instant::now())),
    };
    let now = Instant::now();
    match first {
        Err(RecvTimeoutError::Timeout) => player.advance(now),
        Err(RecvTimeoutError::Disconnected) => return Some(Exit::HungUp),
        // All that has come, at once: a held key must not leave a tail of pictures behind.
        Ok(first) => {
            for input in std::iter::once(first).chain(inputs.try_iter()) {
                match input {
                    Input::Resized => {}
                    Input::End(exit) => return Some(exit),
                    Input::Key(key) => match player.press(key, now) {
                        Flow::Stay => {}
                        Flow::Quit => return Some(Exit::Success),
                        Flow::Interrupt => return Some(Exit::Interrupted),
                    },
                }
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use snake_core::{Answer, Instance};

    /// An instance of `fixtures/` and its answer.
    pub fn game(input: &str, output: &str) -> (Instance, Answer) {
        let fixture = |name| {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(name);
            fs::read_to_string(path).expect("it is there")
        };
        let instance = fixture(input).parse().expect("a legal instance");
        (instance, fixture(output).parse().expect("directions"))
    }

    /// A small official instance and its stored answer.
    pub fn seed_0() -> (Instance, Answer) {
        game("official/0000.txt", "answers/0000.txt")
    }

    /// A dense official instance and its stored answer, which has bites and mistakes.
    pub fn seed_2() -> (Instance, Answer) {
        game("official/0002.txt", "answers/0002.txt")
    }
}

//! The rules of AtCoder Heuristic Contest 063, "Colorful Ouroboros".
//!
//! A snake moves on a square grid of coloured foods. Each food it eats adds a part at its tail, and
//! the food's colour to the end of its colours; running into its own body cuts off what lies behind.
//! Wanted is that its colours spell a given sequence, in few moves.
//!
//! One file holds one concept:
//!
//! | file | concept |
//! | --- | --- |
//! | `grid` | [`Cell`], [`Direction`], [`Grid`]: where things are |
//! | `cell_set` | [`CellSet`]: 256-bit boards for floods |
//! | `instance` | [`Instance`]: a problem, read, checked and written |
//! | `generate` | the official generator (feature `generate`) |
//! | `snake` | [`Snake`]: the parts as a double-ended queue |
//! | `board` | [`Board`]: one integer a cell |
//! | `state` | [`State`] and [`State::advance`]: the rules of a move |
//! | `answer` | [`Answer`], [`Replay`], [`Score`] |
//! | `game` | [`Game`]: an answer with every turn at hand, to be looked at |
//! | `perft` | [`perft`]: counts of move sequences, to check the rules of a move by |
//! | `text` | tokens and where they stand (private) |
//! | `error` | what can be wrong with an input, and where |
//!
//! A part has a *cell* and an ordinal (0 = head); a *colour* belongs to the ordinal. When the snake
//! moves, cells shift by one part and colours stay, so moving costs nothing per part:
//!
//! ```text
//!    before         after Left        part        0 1 2 3 4
//!    . . . .        . . . .           colour      1 1 1 2 3   before and after
//!    4 3 2 .        . 4 3 .
//!    . 0 1 .        0 1 2 .           the head enters a free cell, every other
//!                                     part takes the cell of the one before it
//! ```

#![forbid(unsafe_code)]

mod answer;
mod board;
mod cell_set;
mod error;
mod game;
#[cfg(feature = "generate")]
mod generate;
mod grid;
mod instance;
mod perft;
mod snake;
mod state;
mod text;

pub use answer::{Answer, MAX_TURNS, MISMATCH_PENALTY, Replay, Score};
pub use board::{Board, Content};
pub use cell_set::{CELL_SET_WORDS, CellSet, Cells};
pub use error::{
    IllegalMove, InstanceRule, ParseAnswerError, ParseInstanceError, Position, ReplayError,
};
pub use game::{Game, Moment};
#[cfg(feature = "generate")]
pub use generate::{Fixed, FixedOutOfRange};
pub use grid::{CELL_COUNT, Cell, Direction, Grid, MAX_SIDE, MIN_SIDE};
pub use instance::{Colour, Instance, Limits, MAX_COLOUR, MAX_WANTED, START_COLOUR};
pub use perft::{MAX_PERFT_DEPTH, PerftLine, perft};
pub use snake::{START_LENGTH, SerialIndex, Snake};
pub use state::{Event, State};

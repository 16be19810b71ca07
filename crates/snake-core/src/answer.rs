//! An answer: parsing, replay and score.

use std::fmt;
use std::str::FromStr;

use crate::error::{ParseAnswerError, ReplayError};
use crate::grid::Direction;
use crate::instance::Instance;
use crate::state::{Event, State};
use crate::text::{Tokens, shown};

/// Largest number of turns (`rules.md`, "The snake").
pub const MAX_TURNS: usize = 100_000;

/// Penalty of a wrong colour, in turns; a missing part costs twice as much (`rules.md`, "The score").
pub const MISMATCH_PENALTY: u64 = 10_000;

/// A sequence of at most [`MAX_TURNS`] moves. It may be illegal on a given instance: that shows
/// when it is replayed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    directions: Vec<Direction>,
}

impl Answer {
    /// An answer of these moves.
    ///
    /// # Panics
    ///
    /// If there are more than [`MAX_TURNS`].
    #[must_use]
    pub fn new(directions: Vec<Direction>) -> Self {
        assert!(directions.len() <= MAX_TURNS, "an answer has at most {MAX_TURNS} moves");
        Self { directions }
    }

    /// The moves in order.
    #[must_use]
    pub fn directions(&self) -> &[Direction] {
        &self.directions
    }

    /// Plays the answer on an instance, move by move.
    #[must_use]
    pub fn replay<'i>(&self, instance: &'i Instance) -> Replay<'i, '_> {
        Replay { state: State::start(instance), directions: &self.directions, next: 0 }
    }

    /// The score of the answer on an instance.
    ///
    /// # Errors
    ///
    /// If a move is illegal.
    ///
    /// ```
    /// use snake_core::{Answer, Instance};
    /// # let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/official/0000.txt"));
    /// let instance: Instance = text.parse()?;
    /// let answer: Answer = "R\nR\n".parse()?;
    /// let score = answer.score(&instance)?;
    /// assert_eq!((score.turns, score.mismatches, score.missing), (2, 0, 25));
    /// assert_eq!(score.value(), 2 + 10_000 * 2 * 25);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn score(&self, instance: &Instance) -> Result<Score, ReplayError> {
        let mut replay = self.replay(instance);
        for event in &mut replay {
            event?;
        }
        Ok(Score::of(replay.state()))
    }
}

/// Reads directions separated by white space; a byte order mark and CRLF are fine.
impl FromStr for Answer {
    type Err = ParseAnswerError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut directions = Vec::new();
        for (position, token) in Tokens::new(text) {
            let mut characters = token.chars();
            let direction = match (characters.next(), characters.next()) {
                (Some(letter), None) => Direction::from_letter(letter),
                _ => None,
            };
            let Some(direction) = direction else {
                let token = shown(token);
                return Err(ParseAnswerError::InvalidDirection { token, position });
            };
            directions.push(direction);
        }
        if directions.len() > MAX_TURNS {
            return Err(ParseAnswerError::TooLong);
        }
        Ok(Self { directions })
    }
}

/// Writes one move a line.
impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.directions.iter().try_for_each(|direction| writeln!(f, "{direction}"))
    }
}

/// An answer being played: an iterator over what each move does. It ends after the last move or
/// after the first illegal one.
#[derive(Clone, Debug)]
pub struct Replay<'i, 'a> {
    state: State<'i>,
    directions: &'a [Direction],
    next: usize,
}

impl<'i> Replay<'i, '_> {
    /// The state after the moves played so far.
    #[must_use]
    pub const fn state(&self) -> &State<'i> {
        &self.state
    }
}

impl Iterator for Replay<'_, '_> {
    type Item = Result<Event, ReplayError>;

    fn next(&mut self) -> Option<Self::Item> {
        let turn = self.next;
        let &direction = self.directions.get(turn)?;
        self.next += 1;
        let event = self.state.advance(direction);
        if event.is_err() {
            self.next = self.directions.len();
        }
        Some(event.map_err(|reason| ReplayError { turn, reason }))
    }
}

/// The parts of a score; lower is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// T, the number of turns.
    pub turns: usize,
    /// k, the final length.
    pub length: usize,
    /// E, the number of parts whose colour is not the wanted one.
    pub mismatches: usize,
    /// M - k, the number of parts missing.
    pub missing: usize,
}

impl Score {
    /// The score of a position.
    #[must_use]
    pub fn of(state: &State<'_>) -> Self {
        let (wanted, colours) = (state.instance().wanted(), state.colours());
        Self {
            turns: state.turns(),
            length: colours.len(),
            mismatches: wanted.iter().zip(colours).filter(|(a, b)| a != b).count(),
            missing: wanted.len() - colours.len(),
        }
    }

    /// `T + 10000 * (E + 2 * (M - k))`.
    #[must_use]
    pub const fn value(&self) -> u64 {
        self.turns as u64 + MISMATCH_PENALTY * (self.mismatches as u64 + 2 * self.missing as u64)
    }

    /// Whether the snake spells the whole wanted sequence.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.mismatches == 0 && self.missing == 0
    }
}

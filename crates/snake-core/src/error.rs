//! What can be wrong with an input, and where.

use thiserror::Error;

use crate::instance::Colour;

/// A place in a text: line and column, both counted from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl std::fmt::Display for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Why a text is not an instance: the place and the rule it breaks.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{position}: {rule}")]
pub struct ParseInstanceError {
    /// Where the offending token starts; the end of the text if something is missing.
    pub position: Position,
    /// The broken rule.
    pub rule: InstanceRule,
}

/// The rules an instance can break (`rules.md`, "An instance").
///
/// Where one number breaks several, it is the first of those it breaks in the order of the variants.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum InstanceRule {
    /// A token is missing: the text ends too early.
    #[error("the text ends where {expected} should stand")]
    Missing {
        /// What was expected, in words.
        expected: String,
    },
    /// A token is not a non-negative integer.
    #[error("expected {expected}, found `{found}`")]
    NotANumber {
        /// What was expected, in words.
        expected: String,
        /// The token, shortened if it is long.
        found: String,
    },
    /// A number is outside its range.
    #[error("{name} must be in {least}..={most}, found {found}")]
    OutOfRange {
        /// Which number.
        name: String,
        /// Least value allowed.
        least: usize,
        /// Largest value allowed.
        most: usize,
        /// The number as it stands in the text, shortened if it is long.
        found: String,
    },
    /// One of the first five wanted colours is not 1.
    #[error("d[{index}] must be 1 (the snake starts with five parts of colour 1), found {found}")]
    StartColour {
        /// Index into d, below 5.
        index: usize,
        /// The colour that stands there.
        found: Colour,
    },
    /// Food on a cell the snake starts on.
    #[error("row {row}, column 0 of the board must be 0 (the snake starts there), found {found}")]
    FoodOnStart {
        /// Row of the cell, from 0.
        row: usize,
        /// The colour of the food.
        found: Colour,
    },
    /// The number of foods is not M - 5.
    #[error("the board must hold M - 5 = {expected} foods, found {found}")]
    FoodCount {
        /// M - 5.
        expected: usize,
        /// Number of foods on the board.
        found: usize,
    },
    /// Something stands after the last row of the board.
    #[error("nothing may follow the board, found `{found}`")]
    ExtraToken {
        /// The first token too many, shortened if it is long.
        found: String,
    },
}

/// Why a text is not an answer. The texts are the official scorer's.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseAnswerError {
    /// A token is none of `U`, `D`, `L`, `R`.
    #[error("Invalid direction: {token}")]
    InvalidDirection {
        /// The token, shortened if it is long.
        token: String,
        /// Where it starts.
        position: Position,
    },
    /// There are more than [`MAX_TURNS`](crate::MAX_TURNS) moves.
    #[error("Too long output")]
    TooLong,
}

/// Why a move is not allowed. The state is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum IllegalMove {
    /// The destination is outside the grid.
    #[error("Try to move out of the board")]
    OutOfBoard,
    /// The destination is the cell of part 1, even where that is the tail's cell as well.
    #[error("Try to U-turn")]
    UTurn,
}

/// The first illegal move of an answer. The texts are the official scorer's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{reason} (turn {turn})")]
pub struct ReplayError {
    /// Turn of the move, counted from 0.
    pub turn: usize,
    /// What is wrong with it.
    pub reason: IllegalMove,
}

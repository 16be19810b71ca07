//! A problem instance: the board with its foods, and the wanted colours.

use std::fmt;
use std::str::FromStr;

use crate::board::Board;
use crate::error::{InstanceRule, ParseInstanceError, Position};
use crate::grid::{Cell, Grid, MAX_SIDE, MIN_SIDE};
use crate::snake::START_LENGTH;
use crate::text::{Tokens, shown};

/// A colour, 1 to [`MAX_COLOUR`].
pub type Colour = u8;

/// Colour of the five parts the snake starts with.
pub const START_COLOUR: Colour = 1;

/// Largest number of colours, and so the largest colour (`rules.md`, "An instance").
pub const MAX_COLOUR: Colour = 7;

/// Largest length of the wanted sequence: `floor(3 * 16² / 4)`.
pub const MAX_WANTED: usize = 3 * MAX_SIDE * MAX_SIDE / 4;

/// The ranges that the numbers of an instance must keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limits {
    /// The contest's: N in 8..=16, M in `ceil(N²/4)..=floor(3N²/4)`, C in 3..=7.
    Contest,
    /// All that the rules make sense for: N in 5..=16, M in 5..=min(N², 192), C in 1..=7. Small
    /// boards make good tests and can be searched exhaustively.
    Playable,
}

impl Limits {
    pub(crate) const fn side(self) -> (usize, usize) {
        match self {
            Self::Contest => (8, MAX_SIDE),
            Self::Playable => (MIN_SIDE, MAX_SIDE),
        }
    }

    /// Least and largest M for a board of the given side.
    #[must_use]
    pub const fn wanted(self, side: usize) -> (usize, usize) {
        match self {
            Self::Contest => ((side * side).div_ceil(4), 3 * side * side / 4),
            Self::Playable => {
                let cells = side * side;
                (START_LENGTH, if cells < MAX_WANTED { cells } else { MAX_WANTED })
            }
        }
    }

    pub(crate) const fn colours(self) -> (usize, usize) {
        match self {
            Self::Contest => (3, MAX_COLOUR as usize),
            Self::Playable => (1, MAX_COLOUR as usize),
        }
    }
}

/// A problem instance: N, C, the wanted sequence d, and the foods.
///
/// Always valid: the numbers keep at least [`Limits::Playable`], d starts with five times colour 1,
/// there are exactly M - 5 foods and none on the start cells (0,0) to (4,0).
///
/// The foods' colours need not be those of `d[5..]`. In every generated instance they are; where a
/// hand-written one lacks a colour, no perfect answer exists.
///
/// ```
/// use snake_core::Instance;
///
/// let text = std::fs::read_to_string(concat!(
///     env!("CARGO_MANIFEST_DIR"), "/../../fixtures/official/0000.txt"))?;
/// let instance: Instance = text.parse()?;
/// assert_eq!((instance.side(), instance.wanted().len(), instance.colours()), (8, 30, 3));
/// assert_eq!(instance.to_string(), text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    grid: Grid,
    colours: Colour,
    wanted: Vec<Colour>,
    foods: Board,
}

impl Instance {
    /// Side of the board, N.
    #[inline]
    #[must_use]
    pub const fn side(&self) -> usize {
        self.grid.side()
    }

    /// The board's cells and their neighbours.
    #[inline]
    #[must_use]
    pub const fn grid(&self) -> Grid {
        self.grid
    }

    /// Number of colours, C.
    #[inline]
    #[must_use]
    pub const fn colours(&self) -> usize {
        self.colours as usize
    }

    /// The wanted colours d, head first; `wanted().len()` is M.
    #[inline]
    #[must_use]
    pub fn wanted(&self) -> &[Colour] {
        &self.wanted
    }

    /// Colour of the food that lies on the cell at the start, if there is any.
    #[inline]
    #[must_use]
    pub fn food(&self, cell: Cell) -> Option<Colour> {
        self.foods.food(cell)
    }

    /// The foods at the start as a board without snake.
    pub(crate) const fn foods(&self) -> &Board {
        &self.foods
    }

    /// Reads an instance that keeps the given limits.
    ///
    /// The text is `N M C`, then d, then N rows of N numbers; line ends do not matter, a byte order
    /// mark is skipped.
    ///
    /// # Errors
    ///
    /// The first broken rule in reading order, with line and column. That the number of foods is
    /// wrong is noticed at the end of the board.
    pub fn parse(text: &str, limits: Limits) -> Result<Self, ParseInstanceError> {
        let mut reader = Reader { tokens: Tokens::new(text) };
        let (_, side) = reader.number_within(|| "N".to_owned(), limits.side())?;
        let (_, wanted_length) =
            reader.number_within(|| format!("M (with N = {side})"), limits.wanted(side))?;
        let (_, colours) = reader.number_within(|| "C".to_owned(), limits.colours())?;

        let mut wanted = Vec::with_capacity(wanted_length);
        for index in 0..wanted_length {
            let (position, colour) =
                reader.number_within(|| format!("d[{index}]"), (1, colours))?;
            let colour = colour as Colour;
            if index < START_LENGTH && colour != START_COLOUR {
                let rule = InstanceRule::StartColour { index, found: colour };
                return Err(ParseInstanceError { position, rule });
            }
            wanted.push(colour);
        }

        let grid = Grid::new(side);
        let mut foods = Board::empty();
        let mut food_count = 0;
        let mut last = Position { line: 1, column: 1 };
        for cell in grid.cells() {
            let name = || format!("row {}, column {} of the board", cell.row(), cell.column());
            let (position, colour) = reader.number_within(name, (0, colours))?;
            let colour = colour as Colour;
            last = position;
            if colour == 0 {
                continue;
            }
            if cell.column() == 0 && cell.row() < START_LENGTH {
                let rule = InstanceRule::FoodOnStart { row: cell.row(), found: colour };
                return Err(ParseInstanceError { position, rule });
            }
            foods.put_food(cell, colour);
            food_count += 1;
        }
        let expected = wanted_length - START_LENGTH;
        if food_count != expected {
            let rule = InstanceRule::FoodCount { expected, found: food_count };
            return Err(ParseInstanceError { position: last, rule });
        }
        if let Some((position, token)) = reader.tokens.next() {
            let rule = InstanceRule::ExtraToken { found: shown(token) };
            return Err(ParseInstanceError { position, rule });
        }
        Ok(Self { grid, colours: colours as Colour, wanted, foods })
    }

    /// Puts together what the generator has drawn.
    ///
    /// # Panics
    ///
    /// In debug builds, if the parts break the invariants of the type.
    #[cfg(feature = "generate")]
    pub(crate) fn from_parts(
        grid: Grid,
        colours: Colour,
        wanted: Vec<Colour>,
        foods: impl Iterator<Item = (Cell, Colour)>,
    ) -> Self {
        let mut board = Board::empty();
        let mut food_count = 0;
        for (cell, colour) in foods {
            debug_assert!(cell.column() > 0 || cell.row() >= START_LENGTH);
            board.put_food(cell, colour);
            food_count += 1;
        }
        debug_assert!(wanted.starts_with(&[START_COLOUR; START_LENGTH]));
        debug_assert_eq!(food_count, wanted.len() - START_LENGTH);
        Self { grid, colours, wanted, foods: board }
    }
}

/// Reads an instance within the contest's limits: [`Instance::parse`] with [`Limits::Contest`].
impl FromStr for Instance {
    type Err = ParseInstanceError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text, Limits::Contest)
    }
}

/// Writes the text form of the contest; reading it back gives an equal instance.
impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {} {}", self.side(), self.wanted.len(), self.colours)?;
        write_row(f, self.wanted.iter().copied())?;
        for row in 0..self.side() {
            let cells = (0..self.side()).map(|column| Cell::new(row, column));
            write_row(f, cells.map(|cell| self.food(cell).unwrap_or(0)))?;
        }
        Ok(())
    }
}

fn write_row(f: &mut fmt::Formatter<'_>, numbers: impl Iterator<Item = Colour>) -> fmt::Result {
    for (column, number) in numbers.enumerate() {
        if column > 0 {
            f.write_str(" ")?;
        }
        write!(f, "{number}")?;
    }
    writeln!(f)
}

/// Reads numbers and says what is wrong with them.
struct Reader<'t> {
    tokens: Tokens<'t>,
}

impl Reader<'_> {
    /// The next token, which must be a number in the inclusive range, and where it stands.
    fn number_within(
        &mut self,
        name: impl Fn() -> String,
        (least, most): (usize, usize),
    ) -> Result<(Position, usize), ParseInstanceError> {
        let Some((position, token)) = self.tokens.next() else {
            let rule = InstanceRule::Missing { expected: name() };
            return Err(ParseInstanceError { position: self.tokens.position(), rule });
        };
        if !token.bytes().all(|byte| byte.is_ascii_digit()) {
            let rule = InstanceRule::NotANumber { expected: name(), found: shown(token) };
            return Err(ParseInstanceError { position, rule });
        }
        // Digits that do not parse are too many for the type, so they are out of range as well.
        match token.parse() {
            Ok(number) if (least..=most).contains(&number) => Ok((position, number)),
            _ => {
                let (name, found) = (name(), shown(token));
                let rule = InstanceRule::OutOfRange { name, least, most, found };
                Err(ParseInstanceError { position, rule })
            }
        }
    }
}

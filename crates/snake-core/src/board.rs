//! What stands on each cell, one integer a cell.

use crate::cell_set::CellSet;
use crate::grid::{CELL_COUNT, Cell};
use crate::instance::{Colour, MAX_COLOUR};
use crate::snake::SerialIndex;

/// Bits of a colour: colours are 1 to 7.
const COLOUR_BITS: usize = 3;

/// What a cell holds. No cell ever holds both food and a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Neither food nor a part.
    Empty,
    /// Food of this colour.
    Food(Colour),
    /// The part with this serial index; where head and tail share the cell, the head's.
    Body(SerialIndex),
}

/// One integer a cell: 0 is empty, `c > 0` food of colour `c`, `-i < 0` the body part with serial
/// index `i`.
///
/// So a bite test is one load, and so is the turn from which a cell is free: a head that arrives
/// after `t` moves without eating may enter the cell of part `i` when `t >= i - tail index`
/// (`rules.md`, "Consequences"). Serial indices start at 1 because -0 would read as empty.
///
/// Addressed by [`Cell`], that is row-major with stride 16 on every grid; cells outside the grid
/// stay empty.
///
/// The same again as bit planes, kept up to date, for searches that flood many cells at a time: the
/// cells with a body part, and for each of the three bits of a colour the cells whose food has it.
#[derive(Clone, PartialEq, Eq)]
pub struct Board {
    squares: [i32; CELL_COUNT],
    colour_planes: [CellSet; COLOUR_BITS],
    bodies: CellSet,
}

impl Board {
    /// A board without food or parts.
    #[must_use]
    pub const fn empty() -> Self {
        Self {
            squares: [0; CELL_COUNT],
            colour_planes: [CellSet::EMPTY; COLOUR_BITS],
            bodies: CellSet::EMPTY,
        }
    }

    /// What the cell holds.
    #[inline]
    #[must_use]
    pub fn content(&self, cell: Cell) -> Content {
        match self.squares[cell.index()] {
            0 => Content::Empty,
            food if food > 0 => Content::Food(food as Colour),
            body => Content::Body(-body),
        }
    }

    /// Colour of the food on the cell, if there is any.
    #[inline]
    #[must_use]
    pub fn food(&self, cell: Cell) -> Option<Colour> {
        let square = self.squares[cell.index()];
        (square > 0).then_some(square as Colour)
    }

    /// Serial index of the part on the cell, if there is one (the head's if head and tail share it).
    #[inline]
    #[must_use]
    pub fn body(&self, cell: Cell) -> Option<SerialIndex> {
        let square = self.squares[cell.index()];
        (square < 0).then_some(-square)
    }

    /// The integer itself: food colour if positive, minus the serial index if negative.
    #[inline]
    #[must_use]
    pub const fn square(&self, cell: Cell) -> i32 {
        self.squares[cell.index()]
    }

    /// The cells with food of any colour. `O(1)`.
    #[inline]
    #[must_use]
    pub fn foods(&self) -> CellSet {
        let [low, middle, high] = self.colour_planes;
        low | middle | high
    }

    /// The cells with food of this colour. `O(1)`.
    ///
    /// # Panics
    ///
    /// In debug builds, if the colour is not in `1..=7`. In release builds the result is then some set.
    #[inline]
    #[must_use]
    pub fn foods_of(&self, colour: Colour) -> CellSet {
        debug_assert!((1..=MAX_COLOUR).contains(&colour), "colour {colour}");
        let plane = |bit: usize| {
            let plane = self.colour_planes[bit];
            if colour >> bit & 1 == 1 { plane } else { !plane }
        };
        plane(0) & plane(1) & plane(2)
    }

    /// The cells with a body part. `O(1)`.
    #[inline]
    #[must_use]
    pub const fn bodies(&self) -> CellSet {
        self.bodies
    }

    /// Puts food on a cell that is empty or holds a part.
    #[inline]
    pub(crate) fn put_food(&mut self, cell: Cell, colour: Colour) {
        debug_assert!(self.food(cell).is_none());
        self.squares[cell.index()] = i32::from(colour);
        self.bodies.remove(cell);
        for (bit, plane) in self.colour_planes.iter_mut().enumerate() {
            if colour >> bit & 1 == 1 {
                plane.insert(cell);
            }
        }
    }

    /// Takes the food away that lies on the cell.
    #[inline]
    pub(crate) fn take_food(&mut self, cell: Cell) {
        self.squares[cell.index()] = 0;
        for plane in &mut self.colour_planes {
            plane.remove(cell);
        }
    }

    /// Puts a part on a cell without food.
    #[inline]
    pub(crate) fn put_body(&mut self, cell: Cell, index: SerialIndex) {
        debug_assert!(index >= 1 && self.food(cell).is_none());
        self.squares[cell.index()] = -index;
        self.bodies.insert(cell);
    }

    /// Empties the cell a leaving tail gives up, if it still holds the tail's own index: where the
    /// head shares the cell, the head's larger index stays.
    #[inline]
    pub(crate) fn leave(&mut self, cell: Cell, tail_index: SerialIndex) {
        let square = &mut self.squares[cell.index()];
        if *square == -tail_index {
            *square = 0;
            self.bodies.remove(cell);
        }
    }
}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for row in self.squares.chunks(crate::grid::MAX_SIDE) {
            writeln!(f, "{row:?}")?;
        }
        Ok(())
    }
}

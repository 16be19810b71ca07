//! What the flood needs of a set of cells, so that it can be held in whatever registers there are.

use snake_core::{Cell, CellSet, Direction};

/// A set of cells as a value to calculate with.
///
/// [`CellSet`] itself is the portable one, and the reference for others: all give the same results.
pub(crate) trait Lanes: Copy {
    /// From a plain set.
    fn load(cells: &CellSet) -> Self;

    /// As a plain set.
    fn store(self) -> CellSet;

    /// The set of one cell.
    fn single(cell: Cell) -> Self;

    /// Cells in both.
    fn and(self, other: Self) -> Self;

    /// Cells in either.
    fn or(self, other: Self) -> Self;

    /// Cells in this set but not in the other.
    fn without(self, other: Self) -> Self;

    /// Whether there is no cell in the set.
    fn is_empty(self) -> bool;

    /// The set moved by one cell, as [`CellSet::shifted`] does, in each of [`Direction::ALL`].
    fn shifts(self) -> [Self; 4];

    /// Number of cells.
    fn count(self) -> i32;

    /// As [`CellSet::neighbours`].
    #[inline(always)]
    fn neighbours(self) -> Self {
        let [up, down, left, right] = self.shifts();
        (up.or(down)).or(left.or(right))
    }

    /// The set without cells.
    #[inline(always)]
    fn empty() -> Self {
        Self::load(&CellSet::EMPTY)
    }
}

impl Lanes for CellSet {
    #[inline(always)]
    fn load(cells: &CellSet) -> Self {
        *cells
    }

    #[inline(always)]
    fn store(self) -> CellSet {
        self
    }

    #[inline(always)]
    fn single(cell: Cell) -> Self {
        let mut cells = Self::EMPTY;
        cells.insert(cell);
        cells
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self & other
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self | other
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self & !other
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        CellSet::is_empty(&self)
    }

    #[inline(always)]
    fn shifts(self) -> [Self; 4] {
        Direction::ALL.map(|direction| self.shifted(direction))
    }

    #[inline(always)]
    fn count(self) -> i32 {
        self.len() as i32
    }
}

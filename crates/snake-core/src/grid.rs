//! Cells, directions and the square grid they live on.

use crate::cell_set::CellSet;

/// Largest side of a grid, and the fixed row stride of [`Cell::index`].
///
/// The contest's boards have sides 8 to 16 (`rules.md`, "An instance").
pub const MAX_SIDE: usize = 16;

/// Smallest side on which the rules make sense: the start position needs five rows.
pub const MIN_SIDE: usize = 5;

/// Number of values a [`Cell`] can take, on every grid: `MAX_SIDE * MAX_SIDE`.
pub const CELL_COUNT: usize = MAX_SIDE * MAX_SIDE;

/// A place on the grid, stored row-major with the fixed stride [`MAX_SIDE`].
///
/// The stride does not depend on the side of the grid, so that a cell's index is also its bit in a
/// 256-bit board, and moving by a row is the same shift on every grid. A `Cell` by itself does not
/// know its grid: on a grid of side 8 the cell (0, 12) exists as a value but lies outside.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Cell(u8);

impl Cell {
    /// The cell in `row` (counted downward from 0) and `column` (to the right from 0).
    ///
    /// # Panics
    ///
    /// If a coordinate is not below [`MAX_SIDE`].
    ///
    /// ```
    /// use snake_core::Cell;
    /// let cell = Cell::new(4, 0);
    /// assert_eq!((cell.row(), cell.column(), cell.index()), (4, 0, 64));
    /// ```
    #[inline]
    #[must_use]
    pub const fn new(row: usize, column: usize) -> Self {
        assert!(row < MAX_SIDE && column < MAX_SIDE, "coordinates must be below 16");
        Self((row * MAX_SIDE + column) as u8)
    }

    /// The cell with the given [`index`](Self::index); every `u8` is one.
    #[inline]
    #[must_use]
    pub const fn from_index(index: u8) -> Self {
        Self(index)
    }

    /// Row-major index with stride [`MAX_SIDE`], below [`CELL_COUNT`].
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Row, counted downward from 0.
    #[inline]
    #[must_use]
    pub const fn row(self) -> usize {
        (self.0 >> 4) as usize
    }

    /// Column, counted to the right from 0.
    #[inline]
    #[must_use]
    pub const fn column(self) -> usize {
        (self.0 & 15) as usize
    }

    /// Steps between two cells on an empty grid.
    #[inline]
    #[must_use]
    pub const fn manhattan_distance(self, other: Self) -> usize {
        self.row().abs_diff(other.row()) + self.column().abs_diff(other.column())
    }
}

impl std::fmt::Debug for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({}, {})", self.row(), self.column())
    }
}

/// One of the four moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Direction {
    /// `U`: one row less.
    Up,
    /// `D`: one row more.
    Down,
    /// `L`: one column less.
    Left,
    /// `R`: one column more.
    Right,
}

impl Direction {
    /// All four, in the order of the contest's statement: `U D L R`.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// The letter an answer is written with.
    #[inline]
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Up => 'U',
            Self::Down => 'D',
            Self::Left => 'L',
            Self::Right => 'R',
        }
    }

    /// The direction a letter stands for; `None` for anything but `U`, `D`, `L`, `R`.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'U' => Some(Self::Up),
            'D' => Some(Self::Down),
            'L' => Some(Self::Left),
            'R' => Some(Self::Right),
            _ => None,
        }
    }

    /// The direction that leads back.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Down => Self::Up,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

impl std::fmt::Display for Direction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// The square of `side` rows and columns: which cells exist, and which are neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    side: u8,
}

impl Grid {
    /// A grid of the given side.
    ///
    /// # Panics
    ///
    /// If `side` is outside [`MIN_SIDE`]`..=`[`MAX_SIDE`].
    #[must_use]
    pub const fn new(side: usize) -> Self {
        assert!(side >= MIN_SIDE && side <= MAX_SIDE, "side must be in 5..=16");
        Self { side: side as u8 }
    }

    /// Number of rows, and of columns.
    #[inline]
    #[must_use]
    pub const fn side(self) -> usize {
        self.side as usize
    }

    /// Whether the cell lies on this grid.
    #[inline]
    #[must_use]
    pub const fn contains(self, cell: Cell) -> bool {
        cell.row() < self.side() && cell.column() < self.side()
    }

    /// The cell one step in `direction`, or `None` at the edge.
    ///
    /// ```
    /// use snake_core::{Cell, Direction, Grid};
    /// let grid = Grid::new(8);
    /// assert_eq!(grid.neighbour(Cell::new(7, 3), Direction::Right), Some(Cell::new(7, 4)));
    /// assert_eq!(grid.neighbour(Cell::new(7, 3), Direction::Down), None);
    /// ```
    #[inline]
    #[must_use]
    pub const fn neighbour(self, cell: Cell, direction: Direction) -> Option<Cell> {
        // Steps from tables: a branch for each direction could not be predicted. A step over the
        // upper or left edge wraps to 255, which no grid has.
        const ROW_STEPS: [u8; 4] = [1u8.wrapping_neg(), 1, 0, 0];
        const COLUMN_STEPS: [u8; 4] = [0, 0, 1u8.wrapping_neg(), 1];
        let row = (cell.0 >> 4).wrapping_add(ROW_STEPS[direction as usize]);
        let column = (cell.0 & 15).wrapping_add(COLUMN_STEPS[direction as usize]);
        if row < self.side && column < self.side { Some(Cell(row << 4 | column)) } else { None }
    }

    /// The direction from a cell to an adjacent one; `None` if they are not adjacent.
    #[must_use]
    pub fn direction_between(self, from: Cell, to: Cell) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&direction| self.neighbour(from, direction) == Some(to))
    }

    /// All cells of the grid as a set. `O(1)`.
    #[inline]
    #[must_use]
    pub const fn cell_set(self) -> CellSet {
        const SQUARES: [CellSet; MAX_SIDE + 1] = {
            let mut squares = [CellSet::EMPTY; MAX_SIDE + 1];
            let mut side = MIN_SIDE;
            while side <= MAX_SIDE {
                squares[side] = CellSet::square(side);
                side += 1;
            }
            squares
        };
        SQUARES[self.side()]
    }

    /// All cells of the grid in row-major order.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let side = self.side();
        (0..side).flat_map(move |row| (0..side).map(move |column| Cell::new(row, column)))
    }

    /// Twice the Manhattan distance of a cell to the centre of the grid.
    ///
    /// Doubled, because the centre of a grid of even side lies between cells; so the figure is an
    /// integer on every grid.
    #[inline]
    #[must_use]
    pub const fn doubled_centre_distance(self, cell: Cell) -> u32 {
        DOUBLED_CENTRE_DISTANCES[self.side()][cell.index()] as u32
    }
}

/// For each side the doubled distance of each cell to the centre: states keep the sum over their foods
/// up to date, so it is asked for with every food eaten or dropped. (4 KiB, of which a game uses 256
/// bytes.)
static DOUBLED_CENTRE_DISTANCES: [[u8; CELL_COUNT]; MAX_SIDE + 1] = {
    let mut distances = [[0; CELL_COUNT]; MAX_SIDE + 1];
    let mut side = MIN_SIDE;
    while side <= MAX_SIDE {
        let last = side - 1;
        let mut index = 0;
        while index < CELL_COUNT {
            let cell = Cell::from_index(index as u8);
            let (row, column) = (2 * cell.row(), 2 * cell.column());
            distances[side][index] = (row.abs_diff(last) + column.abs_diff(last)) as u8;
            index += 1;
        }
        side += 1;
    }
    distances
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_mutual_and_adjacent() {
        for side in MIN_SIDE..=MAX_SIDE {
            let grid = Grid::new(side);
            assert_eq!(grid.cells().count(), side * side);
            for cell in grid.cells() {
                for direction in Direction::ALL {
                    if let Some(other) = grid.neighbour(cell, direction) {
                        assert!(grid.contains(other));
                        assert_eq!(cell.manhattan_distance(other), 1);
                        assert_eq!(grid.neighbour(other, direction.opposite()), Some(cell));
                        assert_eq!(grid.direction_between(cell, other), Some(direction));
                    }
                }
            }
        }
    }

    #[test]
    fn the_manhattan_distance_is_the_number_of_steps() {
        let grid = Grid::new(MAX_SIDE);
        for start in grid.cells() {
            let mut seen = CellSet::EMPTY;
            let mut frontier: CellSet = std::iter::once(start).collect();
            let mut steps = 0;
            while !frontier.is_empty() {
                assert!(frontier.iter().all(|cell| start.manhattan_distance(cell) == steps));
                seen |= frontier;
                frontier = frontier.neighbours() & !seen;
                steps += 1;
            }
            assert_eq!(seen, grid.cell_set());
        }
    }

    #[test]
    fn letters_round_trip() {
        for direction in Direction::ALL {
            assert_eq!(Direction::from_letter(direction.letter()), Some(direction));
            assert_eq!(direction.opposite().opposite(), direction);
        }
        assert_eq!(Direction::from_letter('u'), None);
    }
}

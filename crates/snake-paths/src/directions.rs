//! The 24 orders of the four directions.

use rand_core::Rng;
use snake_core::{CELL_COUNT, CELL_SET_WORDS, Cell, CellSet, Direction, MAX_SIDE};

/// Number of orders of four directions: `4!`.
const ORDER_COUNT: usize = 24;

/// Number of sets of directions.
const SET_COUNT: usize = 1 << Direction::ALL.len();

/// All orders, in lexicographic order of the directions' positions in [`Direction::ALL`].
const ORDERS: [[Direction; 4]; ORDER_COUNT] = orders();

/// For each order and each [`DirectionSet`] the first direction of the order that the set holds;
/// for the empty set just some direction.
static FIRST: [[Direction; SET_COUNT]; ORDER_COUNT] = firsts();

const fn orders() -> [[Direction; 4]; ORDER_COUNT] {
    let mut orders = [Direction::ALL; ORDER_COUNT];
    let (mut code, mut count) = (0, 0);
    // Four base-4 digits, the first in the highest place; those without repetition are the orders.
    while code < 256 {
        let digits = [code >> 6 & 3, code >> 4 & 3, code >> 2 & 3, code & 3];
        if 1 << digits[0] | 1 << digits[1] | 1 << digits[2] | 1 << digits[3] == SET_COUNT - 1 {
            let mut place = 0;
            while place < 4 {
                orders[count][place] = Direction::ALL[digits[place]];
                place += 1;
            }
            count += 1;
        }
        code += 1;
    }
    assert!(count == ORDER_COUNT);
    orders
}

const fn firsts() -> [[Direction; SET_COUNT]; ORDER_COUNT] {
    let mut firsts = [[Direction::Up; SET_COUNT]; ORDER_COUNT];
    let mut order = 0;
    while order < ORDER_COUNT {
        let mut set = 1;
        while set < SET_COUNT {
            let mut place = 0;
            while set >> ORDERS[order][place] as usize & 1 == 0 {
                place += 1;
            }
            firsts[order][set] = ORDERS[order][place];
            set += 1;
        }
        order += 1;
    }
    firsts
}

/// Some of the four directions; bit `d` stands for `Direction::ALL[d]`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct DirectionSet(u32);

impl DirectionSet {
    /// The set without directions.
    pub(crate) const EMPTY: Self = Self(0);

    #[inline]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Adds a direction.
    #[inline]
    pub(crate) const fn insert(&mut self, direction: Direction) {
        self.0 |= 1 << direction as u32;
    }

    /// Takes a direction away.
    #[inline]
    pub(crate) const fn remove(&mut self, direction: Direction) {
        self.0 &= !(1 << direction as u32);
    }

    /// The opposites of the directions.
    #[inline]
    pub(crate) const fn reversed(self) -> Self {
        // Up and down are neighbouring bits, so are left and right.
        Self((self.0 & 0b0101) << 1 | (self.0 & 0b1010) >> 1)
    }
}

/// The directions in which a neighbour of the cell lies that is in the set.
///
/// Without branches. If the set is within a grid of fewer than 16 columns, a step over the side
/// edge comes to a cell outside. On 16 columns it wraps to the next row, and then the set must hold
/// only cells of one colour of the chessboard, the one that the neighbours have.
#[inline]
pub(crate) fn around(cells: &CellSet, cell: Cell) -> DirectionSet {
    const STRIDE: usize = MAX_SIDE;
    const WORD_BITS: usize = u64::BITS as usize;
    let at = cell.index();
    // The word of a cell, turned so that this cell's column and row of the word come first. (What is
    // turned over the end of a word lies on the other colour of the chessboard.)
    let turned = |index: usize| {
        cells.words()[index / WORD_BITS % CELL_SET_WORDS].rotate_right((at % WORD_BITS) as u32)
    };
    let (above, here, below) = (turned(at.wrapping_sub(STRIDE)), turned(at), turned(at + STRIDE));
    let up = (above >> (WORD_BITS - STRIDE)) as u32 & u32::from(at >= STRIDE);
    let down = (below >> STRIDE) as u32 & u32::from(at < CELL_COUNT - STRIDE);
    let (left, right) = ((here >> (WORD_BITS - 1)) as u32, (here >> 1) as u32 & 1);
    DirectionSet(up | down << 1 | left << 2 | right << 3)
}

/// The neighbour of a cell in a direction, which must be on the grid.
#[inline]
pub(crate) const fn step_from(cell: Cell, direction: Direction) -> Cell {
    const STRIDE: u8 = MAX_SIDE as u8;
    const OFFSETS: [u8; 4] = [STRIDE.wrapping_neg(), STRIDE, 1u8.wrapping_neg(), 1];
    Cell::from_index((cell.index() as u8).wrapping_add(OFFSETS[direction as usize]))
}

/// The direction from a cell to an adjacent one, without a search or a branch.
///
/// The difference of the indices is 1 to the right, -1 to the left, 16 down, -16 up: the lowest bit
/// tells whether the step is to the side, the highest whether it is backward.
#[inline]
pub(crate) const fn direction_between(from: Cell, to: Cell) -> Direction {
    let difference = (to.index() as u8).wrapping_sub(from.index() as u8);
    debug_assert!(matches!(difference, 1 | 16 | 240 | 255), "the cells must be adjacent");
    let (sideways, backward) = (difference & 1, difference >> 7);
    Direction::ALL[(sideways << 1 | backward ^ 1) as usize]
}

/// One of the 24 orders in which a search tries the four directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DirectionOrder(u8);

impl DirectionOrder {
    /// `U D L R`, for searches whose order is fixed.
    pub const FIXED: Self = Self(0);

    /// All 24 orders.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        (0..ORDER_COUNT as u8).map(Self)
    }

    /// Draws an order; all are equally likely but for a bias below `24 / 2³²`. One RNG draw.
    #[inline]
    pub fn draw<R: Rng + ?Sized>(rng: &mut R) -> Self {
        Draw::new(rng).order
    }

    /// The four directions in this order.
    #[inline]
    #[must_use]
    pub const fn directions(self) -> [Direction; 4] {
        ORDERS[self.0 as usize]
    }

    /// The first direction of this order that is in the set, which must not be empty.
    #[inline]
    pub(crate) const fn first_of(self, set: DirectionSet) -> Direction {
        debug_assert!(!set.is_empty());
        FIRST[self.0 as usize][set.0 as usize % SET_COUNT]
    }
}

/// All the randomness of one search: one 64-bit RNG draw.
#[derive(Clone, Copy)]
pub(crate) struct Draw {
    /// From the upper half.
    pub(crate) order: DirectionOrder,
    /// The lower half, see [`Ties`].
    pub(crate) ties: Ties,
}

impl Draw {
    #[inline]
    pub(crate) fn new<R: Rng + ?Sized>(rng: &mut R) -> Self {
        let draw = rng.next_u64();
        // The upper half times 24, upper half again: a portable draw below 24 without division.
        let order = (((draw >> 32) * ORDER_COUNT as u64) >> 32) as u8;
        Self { order: DirectionOrder(order), ties: Ties(draw as u32) }
    }
}

/// Breaks ties among equally near targets, where not all of them fit into the result.
#[derive(Clone, Copy)]
pub(crate) struct Ties(u32);

impl Ties {
    /// A number below `count` (at most 256).
    #[inline]
    pub(crate) const fn below(&mut self, count: usize) -> usize {
        let drawn = ((self.0 as u64 * count as u64) >> 32) as usize;
        // The "even quicker" generator of Press et al., Numerical Recipes in C, 2nd ed., section
        // 7.1: ties seldom need a second number, and then a plain one will do.
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        drawn
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_orders_are_the_24_permutations() {
        let mut seen = std::collections::BTreeSet::new();
        for order in DirectionOrder::all() {
            let mut directions = order.directions();
            assert!(seen.insert(directions), "twice: {directions:?}");
            directions.sort_unstable();
            assert_eq!(directions, Direction::ALL);
        }
        assert_eq!(seen.len(), ORDER_COUNT);
        assert_eq!(DirectionOrder::FIXED.directions(), Direction::ALL);
    }

    #[test]
    fn steps_agree_with_the_grid() {
        let grid = snake_core::Grid::new(MAX_SIDE);
        for cell in grid.cells() {
            for direction in Direction::ALL {
                if let Some(other) = grid.neighbour(cell, direction) {
                    assert_eq!(direction_between(cell, other), direction);
                    assert_eq!(step_from(cell, direction), other);
                }
            }
        }
    }

    fn contains(set: DirectionSet, direction: Direction) -> bool {
        let mut without = set;
        without.remove(direction);
        without != set
    }

    #[test]
    fn the_first_of_a_set_is_the_first_in_order() {
        for order in DirectionOrder::all() {
            for set in (1..SET_COUNT as u32).map(DirectionSet) {
                let first = order.directions().into_iter().find(|&d| contains(set, d));
                assert_eq!(Some(order.first_of(set)), first);
            }
        }
    }

    #[test]
    fn sets_of_directions() {
        for set in (0..SET_COUNT as u32).map(DirectionSet) {
            assert_eq!(set.is_empty(), set == DirectionSet::EMPTY);
            for direction in Direction::ALL {
                assert_eq!(
                    contains(set.reversed(), direction.opposite()),
                    contains(set, direction)
                );
                let mut with = set;
                with.insert(direction);
                assert!(contains(with, direction));
            }
        }
    }

    #[test]
    fn around_agrees_with_the_grid() {
        for side in [snake_core::MIN_SIDE, 15, MAX_SIDE] {
            let grid = snake_core::Grid::new(side);
            for parity in [0, 1] {
                let cells: CellSet = grid
                    .cells()
                    .filter(|cell| (cell.row() + cell.column()) % 2 == parity)
                    .collect();
                for cell in grid.cells().filter(|&cell| !cells.contains(cell)) {
                    for direction in Direction::ALL {
                        let is_there = grid.neighbour(cell, direction).is_some();
                        assert_eq!(contains(around(&cells, cell), direction), is_there);
                    }
                }
            }
        }
    }
}

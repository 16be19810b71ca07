//! Sets of cells as 256-bit boards.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use crate::grid::{CELL_COUNT, Cell, Direction, MAX_SIDE};

/// Bits of one word.
const WORD_BITS: usize = u64::BITS as usize;

/// Number of 64-bit words of a [`CellSet`].
pub const CELL_SET_WORDS: usize = CELL_COUNT / WORD_BITS;

/// Column 0 of the four rows of a word.
const FIRST_COLUMN: u64 = 0x0001_0001_0001_0001;

/// Column 15 of the four rows of a word.
const LAST_COLUMN: u64 = FIRST_COLUMN << (MAX_SIDE - 1);

/// A set of cells: bit `i` stands for the cell with [`Cell::index`] `i`.
///
/// Four words of four rows each, whatever the side of the grid; so a step by a row is a shift by 16
/// bits, and one by a column a shift by 1.
///
/// ```
/// use snake_core::{Cell, CellSet};
/// let mut cells = CellSet::EMPTY;
/// cells.insert(Cell::new(0, 0));
/// let around = cells.neighbours();
/// assert!(around.iter().eq([Cell::new(0, 1), Cell::new(1, 0)]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct CellSet {
    words: [u64; CELL_SET_WORDS],
}

impl CellSet {
    /// The set without cells.
    pub const EMPTY: Self = Self { words: [0; CELL_SET_WORDS] };

    /// The first `side` cells of the first `side` rows.
    #[must_use]
    pub(crate) const fn square(side: usize) -> Self {
        let mut words = [0; CELL_SET_WORDS];
        let mut row = 0;
        while row < side {
            let bit = row * MAX_SIDE;
            words[bit / WORD_BITS] |= ((1 << side) - 1) << (bit % WORD_BITS);
            row += 1;
        }
        Self { words }
    }

    /// The set with these bits, as [`words`](Self::words) gives them.
    #[inline]
    #[must_use]
    pub const fn from_words(words: [u64; CELL_SET_WORDS]) -> Self {
        Self { words }
    }

    /// The bits, cell 0 in the lowest of the first word.
    #[inline]
    #[must_use]
    pub const fn words(&self) -> &[u64; CELL_SET_WORDS] {
        &self.words
    }

    /// Whether the set holds the cell.
    #[inline]
    #[must_use]
    pub const fn contains(&self, cell: Cell) -> bool {
        self.words[cell.index() / WORD_BITS] >> (cell.index() % WORD_BITS) & 1 != 0
    }

    /// Adds a cell.
    #[inline]
    pub const fn insert(&mut self, cell: Cell) {
        self.words[cell.index() / WORD_BITS] |= 1 << (cell.index() % WORD_BITS);
    }

    /// Takes a cell away.
    #[inline]
    pub const fn remove(&mut self, cell: Cell) {
        self.words[cell.index() / WORD_BITS] &= !(1 << (cell.index() % WORD_BITS));
    }

    /// Whether there is no cell in the set.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        let [a, b, c, d] = self.words;
        a | b | c | d == 0
    }

    /// Number of cells.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The cell of smallest index.
    #[inline]
    #[must_use]
    pub fn first(&self) -> Option<Cell> {
        self.iter().next()
    }

    /// The cells in ascending order of their indices.
    #[inline]
    #[must_use]
    pub const fn iter(&self) -> Cells {
        Cells { words: self.words, at: 0 }
    }

    /// The set moved by one step; cells that would leave the largest grid are dropped.
    ///
    /// Cells that leave a smaller grid are not: intersect with [`Grid::cell_set`](crate::Grid::cell_set).
    #[inline]
    #[must_use]
    pub const fn shifted(&self, direction: Direction) -> Self {
        let [a, b, c, d] = self.words;
        let carry = WORD_BITS - MAX_SIDE;
        let words = match direction {
            Direction::Up => [
                a >> MAX_SIDE | b << carry,
                b >> MAX_SIDE | c << carry,
                c >> MAX_SIDE | d << carry,
                d >> MAX_SIDE,
            ],
            Direction::Down => [
                a << MAX_SIDE,
                b << MAX_SIDE | a >> carry,
                c << MAX_SIDE | b >> carry,
                d << MAX_SIDE | c >> carry,
            ],
            Direction::Left => {
                let kept = !FIRST_COLUMN;
                [(a & kept) >> 1, (b & kept) >> 1, (c & kept) >> 1, (d & kept) >> 1]
            }
            Direction::Right => {
                let kept = !LAST_COLUMN;
                [(a & kept) << 1, (b & kept) << 1, (c & kept) << 1, (d & kept) << 1]
            }
        };
        Self { words }
    }

    /// All cells one step from some cell of the set (of the largest grid, see
    /// [`shifted`](Self::shifted)). A cell of the set is in it only if another one is its neighbour.
    #[inline]
    #[must_use]
    pub fn neighbours(&self) -> Self {
        (self.shifted(Direction::Up) | self.shifted(Direction::Down))
            | (self.shifted(Direction::Left) | self.shifted(Direction::Right))
    }
}

impl BitOr for CellSet {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.words, other.words);
        Self { words: [a | e, b | f, c | g, d | h] }
    }
}

impl BitAnd for CellSet {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.words, other.words);
        Self { words: [a & e, b & f, c & g, d & h] }
    }
}

/// Complement within all 256 cells.
impl Not for CellSet {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        let [a, b, c, d] = self.words;
        Self { words: [!a, !b, !c, !d] }
    }
}

impl BitOrAssign for CellSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitAndAssign for CellSet {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

impl std::fmt::Debug for CellSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The cells of a [`CellSet`] in ascending order.
#[derive(Clone, Debug)]
pub struct Cells {
    words: [u64; CELL_SET_WORDS],
    at: usize,
}

impl Iterator for Cells {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        while self.at < CELL_SET_WORDS {
            let word = self.words[self.at];
            if word != 0 {
                self.words[self.at] = word & (word - 1);
                let bit = self.at * WORD_BITS + word.trailing_zeros() as usize;
                return Some(Cell::from_index(bit as u8));
            }
            self.at += 1;
        }
        None
    }

    /// Word by word, which is half the work of looking for the word again at each cell; most adaptors
    /// come down to this.
    #[inline]
    fn fold<B, F: FnMut(B, Cell) -> B>(self, init: B, mut f: F) -> B {
        let mut folded = init;
        for (at, mut word) in self.words.into_iter().enumerate() {
            while word != 0 {
                let bit = at * WORD_BITS + word.trailing_zeros() as usize;
                folded = f(folded, Cell::from_index(bit as u8));
                word &= word - 1;
            }
        }
        folded
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Grid, MIN_SIDE};

    #[test]
    fn shifts_agree_with_the_grid() {
        for side in MIN_SIDE..=MAX_SIDE {
            let grid = Grid::new(side);
            assert!(grid.cell_set().iter().eq(grid.cells()));
            for cell in grid.cells() {
                let one: CellSet = std::iter::once(cell).collect();
                for direction in Direction::ALL {
                    let moved = one.shifted(direction) & grid.cell_set();
                    assert!(moved.iter().eq(grid.neighbour(cell, direction)));
                }
                let around: CellSet =
                    Direction::ALL.into_iter().filter_map(|d| grid.neighbour(cell, d)).collect();
                assert_eq!(one.neighbours() & grid.cell_set(), around);
            }
        }
    }

    #[test]
    fn set_operations() {
        let all = Grid::new(MAX_SIDE).cell_set();
        assert_eq!((all.len(), !all), (CELL_COUNT, CellSet::EMPTY));
        let mut set = CellSet::EMPTY;
        for index in [0, 63, 64, 130, 255] {
            let cell = Cell::from_index(index);
            set.insert(cell);
            assert!(set.contains(cell));
        }
        assert_eq!((set.len(), set.first()), (5, Some(Cell::from_index(0))));
        // By internal iteration the same cells as one by one, also from the middle on.
        for taken in 0..=5 {
            let (mut one_by_one, mut internal) = (set.iter(), set.iter());
            for _ in 0..taken {
                assert_eq!(one_by_one.next(), internal.next());
            }
            let mut cells = Vec::new();
            internal.for_each(|cell| cells.push(cell));
            assert!(one_by_one.eq(cells));
        }
        assert_eq!(set | !set, all);
        assert_eq!(set & !set, CellSet::EMPTY);
        set.remove(Cell::from_index(0));
        assert_eq!((set.len(), set.first()), (4, Some(Cell::from_index(63))));
    }

    /// The cells whose index a number divides.
    fn multiples_of(number: usize) -> CellSet {
        Grid::new(MAX_SIDE).cells().filter(|cell| cell.index() % number == 0).collect()
    }

    #[test]
    fn sets_hold_the_cells_they_should_and_no_others() {
        let cells = || Grid::new(MAX_SIDE).cells();
        for a in 1..=7 {
            for b in 1..=7 {
                let (set_a, set_b) = (multiples_of(a), multiples_of(b));
                let (mut either, mut both, mut without) = (set_a, set_a, set_a);
                either |= set_b;
                both &= set_b;
                set_b.iter().for_each(|cell| without.remove(cell));
                for cell in cells() {
                    let (in_a, in_b) = (cell.index() % a == 0, cell.index() % b == 0);
                    assert_eq!(set_a.contains(cell), in_a);
                    assert_eq!((!set_a).contains(cell), !in_a);
                    assert_eq!((set_a | set_b).contains(cell), in_a || in_b);
                    assert_eq!((set_a & set_b).contains(cell), in_a && in_b);
                    assert_eq!(either.contains(cell), in_a || in_b);
                    assert_eq!(both.contains(cell), in_a && in_b);
                    assert_eq!(without.contains(cell), in_a && !in_b);
                }
            }
        }
    }

    #[test]
    fn a_set_is_empty_exactly_without_cells() {
        assert!(CellSet::EMPTY.is_empty());
        assert!(!(!CellSet::EMPTY).is_empty());
        for cell in Grid::new(MAX_SIDE).cells() {
            let one: CellSet = std::iter::once(cell).collect();
            assert!(!one.is_empty());
            // The same bit of two words.
            for other_word in 1..CELL_SET_WORDS {
                let other = cell.index() ^ (other_word * WORD_BITS);
                let two = one | CellSet::from_iter([Cell::from_index(other as u8)]);
                assert!(!two.is_empty());
            }
        }
    }
}

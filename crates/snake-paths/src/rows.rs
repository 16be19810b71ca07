//! Sets of cells in vector registers, for the inner loop of the floods.
//!
//! A row of 16 cells is a 16-bit lane, eight rows fill a 128-bit register. A step to the side is
//! then a shift of all lanes, in which nothing can leak from one row into the next; a step up or
//! down moves the lanes by one:
//!
//! ```text
//!            lane 0   row 0   . . . . .           . . 1 . .
//!            lane 1   row 1   . . 1 . .    ->     . 1 . 1 .
//!            lane 2   row 2   . . . . .           . . 1 . .
//! ```
//!
//! That is about a third of the instructions that four 64-bit words take, and boards of at most
//! eight rows need only one register: hence [`Rows`] is generic over the number of halves.
//!
//! On x86-64 the registers are SSE2's, which every such processor has; elsewhere a half is a
//! `u128`. Both do exactly the same, and the tests hold them to [`CellSet`]'s plain operations.

use snake_core::{Cell, CellSet};

#[cfg(not(target_arch = "x86_64"))]
use portable::Half;
#[cfg(target_arch = "x86_64")]
use sse2::Half;

/// Rows in one half.
pub(crate) const HALF_ROWS: usize = 8;

/// A set of cells of the first `8 * HALVES` rows; `HALVES` is 1 or 2.
#[derive(Clone, Copy)]
pub(crate) struct Rows<const HALVES: usize>([Half; HALVES]);

/// Each cell as a set of its own.
static SINGLES: [CellSet; snake_core::CELL_COUNT] = {
    let mut singles = [CellSet::EMPTY; snake_core::CELL_COUNT];
    let mut index = 0;
    while index < singles.len() {
        singles[index].insert(Cell::from_index(index as u8));
        index += 1;
    }
    singles
};

impl<const HALVES: usize> Rows<HALVES> {
    /// The cells of the set that lie in these rows.
    #[inline]
    pub(crate) fn new(cells: &CellSet) -> Self {
        let words = cells.words();
        Self(std::array::from_fn(|half| Half::new([words[2 * half], words[2 * half + 1]])))
    }

    /// The set without cells.
    #[inline]
    pub(crate) fn empty() -> Self {
        Self::new(&CellSet::EMPTY)
    }

    /// The set of one cell, which must lie in these rows.
    #[inline]
    pub(crate) fn single(cell: Cell) -> Self {
        Self::new(&SINGLES[cell.index()])
    }

    /// As a plain set.
    #[inline]
    pub(crate) fn cells(self) -> CellSet {
        let mut words = [0; snake_core::CELL_SET_WORDS];
        for (half, pair) in self.0.into_iter().zip(words.chunks_exact_mut(2)) {
            [pair[0], pair[1]] = half.words();
        }
        CellSet::from_words(words)
    }

    /// Cells in both.
    #[inline]
    pub(crate) fn and(self, other: Self) -> Self {
        Self(std::array::from_fn(|half| self.0[half].and(other.0[half])))
    }

    /// Cells in either.
    #[inline]
    pub(crate) fn or(self, other: Self) -> Self {
        Self(std::array::from_fn(|half| self.0[half].or(other.0[half])))
    }

    /// Cells in this set but not in the other.
    #[inline]
    pub(crate) fn without(self, other: Self) -> Self {
        Self(std::array::from_fn(|half| self.0[half].without(other.0[half])))
    }

    /// Whether there is no cell in the set.
    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.0.into_iter().reduce(Half::or).is_none_or(Half::is_empty)
    }

    /// All cells one step from some cell of the set, as [`CellSet::neighbours`]; those of other
    /// rows than these are dropped.
    #[inline]
    pub(crate) fn neighbours(self) -> Self {
        Self(std::array::from_fn(|half| {
            let here = self.0[half];
            let mut met = here.left().or(here.right()).or(here.up()).or(here.down());
            if half > 0 {
                met = met.or(self.0[half - 1].first_row_below());
            }
            if half + 1 < HALVES {
                met = met.or(self.0[half + 1].last_row_above());
            }
            met
        }))
    }
}

#[cfg(target_arch = "x86_64")]
mod sse2 {
    use safe_arch::{
        bitandnot_m128i, byte_shl_imm_u128_m128i, byte_shr_imm_u128_m128i, cmp_eq_mask_i8_m128i,
        m128i, move_mask_i8_m128i, shl_imm_u16_m128i, shr_imm_u16_m128i,
    };

    /// Bytes of one row.
    const ROW: i32 = 2;
    /// Bytes of all rows but one.
    const OTHER_ROWS: i32 = 14;

    /// Eight rows.
    #[derive(Clone, Copy)]
    pub(super) struct Half(m128i);

    impl Half {
        #[inline]
        pub(super) fn new(words: [u64; 2]) -> Self {
            Self(words.into())
        }

        #[inline]
        pub(super) fn words(self) -> [u64; 2] {
            self.0.into()
        }

        #[inline]
        pub(super) fn and(self, other: Self) -> Self {
            Self(self.0 & other.0)
        }

        #[inline]
        pub(super) fn or(self, other: Self) -> Self {
            Self(self.0 | other.0)
        }

        #[inline]
        pub(super) fn without(self, other: Self) -> Self {
            Self(bitandnot_m128i(other.0, self.0))
        }

        #[inline]
        pub(super) fn is_empty(self) -> bool {
            const ALL_BYTES: i32 = 0xFFFF;
            move_mask_i8_m128i(cmp_eq_mask_i8_m128i(self.0, m128i::default())) == ALL_BYTES
        }

        #[inline]
        pub(super) fn left(self) -> Self {
            Self(shr_imm_u16_m128i::<1>(self.0))
        }

        #[inline]
        pub(super) fn right(self) -> Self {
            Self(shl_imm_u16_m128i::<1>(self.0))
        }

        #[inline]
        pub(super) fn up(self) -> Self {
            Self(byte_shr_imm_u128_m128i::<ROW>(self.0))
        }

        #[inline]
        pub(super) fn down(self) -> Self {
            Self(byte_shl_imm_u128_m128i::<ROW>(self.0))
        }

        /// The last row, one down: the first row of the half below.
        #[inline]
        pub(super) fn first_row_below(self) -> Self {
            Self(byte_shr_imm_u128_m128i::<OTHER_ROWS>(self.0))
        }

        /// The first row, one up: the last row of the half above.
        #[inline]
        pub(super) fn last_row_above(self) -> Self {
            Self(byte_shl_imm_u128_m128i::<OTHER_ROWS>(self.0))
        }
    }
}

#[cfg(any(test, not(target_arch = "x86_64")))]
mod portable {
    /// Bits of one row.
    const ROW: u32 = 16;
    /// Bits of all rows but one.
    const OTHER_ROWS: u32 = 112;
    /// The first column of eight rows.
    const FIRST_COLUMN: u128 = 0x0001_0001_0001_0001_0001_0001_0001_0001;
    /// The last.
    const LAST_COLUMN: u128 = FIRST_COLUMN << (ROW - 1);

    /// Eight rows.
    #[derive(Clone, Copy)]
    pub(super) struct Half(u128);

    impl Half {
        #[inline]
        pub(super) fn new([first, second]: [u64; 2]) -> Self {
            Self(u128::from(second) << 64 | u128::from(first))
        }

        #[inline]
        pub(super) fn words(self) -> [u64; 2] {
            [self.0 as u64, (self.0 >> 64) as u64]
        }

        #[inline]
        pub(super) fn and(self, other: Self) -> Self {
            Self(self.0 & other.0)
        }

        #[inline]
        pub(super) fn or(self, other: Self) -> Self {
            Self(self.0 | other.0)
        }

        #[inline]
        pub(super) fn without(self, other: Self) -> Self {
            Self(self.0 & !other.0)
        }

        #[inline]
        pub(super) fn is_empty(self) -> bool {
            self.0 == 0
        }

        #[inline]
        pub(super) fn left(self) -> Self {
            Self((self.0 & !FIRST_COLUMN) >> 1)
        }

        #[inline]
        pub(super) fn right(self) -> Self {
            Self((self.0 & !LAST_COLUMN) << 1)
        }

        #[inline]
        pub(super) fn up(self) -> Self {
            Self(self.0 >> ROW)
        }

        #[inline]
        pub(super) fn down(self) -> Self {
            Self(self.0 << ROW)
        }

        /// The last row, one down: the first row of the half below.
        #[inline]
        pub(super) fn first_row_below(self) -> Self {
            Self(self.0 >> OTHER_ROWS)
        }

        /// The first row, one up: the last row of the half above.
        #[inline]
        pub(super) fn last_row_above(self) -> Self {
            Self(self.0 << OTHER_ROWS)
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use snake_core::Grid;

    use super::*;

    fn sets() -> impl Strategy<Value = CellSet> {
        // Three quarters full, half, a quarter, and an eighth.
        (any::<[u64; 4]>(), any::<[u64; 4]>(), any::<[u64; 4]>(), 0..4u8).prop_map(
            |(a, b, c, kind)| {
                CellSet::from_words(std::array::from_fn(|i| match kind {
                    0 => a[i],
                    1 => a[i] & b[i],
                    2 => a[i] & b[i] & c[i],
                    _ => a[i] | b[i],
                }))
            },
        )
    }

    /// 2000 cases unless `PROPTEST_CASES` says otherwise.
    fn config() -> ProptestConfig {
        let config = ProptestConfig::default();
        let asked_for = std::env::var_os("PROPTEST_CASES").is_some();
        if asked_for { config } else { ProptestConfig { cases: 2000, ..config } }
    }

    proptest! {
        #![proptest_config(config())]

        #[test]
        fn two_halves_do_what_cell_sets_do(a in sets(), b in sets()) {
            let (rows_a, rows_b) = (Rows::<2>::new(&a), Rows::<2>::new(&b));
            prop_assert_eq!(rows_a.cells(), a);
            prop_assert_eq!(rows_a.neighbours().cells(), a.neighbours());
            prop_assert_eq!(rows_a.and(rows_b).cells(), a & b);
            prop_assert_eq!(rows_a.or(rows_b).cells(), a | b);
            prop_assert_eq!(rows_a.without(rows_b).cells(), a & !b);
            prop_assert!(!rows_a.is_empty() || a.is_empty());
        }

        #[test]
        fn one_half_does_what_cell_sets_do_on_a_small_grid(a in sets(), b in sets()) {
            let grid = Grid::new(HALF_ROWS).cell_set();
            let (a, b) = (a & grid, b & grid);
            let (rows_a, rows_b) = (Rows::<1>::new(&a), Rows::<1>::new(&b));
            prop_assert_eq!(rows_a.cells(), a);
            prop_assert_eq!(rows_a.neighbours().cells() & grid, a.neighbours() & grid);
            prop_assert_eq!(rows_a.and(rows_b).cells(), a & b);
            prop_assert_eq!(rows_a.or(rows_b).cells(), a | b);
            prop_assert_eq!(rows_a.without(rows_b).cells(), a & !b);
            prop_assert_eq!(rows_a.and(rows_b).is_empty(), (a & b).is_empty());
        }

        #[test]
        fn the_portable_half_does_the_same(a in any::<[u64; 2]>(), b in any::<[u64; 2]>()) {
            let (one, other) = (Half::new(a), portable::Half::new(a));
            let (one_b, other_b) = (Half::new(b), portable::Half::new(b));
            prop_assert_eq!(one.words(), other.words());
            prop_assert_eq!(one.and(one_b).words(), other.and(other_b).words());
            prop_assert_eq!(one.or(one_b).words(), other.or(other_b).words());
            prop_assert_eq!(one.without(one_b).words(), other.without(other_b).words());
            prop_assert_eq!(one.left().words(), other.left().words());
            prop_assert_eq!(one.right().words(), other.right().words());
            prop_assert_eq!(one.up().words(), other.up().words());
            prop_assert_eq!(one.down().words(), other.down().words());
            prop_assert_eq!(one.first_row_below().words(), other.first_row_below().words());
            prop_assert_eq!(one.last_row_above().words(), other.last_row_above().words());
            prop_assert_eq!(one.is_empty(), other.is_empty());
        }
    }

    #[test]
    fn single_cells_and_emptiness() {
        for cell in Grid::new(snake_core::MAX_SIDE).cells() {
            let rows = Rows::<2>::single(cell);
            assert!(rows.cells().iter().eq([cell]));
            assert!(!rows.is_empty() && rows.without(rows).is_empty());
        }
        assert!(Half::new([0, 0]).is_empty() && portable::Half::new([0, 0]).is_empty());
    }
}

//! The run for processors with AVX2, and the only `unsafe` code of this crate.
//!
//! A set of cells is 256 bits, which is one register. Sixteen bits of it are a row, so a step to the
//! side is a shift within 16-bit lanes, in which nothing can leak from one row into the next:
//!
//! ```text
//!            lane 0   row 0   . . . . .           . . 1 . .
//!            lane 1   row 1   . . 1 . .    ->     . 1 . 1 .
//!            lane 2   row 2   . . . . .           . . 1 . .
//! ```
//!
//! The neighbours of a set take ten instructions in place of some fifty on words, and the flood is
//! half of a run. Plain builds for x86-64 may not use AVX2 without asking, hence the second variant
//! of the whole run, compiled for such processors: everything in it is inlined
//! (`#[inline(always)]`), and so compiled for them, too. Which one is used is decided once a run.

#![allow(unsafe_code)]

use std::arch::x86_64::{
    __m256i, _mm256_alignr_epi8, _mm256_and_si256, _mm256_andnot_si256, _mm256_loadu_si256,
    _mm256_or_si256, _mm256_permute2x128_si256, _mm256_set_epi64x, _mm256_set1_epi64x,
    _mm256_slli_epi16, _mm256_sllv_epi64, _mm256_srli_epi16, _mm256_storeu_si256, _mm256_sub_epi64,
    _mm256_testz_si256,
};

use snake_core::{Cell, CellSet};

use super::lanes::Lanes;
use super::random::SearchRng;
use super::run::{Found, Runner, Task};
use crate::budget::Budget;
use crate::outcome::Effort;

/// Proof that the processor has what this variant of the run is compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Avx2(());

impl Avx2 {
    /// The proof, if the processor has AVX2, BMI1, BMI2, LZCNT and POPCNT (all since 2013).
    #[must_use]
    pub fn detect() -> Option<Self> {
        let has_all = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        has_all.then_some(Self(()))
    }
}

impl Runner {
    /// [`Runner::run`] for such processors.
    pub(super) fn run_avx2(
        &mut self,
        _proof: Avx2,
        task: Task<'_>,
        rng: &mut SearchRng,
        budget: &mut Budget<'_>,
        effort: &mut Effort,
    ) -> Found {
        // SAFETY: the proof tells that the processor has these features.
        unsafe { self.run_with_features(task, rng, budget, effort) }
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn run_with_features(
        &mut self,
        task: Task<'_>,
        rng: &mut SearchRng,
        budget: &mut Budget<'_>,
        effort: &mut Effort,
    ) -> Found {
        self.run_in::<Ymm>(task, rng, budget, effort)
    }
}

/// A set of cells in a 256-bit register.
///
/// Private, and named only in [`Runner::run_with_features`] and in tests that have looked whether
/// there is AVX2. So there is wherever its methods are called, which is what they all rely on.
#[derive(Clone, Copy)]
struct Ymm(__m256i);

impl Lanes for Ymm {
    #[inline(always)]
    fn load(cells: &CellSet) -> Self {
        // SAFETY: AVX2 is there, see `Ymm`; the words are 32 bytes, and may lie anywhere.
        Self(unsafe { _mm256_loadu_si256(cells.words().as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self) -> CellSet {
        let mut words = [0; snake_core::CELL_SET_WORDS];
        // SAFETY: AVX2 is there, see `Ymm`; the words are 32 bytes, and may lie anywhere.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), self.0) };
        CellSet::from_words(words)
    }

    #[inline(always)]
    fn single(cell: Cell) -> Self {
        // In each word the bit with the cell's index less the word's first; none if that is not in
        // 0..64, since shifts by more (negative ones count as huge) leave nothing.
        // SAFETY: AVX2 is there, see `Ymm`.
        unsafe {
            let firsts = _mm256_set_epi64x(192, 128, 64, 0);
            let bits = _mm256_sub_epi64(_mm256_set1_epi64x(cell.index() as i64), firsts);
            Self(_mm256_sllv_epi64(_mm256_set1_epi64x(1), bits))
        }
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: AVX2 is there, see `Ymm`.
        Self(unsafe { _mm256_and_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: AVX2 is there, see `Ymm`.
        Self(unsafe { _mm256_or_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        // SAFETY: AVX2 is there, see `Ymm`.
        Self(unsafe { _mm256_andnot_si256(other.0, self.0) })
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        // SAFETY: AVX2 is there, see `Ymm`.
        unsafe { _mm256_testz_si256(self.0, self.0) != 0 }
    }

    #[inline(always)]
    fn shifts(self) -> [Self; 4] {
        /// The upper half of the board as the lower half, nothing as the upper half.
        const UPPER_DOWN: i32 = 0x81;
        /// The lower half as the upper half, nothing as the lower half.
        const LOWER_UP: i32 = 0x08;
        /// Bytes of a row.
        const ROW: i32 = 2;
        /// Bytes of all rows of a half but one.
        const OTHER_ROWS: i32 = 14;
        let cells = self.0;
        // SAFETY: AVX2 is there, see `Ymm`.
        unsafe {
            let after = _mm256_permute2x128_si256::<UPPER_DOWN>(cells, cells);
            let before = _mm256_permute2x128_si256::<LOWER_UP>(cells, cells);
            let up = _mm256_alignr_epi8::<ROW>(after, cells);
            let down = _mm256_alignr_epi8::<OTHER_ROWS>(cells, before);
            let left = _mm256_srli_epi16::<1>(cells);
            let right = _mm256_slli_epi16::<1>(cells);
            [Self(up), Self(down), Self(left), Self(right)]
        }
    }

    #[inline(always)]
    fn count(self) -> i32 {
        self.store().words().iter().map(|word| word.count_ones() as i32).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn registers_agree_with_plain_sets(a in any::<[u64; 4]>(), b in any::<[u64; 4]>()) {
            if Avx2::detect().is_none() {
                return Ok(());
            }
            let (a, b) = (CellSet::from_words(a), CellSet::from_words(b));
            let (x, y) = (Ymm::load(&a), Ymm::load(&b));
            prop_assert_eq!(x.store(), a);
            prop_assert_eq!(x.and(y).store(), a & b);
            prop_assert_eq!(x.or(y).store(), a | b);
            prop_assert_eq!(x.without(y).store(), a & !b);
            prop_assert_eq!(x.neighbours().store(), a.neighbours());
            prop_assert_eq!(x.shifts().map(Lanes::store), a.shifts());
            prop_assert_eq!(x.count(), a.count());
            prop_assert_eq!(x.is_empty(), a.is_empty());
        }
    }

    #[test]
    fn single_cells_and_emptiness() {
        if Avx2::detect().is_none() {
            return;
        }
        for index in 0..=u8::MAX {
            let cell = Cell::from_index(index);
            assert_eq!(Ymm::single(cell).store(), CellSet::single(cell));
            assert!(!Ymm::single(cell).is_empty());
            assert!(Ymm::single(cell).without(Ymm::single(cell)).is_empty());
        }
        assert!(Ymm::empty().is_empty());
    }
}

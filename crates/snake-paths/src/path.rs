//! A sequence of moves in a small inline buffer.

use snake_core::{CELL_COUNT, Direction};

/// Most moves a [`Path`] can hold.
///
/// No search needs more. A way enters each cell at most once and never its start again, so it has
/// at most 255 moves. A bite plan is a way of at most [`MAX_WAY`](crate::MAX_WAY) = 15 moves and a
/// restoration over distinct cells of the old body, at most 192 - 5 of them.
pub const MAX_PATH_LENGTH: usize = CELL_COUNT;

/// Bits of one packed direction.
const DIRECTION_BITS: usize = 2;

/// Directions in one word.
const PER_WORD: usize = u64::BITS as usize / DIRECTION_BITS;

/// Up to [`MAX_PATH_LENGTH`] moves, two bits each: 72 bytes, no heap.
///
/// ```
/// use snake_core::Direction::{Down, Right};
/// use snake_paths::Path;
/// let path: Path = [Right, Right, Down].into_iter().collect();
/// assert_eq!((path.len(), path.get(2)), (3, Down));
/// assert_eq!(path.to_string(), "RRD");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Path {
    /// Move `i` in bits `2 i` and `2 i + 1`; bits of moves not made are 0.
    packed: [u64; MAX_PATH_LENGTH / PER_WORD],
    length: u16,
}

impl Path {
    /// The path of no moves.
    #[inline]
    #[must_use]
    pub const fn new() -> Self {
        Self { packed: [0; MAX_PATH_LENGTH / PER_WORD], length: 0 }
    }

    /// A path of the given length whose moves are all still to be [`set`](Self::set).
    #[inline]
    pub(crate) const fn unset(length: usize) -> Self {
        debug_assert!(length <= MAX_PATH_LENGTH);
        Self { length: length as u16, ..Self::new() }
    }

    /// Fills in a move of an [`unset`](Self::unset) path; once per move.
    #[inline]
    pub(crate) fn set(&mut self, step: usize, direction: Direction) {
        self.packed[step / PER_WORD % self.packed.len()] |=
            (direction as u64) << (step % PER_WORD * DIRECTION_BITS);
    }

    /// Number of moves.
    #[inline]
    #[must_use]
    pub const fn len(&self) -> usize {
        self.length as usize
    }

    /// Whether there are no moves.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The move at a step, 0 being the first.
    ///
    /// # Panics
    ///
    /// If `step >= len()`.
    #[inline]
    #[must_use]
    pub const fn get(&self, step: usize) -> Direction {
        assert!(step < self.len(), "step is beyond the end of the path");
        self.unpack(step)
    }

    /// The move at a step that is known to be below the length: one check for all moves of a path.
    #[inline]
    const fn unpack(&self, step: usize) -> Direction {
        let bits =
            self.packed[step / PER_WORD % self.packed.len()] >> (step % PER_WORD * DIRECTION_BITS);
        Direction::ALL[(bits & 3) as usize]
    }

    /// Adds a move at the end.
    ///
    /// # Panics
    ///
    /// If the path already has [`MAX_PATH_LENGTH`] moves.
    #[inline]
    pub fn push(&mut self, direction: Direction) {
        assert!(self.len() < MAX_PATH_LENGTH, "a path has at most {MAX_PATH_LENGTH} moves");
        self.set(self.len(), direction);
        self.length += 1;
    }

    /// The moves in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Direction> + ExactSizeIterator + '_ {
        (0..self.len()).map(|step| self.unpack(step))
    }
}

impl FromIterator<Direction> for Path {
    /// # Panics
    ///
    /// If there are more than [`MAX_PATH_LENGTH`] directions.
    fn from_iter<I: IntoIterator<Item = Direction>>(directions: I) -> Self {
        let mut path = Self::new();
        directions.into_iter().for_each(|direction| path.push(direction));
        path
    }
}

/// The letters in order.
impl std::fmt::Display for Path {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.iter().try_for_each(|direction| write!(f, "{direction}"))
    }
}

impl std::fmt::Debug for Path {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Path({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_pushed_is_read_back() {
        let directions: Vec<_> =
            (0..MAX_PATH_LENGTH).map(|i| Direction::ALL[i * i / 3 % 4]).collect();
        for length in [0, 1, 31, 32, 33, MAX_PATH_LENGTH] {
            let path: Path = directions[..length].iter().copied().collect();
            assert_eq!((path.len(), path.is_empty()), (length, length == 0));
            assert!(path.iter().eq(directions[..length].iter().copied()));
        }
    }

    #[test]
    fn set_in_any_order_equals_pushed() {
        let pushed: Path = (0..100).map(|i| Direction::ALL[i % 4]).collect();
        let mut path = Path::unset(100);
        (0..100).rev().for_each(|i| path.set(i, Direction::ALL[i % 4]));
        assert_eq!(path, pushed);
    }
}

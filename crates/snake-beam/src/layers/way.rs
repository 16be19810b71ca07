//! Moves from a state to some cell, in one word.

use snake_core::Direction;

/// Most moves of a [`Way`].
///
/// Ways of more than 32 moves are rare and poor: with up to 60 moves, runs on 150 seeds were equally
/// good (-0.02 %). With 32, a way is one word.
pub const MAX_WAY: usize = u64::BITS as usize / DIRECTION_BITS;

/// Bits of one direction.
const DIRECTION_BITS: usize = 2;

/// Up to [`MAX_WAY`] moves, two bits each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Way {
    /// Move `i` in bits `2 i` and `2 i + 1`; bits of moves not made are 0.
    moves: u64,
    length: u8,
}

impl Way {
    /// A way of no moves.
    pub const EMPTY: Self = Self { moves: 0, length: 0 };

    /// A way of one move.
    #[inline(always)]
    #[must_use]
    pub const fn single(direction: Direction) -> Self {
        Self::EMPTY.after(direction)
    }

    /// This way, with one move made before it.
    ///
    /// The way must have fewer than [`MAX_WAY`] moves; in debug builds this is checked.
    #[inline(always)]
    #[must_use]
    pub const fn after(self, first: Direction) -> Self {
        debug_assert!((self.length as usize) < MAX_WAY);
        Self { moves: self.moves << DIRECTION_BITS | first as u64, length: self.length + 1 }
    }

    /// The way as two numbers, for [`unpack`](Self::unpack).
    #[inline(always)]
    pub(crate) const fn pack(self) -> (u64, u8) {
        (self.moves, self.length)
    }

    /// The way that was packed.
    #[inline(always)]
    pub(crate) const fn unpack(moves: u64, length: u8) -> Self {
        Self { moves, length }
    }

    /// Number of moves.
    #[inline(always)]
    #[must_use]
    pub const fn len(self) -> usize {
        self.length as usize
    }

    /// Whether there are no moves.
    #[inline(always)]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.length == 0
    }

    /// The moves in order.
    #[inline(always)]
    pub fn iter(self) -> impl Iterator<Item = Direction> {
        let mut moves = self.moves;
        (0..self.length).map(move |_| {
            let direction = Direction::ALL[(moves & 3) as usize];
            moves >>= DIRECTION_BITS;
            direction
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_way_keeps_its_moves(codes in vec(0_usize..4, 0..=MAX_WAY)) {
            let moves: Vec<Direction> = codes.iter().map(|&code| Direction::ALL[code]).collect();
            let way = moves.iter().rev().fold(Way::EMPTY, |way, &first| way.after(first));
            prop_assert_eq!(way.len(), moves.len());
            prop_assert_eq!(way.is_empty(), moves.is_empty());
            prop_assert!(way.iter().eq(moves));
            let (packed, length) = way.pack();
            prop_assert_eq!(Way::unpack(packed, length), way);
        }
    }
}

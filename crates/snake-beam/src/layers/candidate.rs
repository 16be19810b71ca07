//! A state that could be built.

use super::run::Place;
use super::way::Way;

/// The recipe of a state, with all that decides whether it will be built: its value and its key.
///
/// Most candidates are never built, so they are small: 32 bytes against 448.
///
/// The moves are a way, then, after a bite, part of a restoration: the cells of the parent's parts
/// from ordinal `first` on, which need not be written down.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    key: u64,
    moves: u64,
    parent: Place,
    value: i32,
    length: u8,
    restoration: Restoration,
}

/// Eating back what a bite has cut off: the head goes along cells of the parent's body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Restoration {
    /// Ordinal, in the parent, of the part on whose cell it begins.
    pub first: u8,
    /// Number of cells.
    pub length: u8,
}

impl Restoration {
    /// No moves.
    pub const NONE: Self = Self { first: 0, length: 0 };

    /// The ordinals, in the parent, of the parts whose cells the head goes to.
    #[inline(always)]
    pub fn ordinals(self) -> impl Iterator<Item = usize> {
        let first = usize::from(self.first);
        first..first + usize::from(self.length)
    }
}

impl Candidate {
    /// A candidate reached from the state at `parent` by a way and a restoration.
    #[inline(always)]
    #[must_use]
    pub const fn new(
        parent: Place,
        (way, restoration): (Way, Restoration),
        value: i32,
        key: u64,
    ) -> Self {
        let (moves, length) = way.pack();
        Self { key, moves, parent, value, length, restoration }
    }

    /// The value, with noise; higher is better.
    #[inline(always)]
    #[must_use]
    pub const fn value(&self) -> i32 {
        self.value
    }

    /// The [`key`](super::CompactState::key) of the state.
    #[inline(always)]
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Where the parent is.
    #[inline(always)]
    #[must_use]
    pub const fn parent(&self) -> Place {
        self.parent
    }

    /// The moves before the restoration.
    #[inline(always)]
    #[must_use]
    pub const fn way(&self) -> Way {
        Way::unpack(self.moves, self.length)
    }

    /// What is restored after the way.
    #[inline(always)]
    #[must_use]
    pub const fn restoration(&self) -> Restoration {
        self.restoration
    }

    /// All that the head does.
    #[inline(always)]
    #[must_use]
    pub const fn moves(&self) -> (Way, Restoration) {
        (self.way(), self.restoration)
    }

    /// Number of moves, all in all.
    #[inline(always)]
    #[must_use]
    pub const fn turns(&self) -> usize {
        self.length as usize + self.restoration.length as usize
    }
}

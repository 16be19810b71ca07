//! The snake's cells as a double-ended queue.

use crate::grid::{CELL_COUNT, Cell};

/// Serial number of a body part, at least 1; it grows by one toward the head.
///
/// The first move of a game gives the new head the number `6`. A game of 100000 turns overflows 16
/// bits, hence the width.
pub type SerialIndex = i32;

/// Number of parts at the start, and the least there can ever be: a bite needs a loop of at least
/// four moves (`rules.md`, "Consequences").
pub const START_LENGTH: usize = 5;

/// The parts of the snake, a ring buffer addressed by serial index.
///
/// A move pushes a part in front, numbered one above the head, and (unless food was eaten) pops the
/// last. The part with serial index `i` stands in slot `i mod 256`, so no part is ever moved in
/// memory, and *ordinals* (0 = head) are differences: `head index - i`.
///
/// ```text
///   ordinal          0     1     2     3     4
///   serial index     9     8     7     6     5
///                  head                     tail
/// ```
///
/// The buffer is part of the value (no heap), so a snake is copied by one `memcpy`.
#[derive(Clone)]
pub struct Snake {
    ring: [Cell; CELL_COUNT],
    head: SerialIndex,
    tail: SerialIndex,
}

impl Snake {
    /// The start position: (4,0), (3,0), (2,0), (1,0), (0,0), head first.
    #[must_use]
    pub fn start() -> Self {
        let mut ring = [Cell::default(); CELL_COUNT];
        for row in 0..START_LENGTH {
            ring[row + 1] = Cell::new(row, 0);
        }
        Self { ring, head: START_LENGTH as SerialIndex, tail: 1 }
    }

    /// Slot of a serial index. The mask keeps it below `CELL_COUNT`, a power of two.
    #[inline]
    const fn slot(index: SerialIndex) -> usize {
        index as usize & (CELL_COUNT - 1)
    }

    /// Number of parts.
    #[inline]
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a snake is never empty")]
    pub const fn len(&self) -> usize {
        (self.head - self.tail) as usize + 1
    }

    /// Serial index of the head.
    #[inline]
    #[must_use]
    pub const fn head_index(&self) -> SerialIndex {
        self.head
    }

    /// Serial index of the tail.
    #[inline]
    #[must_use]
    pub const fn tail_index(&self) -> SerialIndex {
        self.tail
    }

    /// Cell of the head.
    #[inline]
    #[must_use]
    pub const fn head(&self) -> Cell {
        self.ring[Self::slot(self.head)]
    }

    /// Cell of the tail.
    #[inline]
    #[must_use]
    pub const fn tail(&self) -> Cell {
        self.ring[Self::slot(self.tail)]
    }

    /// Cell of the part with the given ordinal, 0 being the head.
    ///
    /// # Panics
    ///
    /// In debug builds, if `ordinal >= len()`. In release builds the result is then some cell.
    #[inline]
    #[must_use]
    pub fn cell(&self, ordinal: usize) -> Cell {
        debug_assert!(ordinal < self.len(), "ordinal {ordinal} of a snake of {}", self.len());
        self.ring[Self::slot(self.head - ordinal as SerialIndex)]
    }

    /// All cells, head first. The first and the last may be equal: head and tail can share a cell.
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator + '_ {
        (0..self.len()).map(|ordinal| self.cell(ordinal))
    }

    /// Adds a part in front and returns its serial index. `O(1)`.
    #[inline]
    pub(crate) fn push_front(&mut self, cell: Cell) -> SerialIndex {
        self.head += 1;
        self.ring[Self::slot(self.head)] = cell;
        self.head
    }

    /// Gives up the last part. `O(1)`.
    #[inline]
    pub(crate) fn pop_back(&mut self) {
        debug_assert!(self.len() > 1);
        self.tail += 1;
    }
}

impl std::fmt::Debug for Snake {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.cells()).finish()
    }
}

/// Equal when the cells are; serial indices depend on the way and do not count.
impl PartialEq for Snake {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.cells().eq(other.cells())
    }
}

impl Eq for Snake {}

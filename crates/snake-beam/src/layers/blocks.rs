//! Where the states of layers lie.

use super::layer::SPAN;
use super::run::Place;
use super::state::CompactState;

/// Memory for the states of layers, a block each.
///
/// A layer is needed until the last candidate that comes from it has been built. Most last some dozen
/// turns, a few as long as a restoration takes. The block that became free last is used next: it is
/// still in the processor's cache.
#[derive(Clone, Debug)]
pub(super) struct Blocks {
    /// State `r` of block `b` at `b * width + r`.
    states: Vec<CompactState>,
    /// Number of states in each block; 0 in free ones.
    counts: Vec<u32>,
    width: usize,
    free: Vec<u32>,
    /// The blocks that become free at a turn, by the turn modulo [`SPAN`].
    due: Vec<Vec<u32>>,
}

/// The number of a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Block(u32);

impl Default for Blocks {
    fn default() -> Self {
        Self {
            states: Vec::new(),
            counts: Vec::new(),
            width: 1,
            free: Vec::new(),
            due: vec![Vec::new(); SPAN],
        }
    }
}

impl Blocks {
    /// Drops all states. Blocks hold up to `width` of them from now on.
    pub(super) fn clear(&mut self, width: usize) {
        self.counts.clear();
        self.free.clear();
        self.due.iter_mut().for_each(Vec::clear);
        self.width = width;
    }

    /// A block without states. `filler` is copied into memory that was never used.
    #[inline(always)]
    pub(super) fn take(&mut self, filler: &CompactState) -> Block {
        let number = self.free.pop().unwrap_or_else(|| {
            self.counts.push(0);
            self.counts.len() as u32 - 1
        });
        let end = (number as usize + 1) * self.width;
        if self.states.len() < end {
            self.states.resize(end, *filler);
        }
        Block(number)
    }

    /// Makes a block free at a turn, which must be less than [`SPAN`] turns away.
    #[inline(always)]
    pub(super) fn keep_until(&mut self, block: Block, turn: usize) {
        self.due[turn % SPAN].push(block.0);
    }

    /// Frees what is due at a turn.
    #[inline(always)]
    pub(super) fn free_due(&mut self, turn: usize) {
        while let Some(number) = self.due[turn % SPAN].pop() {
            self.counts[number as usize] = 0;
            self.free.push(number);
        }
    }

    /// Number of states in a block.
    #[inline(always)]
    pub(super) fn count(&self, block: Block) -> usize {
        self.counts[block.0 as usize] as usize
    }

    /// The place of a state by its rank.
    #[inline(always)]
    pub(super) fn place(&self, block: Block, rank: usize) -> Place {
        Place((block.0 as usize * self.width + rank) as u32)
    }

    /// The state at a place.
    #[inline(always)]
    pub(super) fn state(&self, place: Place) -> &CompactState {
        &self.states[place.0 as usize]
    }

    /// Copies a state behind the last one of a block, which has room for it; returns the copy's place.
    #[inline(always)]
    pub(super) fn push_copy(&mut self, block: Block, of: Place) -> Place {
        let rank = self.count(block);
        debug_assert!(rank < self.width);
        self.counts[block.0 as usize] += 1;
        let place = self.place(block, rank);
        self.states[place.0 as usize] = self.states[of.0 as usize];
        place
    }

    /// A state and its copy, which is in another layer.
    #[inline(always)]
    pub(super) fn original_and_copy(
        &mut self,
        original: Place,
        copy: Place,
    ) -> [&mut CompactState; 2] {
        let places = [original, copy].map(|place| place.0 as usize);
        self.states.get_disjoint_mut(places).expect("a copy is in another layer")
    }

    /// Adds a state to a block.
    pub(super) fn push(&mut self, block: Block, state: CompactState) {
        let count = &mut self.counts[block.0 as usize];
        self.states[block.0 as usize * self.width + *count as usize] = state;
        *count += 1;
    }

    /// All states in blocks that are not free.
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut CompactState> {
        let blocks = self.states.chunks_mut(self.width).zip(&self.counts);
        blocks.flat_map(|(block, &count)| &mut block[..count as usize])
    }
}

//! What stays the same during a search on one instance.

use snake_core::{CELL_COUNT, Cell, CellSet, Colour, Direction, Instance};

use super::parameters::Parameters;
use super::random::SearchRng;
use super::value::Valuation;

use rand_core::Rng;

/// The board, the wanted colours, the words that states are hashed with, and the valuation: all that
/// [`CompactState`](super::CompactState) leaves out because every state shares it.
#[derive(Clone, Debug)]
pub struct Terrain {
    cells: CellSet,
    edge: CellSet,
    /// Colour 0, which no food has, from M on; so a snake of any length may be compared with it.
    wanted: [Colour; CELL_COUNT],
    wanted_length: usize,
    food_words: [u64; CELL_COUNT],
    head_words: [u64; CELL_COUNT],
    valuation: Valuation,
}

impl Terrain {
    /// The terrain of an instance; the words of the hash are drawn from `rng`.
    #[must_use]
    pub fn new(instance: &Instance, parameters: &Parameters, rng: &mut SearchRng) -> Self {
        let grid = instance.grid();
        let is_at_edge =
            |&cell: &Cell| Direction::ALL.iter().any(|&d| grid.neighbour(cell, d).is_none());
        let mut wanted = [0; CELL_COUNT];
        wanted[..instance.wanted().len()].copy_from_slice(instance.wanted());
        let (mut food_words, mut head_words) = ([0; CELL_COUNT], [0; CELL_COUNT]);
        for cell in grid.cells() {
            food_words[cell.index()] = rng.next_u64();
            head_words[cell.index()] = rng.next_u64();
        }
        Self {
            cells: grid.cell_set(),
            edge: grid.cells().filter(is_at_edge).collect(),
            wanted,
            wanted_length: instance.wanted().len(),
            food_words,
            head_words,
            valuation: Valuation::new(instance, parameters),
        }
    }

    /// The cells of the board.
    #[inline(always)]
    #[must_use]
    pub const fn cells(&self) -> &CellSet {
        &self.cells
    }

    /// The cells along the walls.
    #[inline(always)]
    #[must_use]
    pub const fn edge(&self) -> &CellSet {
        &self.edge
    }

    /// The colour wanted at an ordinal; 0 from M on.
    #[inline(always)]
    #[must_use]
    pub const fn wanted(&self, ordinal: usize) -> Colour {
        self.wanted[ordinal]
    }

    /// Length of the wanted sequence, M.
    #[inline(always)]
    #[must_use]
    pub const fn wanted_length(&self) -> usize {
        self.wanted_length
    }

    /// What a food on the cell adds to a state's hash, by exclusive or.
    #[inline(always)]
    #[must_use]
    pub const fn food_word(&self, cell: Cell) -> u64 {
        self.food_words[cell.index()]
    }

    /// What a head on the cell adds to a state's key, by exclusive or.
    #[inline(always)]
    #[must_use]
    pub const fn head_word(&self, cell: Cell) -> u64 {
        self.head_words[cell.index()]
    }

    /// How states are valued.
    #[inline(always)]
    #[must_use]
    pub const fn valuation(&self) -> &Valuation {
        &self.valuation
    }
}

//! How many foods stand between a head and what it wants.

use snake_core::CellSet;

use super::state::CompactState;
use super::terrain::Terrain;

/// Most foods that are counted; as many stand for no way at all.
pub const MOST_BARRIER: usize = 12;

impl CompactState {
    /// The fewest foods that a way to the nearest target goes over, not counting the target, if the
    /// body stays where it is; at most [`MOST_BARRIER`]. For a complete snake 0.
    ///
    /// On a dense board a clean snake may stand in a small open region, with several foods between it
    /// and every target. Each of them is a wrong colour for a time, which the plain value only
    /// punishes; this tells whether they bring the target nearer.
    ///
    /// # Complexity
    ///
    /// A flood over the board: some hundred set operations.
    #[must_use]
    pub fn barrier(&self, terrain: &Terrain) -> usize {
        if self.prefix() == terrain.wanted_length() {
            return 0;
        }
        let foods = self.foods();
        let targets = self.foods_of(terrain.wanted(self.prefix()));
        let empty = *terrain.cells() & !(*self.body() | foods);
        let mut reached = CellSet::from_iter([self.head()]);
        for crossed in 0..MOST_BARRIER {
            let met = flood(&mut reached, &empty);
            if !(met & targets).is_empty() {
                return crossed;
            }
            let next = met & foods & !reached;
            if next.is_empty() {
                break;
            }
            reached |= next;
        }
        MOST_BARRIER
    }
}

/// Adds all that can be reached over these cells; returns the neighbours of the whole.
fn flood(reached: &mut CellSet, over: &CellSet) -> CellSet {
    loop {
        let met = reached.neighbours();
        let new = met & *over & !*reached;
        if new.is_empty() {
            return met;
        }
        *reached |= new;
    }
}

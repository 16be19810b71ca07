//! The states themselves, in places that are used again.

use snake_core::State;

/// Where a state stands in a [`StatePool`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot(u32);

/// Flat states (about 1.5 KiB each) in one vector, with a list of free places. A child is copied and
/// played in its place; no state is ever moved or boxed, so nothing is allocated once the pool has
/// grown to the number of states kept.
#[derive(Clone, Debug)]
pub struct StatePool<'i> {
    states: Vec<State<'i>>,
    free: Vec<Slot>,
}

impl<'i> StatePool<'i> {
    /// A pool that holds one state.
    #[must_use]
    pub fn with(state: State<'i>) -> (Self, Slot) {
        (Self { states: vec![state], free: Vec::new() }, Slot(0))
    }

    /// The state in a place.
    #[inline]
    #[must_use]
    pub fn get(&self, slot: Slot) -> &State<'i> {
        &self.states[slot.0 as usize]
    }

    /// The state in a place, to change it.
    #[inline]
    #[must_use]
    pub fn get_mut(&mut self, slot: Slot) -> &mut State<'i> {
        &mut self.states[slot.0 as usize]
    }

    /// Copies a state to a free place.
    #[inline]
    pub fn copy(&mut self, from: Slot) -> Slot {
        let Some(to) = self.free.pop() else {
            self.states.push(self.states[from.0 as usize].clone());
            return Slot((self.states.len() - 1) as u32);
        };
        let [from, copy] = self
            .states
            .get_disjoint_mut([from.0 as usize, to.0 as usize])
            .expect("a free place is not in use");
        copy.clone_from(from);
        to
    }

    /// Gives a place back; what stood there may be overwritten.
    #[inline]
    pub fn release(&mut self, slot: Slot) {
        debug_assert!(!self.free.contains(&slot), "released twice");
        self.free.push(slot);
    }

    /// Number of places in use.
    #[must_use]
    pub fn len_used(&self) -> usize {
        self.states.len() - self.free.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use snake_core::{Direction, Instance};

    #[test]
    fn places_are_used_again() {
        let instance = Instance::generate(0);
        let (mut pool, start) = StatePool::with(State::start(&instance));
        let child = pool.copy(start);
        pool.get_mut(child).advance(Direction::Right).expect("column 1 is on the board");
        assert_ne!(pool.get(child), pool.get(start));
        assert_eq!(pool.len_used(), 2);
        pool.release(child);
        let again = pool.copy(start);
        assert_eq!((again, pool.len_used()), (child, 2));
        assert_eq!(pool.get(again), pool.get(start));
        assert_eq!(pool.get(again).turns(), 0);
    }
}

//! One step of the table: the best states with one matched prefix.

use std::cmp::Ordering;

use crate::compress::{Key, KeyMap};
use crate::value::Value;

/// A kept state: what a step needs to know of it, and whatever the owner wants to find again.
#[derive(Clone, Debug)]
pub struct Entry<T> {
    key: Key,
    value: Value,
    penalised: Value,
    expansions: u32,
    kept: T,
}

impl<T> Entry<T> {
    /// The key; no other entry of the step has the same.
    #[must_use]
    pub const fn key(&self) -> Key {
        self.key
    }

    /// The value without penalty.
    #[must_use]
    pub const fn value(&self) -> Value {
        self.value
    }

    /// The value multiplied by the penalty once per expansion.
    #[must_use]
    pub const fn penalised(&self) -> Value {
        self.penalised
    }

    /// How often the state has been expanded.
    #[must_use]
    pub const fn expansions(&self) -> u32 {
        self.expansions
    }

    /// What the owner keeps.
    #[must_use]
    pub const fn kept(&self) -> &T {
        &self.kept
    }

    /// What the owner keeps, to change it.
    #[must_use]
    pub const fn kept_mut(&mut self) -> &mut T {
        &mut self.kept
    }

    /// Lower is better: by penalised value, then (where that overflowed or happens to be equal) by
    /// number of expansions.
    fn rank(&self, other: &Self) -> Ordering {
        let by_value = self.penalised.partial_cmp(&other.penalised);
        by_value.unwrap_or(Ordering::Equal).then(self.expansions.cmp(&other.expansions))
    }
}

/// Where a [`Step`] would put a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The step has room.
    Free,
    /// In place of the entry with this number: its duplicate, or the worst.
    InsteadOf(u16),
}

/// The states of one step, at most a fixed number, with different keys.
///
/// Two values are at work:
/// * Of two *duplicates* (equal [`Key`]) the one with the lower value **without** penalty stays; the
///   older one if they are equal. Compared with the penalty, an expanded state would be replaced by
///   a worse copy of itself (2.3 % longer answers in the trial of `method.md`).
/// * Who *leaves* a full step is decided **with** the penalty: the entry with the highest penalised
///   value, if the candidate is below it. So a state that has had its chances makes room. Without
///   penalty the table freezes (6.1 % longer answers).
///
/// A candidate comes in two halves, so that a state need not be built to be turned away:
/// [`place`](Self::place) answers from key and value, [`put`](Self::put) stores.
#[derive(Clone, Debug)]
pub struct Step<T> {
    capacity: usize,
    entries: Vec<Entry<T>>,
    by_key: KeyMap<Key, u16>,
    /// Number of the entry that leaves next; meaningless while the step is empty.
    worst: usize,
}

impl<T> Step<T> {
    /// An empty step for at most `capacity` states.
    ///
    /// # Panics
    ///
    /// If the capacity is 0 or above 65535.
    #[must_use]
    pub fn new(capacity: usize) -> Self {
        assert!((1..=usize::from(u16::MAX)).contains(&capacity), "capacity must be in 1..=65535");
        Self { capacity, entries: Vec::new(), by_key: KeyMap::default(), worst: 0 }
    }

    /// The entries, in no particular order; their numbers are their places here.
    #[must_use]
    pub fn entries(&self) -> &[Entry<T>] {
        &self.entries
    }

    /// One entry, to change what the owner keeps.
    ///
    /// # Panics
    ///
    /// If there is no entry of this number.
    #[must_use]
    pub fn entry_mut(&mut self, number: usize) -> &mut Entry<T> {
        &mut self.entries[number]
    }

    /// Whether a candidate of this value could be let in, whatever its key. `O(1)`.
    #[inline]
    #[must_use]
    pub fn admits(&self, value: Value) -> bool {
        self.bound().is_none_or(|bound| value < bound)
    }

    /// Where a candidate with this key and value would go; `None` if it is turned away. `O(1)`.
    #[inline]
    #[must_use]
    pub fn place(&self, key: Key, value: Value) -> Option<Place> {
        // Most candidates end here. Nothing is lost: a duplicate's own value is at most its
        // penalised one, and that is at most the worst.
        if !self.admits(value) {
            return None;
        }
        let is_full = self.entries.len() == self.capacity;
        match self.by_key.get(&key) {
            Some(&number) => (value < self.entries[usize::from(number)].value)
                .then_some(Place::InsteadOf(number)),
            None if is_full => Some(Place::InsteadOf(self.worst as u16)),
            None => Some(Place::Free),
        }
    }

    /// Stores a candidate where [`place`](Self::place) has just told, and returns what an entry that
    /// had to leave kept. `O(capacity)`.
    ///
    /// # Panics
    ///
    /// If the place is not one of this step, or is [`Place::Free`] in a full one.
    pub fn put(&mut self, place: Place, key: Key, value: Value, kept: T) -> Option<T> {
        let entry = Entry { key, value, penalised: value, expansions: 0, kept };
        let (number, left) = match place {
            Place::Free => {
                assert!(self.entries.len() < self.capacity, "the step is full");
                self.entries.push(entry);
                (self.entries.len() - 1, None)
            }
            Place::InsteadOf(number) => {
                let left = std::mem::replace(&mut self.entries[usize::from(number)], entry);
                self.by_key.remove(&left.key);
                (usize::from(number), Some(left.kept))
            }
        };
        let displaced = self.by_key.insert(key, number as u16);
        debug_assert!(displaced.is_none(), "the key was in the step already");
        self.find_worst();
        left
    }

    /// Multiplies the penalised value of an entry, once more, by `penalty`, which is at least 1.
    /// `O(1)`.
    ///
    /// # Panics
    ///
    /// If there is no entry of this number.
    pub fn penalise(&mut self, number: usize, penalty: f64) {
        let entry = &mut self.entries[number];
        entry.penalised = entry.penalised.penalised(penalty);
        entry.expansions = entry.expansions.saturating_add(1);
        // It has only grown, so it is the worst now or the worst is what it was.
        let (entry, worst) = (&self.entries[number], &self.entries[self.worst]);
        let order = entry.rank(worst);
        if order == Ordering::Greater || order == Ordering::Equal && number < self.worst {
            self.worst = number;
        }
    }

    /// Writes the numbers of the `count` best entries by penalised value, best first; among equals
    /// the lower number. `O(capacity (log count + count))`, the latter part of it block moves.
    pub fn best(&self, count: usize, numbers: &mut Vec<u16>) {
        numbers.clear();
        for (number, entry) in self.entries.iter().enumerate() {
            let is_before =
                |&other: &u16| self.entries[usize::from(other)].rank(entry) != Ordering::Greater;
            if numbers.len() == count {
                match numbers.last() {
                    Some(last) if !is_before(last) => numbers.pop(),
                    _ => continue,
                };
            }
            numbers.insert(numbers.partition_point(is_before), number as u16);
        }
    }

    /// The value below which a candidate is let in, whatever its key; none if there is room for any.
    #[inline]
    #[must_use]
    pub fn bound(&self) -> Option<Value> {
        (self.entries.len() == self.capacity).then(|| self.entries[self.worst].penalised)
    }

    /// What the owner keeps of each entry, to change it.
    pub fn kept_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.entries.iter_mut().map(|entry| &mut entry.kept)
    }

    /// Drops the entries for which `stays` is false; the others are numbered anew, in the old order.
    /// `O(capacity)`.
    pub fn retain(&mut self, mut stays: impl FnMut(&T) -> bool) {
        self.entries.retain(|entry| stays(&entry.kept));
        self.by_key.clear();
        for (number, entry) in self.entries.iter().enumerate() {
            self.by_key.insert(entry.key, number as u16);
        }
        self.find_worst();
    }

    fn find_worst(&mut self) {
        let mut entries = self.entries.iter().enumerate();
        let Some((_, mut worst)) = entries.next() else { return };
        self.worst = 0;
        for (number, entry) in entries {
            if entry.penalised > worst.penalised
                || (entry.penalised == worst.penalised && entry.expansions > worst.expansions)
            {
                (self.worst, worst) = (number, entry);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Valuation;
    use proptest::collection::vec;
    use proptest::prelude::*;
    use snake_core::Cell;

    fn key(name: u8) -> Key {
        Key::of_parts(5, |_| Cell::from_index(name))
    }

    fn value(moves: u32) -> Value {
        Valuation::new(0.5).of_figures(moves as usize, 0)
    }

    const PENALTY: f64 = 1.5;

    /// The rules of a step, word for word, on a plain list of (key, value, expansions).
    #[derive(Default)]
    struct PlainStep {
        states: Vec<(u8, u32, i32)>,
    }

    impl PlainStep {
        fn penalised(&(_, value, expansions): &(u8, u32, i32)) -> f64 {
            (0..expansions).fold(f64::from(value), |value, _| value * PENALTY)
        }

        fn offer(&mut self, capacity: usize, name: u8, value: u32) {
            if let Some(same) = self.states.iter_mut().find(|state| state.0 == name) {
                if value < same.1 {
                    *same = (name, value, 0);
                }
                return;
            }
            if self.states.len() < capacity {
                self.states.push((name, value, 0));
                return;
            }
            let mut worst = 0;
            for number in 1..self.states.len() {
                let (a, b) = (&self.states[number], &self.states[worst]);
                let (x, y) = (Self::penalised(a), Self::penalised(b));
                if x > y || x == y && a.2 > b.2 {
                    worst = number;
                }
            }
            if f64::from(value) < Self::penalised(&self.states[worst]) {
                self.states[worst] = (name, value, 0);
            }
        }

        fn best(&self) -> Option<usize> {
            (0..self.states.len()).min_by(|&a, &b| {
                let (a, b) = (&self.states[a], &self.states[b]);
                Self::penalised(a).total_cmp(&Self::penalised(b)).then(a.2.cmp(&b.2))
            })
        }
    }

    proptest! {
        #[test]
        fn a_step_follows_its_rules(
            capacity in 1_usize..8,
            offers in vec((0_u8..12, 1_u32..60, any::<bool>()), 0..200),
        ) {
            let mut step = Step::new(capacity);
            let mut plain = PlainStep::default();
            let mut order = Vec::new();
            for (name, moves, expand) in offers {
                let before = step.entries().len();
                if let Some(place) = step.place(key(name), value(moves)) {
                    let left = step.put(place, key(name), value(moves), (name, moves));
                    prop_assert_eq!(left.is_some(), step.entries().len() == before);
                }
                plain.offer(capacity, name, moves);
                if expand {
                    step.best(1, &mut order);
                    step.penalise(usize::from(order[0]), PENALTY);
                    let best = plain.best().expect("one was offered");
                    prop_assert_eq!(usize::from(order[0]), best);
                    plain.states[best].2 += 1;
                }
                let found: Vec<_> = step
                    .entries()
                    .iter()
                    .map(|entry| (entry.kept.0, entry.kept.1, entry.expansions as i32))
                    .collect();
                prop_assert_eq!(&found, &plain.states);
                prop_assert!(found.len() <= capacity);
                for entry in step.entries() {
                    prop_assert_eq!(entry.key(), key(entry.kept().0));
                    prop_assert_eq!(entry.value(), value(entry.kept().1));
                }
            }
            step.best(capacity, &mut order);
            prop_assert_eq!(order.len(), step.entries().len());
            let value_of = |&number: &u16| step.entries[usize::from(number)].penalised;
            prop_assert!(order.is_sorted_by(|a, b| value_of(a) <= value_of(b)));
        }
    }

    #[test]
    fn an_overflowed_penalty_still_takes_turns() {
        let mut step = Step::new(2);
        for name in [1, 2] {
            let place = step.place(key(name), value(10)).expect("there is room");
            step.put(place, key(name), value(10), name);
        }
        let mut order = Vec::new();
        for _ in 0..20_000 {
            step.best(1, &mut order);
            step.penalise(usize::from(order[0]), 1.1);
        }
        assert!(step.entries().iter().all(|entry| entry.penalised().moves() == f64::INFINITY));
        assert!(step.entries().iter().all(|entry| entry.expansions() == 10_000));
        // A newcomer is still let in.
        assert!(step.place(key(3), value(1000)).is_some());
    }
}

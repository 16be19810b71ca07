//! The candidates of each turn, and which of them are built.

use super::candidate::Candidate;
use super::way::MAX_WAY;
use crate::compress::KeyMap;

/// Number of layers that anything is kept of at a time: the one at work and those that its
/// candidates go to. More than the moves of any candidate, and a power of two.
///
/// A way has at most 32 moves, a restoration at most 192 - 5.
pub const SPAN: usize = 256;

const _: () = assert!(MAX_WAY + snake_core::MAX_WANTED - snake_core::START_LENGTH < SPAN);

/// Candidates by the turn they arrive at, for the next [`SPAN`] turns: a ring of lists that are used
/// again and again.
#[derive(Clone, Debug)]
pub struct Upcoming {
    lists: Vec<Vec<Candidate>>,
    /// No candidate arrives later.
    last_turn: usize,
    /// Of the layer at work.
    last_turn_of_layer: usize,
}

impl Default for Upcoming {
    fn default() -> Self {
        Self { lists: vec![Vec::new(); SPAN], last_turn: 0, last_turn_of_layer: 0 }
    }
}

impl Upcoming {
    /// Drops all candidates.
    pub fn clear(&mut self) {
        self.lists.iter_mut().for_each(Vec::clear);
        self.last_turn = 0;
    }

    /// Tells that the candidates added from now on come from the layer of this turn.
    #[inline(always)]
    pub fn begin_layer(&mut self, turn: usize) {
        self.last_turn_of_layer = turn;
    }

    /// The last turn at which a candidate from the layer at work arrives.
    #[inline(always)]
    #[must_use]
    pub const fn last_turn_of_layer(&self) -> usize {
        self.last_turn_of_layer
    }

    /// Adds a candidate that arrives at a turn, which must be less than [`SPAN`] turns after the one
    /// at work.
    #[inline(always)]
    pub fn push(&mut self, turn: usize, candidate: Candidate) {
        self.last_turn = self.last_turn.max(turn);
        self.last_turn_of_layer = self.last_turn_of_layer.max(turn);
        self.lists[turn % SPAN].push(candidate);
    }

    /// The last turn at which a candidate arrives.
    #[inline(always)]
    #[must_use]
    pub const fn last_turn(&self) -> usize {
        self.last_turn
    }

    /// The candidates of a turn.
    #[must_use]
    pub fn at(&self, turn: usize) -> &[Candidate] {
        &self.lists[turn % SPAN]
    }

    /// Drops the candidates of a turn.
    pub fn clear_turn(&mut self, turn: usize) {
        self.lists[turn % SPAN].clear();
    }
}

/// Chooses the candidates of a layer that are built. Its buffers are used again for each layer.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Value (higher first), then number of the candidate.
    order: Vec<u64>,
    /// Keys that are not chosen any more.
    seen: KeyMap<u64, ()>,
    chosen: Vec<u32>,
}

/// How many times `width` candidates are looked at at most. Duplicates are about a third.
const PIECES: usize = 3;

impl Selection {
    /// Lets all keys be chosen again.
    pub fn forget(&mut self) {
        self.seen.clear();
    }

    /// The numbers of at most `width` candidates, best first, none with a key that has been chosen since
    /// [`forget`](Self::forget) was called last. So no two have the same: of duplicates the best one is
    /// chosen, of equally good ones the one that was added last.
    ///
    /// # Complexity
    ///
    /// `O(candidates + width log width)`.
    pub fn choose(&mut self, candidates: &[Candidate], width: usize) -> &[u32] {
        self.order.clear();
        self.order.extend((0_u32..).zip(candidates).map(|(number, candidate)| {
            u64::from(ascending(candidate.value())) << 32 | u64::from(number)
        }));
        self.chosen.clear();
        let mut rest = self.order.as_mut_slice();
        // Sorted piece by piece, since the first piece is often enough.
        for _ in 0..PIECES {
            let piece = split_off_best(&mut rest, width);
            for number in piece.iter().map(|&entry| entry as u32) {
                if self.chosen.len() == width {
                    return &self.chosen;
                }
                if self.seen.insert(candidates[number as usize].key(), ()).is_none() {
                    self.chosen.push(number);
                }
            }
        }
        &self.chosen
    }
}

/// Splits the `count` largest entries off, largest first; all if there are no more.
fn split_off_best<'a>(rest: &mut &'a mut [u64], count: usize) -> &'a [u64] {
    let entries = std::mem::take(rest);
    let count = count.min(entries.len());
    if count < entries.len() {
        entries.select_nth_unstable_by(count, |a, b| b.cmp(a));
    }
    let (best, others) = entries.split_at_mut(count);
    best.sort_unstable_by(|a, b| b.cmp(a));
    *rest = others;
    best
}

/// A number that is the larger the larger the value is.
const fn ascending(value: i32) -> u32 {
    value as u32 ^ 1 << 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layers::candidate::Restoration;
    use crate::layers::run::Place;
    use crate::layers::way::Way;
    use proptest::collection::vec;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_best_of_each_key_is_chosen(
            offers in vec((-50_i32..50, 0_u64..40), 0..200), width in 1_usize..30,
        ) {
            let candidates: Vec<_> = offers
                .iter()
                .map(|&(value, key)| {
                    Candidate::new(Place::default(), (Way::EMPTY, Restoration::NONE), value, key)
                })
                .collect();
            let mut selection = Selection::default();
            // A selection is used again and again.
            selection.choose(&candidates, 1);
            selection.forget();
            let chosen = selection.choose(&candidates, width).to_vec();

            let mut plain: Vec<usize> = (0..offers.len()).collect();
            plain.sort_by_key(|&number| std::cmp::Reverse((offers[number].0, number)));
            plain.truncate(PIECES * width);
            let mut keys = Vec::new();
            plain.retain(|&number| {
                let is_new = !keys.contains(&offers[number].1);
                keys.push(offers[number].1);
                is_new
            });
            plain.truncate(width);
            prop_assert!(chosen.iter().map(|&number| number as usize).eq(plain));
            // The same keys are not chosen again; a layer of nothing else is empty.
            let left = selection.choose(&candidates, width).to_vec();
            let key = |&number: &u32| candidates[number as usize].key();
            prop_assert!(left.iter().all(|number| !chosen.iter().any(|one| key(one) == key(number))));
        }
    }

    #[test]
    fn candidates_wait_for_their_turn() {
        let mut upcoming = Upcoming::default();
        let candidate =
            |value| Candidate::new(Place::default(), (Way::EMPTY, Restoration::NONE), value, 0);
        for (turn, value) in [(300, 1), (301, 2), (300, 3), (300 + SPAN - 1, 4)] {
            upcoming.push(turn, candidate(value));
        }
        let values = |upcoming: &Upcoming, turn| -> Vec<i32> {
            upcoming.at(turn).iter().map(Candidate::value).collect()
        };
        assert_eq!(values(&upcoming, 300), [1, 3]);
        assert_eq!(upcoming.last_turn(), 300 + SPAN - 1);
        upcoming.clear_turn(300);
        assert!(values(&upcoming, 300).is_empty());
        assert_eq!(values(&upcoming, 301), [2]);
        upcoming.clear();
        assert!(values(&upcoming, 301).is_empty() && upcoming.last_turn() == 0);
    }

    #[test]
    fn candidates_are_half_a_cache_line() {
        assert_eq!(size_of::<Candidate>(), 32);
    }
}

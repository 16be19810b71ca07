//! The moves that led to each state, shared between states.

use snake_core::Direction;

/// Where a state's answer ends in a [`History`]: the last move, or [`Link::START`] before the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Link(u32);

impl Link {
    /// No move made yet.
    pub const START: Self = Self(0);
}

/// A pool of moves, each linked to the move before it. States that have a beginning in common share
/// it, so that a state carries one [`Link`] in place of its whole answer.
///
/// ```text
///     START ── R ── R ── D ── D        two states: R R D D and R R U
///                    └── U
/// ```
///
/// A move takes 4 bytes: the parent's number in 30 bits, the direction in two. Parents always have
/// smaller numbers than their children.
///
/// # How memory stays bounded
///
/// Moves of states that have been thrown away are garbage. [`History::truncate`] takes back the
/// newest moves when a branch comes to nothing. The rest is collected by [`History::compact`], which
/// the owner calls with all links still in use when [`History::is_due`] says so: when the pool has
/// reached a million moves (4 MB) and also twice what was in use after the last compaction. So the
/// pool holds at most the larger of a million and twice the moves in use, plus what one expansion
/// adds; a compaction needs 4 bytes a move more for its own time. Moves in use are at most states
/// kept times answer length, in practice a few per cent of that.
///
/// ```
/// use snake_beam::{History, Link};
/// use snake_core::Direction::{Down, Right, Up};
///
/// let mut history = History::new();
/// let fork = history.push(Link::START, Right);
/// let (one, two) = (history.push(fork, Down), history.push(fork, Up));
/// assert_eq!(history.moves(one), [Right, Down]);
/// assert_eq!(history.moves(two), [Right, Up]);
/// ```
#[derive(Clone, Debug)]
pub struct History {
    /// Parent's number `<< 2 |` direction; number 0 is the start and stands for no move.
    nodes: Vec<u32>,
    due_length: usize,
}

/// Length of the newest part of a [`History`], to come back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark(usize);

/// Bits of a node that hold the direction.
const DIRECTION_BITS: u32 = 2;

/// Moves below which a compaction is not worth its time: 4 MB.
const LEAST_DUE_LENGTH: usize = 1 << 20;

/// Number of moves that 30 bits can tell apart.
const MOST_NODES: usize = 1 << (32 - DIRECTION_BITS);

impl Default for History {
    fn default() -> Self {
        Self::new()
    }
}

impl History {
    /// An empty pool.
    #[must_use]
    pub fn new() -> Self {
        Self { nodes: vec![0], due_length: LEAST_DUE_LENGTH }
    }

    /// Number of moves in the pool.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Whether the pool holds no moves.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a move after the one that `parent` links to. `O(1)`.
    ///
    /// # Panics
    ///
    /// If the pool holds 2^30 moves (4 GiB): it has not been compacted, or that many are in use.
    #[inline]
    pub fn push(&mut self, parent: Link, direction: Direction) -> Link {
        let number = self.nodes.len();
        assert!(number < MOST_NODES, "a history holds fewer than 2^30 moves");
        self.nodes.push(parent.0 << DIRECTION_BITS | direction as u32);
        Link(number as u32)
    }

    /// Adds several moves, one after the other.
    ///
    /// # Panics
    ///
    /// As [`push`](Self::push).
    #[inline]
    pub fn extend(
        &mut self,
        parent: Link,
        directions: impl IntoIterator<Item = Direction>,
    ) -> Link {
        directions.into_iter().fold(parent, |link, direction| self.push(link, direction))
    }

    /// The moves from the start to the one that `link` is for. `O(answer length)`.
    #[must_use]
    pub fn moves(&self, link: Link) -> Vec<Direction> {
        let mut moves = Vec::new();
        let mut number = link.0;
        while number != Link::START.0 {
            let node = self.nodes[number as usize];
            moves.push(Direction::ALL[(node & 3) as usize]);
            number = node >> DIRECTION_BITS;
        }
        moves.reverse();
        moves
    }

    /// Where the pool ends now, for [`truncate`](Self::truncate).
    #[inline]
    #[must_use]
    pub fn mark(&self) -> Mark {
        Mark(self.nodes.len())
    }

    /// Drops all moves added since the mark; no link to one of them may be used afterwards. A mark
    /// from before a compaction means nothing.
    #[inline]
    pub fn truncate(&mut self, mark: Mark) {
        self.nodes.truncate(mark.0);
    }

    /// Whether it is time for a [`compact`](Self::compact).
    #[inline]
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.nodes.len() >= self.due_length
    }

    /// Drops every move that none of the links needs, and points the links to the new places. All
    /// other links and marks become meaningless.
    ///
    /// `O(moves in the pool + links)`; the order of the moves stays.
    pub fn compact(&mut self, links: &mut [&mut Link]) {
        const UNUSED: u32 = u32::MAX;
        const USED: u32 = 0;
        let mut places = vec![UNUSED; self.nodes.len()];
        places[0] = USED;
        for link in links.iter() {
            places[link.0 as usize] = USED;
        }
        // Parents come before children, so one sweep from the end reaches all ancestors.
        for number in (1..self.nodes.len()).rev() {
            if places[number] == USED {
                places[(self.nodes[number] >> DIRECTION_BITS) as usize] = USED;
            }
        }
        let mut used = 1;
        for number in 1..self.nodes.len() {
            if places[number] == USED {
                let node = self.nodes[number];
                let parent = places[(node >> DIRECTION_BITS) as usize];
                self.nodes[used] = parent << DIRECTION_BITS | node & 3;
                places[number] = used as u32;
                used += 1;
            }
        }
        for link in links {
            link.0 = places[link.0 as usize];
        }
        self.nodes.truncate(used);
        self.due_length = LEAST_DUE_LENGTH.max(2 * used);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    /// A plain reference: every state carries its whole answer.
    fn grow(script: &[(usize, u8)]) -> (History, Vec<(Link, Vec<Direction>)>) {
        let mut history = History::new();
        let mut states = vec![(Link::START, Vec::new())];
        for &(parent, direction) in script {
            let (link, mut moves) = states[parent % states.len()].clone();
            let direction = Direction::ALL[direction as usize % 4];
            moves.push(direction);
            states.push((history.push(link, direction), moves));
        }
        (history, states)
    }

    proptest! {
        #[test]
        fn links_find_their_moves(script in vec((any::<usize>(), any::<u8>()), 0..200)) {
            let (history, states) = grow(&script);
            prop_assert_eq!(history.len(), script.len());
            for (link, moves) in states {
                prop_assert_eq!(history.moves(link), moves);
            }
        }

        #[test]
        fn compaction_keeps_what_is_in_use_and_nothing_else(
            script in vec((any::<usize>(), any::<u8>()), 0..200),
            kept in vec(any::<prop::sample::Index>(), 0..20),
        ) {
            let (mut history, states) = grow(&script);
            let mut kept: Vec<_> = kept.iter().map(|index| index.get(&states).clone()).collect();
            let mut prefixes: Vec<_> = kept
                .iter()
                .flat_map(|(_, moves)| (1..=moves.len()).map(|end| moves[..end].to_vec()))
                .collect();
            prefixes.sort();
            prefixes.dedup();
            let mut links: Vec<&mut Link> = kept.iter_mut().map(|(link, _)| link).collect();
            history.compact(&mut links);
            for (link, moves) in &kept {
                prop_assert_eq!(&history.moves(*link), moves);
            }
            // Equal beginnings may have been added twice, so the pool can be larger than the tree
            // of distinct beginnings, but never larger than all moves of the kept states.
            prop_assert!(history.len() >= prefixes.len());
            prop_assert!(history.len() <= kept.iter().map(|(_, moves)| moves.len()).sum());
            // It still grows as before.
            let (link, mut moves) = kept.pop().unwrap_or((Link::START, Vec::new()));
            let link = history.push(link, Direction::Left);
            moves.push(Direction::Left);
            prop_assert_eq!(history.moves(link), moves);
        }

        #[test]
        fn truncation_takes_back_the_newest(
            script in vec((any::<usize>(), any::<u8>()), 0..50), more in 0_usize..50,
        ) {
            let (mut history, states) = grow(&script);
            let mark = history.mark();
            let last = states.last().expect("the start").0;
            history.extend(last, std::iter::repeat_n(Direction::Up, more));
            prop_assert_eq!(history.len(), script.len() + more);
            history.truncate(mark);
            prop_assert_eq!(history.len(), script.len());
            for (link, moves) in states {
                prop_assert_eq!(history.moves(link), moves);
            }
        }
    }

    #[test]
    fn the_pool_is_bounded_when_compacted_in_time() {
        let mut history = History::new();
        let mut kept = Link::START;
        for round in 0..40 {
            // A long line of which one move in use remains.
            kept = history.push(kept, Direction::Right);
            history.extend(kept, std::iter::repeat_n(Direction::Left, 200_000));
            if history.is_due() {
                history.compact(&mut [&mut kept]);
                assert_eq!(history.len(), round + 1);
            }
            assert!(history.len() < LEAST_DUE_LENGTH + 200_001);
        }
        assert_eq!(history.moves(kept), [Direction::Right; 40]);
    }
}

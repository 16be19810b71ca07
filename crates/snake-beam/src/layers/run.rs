//! One beam run: from a state to the first complete one, layer by layer.

use arrayvec::ArrayVec;
use snake_core::{CellSet, Direction, MAX_TURNS, MISMATCH_PENALTY};

use super::blocks::{Block, Blocks};
use super::flood::{Flood, FloodLimits};
use super::kernel::Kernel;
use super::lanes::Lanes;
use super::layer::{Selection, Upcoming};
use super::parameters::Parameters;
use super::propose::Proposals;
use super::random::SearchRng;
use super::state::{CompactState, MAX_WRONG};
use super::terrain::Terrain;
use super::way::MAX_WAY;
use crate::budget::Budget;
use crate::history::{History, Link, Mark};
use crate::outcome::Effort;

/// Where a state stands in the ring of layers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place(pub(super) u32);

/// What a run is to do.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The state to start from; its prefix is not complete.
    pub from: &'a CompactState,
    /// Most states of a layer.
    pub width: usize,
    /// Only complete answers of fewer turns are of interest.
    pub bound: usize,
}

/// What a run has found, as the moves after the state it started from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// Moves to a complete answer: the shortest of this run, and shorter than its bound.
    Complete(Vec<Direction>),
    /// None. Moves to the state with the best score that was built.
    Incomplete(Vec<Direction>),
}

/// Runs beam searches one after the other, in memory that they share.
///
/// # Memory
///
/// States: 448 bytes each, those of the layers that some candidate still comes from. These are some
/// dozen at a time, and 256 at most, which would be 28 MB at width 240, 230 MB at width 2000. Candidates: those of the next
/// 256 turns at most, of which nearly all are for the next ten; some ten MB, since each turn's list
/// keeps its memory. The history holds a few moves for each state built, and is compacted at a million
/// (4 MB). So all stays below 100 MB at such widths, however long the search goes on. Measured, for the
/// whole process: 32 MB after 1.9 s on seed 2002; 48 MB after 1.9 s, 52 MB after 20 s on seed 2006.
#[derive(Clone, Debug)]
pub struct Runner {
    kernel: Kernel,
    parameters: Parameters,
    terrain: Terrain,
    flood: Box<Flood>,
    blocks: Blocks,
    upcoming: Upcoming,
    selection: Selection,
    history: History,
    empty_history: Mark,
    reached: Reached,
}

/// How far a run has come.
#[derive(Clone, Debug)]
struct Reached {
    /// The score, but for the turns, of the best state built, and where its moves end. Among equals
    /// the first has the fewest turns.
    best: (u64, Link),
    longest_prefix: usize,
    /// The turn at which the prefix was first that long.
    longest_prefix_turn: usize,
}

impl Reached {
    fn new(state: &CompactState, terrain: &Terrain) -> Self {
        Self {
            best: (penalties(state, terrain), state.link()),
            longest_prefix: state.prefix(),
            longest_prefix_turn: state.turns(),
        }
    }

    /// Whether the matched prefix has not grown for so many turns.
    #[inline(always)]
    const fn has_stalled(&self, turn: usize, turns: usize) -> bool {
        turn - self.longest_prefix_turn >= turns
    }

    #[inline(always)]
    fn note(&mut self, state: &CompactState, terrain: &Terrain) {
        if state.prefix() > self.longest_prefix {
            self.longest_prefix = state.prefix();
            self.longest_prefix_turn = state.turns();
        }
        let penalties = penalties(state, terrain);
        if penalties < self.best.0 {
            self.best = (penalties, state.link());
        }
    }
}

/// The score of a state but for its turns.
#[inline(always)]
fn penalties(state: &CompactState, terrain: &Terrain) -> u64 {
    let missing = terrain.wanted_length() - state.len();
    MISMATCH_PENALTY * (state.mismatches(terrain) + 2 * missing) as u64
}

impl Runner {
    /// A runner without anything to run yet.
    #[must_use]
    pub fn new(terrain: Terrain, parameters: Parameters) -> Self {
        let history = History::new();
        let empty_history = history.mark();
        Self {
            kernel: Kernel::detect(),
            parameters,
            terrain,
            flood: Box::default(),
            blocks: Blocks::default(),
            upcoming: Upcoming::default(),
            selection: Selection::default(),
            history,
            empty_history,
            reached: Reached {
                best: (u64::MAX, Link::START),
                longest_prefix: 0,
                longest_prefix_turn: 0,
            },
        }
    }

    /// Uses another kernel than the fastest one.
    #[must_use]
    pub const fn with_kernel(mut self, kernel: Kernel) -> Self {
        self.kernel = kernel;
        self
    }

    /// What all states share.
    #[must_use]
    pub const fn terrain(&self) -> &Terrain {
        &self.terrain
    }

    /// Goes through the layers until a complete answer is found, nothing is proposed any more, the
    /// bound is reached, the matched prefix has not grown for [`Parameters::patience`] turns, or the
    /// budget is spent, which is looked at once a layer.
    ///
    /// # Panics
    ///
    /// If the width is 0.
    pub fn run(
        &mut self,
        task: Task<'_>,
        rng: &mut SearchRng,
        budget: &mut Budget<'_>,
        effort: &mut Effort,
    ) -> Found {
        match self.kernel {
            Kernel::Portable => self.run_in::<CellSet>(task, rng, budget, effort),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2(proof) => self.run_avx2(proof, task, rng, budget, effort),
        }
    }

    #[inline(always)]
    pub(super) fn run_in<S: Lanes>(
        &mut self,
        task: Task<'_>,
        rng: &mut SearchRng,
        budget: &mut Budget<'_>,
        effort: &mut Effort,
    ) -> Found {
        let mut layer = self.begin(&task);
        let bound = task.bound.min(MAX_TURNS + 1);
        let mut turn = task.from.turns();
        loop {
            let count = self.blocks.count(layer);
            self.upcoming.begin_layer(turn);
            for rank in 0..count {
                self.expand::<S>(layer, rank, bound, rng);
            }
            self.blocks.keep_until(layer, self.upcoming.last_turn_of_layer());
            self.blocks.free_due(turn);
            effort.expansions += count as u64;
            turn += 1;
            if turn >= bound
                || turn > self.upcoming.last_turn()
                || self.reached.has_stalled(turn, self.parameters.patience + 1)
                || budget.is_spent_after(count as u32)
            {
                return Found::Incomplete(self.history.moves(self.reached.best.1));
            }
            layer = self.blocks.take(task.from);
            if let Some(link) = self.build_layer(turn, layer, task.width, effort) {
                effort.complete_states += 1;
                return Found::Complete(self.history.moves(link));
            }
            if self.history.is_due() {
                self.compact();
            }
        }
    }

    /// Empties the memory and puts the first state into a layer.
    fn begin(&mut self, task: &Task<'_>) -> Block {
        assert!(task.width > 0, "a run is at least one state wide");
        self.upcoming.clear();
        self.selection.forget();
        self.history.truncate(self.empty_history);
        let mut first = *task.from;
        *first.link_mut() = Link::START;
        self.blocks.clear(task.width);
        let layer = self.blocks.take(&first);
        self.blocks.push(layer, first);
        self.reached = Reached::new(&first, &self.terrain);
        layer
    }

    /// Makes the candidates of a state.
    #[inline(always)]
    fn expand<S: Lanes>(&mut self, layer: Block, rank: usize, bound: usize, rng: &mut SearchRng) {
        let place = self.blocks.place(layer, rank);
        let (state, terrain) = (self.blocks.state(place), &self.terrain);
        // Each colour missing takes a move.
        if state.turns() + (terrain.wanted_length() - state.prefix()) >= bound {
            return;
        }
        let room_for_wrong = MAX_WRONG - state.wrong_parts();
        let foods_left = terrain.wanted_length() - state.len();
        let limits = FloodLimits {
            turns: MAX_WAY.min(bound - 1 - state.turns()),
            near_turns: self.parameters.near_turns,
            wrong_foods: self.parameters.wrong_on_way.min(room_for_wrong).min(foods_left),
            targets: self.parameters.targets,
        };
        self.flood.run_in::<S>(state, terrain, limits);
        let mut proposals = Proposals {
            parameters: &self.parameters,
            terrain,
            rng,
            state,
            place,
            rank,
            has_stalled: self.reached.has_stalled(state.turns(), self.parameters.stalled_turns),
            flood: &self.flood,
            bound,
            upcoming: &mut self.upcoming,
        };
        proposals.all_in::<S>();
    }

    /// Builds the best candidates of a turn; the link of a complete one, if there is any.
    #[inline(always)]
    fn build_layer(
        &mut self,
        turn: usize,
        layer: Block,
        width: usize,
        effort: &mut Effort,
    ) -> Option<Link> {
        if !self.reached.has_stalled(turn, self.parameters.stalled_turns) {
            self.selection.forget();
        }
        let candidates = self.upcoming.at(turn);
        let mut complete = None;
        'layer: for batch in self.selection.choose(candidates, width).chunks(BATCH) {
            let batch = batch.iter().map(|&number| &candidates[number as usize]);
            let mut copies = ArrayVec::<Place, BATCH>::new();
            copies.extend(
                batch.clone().map(|candidate| self.blocks.push_copy(layer, candidate.parent())),
            );
            for (candidate, copy) in batch.zip(copies) {
                let [parent, state] = self.blocks.original_and_copy(candidate.parent(), copy);
                let mut link = parent.link();
                state.follow(&self.terrain, parent, candidate.moves(), |direction| {
                    link = self.history.push(link, direction);
                });
                *state.link_mut() = link;
                effort.moves += candidate.turns() as u64;
                self.reached.note(state, &self.terrain);
                if state.prefix() == self.terrain.wanted_length() {
                    complete = Some(state.link());
                    break 'layer;
                }
            }
        }
        self.upcoming.clear_turn(turn);
        complete
    }

    /// Drops the moves that no state needs.
    #[cold]
    fn compact(&mut self) {
        let mut links = vec![&mut self.reached.best.1];
        links.extend(self.blocks.iter_mut().map(CompactState::link_mut));
        self.history.compact(&mut links);
    }
}

/// So many parents are copied one after the other before the copies make their moves. A parent is often
/// in the third-level cache only; the processor fetches several at a time if nothing waits for the first.
/// As many copies stay in the first-level cache.
const BATCH: usize = 16;

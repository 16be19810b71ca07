//! What a search tells while it runs, and what it returns.

use snake_core::{Answer, Score};

use crate::budget::End;
use crate::team::Member;

/// How much a search has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Passes finished.
    pub passes: u64,
    /// States expanded.
    pub expansions: u64,
    /// Moves played, including those of states that were thrown away.
    pub moves: u64,
    /// Complete states reached, each at least as short as the best complete one before it.
    pub complete_states: u64,
}

impl std::iter::Sum for Effort {
    fn sum<I: Iterator<Item = Self>>(efforts: I) -> Self {
        efforts.fold(Self::default(), |all, one| Self {
            passes: all.passes + one.passes,
            expansions: all.expansions + one.expansions,
            moves: all.moves + one.moves,
            complete_states: all.complete_states + one.complete_states,
        })
    }
}

/// Told after every pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What has been done so far.
    pub effort: Effort,
    /// Score of the best answer so far.
    pub best: Score,
    /// Matched prefix of the best answer.
    pub prefix: usize,
}

impl Progress {
    /// How far a search has come.
    #[must_use]
    pub fn of(search: &impl Member) -> Self {
        let best = search.incumbent();
        Self { effort: search.effort(), best: best.score(), prefix: best.prefix() }
    }
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The best answer found: legal, and never worse than the empty one.
    pub answer: Answer,
    /// Its score.
    pub score: Score,
    /// What has been done.
    pub effort: Effort,
    /// Why the search ended.
    pub end: End,
}

impl Outcome {
    /// What a search that has ended returns.
    pub(crate) fn of(search: &impl Member, end: End) -> Self {
        let best = search.incumbent();
        Self { answer: best.answer(), score: best.score(), effort: search.effort(), end }
    }
}

//! The best answer so far.

use snake_core::{Answer, Direction, Instance, MISMATCH_PENALTY, Score, State};

/// The best legal answer found so far; at first the empty one.
///
/// Any state reached on the way may be offered, not only complete ones: while no complete answer is
/// known, the one with the best score is what a search has to show.
#[derive(Clone, Debug)]
pub struct Incumbent {
    score: Score,
    prefix: usize,
    moves: Vec<Direction>,
}

impl Incumbent {
    /// The empty answer.
    #[must_use]
    pub fn new(instance: &Instance) -> Self {
        let start = State::start(instance);
        Self { score: Score::of(&start), prefix: start.prefix(), moves: Vec::new() }
    }

    /// The score.
    #[must_use]
    pub const fn score(&self) -> Score {
        self.score
    }

    /// The matched prefix at the end.
    #[must_use]
    pub const fn prefix(&self) -> usize {
        self.prefix
    }

    /// The moves.
    #[must_use]
    pub fn moves(&self) -> &[Direction] {
        &self.moves
    }

    /// The answer.
    #[must_use]
    pub fn answer(&self) -> Answer {
        Answer::new(self.moves.clone())
    }

    /// Number of turns if the answer is complete.
    #[inline]
    #[must_use]
    pub const fn complete_turns(&self) -> Option<usize> {
        if self.score.is_complete() { Some(self.score.turns) } else { None }
    }

    /// Whether an incomplete state could still be better. No longer so once the score is below the
    /// penalty for a single wrong colour; then such states need not be offered.
    #[inline]
    #[must_use]
    pub const fn admits_incomplete(&self) -> bool {
        self.score.value() > MISMATCH_PENALTY
    }

    /// Whether a state with this matched prefix after this number of turns could lead to a complete
    /// answer that is shorter than the present one: each colour missing takes a move at least.
    #[inline]
    #[must_use]
    pub fn can_be_improved_from(&self, turns: usize, prefix: usize) -> bool {
        self.moves_to_spare(turns, prefix) > 0
    }

    /// The number of moves after which [`can_be_improved_from`](Self::can_be_improved_from) this turn and
    /// prefix no longer holds; `usize::MAX` while there is no complete answer.
    #[inline]
    #[must_use]
    pub fn moves_to_spare(&self, turns: usize, prefix: usize) -> usize {
        let wanted = self.score.length + self.score.missing;
        self.complete_turns()
            .map_or(usize::MAX, |best| best.saturating_sub(turns + (wanted - prefix)))
    }

    /// Whether this answer's score is better than that of the other.
    #[must_use]
    pub const fn is_better_than(&self, other: &Self) -> bool {
        self.score.value() < other.score.value()
    }

    /// Takes a state's answer if its score is better; true if so. `moves` is called only then.
    /// `O(length)`, plus the answer's length if it is taken.
    pub fn offer(&mut self, state: &State<'_>, moves: impl FnOnce() -> Vec<Direction>) -> bool {
        let score = Score::of(state);
        let is_better = score.value() < self.score.value();
        if is_better {
            self.score = score;
            self.prefix = state.prefix();
            self.moves = moves();
            debug_assert_eq!(self.moves.len(), score.turns);
        }
        is_better
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_better_states_are_taken() {
        let instance = Instance::generate(0);
        let mut incumbent = Incumbent::new(&instance);
        assert!(incumbent.moves().is_empty());
        assert_eq!(incumbent.score(), incumbent.answer().score(&instance).expect("it is empty"));

        // Walking without eating only costs turns; eating anything gains.
        let mut state = State::start(&instance);
        let mut moves = Vec::new();
        let mut was_eaten = false;
        while !was_eaten {
            let direction = if moves.len() % 2 == 0 { Direction::Right } else { Direction::Down };
            let event = state.advance(direction).expect("a staircase stays on the board");
            moves.push(direction);
            was_eaten = matches!(event, snake_core::Event::Ate(_));
            assert_eq!(incumbent.offer(&state, || moves.clone()), was_eaten);
            assert_eq!(incumbent.prefix(), if was_eaten { state.prefix() } else { 5 });
        }
        assert_eq!(incumbent.moves(), moves);
        assert!(incumbent.admits_incomplete());
        assert_eq!(incumbent.complete_turns(), None);
    }
}

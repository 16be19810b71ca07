//! A game to look at: every turn at hand, forward, backward, and by jumps to what happened.

use crate::answer::{Answer, Score};
use crate::error::ReplayError;
use crate::grid::Direction;
use crate::instance::Instance;
use crate::state::{Event, State};

/// Turns from one kept state to the next. A state takes about 1.5 KiB, so the longest game keeps
/// 600 KiB; a move takes some 20 ns, so any turn is at hand within a few microseconds.
const TURNS_BETWEEN_KEPT: usize = 256;

/// What one may want to look for in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Moment {
    /// Any food is eaten.
    Eating,
    /// The snake bites itself.
    Bite,
    /// Food is eaten whose colour is not the one wanted at its place in the snake. Each of these
    /// adds a wrong colour; restoring what a bite cut off is none.
    Mistake,
}

/// An answer played to its end. Turn 0 is the start, and turn `t` the position after `t` moves.
///
/// ```
/// use snake_core::{Answer, Direction, Game, Instance, Moment};
/// # let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/official/0000.txt"));
/// # let moves = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/answers/0000.txt"));
/// let instance: Instance = text.parse()?;
/// let (game, outcome) = Game::play(&instance, &moves.parse()?);
/// assert_eq!(outcome, Ok(()));
/// assert!(game.state(game.turns()).is_complete());
/// let bite = game.next(Moment::Bite, 0).expect("there is one");
/// assert!(game.state(bite).snake().len() < game.state(bite - 1).snake().len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game<'i> {
    directions: Vec<Direction>,
    /// What the move to turn `t + 1` did.
    events: Vec<Event>,
    /// Whether it was a mistake.
    mistakes: Vec<bool>,
    /// The states of turn 0, [`TURNS_BETWEEN_KEPT`], twice that, ...
    kept: Vec<State<'i>>,
}

impl<'i> Game<'i> {
    /// Plays an answer. If a move is illegal, the game ends before it, and the error comes along.
    ///
    /// # Complexity
    ///
    /// `O(T)` and the lengths of all bites.
    pub fn play(instance: &'i Instance, answer: &Answer) -> (Self, Result<(), ReplayError>) {
        let mut replay = answer.replay(instance);
        let mut events = Vec::with_capacity(answer.directions().len());
        let mut mistakes = Vec::with_capacity(answer.directions().len());
        let mut kept = vec![replay.state().clone()];
        let mut outcome = Ok(());
        while let Some(event) = replay.next() {
            let event = match event {
                Ok(event) => event,
                Err(error) => {
                    outcome = Err(error);
                    break;
                }
            };
            let state = replay.state();
            mistakes.push(match event {
                // No snake is longer than the wanted sequence (`rules.md`, "The score").
                Event::Ate(colour) => instance.wanted()[state.snake().len() - 1] != colour,
                Event::Moved | Event::Bit { .. } => false,
            });
            events.push(event);
            if state.turns().is_multiple_of(TURNS_BETWEEN_KEPT) {
                kept.push(state.clone());
            }
        }
        let directions = answer.directions()[..events.len()].to_vec();
        (Self { directions, events, mistakes, kept }, outcome)
    }

    /// T, the number of moves; turns go from 0 to this one inclusive.
    #[must_use]
    pub const fn turns(&self) -> usize {
        self.events.len()
    }

    /// The moves made.
    #[must_use]
    pub fn directions(&self) -> &[Direction] {
        &self.directions
    }

    /// The position at a turn.
    ///
    /// # Panics
    ///
    /// If `turn > turns()`.
    ///
    /// # Complexity
    ///
    /// Plays up to 255 moves.
    #[must_use]
    pub fn state(&self, turn: usize) -> State<'i> {
        assert!(turn <= self.turns(), "turn {turn} of a game of {} turns", self.turns());
        let mut state = self.kept[turn / TURNS_BETWEEN_KEPT].clone();
        for &direction in &self.directions[state.turns()..turn] {
            state.advance(direction).expect("it was legal when the game was played");
        }
        state
    }

    /// The score the game has at its end.
    #[must_use]
    pub fn score(&self) -> Score {
        Score::of(&self.state(self.turns()))
    }

    /// The move that led to a turn, and what it did; `None` for turn 0, to which none did, and
    /// beyond the end.
    #[must_use]
    pub fn event(&self, turn: usize) -> Option<(Direction, Event)> {
        let index = turn.checked_sub(1)?;
        Some((*self.directions.get(index)?, self.events[index]))
    }

    /// Whether the move that led to a turn was of this kind.
    #[must_use]
    pub fn is(&self, moment: Moment, turn: usize) -> bool {
        self.event(turn).is_some_and(|(_, event)| match moment {
            Moment::Eating => matches!(event, Event::Ate(_)),
            Moment::Bite => matches!(event, Event::Bit { .. }),
            Moment::Mistake => self.mistakes[turn - 1],
        })
    }

    /// The first turn after the given one whose move was of this kind. `O(T)`.
    #[must_use]
    pub fn next(&self, moment: Moment, turn: usize) -> Option<usize> {
        (turn.saturating_add(1)..=self.turns()).find(|&turn| self.is(moment, turn))
    }

    /// The last turn before the given one whose move was of this kind. `O(T)`.
    #[must_use]
    pub fn previous(&self, moment: Moment, turn: usize) -> Option<usize> {
        (1..turn.min(self.turns() + 1)).rev().find(|&turn| self.is(moment, turn))
    }
}

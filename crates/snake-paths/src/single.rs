//! Search 4: one move.

use rand_core::Rng;
use snake_core::{Colour, Content, Direction, State};

use crate::directions::{DirectionOrder, DirectionSet};

/// What a move does, the preferred kinds first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MoveKind {
    /// Enters a free cell without food.
    Free,
    /// Eats food of this colour.
    Eats(Colour),
    /// Bites the part with this ordinal (its ordinal after the move).
    Bites {
        /// Even, at least 4.
        part: usize,
    },
}

impl MoveKind {
    /// Number of ranks.
    const RANKS: usize = 3;

    /// Kinds of the same rank are equally good; a lower rank is better.
    const fn rank(self) -> usize {
        match self {
            Self::Free => 0,
            Self::Eats(_) => 1,
            Self::Bites { .. } => 2,
        }
    }
}

/// A legal move and what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SingleMove {
    /// The direction to move in.
    pub direction: Direction,
    /// What [`State::advance`] will report for it.
    pub kind: MoveKind,
}

/// Search 4: a free cell without food before one with food before a bite; random among equals.
///
/// Always finds one: only one neighbour is barred, and every cell has two. One RNG draw.
///
/// # Complexity
///
/// `O(1)`.
pub fn find_single_move<R: Rng + ?Sized>(state: &State<'_>, rng: &mut R) -> SingleMove {
    let order = DirectionOrder::draw(rng);
    // For each rank the set of directions; the best set that is not empty is chosen from.
    let mut sets = [DirectionSet::EMPTY; MoveKind::RANKS];
    let mut kinds = [MoveKind::Free; Direction::ALL.len()];
    for direction in Direction::ALL {
        if let Some(kind) = kind(state, direction) {
            sets[kind.rank()].insert(direction);
            kinds[direction as usize] = kind;
        }
    }
    let best = sets.into_iter().find(|set| !set.is_empty()).expect("a legal move always exists");
    let direction = order.first_of(best);
    SingleMove { direction, kind: kinds[direction as usize] }
}

/// What a move does; none if it is illegal.
fn kind(state: &State<'_>, direction: Direction) -> Option<MoveKind> {
    let snake = state.snake();
    let cell = state.grid().neighbour(snake.head(), direction)?;
    if cell == snake.cell(1) {
        return None;
    }
    Some(match state.board().content(cell) {
        Content::Empty => MoveKind::Free,
        Content::Food(colour) => MoveKind::Eats(colour),
        // After one move a cell is free if its part was the tail or the one before it.
        Content::Body(index) if index - snake.tail_index() <= 1 => MoveKind::Free,
        Content::Body(index) => MoveKind::Bites { part: (snake.head_index() - index) as usize + 1 },
    })
}

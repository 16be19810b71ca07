//! Counting move sequences, the classic check of a game's rules ("performance test" in chess).
//!
//! The counts of a position depend on every rule of a move, and two programs that agree on them to
//! some depth agree on the rules there. `fixtures/perft/` holds counts made by the naive reference of
//! the tests.

use std::collections::HashMap;
use std::fmt;

use crate::grid::Direction;
use crate::state::{Event, State};

/// Largest depth: a move has at most three legal continuations, and 3^40 is the largest power of
/// three below 2^64.
pub const MAX_PERFT_DEPTH: usize = 40;

/// Counts of one depth.
///
/// Displayed as its five numbers, separated by single spaces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PerftLine {
    /// Number of moves of the sequences, at least 1.
    pub depth: usize,
    /// Number of legal sequences of that many moves.
    pub sequences: u64,
    /// How many of them end by eating.
    pub eats: u64,
    /// How many of them end by a bite.
    pub bites: u64,
    /// Number of distinct states they lead to: cells, colours and foods.
    pub states: u64,
}

impl fmt::Display for PerftLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { depth, sequences, eats, bites, states } = self;
        write!(f, "{depth} {sequences} {eats} {bites} {states}")
    }
}

/// Counts the legal move sequences from a state, for each depth from 1 to `depth`.
///
/// Goes by layers: equal states of a layer are one state reached by several sequences, and are played
/// on once.
///
/// # Panics
///
/// If `depth` is above [`MAX_PERFT_DEPTH`].
///
/// # Complexity
///
/// With `S` distinct states in a layer, `O(S · (k + N²))` time a layer (k the length of the snake, N the
/// side) and about 2 KiB of memory a state, for two layers at a time. On a board full of food nearly
/// all sequences lead to distinct states, and `S` grows by a factor of 2 to 3 a layer.
///
/// ```
/// use snake_core::{Instance, Limits, State, perft};
///
/// // Side 5, one food of colour 1 in the second row, next to the snake.
/// let text = "5 6 1  1 1 1 1 1 1  0 0 0 0 0  0 1 0 0 0  0 0 0 0 0  0 0 0 0 0  0 0 0 0 0";
/// let instance = Instance::parse(text, Limits::Playable)?;
/// let lines = perft(&State::start(&instance), 5);
/// // From the corner the head can only go right, then up or right, ...
/// let sequences: Vec<u64> = lines.iter().map(|line| line.sequences).collect();
/// assert_eq!(sequences, [1, 2, 5, 13, 32]);
/// // ... and R U U U eats.
/// assert_eq!((lines[2].eats, lines[3].eats), (0, 1));
/// # Ok::<(), snake_core::ParseInstanceError>(())
/// ```
#[must_use]
pub fn perft(state: &State<'_>, depth: usize) -> Vec<PerftLine> {
    assert!(depth <= MAX_PERFT_DEPTH, "the depth must be at most {MAX_PERFT_DEPTH}, is {depth}");
    let mut lines = Vec::with_capacity(depth);
    // Each state of the layer with the number of sequences that lead to it.
    let mut layer = vec![(state.clone(), 1_u64)];
    for depth_of_line in 1..=depth {
        let is_deepest = depth_of_line == depth;
        let mut line = PerftLine { depth: depth_of_line, ..PerftLine::default() };
        let mut next = Vec::new();
        let mut places = HashMap::new();
        for (state, sequences) in layer {
            for direction in Direction::ALL {
                let mut child = state.clone();
                let Ok(event) = child.advance(direction) else { continue };
                line.sequences += sequences;
                match event {
                    Event::Moved => {}
                    Event::Ate(_) => line.eats += sequences,
                    Event::Bit { .. } => line.bites += sequences,
                }
                let new_place = places.len();
                let place = *places.entry(key(&child)).or_insert(new_place);
                if is_deepest {
                    continue; // the deepest and largest layer is only counted
                }
                if place == new_place {
                    next.push((child, sequences));
                } else {
                    next[place].1 += sequences;
                }
            }
        }
        line.states = places.len() as u64;
        lines.push(line);
        layer = next;
    }
    lines
}

/// Cells, colours and foods of a state, as bytes: equal for equal states of one instance only.
fn key(state: &State<'_>) -> Box<[u8]> {
    let cells = state.snake().cells().map(|cell| cell.index() as u8);
    let foods = state.grid().cells().map(|cell| state.board().food(cell).unwrap_or(0));
    cells.chain(state.colours().iter().copied()).chain(foods).collect()
}

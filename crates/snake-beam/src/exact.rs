//! Shortest answers, proved: for boards so small that all that matters can be looked at.

use snake_core::{Answer, Cell, Direction, Instance, START_LENGTH, State};

use crate::bound::lower_bound;
use crate::compress::KeyMap;

/// What [`solve_exactly`] has found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exact {
    /// A complete answer, and none is shorter.
    Shortest(Answer),
    /// No complete answer has fewer turns than this. To look at answers of that many would have taken
    /// more positions than allowed.
    AtLeast(usize),
    /// There is no complete answer: the foods' colours are not those wanted.
    Impossible,
}

/// Largest side of a board that can be searched exactly: its positions are packed into a few words.
pub const MAX_EXACT_SIDE: usize = 8;

/// Looks for a shortest complete answer, and proves it.
///
/// Iterative deepening A*: depth-first searches for an answer of at most `T` turns, for `T` from the
/// [`lower_bound`] on. A line ends where the turns left are fewer than are needed at least:
///
/// * a colour that is still missing takes a move;
/// * a clean snake that does not go straight for the nearest target must do something else first, a passing
///   eating or a bite; either costs two moves more at least (to eat and to bite off, to bite
///   and to eat back);
/// * a dirty snake must bite. If its matched prefix is even it must lose a part of that, too, because
///   the head only meets parts of even ordinal, and so bites leave an odd length.
///
/// Positions that are met again with no more turns left than before are not searched again, whatever way
/// led to them. Every position searched in vain is remembered, up to `max_positions`; each takes
/// some 100 bytes.
///
/// # What it reaches
///
/// Most boards of side 5 with up to 10 foods, and of side 6 with up to 6, within 300000 positions
/// (`docs/method.md` has the figures). More room helps less than more foods hurt: contest instances,
/// 11 foods on 64 cells at the very least, are out of reach.
///
/// # Panics
///
/// If the board is larger than [`MAX_EXACT_SIDE`].
///
/// ```
/// use snake_beam::{Exact, solve_exactly};
/// use snake_core::{Instance, Limits};
///
/// // Side 5, one food of colour 1 in the second row, next to the snake: R U U U.
/// let text = "5 6 1  1 1 1 1 1 1  0 0 0 0 0  0 1 0 0 0  0 0 0 0 0  0 0 0 0 0  0 0 0 0 0";
/// let instance = Instance::parse(text, Limits::Playable)?;
/// let Exact::Shortest(answer) = solve_exactly(&instance, 1000) else { panic!("it is tiny") };
/// assert_eq!(answer.directions().len(), 4);
/// # Ok::<(), snake_core::ParseInstanceError>(())
/// ```
#[must_use]
pub fn solve_exactly(instance: &Instance, max_positions: usize) -> Exact {
    let side = instance.side();
    assert!(side <= MAX_EXACT_SIDE, "the side must be at most {MAX_EXACT_SIDE}, is {side}");
    if !has_all_colours(instance) {
        return Exact::Impossible;
    }
    let start = State::start(instance);
    let mut search = Search { failed: KeyMap::default(), max_positions, moves: Vec::new() };
    let mut turns = lower_bound(instance).max(least_turns_left(&start));
    loop {
        match search.completes(&start, turns) {
            Some(true) => return Exact::Shortest(Answer::new(search.moves)),
            Some(false) => turns += 1,
            None => return Exact::AtLeast(turns),
        }
    }
}

/// Whether the foods have the wanted colours, each as often as it is wanted.
fn has_all_colours(instance: &Instance) -> bool {
    let mut wanted = instance.wanted()[START_LENGTH..].to_vec();
    let mut foods: Vec<_> =
        instance.grid().cells().filter_map(|cell| instance.food(cell)).collect();
    wanted.sort_unstable();
    foods.sort_unstable();
    wanted == foods
}

struct Search {
    /// For positions searched in vain, the largest number of turns that were left.
    failed: KeyMap<Position, u16>,
    max_positions: usize,
    /// The moves of the line at work.
    moves: Vec<Direction>,
}

impl Search {
    /// Whether a state can be made complete in at most this many turns; `None` if too many positions would have
    /// to be remembered. If it can, `moves` has been lengthened by how.
    fn completes(&mut self, state: &State<'_>, turns: usize) -> Option<bool> {
        if state.is_complete() {
            return Some(true);
        }
        if least_turns_left(state) > turns {
            return Some(false);
        }
        let position = Position::of(state);
        if self.failed.get(&position).is_some_and(|&failed| usize::from(failed) >= turns) {
            return Some(false);
        }
        for direction in Direction::ALL {
            let mut child = state.clone();
            if child.advance(direction).is_err() {
                continue;
            }
            self.moves.push(direction);
            if self.completes(&child, turns - 1)? {
                return Some(true);
            }
            self.moves.pop();
        }
        self.failed.insert(position, u16::try_from(turns).unwrap_or(u16::MAX));
        (self.failed.len() <= self.max_positions).then_some(false)
    }
}

/// A number of turns that a state needs at least until it is complete.
fn least_turns_left(state: &State<'_>) -> usize {
    let missing = state.instance().wanted().len() - state.prefix();
    let Some(colour) = state.target_colour() else { return 0 };
    if !state.is_clean() {
        let lost = usize::from(state.prefix().is_multiple_of(2));
        return missing + 1 + lost;
    }
    let head = state.snake().head();
    let targets = state.board().foods_of(colour);
    let distances = targets.iter().map(|target: Cell| head.manhattan_distance(target));
    let straight = distances.min().map_or(usize::MAX, |distance| distance + missing - 1);
    straight.min(missing + 2)
}

/// Words of a [`Position`].
const WORDS: usize = 6;

/// Words that hold colours, with 3 bits a cell; the other half holds the body.
const COLOUR_WORDS: usize = 3;

/// Bits of a colour.
const COLOUR_BITS: usize = 3;

/// Bits of the length and of the head's cell: both are below 2^7 on boards of [`MAX_EXACT_SIDE`].
const NUMBER_BITS: usize = 7;

/// Bits of a step along the body.
const STEP_BITS: usize = 2;

const CELLS: usize = MAX_EXACT_SIDE * MAX_EXACT_SIDE;
const _: () = assert!(CELLS * COLOUR_BITS <= COLOUR_WORDS * u64::BITS as usize);
const _: () = assert!(
    2 * NUMBER_BITS + (CELLS - 1) * STEP_BITS <= (WORDS - COLOUR_WORDS) * u64::BITS as usize
);

/// All of a position of one instance that decides how it can go on: equal exactly if the positions are.
///
/// The colour of each cell, be it of food or of the part there; the head's cell, the length, and the
/// way along the body. Where head and tail share a cell the colour is the tail's: the head's is always
/// the start colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Position([u64; WORDS]);

impl Position {
    fn of(state: &State<'_>) -> Self {
        let snake = state.snake();
        let number = |cell: Cell| cell.row() * MAX_EXACT_SIDE + cell.column();
        let mut bits = Bits { words: [0; WORDS], used: 0 };
        let mut colours = [0; CELLS];
        for cell in state.grid().cells() {
            colours[number(cell)] = state.board().food(cell).unwrap_or(0);
        }
        for (cell, &colour) in snake.cells().zip(state.colours()) {
            colours[number(cell)] = colour;
        }
        for colour in colours {
            bits.push(colour.into(), COLOUR_BITS);
        }
        bits.push(number(snake.head()) as u64, NUMBER_BITS);
        bits.push(snake.len() as u64, NUMBER_BITS);
        let cells = || snake.cells();
        for (from, to) in cells().zip(cells().skip(1)) {
            let step = state.grid().direction_between(from, to).expect("parts are neighbours");
            bits.push(step as u64, STEP_BITS);
        }
        Self(bits.words)
    }
}

/// A row of numbers, packed.
struct Bits {
    words: [u64; WORDS],
    used: usize,
}

impl Bits {
    fn push(&mut self, number: u64, bits: usize) {
        let (word, shift) = (self.used / u64::BITS as usize, self.used % u64::BITS as usize);
        self.words[word] |= number << shift;
        if shift + bits > u64::BITS as usize {
            self.words[word + 1] |= number >> (u64::BITS as usize - shift);
        }
        self.used += bits;
    }
}

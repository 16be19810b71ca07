//! Random boards, and random games on them that seek out the corner cases.

use proptest::collection::vec;
use proptest::prelude::*;
use snake_core::{Cell, Direction, Event, Grid, IllegalMove, Instance, Limits, START_LENGTH};

use crate::reference::Reference;

/// Cases of each property unless the environment variable `PROPTEST_CASES` says otherwise.
const DEFAULT_CASES: u32 = 2000;

/// Most moves of a game.
const MOST_MOVES: usize = 160;

/// The configuration of every property test here: [`DEFAULT_CASES`], or `PROPTEST_CASES`.
pub fn config() -> ProptestConfig {
    let mut config = ProptestConfig::default(); // reads the environment
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = DEFAULT_CASES;
    }
    config
}

/// A board and moves on it, legal and illegal ones.
#[derive(Clone, Debug)]
pub struct Game {
    /// The board.
    pub instance: Instance,
    /// The moves. A game goes on after an illegal one.
    pub moves: Vec<Direction>,
}

/// What a random move is meant to do. Where no direction does it, any legal one is taken.
#[derive(Clone, Copy, Debug)]
enum Intent {
    /// Whatever comes.
    Any,
    /// Leave the board or turn back.
    Illegal,
    /// Any food.
    Eat,
    /// Food of the colour that would lengthen the matched prefix.
    EatTarget,
    /// The body.
    Bite,
    /// The cell that the tail leaves, or the one that becomes the tail's.
    EnterTail,
    /// Neither eat nor bite.
    Free,
    /// A quarter turn to the left as seen from the head: four of them close a loop.
    Curl,
}

/// A text that [`Instance::parse`] reads: `d[5..]` and the foods as given, on the first of `cells`.
fn instance_text(side: usize, colours: u8, wanted: &[u8], foods: &[(Cell, u8)]) -> String {
    let row = |numbers: &[u8]| {
        let words: Vec<String> = numbers.iter().map(u8::to_string).collect();
        words.join(" ") + "\n"
    };
    let mut board = vec![vec![0; side]; side];
    for &(cell, colour) in foods {
        board[cell.row()][cell.column()] = colour;
    }
    let wanted = [&[1; START_LENGTH], wanted].concat();
    let head = format!("{side} {} {colours}\n{}", wanted.len(), row(&wanted));
    board.iter().fold(head, |text, numbers| text + &row(numbers))
}

/// Every instance within [`Limits::Playable`]; small boards and few colours more often.
pub fn instances() -> impl Strategy<Value = Instance> {
    let sides = prop_oneof![6 => 5..=7_usize, 2 => 8..=11_usize, 1 => 12..=16_usize];
    let colours = prop_oneof![1 => Just(1_u8), 4 => 2..=3_u8, 2 => 4..=7_u8];
    (sides, colours).prop_flat_map(|(side, colours)| instances_of(Limits::Playable, side, colours))
}

/// Every instance that a reader of contest inputs accepts.
pub fn contest_instances() -> impl Strategy<Value = Instance> {
    (8..=16_usize, 3..=7_u8)
        .prop_flat_map(|(side, colours)| instances_of(Limits::Contest, side, colours))
}

fn instances_of(limits: Limits, side: usize, colours: u8) -> impl Strategy<Value = Instance> {
    let (least, most) = limits.wanted(side);
    let cells: Vec<Cell> = Grid::new(side)
        .cells()
        .filter(|cell| cell.column() != 0 || cell.row() >= START_LENGTH)
        .collect();
    let colour = 1..=colours;
    let pairs = vec((colour.clone(), colour), least - START_LENGTH..=most - START_LENGTH);
    // Foods that match d, as in every generated instance, or any foods at all.
    (pairs, Just(cells).prop_shuffle(), any::<bool>()).prop_map(
        move |(pairs, cells, foods_match)| {
            let wanted: Vec<u8> = pairs.iter().map(|pair| pair.0).collect();
            let foods = pairs.iter().map(|pair| if foods_match { pair.0 } else { pair.1 });
            let foods: Vec<(Cell, u8)> = cells.into_iter().zip(foods).collect();
            let text = instance_text(side, colours, &wanted, &foods);
            Instance::parse(&text, limits).expect("made by the rules")
        },
    )
}

/// What a move is meant to do, each as often as it stands here.
const INTENTS: [Intent; 24] = {
    use Intent::*;
    [
        Any, Any, Illegal, Eat, Eat, Eat, Eat, Eat, Eat, EatTarget, EatTarget, EatTarget, Bite,
        Bite, EnterTail, EnterTail, EnterTail, Free, Free, Free, Curl, Curl, Curl, Curl,
    ]
};

/// A game on any board within [`Limits::Playable`].
///
/// A move is drawn as one number, an intent and a choice among the directions that fit it: proptest
/// takes several times as long to draw from a choice of strategies.
pub fn games() -> impl Strategy<Value = Game> {
    (instances(), vec(any::<u16>(), 0..=MOST_MOVES)).prop_map(|(instance, numbers)| {
        let intent = |number| (INTENTS[number % INTENTS.len()], number / INTENTS.len());
        let intents = numbers.into_iter().map(usize::from).map(intent);
        Game { moves: resolve(&instance, intents), instance }
    })
}

/// Turns intents into directions by looking, in the reference, at what each direction would do.
fn resolve(
    instance: &Instance,
    intents: impl ExactSizeIterator<Item = (Intent, usize)>,
) -> Vec<Direction> {
    let mut position = Reference::start(instance);
    let mut last = Direction::Down;
    let mut moves = Vec::with_capacity(intents.len());
    for (intent, pick) in intents {
        let outcomes = Direction::ALL.map(|direction| (direction, position.outcome(direction)));
        let target = instance.wanted().get(position.prefix()).copied();
        let fits = |&(direction, outcome): &(Direction, Result<Event, IllegalMove>)| match intent {
            Intent::Any => true,
            Intent::Illegal => outcome.is_err(),
            Intent::Eat => matches!(outcome, Ok(Event::Ate(_))),
            Intent::EatTarget => matches!(outcome, Ok(Event::Ate(ate)) if Some(ate) == target),
            Intent::Bite => matches!(outcome, Ok(Event::Bit { .. })),
            Intent::EnterTail => {
                let tail_cells = &position.cells()[position.cells().len() - 2..];
                outcome == Ok(Event::Moved) && tail_cells.contains(&position.destination(direction))
            }
            Intent::Free => outcome == Ok(Event::Moved),
            Intent::Curl => outcome.is_ok() && direction == quarter_turn(last),
        };
        let mut choices: Vec<Direction> = outcomes
            .iter()
            .filter(|outcome| fits(outcome))
            .map(|&(direction, _)| direction)
            .collect();
        if choices.is_empty() {
            let legal = outcomes.iter().filter(|(_, outcome)| outcome.is_ok());
            choices.extend(legal.map(|&(direction, _)| direction));
        }
        let direction = choices[pick % choices.len()];
        if position.advance(direction).is_ok() {
            last = direction;
        }
        moves.push(direction);
    }
    moves
}

/// The direction a quarter turn to the left.
fn quarter_turn(direction: Direction) -> Direction {
    match direction {
        Direction::Up => Direction::Left,
        Direction::Left => Direction::Down,
        Direction::Down => Direction::Right,
        Direction::Right => Direction::Up,
    }
}

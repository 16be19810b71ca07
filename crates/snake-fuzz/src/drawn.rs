//! Boards and positions made of bytes.

use arbitrary::{Result, Unstructured};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::SeedableRng;
use snake_core::{Cell, Direction, Event, Grid, Instance, Limits, MAX_SIDE, MIN_SIDE, State};
use snake_core::{MAX_COLOUR, START_LENGTH};
use snake_paths::{Scratch, find_bites, find_clean_paths, find_paths_through};

/// A board within [`Limits::Playable`]; foods of the wanted colours, or of any.
///
/// # Errors
///
/// If the bytes do not last; not all readings need bytes, so there may be a board without any.
pub fn instance(bytes: &mut Unstructured<'_>) -> Result<Instance> {
    let side = bytes.int_in_range(MIN_SIDE..=MAX_SIDE)?;
    let colours = bytes.int_in_range(1..=MAX_COLOUR)?;
    let foods_match: bool = bytes.arbitrary()?;
    let (_, longest) = Limits::Playable.wanted(side);
    let mut free: Vec<Cell> = Grid::new(side)
        .cells()
        .filter(|cell| cell.column() > 0 || cell.row() >= START_LENGTH)
        .collect();
    let food_count = bytes.int_in_range(0..=longest.min(side * side) - START_LENGTH)?;

    let mut board = vec![vec![0; side]; side];
    let mut wanted = vec![1; START_LENGTH];
    for _ in 0..food_count {
        let cell = free.swap_remove(bytes.choose_index(free.len())?);
        let colour = bytes.int_in_range(1..=colours)?;
        board[cell.row()][cell.column()] = colour;
        wanted.push(if foods_match { colour } else { bytes.int_in_range(1..=colours)? });
    }
    let row =
        |numbers: &Vec<u8>| numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(" ") + "\n";
    let head = format!("{side} {} {colours}\n{}", wanted.len(), row(&wanted));
    let text = board.iter().fold(head, |text, numbers| text + &row(numbers));
    Ok(Instance::parse(&text, Limits::Playable).expect("made by the rules"))
}

/// A direction for a byte: two bits say which one; another, to turn on from there to the first one
/// that eats, if any does. So snakes get long without much luck.
pub fn direction(state: &State<'_>, byte: u8) -> Direction {
    const EATS: u8 = 1 << 2;
    let choices = [0, 1, 2, 3].map(|turn| Direction::ALL[usize::from(byte.wrapping_add(turn)) % 4]);
    let eats =
        |&direction: &Direction| matches!(state.clone().advance(direction), Ok(Event::Ate(_)));
    let eating = if byte & EATS != 0 { choices.into_iter().find(eats) } else { None };
    eating.unwrap_or(choices[0])
}

/// Plays on: a byte is a single move, or a whole macro-move found by one of the searches.
pub fn play_on(state: &mut State<'_>, scratch: &mut Scratch, byte: u8) {
    let mut rng = SplitMix64::seed_from_u64(byte.into());
    let moves: Vec<Direction> = match byte >> 5 {
        5 if state.is_clean() => {
            let found = find_clean_paths(state, scratch, &mut rng);
            if found.is_empty() { Vec::new() } else { found.path(0).iter().collect() }
        }
        6 => {
            let found = find_bites(state, scratch, &mut rng);
            if found.is_empty() { Vec::new() } else { found.moves(0).iter().collect() }
        }
        7 => {
            let found = find_paths_through(state, scratch, &mut rng);
            if found.is_empty() { Vec::new() } else { found.path(0).iter().collect() }
        }
        _ => {
            // An illegal one changes nothing.
            let _ = state.advance(direction(state, byte));
            return;
        }
    };
    for direction in moves {
        state.advance(direction).expect("searches find legal moves");
    }
}

//! Boards to try.

use proptest::prelude::*;
use snake_core::{Instance, Limits, START_LENGTH};

/// A board of side 5 to 16 with any wanted sequence and any foods. With `is_possible`, the foods are
/// the wanted colours; otherwise colours are mostly missing, and no complete answer exists.
fn drawn(is_possible: bool) -> impl Strategy<Value = Instance> {
    (5_usize..=16, 1_u8..=7)
        .prop_flat_map(|(side, colours)| {
            let (least, most) = Limits::Playable.wanted(side);
            // Five cells are the snake's at the start; a full board leaves no room to turn.
            let most = most.min(side * side / 2);
            (Just((side, colours)), least..=most)
        })
        .prop_flat_map(move |((side, colours), length)| {
            let foods = length - START_LENGTH;
            let cells = (START_LENGTH..side * side).collect::<Vec<_>>();
            (
                Just((side, colours)),
                proptest::collection::vec(1..=colours, foods),
                proptest::collection::vec(1..=colours, foods),
                proptest::sample::subsequence(cells, foods).prop_shuffle(),
            )
        })
        .prop_map(move |((side, colours), wanted, other, places)| {
            let foods = if is_possible { &wanted } else { &other };
            let mut board = vec![0; side * side];
            // Place numbers below 5 are the start cells, in column 0; the others follow row by row.
            let free: Vec<usize> =
                (0..side * side).filter(|cell| cell % side != 0 || cell / side >= 5).collect();
            for (&place, &colour) in places.iter().zip(foods) {
                board[free[place - START_LENGTH]] = colour;
            }
            let start = [1; START_LENGTH];
            let numbers = start.iter().chain(&wanted).chain(&board).map(ToString::to_string);
            let length = wanted.len() + START_LENGTH;
            let text = numbers
                .fold(format!("{side} {length} {colours}"), |text, number| text + " " + &number);
            Instance::parse(&text, Limits::Playable).expect("the text keeps the limits")
        })
}

/// An official instance.
fn official() -> impl Strategy<Value = Instance> {
    (0_u64..1000).prop_map(Instance::generate)
}

/// Instances of every kind.
pub fn any_instance() -> impl Strategy<Value = Instance> {
    prop_oneof![3 => drawn(true), 1 => drawn(false), 1 => official()]
}

/// A small board that can be solved.
pub fn smallest() -> Instance {
    let text = "5 8 2  1 1 1 1 1 2 1 2  0 0 0 0 2  0 0 1 0 0  0 0 0 0 0  0 0 0 2 0  0 0 0 0 0";
    Instance::parse(text, Limits::Playable).expect("the text keeps the limits")
}

/// Nothing to eat: the empty answer is perfect.
pub fn finished_at_the_start() -> Instance {
    let text = "5 5 1  1 1 1 1 1  0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  0 0 0 0 0";
    Instance::parse(text, Limits::Playable).expect("the text keeps the limits")
}

//! No answer is shorter than the bound, and exact answers are the shortest there are.

use std::collections::HashSet;

use proptest::prelude::*;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use snake_beam::layers::{Layers, Parameters};
use snake_beam::{Budget, Exact, lower_bound, solve_exactly};
use snake_core::{Cell, Direction, Event, Instance, Limits, START_LENGTH, State};

/// A board that a seed stands for: foods of up to three colours, wanted in any order.
fn board(seed: u64, side: usize, foods: usize) -> Instance {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut below = |bound: usize| (rng.next_u64() % bound as u64) as usize;
    let mut shuffle = |row: &mut [usize]| {
        for last in (1..row.len()).rev() {
            row.swap(last, below(last + 1));
        }
    };
    let is_free = |&cell: &usize| cell % side != 0 || cell / side >= START_LENGTH;
    let mut cells: Vec<usize> = (0..side * side).filter(is_free).collect();
    shuffle(&mut cells);
    let mut squares = vec![0; side * side];
    for (number, &cell) in cells[..foods].iter().enumerate() {
        squares[cell] = number % 3 + 1;
    }
    let mut wanted: Vec<usize> = (0..foods).map(|number| number % 3 + 1).collect();
    shuffle(&mut wanted);
    let numbers = [side, START_LENGTH + foods, 3]
        .into_iter()
        .chain([1; START_LENGTH])
        .chain(wanted)
        .chain(squares);
    let text: Vec<String> = numbers.map(|number| number.to_string()).collect();
    Instance::parse(&text.join(" "), Limits::Playable).expect("it is valid")
}

/// The shortest number of turns by plain breadth-first search; `None` if too many positions are met.
fn plain(instance: &Instance) -> Option<usize> {
    const MOST: usize = 60_000;
    let mut layer = vec![State::start(instance)];
    let mut seen = HashSet::new();
    while seen.len() < MOST {
        let mut next = Vec::new();
        for state in &layer {
            if state.is_complete() {
                return Some(state.turns());
            }
            for direction in Direction::ALL {
                let mut child = state.clone();
                if child.advance(direction).is_ok() && seen.insert(key(&child)) {
                    next.push(child);
                }
            }
        }
        assert!(!next.is_empty(), "a snake can always move");
        layer = next;
    }
    None
}

fn key(state: &State<'_>) -> Vec<u8> {
    let cells = state.snake().cells().map(|cell: Cell| cell.index() as u8);
    let foods = state.grid().cells().map(|cell| state.board().food(cell).unwrap_or(0));
    cells.chain(state.colours().iter().copied()).chain(foods).collect()
}

/// Turns and bites of the exact answer, which is checked; `None` if it takes too many positions.
fn exact(instance: &Instance, max_positions: usize) -> Option<(usize, usize)> {
    match solve_exactly(instance, max_positions) {
        Exact::Shortest(answer) => {
            let score = answer.score(instance).expect("it is legal");
            assert!(score.is_complete());
            let events = answer.replay(instance);
            let bites = events.filter(|event| matches!(event, Ok(Event::Bit { .. }))).count();
            Some((score.turns, bites))
        }
        Exact::AtLeast(turns) => {
            assert!(turns >= lower_bound(instance));
            None
        }
        Exact::Impossible => panic!("all colours are there"),
    }
}

fn cases(count: u32) -> ProptestConfig {
    match std::env::var("PROPTEST_CASES") {
        Ok(_) => ProptestConfig::default(),
        Err(_) => ProptestConfig::with_cases(count),
    }
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn exact_answers_are_those_of_plain_search(seed: u64, foods in 0_usize..6) {
        let instance = board(seed, 5, foods);
        if let (Some(turns), Some((found, _))) = (plain(&instance), exact(&instance, 1_000_000)) {
            prop_assert_eq!(found, turns);
        }
    }
}

proptest! {
    // Large boards take a second each.
    #![proptest_config(cases(24))]

    #[test]
    fn no_answer_is_shorter_than_the_bound(seed: u64) {
        let instance = Instance::generate(seed);
        let narrow = Parameters { least_width: 10, most_width: 20, ..Parameters::default() };
        let mut layers = Layers::new(&instance, narrow, seed);
        let outcome = layers.run(&mut Budget::unlimited().with_passes(4), |_| {});
        if outcome.score.is_complete() {
            let bound = lower_bound(&instance);
            prop_assert!(bound <= outcome.score.turns, "{} > {}", bound, outcome.score.turns);
            prop_assert!(bound >= instance.wanted().len() - START_LENGTH);
        }
    }
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn no_exact_answer_is_shorter_than_the_bound(seed: u64, side in 5_usize..7, foods in 0_usize..7) {
        let instance = board(seed, side, foods);
        if let Some((turns, _)) = exact(&instance, 20_000) {
            prop_assert!(lower_bound(&instance) <= turns);
        }
    }
}

/// The bound must hold for answers that bite, above all.
#[test]
fn bites_are_part_of_shortest_answers() {
    let (mut solved, mut with_bites, mut tight, mut gap) = (0, 0, 0, 0);
    for seed in 0..60 {
        let instance = board(seed, 5, 8);
        if let Some((turns, bites)) = exact(&instance, 100_000) {
            let bound = lower_bound(&instance);
            assert!(bound <= turns, "seed {seed}: {bound} > {turns}");
            solved += 1;
            with_bites += usize::from(bites > 0);
            tight += usize::from(bound == turns);
            gap += turns - bound;
        }
    }
    println!(
        "{solved} of 60 solved, {with_bites} with bites; {tight} bounds tight, sum of gaps {gap}"
    );
    assert!(solved >= 40 && with_bites >= 5, "{solved} solved, {with_bites} with bites");
}

#[test]
fn special_boards() {
    let fixture = |text| Instance::parse(text, Limits::Playable).expect("it is valid");
    let no_food = fixture(include_str!("../../../../fixtures/hand-made/no-food.txt"));
    assert_eq!((lower_bound(&no_food), exact(&no_food, 0)), (0, Some((0, 0))));
    let row = fixture(include_str!("../../../../fixtures/hand-made/three-in-a-row.txt"));
    assert_eq!((lower_bound(&row), exact(&row, 10)), (3, Some((3, 0))));
    let wrong = fixture(include_str!("../../../../fixtures/hand-made/wrong-colours.txt"));
    assert_eq!(solve_exactly(&wrong, 10), Exact::Impossible);
    // Not enough room to prove anything beyond the bound.
    let small = board(1, 5, 8);
    assert!(matches!(solve_exactly(&small, 0), Exact::AtLeast(turns) if turns >= 8));
}

#[test]
#[should_panic(expected = "the side must be at most 8")]
fn large_boards_are_refused() {
    let _ = solve_exactly(&Instance::generate(2), 1);
}

#[test]
fn bounds_stay_the_same() {
    let bounds = [0, 1, 2, 3].map(|seed| lower_bound(&Instance::generate(seed)));
    assert_eq!(bounds, [31, 47, 150, 123]);
}

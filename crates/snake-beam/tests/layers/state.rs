//! The compact state against the rules.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use proptest::prelude::*;
use snake_beam::layers::{MAX_WRONG, MOST_BARRIER, Parameters};
use snake_core::{Content, Direction, Event, State};

use crate::positions::{Position, cells_where, scripts};

/// Compares all that a compact state tells with what the plain one does, recomputing the sums.
pub fn assert_same(position: &Position) {
    let Position { state, compact, terrain } = position;
    assert_eq!(compact.turns(), state.turns());
    assert_eq!(compact.len(), state.snake().len());
    assert_eq!(compact.prefix(), state.prefix());
    assert_eq!(compact.is_clean(), state.is_clean());
    assert_eq!(compact.wrong_parts(), state.snake().len() - state.prefix());
    assert_eq!(compact.head(), state.snake().head());
    assert!((0..compact.len()).map(|ordinal| compact.cell(ordinal)).eq(state.snake().cells()));
    let colours = (0..compact.len()).map(|ordinal| compact.colour(terrain, ordinal));
    assert!(colours.eq(state.colours().iter().copied()));
    let wanted = state.instance().wanted().iter();
    let mismatches = wanted.zip(state.colours()).filter(|(a, b)| a != b).count();
    assert_eq!(compact.mismatches(terrain), mismatches);

    let board = state.board();
    let is_body = |cell| matches!(board.content(cell), Content::Body(_));
    assert_eq!(*compact.body(), cells_where(state, is_body));
    assert_eq!(compact.foods(), cells_where(state, |cell| board.food(cell).is_some()));
    for cell in state.grid().cells() {
        assert_eq!(compact.food(cell), board.food(cell).unwrap_or(0));
    }
    for colour in 1..=snake_core::MAX_COLOUR {
        let has_colour = |cell| board.food(cell) == Some(colour);
        assert_eq!(compact.foods_of(colour), cells_where(state, has_colour));
    }
    let is_target = |cell| board.food(cell).is_some() && board.food(cell) == state.target_colour();
    assert_eq!(compact.targets(terrain), cells_where(state, is_target));

    let tail = state.snake().tail();
    let is_shared = state.snake().cells().take(compact.len() - 1).any(|cell| cell == tail);
    let given_up = cells_where(state, |cell| cell == tail && !is_shared);
    assert_eq!(compact.tail_given_up(), given_up);

    let foods = compact.foods();
    let hash = foods.iter().fold(0, |hash, cell| hash ^ terrain.food_word(cell));
    assert_eq!(compact.food_hash(), hash);
    assert_eq!(compact.key(terrain), hash ^ terrain.head_word(compact.head()));
    let last = state.instance().side() - 1;
    let parameters = Parameters::default();
    let penalty = |cell: snake_core::Cell| {
        let walls = [cell.row(), cell.column()].into_iter().filter(|&at| at == 0 || at == last);
        [0, parameters.wall_food, parameters.corner_food][walls.count()]
    };
    assert_eq!(compact.food_penalty(), foods.iter().map(penalty).sum::<i32>());
    let wrong_parts = compact.wrong_parts() as i32;
    let wrong = i32::from(wrong_parts > 0) * parameters.dirty + wrong_parts * parameters.wrong_part;
    let dead_end =
        parameters.dead_end_food * state.prefix() as i32 / terrain.wanted_length() as i32;
    let lie = |cell: snake_core::Cell| {
        let around = Direction::ALL.into_iter().filter_map(|d| state.grid().neighbour(cell, d));
        let open = around.clone().filter(|&beside| !is_body(beside)).count();
        let with_food = around.filter(|&beside| board.food(beside).is_some()).count();
        i32::from(open <= 1) * dead_end + i32::from(open == 0) * parameters.enclosed_food
            - i32::from(with_food > 0) * parameters.neighboured_food
    };
    let lie: i32 = foods.iter().map(lie).sum();
    let plain = parameters.matched_colour * state.prefix() as i32 - compact.food_penalty() - wrong;
    assert_eq!(compact.value(terrain), plain - lie);
}

/// The barrier by Dijkstra's algorithm on single cells, a food costing 1.
fn plain_barrier(state: &State<'_>) -> usize {
    let Some(&colour) = state.instance().wanted().get(state.prefix()) else { return 0 };
    let (board, grid) = (state.board(), state.grid());
    let mut best = HashMap::from([(state.snake().head(), 0)]);
    let mut queue = BinaryHeap::from([(Reverse(0), state.snake().head())]);
    while let Some((Reverse(crossed), cell)) = queue.pop() {
        for direction in Direction::ALL {
            let Some(beside) = grid.neighbour(cell, direction) else { continue };
            if crossed < MOST_BARRIER && board.food(beside) == Some(colour) {
                return crossed;
            }
            let through = match board.content(beside) {
                Content::Body(_) => continue,
                Content::Food(_) => crossed + 1,
                Content::Empty => crossed,
            };
            if best.get(&beside).is_none_or(|&known| through < known) {
                best.insert(beside, through);
                queue.push((Reverse(through), beside));
            }
        }
    }
    MOST_BARRIER
}

proptest! {
    #[test]
    fn the_barrier_is_the_fewest_foods_between(script in scripts()) {
        let Position { state, compact, terrain } = script.play(|_| {});
        prop_assert_eq!(compact.barrier(&terrain), plain_barrier(&state));
    }

    /// Every position on the way, so every kind of move.
    #[test]
    fn the_compact_state_follows_the_rules(script in scripts()) {
        script.play(assert_same);
    }
}

/// The property above is worth something only if its positions are of many kinds.
#[test]
fn the_positions_are_of_all_kinds() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let (mut dirty, mut shared, mut full, mut long) = (0, 0, 0, 0);
    let mut bites = 0;
    for _ in 0..400 {
        let script = scripts().new_tree(&mut runner).expect("nothing is rejected").current();
        let end = script.play(|position| {
            dirty += u32::from(!position.compact.is_clean());
            shared += u32::from(position.compact.tail_given_up().is_empty());
            full += u32::from(position.compact.wrong_parts() == MAX_WRONG);
            long += u32::from(position.compact.len() > 100);
        });
        let mut end: Position = end;
        for direction in Direction::ALL {
            let mut after = end.state.clone();
            if let Ok(Event::Bit { .. }) = after.advance(direction) {
                end.advance(direction).expect("it is legal");
                assert_same(&end);
                bites += 1;
                break;
            }
        }
    }
    assert!(
        dirty > 1000 && shared > 300 && long > 200 && bites > 50,
        "{dirty} {shared} {long} {bites}"
    );
    assert!(full > 0, "no position had all its wrong parts");
}

#[test]
fn a_state_is_seven_cache_lines() {
    assert_eq!(size_of::<snake_beam::layers::CompactState>(), 7 * 64);
}

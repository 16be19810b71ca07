//! The flood against a plain one, and its ways against the rules.

use proptest::prelude::*;
use snake_beam::layers::{
    CompactState, Flood, FloodLimits, MAX_WAY, MAX_WRONG, MAX_WRONG_ON_WAY, SearchRng, Terrain,
    Traced, Way,
};
use snake_core::{Cell, CellSet, Event, State};

use crate::positions::{Position, scripts};

/// What a flood finds, cell by cell: turns of entering and of too early meetings by level and cell.
#[derive(Debug, Default, PartialEq)]
struct Plain {
    entered: Vec<(usize, usize, Cell)>,
    bitten: Vec<(usize, usize, Cell)>,
    targets: Vec<(usize, Cell)>,
    last_turns: [usize; 2],
}

/// A flood with queues, straight from the words of `Flood`.
fn plain_flood(state: &State<'_>, limits: FloodLimits) -> Plain {
    let (board, snake, length) = (state.board(), state.snake(), state.snake().len());
    let neighbours = |cell: Cell| {
        let to = move |direction| state.grid().neighbour(cell, direction);
        snake_core::Direction::ALL.into_iter().filter_map(to)
    };
    // A shared cell counts with its smaller ordinal.
    let ordinal = |cell| snake.cells().position(|part| part == cell);
    let is_free = |cell, turn: usize, eaten: usize| {
        ordinal(cell).is_some_and(|part| turn - eaten >= length - 1 - part)
    };
    let mut plain = Plain::default();
    let mut entered: Vec<(usize, usize, Cell)> = vec![(0, 0, snake.head())];
    for turn in 1..=limits.turns {
        let is_near = turn <= limits.near_turns;
        for level in 0..=if is_near { limits.wrong_foods.min(turn) } else { 0 } {
            let met = |level| {
                let is_last =
                    |entry: &&(usize, usize, Cell)| (entry.0, entry.1) == (level, turn - 1);
                let last = entered.iter().filter(is_last);
                let mut met: Vec<Cell> = last.flat_map(|entry| neighbours(entry.2)).collect();
                met.sort();
                met.dedup();
                met
            };
            let met_here = met(level);
            let met_below = if level > 0 { met(level - 1) } else { Vec::new() };
            let may_enter = |entered: &[(usize, usize, Cell)], cell| {
                entered.iter().all(|&(on, _, at)| at != cell || on > level)
            };
            for cell in met_here {
                let food = board.food(cell);
                let is_body = ordinal(cell).is_some();
                let is_open = food.is_none() && (!is_body || is_free(cell, turn, level));
                if is_open && may_enter(&entered, cell) {
                    entered.push((level, turn, cell));
                }
                let is_new = !plain.bitten.iter().any(|&(on, _, at)| (on, at) == (level, cell));
                if is_body && !is_open && is_new {
                    plain.bitten.push((level, turn, cell));
                }
                let is_target = state.is_clean() && food.is_some() && food == state.target_colour();
                let is_new = !plain.targets.iter().any(|&(_, at)| at == cell);
                if level == 0 && is_target && is_new && plain.targets.len() < limits.targets {
                    plain.targets.push((turn, cell));
                }
            }
            for cell in met_below {
                let Some(food) = board.food(cell) else { continue };
                let is_target = state.is_clean() && Some(food) == state.target_colour();
                if (level > 1 || !is_target) && may_enter(&entered, cell) {
                    entered.push((level, turn, cell));
                }
            }
        }
        plain.last_turns[0] = turn;
        if is_near {
            plain.last_turns[1] = turn;
        }
        let is_dead = entered.iter().all(|entry| entry.1 < turn);
        let goes_on = turn < limits.near_turns || state.is_clean() && plain.targets.is_empty();
        if is_dead || !goes_on {
            break;
        }
    }
    entered.retain(|entry| entry.1 > 0);
    entered.sort();
    plain.bitten.sort();
    plain.entered = entered;
    plain
}

/// The same of the flood under test.
fn found(flood: &Flood) -> Plain {
    let mut plain = Plain::default();
    for level in 0..flood.levels() {
        for turn in level.max(1)..=flood.last_turn(level) {
            plain.entered.extend(flood.entered(level, turn).iter().map(|cell| (level, turn, cell)));
        }
        let bitten = flood.bitten(level).iter();
        plain.bitten.extend(bitten.map(|cell| (level, flood.bite_turn(level, cell), cell)));
    }
    plain.entered.sort();
    plain.bitten.sort();
    plain.targets = flood.targets().iter().map(|target| (target.turn, target.cell)).collect();
    plain.last_turns = [flood.last_turn(0), flood.last_turn(1)];
    plain
}

fn limits() -> impl Strategy<Value = FloodLimits> {
    (1..=MAX_WAY, 1..=MAX_WAY, 0..=MAX_WRONG_ON_WAY, 0..=6_usize).prop_map(
        |(turns, near_turns, wrong_foods, targets)| FloodLimits {
            turns,
            near_turns,
            wrong_foods,
            targets,
        },
    )
}

/// Plays a way on copies of both forms: what was eaten, and what the last move did.
pub fn play(position: &Position, way: Way) -> (Vec<u8>, Option<Event>, CompactState) {
    let (mut state, mut compact) = (position.state.clone(), position.compact);
    let (mut eaten, mut last) = (Vec::new(), None);
    let moves: Vec<_> = way.iter().collect();
    for (number, direction) in moves.iter().copied().enumerate() {
        let event = state.advance(direction).expect("ways are legal");
        compact.advance(&position.terrain, direction);
        if let Event::Ate(colour) = event {
            eaten.push(colour);
        }
        let is_last = number + 1 == moves.len();
        assert!(is_last || !matches!(event, Event::Bit { .. }), "a bite on the way");
        last = Some(event);
    }
    (eaten, last, compact)
}

fn flood_of(position: &Position, limits: FloodLimits) -> (Flood, FloodLimits) {
    let room = MAX_WRONG - position.compact.wrong_parts();
    let limits = FloodLimits { wrong_foods: limits.wrong_foods.min(room), ..limits };
    let mut flood = Flood::default();
    flood.run(&position.compact, &position.terrain, limits);
    (flood, limits)
}

fn rng(seed: u64) -> SearchRng {
    use rand_xoshiro::rand_core::SeedableRng;
    SearchRng::seed_from_u64(seed)
}

proptest! {
    #[test]
    fn the_flood_is_the_plain_one(script in scripts(), limits in limits()) {
        let position = script.play(|_| {});
        let (flood, limits) = flood_of(&position, limits);
        let plain = plain_flood(&position.state, limits);
        let found = found(&flood);
        prop_assert_eq!(&found.targets, &plain.targets);
        prop_assert_eq!(found.last_turns, plain.last_turns);
        prop_assert_eq!(&found.entered, &plain.entered);
        prop_assert_eq!(&found.bitten, &plain.bitten);
    }

    #[test]
    fn an_earlier_flood_leaves_no_trace(
        scripts in [scripts(), scripts()], limits in [limits(), limits()],
    ) {
        let [first, second] = scripts.map(|script| script.play(|_| {}));
        let (mut used, _) = flood_of(&first, limits[0]);
        let (fresh, limits) = flood_of(&second, limits[1]);
        used.run(&second.compact, &second.terrain, limits);
        prop_assert_eq!(found(&used), found(&fresh));
        for (level, turn, cell) in found(&fresh).entered {
            let way_of = |flood: &Flood| {
                let end = (level, turn, cell);
                flood.way_to(end, &second.compact.foods(), &CellSet::EMPTY, &mut rng(turn as u64))
            };
            prop_assert_eq!(way_of(&used), way_of(&fresh));
        }
    }

    #[test]
    fn ways_do_what_the_flood_says(script in scripts(), limits in limits(), seed in any::<u64>()) {
        let position = script.play(|_| {});
        let (flood, _) = flood_of(&position, limits);
        let foods = position.compact.foods();
        let mut rng = rng(seed);
        let plain = found(&flood);
        let mut way_to = |level, turn, cell| {
            let preferred = if seed % 2 == 0 { foods.neighbours() } else { CellSet::EMPTY };
            flood.way_to((level, turn, cell), &foods, &preferred, &mut rng)
        };
        for (level, turn, cell) in plain.entered {
            let Traced { way, cells } = way_to(level, turn, cell);
            prop_assert_eq!(cells | CellSet::from_iter([position.compact.head()]), cells_of(&position.terrain, &position.compact, way));
            let (eaten, last, after) = play(&position, way);
            prop_assert_eq!((way.len(), eaten.len(), after.head()), (turn, level, cell));
            let is_bite = matches!(last, Some(Event::Bit { .. }));
            prop_assert!(!is_bite && after.prefix() == position.compact.prefix());
        }
        for (turn, cell) in plain.targets {
            let (eaten, _, after) = play(&position, way_to(0, turn, cell).way);
            prop_assert_eq!((eaten.len(), after.head()), (1, cell));
            prop_assert!(after.is_clean() && after.prefix() == position.compact.prefix() + 1);
        }
        for (level, turn, cell) in plain.bitten {
            let part = position.state.snake().cells().position(|at| at == cell).expect("a body's");
            // The head's own cell and the neck's are met, too; going there is a U-turn.
            if part + turn < 4 {
                continue;
            }
            let (eaten, last, after) = play(&position, way_to(level, turn, cell).way);
            prop_assert_eq!((eaten.len(), after.head()), (level, cell));
            prop_assert_eq!(last, Some(Event::Bit { part: part + turn }));
        }
    }

    /// Of several cells before, one of those preferred is taken.
    #[test]
    fn ways_keep_to_preferred_cells(script in scripts(), seed in any::<u64>()) {
        let position = script.play(|_| {});
        let limits = FloodLimits { turns: MAX_WAY, near_turns: 12, wrong_foods: 1, targets: 4 };
        let (flood, _) = flood_of(&position, limits);
        let foods = position.compact.foods();
        for (level, turn, cell) in found(&flood).entered {
            let everything = *position.terrain.cells();
            let any = flood.way_to((level, turn, cell), &foods, &everything, &mut rng(seed));
            let path = cells_of(&position.terrain, &position.compact, any.way);
            let again = flood.way_to((level, turn, cell), &foods, &path, &mut rng(!seed));
            prop_assert_eq!(cells_of(&position.terrain, &position.compact, again.way), path);
        }
    }
}

/// The cells that a way leads to.
fn cells_of(terrain: &Terrain, from: &CompactState, way: Way) -> CellSet {
    let mut state = *from;
    let mut cells = CellSet::EMPTY;
    cells.insert(state.head());
    for direction in way.iter() {
        state.advance(terrain, direction);
        cells.insert(state.head());
    }
    cells
}

//! The rules of a move: [`State`] against the naive reference, and what follows from the rules.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use snake_core::{
    Answer, Cell, CellSet, Content, Direction, Event, IllegalMove, Instance, Limits, MAX_TURNS,
    START_LENGTH, Score, State,
};

use crate::games::{Game, config, games};
use crate::reference::{Place, Reference};

/// One move of a game, as both machines saw it.
struct Step<'s, 'i> {
    direction: Direction,
    result: Result<Event, IllegalMove>,
    before: &'s State<'i>,
    after: &'s State<'i>,
    /// The reference before the move; it has been checked to equal `before`.
    reference: &'s Reference<'i>,
}

/// Plays a game and calls `check` after each move, legal or not. The positions come from the
/// reference's rules as well as from [`State`]'s, and the results must agree.
fn for_each_step<'i>(
    game: &'i Game,
    mut check: impl FnMut(&Step<'_, 'i>) -> Result<(), TestCaseError>,
) -> Result<(), TestCaseError> {
    let mut state = State::start(&game.instance);
    let mut reference = Reference::start(&game.instance);
    for &direction in &game.moves {
        let before = state.clone();
        let result = state.advance(direction);
        let step =
            Step { direction, result, before: &before, after: &state, reference: &reference };
        check(&step)?;
        prop_assert_eq!(reference.advance(direction), result);
    }
    Ok(())
}

fn place(cell: Cell) -> Place {
    (cell.row() as i32, cell.column() as i32)
}

fn places(state: &State<'_>) -> Vec<Place> {
    state.snake().cells().map(place).collect()
}

fn cell((row, column): Place) -> Cell {
    Cell::new(row as usize, column as usize)
}

/// Everything a state shows, including what equality leaves out.
fn everything(state: &State<'_>) -> impl PartialEq + std::fmt::Debug + use<> {
    let snake = state.snake();
    (
        (snake.head_index(), snake.tail_index(), snake.cells().collect::<Vec<_>>()),
        (state.colours().to_vec(), state.prefix(), state.turns(), state.doubled_food_distance()),
        state.board().clone(),
    )
}

/// The ordinal of each cell's part; the smaller one where two parts share a cell.
fn ordinal_at(reference: &Reference<'_>, wanted: Place) -> Option<usize> {
    reference.cells().iter().position(|&place| place == wanted)
}

/// Number of cells a state's snake covers.
fn distinct_cells(state: &State<'_>) -> usize {
    let mut cells: Vec<Cell> = state.snake().cells().collect();
    cells.sort_unstable();
    cells.dedup();
    cells.len()
}

fn check_equal(state: &State<'_>, reference: &Reference<'_>) -> Result<(), TestCaseError> {
    prop_assert_eq!(places(state), reference.cells());
    prop_assert_eq!(state.colours(), reference.colours());
    let head_index = state.snake().head_index();
    for at in (0..=u8::MAX).map(Cell::from_index) {
        let expected = if !state.grid().contains(at) {
            Content::Empty
        } else if let Some(ordinal) = ordinal_at(reference, place(at)) {
            Content::Body(head_index - ordinal as i32)
        } else {
            match reference.food(place(at)) {
                0 => Content::Empty,
                colour => Content::Food(colour),
            }
        };
        prop_assert_eq!(state.board().content(at), expected, "at {:?}", at);
        let (food, body, square) = match expected {
            Content::Empty => (None, None, 0),
            Content::Food(colour) => (Some(colour), None, i32::from(colour)),
            Content::Body(index) => (None, Some(index), -index),
        };
        prop_assert_eq!(state.board().food(at), food);
        prop_assert_eq!(state.board().body(at), body);
        prop_assert_eq!(state.board().square(at), square);
    }
    Ok(())
}

proptest! {
    #![proptest_config(config())]

    /// After every move, legal or not: the same cells, colours and board, and (in `for_each_step`)
    /// the same event or error.
    #[test]
    fn the_state_equals_the_reference(game in games()) {
        check_equal(&State::start(&game.instance), &Reference::start(&game.instance))?;
        for_each_step(&game, |step| {
            let mut reference = step.reference.clone();
            prop_assert_eq!(reference.advance(step.direction), step.result);
            check_equal(step.after, &reference)
        })?;
    }

    /// The sets of cells a board keeps are those of its contents.
    #[test]
    fn the_boards_sets_equal_their_recomputation(game in games()) {
        for_each_step(&game, |step| {
            let board = step.after.board();
            let recomputed = |holds: &dyn Fn(Content) -> bool| {
                let mut cells = CellSet::EMPTY;
                for cell in step.after.grid().cells().filter(|&cell| holds(board.content(cell))) {
                    cells.insert(cell);
                }
                cells
            };
            prop_assert_eq!(board.bodies(), recomputed(&|held| matches!(held, Content::Body(_))));
            prop_assert_eq!(board.foods(), recomputed(&|held| matches!(held, Content::Food(_))));
            for colour in 1..=7 {
                let of_colour = recomputed(&|held| held == Content::Food(colour));
                prop_assert_eq!(board.foods_of(colour), of_colour);
            }
            Ok(())
        })?;
    }

    /// Every figure kept up to date equals its recomputation from the position.
    #[test]
    fn figures_equal_their_recomputation(game in games()) {
        let mut legal = 0;
        for_each_step(&game, |step| {
            let mut reference = step.reference.clone();
            legal += usize::from(reference.advance(step.direction).is_ok());
            let (state, wanted) = (step.after, game.instance.wanted());
            prop_assert_eq!(state.turns(), legal);
            prop_assert_eq!(state.prefix(), reference.prefix());
            prop_assert_eq!(state.is_clean(), reference.prefix() == reference.cells().len());
            prop_assert_eq!(state.is_complete(), reference.colours() == wanted);
            prop_assert_eq!(state.target_colour(), wanted.get(reference.prefix()).copied());
            prop_assert_eq!(state.doubled_food_distance(), reference.doubled_food_distance());
            prop_assert_eq!(Score::of(state).value(), reference.score(legal) as u64);
            prop_assert_eq!(Score::of(state).is_complete(), state.is_complete());
            Ok(())
        })?;
    }

    /// After an illegal move every single figure is what it was.
    #[test]
    fn an_illegal_move_leaves_the_state_unchanged(game in games()) {
        for_each_step(&game, |step| {
            if step.result.is_err() {
                prop_assert_eq!(everything(step.before), everything(step.after));
            }
            Ok(())
        })?;
    }

    /// A copy goes its own way: playing on leaves the original as it was.
    #[test]
    fn a_copy_is_independent(game in games(), at in any::<prop::sample::Index>()) {
        let mut original = State::start(&game.instance);
        let split = at.index(game.moves.len() + 1);
        game.moves[..split].iter().for_each(|&direction| _ = original.advance(direction));
        let kept = everything(&original);
        let mut copy = original.clone();
        game.moves[split..].iter().for_each(|&direction| _ = copy.advance(direction));
        prop_assert_eq!(everything(&original), kept);
        game.moves[split..].iter().for_each(|&direction| _ = original.advance(direction));
        prop_assert_eq!(everything(&original), everything(&copy));
        prop_assert_eq!(original, copy);
    }

    /// The colours on the board and in the snake together never change, nor does their number.
    #[test]
    fn colours_are_conserved(game in games()) {
        let counts = Reference::start(&game.instance).colour_counts();
        for_each_step(&game, |step| {
            let mut now = [0; 8];
            let foods = step.after.grid().cells().filter_map(|cell| step.after.board().food(cell));
            for colour in foods.chain(step.after.colours().iter().copied()) {
                now[usize::from(colour)] += 1;
            }
            prop_assert_eq!(now, counts);
            Ok(())
        })?;
    }

    /// All parts have distinct cells, except that the tail's may be the head's, or that of the part
    /// which was the head's at the sharing, `n` foods ago.
    #[test]
    fn cells_are_distinct_but_for_the_tails(game in games()) {
        let mut eaten_in_a_row = 0;
        for_each_step(&game, |step| {
            match step.result {
                Ok(Event::Ate(_)) => eaten_in_a_row += 1,
                Ok(_) => eaten_in_a_row = 0,
                Err(_) => {}
            }
            let cells = places(step.after);
            let (tail, others) = cells.split_last().expect("a snake has parts");
            let mut sorted = others.to_vec();
            sorted.sort_unstable();
            sorted.dedup();
            prop_assert_eq!(sorted.len(), others.len());
            if let Some(sharing) = others.iter().position(|cell| cell == tail) {
                prop_assert_eq!(sharing, eaten_in_a_row);
            }
            Ok(())
        })?;
    }

    /// While the snake eats, the tail stays, so a shared cell stays shared with the next part; the
    /// first turn without eating ends it.
    #[test]
    fn a_shared_cell_stays_shared_exactly_while_the_snake_eats(game in games()) {
        for_each_step(&game, |step| {
            let Some(sharing) = step.reference.part_sharing_tail() else { return Ok(()) };
            let (cells, shared) = (places(step.after), step.reference.cells()[sharing]);
            match step.result {
                Ok(Event::Ate(_)) => {
                    prop_assert_eq!(cells.last(), Some(&shared));
                    prop_assert_eq!(cells[sharing + 1], shared);
                }
                Ok(Event::Moved) => {
                    prop_assert_eq!(cells[sharing + 1], shared);
                    prop_assert_ne!(cells.last(), Some(&shared));
                }
                Ok(Event::Bit { .. }) | Err(_) => {}
            }
            Ok(())
        })?;
    }

    /// No cell ever holds both food and a part.
    #[test]
    fn no_cell_holds_both_food_and_a_part(game in games()) {
        for_each_step(&game, |step| {
            for cell in step.after.snake().cells() {
                prop_assert_eq!(step.after.board().food(cell), None);
                prop_assert!(step.after.board().body(cell).is_some());
            }
            Ok(())
        })?;
    }

    /// A turn that eats never bites: it happens exactly where food lies, and cuts nothing off.
    #[test]
    fn a_bite_needs_a_turn_without_eating(game in games()) {
        for_each_step(&game, |step| {
            let Ok(event) = step.result else { return Ok(()) };
            let destination = step.after.snake().head();
            let food = step.before.board().food(destination);
            let (before, after) = (step.before.snake().len(), step.after.snake().len());
            match event {
                Event::Ate(colour) => {
                    prop_assert_eq!(food, Some(colour));
                    prop_assert_eq!(after, before + 1);
                    prop_assert_eq!(step.after.colours().last(), Some(&colour));
                }
                Event::Moved => prop_assert_eq!((food, after), (None, before)),
                Event::Bit { part } => prop_assert_eq!((food, after), (None, part + 1)),
            }
            Ok(())
        })?;
    }

    /// The length after a bite is odd and at least 5, head and tail share a cell, and all that was
    /// behind lies as food of its colour where it was.
    #[test]
    fn a_bite_leaves_an_odd_length_of_at_least_five(game in games()) {
        for_each_step(&game, |step| {
            let Ok(Event::Bit { part }) = step.result else { return Ok(()) };
            let (before, after) = (step.before, step.after);
            prop_assert!(part % 2 == 0 && part >= 4, "part {}", part);
            prop_assert_eq!(after.snake().len(), part + 1);
            prop_assert_eq!(after.snake().head(), after.snake().tail());
            prop_assert_eq!(after.colours(), &before.colours()[..=part]);
            // The move has shifted the parts by one before the bite cuts them off.
            for ordinal in part + 1..before.snake().len() {
                let left_on = before.snake().cell(ordinal - 1);
                prop_assert_eq!(after.board().food(left_on), Some(before.colours()[ordinal]));
            }
            Ok(())
        })?;
    }

    /// The length stays within 5..=M.
    #[test]
    fn the_length_stays_within_its_range(game in games()) {
        for_each_step(&game, |step| {
            let length = step.after.snake().len();
            prop_assert!((START_LENGTH..=game.instance.wanted().len()).contains(&length));
            prop_assert_eq!(step.after.colours().len(), length);
            Ok(())
        })?;
    }

    /// Exactly the edge and the cell of part 1 are barred, and part 1 is always next to the head: of
    /// the two to four neighbours on the board, all but one are legal.
    #[test]
    fn a_legal_move_always_exists(game in games()) {
        for_each_step(&game, |step| {
            let (state, grid) = (step.after, step.after.grid());
            for direction in Direction::ALL {
                let result = state.clone().advance(direction);
                match grid.neighbour(state.snake().head(), direction) {
                    None => prop_assert_eq!(result, Err(IllegalMove::OutOfBoard)),
                    Some(to) if to == state.snake().cell(1) => {
                        prop_assert_eq!(result, Err(IllegalMove::UTurn));
                    }
                    Some(_) => prop_assert!(result.is_ok()),
                }
            }
            let legal = Direction::ALL.iter().filter(|&&way| state.clone().advance(way).is_ok());
            let inside = Direction::ALL.iter().filter(|&&way| {
                grid.neighbour(state.snake().head(), way).is_some()
            });
            prop_assert_eq!(legal.count(), inside.count() - 1);
            Ok(())
        })?;
    }

    /// The head may enter the cell that the tail leaves and the one that becomes the tail's: neither
    /// is a bite, and in the second case head and tail share it.
    #[test]
    fn entering_a_tails_cell_is_no_bite(game in games()) {
        for_each_step(&game, |step| {
            let cells = step.reference.cells();
            let (length, shared) = (cells.len(), step.reference.part_sharing_tail().is_some());
            for direction in Direction::ALL {
                let destination = step.reference.destination(direction);
                let mut state = step.before.clone();
                // A shared cell counts with its smaller ordinal, and then is not the tail's alone.
                if destination == cells[length - 1] && !shared {
                    prop_assert_eq!(state.advance(direction), Ok(Event::Moved));
                    prop_assert_eq!(distinct_cells(&state), length);
                } else if destination == cells[length - 2] {
                    prop_assert_eq!(state.advance(direction), Ok(Event::Moved));
                    prop_assert_eq!(state.snake().head(), state.snake().tail());
                    prop_assert_eq!(distinct_cells(&state), length - 1);
                }
            }
            Ok(())
        })?;
    }

    /// The cell of part `i` is enterable without a bite by a head that arrives after `t` turns exactly
    /// when `t >= k - 1 - i` plus the foods eaten on the way; one turn too early is a bite.
    #[test]
    fn a_cell_is_free_from_the_turn_the_rules_say(
        game in games(),
        at in any::<prop::sample::Index>(),
    ) {
        let mut state = State::start(&game.instance);
        let mut reference = Reference::start(&game.instance);
        let split = at.index(game.moves.len() + 1);
        for &direction in &game.moves[..split] {
            prop_assert_eq!(state.advance(direction), reference.advance(direction));
        }
        let then = state.clone();
        let length = then.snake().len();
        let (mut turn, mut eaten, mut trail) = (1, 0, Vec::new());
        for &next in &game.moves[split..] {
            for direction in Direction::ALL {
                let to = reference.destination(direction);
                // Cells that the head has entered since then belong to parts that are new.
                let ordinal = then.snake().cells().position(|cell| place(cell) == to);
                let Some(ordinal) = ordinal.filter(|_| !trail.contains(&to)) else { continue };
                if to == reference.cells()[1] {
                    continue; // a U-turn
                }
                let is_free = turn >= length - 1 - ordinal + eaten;
                let expected = if is_free {
                    Event::Moved
                } else {
                    Event::Bit { part: ordinal + turn }
                };
                prop_assert_eq!(state.clone().advance(direction), Ok(expected));
                let index = then.board().body(cell(to)).expect("a part was there");
                let turns_to_wait = (index - then.snake().tail_index()) as usize + eaten;
                prop_assert_eq!(is_free, turn >= turns_to_wait);
            }
            match state.advance(next) {
                Ok(Event::Moved) => {}
                Ok(Event::Ate(_)) => eaten += 1,
                Ok(Event::Bit { .. }) => break,
                Err(_) => continue,
            }
            prop_assert!(reference.advance(next).is_ok());
            trail.push(place(state.snake().head()));
            turn += 1;
        }
    }
}

/// How often the corner cases come up in a number of games.
#[derive(Debug, Default)]
struct Occurrences {
    turns: usize,
    eaten: usize,
    bites: usize,
    bites_of_matched_parts: usize,
    head_enters_leaving_tails_cell: usize,
    head_enters_coming_tails_cell: usize,
    eaten_while_shared: usize,
    eaten_while_shared_with_a_later_part: usize,
    out_of_board: usize,
    u_turns: usize,
    u_turns_onto_the_tail: usize,
    arrivals_on_old_cells: usize,
    prefix_grows: usize,
    complete: usize,
}

impl Occurrences {
    fn count(&mut self, step: &Step<'_, '_>) {
        let cells = step.reference.cells();
        let destination = step.reference.destination(step.direction);
        match step.result {
            Err(IllegalMove::OutOfBoard) => self.out_of_board += 1,
            Err(IllegalMove::UTurn) => {
                self.u_turns += 1;
                self.u_turns_onto_the_tail += usize::from(cells.last() == Some(&destination));
            }
            Ok(event) => {
                self.turns += 1;
                let sharing = step.reference.part_sharing_tail();
                match event {
                    Event::Ate(_) => {
                        self.eaten += 1;
                        self.eaten_while_shared += usize::from(sharing.is_some());
                        self.eaten_while_shared_with_a_later_part +=
                            usize::from(sharing.is_some_and(|part| part > 0));
                    }
                    Event::Bit { part } => {
                        self.bites += 1;
                        self.bites_of_matched_parts += usize::from(part + 1 < step.before.prefix());
                    }
                    Event::Moved => {
                        self.head_enters_leaving_tails_cell +=
                            usize::from(destination == cells[cells.len() - 1]);
                        self.head_enters_coming_tails_cell +=
                            usize::from(destination == cells[cells.len() - 2]);
                    }
                }
                self.prefix_grows += usize::from(step.after.prefix() > step.before.prefix());
                self.complete += usize::from(step.after.is_complete());
            }
        }
        self.arrivals_on_old_cells +=
            usize::from(ordinal_at(step.reference, destination).is_some());
    }
}

/// The properties above are worth something only if the games they look at are eventful.
#[test]
fn the_games_are_eventful() {
    const GAMES: usize = 2000;
    let mut runner = TestRunner::deterministic();
    let mut seen = Occurrences::default();
    for _ in 0..GAMES {
        let game = games().new_tree(&mut runner).expect("a game").current();
        for_each_step(&game, |step| {
            seen.count(step);
            Ok(())
        })
        .expect("both machines agree");
    }
    println!("in {GAMES} games: {seen:#?}"); // shown by `--nocapture`
    let at_least = [
        (seen.turns, 50 * GAMES),
        (seen.eaten, 10 * GAMES),
        (seen.bites, 2 * GAMES),
        (seen.bites_of_matched_parts, GAMES / 2),
        (seen.head_enters_leaving_tails_cell, GAMES),
        (seen.head_enters_coming_tails_cell, 2 * GAMES),
        (seen.eaten_while_shared, GAMES),
        (seen.eaten_while_shared_with_a_later_part, GAMES / 4),
        (seen.out_of_board, GAMES),
        (seen.u_turns, GAMES),
        (seen.u_turns_onto_the_tail, GAMES / 20),
        (seen.arrivals_on_old_cells, 4 * GAMES),
        (seen.prefix_grows, 2 * GAMES),
        (seen.complete, GAMES / 20),
    ];
    assert!(at_least.iter().all(|&(count, least)| count >= least), "{seen:?}");
}

/// A board of side 5 without food: the smallest the rules make sense for.
fn empty_board() -> Instance {
    let text = format!("5 5 1\n1 1 1 1 1\n{}", "0 0 0 0 0\n".repeat(5));
    Instance::parse(&text, Limits::Playable).expect("a legal board")
}

/// Positions are equal when what lies and stands where is equal, whatever the way there.
#[test]
fn equal_positions_reached_by_different_ways_are_equal() {
    let instance = empty_board();
    let mut state = State::start(&instance);
    let lap = [Direction::Right, Direction::Up, Direction::Left, Direction::Down];
    lap.iter().for_each(|&way| _ = state.advance(way).expect("legal"));
    let after_one_lap = state.clone();
    state.advance(lap[0]).expect("legal");
    assert_ne!(state, after_one_lap);
    lap[1..].iter().for_each(|&way| _ = state.advance(way).expect("legal"));
    assert_eq!(state, after_one_lap);
    assert_ne!(state.snake().head_index(), after_one_lap.snake().head_index());
}

/// States of equal instances are compared, wherever the instances lie; states of others are never equal.
#[test]
fn states_of_equal_instances_are_equal() {
    let [text, other_text] = ["1 2", "2 1"].map(|wanted| {
        format!("5 7 2  1 1 1 1 1 {wanted}  0 1 0 0 0  0 2 0 0 0  0 0 0 0 0  0 0 0 0 0  0 0 0 0 0")
    });
    let parse = |text: &str| Instance::parse(text, Limits::Playable).expect("keeps the limits");
    let (instance, copy, other) = (parse(&text), parse(&text), parse(&other_text));
    let (mut state, mut same) = (State::start(&instance), State::start(&copy));
    assert_eq!(state, same);
    assert_ne!(state, State::start(&other));
    state.advance(Direction::Right).expect("a legal move");
    assert_ne!(state, same);
    same.advance(Direction::Right).expect("a legal move");
    assert_eq!(state, same);
}

/// 100000 turns take the serial indices past 16 bits; the position stays that of the reference.
#[test]
fn the_longest_game_stays_equal_to_the_reference() {
    let instance = Instance::generate(0);
    let mut state = State::start(&instance);
    let mut reference = Reference::start(&instance);
    let mut directions = Vec::with_capacity(MAX_TURNS);
    while directions.len() < MAX_TURNS {
        // Round and round along the rim, with a detour now and then that eats or bites.
        let detour = directions.len() % 97 == 0;
        let order = [Direction::Right, Direction::Up, Direction::Left, Direction::Down];
        let last = order.iter().position(|way| directions.last() == Some(way)).unwrap_or(0);
        let turn = if detour { 1 } else { 0 };
        let way = (0..4)
            .map(|step| order[(last + turn + step) % 4])
            .find(|&way| reference.outcome(way).is_ok())
            .expect("a legal move exists");
        assert_eq!(state.advance(way), reference.advance(way));
        directions.push(way);
    }
    check_equal(&state, &reference).expect("equal");
    assert!(state.snake().head_index() > i32::from(u16::MAX));
    let score = Answer::new(directions).score(&instance).expect("legal");
    assert_eq!(score, Score::of(&state));
    assert_eq!(score.value(), reference.score(MAX_TURNS) as u64);
}

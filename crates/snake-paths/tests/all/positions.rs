//! Positions to search in: made-up instances of all sizes and densities, played for a while.

use std::collections::BTreeMap;

use proptest::prelude::*;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use snake_core::{
    CellSet, Content, Direction, Event, Instance, Limits, MAX_COLOUR, MAX_SIDE, MIN_SIDE,
    START_LENGTH, State,
};
use snake_paths::{
    BitePlan, MoveKind, Scratch, choose_weighted, find_bites, find_clean_paths, find_paths_through,
    find_single_move, restoration,
};

/// How to reach a position.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// Side of the board.
    pub side: usize,
    /// Part of the board's cells that are wanted, in percent.
    pub density: usize,
    /// Number of colours.
    pub colours: usize,
    /// Seed of instance and play.
    pub seed: u64,
    /// Share of moves that are random, in percent.
    pub noise: u64,
    /// Share of bites that are not restored, in percent.
    pub unrestored: u64,
    /// Number of moves.
    pub moves: usize,
    /// Whether to go on to the next bite.
    pub to_a_bite: bool,
}

/// Most moves to play on for a bite.
const PATIENCE: usize = 300;

/// A number below `bound`, good enough for tests.
pub fn below(rng: &mut impl Rng, bound: u64) -> u64 {
    rng.next_u64() % bound
}

/// An instance, as text so that it passes through the checks of the parser.
fn instance(recipe: &Recipe, rng: &mut impl Rng) -> Instance {
    let side = recipe.side;
    let (least, most) = Limits::Playable.wanted(side);
    // A full board would leave no room to move.
    let wanted_length =
        (side * side * recipe.density / 100).clamp(least + 1, most.min(side * side - 3));
    let mut foods: Vec<u64> =
        (0..wanted_length - START_LENGTH).map(|_| 1 + below(rng, recipe.colours as u64)).collect();
    let mut text = format!("{side} {wanted_length} {}\n1 1 1 1 1", recipe.colours);
    for food in &foods {
        text += &format!(" {food}");
    }
    foods.resize(side * side - START_LENGTH, 0);
    for last in (1..foods.len()).rev() {
        foods.swap(last, below(rng, last as u64 + 1) as usize);
    }
    for row in 0..side {
        for column in 0..side {
            let on_start = column == 0 && row < START_LENGTH;
            let food = if on_start { 0 } else { foods.pop().expect("one value a cell") };
            text += &format!(" {food}");
        }
    }
    Instance::parse(&text, Limits::Playable).expect("a valid instance")
}

/// Plays as a solver would, by the searches, with random moves in between: so the positions are
/// those that the searches meet, and a few stranger ones.
fn played<'i>(instance: &'i Instance, recipe: &Recipe, rng: &mut impl Rng) -> State<'i> {
    let mut state = State::start(instance);
    let mut scratch = Scratch::new();
    let mut pending = Vec::new();
    for _ in 0..recipe.moves {
        play_on(&mut state, recipe, &mut scratch, rng, &mut pending);
    }
    if recipe.to_a_bite {
        for _ in 0..PATIENCE {
            let event = play_on(&mut state, recipe, &mut scratch, rng, &mut pending);
            if matches!(event, Event::Bit { .. }) {
                break;
            }
        }
    }
    state
}

/// Makes one move.
fn play_on(
    state: &mut State<'_>,
    recipe: &Recipe,
    scratch: &mut Scratch,
    rng: &mut impl Rng,
    pending: &mut Vec<Direction>,
) -> Event {
    if below(rng, 100) < recipe.noise {
        pending.clear();
    } else if pending.is_empty() {
        pending.extend(choice(state, scratch, rng));
        pending.reverse();
    }
    match pending.pop() {
        Some(direction) => state.advance(direction).expect("planned moves are legal"),
        None => random_move(state, recipe, rng, pending),
    }
}

fn choice(state: &State<'_>, scratch: &mut Scratch, rng: &mut impl Rng) -> Vec<Direction> {
    if state.is_clean() {
        let found = find_clean_paths(state, scratch, rng);
        if !found.is_empty() {
            let drawn = choose_weighted(found.targets().iter().map(|t| t.distance.into()), rng);
            return found.path(drawn).iter().collect();
        }
    }
    let found = find_bites(state, scratch, rng);
    if !found.is_empty() {
        let drawn = choose_weighted(found.plans().iter().map(|plan| plan.total.into()), rng);
        return found.moves(drawn).iter().collect();
    }
    let found = find_paths_through(state, scratch, rng);
    if found.is_empty() {
        return Vec::new();
    }
    let drawn = choose_weighted(found.targets().iter().map(|t| t.distance.into()), rng);
    // Tentative: only the beginning is played, so that foods eaten on the way matter.
    let path = found.path(drawn);
    path.iter().take(1 + path.len() / 2).collect()
}

/// A random legal move, half of the time by search 4; a bite's restoration becomes pending.
fn random_move(
    state: &mut State<'_>,
    recipe: &Recipe,
    rng: &mut impl Rng,
    pending: &mut Vec<Direction>,
) -> Event {
    let before = state.clone();
    let event = if below(rng, 2) == 0 {
        let direction = find_single_move(state, rng).direction;
        state.advance(direction).expect("search 4's move is legal")
    } else {
        loop {
            let direction = Direction::ALL[below(rng, 4) as usize];
            if let Ok(event) = state.advance(direction) {
                break event;
            }
        }
    };
    if let Event::Bit { part } = event
        && below(rng, 100) >= recipe.unrestored
    {
        pending.extend(restoration(&before, 1, part).iter());
        pending.reverse();
    }
    event
}

impl Recipe {
    /// Hands the position to `check`, with an RNG to go on with.
    pub fn with<T>(&self, check: impl FnOnce(&State<'_>, Xoshiro256PlusPlus) -> T) -> T {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let instance = instance(self, &mut rng);
        let state = played(&instance, self, &mut rng);
        check(&state, rng)
    }

    /// The same, clean: if the position is dirty, played on until it is clean.
    pub fn with_clean<T>(&self, check: impl FnOnce(&State<'_>, Xoshiro256PlusPlus) -> T) -> T {
        self.with(|state, mut rng| {
            let mut state = state.clone();
            let mut scratch = Scratch::new();
            while !state.is_clean() {
                assert!(state.turns() < crate::MOST_TURNS, "the state does not become clean");
                let plan = find_bites(&state, &mut scratch, &mut rng);
                let moves: Vec<_> = if plan.is_empty() {
                    let path = find_paths_through(&state, &mut scratch, &mut rng);
                    if below(&mut rng, 4) == 0 {
                        // Search 4 never bites while a cell is free, so by itself it can go round
                        // for ever. Any move will do: a loop of four leaves the start's length.
                        vec![any_legal_move(&state, &mut rng)]
                    } else if path.is_empty() || below(&mut rng, 2) == 0 {
                        vec![find_single_move(&state, &mut rng).direction]
                    } else {
                        path.path(0).iter().take(1).collect()
                    }
                } else {
                    plan.moves(0).iter().collect()
                };
                crate::play(&mut state, moves);
            }
            check(&state, rng)
        })
    }
}

/// A legal move, each as likely as the others; there always is one.
fn any_legal_move(state: &State<'_>, rng: &mut Xoshiro256PlusPlus) -> Direction {
    let is_legal = |&direction: &Direction| state.clone().advance(direction).is_ok();
    let legal: Vec<_> = Direction::ALL.into_iter().filter(is_legal).collect();
    legal[below(rng, legal.len() as u64) as usize]
}

/// Recipes for positions of all kinds.
pub fn recipes() -> impl Strategy<Value = Recipe> {
    let side = prop_oneof![3 => MIN_SIDE..=MAX_SIDE, 1 => Just(MAX_SIDE)];
    let noise = prop_oneof![2 => Just(0), 1 => 1..=4u64, 2 => 5..=60u64];
    // In hundredths of the number of cells. A solver's game takes three to eight moves a cell.
    let moves = prop_oneof![1 => 0..100usize, 3 => 100..700usize, 1 => 700..1600usize];
    let colours = 1..=MAX_COLOUR as usize;
    (side, 20..=90usize, colours, any::<u64>(), noise, 0..=100u64, moves, prop::bool::weighted(0.2))
        .prop_map(|(side, density, colours, seed, noise, unrestored, moves, to_a_bite)| {
            let moves = moves * side * side / 100;
            Recipe { side, density, colours, seed, noise, unrestored, moves, to_a_bite }
        })
}

/// Least number of positions of each kind among [`crate::DEFAULT_CASES`].
const LEAST_OF_A_KIND: usize = 10;

/// How often each kind of position occurred.
#[derive(Default)]
struct Kinds(BTreeMap<&'static str, usize>);

/// Cells of the snake that are passed or entered.
fn enters_a_body_cell(state: &State<'_>, path: &snake_paths::Path) -> bool {
    let bodies: CellSet = state.snake().cells().collect();
    let mut at = state.snake().head();
    path.iter().any(|direction| {
        at = state.grid().neighbour(at, direction).expect("the path stays on the grid");
        bodies.contains(at)
    })
}

impl Kinds {
    fn add(&mut self, kind: &'static str, occurs: bool) {
        *self.0.entry(kind).or_insert(0) += usize::from(occurs);
    }

    fn count(&mut self, state: &State<'_>, rng: &mut impl Rng) {
        let mut scratch = Scratch::new();
        let (snake, board) = (state.snake(), state.board());
        let (clean, shared) = (state.is_clean(), snake.head() == snake.tail());
        self.add("dirty", !clean);
        self.add("complete", state.is_complete());
        self.add("side 5", state.grid().side() == MIN_SIDE);
        self.add("side 16", state.grid().side() == MAX_SIDE);
        self.add("at least 100 parts", snake.len() >= 100);
        self.add("head and tail share a cell", shared);
        self.add("dirty, head and tail share a cell", shared && !clean);
        let covered = board.content(snake.tail()) != Content::Body(snake.tail_index());
        self.add("tail and a part behind the head share a cell", covered && !shared);

        if clean && !state.is_complete() {
            let found = find_clean_paths(state, &mut scratch, rng);
            let targets = found.targets();
            let reachable = crate::reference::clean_distances(state).len();
            let paths = || (0..targets.len()).map(|which| found.path(which));
            self.add("search 1 finds a path", !found.is_empty());
            self.add("search 1 finds none", found.is_empty());
            self.add("search 1 finds more targets than it keeps", reachable > targets.len());
            let late = paths().any(|path| enters_a_body_cell(state, &path));
            self.add("search 1 enters a cell the tail left", late);
        }

        let bites = find_bites(state, &mut scratch, rng);
        let plans = bites.plans();
        let right_tail = state.prefix() - 1;
        let any = |is: &dyn Fn(&BitePlan) -> bool| plans.iter().any(is);
        self.add("search 2 finds a bite, clean", clean && !plans.is_empty());
        self.add("search 2 finds a bite, dirty", !clean && !plans.is_empty());
        self.add("search 2 finds two", plans.len() == 2);
        self.add("search 2 bites its start", any(&|plan| plan.part == plan.way));
        self.add("search 2 bites the right tail", any(&|plan| plan.part as usize == right_tail));
        self.add("search 2 aims at a wrong part", any(&|plan| board.body(plan.target).is_some()));

        let through = find_paths_through(state, &mut scratch, rng);
        let (mut eats, mut eats_and_late) = (false, false);
        for path in (0..through.targets().len()).map(|which| through.path(which)) {
            let (_, events) = crate::replay(state, &path);
            let eaten = events[..path.len() - 1].iter().any(|&event| event != Event::Moved);
            eats |= eaten;
            eats_and_late |= eaten && enters_a_body_cell(state, &path);
        }
        self.add("search 3 eats on the way", eats);
        self.add("search 3 eats on the way and enters a cell the tail left", eats_and_late);

        let single = find_single_move(state, rng).kind;
        self.add("search 4 eats", matches!(single, MoveKind::Eats(_)));
        self.add("search 4 bites", matches!(single, MoveKind::Bites { .. }));
    }
}

/// The properties are worth something only if the rare cases occur among their positions.
#[test]
fn every_kind_of_position_occurs() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};

    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let mut runner = TestRunner::new_with_rng(crate::config(), rng);
    let mut kinds = Kinds::default();
    for _ in 0..crate::DEFAULT_CASES {
        let recipe = recipes().new_tree(&mut runner).expect("recipes are never refused").current();
        recipe.with(|state, mut rng| kinds.count(state, &mut rng));
    }
    for (kind, count) in kinds.0 {
        println!("{kind}: {count}");
        assert!(count >= LEAST_OF_A_KIND, "{kind}: {count} of {}", crate::DEFAULT_CASES);
    }
}

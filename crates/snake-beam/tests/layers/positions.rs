//! Random positions as the search meets them: somewhere on the way of a good game, then a few moves
//! off it.

use std::sync::LazyLock;

use proptest::collection::vec;
use proptest::prelude::*;
use snake_beam::Budget;
use snake_beam::layers::{CompactState, Layers, MAX_WRONG, Parameters, Terrain};
use snake_core::{Cell, CellSet, Direction, Event, Instance, Limits, START_LENGTH, State};

/// An instance with moves that a narrow run has found.
struct Game {
    instance: Instance,
    moves: Vec<Direction>,
}

/// Official instances of all sizes, and small boards with foods of any colours.
static GAMES: LazyLock<Vec<Game>> = LazyLock::new(|| {
    let official = (0..24).map(Instance::generate);
    let small = (0..24).map(small_instance);
    official
        .chain(small)
        .map(|instance| {
            // Wide enough for most games to be completed.
            let parameters = Parameters { scout_width: 20, patience: 100, ..narrow() };
            let mut budget = Budget::unlimited().with_passes(1);
            let outcome = Layers::new(&instance, parameters, 1).run(&mut budget, |_| {});
            Game { moves: outcome.answer.directions().to_vec(), instance }
        })
        .collect()
});

/// Parameters for runs of a few milliseconds.
pub fn narrow() -> Parameters {
    Parameters { least_width: 6, most_width: 6, scout_width: 6, ..Parameters::default() }
}

/// A board of side 5 to 8 with anything from no food to foods everywhere; `number` decides all.
pub fn small_instance(number: u64) -> Instance {
    let mut mixed = number;
    let mut below = |bound: usize| {
        // A linear congruential generator; its upper bits are random enough here.
        mixed =
            mixed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (mixed >> 33) as usize % bound
    };
    let side = 5 + below(4);
    let mut cells: Vec<Cell> = (0..side * side)
        .map(|place| Cell::new(place / side, place % side))
        .filter(|cell| cell.column() > 0 || cell.row() >= START_LENGTH)
        .collect();
    let colours = 1 + below(4);
    let food_count = below(cells.len() + 1);
    let mut board = vec![vec![0; side]; side];
    let mut foods = Vec::new();
    for _ in 0..food_count {
        let cell = cells.swap_remove(below(cells.len()));
        let colour = 1 + below(colours);
        board[cell.row()][cell.column()] = colour;
        foods.push(colour);
    }
    let mut wanted = vec![1; START_LENGTH];
    let lacks_colours = number.is_multiple_of(3);
    for _ in 0..food_count {
        let colour = foods.swap_remove(below(foods.len()));
        wanted.push(if lacks_colours { 1 + below(colours) } else { colour });
    }
    let row = |numbers: &Vec<usize>| {
        numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(" ") + "\n"
    };
    let head = format!("{side} {} {colours}\n{}", wanted.len(), row(&wanted));
    let text = board.iter().fold(head, |text, numbers| text + &row(numbers));
    Instance::parse(&text, Limits::Playable).expect("made by the rules")
}

/// A position, in both forms, and what it is a position of.
pub struct Position {
    pub state: State<'static>,
    pub compact: CompactState,
    pub terrain: Terrain,
}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.state.fmt(f)
    }
}

impl Position {
    pub fn start(instance: &'static Instance) -> Self {
        let terrain = terrain(instance, &Parameters::default());
        Self {
            state: State::start(instance),
            compact: CompactState::start(instance, &terrain),
            terrain,
        }
    }

    /// Makes a move in both forms if it is legal and the compact one has room for it.
    pub fn advance(&mut self, direction: Direction) -> Option<Event> {
        let mut after = self.state.clone();
        let event = after.advance(direction).ok()?;
        let is_matching = after.prefix() > self.state.prefix();
        if matches!(event, Event::Ate(_)) && !is_matching && self.compact.wrong_parts() == MAX_WRONG
        {
            return None;
        }
        self.state = after;
        assert_eq!(self.compact.advance(&self.terrain, direction), event);
        Some(event)
    }
}

/// A terrain; that of equal arguments is always the same.
pub fn terrain(instance: &Instance, parameters: &Parameters) -> Terrain {
    use rand_xoshiro::rand_core::SeedableRng;
    Terrain::new(instance, parameters, &mut snake_beam::layers::SearchRng::seed_from_u64(1))
}

/// Where in which game, and the moves made from there.
#[derive(Clone, Debug)]
pub struct Script {
    game: prop::sample::Index,
    /// Position on the way, in 256ths.
    place: u8,
    detour: Vec<u8>,
}

/// Scripts with detours of up to 40 moves.
pub fn scripts() -> impl Strategy<Value = Script> {
    (any::<prop::sample::Index>(), any::<u8>(), vec(any::<u8>(), 0..40))
        .prop_map(|(game, place, detour)| Script { game, place, detour })
}

impl Script {
    /// Plays the script; `look` is called before every move and at the end.
    pub fn play(&self, mut look: impl FnMut(&Position)) -> Position {
        let game = self.game.get(&GAMES);
        let mut position = Position::start(&game.instance);
        let turns = game.moves.len() * usize::from(self.place) / 255;
        for &direction in &game.moves[..turns] {
            look(&position);
            position.advance(direction).expect("a move of a legal answer");
        }
        for &code in &self.detour {
            look(&position);
            // A direction to try first, then the others; half of the numbers prefer food.
            let (first, likes_food) = (usize::from(code & 3), code & 4 != 0);
            let mut order = [0, 1, 2, 3].map(|turn| Direction::ALL[(first + turn) % 4]);
            if likes_food {
                order.sort_by_key(|&direction| {
                    let mut after = position.state.clone();
                    !matches!(after.advance(direction), Ok(Event::Ate(_)))
                });
            }
            if !order.into_iter().any(|direction| position.advance(direction).is_some()) {
                break;
            }
        }
        look(&position);
        position
    }
}

/// The cells for which something holds.
pub fn cells_where(state: &State<'_>, holds: impl Fn(Cell) -> bool) -> CellSet {
    state.grid().cells().filter(|&cell| holds(cell)).collect()
}

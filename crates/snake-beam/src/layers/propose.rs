//! The macro-moves of a state.
//!
//! Each kind of proposal is a method of its own, which makes candidates and says how many. A further
//! kind is a further method, called in [`Proposals::all`].

use snake_core::{Cell, CellSet, Direction};

use super::candidate::{Candidate, Restoration};
use super::flood::{Flood, Traced};
use super::lanes::Lanes;
use super::layer::Upcoming;
use super::parameters::Parameters;
use super::random::{SearchRng, below};
use super::run::Place;
use super::state::{CompactState, MAX_WRONG, neighbour};
use super::terrain::Terrain;
use super::way::Way;

/// A state about to be expanded, with its flood, and where its candidates go.
pub struct Proposals<'a> {
    /// The figures of the search.
    pub parameters: &'a Parameters,
    /// What all states share.
    pub terrain: &'a Terrain,
    /// Draws between equal ways, restoration stops, and noise.
    pub rng: &'a mut SearchRng,
    /// The state.
    pub state: &'a CompactState,
    /// Where it is.
    pub place: Place,
    /// Its rank in its layer, 0 being the best.
    pub rank: usize,
    /// Whether the run has stalled: then the foods between head and target count.
    pub has_stalled: bool,
    /// The flood from its head.
    pub flood: &'a Flood,
    /// Only complete answers of fewer turns are of interest.
    pub bound: usize,
    /// Takes the candidates.
    pub upcoming: &'a mut Upcoming,
}

/// What a candidate's state will be like, as far as value and key depend on it.
struct Forecast {
    turn: usize,
    prefix: usize,
    wrong_parts: usize,
    food_penalty: i32,
    food_hash: u64,
    head: Cell,
    foods: CellSet,
    body: CellSet,
}

/// Foods that come or go: their hash and their penalty.
#[derive(Clone, Copy, Default)]
struct FoodChange {
    hash: u64,
    penalty: i32,
}

impl FoodChange {
    #[inline(always)]
    fn add(&mut self, terrain: &Terrain, cell: Cell) {
        self.hash ^= terrain.food_word(cell);
        self.penalty += terrain.valuation().food_penalty(cell);
    }
}

/// A body cell to be bitten.
struct Bite {
    /// Moves to it.
    turn: usize,
    /// Wrong foods eaten on the way.
    level: usize,
    /// Ordinal of the part that is on the cell now.
    ordinal_now: usize,
    cell: Cell,
}

impl Proposals<'_> {
    /// Makes all candidates of the state.
    pub fn all(&mut self) {
        self.all_in::<CellSet>();
    }

    /// The same, with sets held in registers of some kind.
    #[inline(always)]
    pub(super) fn all_in<S: Lanes>(&mut self) {
        let foods = self.state.foods();
        // Of the shortest ways, those along walls, body and foods: they leave the open space open.
        let beside = (*self.state.body() | foods).neighbours() | *self.terrain.edge();
        let targets = self.targets::<S>(&foods, &beside);
        let bites = self.bites::<S>(&foods, &beside, targets);
        let found_any = targets + bites > 0;
        if self.rank < self.parameters.wandering || !found_any {
            self.single_moves::<S>(found_any);
        }
        if targets == 0 {
            self.wrong_foods::<S>(&foods, &beside);
        }
    }

    /// Ways of a clean snake to the nearest targets.
    #[inline(always)]
    fn targets<S: Lanes>(&mut self, foods: &CellSet, beside: &CellSet) -> usize {
        let flood = self.flood;
        for target in flood.targets() {
            let way = flood.way_to((0, target.turn, target.cell), foods, beside, self.rng);
            let eaten = self.after_eating(target.cell, way);
            let forecast = Forecast { prefix: eaten.prefix + 1, wrong_parts: 0, ..eaten };
            self.push::<S>(&forecast, way.way, Restoration::NONE);
        }
        flood.targets().len()
    }

    /// Bites that leave a clean snake, each with a few stops of its restoration.
    ///
    /// A clean snake that has a way to a target bites only after eating wrong food, to drop it
    /// elsewhere: its bites without that were no better and take a fifth of the time
    /// (`docs/experiments.md`).
    ///
    /// On each level the bites nearest to the end of the matched prefix, which cost the fewest moves
    /// to undo.
    #[inline(always)]
    fn bites<S: Lanes>(&mut self, foods: &CellSet, beside: &CellSet, targets: usize) -> usize {
        let mut count = 0;
        let least_level = usize::from(targets > 0);
        for level in least_level..self.flood.levels() {
            let mut left = *self.flood.bitten(level);
            let mut count_here = 0;
            // A bite comes after a move at least, and must leave part prefix - 1 or a lower one.
            let mut end = self.state.prefix() - 1;
            while count_here < self.parameters.bites && !left.is_empty() {
                let is_bitten = |&ordinal: &usize| left.contains(self.state.cell(ordinal));
                let Some(ordinal_now) = (0..end).rev().find(is_bitten) else { break };
                end = ordinal_now;
                let cell = self.state.cell(ordinal_now);
                left.remove(cell);
                let turn = self.flood.bite_turn(level, cell);
                if (LEAST_BITTEN..self.state.prefix()).contains(&(ordinal_now + turn)) {
                    count_here += 1;
                    self.bite::<S>(&Bite { turn, level, ordinal_now, cell }, foods, beside);
                }
            }
            count += count_here;
        }
        count
    }

    /// One bite, with its stops.
    ///
    /// ```text
    ///     now                       after 2 moves and the bite     restored by 2 cells
    ///     0 1 2 3 4 5 6 7 8 ...           part h = 6
    ///             |
    ///        cell of ordinal_now = 4      cells of 5, 6, .. hold   head on the cell of 6,
    ///                                     foods of colours 7, 8..  foods from that of 7 on
    /// ```
    #[inline(always)]
    fn bite<S: Lanes>(&mut self, bite: &Bite, foods: &CellSet, beside: &CellSet) {
        let (terrain, state) = (self.terrain, self.state);
        let way = self.flood.way_to((bite.level, bite.turn, bite.cell), foods, beside, self.rng);
        let eaten = self.eaten_on(&(way.cells & *foods));
        let part = bite.ordinal_now + bite.turn;
        let first = bite.ordinal_now + 1;
        // What is cut off lies on the cells of today's parts from `first` to the one that will be
        // the tail then. Walked from there, each stop costs only what lies between it and the last.
        let mut end = state.len() + bite.level - bite.turn;
        let mut dropped = FoodChange::default();
        // Before anything is dropped: the bitten cell stays the body's.
        let mut body = self.body_after(bite.turn - bite.level, &way);
        let mut foods_then = *foods & !body;
        let mut last_stop = None;
        for stop in self.stops(state.prefix() - 1 - part) {
            if last_stop == Some(stop) {
                continue;
            }
            last_stop = Some(stop);
            while end > first + stop {
                end -= 1;
                let cell = state.cell(end);
                dropped.add(terrain, cell);
                foods_then.insert(cell);
                body.remove(cell);
            }
            let forecast = Forecast {
                turn: state.turns() + bite.turn + stop,
                prefix: part + 1 + stop,
                wrong_parts: 0,
                food_penalty: state.food_penalty() - eaten.penalty + dropped.penalty,
                food_hash: state.food_hash() ^ eaten.hash ^ dropped.hash,
                head: state.cell(bite.ordinal_now + stop),
                foods: foods_then,
                body,
            };
            self.push::<S>(
                &forecast,
                way.way,
                Restoration { first: first as u8, length: stop as u8 },
            );
        }
    }

    /// After how many cells a restoration ends, longest first: all of them, a few fewer, and any
    /// number. A full restoration often leads back into the same dead end.
    #[inline(always)]
    fn stops(&mut self, most: usize) -> [usize; 3] {
        if most == 0 {
            return [0; 3];
        }
        let near = self.parameters.near_stops.min(most);
        let near = most - 1 - below(self.rng, near as u32) as usize;
        let any = below(self.rng, most as u32) as usize;
        [most, near.max(any), near.min(any)]
    }

    /// Single moves in all directions but to a target; bites only if nothing else was found.
    #[inline(always)]
    fn single_moves<S: Lanes>(&mut self, found_any: bool) {
        let (terrain, state) = (self.terrain, self.state);
        let free = state.tail_given_up();
        for direction in Direction::ALL {
            let to = neighbour(state.head(), direction);
            if !self.is_on_board(to, direction) || to == state.cell(1) {
                continue;
            }
            let step = Traced { way: Way::single(direction), cells: CellSet::from_iter([to]) };
            let colour = state.food(to);
            let forecast = if colour != 0 {
                let is_target = state.is_clean() && colour == terrain.wanted(state.prefix());
                if is_target || state.wrong_parts() == MAX_WRONG {
                    continue;
                }
                self.after_eating(to, step)
            } else if state.body().contains(to) && !free.contains(to) && !self.becomes_tail(to) {
                if found_any {
                    continue;
                }
                self.after_single_bite(direction)
            } else {
                self.after_walking(to, step)
            };
            self.push::<S>(&forecast, step.way, Restoration::NONE);
        }
    }

    /// Ways to the nearest wrong foods, which end there: an investment of a snake that is dirty
    /// anyway or has no way to a target.
    #[inline(always)]
    fn wrong_foods<S: Lanes>(&mut self, foods: &CellSet, beside: &CellSet) {
        const LEVEL: usize = 1;
        if self.flood.levels() <= LEVEL {
            return;
        }
        let flood = self.flood;
        let mut room = self.parameters.wrong_food_ways;
        for turn in 1..=flood.last_turn(LEVEL) {
            for cell in (flood.entered(LEVEL, turn) & *foods).iter().take(room) {
                room -= 1;
                let way = flood.way_to((LEVEL, turn, cell), foods, beside, self.rng);
                let forecast = self.after_eating(cell, way);
                self.push::<S>(&forecast, way.way, Restoration::NONE);
            }
            if room == 0 {
                break;
            }
        }
    }

    /// A forecast after a way of which the last move eats what is on `cell`, as a wrong colour.
    #[inline(always)]
    fn after_eating(&self, cell: Cell, traced: Traced) -> Forecast {
        let (terrain, state, way) = (self.terrain, self.state, traced.way);
        let mut foods = state.foods();
        foods.remove(cell);
        Forecast {
            turn: state.turns() + way.len(),
            prefix: state.prefix(),
            wrong_parts: state.wrong_parts() + 1,
            food_penalty: state.food_penalty() - terrain.valuation().food_penalty(cell),
            food_hash: state.food_hash() ^ terrain.food_word(cell),
            head: cell,
            foods,
            body: self.body_after(way.len() - 1, &traced),
        }
    }

    /// The body after a way without bites, with the tail moving so often.
    #[inline(always)]
    fn body_after(&self, tail_moves: usize, &Traced { way, mut cells }: &Traced) -> CellSet {
        let state = self.state;
        if tail_moves > state.len() {
            // A short snake leaves the first cells of a long way again.
            let mut cell = state.head();
            for direction in way.iter().take(tail_moves - state.len()) {
                cell = neighbour(cell, direction);
                cells.remove(cell);
            }
        }
        *state.body() & !*self.flood.left_by_tail(tail_moves) | cells
    }

    #[inline(always)]
    fn after_walking(&self, cell: Cell, step: Traced) -> Forecast {
        Forecast {
            turn: self.state.turns() + 1,
            prefix: self.state.prefix(),
            wrong_parts: self.state.wrong_parts(),
            food_penalty: self.state.food_penalty(),
            food_hash: self.state.food_hash(),
            head: cell,
            foods: self.state.foods(),
            body: self.body_after(1, &step),
        }
    }

    /// Rare enough to play the move.
    #[inline(always)]
    fn after_single_bite(&self, direction: Direction) -> Forecast {
        let mut bitten = *self.state;
        bitten.advance(self.terrain, direction);
        Forecast {
            turn: bitten.turns(),
            prefix: bitten.prefix(),
            wrong_parts: bitten.wrong_parts(),
            food_penalty: bitten.food_penalty(),
            food_hash: bitten.food_hash(),
            head: bitten.head(),
            foods: bitten.foods(),
            body: *bitten.body(),
        }
    }

    /// The foods on these cells.
    #[inline(always)]
    fn eaten_on(&self, foods: &CellSet) -> FoodChange {
        let mut eaten = FoodChange::default();
        for cell in foods.iter() {
            eaten.add(self.terrain, cell);
        }
        eaten
    }

    /// Whether the cell becomes the tail's with a move that does not eat.
    #[inline(always)]
    fn becomes_tail(&self, cell: Cell) -> bool {
        cell == self.state.cell(self.state.len() - 2)
    }

    /// Whether a neighbour of the head, in this direction, is on the board; beyond an edge of the
    /// largest board the indices wrap.
    #[inline(always)]
    fn is_on_board(&self, cell: Cell, direction: Direction) -> bool {
        let head = self.state.head();
        let is_adjacent = match direction {
            Direction::Up | Direction::Down => head.row().abs_diff(cell.row()) == 1,
            Direction::Left | Direction::Right => head.row() == cell.row(),
        };
        is_adjacent && self.terrain.cells().contains(cell)
    }

    /// Rare enough to play the moves.
    #[cold]
    fn barrier_after(&self, way: Way, restoration: Restoration) -> i32 {
        let mut state = *self.state;
        state.follow(self.terrain, self.state, (way, restoration), |_| {});
        self.terrain.valuation().barrier(state.barrier(self.terrain))
    }

    /// Adds the candidate, unless even the shortest answer through it would be too long: each colour
    /// missing takes a move.
    #[inline(always)]
    fn push<S: Lanes>(&mut self, forecast: &Forecast, way: Way, restoration: Restoration) {
        let terrain = self.terrain;
        if forecast.turn + (terrain.wanted_length() - forecast.prefix) >= self.bound {
            return;
        }
        let noise = below(self.rng, self.parameters.noise) as i32;
        let valuation = terrain.valuation();
        let open = S::load(terrain.cells()).without(S::load(&forecast.body));
        let mut value = valuation.of(forecast.prefix, forecast.food_penalty, forecast.wrong_parts)
            - valuation.lie(forecast.prefix, S::load(&forecast.foods), open);
        if self.has_stalled {
            value -= self.barrier_after(way, restoration);
        }
        let key = forecast.food_hash ^ terrain.head_word(forecast.head);
        let candidate = Candidate::new(self.place, (way, restoration), value + noise, key);
        self.upcoming.push(forecast.turn, candidate);
    }
}

/// Least ordinal of a part that can be bitten: the grid is bipartite and a U-turn is no move
/// (`rules.md`, "Consequences").
const LEAST_BITTEN: usize = 4;

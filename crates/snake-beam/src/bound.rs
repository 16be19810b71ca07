//! A number of turns that no complete answer can go below.
//!
//! # What is true of every complete answer
//!
//! Follow each food as an individual thing: it lies on the board, is eaten, may be bitten off with its
//! part and then lies somewhere else, is eaten again, and in the end is part of the snake, which has
//! all `M - 5` of them. Let `T` be the number of turns up to the one that makes the snake complete, and `t_i`
//! the turn in which the part of ordinal `i >= 5` is eaten that stays to the end (`t_4 = 0`): the *last*
//! eating of the ordinal.
//!
//! 1. *Last eatings come in the order of the ordinals.* Right after `t_i` the snake is `i + 1` long, so
//!    the last part of ordinal `i + 1` comes later.
//! 2. *What else is eaten between `t_i` and `t_(i+1)` is bitten off again before `t_(i+1)`*, since the snake
//!    is `i + 1` long after the former and before the latter. Parts 0 to `i` stay to the end, so the
//!    bite that brings it back to that length meets part `i`. The head only ever meets parts
//!    of even ordinal, as colours of a chessboard show (`rules.md`). So there are such *passing* eatings
//!    only where `i` is even.
//! 3. *A food is first eaten where it lies at the start*, either by a passing eating, or by the last one of an
//!    ordinal `i`, and then its colour is `d[i]` and the food is *fresh*.
//! 4. Let `w` be the number of last eatings of foods that are not fresh. Each of them is of a food eaten
//!    before, so `M - 5 + w` eatings are needed; a move eats at most one food: `T >= M - 5 + w`.
//!
//! Nothing is assumed about where bodies are, where bites can happen and what they leave where: a
//! food that is not fresh may lie anywhere.
//!
//! # From this to a number
//!
//! Let `u_f` be the number of times the food `f` is eaten for the first time: 1 for each. Then for every
//! `a` in `0..1` and all prices `p_f`, of either sign,
//!
//! ```text
//! T  >=  (1 - a) T  +  a (M - 5 + w)  +  sum of p_f (u_f - 1)       the sum is 0
//! ```
//!
//! The right side can be minimised over all walks of the head on the empty grid, if they are only asked to
//! have the last eatings in order, on moves of their own, each fresh (on a cell where a food of colour `d[i]`
//! lies at the start) or anywhere; and may eat foods in passing where they lie at the start, where point 2
//! allows it. Such a walk may eat a food twice, or never: a Lagrangian relaxation, in which prices
//! make up for what is not asked. The minimum is a bound, because the answer's own walk is among the
//! walks. It is a shortest path through layers, one for each ordinal, of a node for each cell:
//!
//! * a move costs `1 - a`, and the price of the food in passing if that is negative;
//! * a last eating costs `p_f` if it is of the fresh food `f`, and `a` otherwise.
//!
//! With `p_f > a - 1` all moves cost something, so there is a shortest path.
//!
//! Good `a` and `p` are looked for by subgradient ascent: foods eaten twice become dearer, those left
//! lying cheaper, and `a` grows if the eatings outweigh the walk. However they are found, all are bounds, and
//! the largest is returned. Arithmetic is in whole [`UNIT`]s of a move: no rounding can spoil the proof.

use snake_core::{Cell, Colour, Instance, MAX_SIDE, START_LENGTH};

/// A lower bound on the number of turns of complete answers: none has fewer, by the proof on top of
/// `bound.rs`. At least `M - 5`, mostly 1.1 to 1.5 times that.
///
/// If the foods' colours are not those wanted, there is no complete answer, and the number means
/// nothing.
///
/// # Complexity
///
/// `O(M N²)` for each of 200 rounds: some 40 ms on a contest board, 0.15 s on the
/// largest.
///
/// ```
/// use snake_beam::lower_bound;
/// use snake_core::Instance;
///
/// let instance = Instance::generate(1);
/// let foods = instance.wanted().len() - 5;
/// assert_eq!((foods, lower_bound(&instance)), (33, 47));
/// ```
#[must_use]
pub fn lower_bound(instance: &Instance) -> usize {
    let foods = instance.wanted().len() - START_LENGTH;
    if foods == 0 {
        return 0;
    }
    let mut relaxation = Relaxation::new(instance);
    let mut best = UNIT * foods as i32;
    for round in 0..ROUNDS {
        let path = relaxation.shortest_path();
        best = best.max(relaxation.bound(&path));
        relaxation.climb(&path, round);
    }
    // Turns are whole.
    best.cast_unsigned().div_ceil(UNIT.cast_unsigned()) as usize
}

/// Parts that a move is divided into, for `a` and the prices.
const UNIT: i32 = 1 << 10;

/// Rounds of the ascent.
const ROUNDS: i32 = 200;

/// What a price changes by in the first round. Larger steps (up to half a move were tried) end further from
/// the best prices, by up to 10 turns on a dense board.
const FIRST_STEP: i32 = UNIT / 16;

/// After so many rounds the step is half the first one, after twice as many a third, and so on.
const STEP_HALVED_AFTER: i32 = 30;

/// Dearer than any walk is of no use.
const MAX_PRICE: i32 = UNIT * 2 * MAX_SIDE as i32;

/// `a` at first: somewhere in its range.
const FIRST_WEIGHT: i32 = UNIT / 4;

/// Cost of what cannot be reached. Sums of it with real costs stay within 32 bits: the longest walk
/// of all, through all layers by the dearest foods, costs some 12 million.
const UNREACHED: i32 = i32::MAX / 4;

/// Places of a row: the cells and a border on either side, which is never reached. So no sweep asks
/// where the board ends.
const STRIDE: usize = MAX_SIDE + 2;

/// Steps from a place to its neighbours, to be added with wrapping.
const NEIGHBOURS: [usize; 4] = [STRIDE.wrapping_neg(), STRIDE, 1_usize.wrapping_neg(), 1];

/// A number for each place.
type Layer = [i32; STRIDE * STRIDE];

const fn place(cell: Cell) -> usize {
    (cell.row() + 1) * STRIDE + cell.column() + 1
}

/// The shortest-path problem for some `a` and prices, all in [`UNIT`]s.
///
/// Layer `l` is that of ordinal `l + 4`.
struct Relaxation<'i> {
    instance: &'i Instance,
    /// Colours of the foods at the start; 0 where there is none.
    foods: [Colour; STRIDE * STRIDE],
    /// `a`: the weight of the eatings.
    weight: i32,
    /// `p`, by the place where the food lies at the start; 0 where there is none.
    prices: Layer,
    /// Least cost of having come to the layer with the last move, at the place.
    arrived: Vec<Layer>,
    /// The same after any number of further moves.
    wandered: Vec<Layer>,
}

/// A path of least cost.
struct Path {
    cost: i32,
    moves: i32,
    /// `w`.
    not_fresh: i32,
    /// `u`, by the place where the food lies at the start.
    uses: Layer,
}

impl<'i> Relaxation<'i> {
    fn new(instance: &'i Instance) -> Self {
        let count = instance.wanted().len() - START_LENGTH + 1;
        let mut foods = [0; STRIDE * STRIDE];
        for cell in instance.grid().cells() {
            foods[place(cell)] = instance.food(cell).unwrap_or(0);
        }
        let mut arrived = vec![[UNREACHED; STRIDE * STRIDE]; count];
        arrived[0][place(Cell::new(START_LENGTH - 1, 0))] = 0;
        let wandered = arrived.clone();
        let prices = [0; STRIDE * STRIDE];
        Self { instance, foods, weight: FIRST_WEIGHT, prices, arrived, wandered }
    }

    const fn last_layer(&self) -> usize {
        self.arrived.len() - 1
    }

    /// Cost of a move.
    const fn step(&self) -> i32 {
        UNIT - self.weight
    }

    /// The bound that a path of least cost proves.
    fn bound(&self, path: &Path) -> i32 {
        path.cost + self.weight * self.last_layer() as i32 - self.prices.iter().sum::<i32>()
    }

    /// The colour of the last eating that leads to a layer.
    fn colour(&self, layer: usize) -> Colour {
        self.instance.wanted()[layer + START_LENGTH - 1]
    }

    /// Cost of a last eating of this colour, and whether it is of a fresh food.
    fn eat(&self, colour: Colour, at: usize) -> (i32, bool) {
        let price = self.prices[at];
        if self.foods[at] == colour && price < self.weight {
            (price, true)
        } else {
            (self.weight, false)
        }
    }

    /// Cost of entering each place between the last eatings of a layer and the next, passing eating
    /// included if it is to advantage.
    fn entries(&self, layer: usize) -> Layer {
        let may_eat_in_passing = (layer + START_LENGTH - 1).is_multiple_of(2);
        self.prices.map(|price| self.step() + if may_eat_in_passing { price.min(0) } else { 0 })
    }

    /// Fills the layers, and walks back from the cheapest end.
    fn shortest_path(&mut self) -> Path {
        let side = self.instance.side();
        for layer in 0..self.last_layer() {
            let wandered = wander(&self.arrived[layer], &self.entries(layer), side);
            let mut arrived = [UNREACHED; STRIDE * STRIDE];
            let colour = self.colour(layer + 1);
            for at in places(side) {
                let before = NEIGHBOURS.map(|step| wandered[at.wrapping_add(step)]);
                let [up, down, left, right] = before;
                let before = up.min(down).min(left.min(right));
                arrived[at] = before + self.step() + self.eat(colour, at).0;
            }
            self.wandered[layer] = wandered;
            self.arrived[layer + 1] = arrived;
        }

        let last = &self.arrived[self.last_layer()];
        let mut at = places(side).min_by_key(|&at| last[at]).expect("a board has cells");
        let cost = last[at];
        let mut path = Path { cost, moves: 0, not_fresh: 0, uses: [0; STRIDE * STRIDE] };
        for layer in (0..self.last_layer()).rev() {
            match self.eat(self.colour(layer + 1), at).1 {
                true => path.uses[at] += 1,
                false => path.not_fresh += 1,
            }
            let (arrived, wandered) = (&self.arrived[layer], &self.wandered[layer]);
            let entries = self.entries(layer);
            at = cheapest_neighbour(at, wandered);
            path.moves += 1;
            // Each step back costs something, so it ends.
            while wandered[at] < arrived[at] {
                path.uses[at] += i32::from(entries[at] < self.step());
                at = cheapest_neighbour(at, wandered);
                path.moves += 1;
            }
        }
        path
    }

    /// Moves `a` and the prices a step up the subgradient.
    fn climb(&mut self, path: &Path, round: i32) {
        let step = FIRST_STEP * STEP_HALVED_AFTER / (STEP_HALVED_AFTER + round);
        let foods = self.last_layer() as i32;
        let excess = foods + path.not_fresh - path.moves;
        self.weight = (self.weight + step * excess / foods).clamp(0, UNIT - 1);
        let least_price = 1 - self.step();
        for at in places(self.instance.side()).filter(|&at| self.foods[at] > 0) {
            let change = step * (path.uses[at] - 1);
            self.prices[at] = (self.prices[at] + change).clamp(least_price, MAX_PRICE);
        }
    }
}

/// The places of the board, row by row.
fn places(side: usize) -> impl DoubleEndedIterator<Item = usize> {
    (1..=side).flat_map(move |row| row * STRIDE + 1..=row * STRIDE + side)
}

fn cheapest_neighbour(at: usize, costs: &Layer) -> usize {
    let neighbours = NEIGHBOURS.map(|step| at.wrapping_add(step));
    neighbours.into_iter().min_by_key(|&from| costs[from]).expect("there are four")
}

/// Least cost of being at each place after any number of moves, none included: `begin` is the cost of
/// beginning there, `entries` that of entering a place.
///
/// Sweeps to and fro until nothing changes, mostly two or three times. `O(N²)` each.
fn wander(begin: &Layer, entries: &Layer, side: usize) -> Layer {
    let mut costs = *begin;
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        let mut lower = |at: usize, one: usize, other: usize| {
            let cost = costs[one].min(costs[other]) + entries[at];
            has_changed |= cost < costs[at];
            costs[at] = costs[at].min(cost);
        };
        places(side).for_each(|at| lower(at, at - STRIDE, at - 1));
        places(side).rev().for_each(|at| lower(at, at + STRIDE, at + 1));
    }
    costs
}

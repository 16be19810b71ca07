//! How good a state is, as an integer; higher is better.

use snake_core::{CELL_COUNT, Cell, Direction, Instance};

use super::lanes::Lanes;
use super::parameters::Parameters;

/// The value of a state: so much for each colour of the matched prefix, less something for each food
/// at a wall or in a corner, for wrong colours at the tail, and for the lie of the foods among the
/// snake's parts.
///
/// States are compared within a layer only, where all have made the same number of moves. So the
/// number of moves is not part of it.
///
/// Foods at walls and in corners cost most when they come late, with a long snake in the way: there
/// are fewer ways in, and fewer out.
#[derive(Clone, Debug)]
pub struct Valuation {
    prefix: [i32; CELL_COUNT],
    food: [i32; CELL_COUNT],
    dirty: i32,
    wrong_part: i32,
    dead_end: [i32; CELL_COUNT],
    enclosed: i32,
    neighboured: i32,
    barrier_food: i32,
}

impl Valuation {
    /// The valuation of states of this instance.
    #[must_use]
    pub fn new(instance: &Instance, parameters: &Parameters) -> Self {
        let grid = instance.grid();
        let mut food = [0; CELL_COUNT];
        for cell in grid.cells() {
            let walls = Direction::ALL.iter().filter(|&&d| grid.neighbour(cell, d).is_none());
            food[cell.index()] = match walls.count() {
                0 => 0,
                1 => parameters.wall_food,
                _ => parameters.corner_food,
            };
        }
        Self {
            prefix: std::array::from_fn(|prefix| parameters.matched_colour * prefix as i32),
            food,
            dirty: parameters.dirty,
            wrong_part: parameters.wrong_part,
            dead_end: std::array::from_fn(|prefix| {
                parameters.dead_end_food * prefix as i32 / instance.wanted().len() as i32
            }),
            enclosed: parameters.enclosed_food,
            neighboured: parameters.neighboured_food,
            barrier_food: parameters.barrier_food,
        }
    }

    /// What a food on this cell takes from the value of a state.
    #[inline(always)]
    #[must_use]
    pub const fn food_penalty(&self, cell: Cell) -> i32 {
        self.food[cell.index()]
    }

    /// The value of a state with this matched prefix, this sum of
    /// [`food_penalty`](Self::food_penalty), and this number of parts behind the prefix.
    #[inline(always)]
    #[must_use]
    pub const fn of(&self, prefix: usize, food_penalty: i32, wrong_parts: usize) -> i32 {
        let clean = self.prefix[prefix] - food_penalty;
        if wrong_parts == 0 {
            clean
        } else {
            clean - self.dirty - self.wrong_part * wrong_parts as i32
        }
    }

    /// What so many foods between the head and the next target take from the value of a state, in a run
    /// that has stalled.
    #[must_use]
    pub const fn barrier(&self, foods: usize) -> i32 {
        self.barrier_food * foods as i32
    }

    /// What the lie of the foods takes from the value of a state with this matched prefix: so much for
    /// each food that is hard to get at, and something off for each food next to another one. `open`
    /// are the cells of the board that the body is not on.
    ///
    /// # Complexity
    ///
    /// Some 40 instructions on sets of cells.
    #[inline(always)]
    pub(super) fn lie<S: Lanes>(&self, prefix: usize, foods: S, open: S) -> i32 {
        let [a, b, c, d] = open.shifts();
        let (one_of_two, one_of_others) = (a.or(b), c.or(d));
        let any = one_of_two.or(one_of_others);
        let two = (a.and(b)).or(c.and(d)).or(one_of_two.and(one_of_others));
        self.dead_end[prefix] * foods.without(two).count()
            + self.enclosed * foods.without(any).count()
            - self.neighboured * foods.and(foods.neighbours()).count()
    }
}

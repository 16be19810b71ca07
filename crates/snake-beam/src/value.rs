//! How good a state is, as a number; lower is better.

use snake_core::State;

/// Length of the answer so far, plus a weight times the sum over the foods of their Manhattan
/// distance to the centre of the board (`method.md`, "The beam"). In moves; lower is better.
///
/// Foods near the walls are the ones that cost moves at the end, when the snake is long; eating
/// them early lowers the value.
///
/// Computed with `+` and `*` on `f64` alone, which IEEE 754 fixes to the last bit, so it is the same
/// on every machine. (Rust never fuses the two.)
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Value(f64);

impl Value {
    /// The value as a number of moves.
    #[inline]
    #[must_use]
    pub const fn moves(self) -> f64 {
        self.0
    }

    /// The value after one more expansion: multiplied by `penalty`, which is at least 1.
    ///
    /// After some thousand expansions this overflows to infinity; comparing such values is still
    /// well defined, and [`Step`](crate::Step) then goes by the number of expansions.
    #[inline]
    #[must_use]
    pub fn penalised(self, penalty: f64) -> Self {
        Self(self.0 * penalty)
    }
}

/// The rule for values, for one weight.
#[derive(Clone, Copy, Debug)]
pub struct Valuation {
    /// Half of the weight, since states carry twice the sum of the distances.
    weight_of_doubled: f64,
}

impl Valuation {
    /// Values in which one step of a food's distance weighs as much as `distance_weight` moves.
    #[must_use]
    pub fn new(distance_weight: f64) -> Self {
        Self { weight_of_doubled: distance_weight / 2.0 }
    }

    /// Value of a state that is `turns` moves from the start and has this sum of
    /// [`doubled_food_distance`](State::doubled_food_distance).
    #[inline]
    #[must_use]
    pub fn of_figures(self, turns: usize, doubled_food_distance: u32) -> Value {
        Value(turns as f64 + self.weight_of_doubled * f64::from(doubled_food_distance))
    }

    /// Value of a state.
    #[inline]
    #[must_use]
    pub fn of(self, state: &State<'_>) -> Value {
        self.of_figures(state.turns(), state.doubled_food_distance())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use snake_core::Instance;

    #[test]
    fn the_value_is_the_length_plus_half_the_distances() {
        let instance = Instance::generate(0);
        let state = State::start(&instance);
        // The centre of a board of side 8 is 3.5 from the upper and the left edge.
        let distance = |cell: snake_core::Cell| {
            (cell.row() as f64 - 3.5).abs() + (cell.column() as f64 - 3.5).abs()
        };
        let foods = instance.grid().cells().filter(|&cell| instance.food(cell).is_some());
        let expected = 0.5 * foods.map(distance).sum::<f64>();
        assert_eq!(Valuation::new(0.5).of(&state).moves(), expected);
        assert_eq!(Valuation::new(0.5).of_figures(7, 0).moves(), 7.0);
    }

    #[test]
    fn penalties_multiply_and_may_overflow() {
        let mut value = Valuation::new(0.5).of_figures(100, 40);
        assert_eq!(value.penalised(1.1).moves(), 110.0 * 1.1);
        for _ in 0..10_000 {
            let next = value.penalised(1.1);
            assert!(next >= value);
            value = next;
        }
        assert_eq!(value.moves(), f64::INFINITY);
    }
}

//! The figures of the search.

use super::flood::{MAX_TARGETS, MAX_WRONG_ON_WAY};
use super::way::MAX_WAY;
use crate::parameters::{ParameterError, at_least, within};

/// What can be set about the search by layers. The default is the strongest known;
/// `docs/experiments.md` has the measurements.
///
/// Values are in points, of which a matched colour is worth [`matched_colour`](Self::matched_colour);
/// only their ratios matter.
///
/// ```
/// use snake_beam::layers::Parameters;
/// let wide = Parameters { most_width: 400, ..Parameters::default() };
/// assert!(wide.check().is_ok());
/// assert!(Parameters { least_width: 0, ..wide }.check().is_err());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters {
    /// Least width of a run, the most states that its layers hold, in `1..=most_width`.
    pub least_width: usize,
    /// Largest width of a run, in `least_width..=`[`MAX_WIDTH`].
    pub most_width: usize,
    /// Each run draws its own width, up to this many times the least at that time, at least 1: runs
    /// that differ find different answers.
    pub width_spread: f64,
    /// Runs are made so wide that about this many, from the start to the end, would fit into the time, at
    /// least 1. Where that would take a width below [`least_width`](Self::least_width), or where the
    /// clock is not what ends the search, the width is drawn from that on.
    pub full_runs: f64,
    /// Width of the very first run: it takes a few milliseconds and makes sure that there is a
    /// complete answer early. Until there is, each run is twice as wide as the one before. In
    /// `1..=`[`MAX_WIDTH`].
    pub scout_width: usize,
    /// The part of the budget that is spent on runs from the start, in `0..=1`; the rest goes to
    /// runs from somewhere on the way of the best answer.
    pub fresh_share: f64,
    /// The latest place on the way of the best answer that a run may start from, as a part of its
    /// length, in `0..=1`.
    pub latest_window: f64,
    /// After so many runs in a row that have not shortened the present answer, at least 1, a run from the
    /// start makes a new one to go on from, which may be longer; the best is kept.
    pub stale_windows: usize,
    /// The largest side of boards on which that is done. On larger ones the time ends before the runs come
    /// to nothing.
    pub restarted_side: usize,
    /// The part of the budget after which it is not done any more, in `0..=1`.
    pub latest_restart: f64,
    /// A run ends after this many turns in which the longest matched prefix has not grown, at least
    /// 1. Good games have waits of some dozen turns.
    pub patience: usize,
    /// A run counts as stalled while the longest matched prefix has not grown for so many turns, at least
    /// 1. Then it chooses no key again, and foods between head and target count.
    pub stalled_turns: usize,

    /// Points for each colour of the matched prefix.
    pub matched_colour: i32,
    /// Points off for each food at a wall.
    pub wall_food: i32,
    /// Points off for each food in a corner.
    pub corner_food: i32,
    /// Points off if there are parts behind the matched prefix.
    pub dirty: i32,
    /// Points off for each such part.
    pub wrong_part: i32,
    /// Points off for each food of whose neighbours at most one is open (on the board and not the
    /// snake's), when all colours match; in proportion to the matched prefix before.
    pub dead_end_food: i32,
    /// Points off for each food without an open neighbour, on top of that.
    pub enclosed_food: i32,
    /// Points for each food next to another one.
    pub neighboured_food: i32,
    /// Points off for each food between the head and the next target, in a run that has stalled.
    pub barrier_food: i32,
    /// Each candidate gets fewer than this many points at random, at least 1 (which is none): for
    /// variety between runs.
    pub noise: u32,

    /// Most targets that ways are proposed to, at most [`MAX_TARGETS`].
    pub targets: usize,
    /// Most bites proposed for each number of wrong foods on the way.
    pub bites: usize,
    /// Most wrong foods on the way to a bite, at most [`MAX_WRONG_ON_WAY`].
    pub wrong_on_way: usize,
    /// Most moves of a way, unless a clean snake has none to a target, in `1..=`[`MAX_WAY`].
    pub near_turns: usize,
    /// One stop of a restoration is drawn from the last so many cells, at least 1.
    pub near_stops: usize,
    /// So many best states of a layer get single moves in any case; the others if nothing else is
    /// found.
    pub wandering: usize,
    /// Most ways to wrong foods for a state without a way to a target.
    pub wrong_food_ways: usize,
}

/// Largest width of a run that can be set. Its states, 256 layers of them, then take 470 MB.
pub const MAX_WIDTH: usize = 1 << 12;

/// Largest number of runs without success that can be waited for: more than any search makes in a day.
pub const MAX_STALE_WINDOWS: usize = 1 << 30;

/// Largest number of points, up or down; sums of all foods and colours stay within 32 bits.
pub const MAX_POINTS: i32 = 1_000_000;

impl Default for Parameters {
    fn default() -> Self {
        Self {
            least_width: 60,
            most_width: 2000,
            width_spread: 2.6,
            full_runs: 20.0,
            scout_width: 10,
            fresh_share: 0.25,
            latest_window: 0.9,
            stale_windows: 12,
            restarted_side: 10,
            latest_restart: 0.85,
            patience: 400,
            stalled_turns: 60,
            matched_colour: 100,
            wall_food: 50,
            corner_food: 150,
            dirty: 60,
            wrong_part: 40,
            dead_end_food: 60,
            enclosed_food: 30,
            neighboured_food: 4,
            barrier_food: 50,
            noise: 30,
            targets: 4,
            bites: 1,
            wrong_on_way: 1,
            near_turns: 16,
            near_stops: 6,
            wandering: 20,
            wrong_food_ways: 2,
        }
    }
}

impl Parameters {
    /// Checks every range.
    ///
    /// # Errors
    ///
    /// The first figure that is out of its range.
    pub fn check(&self) -> Result<(), ParameterError> {
        within("least_width", self.least_width, 1, self.most_width)?;
        within("most_width", self.most_width, 1, MAX_WIDTH)?;
        within("scout_width", self.scout_width, 1, MAX_WIDTH)?;
        within("stale_windows", self.stale_windows, 1, MAX_STALE_WINDOWS)?;
        within("restarted_side", self.restarted_side, 0, snake_core::MAX_SIDE)?;
        within("patience", self.patience, 1, snake_core::MAX_TURNS)?;
        within("stalled_turns", self.stalled_turns, 1, snake_core::MAX_TURNS)?;
        within("noise", self.noise as usize, 1, MAX_POINTS as usize)?;
        within("targets", self.targets, 0, MAX_TARGETS)?;
        within("bites", self.bites, 0, snake_core::MAX_WANTED)?;
        within("wrong_on_way", self.wrong_on_way, 0, MAX_WRONG_ON_WAY)?;
        within("near_turns", self.near_turns, 1, MAX_WAY)?;
        within("near_stops", self.near_stops, 1, snake_core::MAX_WANTED)?;
        within("wandering", self.wandering, 0, MAX_WIDTH)?;
        within("wrong_food_ways", self.wrong_food_ways, 0, snake_core::CELL_COUNT)?;
        at_least("width_spread", self.width_spread, 1.0)?;
        at_least("full_runs", self.full_runs, 1.0)?;
        let share = |name, value: f64| {
            if (0.0..=1.0).contains(&value) {
                return Ok(());
            }
            Err(ParameterError::NotAShare { name, found: value })
        };
        share("fresh_share", self.fresh_share)?;
        share("latest_window", self.latest_window)?;
        share("latest_restart", self.latest_restart)?;
        let points = |name, value: i32| {
            if value.unsigned_abs() <= MAX_POINTS.unsigned_abs() {
                return Ok(());
            }
            Err(ParameterError::TooManyPoints { name, most: MAX_POINTS, found: value })
        };
        points("matched_colour", self.matched_colour)?;
        points("wall_food", self.wall_food)?;
        points("corner_food", self.corner_food)?;
        points("dirty", self.dirty)?;
        points("wrong_part", self.wrong_part)?;
        points("dead_end_food", self.dead_end_food)?;
        points("enclosed_food", self.enclosed_food)?;
        points("neighboured_food", self.neighboured_food)?;
        points("barrier_food", self.barrier_food)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_range_is_checked() {
        let usual = Parameters::default;
        assert_eq!(usual().check(), Ok(()));
        let broken = [
            Parameters { least_width: 0, ..usual() },
            Parameters { most_width: usual().least_width - 1, ..usual() },
            Parameters { most_width: MAX_WIDTH + 1, ..usual() },
            Parameters { scout_width: 0, ..usual() },
            Parameters { width_spread: 0.9, ..usual() },
            Parameters { full_runs: f64::INFINITY, ..usual() },
            Parameters { fresh_share: 1.1, ..usual() },
            Parameters { fresh_share: f64::NAN, ..usual() },
            Parameters { latest_window: -0.1, ..usual() },
            Parameters { stale_windows: 0, ..usual() },
            Parameters { restarted_side: 17, ..usual() },
            Parameters { latest_restart: 1.1, ..usual() },
            Parameters { patience: 0, ..usual() },
            Parameters { stalled_turns: 0, ..usual() },
            Parameters { matched_colour: i32::MIN, ..usual() },
            Parameters { wall_food: MAX_POINTS + 1, ..usual() },
            Parameters { corner_food: MAX_POINTS + 1, ..usual() },
            Parameters { dirty: -MAX_POINTS - 1, ..usual() },
            Parameters { wrong_part: i32::MAX, ..usual() },
            Parameters { dead_end_food: MAX_POINTS + 1, ..usual() },
            Parameters { enclosed_food: MAX_POINTS + 1, ..usual() },
            Parameters { neighboured_food: MAX_POINTS + 1, ..usual() },
            Parameters { barrier_food: MAX_POINTS + 1, ..usual() },
            Parameters { noise: 0, ..usual() },
            Parameters { targets: MAX_TARGETS + 1, ..usual() },
            Parameters { bites: 1000, ..usual() },
            Parameters { wrong_on_way: MAX_WRONG_ON_WAY + 1, ..usual() },
            Parameters { near_turns: MAX_WAY + 1, ..usual() },
            Parameters { near_stops: 0, ..usual() },
            Parameters { wandering: MAX_WIDTH + 1, ..usual() },
            Parameters { wrong_food_ways: 257, ..usual() },
        ];
        for parameters in broken {
            let error = parameters.check().expect_err("out of range");
            assert!(error.to_string().contains("must be"), "{error}");
        }
    }
}

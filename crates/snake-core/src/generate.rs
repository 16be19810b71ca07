//! The official instance generator, bit for bit.
//!
//! Follows `rules.md`, "The official instance generator". The numbers are those of rand 0.8 and
//! rand_chacha 0.3; later versions of rand draw other numbers from the same seed, which is why this
//! module alone uses them and sits behind the feature `generate`.

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha20Rng;
use thiserror::Error;

use crate::grid::{Cell, Grid};
use crate::instance::{Colour, Instance, Limits, START_COLOUR};
use crate::snake::START_LENGTH;

/// Values to use instead of the drawn ones.
///
/// Each is still drawn first, so that fixing M leaves the C of a seed as it is. A fixed N changes the
/// range that M is drawn from, and a draw from another range may take another number of random words;
/// so it can change C as well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fixed {
    /// N, 8 to 16.
    pub side: Option<usize>,
    /// M, within `ceil(N²/4)..=floor(3N²/4)` of the seed's (or the fixed) N.
    pub wanted_length: Option<usize>,
    /// C, 3 to 7.
    pub colours: Option<usize>,
}

/// A fixed value outside its range.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{name} must be in {least}..={most}{context}, found {found}")]
pub struct FixedOutOfRange {
    /// `N`, `M` or `C`.
    pub name: &'static str,
    /// Least value allowed.
    pub least: usize,
    /// Largest value allowed.
    pub most: usize,
    /// The value given.
    pub found: usize,
    /// What the range depends on; empty, or words such as ` for N = 8`.
    pub context: String,
}

impl Instance {
    /// The official instance of a seed.
    ///
    /// ```
    /// use snake_core::Instance;
    /// let instance = Instance::generate(2);
    /// assert_eq!((instance.side(), instance.wanted().len(), instance.colours()), (14, 127, 6));
    /// ```
    #[must_use]
    pub fn generate(seed: u64) -> Self {
        Self::generate_fixed(seed, Fixed::default()).expect("the drawn values are within range")
    }

    /// The instance of a seed with some of N, M and C fixed.
    ///
    /// # Errors
    ///
    /// If a fixed value is outside its range.
    pub fn generate_fixed(seed: u64, fixed: Fixed) -> Result<Self, FixedOutOfRange> {
        let mut rng = ChaCha20Rng::seed_from_u64(seed);
        let side = choose(&mut rng, "N", Limits::Contest.side(), fixed.side, String::new)?;
        let wanted_range = Limits::Contest.wanted(side);
        let for_side = || format!(" for N = {side}");
        let wanted_length = choose(&mut rng, "M", wanted_range, fixed.wanted_length, for_side)?;
        let colours = choose(&mut rng, "C", Limits::Contest.colours(), fixed.colours, String::new)?;

        let food_count = wanted_length - START_LENGTH;
        let counts = colour_counts(&mut rng, food_count, colours);
        let mut wanted = vec![START_COLOUR; START_LENGTH];
        for (colour, count) in (1..).zip(counts) {
            wanted.extend(std::iter::repeat_n(colour, count));
        }
        wanted[START_LENGTH..].shuffle(&mut rng);

        let grid = Grid::new(side);
        let mut cells: Vec<Cell> = grid
            .cells()
            .filter(|cell| !(cell.column() == 0 && cell.row() < START_LENGTH))
            .collect();
        cells.shuffle(&mut rng);
        let mut foods: Vec<Colour> = wanted[START_LENGTH..].to_vec();
        foods.shuffle(&mut rng);
        Ok(Self::from_parts(grid, colours as Colour, wanted, cells.into_iter().zip(foods)))
    }
}

/// A number drawn from an inclusive range of `i32`, the type the official tool draws.
fn draw(rng: &mut ChaCha20Rng, (least, most): (usize, usize)) -> usize {
    rng.gen_range(least as i32..=most as i32) as usize
}

/// Draws a value and replaces it by the fixed one, if there is one.
fn choose(
    rng: &mut ChaCha20Rng,
    name: &'static str,
    range: (usize, usize),
    fixed: Option<usize>,
    context: impl Fn() -> String,
) -> Result<usize, FixedOutOfRange> {
    let drawn = draw(rng, range);
    let Some(found) = fixed else { return Ok(drawn) };
    let (least, most) = range;
    if (least..=most).contains(&found) {
        Ok(found)
    } else {
        Err(FixedOutOfRange { name, least, most, found, context: context() })
    }
}

/// How many foods each colour has: at least one each, and none more than half of all.
fn colour_counts(rng: &mut ChaCha20Rng, food_count: usize, colours: usize) -> Vec<usize> {
    let spare = food_count - colours;
    loop {
        let mut cuts: Vec<usize> = (1..colours).map(|_| draw(rng, (0, spare))).collect();
        cuts.extend([0, spare]);
        cuts.sort_unstable();
        let counts: Vec<usize> = cuts.windows(2).map(|cut| cut[1] - cut[0] + 1).collect();
        if counts.iter().all(|&count| count <= food_count / 2) {
            return counts;
        }
    }
}

//! Drawing one of several ways, nearer ones more likely.

use rand_core::Rng;
use snake_core::CELL_COUNT;

/// Weight of the nearest.
const UNIT: u64 = 1 << 20;

/// `UNIT / sqrt(1 + excess)`, rounded down, for each excess over the shortest distance.
///
/// Integers, so that the draw is the same on every machine.
const WEIGHTS: [u32; CELL_COUNT] = {
    let mut weights = [0; CELL_COUNT];
    let mut excess = 0;
    while excess < CELL_COUNT {
        weights[excess] = (UNIT * UNIT / (1 + excess as u64)).isqrt() as u32;
        excess += 1;
    }
    weights
};

#[inline]
fn weight(excess: usize) -> u64 {
    u64::from(WEIGHTS[excess.min(CELL_COUNT - 1)])
}

/// Draws the place of one distance, that at `i` with weight `1 / sqrt(1 + distance[i] - shortest)`
/// (`method.md`, "The four searches").
///
/// For targets the distance is [`Target::distance`](crate::Target::distance), for bites
/// [`BitePlan::total`](crate::BitePlan::total). Excesses of 255 and more weigh the same. One RNG
/// draw, none if there is only one distance.
///
/// # Panics
///
/// If there are no distances, or more than 2¹² of them.
///
/// # Complexity
///
/// `O(distances)`; the iterator is cloned and read twice.
///
/// ```
/// use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
/// let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
/// let drawn = snake_paths::choose_weighted([4, 4, 12], &mut rng);
/// assert!(drawn < 3);
/// ```
pub fn choose_weighted<I, R>(distances: I, rng: &mut R) -> usize
where
    I: IntoIterator<Item = usize>,
    I::IntoIter: ExactSizeIterator + Clone,
    R: Rng + ?Sized,
{
    const MOST: usize = 1 << 12;
    let distances = distances.into_iter();
    assert!((1..=MOST).contains(&distances.len()), "1 to {MOST} distances can be drawn from");
    if distances.len() == 1 {
        return 0;
    }
    let shortest = distances.clone().min().expect("there is a distance");
    let total: u64 = distances.clone().map(|distance| weight(distance - shortest)).sum();
    // 32 random bits times a total below 2³²: a portable draw below the total without division.
    let mut drawn = ((rng.next_u64() >> 32) * total) >> 32;
    let last = distances.len() - 1;
    for (place, distance) in distances.enumerate() {
        let weight = weight(distance - shortest);
        if drawn < weight {
            return place;
        }
        drawn -= weight;
    }
    last
}

//! How many pairs a difference needs to be seen.

use statrs::distribution::{ContinuousCDF, Normal};

use super::LEVEL;

/// The chance with which a difference that is there should be found: the usual 80 %.
pub const POWER: f64 = 0.8;

/// The number of pairs with which a two-sided test at the 5 % level finds a mean difference with a
/// chance of 80 %, given the standard deviation of the differences: by the normal approximation,
/// ((z(1 - 0.05 / 2) + z(0.8)) * deviation / mean)^2. Infinite for a mean of 0.
pub fn pairs_needed(mean: f64, deviation: f64) -> f64 {
    (quantiles() * deviation / mean).powi(2)
}

/// The mean difference that so many pairs find with a chance of 80 %: the inverse of
/// [`pairs_needed`].
pub fn visible_mean(pairs: f64, deviation: f64) -> f64 {
    quantiles() * deviation / pairs.sqrt()
}

/// How many standard errors a difference must have to be found with a chance of 80 %: 2.80.
fn quantiles() -> f64 {
    let normal = Normal::standard();
    normal.inverse_cdf(1.0 - LEVEL / 2.0) + normal.inverse_cdf(POWER)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_sample_sizes() {
        // statsmodels 0.15.0, NormalIndPower().solve_power(effect, alpha=0.05, power=0.8, ratio=0):
        // 31.395442 and 196.221513; the well-known 32 and 197. (That function also counts the chance
        // of being significant on the wrong side, some 2e-6.)
        assert!((pairs_needed(0.5, 1.0) - 31.395_442).abs() < 1e-3);
        assert!((pairs_needed(-0.02, 0.1) - 196.221_513).abs() < 1e-3);
    }

    #[test]
    fn the_visible_mean_is_the_one_that_needs_so_many_pairs() {
        for pairs in [10.0, 1000.0] {
            assert!((pairs_needed(visible_mean(pairs, 0.3), 0.3) - pairs).abs() < 1e-9 * pairs);
        }
    }

    #[test]
    fn nothing_to_see_takes_for_ever() {
        assert_eq!(pairs_needed(0.0, 1.0), f64::INFINITY);
    }
}

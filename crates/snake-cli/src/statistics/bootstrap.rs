//! The bootstrap interval of a mean.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use statrs::statistics::{Data, OrderStatistics, Statistics};

use super::LEVEL;

/// Samples drawn. The ends of the interval then lie within about 2 % of its width of where more
/// samples would put them, and 2000 values take a tenth of a second.
const RESAMPLES: usize = 10_000;

/// Seed of the generator that draws the samples, xoshiro256++: the same values give the same
/// interval every time.
const RNG_SEED: u64 = 0;

/// A closed interval of real numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl Interval {
    /// The interval with both ends mapped by an increasing function.
    pub fn map(&self, increasing: impl Fn(f64) -> f64) -> Self {
        Self { low: increasing(self.low), high: increasing(self.high) }
    }
}

/// The 95 % bootstrap interval of the mean, by percentiles: means of samples drawn from the values
/// with replacement, without the 2.5 % at each end (Efron and Tibshirani, An Introduction to the
/// Bootstrap, 1993, section 13.3). A single value gives an interval without width.
///
/// Takes [`RESAMPLES`] draws a value.
///
/// # Panics
///
/// If there is no value.
pub fn mean_interval(values: &[f64]) -> Interval {
    assert!(!values.is_empty(), "the mean of nothing has no interval");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(RNG_SEED);
    // The upper half of a product of 128 bits; its bias is below 2^-40.
    let mut draw = || values[((u128::from(rng.next_u64()) * values.len() as u128) >> 64) as usize];
    let mut resampled_mean = || {
        let sum: f64 = (0..values.len()).map(|_| draw()).sum();
        sum / values.len() as f64
    };
    let mut means = Data::new((0..RESAMPLES).map(|_| resampled_mean()).collect::<Vec<_>>());
    Interval { low: means.quantile(LEVEL / 2.0), high: means.quantile(1.0 - LEVEL / 2.0) }
}

/// Mean and standard deviation (with n - 1) of the values; the deviation of one value is 0.
///
/// # Panics
///
/// If there is no value.
pub fn mean_and_deviation(values: &[f64]) -> (f64, f64) {
    assert!(!values.is_empty(), "nothing has no mean");
    let deviation = if values.len() > 1 { values.std_dev() } else { 0.0 };
    (values.mean(), deviation)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Survival times of the treated mice in Efron and Tibshirani, table 2.1.
    const MICE: [f64; 7] = [94.0, 197.0, 16.0, 38.0, 99.0, 141.0, 23.0];

    #[test]
    fn the_interval_of_the_mice_is_scipys() {
        // scipy.stats.bootstrap, SciPy 1.17.1, 1000000 resamples, method 'percentile':
        // 43.857 to 134.429. The standard error of the mean is 23.35; one end of 10000 resamples
        // is good to about 0.6.
        let interval = mean_interval(&MICE);
        assert!((interval.low - 43.857).abs() < 1.5, "{interval:?}");
        assert!((interval.high - 134.429).abs() < 1.5, "{interval:?}");
    }

    #[test]
    fn two_values_give_themselves() {
        // The means are 0, 1/2 and 1 with 1/4, 1/2, 1/4: more than 2.5 % lie on each end.
        assert_eq!(mean_interval(&[0.0, 1.0]), Interval { low: 0.0, high: 1.0 });
        assert_eq!(mean_interval(&[3.0]), Interval { low: 3.0, high: 3.0 });
    }

    #[test]
    fn many_values_give_the_normal_interval() {
        // By the central limit theorem: mean plus and minus 1.96 standard errors. The values are
        // the integers 0 to 999, whose variance is (1000^2 - 1) / 12.
        let values: Vec<f64> = (0..1000).map(f64::from).collect();
        let half = 1.96 * (999_999.0f64 / 12.0 / 1000.0).sqrt();
        let interval = mean_interval(&values);
        assert!((interval.low - (499.5 - half)).abs() < 0.02 * half, "{interval:?}");
        assert!((interval.high - (499.5 + half)).abs() < 0.02 * half + 0.5, "{interval:?}");
    }

    #[test]
    fn value_stability() {
        let interval = mean_interval(&MICE);
        assert_eq!(interval, mean_interval(&MICE));
        assert_eq!(format!("{:.3} {:.3}", interval.low, interval.high), "43.143 135.331");
    }

    #[test]
    fn deviation_of_the_mice_is_the_published_one() {
        // Efron and Tibshirani, table 2.1: mean 86.86, estimated standard error 25.24.
        let (mean, deviation) = mean_and_deviation(&MICE);
        assert_eq!(format!("{mean:.2}"), "86.86");
        assert_eq!(format!("{:.2}", deviation / 7.0f64.sqrt()), "25.24");
        assert_eq!(mean_and_deviation(&[5.0]), (5.0, 0.0));
    }
}

//! Wilcoxon's signed-rank test.

use statrs::distribution::{ContinuousCDF, Normal};
use statrs::statistics::{Data, OrderStatistics, RankTieBreaker};

/// Most differences whose p-value is exact. Beyond, the normal approximation is good to 1.2 %
/// of itself near p = 0.05. All counts of sign patterns, up to 2^50, are exact in an `f64`.
const EXACT_UP_TO: usize = 50;

/// What Wilcoxon's signed-rank test finds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SignedRank {
    /// Number of differences that are not 0: the others are left out, as Wilcoxon did.
    pub count: usize,
    /// Sum of the ranks of the positive differences; equal ones share their mean rank.
    pub positive: f64,
    /// Sum of the ranks of the negative differences.
    pub negative: f64,
    /// The two-sided p-value, of the hypothesis that the differences are symmetric about 0.
    /// 1 if there is no difference.
    pub p: f64,
}

/// Tests whether differences are symmetric about 0 (Wilcoxon, Individual comparisons by ranking
/// methods, Biometrics Bulletin 1, 1945).
///
/// Up to [`EXACT_UP_TO`] differences the p-value is exact, given the ranks with their ties: the
/// distribution over all sign patterns is counted. Beyond, it is that of the normal approximation
/// with corrections for ties and continuity.
///
/// Takes O(n log n), and up to [`EXACT_UP_TO`] differences O(n^3).
///
/// # Panics
///
/// If a difference is not a number.
pub fn signed_rank(differences: &[f64]) -> SignedRank {
    let nonzero: Vec<f64> = differences.iter().copied().filter(|&value| value != 0.0).collect();
    if nonzero.is_empty() {
        return SignedRank { count: 0, positive: 0.0, negative: 0.0, p: 1.0 };
    }
    let sizes: Vec<f64> = nonzero.iter().map(|value| value.abs()).collect();
    let ranks = Data::new(sizes).ranks(RankTieBreaker::Average);
    let of_sign = |positive: bool| {
        let signed = nonzero.iter().zip(&ranks).filter(|(value, _)| (**value > 0.0) == positive);
        signed.map(|(_, rank)| rank).sum::<f64>()
    };
    let (positive, negative) = (of_sign(true), of_sign(false));
    let smaller = positive.min(negative);
    let p = if ranks.len() <= EXACT_UP_TO {
        exact_p(&ranks, smaller)
    } else {
        approximate_p(&ranks, smaller)
    };
    SignedRank { count: ranks.len(), positive, negative, p }
}

/// Twice the share of sign patterns whose rank sum is at most `smaller`.
///
/// Mean ranks are halves of whole numbers, so sums are counted by their doubles. The ranks are
/// taken in one by one (Streitberg and Röhmel's shift algorithm, 1986).
fn exact_p(ranks: &[f64], smaller: f64) -> f64 {
    let doubled = |rank: f64| (2.0 * rank).round() as usize;
    let largest_sum = ranks.len() * (ranks.len() + 1);
    let mut patterns_of_sum = vec![0.0; largest_sum + 1];
    patterns_of_sum[0] = 1.0;
    for rank in ranks.iter().copied().map(doubled) {
        for sum in (rank..=largest_sum).rev() {
            patterns_of_sum[sum] += patterns_of_sum[sum - rank];
        }
    }
    let extreme: f64 = patterns_of_sum[..=doubled(smaller)].iter().sum();
    (2.0 * extreme / 2f64.powi(ranks.len() as i32)).min(1.0)
}

/// The normal approximation. The variance of the rank sum is a quarter of the sum of squared ranks,
/// which holds with ties as well.
fn approximate_p(ranks: &[f64], smaller: f64) -> f64 {
    const CONTINUITY: f64 = 0.5;
    let mean = ranks.iter().sum::<f64>() / 2.0;
    let deviation = (ranks.iter().map(|rank| rank * rank).sum::<f64>() / 4.0).sqrt();
    let z = ((mean - smaller - CONTINUITY) / deviation).max(0.0);
    2.0 * Normal::standard().sf(z)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A plain way to the exact p-value: every sign pattern.
    fn p_of_all_patterns(ranks: &[f64], smaller: f64) -> f64 {
        let patterns = 1u32 << ranks.len();
        let sum = |pattern: u32| -> f64 {
            let chosen = ranks.iter().enumerate().filter(|(bit, _)| pattern >> bit & 1 == 1);
            chosen.map(|(_, rank)| rank).sum()
        };
        let extreme = (0..patterns).filter(|&pattern| sum(pattern) <= smaller).count();
        (2.0 * extreme as f64 / f64::from(patterns)).min(1.0)
    }

    /// The differences 1 to `count`, negative where told.
    fn signed(count: usize, is_negative: impl Fn(usize) -> bool) -> Vec<f64> {
        (1..=count).map(|i| if is_negative(i) { -(i as f64) } else { i as f64 }).collect()
    }

    #[test]
    fn darwins_maize() {
        // Heights of crossed and self-fertilised plants (Darwin 1876); the example of SciPy's
        // documentation of `wilcoxon`: statistic 24, p = 0.041259765625.
        let differences = [
            6.0, 8.0, 14.0, 16.0, 23.0, 24.0, 28.0, 29.0, 41.0, -48.0, 49.0, 56.0, 60.0, -67.0,
            75.0,
        ];
        let found = signed_rank(&differences);
        assert_eq!((found.count, found.positive, found.negative), (15, 96.0, 24.0));
        assert_eq!(found.p, 0.041_259_765_625);
    }

    #[test]
    fn depression_scores() {
        // Hollander and Wolfe, Nonparametric Statistical Methods, 1973, example 3.1; the example of
        // R's `wilcox.test`: V = 40, one-sided p = 0.01953125, so two-sided 0.0390625.
        // In thousandths.
        let before = [1830, 500, 1620, 2480, 1680, 1880, 1550, 3060, 1300];
        let after = [878, 647, 598, 2050, 1060, 1290, 1060, 3140, 1290];
        let differences: Vec<f64> =
            before.iter().zip(after).map(|(before, after)| f64::from(before - after)).collect();
        let found = signed_rank(&differences);
        assert_eq!((found.positive, found.negative, found.p), (40.0, 5.0, 0.039_062_5));
    }

    #[test]
    fn critical_values_of_the_printed_tables() {
        // Largest rank sums significant at the two-sided 5 % level, as in the tables of Wilcoxon
        // and Wilcox (1964) and of most textbooks.
        let tables =
            [(6, 0), (7, 2), (8, 3), (9, 5), (10, 8), (15, 25), (20, 52), (25, 89), (30, 137)];
        for (count, critical) in tables {
            let ranks: Vec<f64> = (1..=count).map(f64::from).collect();
            assert!(exact_p(&ranks, f64::from(critical)) <= 0.05, "n = {count}");
            assert!(exact_p(&ranks, f64::from(critical + 1)) > 0.05, "n = {count}");
        }
    }

    #[test]
    fn ties_are_counted_exactly() {
        let differences = [1.0, 1.0, -2.0, 3.0, 3.0, 3.0, -4.0, 5.0, 5.0, 6.0];
        let found = signed_rank(&differences);
        assert_eq!((found.positive, found.negative), (45.0, 10.0));
        // By hand: ranks 1.5 1.5 3 5 5 5 7 8.5 8.5 10, and by all 1024 patterns.
        let ranks = [1.5, 1.5, 3.0, 5.0, 5.0, 5.0, 7.0, 8.5, 8.5, 10.0];
        assert_eq!(found.p, p_of_all_patterns(&ranks, 10.0));
        assert_eq!(found.p, 88.0 / 1024.0);
    }

    #[test]
    fn fifty_differences_are_exact() {
        // scipy.stats.wilcoxon, SciPy 1.17.1, method 'exact': statistic 468, p = 0.10316599771973678.
        let found = signed_rank(&signed(50, |i| (i - 1) * 29 % 50 <= 18));
        assert_eq!(found.positive.min(found.negative), 468.0);
        assert!((found.p - 0.103_165_997_719_736_78).abs() < 1e-14, "{}", found.p);
    }

    #[test]
    fn more_are_approximated_as_by_scipy() {
        // SciPy 1.17.1, method 'approx', correction True: statistic 546, p = 0.06112287767150233;
        // and with ties and two zeros: statistic 595, p = 0.04393667979583833.
        let found = signed_rank(&signed(55, |i| (i - 1) * 29 % 55 <= 20));
        assert_eq!(found.positive.min(found.negative), 546.0);
        assert!((found.p - 0.061_122_877_671_502_33).abs() < 1e-10, "{}", found.p);
        let tied: Vec<f64> = (0..60).map(|i| f64::from(i * 37 % 23 - 9)).collect();
        let found = signed_rank(&tied);
        assert_eq!((found.count, found.positive.min(found.negative)), (58, 595.0));
        assert!((found.p - 0.043_936_679_795_838_33).abs() < 1e-10, "{}", found.p);
    }

    #[test]
    fn the_approximation_takes_over_smoothly() {
        let ranks: Vec<f64> = (1..=50).map(f64::from).collect();
        // Near p = 0.05 (critical value 434).
        let (exact, approximate) = (exact_p(&ranks, 434.0), approximate_p(&ranks, 434.0));
        assert!(
            exact <= 0.05 && (approximate / exact - 1.0).abs() < 0.013,
            "{exact} {approximate}"
        );
    }

    #[test]
    fn no_difference_is_no_evidence() {
        assert_eq!(signed_rank(&[]).p, 1.0);
        assert_eq!(signed_rank(&[0.0, 0.0]).p, 1.0);
        assert_eq!(signed_rank(&[1.0, -1.0]).p, 1.0);
        let balanced: Vec<f64> = (1..=40).flat_map(|i| [f64::from(i), -f64::from(i)]).collect();
        assert_eq!(signed_rank(&balanced).p, 1.0);
    }
}

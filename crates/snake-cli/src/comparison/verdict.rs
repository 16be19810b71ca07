//! What a comparison comes to, in one sentence.

use std::fmt;

use statrs::distribution::{ContinuousCDF, Normal};

use super::pairs::Summary;
use crate::statistics::LEVEL;
use crate::statistics::bootstrap::Interval;
use crate::statistics::power;
use crate::statistics::signed_rank::SignedRank;

/// Above so many seeds an estimate only says that there is no telling.
const MANY_SEEDS: f64 = 1e6;

/// Who is better, if that can be told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// A takes fewer turns than B.
    Better(Evidence),
    /// A takes more turns than B.
    Worse(Evidence),
    /// The difference may be chance.
    Undecided {
        /// What was found.
        evidence: Evidence,
        /// How many more seeds would decide it four times out of five if the ratio found is the
        /// true one; at least 1, may be infinite.
        more: f64,
    },
    /// No two ratios differ, so there is nothing to tell how far chance reaches.
    NoSpread,
}

/// What a verdict stands on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evidence {
    /// Geometric mean of the ratios of turns, A / B.
    pub ratio: f64,
    /// Its 95 % bootstrap interval.
    pub interval: Interval,
    /// The p-value of the signed-rank test.
    pub p: f64,
}

impl Verdict {
    /// Decided is what both the interval of the ratio and the signed-rank test tell apart from
    /// chance, at the 5 % level and on the same side. So two equal solvers are told apart in about
    /// 5 % of comparisons, and neither a few huge differences nor many tiny ones decide alone.
    pub fn of(summary: Option<&Summary>, test: &SignedRank) -> Self {
        let Some(summary) = summary.filter(|summary| summary.deviation > 0.0) else {
            return Self::NoSpread;
        };
        let Summary { count, mean_log_ratio, deviation, log_interval, .. } = *summary;
        let (ratio, interval) = (summary.ratio(), summary.ratio_interval());
        let evidence = Evidence { ratio, interval, p: test.p };
        let is_significant = test.p < LEVEL;
        if is_significant && log_interval.high < 0.0 && test.positive < test.negative {
            return Self::Better(evidence);
        }
        if is_significant && log_interval.low > 0.0 && test.positive > test.negative {
            return Self::Worse(evidence);
        }
        // Both kinds of evidence must grow; the weaker one says by how much.
        let pairs = count as f64;
        let by_mean = mean_log_ratio.abs() / deviation;
        let by_rank = Normal::standard().inverse_cdf(1.0 - test.p / 2.0) / pairs.sqrt();
        let needed = power::pairs_needed(by_mean.min(by_rank), 1.0);
        Self::Undecided { evidence, more: (needed - pairs).max(1.0) }
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Interval { low, high } = self.interval;
        write!(f, "{:.3} times B's turns ({low:.3} to {high:.3}, {})", self.ratio, P(self.p))
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Better(evidence) => write!(f, "A is better than B: it takes {evidence}."),
            Self::Worse(evidence) => write!(f, "A is worse than B: it takes {evidence}."),
            Self::NoSpread => {
                write!(f, "Not decided: no two ratios differ, so more and other seeds are needed.")
            }
            Self::Undecided { evidence, more } => {
                write!(f, "Not decided: A takes {evidence}; ")?;
                if *more > MANY_SEEDS {
                    write!(f, "not even a million more seeds would tell.")
                } else {
                    write!(f, "about {:.0} more seeds would tell.", two_digits(*more))
                }
            }
        }
    }
}

/// A p-value, as it is read out.
#[derive(Clone, Copy, Debug)]
pub struct P(pub f64);

impl fmt::Display for P {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SMALLEST: f64 = 0.0001;
        match self.0 {
            p if p < SMALLEST => write!(f, "p < {SMALLEST}"),
            p if p < 0.01 => write!(f, "p = {p:.4}"),
            p => write!(f, "p = {p:.2}"),
        }
    }
}

/// A number rounded up to two digits: an estimate knows no more.
fn two_digits(number: f64) -> f64 {
    let unit = 10f64.powf((number.log10().floor() - 1.0).max(0.0));
    (number / unit).ceil() * unit
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::Comparison;
    use crate::comparison::pairs::tests::side;

    /// The verdict on the turns of A against 100 turns of B on every seed.
    fn verdict(turns: &[u64]) -> Verdict {
        let turns: Vec<Option<u64>> = turns.iter().copied().map(Some).collect();
        let hundreds = vec![Some(100); turns.len()];
        Comparison::new(&side("a", &turns), &side("b", &hundreds)).unwrap().verdict()
    }

    #[test]
    fn fewer_turns_are_better() {
        let fewer: Vec<u64> = (80..100).collect();
        let more: Vec<u64> = (101..121).collect();
        assert!(matches!(verdict(&fewer), Verdict::Better(_)));
        assert!(matches!(verdict(&more), Verdict::Worse(_)));
        let text = verdict(&fewer).to_string();
        assert!(text.starts_with("A is better than B: it takes 0.89"), "{text}");
        assert!(text.ends_with(", p < 0.0001)."), "{text}");
    }

    #[test]
    fn chance_decides_nothing() {
        let even: Vec<u64> = (90..111).collect();
        let Verdict::Undecided { more, .. } = verdict(&even) else {
            panic!("{:?}", verdict(&even))
        };
        assert!(more > 1000.0, "{more}");
        // Five seeds cannot be significant, however large the differences are.
        let Verdict::Undecided { evidence, more } = verdict(&[50, 51, 52, 53, 54]) else {
            panic!()
        };
        assert_eq!(evidence.p, 0.0625);
        // 2.80 standard errors are needed, 1.86 are there by the ranks: 5 * (2.80 / 1.86)^2 - 5.
        assert!((more - 6.3).abs() < 0.05, "{more}");
    }

    #[test]
    fn one_huge_difference_does_not_decide() {
        let mut turns = vec![100; 40];
        turns[7] = 1;
        assert!(matches!(verdict(&turns), Verdict::Undecided { .. }));
    }

    #[test]
    fn no_spread_says_nothing() {
        for turns in [&[][..], &[90], &[100, 100, 100], &[50, 50, 50, 50, 50, 50, 50]] {
            let a: Vec<Option<u64>> = turns.iter().copied().map(Some).collect();
            let a = if a.is_empty() { vec![None] } else { a };
            let b = vec![Some(100); a.len()];
            let found = Comparison::new(&side("a", &a), &side("b", &b)).unwrap();
            assert_eq!(found.verdict(), Verdict::NoSpread, "{turns:?}");
        }
    }

    #[test]
    fn estimates_have_two_digits() {
        for (number, rounded) in [(1.0, 1.0), (6.3, 7.0), (99.5, 100.0), (4512.0, 4600.0)] {
            assert_eq!(two_digits(number), rounded);
        }
    }

    #[test]
    fn small_p_values_are_bounds() {
        for (p, text) in
            [(0.5, "p = 0.50"), (0.012, "p = 0.01"), (0.0012, "p = 0.0012"), (1e-9, "p < 0.0001")]
        {
            assert_eq!(P(p).to_string(), text);
        }
    }
}

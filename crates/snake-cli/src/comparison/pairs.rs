//! Pairs of results on the same seeds, and all figures about them.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use anyhow::{Result, bail};

use super::side::{Case, Side, Size};
use super::verdict::Verdict;
use crate::statistics::bootstrap::{self, Interval};
use crate::statistics::signed_rank::{SignedRank, signed_rank};

/// Bands of density in a table: each is this part of the whole wide.
const BANDS: usize = 10;

/// One of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Who {
    /// The one named first.
    A,
    /// The other.
    B,
}

/// A seed that both completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The seed.
    pub seed: u64,
    /// The size of the instance, if either side tells.
    pub size: Option<Size>,
    /// Turns of A, at least 1.
    pub a: u64,
    /// Turns of B, at least 1.
    pub b: u64,
}

impl Pair {
    /// Turns of A divided by turns of B.
    pub fn ratio(&self) -> f64 {
        self.a as f64 / self.b as f64
    }

    /// The logarithm of the [ratio](Self::ratio): negative where A is better.
    ///
    /// Ratios that are each other's inverse give values that differ in sign only, to the last bit:
    /// the signed-rank test must see them as ties.
    pub fn log_ratio(&self) -> f64 {
        let size = (self.a.max(self.b) as f64 / self.a.min(self.b) as f64).ln();
        if self.a < self.b { -size } else { size }
    }
}

/// A seed that one of the two did not complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The seed.
    pub seed: u64,
    /// Who failed.
    pub who: Who,
    /// How, in one line.
    pub reason: String,
}

/// Figures about some pairs, at least one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// Number of pairs.
    pub count: usize,
    /// Pairs in which A has fewer turns, as many, and more.
    pub won: usize,
    /// See `won`.
    pub tied: usize,
    /// See `won`.
    pub lost: usize,
    /// Mean turns of A.
    pub mean_a: f64,
    /// Mean turns of B.
    pub mean_b: f64,
    /// Mean of the log ratios.
    pub mean_log_ratio: f64,
    /// Standard deviation of the log ratios, 0 for a single pair.
    pub deviation: f64,
    /// The 95 % bootstrap interval of the mean log ratio.
    pub log_interval: Interval,
}

impl Summary {
    fn of<'a>(pairs: impl Iterator<Item = &'a Pair> + Clone) -> Option<Self> {
        let log_ratios: Vec<f64> = pairs.clone().map(Pair::log_ratio).collect();
        if log_ratios.is_empty() {
            return None;
        }
        let count = log_ratios.len();
        let with =
            |order: Ordering| pairs.clone().filter(|pair| pair.a.cmp(&pair.b) == order).count();
        let mean =
            |turns: fn(&Pair) -> u64| pairs.clone().map(turns).sum::<u64>() as f64 / count as f64;
        let (mean_log_ratio, deviation) = bootstrap::mean_and_deviation(&log_ratios);
        Some(Self {
            count,
            won: with(Ordering::Less),
            tied: with(Ordering::Equal),
            lost: with(Ordering::Greater),
            mean_a: mean(|pair| pair.a),
            mean_b: mean(|pair| pair.b),
            mean_log_ratio,
            deviation,
            log_interval: bootstrap::mean_interval(&log_ratios),
        })
    }

    /// The geometric mean of the ratios A / B.
    pub fn ratio(&self) -> f64 {
        self.mean_log_ratio.exp()
    }

    /// The 95 % bootstrap interval of the [ratio](Self::ratio).
    pub fn ratio_interval(&self) -> Interval {
        self.log_interval.map(f64::exp)
    }
}

/// A line of a table: the pairs that have something in common.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// What they have in common.
    pub name: String,
    /// Their figures.
    pub summary: Summary,
}

/// Two sides on the same seeds.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The seeds that both completed, ascending.
    pub pairs: Vec<Pair>,
    /// The seeds of both sides that one or both did not complete, ascending; A's before B's.
    pub failures: Vec<Failure>,
    /// Number of seeds that only A has, and that only B has.
    pub unpaired: [usize; 2],
    /// The contest's rank points of A between the two: 1 for a better rank, 1/2 for a tie, failures
    /// ranking last. B has the rest of [`ranked`](Self::ranked).
    pub rank_points: f64,
    /// Number of seeds that both sides have.
    pub ranked: usize,
    /// Figures about all pairs; none if there is no pair.
    pub summary: Option<Summary>,
    /// The signed-rank test on the log ratios.
    pub signed_rank: SignedRank,
}

impl Comparison {
    /// Pairs two sides by seed.
    ///
    /// # Errors
    ///
    /// If they have no seed in common, or the sizes of an instance differ between them.
    pub fn new(a: &Side, b: &Side) -> Result<Self> {
        let mut pairs = Vec::new();
        let mut failures = Vec::new();
        let mut rank_points = 0.0;
        let mut ranked = 0;
        for (&seed, a) in &a.cases {
            let Some(b) = b.cases.get(&seed) else { continue };
            let size = common_size(seed, a, b)?;
            ranked += 1;
            rank_points += points(&a.outcome, &b.outcome);
            if let (&Ok(a), &Ok(b)) = (&a.outcome, &b.outcome) {
                pairs.push(Pair { seed, size, a, b });
            }
            for (who, case) in [(Who::A, a), (Who::B, b)] {
                if let Err(reason) = &case.outcome {
                    failures.push(Failure { seed, who, reason: reason.clone() });
                }
            }
        }
        if ranked == 0 {
            bail!("{} and {} have no seed in common", a.name, b.name);
        }
        let unpaired = [a.cases.len() - ranked, b.cases.len() - ranked];
        let summary = Summary::of(pairs.iter());
        let log_ratios: Vec<f64> = pairs.iter().map(Pair::log_ratio).collect();
        let signed_rank = signed_rank(&log_ratios);
        Ok(Self { pairs, failures, unpaired, rank_points, ranked, summary, signed_rank })
    }

    /// What it all comes to.
    pub fn verdict(&self) -> Verdict {
        Verdict::of(self.summary.as_ref(), &self.signed_rank)
    }

    /// Number of seeds that one side failed on.
    pub fn failures_of(&self, who: Who) -> usize {
        self.failures.iter().filter(|failure| failure.who == who).count()
    }

    /// The pairs by N. Those of unknown size are left out.
    pub fn by_side(&self) -> Vec<Group> {
        self.groups(|size| size.side, |side| side.to_string())
    }

    /// The pairs by density M / N², in bands of a tenth, the lower end included. Those of unknown
    /// size are left out.
    pub fn by_density(&self) -> Vec<Group> {
        let band = |size: Size| size.wanted_length * BANDS / (size.side * size.side);
        let end = |band: usize| band as f64 / BANDS as f64;
        self.groups(band, |band| format!("{:.1}..{:.1}", end(band), end(band + 1)))
    }

    fn groups(&self, key: impl Fn(Size) -> usize, name: impl Fn(usize) -> String) -> Vec<Group> {
        let mut members: BTreeMap<usize, Vec<&Pair>> = BTreeMap::new();
        for pair in &self.pairs {
            if let Some(size) = pair.size {
                members.entry(key(size)).or_default().push(pair);
            }
        }
        let group = |(key, pairs): (usize, Vec<&Pair>)| {
            let summary = Summary::of(pairs.into_iter())?;
            Some(Group { name: name(key), summary })
        };
        members.into_iter().filter_map(group).collect()
    }

    /// The pairs that differ most, by their ratio, at most `count`; the lower seed first where two
    /// differ by as much. Ties are left out.
    pub fn largest_differences(&self, count: usize) -> Vec<Pair> {
        let mut pairs: Vec<Pair> =
            self.pairs.iter().copied().filter(|pair| pair.a != pair.b).collect();
        let size = |pair: &Pair| pair.log_ratio().abs();
        pairs.sort_by(|left, right| size(right).total_cmp(&size(left)));
        pairs.truncate(count);
        pairs
    }
}

/// The size that both sides tell, or the one that tells it.
fn common_size(seed: u64, a: &Case, b: &Case) -> Result<Option<Size>> {
    match (a.size, b.size) {
        (Some(a), Some(b)) if a != b => bail!(
            "seed {seed}: N = {}, M = {} in A, but N = {}, M = {} in B: these are different instances",
            a.side,
            a.wanted_length,
            b.side,
            b.wanted_length
        ),
        (a, b) => Ok(a.or(b)),
    }
}

/// Rank points of A.
fn points(a: &Result<u64, String>, b: &Result<u64, String>) -> f64 {
    // A failure ranks behind any number of turns.
    let rank = |outcome: &Result<u64, String>| *outcome.as_ref().unwrap_or(&u64::MAX);
    match rank(a).cmp(&rank(b)) {
        Ordering::Less => 1.0,
        Ordering::Equal => 0.5,
        Ordering::Greater => 0.0,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A side whose outcomes are those of seeds 0, 1, 2, ...; `None` is a failure.
    pub fn side(name: &str, outcomes: &[Option<u64>]) -> Side {
        let size = Some(Size { side: 8, wanted_length: 32 });
        let case =
            |outcome: &Option<u64>| Case { size, outcome: outcome.ok_or("crash".to_owned()) };
        Side {
            name: name.to_owned(),
            solver: None,
            cases: (0..).zip(outcomes.iter().map(case)).collect(),
            notes: Vec::new(),
        }
    }

    #[test]
    fn pairs_failures_and_points() {
        let a = side("a", &[Some(10), Some(20), None, Some(30), None, Some(7)]);
        let b = side("b", &[Some(20), Some(20), Some(5), Some(15), None]);
        let found = Comparison::new(&a, &b).unwrap();
        assert_eq!(found.pairs.iter().map(|pair| pair.seed).collect::<Vec<_>>(), [0, 1, 3]);
        let failed: Vec<(u64, Who)> =
            found.failures.iter().map(|failure| (failure.seed, failure.who)).collect();
        assert_eq!(failed, [(2, Who::A), (4, Who::A), (4, Who::B)]);
        assert_eq!((found.failures_of(Who::A), found.failures_of(Who::B)), (2, 1));
        assert_eq!((found.unpaired, found.ranked), ([1, 0], 5));
        // Better, tied, failed against 5, worse, both failed.
        assert_eq!(found.rank_points, 1.0 + 0.5 + 0.0 + 0.0 + 0.5);
        let summary = found.summary.unwrap();
        assert_eq!((summary.won, summary.tied, summary.lost), (1, 1, 1));
        assert_eq!((summary.mean_a, summary.mean_b), (20.0, 55.0 / 3.0));
        // A half, one, two: the logarithms add up to nothing.
        assert_eq!(summary.ratio(), 1.0);
        assert_eq!(found.signed_rank.p, 1.0);
    }

    #[test]
    fn inverse_ratios_are_ties_to_the_signed_ranks() {
        let pair = |a, b| Pair { seed: 0, size: None, a, b };
        for (a, b) in [(10, 3), (541, 233), (99, 98)] {
            assert_eq!(pair(a, b).log_ratio(), -pair(b, a).log_ratio());
            assert_eq!(pair(a, b).log_ratio(), pair(3 * a, 3 * b).log_ratio());
        }
        assert_eq!(pair(5, 5).log_ratio(), 0.0);
    }

    #[test]
    fn groups_by_density_have_their_lower_end() {
        let mut a = side("a", &[Some(10), Some(10), Some(10)]);
        let mut b = side("b", &[Some(10), Some(20), Some(10)]);
        // 30 / 100 is in 0.3..0.4 though 0.3 is no binary fraction; 29 / 100 is not.
        for (seed, wanted_length) in [(0, 30), (1, 29), (2, 39)] {
            let size = Some(Size { side: 10, wanted_length });
            a.cases.get_mut(&seed).unwrap().size = size;
            b.cases.get_mut(&seed).unwrap().size = None;
        }
        let found = Comparison::new(&a, &b).unwrap();
        let groups: Vec<(String, usize)> =
            found.by_density().into_iter().map(|group| (group.name, group.summary.count)).collect();
        assert_eq!(groups, [("0.2..0.3".to_owned(), 1), ("0.3..0.4".to_owned(), 2)]);
        assert_eq!(found.by_side().len(), 1);
        assert_eq!(found.by_side()[0].name, "10");
    }

    #[test]
    fn the_largest_differences_come_first() {
        let a = side("a", &[Some(10), Some(11), Some(40), Some(10), Some(20)]);
        let b = side("b", &[Some(10), Some(10), Some(10), Some(11), Some(10)]);
        let found = Comparison::new(&a, &b).unwrap();
        let seeds = |count| -> Vec<u64> {
            found.largest_differences(count).iter().map(|pair| pair.seed).collect()
        };
        assert_eq!(seeds(10), [2, 4, 1, 3]);
        assert_eq!(seeds(2), [2, 4]);
    }

    #[test]
    fn strangers_are_refused() {
        let mut b = side("b", &[Some(1)]);
        b.cases.get_mut(&0).unwrap().size = Some(Size { side: 9, wanted_length: 32 });
        let error = Comparison::new(&side("a", &[Some(1)]), &b).unwrap_err();
        assert_eq!(
            error.to_string(),
            "seed 0: N = 8, M = 32 in A, but N = 9, M = 32 in B: these are different instances"
        );
        let error = Comparison::new(&side("a", &[Some(1)]), &side("b", &[])).unwrap_err();
        assert_eq!(error.to_string(), "a and b have no seed in common");
    }
}

//! The figures told in the end.

use crate::results::{Row, Status};

/// Bounds of the classes of density M / N²; each class has its lower one, the last has both.
const DENSITY_BOUNDS: [f64; 6] = [0.25, 0.35, 0.45, 0.55, 0.65, 0.75];

/// Rows told one by one in each list, at most.
const LISTED: usize = 5;

/// Figures of some rows. Means are over the successes; there is none without one.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// What the rows have in common.
    pub name: String,
    /// Number of rows.
    pub cases: usize,
    /// Number of successes.
    pub ok: usize,
    /// Means of the score.
    pub score: Option<Means>,
    /// Means over all rows, in seconds; `wall_most` is the largest.
    pub wall: f64,
    /// The largest wall time, in seconds.
    pub wall_most: f64,
    /// Mean processor time, in seconds.
    pub cpu: f64,
    /// Largest peak memory, in KiB.
    pub memory_most: u64,
}

/// Means of scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Means {
    /// Arithmetic mean.
    pub mean: f64,
    /// Median; that of an even number is halfway between the two in the middle.
    pub median: f64,
    /// Geometric mean.
    pub geometric: f64,
}

impl Means {
    /// Of scores, each at least 1; none if there are none.
    fn of(mut scores: Vec<u64>) -> Option<Self> {
        if scores.is_empty() {
            return None;
        }
        scores.sort_unstable();
        let count = scores.len() as f64;
        let (low, high) = (scores[(scores.len() - 1) / 2], scores[scores.len() / 2]);
        let sum: f64 = scores.iter().map(|&score| score as f64).sum();
        let logarithms: f64 = scores.iter().map(|&score| (score as f64).ln()).sum();
        Some(Self {
            mean: sum / count,
            median: (low as f64 + high as f64) / 2.0,
            geometric: (logarithms / count).exp(),
        })
    }
}

impl Group {
    fn of(name: String, rows: &[&Row]) -> Self {
        let scores: Vec<u64> = rows.iter().filter_map(|row| row.complete_score()).collect();
        let count = rows.len().max(1) as f64;
        Self {
            name,
            cases: rows.len(),
            ok: scores.len(),
            score: Means::of(scores),
            wall: rows.iter().map(|row| row.wall).sum::<f64>() / count,
            wall_most: rows.iter().map(|row| row.wall).fold(0.0, f64::max),
            cpu: rows.iter().map(|row| row.cpu).sum::<f64>() / count,
            memory_most: rows.iter().map(|row| row.memory).max().unwrap_or_default(),
        }
    }
}

/// All figures of a run.
#[derive(Clone, Debug)]
pub struct Summary<'r> {
    /// All rows, then those of each N, then those of each class of density; no group is empty but the
    /// first, if there are no rows.
    pub groups: Vec<Group>,
    /// Failures by kind, with their number.
    pub failures: Vec<(Status, usize)>,
    /// Some of the failures.
    pub failed: Vec<&'r Row>,
    /// The cases that took longest, the longest first.
    pub slowest: Vec<&'r Row>,
    /// The successes with most turns for each colour wanted, the worst first.
    pub worst: Vec<&'r Row>,
}

impl<'r> Summary<'r> {
    /// Of these rows.
    pub fn of(rows: &[&'r Row]) -> Self {
        let mut groups = vec![Group::of("all".to_owned(), rows)];
        let sides: std::collections::BTreeSet<_> = rows.iter().map(|row| row.n).collect();
        for side in sides {
            let some: Vec<_> = rows.iter().copied().filter(|row| row.n == side).collect();
            groups.push(Group::of(format!("N = {side}"), &some));
        }
        let classes = DENSITY_BOUNDS.windows(2).map(|bounds| (bounds[0], bounds[1]));
        for (class, (least, most)) in classes.enumerate() {
            let some: Vec<_> =
                rows.iter().copied().filter(|row| density_class(row) == class).collect();
            if !some.is_empty() {
                groups.push(Group::of(format!("M/N² {least:.2}-{most:.2}"), &some));
            }
        }
        let count = |status| rows.iter().filter(|row| row.status == status).count();
        let failures = Status::ALL.into_iter().filter(|&status| status != Status::Ok);
        let failed = rows.iter().copied().filter(|row| row.status != Status::Ok);
        let per_colour = |row: &Row| {
            row.complete_score().map(|score| score as f64 / row.m as f64).unwrap_or_default()
        };
        let succeeded = rows.iter().copied().filter(|row| row.status == Status::Ok);
        Self {
            groups,
            failures: failures
                .map(|status| (status, count(status)))
                .filter(|&(_, count)| count > 0)
                .collect(),
            failed: failed.take(LISTED).collect(),
            slowest: largest(rows.iter().copied(), |row| row.wall),
            worst: largest(succeeded, per_colour),
        }
    }

    /// The figures of all rows.
    pub fn all(&self) -> &Group {
        &self.groups[0]
    }
}

/// The place of a row's density among the classes. Official instances lie in one; others are counted to
/// the nearest.
fn density_class(row: &Row) -> usize {
    let inner = &DENSITY_BOUNDS[1..DENSITY_BOUNDS.len() - 1];
    inner.iter().filter(|&&bound| row.density() >= bound).count()
}

/// Some rows with the largest figures, the largest first, equal ones in their order.
fn largest<'r>(rows: impl Iterator<Item = &'r Row>, figure: impl Fn(&Row) -> f64) -> Vec<&'r Row> {
    let mut rows: Vec<_> = rows.collect();
    rows.sort_by(|a, b| figure(b).total_cmp(&figure(a)));
    rows.truncate(LISTED);
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::sample_row as row;

    #[test]
    fn means_by_hand() {
        assert_eq!(Means::of(vec![]), None);
        let means = Means::of(vec![8, 1, 2, 4]).unwrap();
        assert_eq!((means.mean, means.median), (3.75, 3.0));
        assert!((means.geometric - 8_f64.sqrt()).abs() < 1e-12, "{means:?}");
        assert_eq!(Means::of(vec![9, 1, 5]).unwrap().median, 5.0);
    }

    #[test]
    fn failures_are_counted_and_not_averaged() {
        let failed = Row { score: None, status: Status::Time, wall: 10.0, ..row(3) };
        let rows = [row(0), row(1), failed];
        let rows: Vec<_> = rows.iter().collect();
        let summary = Summary::of(&rows);
        let all = summary.all();
        assert_eq!((all.cases, all.ok), (3, 2));
        assert_eq!(all.score.unwrap().mean, 100.5);
        assert_eq!((all.wall_most, summary.slowest[0].seed), (10.0, 3));
        assert_eq!(summary.failures, [(Status::Time, 1)]);
        assert_eq!(summary.worst.iter().map(|row| row.seed).collect::<Vec<_>>(), [1, 0]);
    }

    #[test]
    fn every_row_is_in_one_group_of_each_kind() {
        let rows: Vec<_> =
            (0..100).map(|seed| Row { n: 10, m: 25 + seed as usize % 51, ..row(seed) }).collect();
        let summary = Summary::of(&rows.iter().collect::<Vec<_>>());
        let sum = |kind: &str| -> usize {
            let groups = summary.groups.iter().filter(|group| group.name.starts_with(kind));
            groups.map(|group| group.cases).sum()
        };
        assert_eq!((sum("all"), sum("N = "), sum("M/N² ")), (100, 100, 100));
        assert_eq!(summary.groups.len(), 1 + 1 + 5);
    }

    #[test]
    fn no_rows_make_no_figures() {
        let summary = Summary::of(&[]);
        assert_eq!((summary.groups.len(), summary.all().score), (1, None));
    }
}

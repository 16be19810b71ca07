//! A comparison as text, in at most 100 columns but for long names.

use std::fmt::{Display, Write};

use super::pairs::{Comparison, Group, Pair, Summary, Who};
use super::side::Side;
use super::verdict::P;
use crate::exit::one_line;
use crate::statistics::bootstrap::Interval;
use crate::statistics::power;
use crate::statistics::signed_rank::SignedRank;

/// How many of the largest differences are shown.
const LARGEST: usize = 10;

/// Everything about a comparison. The verdict is the last line.
pub fn report(a: &Side, b: &Side, comparison: &Comparison) -> String {
    let parts = [
        lines(names(a, b)),
        lines(figures(comparison)),
        failures(comparison),
        table("N", &comparison.by_side()),
        table("M/N²", &comparison.by_density()),
        largest_differences(&comparison.largest_differences(LARGEST)),
        verdict(comparison),
    ];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join("\n")
}

/// Lines of names and what they name.
fn lines<N: Display>(named: impl IntoIterator<Item = (N, String)>) -> String {
    let line = |(name, value): (N, String)| format!("{name:<13}{}\n", one_line(&value));
    named.into_iter().map(line).collect()
}

/// What the two sides are, each line with a name.
pub fn names(a: &Side, b: &Side) -> Vec<(&'static str, String)> {
    let of_side = |letter, side: &Side| {
        let name = [(letter, side.name.clone())];
        let solver = side.solver.iter().map(|solver| ("", format!("solver: {solver}")));
        let notes = side.notes.iter().map(|note| ("", format!("note: {note}")));
        name.into_iter().chain(solver).chain(notes).collect::<Vec<_>>()
    };
    [of_side("A", a), of_side("B", b)].concat()
}

/// The figures about all seeds, each with its name.
pub fn figures(comparison: &Comparison) -> Vec<(&'static str, String)> {
    let Comparison { ranked, rank_points, unpaired: [only_a, only_b], .. } = comparison;
    let completed = comparison.pairs.len();
    let [failed_a, failed_b] = [Who::A, Who::B].map(|who| comparison.failures_of(who));
    let others = *ranked as f64 - rank_points;
    let seeds = format!(
        "{ranked} in both, {only_a} only in A, {only_b} only in B; both completed {completed}"
    );
    let failures = format!("A {failed_a}, B {failed_b} (in no figure but the rank points)");
    let points =
        format!("A {rank_points}, B {others} (a better case 1, a tie 1/2, failures rank last)");
    let mut figures = vec![("seeds", seeds), ("failures", failures)];
    if let Some(summary) = &comparison.summary {
        figures.extend(figures_of_pairs(summary, &comparison.signed_rank));
    }
    figures.push(("rank points", points));
    figures
}

fn figures_of_pairs(summary: &Summary, test: &SignedRank) -> [(&'static str, String); 5] {
    let Summary { count, won, tied, lost, mean_a, mean_b, deviation, .. } = summary;
    let Interval { low, high } = summary.ratio_interval();
    let ratio = summary.ratio();
    let percent = 100.0 * power::visible_mean(*count as f64, *deviation).exp_m1();
    let power = 100.0 * power::POWER;
    [
        ("wins", format!("A has fewer turns on {won}, as many on {tied}, more on {lost}")),
        ("mean turns", format!("A {mean_a:.1}, B {mean_b:.1}")),
        (
            "ratio",
            format!(
                "{ratio:.4} ({low:.4} to {high:.4}): geometric mean of A / B, 95 % bootstrap interval"
            ),
        ),
        (
            "significance",
            format!("{}: Wilcoxon's signed ranks of {} log ratios", P(test.p), test.count),
        ),
        (
            "resolution",
            format!(
                "so many seeds show a difference of {percent:.1} % with a chance of {power:.0} %"
            ),
        ),
    ]
}

fn failures(comparison: &Comparison) -> String {
    lines(comparison.failures.iter().map(|failure| {
        let name = format!("{:?} failed", failure.who);
        (name, format!("seed {}: {}", failure.seed, failure.reason))
    }))
}

/// A table with a line a group; empty if there is none.
fn table(key: &str, groups: &[Group]) -> String {
    let mut text = String::new();
    if groups.is_empty() {
        return text;
    }
    let head = ["seeds", "won", "tied", "lost", "mean A", "mean B", "ratio"];
    write!(text, "{key:<10}").expect("a string takes all");
    for name in head {
        write!(text, "{name:>8}").expect("a string takes all");
    }
    text.push_str("   95 % interval\n");
    for Group { name, summary } in groups {
        let Summary { count, won, tied, lost, mean_a, mean_b, .. } = summary;
        let Interval { low, high } = summary.ratio_interval();
        let counts = format!("{count:>8}{won:>8}{tied:>8}{lost:>8}");
        let means = format!("{mean_a:>8.1}{mean_b:>8.1}{:>8.3}", summary.ratio());
        writeln!(text, "{name:<10}{counts}{means}   {low:.3} to {high:.3}")
            .expect("a string takes all");
    }
    text
}

/// A table with a line a pair; empty if there is none.
fn largest_differences(pairs: &[Pair]) -> String {
    let mut text = String::new();
    if pairs.is_empty() {
        return text;
    }
    text.push_str("largest differences\n");
    let head = ["seed", "N", "M", "M/N²", "A", "B", "ratio"].map(|name| format!("{name:>8}"));
    text.push_str(&(head.concat() + "\n"));
    for pair in pairs {
        let size = match pair.size {
            None => format!("{:>8}{:>8}{:>8}", "-", "-", "-"),
            Some(size) => {
                format!("{:>8}{:>8}{:>8.3}", size.side, size.wanted_length, size.density())
            }
        };
        let turns = format!("{:>8}{:>8}{:>8.3}", pair.a, pair.b, pair.ratio());
        writeln!(text, "{:>8}{size}{turns}", pair.seed).expect("a string takes all");
    }
    text
}

fn verdict(comparison: &Comparison) -> String {
    format!("{}\n", comparison.verdict())
}

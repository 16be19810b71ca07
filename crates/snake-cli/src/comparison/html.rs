//! A comparison as one HTML file that needs nothing else: no network, no other file.
//!
//! The page is three static texts in the folder `page`, and the data as JSON. Names and reasons come
//! from files and commands of strangers, so nothing of the data is put into the page as markup: JSON
//! is embedded with `<`, `>` and `&` escaped, and the script makes text nodes of it.

use serde::Serialize;

use super::pairs::{Comparison, Failure, Group, Pair};
use super::side::Side;
use super::text;
use crate::statistics::bootstrap::Interval;
use crate::statistics::smooth::local_linear;

const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");

/// Places at which the smooth line is computed; between them it is drawn straight.
const SMOOTH_PLACES: usize = 61;

/// What the script reads, under these names.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Data {
    verdict: String,
    /// Name and value.
    figures: Vec<(&'static str, String)>,
    pairs: Vec<PairRow>,
    /// Density and ratio A / B.
    smooth: Vec<(f64, f64)>,
    /// Seed, A or B, reason.
    failures: Vec<(String, String, String)>,
    by_side: Vec<GroupRow>,
    by_density: Vec<GroupRow>,
}

/// Seed, N, M, turns of A, turns of B.
type PairRow = (u64, Option<usize>, Option<usize>, u64, u64);

/// Name, seeds, won, tied, lost, mean A, mean B, ratio, both ends of its interval.
type GroupRow = (String, usize, usize, usize, usize, f64, f64, f64, f64, f64);

/// The page, some 20 KiB and 25 bytes a pair.
pub fn page(a: &Side, b: &Side, comparison: &Comparison) -> String {
    let mut figures = text::names(a, b);
    figures.extend(text::figures(comparison));
    let data = Data {
        verdict: comparison.verdict().to_string(),
        figures,
        pairs: comparison.pairs.iter().map(pair_row).collect(),
        smooth: smooth_ratio(&comparison.pairs),
        failures: comparison.failures.iter().map(failure_row).collect(),
        by_side: comparison.by_side().into_iter().map(group_row).collect(),
        by_density: comparison.by_density().into_iter().map(group_row).collect(),
    };
    let json = serde_json::to_string(&data).expect("numbers and texts only");
    // The data comes last: it may hold the other marks.
    PAGE.replace("/*STYLE*/", STYLE).replace("/*SCRIPT*/", SCRIPT).replacen(
        "/*DATA*/",
        &without_markup(&json),
        1,
    )
}

/// JSON that means the same and cannot end the element that it stands in.
fn without_markup(json: &str) -> String {
    json.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

fn pair_row(pair: &Pair) -> PairRow {
    let side = pair.size.map(|size| size.side);
    (pair.seed, side, pair.size.map(|size| size.wanted_length), pair.a, pair.b)
}

fn failure_row(failure: &Failure) -> (String, String, String) {
    (failure.seed.to_string(), format!("{:?}", failure.who), failure.reason.clone())
}

fn group_row(group: Group) -> GroupRow {
    let Group { name, summary } = group;
    let Interval { low, high } = summary.ratio_interval();
    let (mean_a, mean_b, ratio) = (summary.mean_a, summary.mean_b, summary.ratio());
    let (count, won, tied, lost) = (summary.count, summary.won, summary.tied, summary.lost);
    (name, count, won, tied, lost, mean_a, mean_b, ratio, low, high)
}

/// A smooth line of the ratio over the density, fitted to the log ratios. Empty if there are no two
/// densities.
fn smooth_ratio(pairs: &[Pair]) -> Vec<(f64, f64)> {
    let points: Vec<(f64, f64)> =
        pairs.iter().filter_map(|pair| Some((pair.size?.density(), pair.log_ratio()))).collect();
    let densities = points.iter().map(|(density, _)| *density);
    let low = densities.clone().fold(f64::INFINITY, f64::min);
    let high = densities.fold(f64::NEG_INFINITY, f64::max);
    if low >= high {
        return Vec::new();
    }
    let step = (high - low) / (SMOOTH_PLACES - 1) as f64;
    let places: Vec<f64> = (0..SMOOTH_PLACES).map(|place| low + step * place as f64).collect();
    let heights = local_linear(&points, &places);
    places.into_iter().zip(heights).map(|(place, log)| (place, log.exp())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::pairs::tests::side;
    use crate::comparison::side::Size;

    fn embedded(page: &str) -> serde_json::Value {
        let (_, rest) = page.split_once(r#"<script type="application/json" id="data">"#).unwrap();
        serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
    }

    #[test]
    fn nothing_in_the_data_is_markup() {
        let evil = "</script><script>alert(1)</script><!-- /*SCRIPT*/ & \u{2028} \"'";
        let mut a = side(evil, &[Some(5), Some(6)]);
        a.solver = Some(evil.to_owned());
        a.cases.get_mut(&0).unwrap().outcome = Err(evil.to_owned());
        let b = side("b", &[Some(5), Some(7)]);
        let page = page(&a, &b, &Comparison::new(&a, &b).unwrap());
        assert_eq!(page.matches("<script").count(), 2);
        assert_eq!(page.matches("</script>").count(), 2);
        assert_eq!(page.matches("alert").count(), 3);
        let data = embedded(&page);
        assert_eq!(data["failures"][0][2], evil);
        assert_eq!(data["figures"][0][1], evil);
    }

    #[test]
    fn two_thousand_seeds_stay_below_a_megabyte() {
        let turns = |factor: u64| -> Vec<Option<u64>> {
            (0..2000).map(|seed| Some(300 + seed * factor % 101)).collect()
        };
        let (mut a, b) = (side("a", &turns(7)), side("b", &turns(11)));
        for (seed, case) in &mut a.cases {
            let wanted_length = 64 + (*seed % 128) as usize;
            case.size = Some(Size { side: 16, wanted_length });
        }
        let mut b = b;
        b.cases.values_mut().for_each(|case| case.size = None);
        let page = page(&a, &b, &Comparison::new(&a, &b).unwrap());
        assert!(page.len() < 1_000_000, "{}", page.len());
        let data = embedded(&page);
        assert_eq!(data["pairs"].as_array().unwrap().len(), 2000);
        assert_eq!(data["smooth"].as_array().unwrap().len(), SMOOTH_PLACES);
    }

    #[test]
    fn one_density_has_no_line() {
        let pair = |wanted_length: Option<usize>, a| Pair {
            seed: 0,
            size: wanted_length.map(|wanted_length| Size { side: 10, wanted_length }),
            a,
            b: 100,
        };
        assert_eq!(smooth_ratio(&[]), []);
        assert_eq!(smooth_ratio(&[pair(None, 3)]), []);
        assert_eq!(smooth_ratio(&[pair(Some(30), 3), pair(Some(30), 5)]), []);
        let line = smooth_ratio(&[pair(Some(30), 50), pair(Some(60), 200)]);
        assert_eq!((line.len(), line[0].0), (SMOOTH_PLACES, 0.3));
        assert!((line[0].1 - 0.5).abs() < 1e-9, "{line:?}");
    }
}

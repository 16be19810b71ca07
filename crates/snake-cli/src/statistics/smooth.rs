//! A smooth line through scattered points.

/// Share of the points that each place of the line is fitted to, the nearest ones: Cleveland's
/// advice is 0.2 to 0.8; a half shows a trend over the whole range without following noise.
const SPAN: f64 = 0.5;

/// Heights of a smooth line at the places `at`: local linear regression with tricube weights on the
/// nearest half of the points (LOWESS without its robust iterations; Cleveland 1979).
///
/// Where the nearest half all lie at one place, or only one of them has any weight, the line is
/// their weighted mean. Takes O(points log points) a place.
///
/// # Panics
///
/// If there are no points, or one has an `x` that is not a number.
pub fn local_linear(points: &[(f64, f64)], at: &[f64]) -> Vec<f64> {
    assert!(!points.is_empty(), "no line goes through no points");
    let nearest = ((SPAN * points.len() as f64) as usize).max(1);
    at.iter().map(|&x| fit(points, nearest, x)).collect()
}

fn fit(points: &[(f64, f64)], nearest: usize, at: f64) -> f64 {
    let mut distances: Vec<f64> = points.iter().map(|(x, _)| (x - at).abs()).collect();
    let (_, &mut radius, _) = distances.select_nth_unstable_by(nearest - 1, f64::total_cmp);
    let weight = |x: f64| {
        let distance = (x - at).abs();
        match distance < radius {
            true => (1.0 - (distance / radius).powi(3)).powi(3),
            // With no radius at all, the points at the very place are those meant.
            false => f64::from(u8::from(distance == 0.0)),
        }
    };
    let (mut total, mut x_sum, mut y_sum) = (0.0, 0.0, 0.0);
    for &(x, y) in points {
        total += weight(x);
        x_sum += weight(x) * x;
        y_sum += weight(x) * y;
    }
    if total == 0.0 {
        // The nearest points all lie at the radius, beyond which nothing counts.
        let there = points.iter().filter(|(x, _)| (x - at).abs() <= radius);
        let (count, sum) = there.fold((0.0, 0.0), |(count, sum), (_, y)| (count + 1.0, sum + y));
        return sum / count;
    }
    let (x_mean, y_mean) = (x_sum / total, y_sum / total);
    let (mut xx, mut xy) = (0.0, 0.0);
    for &(x, y) in points {
        xx += weight(x) * (x - x_mean).powi(2);
        xy += weight(x) * (x - x_mean) * (y - y_mean);
    }
    // Points at practically one place say nothing about a slope.
    let is_one_place = xx <= f64::EPSILON * total * x_mean.abs().max(1.0).powi(2);
    if is_one_place { y_mean } else { y_mean + xy / xx * (at - x_mean) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Speed and stopping distance of cars (Ezekiel 1930), R's data set `cars`.
    const CARS: [(f64, f64); 50] = [
        (4.0, 2.0),
        (4.0, 10.0),
        (7.0, 4.0),
        (7.0, 22.0),
        (8.0, 16.0),
        (9.0, 10.0),
        (10.0, 18.0),
        (10.0, 26.0),
        (10.0, 34.0),
        (11.0, 17.0),
        (11.0, 28.0),
        (12.0, 14.0),
        (12.0, 20.0),
        (12.0, 24.0),
        (12.0, 28.0),
        (13.0, 26.0),
        (13.0, 34.0),
        (13.0, 34.0),
        (13.0, 46.0),
        (14.0, 26.0),
        (14.0, 36.0),
        (14.0, 60.0),
        (14.0, 80.0),
        (15.0, 20.0),
        (15.0, 26.0),
        (15.0, 54.0),
        (16.0, 32.0),
        (16.0, 40.0),
        (17.0, 32.0),
        (17.0, 40.0),
        (17.0, 50.0),
        (18.0, 42.0),
        (18.0, 56.0),
        (18.0, 76.0),
        (18.0, 84.0),
        (19.0, 36.0),
        (19.0, 46.0),
        (19.0, 68.0),
        (20.0, 32.0),
        (20.0, 48.0),
        (20.0, 52.0),
        (20.0, 56.0),
        (20.0, 64.0),
        (22.0, 66.0),
        (23.0, 54.0),
        (24.0, 70.0),
        (24.0, 92.0),
        (24.0, 93.0),
        (24.0, 120.0),
        (25.0, 85.0),
    ];

    #[test]
    fn the_line_through_the_cars_is_that_of_statsmodels() {
        // statsmodels 0.15.0, lowess(dist, speed, frac=0.5, it=0, delta=0, xvals=...). With it=3 and
        // frac=2/3 the same function gives the values of R's documentation of `lowess`.
        let at = [4.0, 10.0, 15.0, 20.0, 25.0];
        let expected = [5.31269645, 21.38960270, 40.81060598, 56.55890479, 90.72831069];
        for (height, expected) in local_linear(&CARS, &at).into_iter().zip(expected) {
            assert!((height - expected).abs() < 1e-6, "{height} {expected}");
        }
    }

    #[test]
    fn a_straight_line_stays_straight() {
        let points: Vec<(f64, f64)> =
            (0..20).map(|i| (f64::from(i * i), 3.0 - 2.0 * f64::from(i * i))).collect();
        for (x, height) in [0.0, 7.0, 100.0, 361.0]
            .into_iter()
            .zip(local_linear(&points, &[0.0, 7.0, 100.0, 361.0]))
        {
            assert!((height - (3.0 - 2.0 * x)).abs() < 1e-9, "{x} {height}");
        }
    }

    #[test]
    fn points_at_one_place_give_their_mean() {
        assert_eq!(local_linear(&[(0.5, 1.0), (0.5, 3.0)], &[0.5, 0.7]), [2.0, 2.0]);
        assert_eq!(local_linear(&[(0.5, 1.0)], &[0.0]), [1.0]);
    }
}

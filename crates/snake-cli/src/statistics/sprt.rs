//! Wald's sequential probability ratio test on who wins a pair.

/// The chance of a wrong decision of a test, of either kind.
const ERROR: f64 = 0.05;

/// The chance of winning a pair that is not a tie if neither is better.
const EVEN: f64 = 0.5;

/// The chance of winning that is worth finding; smaller advantages may go unnoticed.
const ADVANTAGE: f64 = 0.55;

/// What is known so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The first wins more than it would by chance.
    First,
    /// The second does.
    Second,
    /// Neither wins as often as 55 in 100: any difference is smaller than that.
    Neither,
}

/// Two one-sided tests at once, of the hypothesis that both win equally often: one against the first
/// winning 55 of 100 pairs, one against the second doing so (Wald, Sequential Tests of Statistical
/// Hypotheses, Annals of Mathematical Statistics 16, 1945). Ties are not told to it.
///
/// Each test errs in either way with a chance of about 5 %, so between two that are equally good one
/// or the other is found better with a chance of about 10 %.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sprt {
    /// Pairs won by the first and by the second.
    won: [u32; 2],
    /// Whether the tests against the first and the second have ended for evenness.
    is_even: [bool; 2],
    better: Option<Decision>,
}

impl Sprt {
    /// Takes in a pair. Once decided nothing changes any more.
    pub fn tell(&mut self, first_wins: bool) {
        if self.decision().is_some() {
            return;
        }
        self.won[usize::from(!first_wins)] += 1;
        for (who, decision) in [(0, Decision::First), (1, Decision::Second)] {
            // A test that has ended stays so, wherever the ratio goes later.
            if self.is_even[who] {
                continue;
            }
            let evidence = self.evidence(who);
            if evidence >= upper_bound() {
                self.better = Some(decision);
            } else if evidence <= lower_bound() {
                self.is_even[who] = true;
            }
        }
    }

    /// The decision, once there is one.
    pub fn decision(&self) -> Option<Decision> {
        self.better.or((self.is_even == [true; 2]).then_some(Decision::Neither))
    }

    /// Logarithm of the likelihood ratio of one of the two (0 or 1) winning 55 of 100 to both winning
    /// equally often. The test ends at [`upper_bound`] and [`lower_bound`].
    pub fn evidence(&self, who: usize) -> f64 {
        let [win, loss] = steps(EVEN, ADVANTAGE);
        f64::from(self.won[who]) * win + f64::from(self.won[1 - who]) * loss
    }
}

/// What a win and a loss add to the log likelihood ratio of chance `p1` to chance `p0` of winning.
fn steps(p0: f64, p1: f64) -> [f64; 2] {
    [(p1 / p0).ln(), ((1.0 - p1) / (1.0 - p0)).ln()]
}

/// Wald's bounds for chances of error `alpha` (finding what is not there) and `beta` (missing it).
fn bounds(alpha: f64, beta: f64) -> [f64; 2] {
    [(beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln()]
}

/// Evidence up to which a test ends for evenness: -2.944.
pub fn lower_bound() -> f64 {
    bounds(ERROR, ERROR)[0]
}

/// Evidence from which a test ends for the better one: 2.944.
pub fn upper_bound() -> f64 {
    bounds(ERROR, ERROR)[1]
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    use super::*;

    #[test]
    fn the_lines_of_a_published_plan() {
        // NIST/SEMATECH e-Handbook of Statistical Methods, section 6.2.6: for p1 = 0.01, p2 = 0.10,
        // alpha = 0.05, beta = 0.10 the lines are -0.939 + 0.0397 n and 1.205 + 0.0397 n defects.
        let [defect, good] = steps(0.01, 0.10);
        let [lower, upper] = bounds(0.05, 0.10);
        // Evidence d * defect + (n - d) * good meets a bound where d = bound / (defect - good) + slope * n.
        let slope = -good / (defect - good);
        assert!((slope - 0.0397).abs() < 0.0001, "{slope}");
        assert!((lower / (defect - good) + 0.939).abs() < 0.001);
        assert!((upper / (defect - good) - 1.205).abs() < 0.001);
    }

    #[test]
    fn walkovers() {
        // 31 * ln 1.1 is the first to pass ln 19; 28 * ln 0.9 the first below -ln 19.
        let mut sprt = Sprt::default();
        for _ in 0..30 {
            sprt.tell(true);
            assert_eq!(sprt.decision(), None);
        }
        assert!(sprt.is_even[1]);
        sprt.tell(true);
        assert_eq!(sprt.decision(), Some(Decision::First));
        // What comes later changes nothing.
        for _ in 0..1000 {
            sprt.tell(false);
        }
        assert_eq!((sprt.decision(), sprt.won), (Some(Decision::First), [31, 0]));
        let mut sprt = Sprt::default();
        (0..31).for_each(|_| sprt.tell(false));
        assert_eq!(sprt.decision(), Some(Decision::Second));
    }

    #[test]
    fn taking_turns_ends_even() {
        let mut sprt = Sprt::default();
        let pairs = (0..).take_while(|pair| {
            sprt.tell(pair % 2 == 0);
            sprt.decision().is_none()
        });
        // A win and a loss add ln 0.99; -ln 19 is passed after 293 of both.
        let pairs = pairs.count() as f64;
        assert_eq!(sprt.decision(), Some(Decision::Neither));
        assert!((pairs / 2.0 - 19f64.ln() / -0.99f64.ln()).abs() < 12.0, "{pairs}");
    }

    /// Decisions of 1000 races in which the first wins with this chance, and the mean length.
    fn races(chance: f64) -> ([usize; 3], f64) {
        const RACES: usize = 1000;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut decisions = [0; 3];
        let mut pairs = 0;
        for _ in 0..RACES {
            let mut sprt = Sprt::default();
            while sprt.decision().is_none() {
                sprt.tell((rng.next_u64() as f64) < chance * 2f64.powi(64));
                pairs += 1;
            }
            let order = [Decision::First, Decision::Second, Decision::Neither];
            let place = order.iter().position(|decision| Some(*decision) == sprt.decision());
            decisions[place.expect("it is decided")] += 1;
        }
        (decisions, pairs as f64 / RACES as f64)
    }

    #[test]
    fn errors_are_as_rare_as_promised() {
        let ([first, second, neither], _) = races(0.5);
        // 5 % each; three standard deviations of 1000 races are 2 %.
        assert!(first <= 70 && second <= 70 && neither >= 860, "{first} {second} {neither}");
        let ([first, second, _], _) = races(0.55);
        assert!(first >= 930 && second <= 5, "{first} {second}");
        let ([_, second, _], _) = races(0.45);
        assert!(second >= 930, "{second}");
    }

    #[test]
    fn it_takes_as_many_pairs_as_wald_says() {
        // Wald's expected number at p1: ((1 - beta) * upper + beta * lower) / mean step, 529 here. It
        // leaves out how far the bounds are passed, a few per cent.
        let [win, loss] = steps(EVEN, ADVANTAGE);
        let evidence = (1.0 - ERROR) * upper_bound() + ERROR * lower_bound();
        let expected = evidence / (ADVANTAGE * win + (1.0 - ADVANTAGE) * loss);
        assert!((expected - 529.0).abs() < 1.0, "{expected}");
        let (_, mean) = races(ADVANTAGE);
        assert!((mean / expected - 1.0).abs() < 0.1, "{mean} {expected}");
    }
}

//! Who has won what.

use std::cmp::Ordering;
use std::fmt;

use crate::comparison::Who;
use crate::statistics::sprt::{Decision, Sprt};

/// The state of a race.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    won: [u32; 2],
    tied: u32,
    failed: [u32; 2],
    test: Sprt,
}

impl Tally {
    /// Takes in the turns of A and B on a seed; none is a failure, which is behind any number of turns.
    /// Returns who has won it, if it is no tie.
    pub fn add(&mut self, turns: [Option<u64>; 2]) -> Option<Who> {
        for (failed, turns) in self.failed.iter_mut().zip(turns) {
            *failed += u32::from(turns.is_none());
        }
        let [a, b] = turns.map(|turns| turns.unwrap_or(u64::MAX));
        let (who, place) = match a.cmp(&b) {
            Ordering::Less => (Who::A, 0),
            Ordering::Greater => (Who::B, 1),
            Ordering::Equal => {
                self.tied += 1;
                return None;
            }
        };
        self.won[place] += 1;
        self.test.tell(who == Who::A);
        Some(who)
    }

    /// What the test says, once it does.
    pub fn decision(&self) -> Option<Decision> {
        self.test.decision()
    }

    /// Whether any run has failed.
    pub fn has_failures(&self) -> bool {
        self.failed != [0; 2]
    }

    /// How it stands, in a few words.
    pub fn standing(&self) -> String {
        let [a, b] = self.won;
        let [for_a, for_b] = [0, 1].map(|who| self.test.evidence(who));
        format!("A won {a}, B {b}, tied {}; evidence A {for_a:+.2}, B {for_b:+.2}", self.tied)
    }
}

/// The verdict, in one sentence.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = self.won;
        match self.decision() {
            Some(Decision::First) => write!(f, "A is better than B")?,
            Some(Decision::Second) => write!(f, "A is worse than B")?,
            Some(Decision::Neither) => {
                write!(f, "Neither is better by as much as 55 wins in 100 seeds")?;
            }
            None => write!(f, "Not decided")?,
        }
        write!(f, ": A won {a} seeds, B {b}, and {} were tied", self.tied)?;
        let [failed_a, failed_b] = self.failed;
        if self.has_failures() {
            write!(f, "; A failed on {failed_a}, B on {failed_b}, which counts as a loss")?;
        }
        f.write_str(".")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fewer_turns_win_and_failures_lose() {
        let mut tally = Tally::default();
        assert_eq!(tally.add([Some(3), Some(5)]), Some(Who::A));
        assert_eq!(tally.add([Some(5), Some(3)]), Some(Who::B));
        assert_eq!(tally.add([Some(5), Some(5)]), None);
        assert!(!tally.has_failures());
        assert_eq!(tally.add([None, Some(5)]), Some(Who::B));
        assert_eq!(tally.add([None, None]), None);
        assert_eq!(
            tally.to_string(),
            "Not decided: A won 1 seeds, B 2, and 2 were tied; A failed on 2, B on 1, which counts as a loss."
        );
        // ln 1.1 + 2 ln 0.9 and ln 0.9 + 2 ln 1.1.
        assert_eq!(tally.standing(), "A won 1, B 2, tied 2; evidence A -0.12, B +0.09");
    }

    #[test]
    fn the_test_decides() {
        let after = |wins: &[[Option<u64>; 2]], rounds: usize| {
            let mut tally = Tally::default();
            for turns in (0..rounds).flat_map(|_| wins) {
                tally.add(*turns);
            }
            tally.to_string()
        };
        let a = [Some(3), Some(5)];
        let b = [Some(5), Some(3)];
        let tie = [Some(5), Some(5)];
        assert_eq!(
            after(&[a, tie], 31),
            "A is better than B: A won 31 seeds, B 0, and 31 were tied."
        );
        assert!(after(&[b], 31).starts_with("A is worse than B: "));
        assert!(after(&[tie], 1000).starts_with("Not decided: "));
        assert!(after(&[a, b], 300).starts_with("Neither is better by as much as 55 wins in 100"));
    }
}

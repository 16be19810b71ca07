//! In which order and where a pair of runs is made.

use crate::comparison::Who;

/// How a pair is run: both runs on the same core, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Which of the cores.
    pub core: usize,
    /// Who comes first, and who second.
    pub order: [Who; 2],
}

/// How the pair of this number (from 0) is run. In as many consecutive pairs as twice the cores, each
/// order takes place once on each core: whatever makes a core or the second run slow meets both alike.
///
/// # Panics
///
/// If there are no cores.
pub fn turn(pair: usize, cores: usize) -> Turn {
    let order = if pair.is_multiple_of(2) { [Who::A, Who::B] } else { [Who::B, Who::A] };
    Turn { core: pair / 2 % cores, order }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_and_cores_take_turns() {
        for cores in 1..4 {
            for start in [0, 10 * cores] {
                let turns = || (start..start + 2 * cores).map(|pair| turn(pair, cores));
                for core in 0..cores {
                    for order in [[Who::A, Who::B], [Who::B, Who::A]] {
                        let wanted = Turn { core, order };
                        assert_eq!(turns().filter(|turn| *turn == wanted).count(), 1, "{wanted:?}");
                    }
                }
            }
        }
    }
}

//! Which instances are evaluated.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::str::FromStr;

use anyhow::{Context, Result, anyhow};
use thiserror::Error;

/// A part `I/N` of the seeds: the I-th, counted from 1, of N parts of equal size, but for one seed at
/// most. A part has every N-th seed, so that slow and fast machines get the like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: usize,
    count: NonZeroUsize,
}

/// Why a text is no shard.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected I/N, two whole numbers with 1 <= I <= N, such as 1/4")]
pub struct ParseShardError;

impl FromStr for Shard {
    type Err = ParseShardError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parse = || -> Option<Self> {
            let (index, count) = text.split_once('/')?;
            let (index, count) = (index.parse::<usize>().ok()?, count.parse().ok()?);
            let shard = Self { index: index.checked_sub(1)?, count };
            (shard.index < shard.count.get()).then_some(shard)
        };
        parse().ok_or(ParseShardError)
    }
}

impl Shard {
    /// The seeds that are in it, in their order.
    pub fn of(self, seeds: &[u64]) -> Vec<u64> {
        seeds.iter().copied().skip(self.index).step_by(self.count.get()).collect()
    }
}

/// Reads seeds, separated by white space; what follows a `#` on a line is a comment. Of equal ones the
/// first is kept.
///
/// # Errors
///
/// If a word is no seed, or there is none. The error names the line.
pub fn parse(text: &str) -> Result<Vec<u64>> {
    let mut seen = HashSet::new();
    let mut seeds = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split_once('#').map_or(line, |(seeds, _)| seeds);
        for word in line.split_whitespace() {
            let seed: u64 = word.parse().with_context(|| format!("line {number}: not a seed"))?;
            if seen.insert(seed) {
                seeds.push(seed);
            }
        }
    }
    if seeds.is_empty() {
        return Err(anyhow!("no seed is in it"));
    }
    Ok(seeds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_part_the_seeds() {
        let seeds: Vec<u64> = (10..20).collect();
        let parts = ["1/3", "2/3", "3/3"].map(|text| text.parse::<Shard>().unwrap().of(&seeds));
        assert_eq!(parts[0], [10, 13, 16, 19]);
        assert!(parts.iter().all(|part| (3..=4).contains(&part.len())));
        let mut all = parts.concat();
        all.sort_unstable();
        assert_eq!(all, seeds);
        assert_eq!("1/1".parse::<Shard>().unwrap().of(&seeds), seeds);
    }

    #[test]
    fn other_shards_are_refused() {
        for text in ["", "1", "0/2", "3/2", "1/0", "-1/2", "1/2/3", "a/b"] {
            assert_eq!(text.parse::<Shard>(), Err(ParseShardError), "{text}");
        }
    }

    #[test]
    fn lists_are_read() {
        assert_eq!(parse("# hard ones\n7 3\r\n\n5 # dense\n3\n").unwrap(), [7, 3, 5]);
        let error = format!("{:#}", parse("1\n2 x\n").unwrap_err());
        assert!(error.starts_with("line 2: not a seed"), "{error}");
        assert!(parse("# none\n").is_err());
    }
}

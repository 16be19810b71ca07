//! Ranges of seeds, as the command line writes them.

use std::ops::Range;
use std::str::FromStr;

use thiserror::Error;

/// Seeds `A..B`: A is the first, B the first that is left out. Never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeedRange(Range<u64>);

impl SeedRange {
    /// Number of seeds, at least 1.
    pub const fn count(&self) -> u64 {
        self.0.end - self.0.start
    }

    /// The seeds in ascending order.
    pub fn iter(&self) -> Range<u64> {
        self.0.clone()
    }
}

/// Why a text is no range of seeds.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseSeedRangeError {
    /// Not two numbers with two dots between.
    #[error("expected FIRST..END, two whole numbers below 2^64, such as 0..100")]
    Form,
    /// The end is not above the start.
    #[error("no seed is in it: the end is left out, so it must be above the first")]
    Empty,
}

impl FromStr for SeedRange {
    type Err = ParseSeedRangeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (first, end) = text.split_once("..").ok_or(ParseSeedRangeError::Form)?;
        let number = |digits: &str| digits.parse().map_err(|_| ParseSeedRangeError::Form);
        let range = number(first)?..number(end)?;
        if range.is_empty() { Err(ParseSeedRangeError::Empty) } else { Ok(Self(range)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_open_ranges_are_read() {
        let range: SeedRange = "3..5".parse().unwrap();
        assert_eq!(range.count(), 2);
        assert_eq!(range.iter().collect::<Vec<_>>(), [3, 4]);
        let widest: SeedRange = "0..18446744073709551615".parse().unwrap();
        assert_eq!(widest.count(), u64::MAX);
    }

    #[test]
    fn anything_else_is_refused() {
        for text in
            ["", "5", "..", "1..", "..5", "a..b", "-1..5", "1..=5", "1..99999999999999999999"]
        {
            assert_eq!(text.parse::<SeedRange>(), Err(ParseSeedRangeError::Form), "{text}");
        }
        for text in ["5..3", "5..5"] {
            assert_eq!(text.parse::<SeedRange>(), Err(ParseSeedRangeError::Empty), "{text}");
        }
    }
}

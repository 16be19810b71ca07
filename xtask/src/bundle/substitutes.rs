//! Files that stand in for libraries whose sources cannot be used, or are far more than is needed.

// Only the bundle runs it.
#[cfg(test)]
mod fxhash;

/// The text of the file that stands in for a crate, if there is one.
pub fn of(crate_name: &str) -> Option<&'static str> {
    match crate_name {
        "fxhash" => Some(include_str!("substitutes/fxhash.rs")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::hash::{Hash, Hasher};

    use proptest::prelude::*;

    use super::fxhash::{FxHashMap, FxHasher};

    fn hash(hasher: &mut impl Hasher, value: impl Hash) -> u64 {
        value.hash(hasher);
        hasher.finish()
    }

    proptest! {
        #[test]
        fn hashes_are_those_of_fxhash(
            words in any::<(u8, u16, u32, u64, usize, i32)>(),
            bytes in proptest::collection::vec(any::<u8>(), 0..40),
        ) {
            let value = (words, bytes);
            let known = hash(&mut ::fxhash::FxHasher::default(), &value);
            prop_assert_eq!(hash(&mut FxHasher::default(), &value), known);
            let map = FxHashMap::from_iter([(value.clone(), known)]);
            prop_assert_eq!(map.get(&value), Some(&known));
        }
    }
}

//! Stands in for fxhash, which is written for edition 2015 and stands on byteorder: the one map that
//! is used of it. The hashes are the same, as a test holds.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A map by [`FxHasher`].
pub type FxHashMap<K, V> = HashMap<K, V, BuildHasherDefault<FxHasher>>;

/// The multiplier of Fx hashing for words of 64 bits.
const MULTIPLIER: u64 = 0x517c_c1b7_2722_0a95;

/// How far the hash is turned before each word.
const ROTATION: u32 = 5;

/// A turn, an exclusive or and a multiplication a word.
#[derive(Clone, Debug, Default)]
pub struct FxHasher(u64);

impl FxHasher {
    #[inline]
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(ROTATION) ^ word).wrapping_mul(MULTIPLIER);
    }
}

impl Hasher for FxHasher {
    /// By words of eight bytes, then one of four, then bytes.
    #[inline]
    fn write(&mut self, mut bytes: &[u8]) {
        while let Some((&word, rest)) = bytes.split_first_chunk::<8>() {
            self.add(u64::from_ne_bytes(word));
            bytes = rest;
        }
        if let Some((&half, rest)) = bytes.split_first_chunk::<4>() {
            self.add(u32::from_ne_bytes(half).into());
            bytes = rest;
        }
        bytes.iter().for_each(|&byte| self.add(byte.into()));
    }

    #[inline]
    fn write_u8(&mut self, word: u8) {
        self.add(word.into());
    }

    #[inline]
    fn write_u16(&mut self, word: u16) {
        self.add(word.into());
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.add(word.into());
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.add(word);
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.add(word as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}

//! The random numbers of the search.

use rand_core::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The generator: small, fast, and the same on every machine.
pub type SearchRng = Xoshiro256PlusPlus;

/// An integer below `bound`, from 32 random bits. The bias of at most `bound / 2^32` is no matter
/// here, and a draw is one multiplication.
#[inline(always)]
pub(crate) fn below(rng: &mut SearchRng, bound: u32) -> u32 {
    const HALF: u32 = u32::BITS;
    (((rng.next_u64() >> HALF) * u64::from(bound)) >> HALF) as u32
}

//! Which variant of the run is used.

#[cfg(target_arch = "x86_64")]
use super::avx2::Avx2;

/// A variant of the run. All make the same decisions; they differ in speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// Runs everywhere.
    Portable,
    /// For x86-64 processors with AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
}

impl Kernel {
    /// The fastest one that this processor can run.
    #[must_use]
    pub fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(proof) = Avx2::detect() {
            return Self::Avx2(proof);
        }
        Self::Portable
    }
}

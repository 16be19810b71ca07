//! The searches' working memory.

use crate::flood::Frontiers;
use crate::through::Visits;

/// Working memory for all four searches, about 10 KiB; made once, used again and again.
///
/// What it holds between searches never influences a result. The result of a search may borrow it,
/// for paths are only walked back when they are asked for; so take the paths you want before the
/// next search.
#[derive(Clone, Debug)]
pub struct Scratch {
    pub(crate) frontiers: Frontiers,
    pub(crate) visits: Visits,
}

impl Scratch {
    /// Allocates nothing; the memory is part of the value.
    #[must_use]
    pub fn new() -> Self {
        Self { frontiers: Frontiers::new(), visits: Visits::new() }
    }
}

impl Default for Scratch {
    fn default() -> Self {
        Self::new()
    }
}

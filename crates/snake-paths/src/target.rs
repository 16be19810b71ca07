//! A target and how far it is.

use snake_core::Cell;

/// A food of the wanted colour that a search reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// Where it lies.
    pub cell: Cell,
    /// Moves to it, 1 to 255; the last one eats it.
    pub distance: u16,
}

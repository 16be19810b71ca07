//! Pictures of a game: where they get their colours, and what each is made of.

pub mod page;
pub mod palette;
pub mod svg;
pub mod terminal;

//! Times the four searches.

fn main() {}

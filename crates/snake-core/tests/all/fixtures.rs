//! The files under `fixtures/`.

use std::fs;
use std::path::PathBuf;

use snake_core::{Answer, Instance, Limits};

/// A folder of `fixtures/`.
pub fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(name)
}

/// A text file of `fixtures/`.
pub fn text(name: &str) -> String {
    fs::read_to_string(folder(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// An instance of `fixtures/`.
pub fn instance(name: &str, limits: Limits) -> Instance {
    Instance::parse(&text(name), limits).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// An answer of `fixtures/`.
pub fn answer(name: &str) -> Answer {
    text(name).parse().unwrap_or_else(|error| panic!("{name}: {error}"))
}

//! Reading instances.

use snake_core::{Instance, Limits, Position};

/// A text is read as an instance that round-trips, or refused with one line that points into it.
/// Bytes that are no text say nothing.
///
/// # Panics
///
/// If a promise of [`Instance::parse`] is broken.
pub fn instances(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let contest = read(text, Limits::Contest);
    let playable = read(text, Limits::Playable);
    if contest.is_some() {
        assert_eq!(contest, playable, "what the contest allows can be played");
    }
}

fn read(text: &str, limits: Limits) -> Option<Instance> {
    match Instance::parse(text, limits) {
        Ok(instance) => {
            let written = instance.to_string();
            assert_eq!(Instance::parse(&written, limits).as_ref(), Ok(&instance));
            Some(instance)
        }
        Err(error) => {
            let Position { line, column } = error.position;
            let length = text.split('\n').nth(line - 1).map(|line| line.chars().count());
            assert!(length.is_some_and(|length| column <= length + 1), "{error}");
            assert_one_line(&error.to_string());
            None
        }
    }
}

/// A message is one line that cannot drive a terminal.
pub(crate) fn assert_one_line(message: &str) {
    assert!(!message.is_empty() && !message.chars().any(char::is_control), "{message:?}");
}

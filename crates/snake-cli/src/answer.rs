//! Reading answers, with the place of what is wrong.

use anyhow::{Context, Result};
use snake_core::{Answer, Instance, ParseAnswerError, Score};

use crate::io::Source;

/// Reads an answer from a source.
///
/// # Errors
///
/// Those of [`Source::read`] and of [`parse`]. The error names the source.
pub fn read(source: &Source) -> Result<Answer> {
    parse(&source.read()?).with_context(|| source.to_string())
}

/// Makes an answer of a text. The official scorer's words say what is wrong; the place, which they
/// leave out, is put before them.
///
/// # Errors
///
/// If the text is no answer.
pub fn parse(text: &str) -> Result<Answer> {
    match text.parse() {
        Err(error @ ParseAnswerError::InvalidDirection { position, .. }) => {
            Err(error).context(position)
        }
        parsed => Ok(parsed?),
    }
}

/// The score of a text on an instance.
///
/// # Errors
///
/// Those of [`parse`], and the first illegal move.
pub fn score(instance: &Instance, text: &str) -> Result<Score> {
    Ok(parse(text)?.score(instance)?)
}

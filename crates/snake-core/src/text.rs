//! Tokens of a text with their places.

use crate::error::Position;

/// Longest part of an offending token that an error repeats, in characters.
const SHOWN_TOKEN_LENGTH: usize = 20;

/// White-space separated tokens, each with the place where it starts.
///
/// A leading byte order mark is skipped; `\r` is white space, so CRLF needs no care.
pub(crate) struct Tokens<'t> {
    rest: std::str::Chars<'t>,
    position: Position,
}

impl<'t> Tokens<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Self { rest: text.chars(), position: Position { line: 1, column: 1 } }
    }

    /// Where the next token starts, or the text ends, once white space has been skipped.
    pub(crate) const fn position(&self) -> Position {
        self.position
    }

    fn step(&mut self, character: char) {
        if character == '\n' {
            self.position = Position { line: self.position.line + 1, column: 1 };
        } else {
            self.position.column += 1;
        }
    }
}

impl<'t> Iterator for Tokens<'t> {
    type Item = (Position, &'t str);

    fn next(&mut self) -> Option<Self::Item> {
        let text = self.rest.as_str();
        let start = text.find(|character: char| !character.is_whitespace()).unwrap_or(text.len());
        let (blank, text) = text.split_at(start);
        blank.chars().for_each(|character| self.step(character));
        let (token, rest) = text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()));
        self.rest = rest.chars();
        if token.is_empty() {
            return None;
        }
        let position = self.position;
        self.position.column += token.chars().count();
        Some((position, token))
    }
}

/// The token as an error message shows it: control characters escaped, long ones cut.
pub(crate) fn shown(token: &str) -> String {
    let mut characters = token.chars();
    let mut shown: String =
        characters.by_ref().take(SHOWN_TOKEN_LENGTH).flat_map(char::escape_debug).collect();
    if characters.next().is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_know_their_places() {
        let places: Vec<_> = Tokens::new("\u{feff}8 30\r\n\r\n  ä x\n")
            .map(|(at, token)| (at.line, at.column, token))
            .collect();
        assert_eq!(places, [(1, 1, "8"), (1, 3, "30"), (3, 3, "ä"), (3, 5, "x")]);
    }

    #[test]
    fn long_or_strange_tokens_are_shown_safely() {
        assert_eq!(shown("UD"), "UD");
        assert_eq!(shown("\u{1b}[2J"), "\\u{1b}[2J");
        assert_eq!(shown(&"x".repeat(1000)), format!("{}…", "x".repeat(20)));
    }
}

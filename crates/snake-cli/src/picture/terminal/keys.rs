//! Keys, from the bytes that a terminal sends.
//!
//! Our own, because the readers of the usual libraries either spin for ever or panic when a terminal
//! goes away, or sends nonsense, in the middle of a sequence. This one takes a byte at a time and knows
//! the keys of the view; everything else is passed over.

/// A key that may mean something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A printable ASCII character.
    Character(char),
    /// Ctrl-C, which is a key while the terminal is raw.
    Interrupt,
    Up,
    Down,
    Left,
    Right,
    Home,
    End,
    PageUp,
    PageDown,
}

const INTERRUPT: u8 = 0x03;
const ESCAPE: u8 = 0x1b;

/// Reads keys from bytes, also where a sequence comes in pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Decoder {
    /// Between keys.
    #[default]
    Ground,
    /// After ESC.
    Escape,
    /// After ESC O: a letter follows.
    SingleShift,
    /// After ESC [: parameters follow, then a letter or `~`.
    Sequence {
        /// The first parameter, read so far.
        first: u8,
        /// Whether it is still being read.
        is_in_first: bool,
    },
}

impl Decoder {
    /// The key that this byte completes, if it does.
    pub fn push(&mut self, byte: u8) -> Option<Key> {
        let state = std::mem::take(self);
        // Two that count in the middle of anything: nothing a terminal sends contains them.
        match byte {
            INTERRUPT => return Some(Key::Interrupt),
            ESCAPE => {
                *self = Self::Escape;
                return None;
            }
            _ => {}
        }
        match (state, byte) {
            (Self::Escape, b'[') => {
                *self = Self::Sequence { first: 0, is_in_first: true };
                None
            }
            (Self::Escape, b'O') => {
                *self = Self::SingleShift;
                None
            }
            // ESC and then a key, whether typed so or with Alt held: the key.
            (Self::Ground | Self::Escape, b' '..=b'~') => Some(Key::Character(byte.into())),
            (Self::SingleShift, _) => letter(byte),
            (Self::Sequence { first, is_in_first }, b' '..=b'?') => {
                let digit = byte.is_ascii_digit().then(|| byte - b'0');
                *self = match digit {
                    Some(digit) if is_in_first => Self::Sequence {
                        first: first.saturating_mul(10).saturating_add(digit),
                        is_in_first,
                    },
                    _ => Self::Sequence { first, is_in_first: false },
                };
                None
            }
            (Self::Sequence { first, .. }, b'~') => numbered(first),
            (Self::Sequence { .. }, _) => letter(byte),
            (Self::Ground | Self::Escape, _) => None,
        }
    }
}

/// The key of ESC [ letter and ESC O letter.
const fn letter(byte: u8) -> Option<Key> {
    match byte {
        b'A' => Some(Key::Up),
        b'B' => Some(Key::Down),
        b'C' => Some(Key::Right),
        b'D' => Some(Key::Left),
        b'H' => Some(Key::Home),
        b'F' => Some(Key::End),
        _ => None,
    }
}

/// The key of ESC [ number ~. Terminals disagree on Home and End.
const fn numbered(number: u8) -> Option<Key> {
    match number {
        1 | 7 => Some(Key::Home),
        4 | 8 => Some(Key::End),
        5 => Some(Key::PageUp),
        6 => Some(Key::PageDown),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn keys(bytes: &[u8]) -> Vec<Key> {
        let mut decoder = Decoder::default();
        bytes.iter().filter_map(|&byte| decoder.push(byte)).collect()
    }

    #[test]
    fn the_keys_of_the_view_are_read() {
        assert_eq!(keys(b" qE"), [' ', 'q', 'E'].map(Key::Character));
        assert_eq!(keys(b"\x1b[A\x1b[B\x1b[C\x1b[D"), [Key::Up, Key::Down, Key::Right, Key::Left]);
        assert_eq!(keys(b"\x1bOC\x1bOD\x1bOH\x1bOF"), [Key::Right, Key::Left, Key::Home, Key::End]);
        assert_eq!(keys(b"\x1b[H\x1b[1~\x1b[7~"), [Key::Home; 3]);
        assert_eq!(keys(b"\x1b[F\x1b[4~\x1b[8~"), [Key::End; 3]);
        assert_eq!(keys(b"\x1b[5~\x1b[6~"), [Key::PageUp, Key::PageDown]);
        // With a modifier held.
        assert_eq!(keys(b"\x1b[1;5C\x1b[1;2D"), [Key::Right, Key::Left]);
        assert_eq!(keys(b"\x1b[5;3~"), [Key::PageUp]);
    }

    #[test]
    fn others_are_passed_over_whole() {
        // F1 in three ways, F5, delete, mouse reports, focus, a umlaut, tab, return.
        for other in [
            &b"\x1bOP"[..],
            b"\x1b[11~",
            b"\x1b[15~",
            b"\x1b[3~",
            b"\x1b[<0;12;7M",
            b"\x1b[<0;12;7m",
            b"\x1b[I",
            "ä".as_bytes(),
            b"\t",
            b"\r",
            b"\x1b[99999999999999~",
        ] {
            assert_eq!(keys(other), [], "{other:?}");
            assert_eq!(keys(&[other, b"q"].concat()), [Key::Character('q')], "{other:?}");
        }
    }

    #[test]
    fn escape_alone_swallows_nothing() {
        assert_eq!(keys(b"\x1bq"), [Key::Character('q')]);
        assert_eq!(keys(b"\x1b\x1b[C"), [Key::Right]);
        assert_eq!(keys(b"\x1b[\x1b[C"), [Key::Right]);
    }

    proptest! {
        /// Whatever came before: at most one unfinished sequence is in the way.
        #[test]
        fn ctrl_c_is_always_seen(noise in proptest::collection::vec(any::<u8>(), 0..40)) {
            let read = keys(&[&noise[..], b"\x03"].concat());
            prop_assert_eq!(read.last(), Some(&Key::Interrupt));
        }
    }
}

//! The colours of foods and parts, alike in every picture.

use std::fmt;

use snake_core::{Colour, MAX_COLOUR};

/// A colour of the sRGB space; shown as `#rrggbb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// How a colour of the game is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paint {
    /// The area.
    pub fill: Rgb,
    /// The number on it.
    pub text: Rgb,
}

/// Dark enough to be read on the light fills.
const DARK: Rgb = Rgb(0x12, 0x18, 0x22);

/// White on the dark fills.
const LIGHT: Rgb = Rgb(0xff, 0xff, 0xff);

/// The paints of colours 1 to 7.
///
/// Hues of Okabe and Ito's palette, moved so that any two can be told apart by readers with normal
/// sight, protanopia, deuteranopia and tritanopia: `tests/browser/palette.test.mjs` simulates all
/// four and measures the distances.
const PAINTS: [Paint; MAX_COLOUR as usize] = [
    Paint { fill: Rgb(0x62, 0xc8, 0xf2), text: DARK },
    Paint { fill: Rgb(0xf0, 0x9a, 0x1a), text: DARK },
    Paint { fill: Rgb(0x0d, 0x8b, 0x79), text: LIGHT },
    Paint { fill: Rgb(0xf5, 0xe6, 0x63), text: DARK },
    Paint { fill: Rgb(0x1f, 0x4f, 0xa6), text: LIGHT },
    Paint { fill: Rgb(0xd3, 0x41, 0x1f), text: LIGHT },
    Paint { fill: Rgb(0xb8, 0x71, 0xd1), text: DARK },
];

/// The paint of a colour of the game.
///
/// # Panics
///
/// If the colour is not in `1..=7`.
pub const fn paint(colour: Colour) -> Paint {
    PAINTS[colour as usize - 1]
}

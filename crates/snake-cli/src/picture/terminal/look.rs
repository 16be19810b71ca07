//! What a terminal can show: colours and characters.

use ratatui::style::{Color, Modifier, Style};
use snake_core::{Colour, Direction, MAX_COLOUR};

use crate::picture::palette::{Paint, Rgb, paint};

/// How a terminal takes colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Not at all, or they are unwanted (`NO_COLOR`).
    None,
    /// The sixteen named ones, whose shades are the user's.
    Named,
    /// The 256 of xterm.
    Indexed,
    /// Any.
    True,
}

/// What a terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// How it takes colours.
    pub depth: Depth,
    /// The characters to draw with.
    pub glyphs: &'static Glyphs,
}

impl Look {
    /// Without colours, in ASCII.
    #[cfg(test)]
    pub const PLAIN: Self = Self { depth: Depth::None, glyphs: &ASCII };

    /// What the environment says; `variable` looks a variable up.
    pub fn of(variable: impl Fn(&str) -> Option<String>) -> Self {
        let value = |name| variable(name).filter(|value| !value.is_empty());
        let term = value("TERM").unwrap_or_default();
        let is_true = value("COLORTERM").is_some_and(|name| name == "truecolor" || name == "24bit");
        let depth = if value("NO_COLOR").is_some() {
            Depth::None
        } else if is_true || term.ends_with("-direct") {
            Depth::True
        } else if term.contains("256color") {
            Depth::Indexed
        } else {
            Depth::Named
        };
        // The first that is set decides, as for the C library.
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(value);
        let is_utf8 = locale.is_some_and(|name| {
            let name = name.to_ascii_lowercase();
            name.contains("utf-8") || name.contains("utf8")
        });
        Self { depth, glyphs: if is_utf8 { &UNICODE } else { &ASCII } }
    }

    /// Food, and colours of the sequences: their number on their colour.
    pub fn chip(self, colour: Colour) -> Style {
        let Paint { fill, text } = paint(colour);
        match self.depth {
            Depth::None => Style::new(),
            Depth::Named => Style::new().fg(Color::Black).bg(NAMED[usize::from(colour - 1)]),
            Depth::Indexed => Style::new().fg(indexed(text)).bg(indexed(fill)),
            Depth::True => Style::new().fg(exact(text)).bg(exact(fill)),
        }
    }

    /// A part of the snake: on its colour, and bold, which tells it where there are no colours.
    pub fn body(self, colour: Colour) -> Style {
        self.chip(colour).add_modifier(Modifier::BOLD)
    }

    /// Something that only fills the place.
    pub fn faint(self) -> Style {
        match self.depth {
            Depth::None => Style::new(),
            _ => Style::new().add_modifier(Modifier::DIM),
        }
    }
}

/// The named colours nearest to the palette's. Their shades are up to the terminal, so the numbers
/// have to tell them apart.
const NAMED: [Color; MAX_COLOUR as usize] = [
    Color::Cyan,
    Color::LightRed,
    Color::Green,
    Color::Yellow,
    Color::Blue,
    Color::Red,
    Color::Magenta,
];

/// Levels of red, green and blue in the 6 x 6 x 6 cube of xterm's 256 colours.
const CUBE_LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// Place of the cube's first colour.
const CUBE_START: u8 = 16;

const fn exact(Rgb(red, green, blue): Rgb) -> Color {
    Color::Rgb(red, green, blue)
}

/// The colour of xterm's cube that is nearest, each channel for itself. The first sixteen are the
/// user's, so they are left alone.
fn indexed(Rgb(red, green, blue): Rgb) -> Color {
    let level = |channel: u8| {
        let distance = |&place: &u8| CUBE_LEVELS[usize::from(place)].abs_diff(channel);
        (0..CUBE_LEVELS.len() as u8).min_by_key(distance).expect("there are levels")
    };
    Color::Indexed(CUBE_START + 36 * level(red) + 6 * level(green) + level(blue))
}

/// The characters to draw with.
#[derive(Debug, PartialEq, Eq)]
pub struct Glyphs {
    /// The snake's cells by the sides they are joined to: the sum of the [`side`]s.
    pub joints: [char; 16],
    /// The same where the tail shares the cell with another part than the head.
    pub shared_joints: [char; 16],
    /// Between two joined cells of a row.
    pub link: char,
    /// The head by direction, in the order of [`Direction::ALL`].
    pub heads: [char; 4],
    /// The same where the tail shares its cell.
    pub shared_heads: [char; 4],
    /// A cell with neither food nor snake.
    pub empty: char,
    /// The frame: corner up left, up right, down left, down right, horizontal, vertical.
    pub frame: [char; 6],
    /// Turns played, and turns to come.
    pub timeline: [char; 2],
}

/// The place of a direction in a set of sides.
pub const fn side(direction: Direction) -> usize {
    match direction {
        Direction::Up => 1,
        Direction::Down => 2,
        Direction::Left => 4,
        Direction::Right => 8,
    }
}

/// Box drawing.
pub static UNICODE: Glyphs = Glyphs {
    joints: ['•', '╵', '╷', '│', '╴', '┘', '┐', '┤', '╶', '└', '┌', '├', '─', '┴', '┬', '┼'],
    shared_joints: ['•', '║', '║', '║', '═', '╝', '╗', '╣', '═', '╚', '╔', '╠', '═', '╩', '╦', '╬'],
    link: '─',
    heads: ['▲', '▼', '◀', '▶'],
    shared_heads: ['△', '▽', '◁', '▷'],
    empty: '·',
    frame: ['┏', '┓', '┗', '┛', '━', '┃'],
    timeline: ['━', '─'],
};

/// For terminals without Unicode.
pub static ASCII: Glyphs = Glyphs {
    joints: ['o', '|', '|', '|', '-', '+', '+', '+', '-', '+', '+', '+', '-', '+', '+', '+'],
    shared_joints: ['#'; 16],
    link: '-',
    heads: ['^', 'v', '<', '>'],
    shared_heads: ['A', 'V', '{', '}'],
    empty: '.',
    frame: ['+', '+', '+', '+', '-', '|'],
    timeline: ['=', '-'],
};

#[cfg(test)]
mod tests {
    use super::*;

    fn look(variables: &[(&str, &str)]) -> Look {
        Look::of(|name| {
            let found = variables.iter().find(|(other, _)| *other == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn the_environment_decides() {
        assert_eq!(look(&[]), Look { depth: Depth::Named, glyphs: &ASCII });
        for (term, depth) in [
            ("xterm", Depth::Named),
            ("xterm-256color", Depth::Indexed),
            ("tmux-256color", Depth::Indexed),
            ("xterm-direct", Depth::True),
        ] {
            assert_eq!(look(&[("TERM", term)]).depth, depth, "{term}");
            assert_eq!(look(&[("TERM", term), ("COLORTERM", "truecolor")]).depth, Depth::True);
            assert_eq!(look(&[("TERM", term), ("NO_COLOR", "1")]).depth, Depth::None);
            // Set but empty is unset.
            assert_eq!(look(&[("TERM", term), ("NO_COLOR", "")]).depth, depth);
        }
        assert_eq!(look(&[("LANG", "en_US.UTF-8")]).glyphs, &UNICODE);
        assert_eq!(look(&[("LC_CTYPE", "C.utf8"), ("LANG", "C")]).glyphs, &UNICODE);
        assert_eq!(look(&[("LC_ALL", "C"), ("LANG", "en_US.UTF-8")]).glyphs, &ASCII);
    }

    /// The cube has few colours: those of the palette must not fall together in it.
    #[test]
    fn colours_differ_at_every_depth() {
        for depth in [Depth::Named, Depth::Indexed, Depth::True] {
            let look = Look { depth, glyphs: &ASCII };
            let shades: Vec<_> = (1..=MAX_COLOUR).map(|colour| look.chip(colour).bg).collect();
            for (place, shade) in shades.iter().enumerate() {
                assert!(
                    shade.is_some() && !shades[..place].contains(shade),
                    "{depth:?}: {shades:?}"
                );
            }
        }
    }

    #[test]
    fn without_colours_there_are_none() {
        for colour in 1..=MAX_COLOUR {
            for style in [Look::PLAIN.chip(colour), Look::PLAIN.body(colour)] {
                assert_eq!((style.fg, style.bg), (None, None));
            }
        }
    }

    #[test]
    fn known_colours_of_the_cube() {
        for (rgb, place) in [
            (Rgb(0, 0, 0), 16),
            (Rgb(255, 255, 255), 231),
            (Rgb(255, 0, 0), 196),
            (Rgb(0x5f, 0x87, 0xaf), 67),
            (Rgb(0x60, 0x80, 0xb0), 67),
        ] {
            assert_eq!(indexed(rgb), Color::Indexed(place), "{rgb}");
        }
    }

    /// In both sets of joints, a T and a cross have more arms than a line; heads tell themselves.
    #[test]
    fn shared_cells_look_different() {
        for glyphs in [&UNICODE, &ASCII] {
            for (plain, shared) in glyphs.heads.iter().zip(&glyphs.shared_heads) {
                assert_ne!(plain, shared);
            }
            // Three arms: the part's two and the tail's one.
            for arms in [7, 11, 13, 14] {
                assert!(!glyphs.joints.contains(&glyphs.shared_joints[arms]), "{arms}");
            }
        }
    }
}

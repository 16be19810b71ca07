//! A still picture of one position, as SVG.
//!
//! Only what every viewer and converter knows: classes with plain colours, no variables, no scripts.
//! A dark scheme is added by a media query, which those that do not know it leave out.

use std::fmt::{self, Write};

use snake_core::{Cell, Colour, Direction, MAX_COLOUR, Score, State};

use super::palette::paint;

/// Side of a cell, in the picture's units (pixels at its natural size).
const CELL: f64 = 36.0;

/// Room around everything.
const MARGIN: f64 = 12.0;

/// Side of a colour in the two sequences, and room between two rows of them.
const CHIP: f64 = 16.0;
const CHIP_GAP: f64 = 2.0;
const ROW_GAP: f64 = 12.0;

/// Height of the line with the figures.
const CAPTION: f64 = 30.0;

/// Widths of the body, as parts of a cell: its outline, and the colours inside.
const OUTLINE: f64 = 0.80;
const BAND: f64 = 0.62;

/// A point of the picture.
type Point = (f64, f64);

/// Draws a position: the board, the figures, and the wanted colours above the snake's.
pub fn draw(state: &State<'_>) -> String {
    let mut picture = Picture { text: String::new() };
    picture.draw(state).expect("a string takes all that is written");
    picture.text
}

struct Picture {
    text: String,
}

impl Picture {
    fn draw(&mut self, state: &State<'_>) -> fmt::Result {
        let board = CELL * state.grid().side() as f64;
        let width = board + 2.0 * MARGIN;
        let columns = (board / (CHIP + CHIP_GAP)) as usize;
        let rows = state.instance().wanted().len().div_ceil(columns) as f64;
        let sequences = rows * (2.0 * (CHIP + CHIP_GAP) + ROW_GAP);
        let height = 2.0 * MARGIN + board + CAPTION + sequences;
        writeln!(
            self.text,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\">"
        )?;
        writeln!(self.text, "<title>{}</title>", caption(state))?;
        self.style()?;
        self.rectangle("page", (0.0, 0.0), (width, height), 10.0)?;
        self.board(state)?;
        self.snake(state)?;
        writeln!(
            self.text,
            "<text class=\"caption\" x=\"{MARGIN}\" y=\"{}\">{}</text>",
            MARGIN + board + 0.68 * CAPTION,
            caption(state)
        )?;
        self.sequences(state, columns, MARGIN + board + CAPTION)?;
        writeln!(self.text, "</svg>")
    }

    fn style(&mut self) -> fmt::Result {
        writeln!(self.text, "<style>")?;
        writeln!(
            self.text,
            "text{{font-family:system-ui,sans-serif;text-anchor:middle;font-weight:600}}\n\
             .number{{font-size:{}px}}.chip{{font-size:{}px}}\n\
             .caption{{font-size:13px;text-anchor:start;font-weight:400}}\n\
             .band{{fill:none;stroke-width:{};stroke-linejoin:round}}.end{{stroke-linecap:round}}\n\
             .body{{fill:none;stroke-width:{};stroke-linejoin:round;stroke-linecap:round}}\n\
             .missing{{fill:none;stroke-dasharray:2 2}}.wrong{{fill:none;stroke-width:2}}\n\
             .eye{{fill:#fff}}.pupil{{fill:#121822}}",
            0.40 * CELL,
            0.62 * CHIP,
            BAND * CELL,
            OUTLINE * CELL,
        )?;
        for colour in 1..=MAX_COLOUR {
            let paint = paint(colour);
            writeln!(
                self.text,
                ".f{colour}{{fill:{0}}}.s{colour}{{stroke:{0}}}.t{colour}{{fill:{1}}}",
                paint.fill, paint.text
            )?;
        }
        let [page, board, line, ink] = [".page", ".board", ".line,.missing", ".ink,.caption"];
        let strokes = ".body,.wrong";
        writeln!(
            self.text,
            "{page}{{fill:#f6f4ef}}{board}{{fill:#ebe7de}}{line}{{stroke:#cfc9bb}}\
             {ink}{{fill:#1c2330}}{strokes}{{stroke:#1c2330}}\n\
             @media(prefers-color-scheme:dark){{{page}{{fill:#12161d}}{board}{{fill:#1b212b}}\
             {line}{{stroke:#333c4a}}{ink}{{fill:#e8edf4}}{strokes}{{stroke:#e8edf4}}}}\n\
             </style>"
        )
    }

    fn rectangle(&mut self, class: &str, at: Point, size: Point, radius: f64) -> fmt::Result {
        let ((x, y), (width, height)) = (at, size);
        writeln!(
            self.text,
            "<rect class=\"{class}\" x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" \
             height=\"{height:.2}\" rx=\"{radius}\"/>"
        )
    }

    fn circle(&mut self, class: &str, (x, y): Point, radius: f64) -> fmt::Result {
        writeln!(
            self.text,
            "<circle class=\"{class}\" cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{radius:.2}\"/>"
        )
    }

    fn number(&mut self, class: &str, colour: Colour, (x, y): Point, size: f64) -> fmt::Result {
        // Digits are about 0.72 of the font's size high; so they stand in the middle.
        writeln!(
            self.text,
            "<text class=\"{class} t{colour}\" x=\"{x:.2}\" y=\"{:.2}\">{colour}</text>",
            y + 0.36 * size
        )
    }

    fn board(&mut self, state: &State<'_>) -> fmt::Result {
        let side = CELL * state.grid().side() as f64;
        self.rectangle("board", (MARGIN, MARGIN), (side, side), 4.0)?;
        write!(self.text, "<path class=\"line\" d=\"")?;
        for line in 1..state.grid().side() {
            let at = MARGIN + CELL * line as f64;
            write!(self.text, "M{at} {MARGIN}v{side}M{MARGIN} {at}h{side}")?;
        }
        writeln!(self.text, "\"/>")?;
        for cell in state.grid().cells() {
            let Some(colour) = state.board().food(cell) else { continue };
            let (x, y) = centre(cell);
            let half = 0.36 * CELL;
            let (at, size) = ((x - half, y - half), (2.0 * half, 2.0 * half));
            self.rectangle(&format!("f{colour}"), at, size, 5.0)?;
            self.number("number", colour, (x, y), 0.40 * CELL)?;
        }
        Ok(())
    }

    /// The body as one line, its colours as bands on it, and the head.
    fn snake(&mut self, state: &State<'_>) -> fmt::Result {
        let points: Vec<Point> = state.snake().cells().map(centre).collect();
        self.path("body", &points)?;
        for (ordinal, &colour) in state.colours().iter().enumerate().rev() {
            let here = points[ordinal];
            let mut band = Vec::with_capacity(3);
            band.extend((ordinal > 0).then(|| middle(points[ordinal - 1], here)));
            band.push(here);
            band.extend(points.get(ordinal + 1).map(|&next| middle(here, next)));
            let is_tail = ordinal + 1 == points.len();
            let class = format!("band s{colour}{}", if is_tail { " end" } else { "" });
            self.path(&class, &band)?;
        }
        for (&colour, &point) in state.colours().iter().zip(&points).skip(1) {
            if point != points[0] {
                self.number("number", colour, point, 0.40 * CELL)?;
            }
        }
        self.head(state, points[0])
    }

    fn path(&mut self, class: &str, points: &[Point]) -> fmt::Result {
        write!(self.text, "<path class=\"{class}\" d=\"M")?;
        for (x, y) in points {
            write!(self.text, "{x:.1} {y:.1} ")?;
        }
        writeln!(self.text, "\"/>")
    }

    /// The head, with eyes that look where it goes. A tail in the same cell shows as a ring around it.
    fn head(&mut self, state: &State<'_>, at: Point) -> fmt::Result {
        let (snake, colours) = (state.snake(), state.colours());
        let shared = snake.head() == snake.tail();
        let radius = if shared { 0.27 * CELL } else { 0.42 * CELL };
        if shared {
            let tail = colours[colours.len() - 1];
            self.circle("ink", at, 0.48 * CELL)?;
            self.circle(&format!("f{tail}"), at, 0.42 * CELL)?;
        }
        self.circle("ink", at, radius + 0.04 * CELL)?;
        self.circle(&format!("f{}", colours[0]), at, radius - 0.03 * CELL)?;
        let heading = state.grid().direction_between(snake.cell(1), snake.head());
        let (x, y) = match heading.expect("parts are neighbours") {
            Direction::Up => (0.0, -1.0),
            Direction::Down => (0.0, 1.0),
            Direction::Left => (-1.0, 0.0),
            Direction::Right => (1.0, 0.0),
        };
        for side in [-1.0, 1.0] {
            let eye = |ahead: f64, aside: f64| {
                let (ahead, aside) = (radius * ahead, radius * aside * side);
                (at.0 + x * ahead - y * aside, at.1 + y * ahead + x * aside)
            };
            self.circle("eye", eye(0.30, 0.42), 0.27 * radius)?;
            self.circle("pupil", eye(0.40, 0.42), 0.14 * radius)?;
        }
        Ok(())
    }

    /// The wanted colours above the snake's, in rows of `columns`; the matched prefix is underlined,
    /// a triangle points at the next colour, wrong ones are framed, missing ones are empty.
    fn sequences(&mut self, state: &State<'_>, columns: usize, top: f64) -> fmt::Result {
        let step = CHIP + CHIP_GAP;
        for (ordinal, &wanted) in state.instance().wanted().iter().enumerate() {
            let (row, column) = (ordinal / columns, ordinal % columns);
            let x = MARGIN + step * column as f64;
            let y = top + (2.0 * step + ROW_GAP) * row as f64;
            self.chip(Some(wanted), (x, y))?;
            let actual = state.colours().get(ordinal).copied();
            self.chip(actual, (x, y + step))?;
            if actual.is_some_and(|colour| colour != wanted) {
                self.rectangle("wrong", (x, y + step), (CHIP, CHIP), 3.0)?;
            }
            if ordinal < state.prefix() {
                self.rectangle("ink", (x, y + 2.0 * step), (CHIP, 2.0), 0.0)?;
            } else if ordinal == state.prefix() {
                let (x, y) = (x + CHIP / 2.0, y + 2.0 * step);
                writeln!(self.text, "<path class=\"ink\" d=\"M{x} {y}l5 8h-10z\"/>")?;
            }
        }
        Ok(())
    }

    fn chip(&mut self, colour: Option<Colour>, (x, y): Point) -> fmt::Result {
        let Some(colour) = colour else {
            return self.rectangle("missing", (x + 0.5, y + 0.5), (CHIP - 1.0, CHIP - 1.0), 3.0);
        };
        self.rectangle(&format!("f{colour}"), (x, y), (CHIP, CHIP), 3.0)?;
        self.number("chip", colour, (x + CHIP / 2.0, y + CHIP / 2.0), 0.62 * CHIP)
    }
}

/// The figures in words.
fn caption(state: &State<'_>) -> String {
    let wanted = state.instance().wanted().len();
    format!(
        "turn {} · length {} · matched prefix {} of {wanted} · score so far {}",
        state.turns(),
        state.snake().len(),
        state.prefix(),
        Score::of(state).value()
    )
}

fn centre(cell: Cell) -> Point {
    let middle = |index: usize| MARGIN + CELL * (index as f64 + 0.5);
    (middle(cell.column()), middle(cell.row()))
}

fn middle(a: Point, b: Point) -> Point {
    ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0)
}

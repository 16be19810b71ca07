//! What is drawn: the board, the figures, the two sequences, and the keys.

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Widget;
use snake_core::{CELL_COUNT, Cell, Direction, Event, Game, Instance, Moment, Score, State};

use super::look::{Look, side};
use super::player::Player;

/// Columns a cell takes: its character, and the link to the next cell.
const CELL_COLUMNS: u16 = 2;

/// Columns between the board and what stands beside it.
const GAP: u16 = 1;

/// Columns of the words before the two sequences.
const LABEL_COLUMNS: u16 = 5;

/// Least colours in a row of the sequences, and what that number grows by on wider terminals. So the
/// longest sequence, 192 colours, has room beside the largest board on 80 columns and 24 rows.
const LEAST_CHUNK: u16 = 40;
const CHUNK_STEP: u16 = 10;

/// Rows of a chunk of the sequences: wanted, actual, marks.
const CHUNK_ROWS: u16 = 3;

/// Rows of the figures, with an empty one after them.
const FIGURE_ROWS: u16 = 6;

/// What the keys do.
const KEYS: [&str; 2] = [
    "space play/pause  left/right step  home/end  up/down speed  n numbers  q quit",
    "e/E next/previous eating  b/B bite  m/M mistake  page up/down 10 turns",
];

/// Rows below the board: the timeline, and the keys.
const CONTROL_ROWS: u16 = 1 + KEYS.len() as u16;

/// Under the two sequences: a colour of the matched prefix, the one wanted next, a wrong one.
const MATCHED_MARK: char = '=';
const NEXT_MARK: char = '^';
const WRONG_MARK: char = 'x';

/// The least size that shows a game of an instance, without the controls.
fn picture_size(instance: &Instance, chunk: u16) -> Size {
    let side = instance.side() as u16;
    let chunks = (instance.wanted().len() as u16).div_ceil(chunk);
    Size {
        width: board_columns(instance) + GAP + LABEL_COLUMNS + chunk,
        height: (side + 2).max(FIGURE_ROWS + CHUNK_ROWS * chunks),
    }
}

/// The least terminal that shows a game of an instance with the controls.
pub fn least_size(instance: &Instance) -> Size {
    let Size { width, height } = picture_size(instance, LEAST_CHUNK);
    let keys = KEYS.iter().map(|line| line.len() as u16).max().unwrap_or_default();
    Size { width: width.max(keys), height: height + CONTROL_ROWS }
}

/// Columns of the board with its frame. The last cell of a row has no link.
const fn board_columns(instance: &Instance) -> u16 {
    CELL_COLUMNS * instance.side() as u16 + 1
}

/// The position at a turn as text, for what is no terminal. Lines have no trailing blanks.
pub fn plain(game: &Game<'_>, turn: usize, look: Look) -> String {
    let state = game.state(turn);
    let Size { width, height } = picture_size(state.instance(), LEAST_CHUNK);
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    let picture = Picture { game, turn, state: &state, shows_numbers: false, chunk: LEAST_CHUNK };
    picture.draw(look, "", &mut buffer);
    let mut lines: Vec<String> = (0..height)
        .map(|row| {
            let line: String = (0..width).map(|column| buffer[(column, row)].symbol()).collect();
            line.trim_end().to_owned()
        })
        .collect();
    lines.truncate(lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1));
    lines.join("\n") + "\n"
}

/// The whole terminal: the picture and the controls, or that there is not room enough.
#[derive(Clone, Copy, Debug)]
pub struct View<'p, 'g> {
    /// What to show.
    pub player: &'p Player<'g>,
    /// How to show it.
    pub look: Look,
}

impl Widget for View<'_, '_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let Self { player, look } = self;
        let state = player.game().state(player.turn());
        let least = least_size(state.instance());
        if area.width < least.width || area.height < least.height {
            return too_small(area, least, buffer);
        }
        let beside = area.width - board_columns(state.instance()) - GAP - LABEL_COLUMNS;
        let chunk = LEAST_CHUNK + (beside - LEAST_CHUNK) / CHUNK_STEP * CHUNK_STEP;
        let picture = Picture {
            game: player.game(),
            turn: player.turn(),
            state: &state,
            shows_numbers: player.shows_numbers(),
            chunk,
        };
        let what = if player.is_playing() { "playing" } else { "paused" };
        picture.draw(look, &format!("{what}, {}/s", player.speed()), buffer);
        let top = picture_size(state.instance(), chunk).height;
        timeline(picture.game, picture.turn, look, Rect { y: top, height: 1, ..area }, buffer);
        for (line, row) in KEYS.iter().zip(top + 1..) {
            buffer.set_string(0, row, line, look.faint());
        }
    }
}

/// Says how large the terminal is and how large it should be, with as many words as fit.
fn too_small(area: Rect, least: Size, buffer: &mut Buffer) {
    let lines = [
        "The terminal is too small.".to_owned(),
        format!("It has {} x {}", area.width, area.height),
        format!("needs {} x {}", least.width, least.height),
        "(columns x rows).".to_owned(),
        "q quits.".to_owned(),
    ];
    for (line, row) in lines.iter().zip(0..area.height) {
        buffer.set_stringn(0, row, line, usize::from(area.width), Style::new());
    }
}

/// The game from its start to its end on one line: what is played, bites (`B`) and mistakes (`x`).
fn timeline(game: &Game<'_>, turn: usize, look: Look, area: Rect, buffer: &mut Buffer) {
    let columns = usize::from(area.width);
    // The last column is the last turn's.
    let column_of = |turn: usize| turn * (columns - 1) / game.turns().max(1);
    let [played, to_come] = look.glyphs.timeline;
    let mut line: Vec<char> = vec![to_come; columns];
    line[..column_of(turn)].fill(played);
    for (moment, mark) in [(Moment::Mistake, 'x'), (Moment::Bite, 'B')] {
        for other in (1..=game.turns()).filter(|&other| game.is(moment, other)) {
            line[column_of(other)] = mark;
        }
    }
    let text: String = line.into_iter().collect();
    buffer.set_string(area.x, area.y, text, Style::new());
    let here = Style::new().add_modifier(Modifier::REVERSED);
    buffer[(area.x + column_of(turn) as u16, area.y)].set_style(here);
}

/// A position of a game.
struct Picture<'s, 'g> {
    game: &'s Game<'g>,
    turn: usize,
    state: &'s State<'g>,
    shows_numbers: bool,
    /// Colours in a row of the sequences.
    chunk: u16,
}

impl Picture<'_, '_> {
    /// Draws at the top left. `status` stands beside the turn.
    fn draw(&self, look: Look, status: &str, buffer: &mut Buffer) {
        self.frame(look, buffer);
        self.board(look, buffer);
        let left = board_columns(self.state.instance()) + GAP;
        for (line, row) in self.figures(status).iter().zip(0..) {
            buffer.set_string(left, row, line, Style::new());
        }
        self.sequences(look, left, buffer);
    }

    fn frame(&self, look: Look, buffer: &mut Buffer) {
        let (right, bottom) =
            (board_columns(self.state.instance()) - 1, self.state.grid().side() as u16 + 1);
        let [up_left, up_right, down_left, down_right, horizontal, vertical] = look.glyphs.frame;
        for column in 1..right {
            for row in [0, bottom] {
                buffer[(column, row)].set_char(horizontal).set_style(look.faint());
            }
        }
        for row in 1..bottom {
            for column in [0, right] {
                buffer[(column, row)].set_char(vertical).set_style(look.faint());
            }
        }
        for (column, row, corner) in [
            (0, 0, up_left),
            (right, 0, up_right),
            (0, bottom, down_left),
            (right, bottom, down_right),
        ] {
            buffer[(column, row)].set_char(corner).set_style(look.faint());
        }
    }

    fn board(&self, look: Look, buffer: &mut Buffer) {
        let (state, snake) = (self.state, self.state.snake());
        let joints = joints(state);
        let is_shared = |cell| shared_cell(state) == Some(cell);
        for cell in state.grid().cells() {
            let (column, row) = place(cell);
            let Some(index) = state.board().body(cell) else {
                let drawn = &mut buffer[(column, row)];
                match state.board().food(cell) {
                    Some(colour) => drawn.set_char(digit(colour)).set_style(look.chip(colour)),
                    None => drawn.set_char(look.glyphs.empty).set_style(look.faint()),
                };
                continue;
            };
            let ordinal = (snake.head_index() - index) as usize;
            let colour = state.colours()[ordinal];
            let shape = if ordinal == 0 {
                let heads =
                    if is_shared(cell) { look.glyphs.shared_heads } else { look.glyphs.heads };
                heads[head_direction(state) as usize]
            } else if self.shows_numbers {
                digit(colour)
            } else if is_shared(cell) {
                look.glyphs.shared_joints[joints[cell.index()]]
            } else {
                look.glyphs.joints[joints[cell.index()]]
            };
            buffer[(column, row)].set_char(shape).set_style(look.body(colour));
            if joints[cell.index()] & side(Direction::Right) != 0 {
                buffer[(column + 1, row)].set_char(look.glyphs.link).set_style(look.body(colour));
            }
        }
    }

    /// Turn, length, matched prefix, score, what the last move did, and whether a cell is shared.
    fn figures(&self, status: &str) -> [String; FIGURE_ROWS as usize - 1] {
        let state = self.state;
        let score = Score::of(state);
        let wanted = state.instance().wanted();
        let next = state.target_colour().map_or(String::new(), |next| format!(", next {next}"));
        let shared = match shared_cell(state) {
            None => "",
            Some(cell) if cell == state.snake().head() => "Head and tail share a cell.",
            Some(_) => "A part and the tail share a cell.",
        };
        [
            format!("turn {} of {}  {status}", self.turn, self.game.turns()).trim_end().to_owned(),
            format!(
                "length {}, prefix {} of {}{next}",
                state.snake().len(),
                state.prefix(),
                wanted.len()
            ),
            format!(
                "score {} = {} + 10000 * ({} + 2 * {})",
                score.value(),
                score.turns,
                score.mismatches,
                score.missing
            ),
            self.last_move(),
            shared.to_owned(),
        ]
    }

    fn last_move(&self) -> String {
        let Some((direction, event)) = self.game.event(self.turn) else {
            return "The start.".to_owned();
        };
        let what = match event {
            Event::Moved => "moved".to_owned(),
            Event::Ate(colour) if self.game.is(Moment::Mistake, self.turn) => {
                let wanted = self.state.instance().wanted()[self.state.snake().len() - 1];
                format!("ate {colour}, a mistake: {wanted} was wanted")
            }
            Event::Ate(colour) => format!("ate {colour}"),
            Event::Bit { part } => {
                let before = self.game.state(self.turn - 1).snake().len();
                format!("bit part {part}, cut off {}", before - self.state.snake().len())
            }
        };
        format!("{direction}: {what}")
    }

    /// The wanted colours above the snake's, in rows of one chunk, with marks below.
    fn sequences(&self, look: Look, left: u16, buffer: &mut Buffer) {
        let (wanted, colours) = (self.state.instance().wanted(), self.state.colours());
        let prefix = self.state.prefix();
        let chunk = usize::from(self.chunk);
        for (place, &wanted) in wanted.iter().enumerate() {
            let row = FIGURE_ROWS + CHUNK_ROWS * (place / chunk) as u16;
            let column = left + LABEL_COLUMNS + (place % chunk) as u16;
            if place % chunk == 0 {
                buffer.set_string(left, row, "want", look.faint());
                buffer.set_string(left, row + 1, "have", look.faint());
            }
            buffer[(column, row)].set_char(digit(wanted)).set_style(look.chip(wanted));
            let colour = colours.get(place).copied();
            if let Some(colour) = colour {
                buffer[(column, row + 1)].set_char(digit(colour)).set_style(look.chip(colour));
            }
            let mark = match colour {
                _ if place < prefix => MATCHED_MARK,
                _ if place == prefix => NEXT_MARK,
                Some(colour) if colour != wanted => WRONG_MARK,
                _ => ' ',
            };
            buffer[(column, row + 2)].set_char(mark);
        }
    }
}

/// Where a cell is drawn: column and row, within the frame.
const fn place(cell: Cell) -> (u16, u16) {
    (1 + CELL_COLUMNS * cell.column() as u16, 1 + cell.row() as u16)
}

fn digit(colour: u8) -> char {
    char::from(b'0' + colour)
}

/// The sides on which each cell is joined to another by the body: sums of [`side`]s by cell index.
fn joints(state: &State<'_>) -> [usize; CELL_COUNT] {
    let mut joints = [0; CELL_COUNT];
    let cells = state.snake().cells();
    for (cell, behind) in cells.zip(state.snake().cells().skip(1)) {
        let direction = state.grid().direction_between(cell, behind).expect("parts are neighbours");
        joints[cell.index()] |= side(direction);
        joints[behind.index()] |= side(direction.opposite());
    }
    joints
}

/// The tail's cell, if another part is there too.
fn shared_cell(state: &State<'_>) -> Option<Cell> {
    let (snake, tail) = (state.snake(), state.snake().tail());
    (state.board().body(tail) != Some(snake.tail_index())).then_some(tail)
}

/// Where the head looks: away from the part behind it.
fn head_direction(state: &State<'_>) -> Direction {
    let snake = state.snake();
    let direction = state.grid().direction_between(snake.cell(1), snake.head());
    direction.expect("parts are neighbours")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::palette::{Rgb, paint};
    use crate::picture::terminal::keys::Key;
    use crate::picture::terminal::look::{Depth, UNICODE};
    use crate::picture::terminal::tests::{game, seed_0, seed_2};
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use ratatui::style::Color;
    use std::time::Instant;

    const TRUE: Look = Look { depth: Depth::True, glyphs: &UNICODE };

    /// What a terminal of this size shows.
    fn drawn(player: &Player<'_>, look: Look, columns: u16, rows: u16) -> Buffer {
        let mut terminal = Terminal::new(TestBackend::new(columns, rows)).expect("it cannot fail");
        let view = View { player, look };
        terminal.draw(|frame| frame.render_widget(view, frame.area())).expect("it cannot fail");
        terminal.backend().buffer().clone()
    }

    /// Its rows, without trailing blanks.
    fn rows(buffer: &Buffer) -> Vec<String> {
        let area = buffer.area;
        let row = |row| (0..area.width).map(|column| buffer[(column, row)].symbol()).collect();
        (0..area.height).map(row).map(|row: String| row.trim_end().to_owned()).collect()
    }

    /// A bite, and a turn later, when the snake eats while the tail stays where the bite was.
    #[test]
    fn positions_are_printed_as_text() {
        let (instance, answer) = seed_0();
        let (game, _) = Game::play(&instance, &answer);
        let look = Look { depth: Depth::None, glyphs: &UNICODE };
        assert_eq!(
            plain(&game, 25, look),
            "\
┏━━━━━━━━━━━━━━━┓ turn 25 of 54
┃· · 2 · 2 · · ·┃ length 15, prefix 15 of 30, next 1
┃· · 3 · · 3 · 2┃ score 300025 = 25 + 10000 * (0 + 2 * 15)
┃· · 2 3 3 ┌───┐┃ D: bit part 14, cut off 5
┃· · · ┌───┘ · │┃ Head and tail share a cell.
┃· · · └───┐ ┌─┘┃
┃· · · 1 3 └─▽ ·┃ want 111112233222323132312323322332
┃· · · · 2 3 1 ·┃ have 111112233222323
┃3 · · 2 · · · ·┃      ===============^
┗━━━━━━━━━━━━━━━┛
"
        );
        assert_eq!(
            plain(&game, 26, Look::PLAIN),
            "\
+---------------+ turn 26 of 54
|. . 2 . 2 . . .| length 16, prefix 16 of 30, next 3
|. . 3 . . 3 . 2| score 280026 = 26 + 10000 * (0 + 2 * 14)
|. . 2 3 3 +---+| D: ate 1
|. . . +---+ . || A part and the tail share a cell.
|. . . +---+ +-+|
|. . . 1 3 +-# .| want 111112233222323132312323322332
|. . . . 2 3 v .| have 1111122332223231
|3 . . 2 . . . .|      ================^
+---------------+
"
        );
    }

    #[test]
    fn the_longest_game_fits_80_by_24() {
        let (instance, _) = game("hand-made/most.txt", "answers/most.txt");
        assert_eq!(least_size(&instance), Size { width: 79, height: 24 });
    }

    #[test]
    fn controls_stand_below() {
        let (instance, answer) = seed_2();
        let (game, _) = Game::play(&instance, &answer);
        let mut player = Player::new(&game, 0);
        let shown = rows(&drawn(&player, Look::PLAIN, 80, 24));
        assert!(shown[0].ends_with("turn 0 of 803  paused, 8/s"), "{shown:?}");
        let keys = shown.iter().position(|row| row == KEYS[0]).expect("the keys");
        assert_eq!(shown[keys + 1], KEYS[1]);
        let timeline = &shown[keys - 1];
        assert_eq!(timeline.len(), 80);
        for (mark, moment) in [('B', Moment::Bite), ('x', Moment::Mistake)] {
            let first = game.next(moment, 0).expect("there is one");
            assert_eq!(timeline.find(mark), Some(first * 79 / 803), "{timeline}");
        }
        player.press(Key::Character(' '), Instant::now());
        player.press(Key::Up, Instant::now());
        let shown = rows(&drawn(&player, Look::PLAIN, 80, 24));
        assert!(shown[0].contains("playing, 16/s"), "{shown:?}");
    }

    #[test]
    fn the_timeline_shows_where_the_game_is() {
        let (instance, answer) = seed_2();
        let (game, _) = Game::play(&instance, &answer);
        let least = least_size(&instance);
        for turn in 0..=game.turns() {
            let buffer = drawn(&Player::new(&game, turn), TRUE, 80, least.height);
            let row = least.height - CONTROL_ROWS;
            let is_here = |&column: &u16| buffer[(column, row)].modifier == Modifier::REVERSED;
            let here: Vec<u16> = (0..80).filter(is_here).collect();
            assert_eq!(here, [(turn * 79 / game.turns()) as u16]);
        }
    }

    #[test]
    fn numbers_take_the_place_of_the_shape() {
        let (instance, answer) = seed_0();
        let (game, _) = Game::play(&instance, &answer);
        let mut player = Player::new(&game, 26);
        player.press(Key::Character('n'), Instant::now());
        let shown = rows(&drawn(&player, Look::PLAIN, 80, 24));
        // From the head below, round by the tail: 1 1 1 1 1 2 2 3 3 2 2 2 3 2 3, and 1 for the tail.
        assert!(shown[7].contains(". . . . 2 3 v ."), "{shown:?}");
        assert!(shown[6].starts_with("|. . . 1 3 3-1 .|"), "{shown:?}");
    }

    #[test]
    fn a_terminal_that_is_too_small_is_told_so() {
        let (instance, answer) = seed_2();
        let (game, _) = Game::play(&instance, &answer);
        let player = Player::new(&game, 0);
        let Size { width, height } = least_size(&instance);
        assert_eq!(rows(&drawn(&player, TRUE, width - 1, height))[0], "The terminal is too small.");
        let short = rows(&drawn(&player, TRUE, width, height - 1));
        assert_eq!(short[1], format!("It has {width} x {}", height - 1));
        assert_eq!(short[2], format!("needs {width} x {height}"));
        assert!(rows(&drawn(&player, TRUE, width, height))[0].starts_with('┏'));
        // Sizes with room for next to nothing.
        for (columns, rows) in [(1, 1), (5, 2), (200, 1), (1, 200)] {
            drawn(&player, TRUE, columns, rows);
        }
    }

    #[test]
    fn wide_terminals_have_longer_rows_of_the_sequences() {
        let (instance, answer) = seed_2();
        let (game, _) = Game::play(&instance, &answer);
        let player = Player::new(&game, 0);
        let left = usize::from(board_columns(&instance) + GAP + LABEL_COLUMNS);
        for (columns, chunk) in [(80, 40), (90, 50), (200, 127)] {
            let shown = rows(&drawn(&player, Look::PLAIN, columns, 40));
            assert_eq!(shown[usize::from(FIGURE_ROWS)].len() - left, chunk, "{shown:?}");
        }
    }

    #[test]
    fn foods_and_parts_have_their_colours_unless_there_are_none() {
        let (instance, answer) = seed_2();
        let (game, _) = Game::play(&instance, &answer);
        let player = Player::new(&game, 100);
        let state = game.state(100);
        let colourful = drawn(&player, TRUE, 80, 24);
        for cell in state.grid().cells() {
            let colour = match state.board().body(cell) {
                Some(index) => Some(state.colours()[(state.snake().head_index() - index) as usize]),
                None => state.board().food(cell),
            };
            let expected = colour.map_or(Color::Reset, |colour| {
                let Rgb(red, green, blue) = paint(colour).fill;
                Color::Rgb(red, green, blue)
            });
            assert_eq!(colourful[place(cell)].bg, expected, "{cell:?}");
        }
        let plain = drawn(&player, Look { depth: Depth::None, ..TRUE }, 80, 24);
        let is_plain =
            |cell: &ratatui::buffer::Cell| (cell.fg, cell.bg) == (Color::Reset, Color::Reset);
        assert!(plain.content.iter().all(is_plain));
        assert_eq!(rows(&plain), rows(&colourful));
    }
}

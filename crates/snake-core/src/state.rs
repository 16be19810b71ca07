//! A position of the game, and the one function that changes it.

use crate::board::{Board, Content};
use crate::error::IllegalMove;
use crate::grid::{Cell, Direction, Grid};
use crate::instance::{Colour, Instance, MAX_WANTED, START_COLOUR};
use crate::snake::{START_LENGTH, Snake};

/// What a legal move did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// Every part moved up; nothing was eaten or bitten.
    Moved,
    /// Food of this colour was eaten: the snake is one longer, the new last colour is this one.
    Ate(Colour),
    /// The head met the part with this ordinal (its ordinal after the move): the snake is now
    /// `part + 1` long, and what was behind lies as food on its cells.
    Bit {
        /// Ordinal of the part that was met, at least 4.
        part: usize,
    },
}

/// A position of the game: snake, board, colours, and figures kept up to date with them.
///
/// One flat block (about 1.5 KiB) besides the reference to its instance, so that a copy is one
/// `memcpy` and never touches the heap.
///
/// Always reached by legal moves from the start, therefore:
/// * all parts have distinct cells, but head and tail may share one;
/// * no cell holds both food and a part;
/// * the colours on the board and in the snake together never change.
///
/// ```
/// use snake_core::{Direction, Event, IllegalMove, Instance, State};
/// # let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/official/0000.txt"));
/// let instance: Instance = text.parse()?;
/// let mut state = State::start(&instance);
/// assert_eq!(state.advance(Direction::Up), Err(IllegalMove::UTurn));
/// assert_eq!(state.advance(Direction::Right), Ok(Event::Moved));
/// assert_eq!(state.turns(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct State<'i> {
    instance: &'i Instance,
    grid: Grid,
    prefix: u16,
    turns: u32,
    doubled_food_distance: u32,
    snake: Snake,
    colours: [Colour; MAX_WANTED],
    board: Board,
}

impl<'i> State<'i> {
    /// The start: five parts of colour 1 on (4,0) to (0,0), all foods on the board.
    #[must_use]
    pub fn start(instance: &'i Instance) -> Self {
        let snake = Snake::start();
        let mut board = instance.foods().clone();
        for (ordinal, cell) in snake.cells().enumerate() {
            board.put_body(cell, snake.head_index() - ordinal as i32);
        }
        let mut colours = [0; MAX_WANTED];
        colours[..START_LENGTH].fill(START_COLOUR);
        let grid = instance.grid();
        let doubled_food_distance = grid
            .cells()
            .filter(|&cell| instance.food(cell).is_some())
            .map(|cell| grid.doubled_centre_distance(cell))
            .sum();
        Self {
            instance,
            grid,
            prefix: START_LENGTH as u16,
            turns: 0,
            doubled_food_distance,
            snake,
            colours,
            board,
        }
    }

    /// The instance being played.
    #[inline]
    #[must_use]
    pub const fn instance(&self) -> &'i Instance {
        self.instance
    }

    /// The grid it is played on.
    #[inline]
    #[must_use]
    pub const fn grid(&self) -> Grid {
        self.grid
    }

    /// The snake's cells.
    #[inline]
    #[must_use]
    pub const fn snake(&self) -> &Snake {
        &self.snake
    }

    /// What stands on each cell.
    #[inline]
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The snake's colours by ordinal, head first; as long as the snake.
    #[inline]
    #[must_use]
    pub fn colours(&self) -> &[Colour] {
        &self.colours[..self.snake.len()]
    }

    /// Number of moves made so far.
    #[inline]
    #[must_use]
    pub const fn turns(&self) -> usize {
        self.turns as usize
    }

    /// Matched prefix: the length of the longest common prefix of the snake's colours and d.
    #[inline]
    #[must_use]
    pub const fn prefix(&self) -> usize {
        self.prefix as usize
    }

    /// Whether all the snake's colours match: prefix equal to length.
    #[inline]
    #[must_use]
    pub const fn is_clean(&self) -> bool {
        self.prefix() == self.snake.len()
    }

    /// Whether the whole wanted sequence is matched.
    #[inline]
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.prefix() == self.instance.wanted().len()
    }

    /// The colour that would lengthen the matched prefix; `None` if it is complete.
    #[inline]
    #[must_use]
    pub fn target_colour(&self) -> Option<Colour> {
        self.instance.wanted().get(self.prefix()).copied()
    }

    /// Twice the sum over all foods on the board of the Manhattan distance to the board's centre
    /// (see [`Grid::doubled_centre_distance`]).
    #[inline]
    #[must_use]
    pub const fn doubled_food_distance(&self) -> u32 {
        self.doubled_food_distance
    }

    /// Makes one move.
    ///
    /// # Errors
    ///
    /// If the move leads out of the board or is a U-turn; the state is then unchanged.
    ///
    /// # Complexity
    ///
    /// `O(1)`, and `O(parts cut off)` for a bite.
    #[inline]
    pub fn advance(&mut self, direction: Direction) -> Result<Event, IllegalMove> {
        let head = self.snake.head();
        let destination = self.grid.neighbour(head, direction).ok_or(IllegalMove::OutOfBoard)?;
        if destination == self.snake.cell(1) {
            return Err(IllegalMove::UTurn);
        }
        self.turns += 1;
        if let Some(colour) = self.board.food(destination) {
            self.eat(destination, colour);
            return Ok(Event::Ate(colour));
        }
        // The tail leaves before the head is compared with the body: entering its cell is free.
        self.board.leave(self.snake.tail(), self.snake.tail_index());
        self.snake.pop_back();
        let index = self.snake.push_front(destination);
        let met = self.board.content(destination);
        self.board.put_body(destination, index);
        match met {
            // The cell that has just become the tail's may be shared: no bite.
            Content::Body(part) if part != self.snake.tail_index() => {
                let part = (index - part) as usize;
                self.cut_behind(part);
                Ok(Event::Bit { part })
            }
            _ => Ok(Event::Moved),
        }
    }

    fn eat(&mut self, destination: Cell, colour: Colour) {
        self.doubled_food_distance -= self.grid.doubled_centre_distance(destination);
        let index = self.snake.push_front(destination);
        self.board.take_food(destination);
        self.board.put_body(destination, index);
        let length = self.snake.len();
        self.colours[length - 1] = colour;
        let was_clean = self.prefix() == length - 1;
        if was_clean && self.instance.wanted().get(length - 1) == Some(&colour) {
            self.prefix += 1;
        }
    }

    /// Turns the parts behind ordinal `part` into food, tail first.
    fn cut_behind(&mut self, part: usize) {
        for ordinal in (part + 1..self.snake.len()).rev() {
            let cell = self.snake.tail();
            self.snake.pop_back();
            self.board.put_food(cell, self.colours[ordinal]);
            self.doubled_food_distance += self.grid.doubled_centre_distance(cell);
        }
        self.prefix = self.prefix.min(part as u16 + 1);
    }
}

/// Equal when instance, snake, colours and foods are; serial indices and turns do not count.
impl PartialEq for State<'_> {
    fn eq(&self, other: &Self) -> bool {
        // Nearly always the same instance: its address spares the comparison.
        (std::ptr::eq(self.instance, other.instance) || self.instance == other.instance)
            && self.snake == other.snake
            && self.colours() == other.colours()
            && self.grid.cells().all(|cell| self.board.food(cell) == other.board.food(cell))
    }
}

impl Eq for State<'_> {}

/// Draws the board: `o` the head, `*` the other parts, digits foods, `.` empty cells; then the
/// figures.
impl std::fmt::Debug for State<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "turn {}, length {}, prefix {}", self.turns, self.snake.len(), self.prefix)?;
        for row in 0..self.grid.side() {
            for column in 0..self.grid.side() {
                let cell = Cell::new(row, column);
                let drawn = match self.board.content(cell) {
                    Content::Empty => '.',
                    Content::Food(colour) => char::from(b'0' + colour),
                    Content::Body(_) if cell == self.snake.head() => 'o',
                    Content::Body(_) => '*',
                };
                write!(f, "{drawn}")?;
            }
            writeln!(f)?;
        }
        write!(f, "colours {:?}", self.colours())
    }
}

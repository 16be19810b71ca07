//! A position of the game in 448 bytes.

use snake_core::{
    CELL_COUNT, Cell, CellSet, Colour, Direction, Event, Instance, MAX_SIDE, START_COLOUR,
    START_LENGTH,
};

use super::candidate::Restoration;
use super::terrain::Terrain;
use super::way::Way;
use crate::history::Link;

/// Most colours behind the matched prefix that a state can hold.
///
/// Snakes with more wrong colours than this do not occur in good games; the proposals keep to it.
pub const MAX_WRONG: usize = 24;

/// Bits of a colour: the largest is 7.
const COLOUR_BITS: usize = 3;

/// A position of the game, as small as the search needs it.
///
/// * The foods are three bit-planes: bit `b` of the colour of each cell. The set of one colour is a
///   few word operations.
/// * The body is a set of cells, and a ring of the last 256 cells that the head has been on.
/// * The colours of the matched prefix are the wanted ones, so only those behind it are kept.
/// * Hash and penalty of the foods are carried along.
///
/// Cut into cache lines: 7 of 64 bytes. [`State`](snake_core::State) takes 24.
///
/// Moves are made by [`advance`](Self::advance), which follows the rules of
/// [`State::advance`](snake_core::State::advance) but does not check that a move is legal: the
/// proposals are.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct CompactState {
    colour_planes: [CellSet; COLOUR_BITS],
    body: CellSet,
    /// The head's cell at `head`, that of part `i` at `head - i`.
    ring: [Cell; CELL_COUNT],
    wrong: [Colour; MAX_WRONG],
    food_hash: u64,
    food_penalty: i32,
    turns: u32,
    link: Link,
    head: u8,
    length: u8,
    prefix: u8,
    /// Whether the tail's cell is some other part's as well.
    is_tail_shared: bool,
}

impl CompactState {
    /// The start of an instance.
    #[must_use]
    pub fn start(instance: &Instance, terrain: &Terrain) -> Self {
        let mut state = Self {
            colour_planes: [CellSet::EMPTY; COLOUR_BITS],
            body: CellSet::EMPTY,
            ring: [Cell::default(); CELL_COUNT],
            wrong: [0; MAX_WRONG],
            food_hash: 0,
            food_penalty: 0,
            turns: 0,
            link: Link::START,
            head: START_LENGTH as u8 - 1,
            length: START_LENGTH as u8,
            prefix: START_LENGTH as u8,
            is_tail_shared: false,
        };
        debug_assert!(instance.wanted().starts_with(&[START_COLOUR; START_LENGTH]));
        for row in 0..START_LENGTH {
            let cell = Cell::new(row, 0);
            state.ring[row] = cell;
            state.body.insert(cell);
        }
        for cell in instance.grid().cells() {
            if let Some(colour) = instance.food(cell) {
                state.put_food(terrain, cell, colour);
            }
        }
        state
    }

    /// Number of moves made.
    #[inline(always)]
    #[must_use]
    pub const fn turns(&self) -> usize {
        self.turns as usize
    }

    /// Number of parts.
    #[inline(always)]
    #[must_use]
    pub const fn len(&self) -> usize {
        self.length as usize
    }

    /// Never: a snake has at least five parts.
    #[inline(always)]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        false
    }

    /// Length of the matched prefix.
    #[inline(always)]
    #[must_use]
    pub const fn prefix(&self) -> usize {
        self.prefix as usize
    }

    /// Number of parts behind the matched prefix, at most [`MAX_WRONG`].
    #[inline(always)]
    #[must_use]
    pub const fn wrong_parts(&self) -> usize {
        (self.length - self.prefix) as usize
    }

    /// Whether all the snake's colours match.
    #[inline(always)]
    #[must_use]
    pub const fn is_clean(&self) -> bool {
        self.length == self.prefix
    }

    /// The head's cell.
    #[inline(always)]
    #[must_use]
    pub const fn head(&self) -> Cell {
        self.ring[self.head as usize]
    }

    /// The cell of a part, by ordinal below [`len`](Self::len).
    #[inline(always)]
    #[must_use]
    pub const fn cell(&self, ordinal: usize) -> Cell {
        self.ring[self.head.wrapping_sub(ordinal as u8) as usize]
    }

    /// The colour of a part, by ordinal below [`len`](Self::len).
    #[inline(always)]
    #[must_use]
    pub fn colour(&self, terrain: &Terrain, ordinal: usize) -> Colour {
        match ordinal.checked_sub(self.prefix()) {
            None => terrain.wanted(ordinal),
            Some(behind) => self.wrong[behind],
        }
    }

    /// The cells of the body.
    #[inline(always)]
    #[must_use]
    pub const fn body(&self) -> &CellSet {
        &self.body
    }

    /// The cell that the tail gives up with the next move, if the snake does not eat; nothing if
    /// another part is on it, too.
    #[inline(always)]
    #[must_use]
    pub fn tail_given_up(&self) -> CellSet {
        let mut cells = CellSet::EMPTY;
        if !self.is_tail_shared {
            cells.insert(self.cell(self.len() - 1));
        }
        cells
    }

    /// The cells with food.
    #[inline(always)]
    #[must_use]
    pub fn foods(&self) -> CellSet {
        let [a, b, c] = self.colour_planes;
        a | b | c
    }

    /// The cells with food of one colour, which is not 0.
    #[inline(always)]
    #[must_use]
    pub fn foods_of(&self, colour: Colour) -> CellSet {
        // All bits set where the bit of the colour is 0: then the plane is turned over.
        let plane = |bit: usize| {
            let flip = u64::from(colour >> bit & 1).wrapping_sub(1);
            CellSet::from_words(self.colour_planes[bit].words().map(|word| word ^ flip))
        };
        plane(0) & plane(1) & plane(2)
    }

    /// The foods that would lengthen the matched prefix of a clean snake; none for a complete one.
    #[inline(always)]
    #[must_use]
    pub fn targets(&self, terrain: &Terrain) -> CellSet {
        // Colour 0, wanted from M on, is that of the cells without food: those of no snake of
        // interest, since all foods are in it.
        self.foods_of(terrain.wanted(self.prefix())) & self.foods()
    }

    /// Colour of the food on a cell, 0 if there is none.
    #[inline(always)]
    #[must_use]
    pub const fn food(&self, cell: Cell) -> Colour {
        let [a, b, c] = &self.colour_planes;
        a.contains(cell) as u8 | (b.contains(cell) as u8) << 1 | (c.contains(cell) as u8) << 2
    }

    /// Exclusive or of the [`food_word`](Terrain::food_word) of each food.
    #[inline(always)]
    #[must_use]
    pub const fn food_hash(&self) -> u64 {
        self.food_hash
    }

    /// What counts when duplicates are looked for: the cells with food, and the head's. Coarse on
    /// purpose: the body is left out, and so are the colours.
    #[inline(always)]
    #[must_use]
    pub const fn key(&self, terrain: &Terrain) -> u64 {
        self.food_hash ^ terrain.head_word(self.head())
    }

    /// Sum over the foods of their [`food_penalty`](super::Valuation::food_penalty).
    #[inline(always)]
    #[must_use]
    pub const fn food_penalty(&self) -> i32 {
        self.food_penalty
    }

    /// The value without noise.
    #[inline(always)]
    #[must_use]
    pub fn value(&self, terrain: &Terrain) -> i32 {
        let valuation = terrain.valuation();
        let open = *terrain.cells() & !self.body;
        valuation.of(self.prefix(), self.food_penalty, self.wrong_parts())
            - valuation.lie(self.prefix(), self.foods(), open)
    }

    /// The value in a run that has stalled, without noise.
    #[must_use]
    pub fn stalled_value(&self, terrain: &Terrain) -> i32 {
        self.value(terrain) - terrain.valuation().barrier(self.barrier(terrain))
    }

    /// Where the state's moves end in the history.
    #[inline(always)]
    #[must_use]
    pub(crate) const fn link(&self) -> Link {
        self.link
    }

    /// The same, to change it.
    #[inline(always)]
    pub(crate) const fn link_mut(&mut self) -> &mut Link {
        &mut self.link
    }

    /// Number of the snake's colours that are not the wanted ones.
    #[must_use]
    pub fn mismatches(&self, terrain: &Terrain) -> usize {
        let is_mismatch =
            |&ordinal: &usize| self.colour(terrain, ordinal) != terrain.wanted(ordinal);
        (self.prefix()..self.len()).filter(is_mismatch).count()
    }

    /// Makes a move, which must be legal; where it is not, the state that results is meaningless.
    ///
    /// If it eats a colour that does not lengthen the matched prefix, fewer than [`MAX_WRONG`] parts
    /// may be behind the prefix.
    ///
    /// # Panics
    ///
    /// If there is no room for the wrong colour. In debug builds, if the destination is the neck.
    #[inline(always)]
    pub fn advance(&mut self, terrain: &Terrain, direction: Direction) -> Event {
        let destination = neighbour(self.head(), direction);
        debug_assert!(terrain.cells().contains(destination) && destination != self.cell(1));
        self.turns += 1;
        match self.food(destination) {
            0 => self.walk(terrain, destination),
            colour => {
                self.eat(terrain, destination, colour);
                Event::Ate(colour)
            }
        }
    }

    /// Makes the moves of a candidate on a copy of its `parent`; `made` is told each.
    #[inline(always)]
    pub(super) fn follow(
        &mut self,
        terrain: &Terrain,
        parent: &Self,
        (way, restoration): (Way, Restoration),
        mut made: impl FnMut(Direction),
    ) {
        for direction in way.iter() {
            self.advance(terrain, direction);
            made(direction);
        }
        for ordinal in restoration.ordinals() {
            let direction = direction_to(self.head(), parent.cell(ordinal));
            self.advance(terrain, direction);
            made(direction);
        }
    }

    #[inline(always)]
    fn eat(&mut self, terrain: &Terrain, destination: Cell, colour: Colour) {
        for plane in &mut self.colour_planes {
            plane.remove(destination);
        }
        self.food_hash ^= terrain.food_word(destination);
        self.food_penalty -= terrain.valuation().food_penalty(destination);
        self.push_head(destination);
        self.body.insert(destination);
        if self.is_clean() && terrain.wanted(self.len()) == colour {
            self.prefix += 1;
        } else {
            self.wrong[self.wrong_parts()] = colour;
        }
        self.length += 1;
    }

    #[inline(always)]
    fn walk(&mut self, terrain: &Terrain, destination: Cell) -> Event {
        // The tail leaves before the head is compared with the body.
        if self.is_tail_shared {
            self.is_tail_shared = false;
        } else {
            self.body.remove(self.cell(self.len() - 1));
        }
        let next_tail = self.cell(self.len() - 2);
        self.push_head(destination);
        if !self.body.contains(destination) {
            self.body.insert(destination);
            return Event::Moved;
        }
        self.is_tail_shared = true;
        // The cell that has just become the tail's may be entered: no bite.
        if destination == next_tail {
            return Event::Moved;
        }
        let part =
            (1..).find(|&ordinal| self.cell(ordinal) == destination).expect("it is a body's");
        self.cut_behind(terrain, part);
        Event::Bit { part }
    }

    #[inline(always)]
    fn push_head(&mut self, destination: Cell) {
        self.head = self.head.wrapping_add(1);
        self.ring[self.head as usize] = destination;
    }

    /// Turns the parts behind ordinal `part` into food.
    #[inline(always)]
    fn cut_behind(&mut self, terrain: &Terrain, part: usize) {
        for ordinal in part + 1..self.len() {
            let cell = self.cell(ordinal);
            self.body.remove(cell);
            self.put_food(terrain, cell, self.colour(terrain, ordinal));
        }
        self.length = part as u8 + 1;
        self.prefix = self.prefix.min(self.length);
    }

    #[inline(always)]
    fn put_food(&mut self, terrain: &Terrain, cell: Cell, colour: Colour) {
        for (bit, plane) in self.colour_planes.iter_mut().enumerate() {
            if colour >> bit & 1 != 0 {
                plane.insert(cell);
            }
        }
        self.food_hash ^= terrain.food_word(cell);
        self.food_penalty += terrain.valuation().food_penalty(cell);
    }
}

/// The next cell in a direction that does not lead out of the board.
#[inline(always)]
pub(crate) const fn neighbour(cell: Cell, direction: Direction) -> Cell {
    /// What to add to an index for each of [`Direction::ALL`], modulo 256.
    const STEPS: [u8; 4] =
        [(MAX_SIDE as u8).wrapping_neg(), MAX_SIDE as u8, 1_u8.wrapping_neg(), 1];
    Cell::from_index((cell.index() as u8).wrapping_add(STEPS[direction as usize]))
}

/// The direction from a cell to an adjacent one.
#[inline(always)]
const fn direction_to(from: Cell, to: Cell) -> Direction {
    // 1 to the right, -1 to the left, 16 down, -16 up: the lowest bit tells whether the step is to
    // the side, the highest whether it is backward.
    let difference = (to.index() as u8).wrapping_sub(from.index() as u8);
    debug_assert!(matches!(difference, 1 | 16 | 240 | 255), "the cells must be adjacent");
    let (sideways, backward) = (difference & 1, difference >> 7);
    Direction::ALL[(sideways << 1 | backward ^ 1) as usize]
}

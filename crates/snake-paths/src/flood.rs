//! Breadth-first floods, all cells of a turn at once.
//!
//! A turn's frontier is a 256-bit board; the next one is its neighbours that are open. Two things
//! make it the flood of a snake rather than of a point:
//!
//! * the tail leaves its cells turn by turn, so body cells open as the flood goes on;
//! * the frontier of every turn is kept, so that a path can be walked back from any cell reached.

use snake_core::{CELL_COUNT, Cell, CellSet, Direction, SerialIndex, State};

use crate::directions::DirectionOrder;
use crate::path::Path;

/// The cells first entered at each turn; turn 0 holds the start.
#[derive(Clone, Debug)]
pub(crate) struct Frontiers {
    turns: [CellSet; CELL_COUNT],
}

impl Frontiers {
    pub(crate) const fn new() -> Self {
        Self { turns: [CellSet::EMPTY; CELL_COUNT] }
    }

    /// The cells of a turn.
    #[inline]
    pub(crate) const fn at(&self, turn: usize) -> &CellSet {
        &self.turns[turn % CELL_COUNT]
    }

    /// Keeps the cells of a turn. A flood enters each cell once, so it has fewer turns than cells.
    #[inline]
    pub(crate) const fn keep(&mut self, turn: usize, cells: CellSet) {
        debug_assert!(turn < CELL_COUNT);
        self.turns[turn % CELL_COUNT] = cells;
    }

    /// Writes the moves that lead from the start to `end`, entered at turn `distance`, to the
    /// first `distance` steps of the path.
    ///
    /// Walked back from the end; where several cells of a frontier precede, `order` decides.
    #[inline]
    pub(crate) fn walk_back(
        &self,
        end: Cell,
        distance: usize,
        order: DirectionOrder,
        path: &mut Path,
    ) {
        let mut at = end;
        for turn in (0..distance).rev() {
            let frontier = self.at(turn);
            let index = at.index() as u8;
            // Bit d: the cell from which direction d leads here is in the frontier. A step to the
            // side cannot wrap around the edge unnoticed: the cell it would come to is one of the
            // wrong parity. A step up or down can, on a grid of 16 rows.
            let from = |offset: u8| frontier.contains(Cell::from_index(index.wrapping_sub(offset)));
            let stride = CELL_COUNT.isqrt() as u8;
            let up = u32::from(from(0u8.wrapping_sub(stride)) & (index < 255 - stride + 1));
            let down = u32::from(from(stride) & (index >= stride));
            let left = u32::from(from(0u8.wrapping_sub(1)));
            let right = u32::from(from(1));
            let direction = order.first_of(up | down << 1 | left << 2 | right << 3);
            path.set(turn, direction);
            at = step_back(at, direction);
        }
    }
}

/// The cell from which `direction` leads to `cell`; it must exist.
#[inline]
fn step_back(cell: Cell, direction: Direction) -> Cell {
    const STRIDE: u8 = snake_core::MAX_SIDE as u8;
    const BACK: [u8; 4] = [STRIDE, 0u8.wrapping_sub(STRIDE), 1, 0u8.wrapping_sub(1)];
    Cell::from_index((cell.index() as u8).wrapping_add(BACK[direction as usize]))
}

/// The body cells in the order in which the tail gives them up.
///
/// A head that arrives after `t` moves without eating may enter the cell of the part with serial
/// index `i` when `t >= i - tail index` (`rules.md`, "Consequences").
#[derive(Clone, Copy)]
pub(crate) struct Leaving {
    /// Serial index of the part whose cell opens next.
    next: SerialIndex,
    /// The head's.
    head: SerialIndex,
}

impl Leaving {
    /// Before the first move. Arrivals of turn 1 open two cells, the tail's and the one before it;
    /// the first of them is returned.
    ///
    /// None if a part nearer to the head shares the tail's cell: that part's index counts.
    #[inline]
    pub(crate) fn start(state: &State<'_>) -> (Self, Option<Cell>) {
        let snake = state.snake();
        let (tail, cell) = (snake.tail_index(), snake.tail());
        let unshared = state.board().body(cell) == Some(tail);
        (Self { next: tail + 1, head: snake.head_index() }, unshared.then_some(cell))
    }

    /// The cell that opens for arrivals of the next turn; none once all have opened.
    #[inline]
    pub(crate) fn next(&mut self, state: &State<'_>) -> Option<Cell> {
        if self.next > self.head {
            return None;
        }
        let cell = state.snake().cell((self.head - self.next) as usize);
        self.next += 1;
        Some(cell)
    }
}

//! Search 3: paths through foods of other colours.

use arrayvec::ArrayVec;
use rand_core::Rng;
use snake_core::{CELL_COUNT, CELL_SET_WORDS, Cell, CellSet, Direction, SerialIndex, State};

use crate::directions::{DirectionOrder, around, step_from};
use crate::path::Path;
use crate::scratch::Scratch;
use crate::target::Target;

/// Most targets search 3 returns (`method.md`, "Expanding a state").
pub const MAX_PATHS_THROUGH: usize = 3;

/// How a cell was entered.
#[derive(Clone, Copy, Debug)]
struct Visit {
    cell: Cell,
    direction: Direction,
    /// Place in the queue of the visit before; a queue has at most 256 places.
    parent: u8,
    /// Foods eaten up to and including this cell.
    eaten: u8,
}

/// What a place of the queue holds before it is used.
const NOWHERE: Visit =
    Visit { cell: Cell::from_index(0), direction: Direction::Up, parent: 0, eaten: 0 };

/// Search 3's queue: each cell is entered at most once, so it never wraps.
#[derive(Clone, Debug)]
pub(crate) struct Visits {
    queue: [Visit; CELL_COUNT],
}

impl Visits {
    pub(crate) const fn new() -> Self {
        Self { queue: [NOWHERE; CELL_COUNT] }
    }
}

/// A target that search 3 reached: the visit before it and the last move.
#[derive(Clone, Copy, Debug)]
struct Arrival {
    parent: u8,
    direction: Direction,
}

/// What search 3 found: the nearest targets in order of distance, and a path to each.
#[derive(Clone, Debug)]
pub struct PathsThrough<'s> {
    targets: ArrayVec<Target, MAX_PATHS_THROUGH>,
    arrivals: ArrayVec<Arrival, MAX_PATHS_THROUGH>,
    visits: &'s Visits,
}

impl PathsThrough<'_> {
    /// The targets, nearest first; at most [`MAX_PATHS_THROUGH`].
    #[inline]
    #[must_use]
    pub fn targets(&self) -> &[Target] {
        &self.targets
    }

    /// Whether no target can be reached.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// The path to `targets()[which]`: as many moves as its distance; the last one eats the target,
    /// others may eat foods of other colours, none bites.
    ///
    /// # Panics
    ///
    /// If `which >= targets().len()`.
    ///
    /// # Complexity
    ///
    /// `O(distance)`.
    #[must_use]
    pub fn path(&self, which: usize) -> Path {
        let distance = usize::from(self.targets[which].distance);
        let Arrival { mut parent, direction } = self.arrivals[which];
        let mut path = Path::unset(distance);
        path.set(distance - 1, direction);
        for step in (0..distance - 1).rev() {
            let visit = &self.visits.queue[usize::from(parent)];
            path.set(step, visit.direction);
            parent = visit.parent;
        }
        path
    }
}

/// Search 3: shortest paths to the nearest targets on which foods of other colours may be eaten.
///
/// Breadth-first from the head, each cell entered at most once, without bites. Each food eaten on a
/// path delays the tail by one: after `t` moves with `e` foods eaten, the cell of the part with
/// serial index `i` is free when `t - e >= i - tail index`. A body cell met too early stays
/// unvisited and may be met again later. A target ends a path and is never crossed.
///
/// Which of several paths of equal length enters a cell first (and with it, how many foods it has
/// eaten) is decided by the drawn order of directions, as is the choice among equally near targets:
/// cells are expanded in the order they were entered. One RNG draw.
///
/// Works for clean and dirty states. Empty if no target is reached, or if the wanted sequence is
/// complete.
///
/// # Complexity
///
/// `O(cells)`.
pub fn find_paths_through<'s, R: Rng + ?Sized>(
    state: &State<'_>,
    scratch: &'s mut Scratch,
    rng: &mut R,
) -> PathsThrough<'s> {
    let order = DirectionOrder::draw(rng);
    let mut targets = ArrayVec::new();
    let mut arrivals = ArrayVec::new();
    if let Some(colour) = state.target_colour() {
        search(
            state,
            state.board().foods_of(colour),
            order,
            &mut scratch.visits,
            |target, arrival| {
                targets.push(target);
                arrivals.push(arrival);
                targets.is_full()
            },
        );
    }
    PathsThrough { targets, arrivals, visits: &scratch.visits }
}

/// Calls `found` for each target in order of distance, until it returns true.
fn search(
    state: &State<'_>,
    targets: CellSet,
    order: DirectionOrder,
    visits: &mut Visits,
    mut found: impl FnMut(Target, Arrival) -> bool,
) {
    let (board, snake) = (state.board(), state.snake());
    let queue = &mut visits.queue;
    queue[0] = Visit { cell: snake.head(), eaten: 0, ..NOWHERE };
    // By colour of the chessboard: a cell's neighbours all have the other one.
    let mut unvisited = chessboard(state.grid().cell_set());
    unvisited[colour(snake.head())].remove(snake.head());
    let (mut next, mut end, mut turn) = (0, 1, 0);
    while next < end {
        turn += 1;
        let frontier = next..end;
        next = end;
        for parent in frontier {
            let Visit { cell: from, eaten, .. } = queue[parent % CELL_COUNT];
            let unvisited = &mut unvisited[1 - colour(from)];
            let mut directions = around(unvisited, from);
            // The first part that has not left its cell by now.
            let staying = snake.tail_index() + turn - SerialIndex::from(eaten) + 1;
            while !directions.is_empty() {
                let direction = order.first_of(directions);
                directions.remove(direction);
                let cell = step_from(from, direction);
                let square = board.square(cell);
                if -square >= staying {
                    continue;
                }
                unvisited.remove(cell);
                let parent = parent as u8;
                if targets.contains(cell) {
                    let target = Target { cell, distance: turn as u16 };
                    if found(target, Arrival { parent, direction }) {
                        return;
                    }
                    continue;
                }
                let eaten = eaten + u8::from(square > 0);
                queue[end % CELL_COUNT] = Visit { cell, direction, parent, eaten };
                end += 1;
            }
        }
    }
}

/// The cells of even and those of odd colour.
fn chessboard(cells: CellSet) -> [CellSet; 2] {
    /// Cells of a row and the next one, four rows to a word.
    const EVEN: u64 = 0xAAAA_5555_AAAA_5555;
    let even = CellSet::from_words([EVEN; CELL_SET_WORDS]);
    [cells & even, cells & !even]
}

/// 0 where row and column have an even sum, else 1.
#[inline]
const fn colour(cell: Cell) -> usize {
    (cell.row() + cell.column()) % 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chessboard_has_two_colours() {
        let grid = snake_core::Grid::new(snake_core::MAX_SIDE);
        let [even, odd] = chessboard(grid.cell_set());
        assert!(grid.cells().all(|cell| [even, odd][colour(cell)].contains(cell)));
        assert_eq!((even & odd, even | odd), (CellSet::EMPTY, grid.cell_set()));
    }
}

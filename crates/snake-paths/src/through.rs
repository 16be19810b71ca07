//! Search 3: paths through foods of other colours.

use arrayvec::ArrayVec;
use rand_core::Rng;
use snake_core::{CELL_COUNT, Cell, CellSet, Content, Direction, SerialIndex, State};

use crate::directions::DirectionOrder;
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

/// Search 3's queue: each cell is entered at most once, so it never wraps.
#[derive(Clone, Debug)]
pub(crate) struct Visits {
    queue: [Visit; CELL_COUNT],
}

impl Visits {
    pub(crate) const fn new() -> Self {
        let nowhere =
            Visit { cell: Cell::from_index(0), direction: Direction::Up, parent: 0, eaten: 0 };
        Self { queue: [nowhere; CELL_COUNT] }
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
/// path delays the tail by one: after `t` moves with `e` foods eaten, the cell of the part with serial
/// index `i` is free when `t - e >= i - tail index`. A body cell met too early stays unvisited and may
/// be met again later. A target ends a path and is never crossed.
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
        let ends = state.board().foods_of(colour) & state.grid().cell_set();
        search(state, ends, order, &mut scratch.visits, |target, arrival| {
            targets.push(target);
            arrivals.push(arrival);
            targets.is_full()
        });
    }
    PathsThrough { targets, arrivals, visits: &scratch.visits }
}

/// Calls `found` for each end in order of distance, until it returns true.
fn search(
    state: &State<'_>,
    ends: CellSet,
    order: DirectionOrder,
    visits: &mut Visits,
    mut found: impl FnMut(Target, Arrival) -> bool,
) {
    let (grid, board, snake) = (state.grid(), state.board(), state.snake());
    let tail_index = snake.tail_index();
    let queue = &mut visits.queue;
    queue[0].cell = snake.head();
    queue[0].eaten = 0;
    let mut visited = CellSet::EMPTY;
    visited.insert(snake.head());
    let (mut next, mut end, mut turn) = (0, 1, 0);
    while next < end {
        turn += 1;
        let frontier = next..end;
        next = end;
        for parent in frontier {
            let Visit { cell: from, eaten, .. } = queue[parent];
            for direction in order.directions() {
                let Some(cell) = grid.neighbour(from, direction) else { continue };
                if visited.contains(cell) {
                    continue;
                }
                let parent = parent as u8;
                if ends.contains(cell) {
                    visited.insert(cell);
                    let target = Target { cell, distance: turn as u16 };
                    if found(target, Arrival { parent, direction }) {
                        return;
                    }
                    continue;
                }
                let eaten = match board.content(cell) {
                    Content::Empty => eaten,
                    Content::Food(_) => eaten + 1,
                    Content::Body(index) => {
                        if turn - SerialIndex::from(eaten) < index - tail_index {
                            continue;
                        }
                        eaten
                    }
                };
                visited.insert(cell);
                queue[end] = Visit { cell, direction, parent, eaten };
                end += 1;
            }
        }
    }
}

//! The searches once more, by plain simulation.
//!
//! Where a search moves the snake, so does its reference: every cell reached carries a whole
//! [`State`], and whether a cell may be entered is what [`State::advance`] says. The rule is the
//! same: each cell is entered at most once, from the current frontier only, without waiting.

use std::collections::{BTreeMap, BTreeSet};

use snake_core::{Cell, Direction, Event, State};
use snake_paths::{BitePlan, DirectionOrder};

/// A bite as the reference lists it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bite {
    /// Moves to the bite.
    pub way: usize,
    /// Ordinal bitten.
    pub part: usize,
    /// The validation's target.
    pub target: Cell,
    /// All moves.
    pub total: usize,
}

impl From<&BitePlan> for Bite {
    fn from(plan: &BitePlan) -> Self {
        Self {
            way: plan.way.into(),
            part: plan.part.into(),
            target: plan.target,
            total: plan.total.into(),
        }
    }
}

/// What search 1's flood meets: for each turn the cells entered, with the state on arrival.
pub struct Flood<'i> {
    /// Cells first entered at each turn.
    pub turns: Vec<BTreeMap<Cell, State<'i>>>,
    /// Targets and the turn they are reached at.
    pub targets: BTreeMap<Cell, usize>,
    /// Turn and part of each bite that could be made from the flood, with repeats.
    pub bites: BTreeSet<(usize, usize)>,
}

/// Floods the cells without food from the head, to the end.
pub fn flood<'i>(state: &State<'i>) -> Flood<'i> {
    let head = state.snake().head();
    let mut found = Flood {
        turns: vec![BTreeMap::from([(head, state.clone())])],
        targets: BTreeMap::new(),
        bites: BTreeSet::new(),
    };
    let mut visited = BTreeSet::from([head]);
    while let Some(frontier) = found.turns.last()
        && !frontier.is_empty()
    {
        let turn = found.turns.len();
        let mut entered = BTreeMap::new();
        for from in frontier.values() {
            for direction in Direction::ALL {
                let mut next = from.clone();
                let Ok(event) = next.advance(direction) else { continue };
                // After a bite too, the head stands on the cell that was met.
                let cell = next.snake().head();
                match event {
                    Event::Bit { part } if cell == head || !visited.contains(&cell) => {
                        found.bites.insert((turn, part));
                    }
                    Event::Moved if !visited.contains(&cell) => {
                        entered.insert(cell, next);
                    }
                    Event::Ate(colour) if state.target_colour() == Some(colour) => {
                        found.targets.entry(cell).or_insert(turn);
                    }
                    _ => {}
                }
            }
        }
        visited.extend(entered.keys());
        found.turns.push(entered);
    }
    found
}

/// The distances of all targets that search 1 can reach, ascending.
pub fn clean_distances(state: &State<'_>) -> Vec<usize> {
    let mut distances: Vec<_> = flood(state).targets.into_values().collect();
    distances.sort_unstable();
    distances
}

/// The moves to a cell entered or met at a turn, walked back through the flood's cells by the
/// order.
pub fn walk_back(
    state: &State<'_>,
    flood: &Flood<'_>,
    end: Cell,
    turn: usize,
    order: DirectionOrder,
) -> Vec<Direction> {
    let (mut at, mut moves) = (end, Vec::new());
    for frontier in flood.turns[..turn].iter().rev() {
        let (direction, from) = order
            .directions()
            .into_iter()
            .filter_map(|direction| {
                Some((direction, state.grid().neighbour(at, direction.opposite())?))
            })
            .find(|(_, from)| frontier.contains_key(from))
            .expect("some cell of the frontier before leads here");
        moves.push(direction);
        at = from;
    }
    assert_eq!(at, state.snake().head());
    moves.reverse();
    moves
}

/// All bites worth taking, the best first, one for each target. Each is made, restored, and followed
/// by search 1.
pub fn bites(state: &State<'_>, order: DirectionOrder) -> Vec<Bite> {
    const MAX_WAY: usize = 15;
    const MIN_PART: usize = 4;
    if state.target_colour().is_none() {
        return Vec::new();
    }
    let (prefix, length) = (state.prefix(), state.snake().len());
    let body: Vec<Cell> = state.snake().cells().collect();
    let ways = flood(state);
    // For each number of moves the part furthest back.
    let mut furthest = BTreeMap::new();
    for &(way, part) in ways.bites.range(..=(MAX_WAY, usize::MAX)) {
        assert!(part % 2 == 0 && (MIN_PART..=length - 2).contains(&part) && part >= way);
        if part < prefix {
            furthest.insert(way, part);
        }
    }
    let mut all = Vec::new();
    for (way, part) in furthest {
        let mut after = state.clone();
        for direction in walk_back(state, &ways, body[part - way], way, order) {
            after.advance(direction).expect("the flood's ways are legal");
        }
        for cells in body[part - way..prefix - way].windows(2) {
            let direction = state.grid().direction_between(cells[0], cells[1]);
            after.advance(direction.expect("parts in a row are adjacent")).expect("it is legal");
        }
        let before = way + prefix - 1 - part;
        // The least distance, then the first cell in row-major order.
        let targets = flood(&after).targets;
        if let Some((&target, &distance)) = targets.iter().min_by_key(|&(cell, d)| (*d, *cell)) {
            all.push((before, Bite { way, part, target, total: before + distance }));
        }
    }
    // Of bites equal in all, the one with less restoration and way, then the shorter way.
    all.sort_by_key(|&(before, bite)| (bite.total, before, bite.way));
    let mut taken = BTreeSet::new();
    all.into_iter().map(|(_, bite)| bite).filter(|bite| taken.insert(bite.target)).collect()
}

/// Search 3 with a whole state for each cell of its queue: targets in the order found, and the
/// moves to each.
pub fn paths_through(state: &State<'_>, order: DirectionOrder) -> Vec<(Cell, Vec<Direction>)> {
    let Some(wanted) = state.target_colour() else { return Vec::new() };
    let mut visited = BTreeSet::from([state.snake().head()]);
    let mut queue = std::collections::VecDeque::from([(state.clone(), Vec::new())]);
    let mut found = Vec::new();
    while let Some((from, moves)) = queue.pop_front() {
        for direction in order.directions() {
            let mut next = from.clone();
            let Ok(event) = next.advance(direction) else { continue };
            let cell = next.snake().head();
            if matches!(event, Event::Bit { .. }) || !visited.insert(cell) {
                continue;
            }
            let mut moves: Vec<Direction> = moves.clone();
            moves.push(direction);
            if event == Event::Ate(wanted) {
                found.push((cell, moves));
            } else {
                queue.push_back((next, moves));
            }
        }
    }
    found
}

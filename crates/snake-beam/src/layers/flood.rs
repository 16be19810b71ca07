//! All ways from a head through free cells, and over a few wrong foods.

use arrayvec::ArrayVec;
use snake_core::{CELL_SET_WORDS, Cell, CellSet, Direction, MAX_SIDE};

use super::lanes::Lanes;
use super::random::{SearchRng, below};
use super::state::{CompactState, neighbour};
use super::terrain::Terrain;
use super::way::{MAX_WAY, Way};

/// Most wrong foods that a way may eat.
pub const MAX_WRONG_ON_WAY: usize = 2;

/// Levels of a flood: one for each number of wrong foods eaten, from none on.
const LEVELS: usize = MAX_WRONG_ON_WAY + 1;

/// Turns of a flood, turn 0 being that of the start.
const TURNS: usize = MAX_WAY + 1;

/// Most targets that a flood lists.
pub const MAX_TARGETS: usize = 8;

/// How far a flood goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FloodLimits {
    /// Last turn, at most [`MAX_WAY`].
    pub turns: usize,
    /// Last turn for the levels above 0; and for level 0, too, unless the state is clean and no
    /// target has been found by then.
    pub near_turns: usize,
    /// Most wrong foods on a way, at most [`MAX_WRONG_ON_WAY`].
    pub wrong_foods: usize,
    /// Most targets listed if the state is clean, at most [`MAX_TARGETS`].
    pub targets: usize,
}

/// A target within reach, without eating on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReachedTarget {
    /// Its cell.
    pub cell: Cell,
    /// Number of moves to it.
    pub turn: usize,
}

/// A way that a flood has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Traced {
    /// Its moves.
    pub way: Way,
    /// The cells that they lead to.
    pub cells: CellSet,
}

/// A breadth-first flood from the head of a state, in levels.
///
/// Level `e` holds the cells that are reached with `e` wrong foods eaten. For each level and turn the
/// flood keeps two sets:
///
/// * the cells *entered*: those that a way of so many moves and so many wrong foods leads to, and
///   that were not entered before (on this level or on a lower one, at this turn or an earlier one);
/// * the cells *bitten*: body cells next to such a way that are not free yet at this turn, so that
///   moving there is a bite; each only at the first turn at which the level meets it.
///
/// A body cell becomes free as the tail leaves it: the cell of part `i` of a snake of `k` parts may
/// be entered at turn `t` when `t - e >= k - 1 - i`, since each food eaten holds the tail for one
/// move (`rules.md`, "Consequences"). So a level's free cells are those of level 0 some turns ago.
///
/// ```text
///    level 0, turn    . 3 2 3        level 1, turn    . . . .      o  wrong food
///                     4 # 1 2                         . # . .      #  body
///                     . # 0 1                         . # . .      0  the head
///                     . # # o                         . # # 2
///                     . . . .                         . . 4 3
/// ```
///
/// Targets end a way and are never crossed. (On level 0 no food is entered at all; a clean snake's
/// first food on a way of level 1 is no target.)
///
/// The ways along entered cells are shortest for their level, legal, and never meet themselves:
/// every cell on them was entered at another turn.
#[derive(Clone, Debug)]
pub struct Flood {
    entered: [[Bordered; TURNS]; LEVELS],
    bitten: [[CellSet; TURNS]; LEVELS],
    bitten_at_any_turn: [CellSet; LEVELS],
    /// What the tail leaves in so many moves without food.
    left_by_tail: [CellSet; TURNS + 1],
    targets: ArrayVec<ReachedTarget, MAX_TARGETS>,
    /// Last turn of level 0, and of the levels above.
    last_turns: [usize; 2],
    levels: usize,
}

impl Default for Flood {
    fn default() -> Self {
        Self {
            entered: [[Bordered::new(&CellSet::EMPTY); TURNS]; LEVELS],
            bitten: [[CellSet::EMPTY; TURNS]; LEVELS],
            bitten_at_any_turn: [CellSet::EMPTY; LEVELS],
            left_by_tail: [CellSet::EMPTY; TURNS + 1],
            targets: ArrayVec::new_const(),
            last_turns: [0; 2],
            levels: 1,
        }
    }
}

impl Flood {
    /// Floods from the head of a state. What was kept of an earlier flood is lost.
    ///
    /// # Complexity
    ///
    /// Some 30 instructions on words for each turn and level.
    ///
    /// # Panics
    ///
    /// If a limit is above its bound.
    pub fn run(&mut self, state: &CompactState, terrain: &Terrain, limits: FloodLimits) {
        self.run_in::<CellSet>(state, terrain, limits);
    }

    /// The same, with the sets held in registers of some kind.
    #[inline(always)]
    pub(super) fn run_in<S: Lanes>(
        &mut self,
        state: &CompactState,
        terrain: &Terrain,
        limits: FloodLimits,
    ) {
        assert!(limits.turns <= MAX_WAY && limits.targets <= MAX_TARGETS);
        self.begin(state.head(), limits.wrong_foods);
        // With the number of levels known to the compiler, all of a level stays in registers.
        match limits.wrong_foods {
            0 => self.run_levels::<S, 1>(state, terrain, limits),
            1 => self.run_levels::<S, 2>(state, terrain, limits),
            2 => self.run_levels::<S, 3>(state, terrain, limits),
            _ => panic!("at most {MAX_WRONG_ON_WAY} wrong foods can be on a way"),
        }
    }

    #[inline(always)]
    fn run_levels<S: Lanes, const LEVELS: usize>(
        &mut self,
        state: &CompactState,
        terrain: &Terrain,
        limits: FloodLimits,
    ) {
        let (foods, length, is_clean) = (state.foods(), state.len(), state.is_clean());
        let (body, targets) = (S::load(state.body()), S::load(&state.targets(terrain)));
        let empty = S::load(&(*terrain.cells() & !(*state.body() | foods)));
        let foods = S::load(&foods);
        let first_foods = if is_clean { foods.without(targets) } else { foods };
        let most_targets = if is_clean { limits.targets } else { 0 };

        // free[e]: the body cells that may be entered at this turn with e foods eaten: those that
        // could be entered e turns ago without.
        let mut free = [S::load(&state.tail_given_up()); LEVELS];
        self.left_by_tail[1] = free[0].store();
        let (mut frontiers, mut seen) = ([S::empty(); LEVELS], [S::empty(); LEVELS]);
        let mut bitten_before = [S::empty(); LEVELS];
        frontiers[0] = S::single(state.head());
        seen[0] = frontiers[0];
        let mut wanted = targets;

        for turn in 1..=limits.turns {
            free.copy_within(..LEVELS - 1, 1);
            if turn < length {
                free[0] = free[0].or(S::single(state.cell(length - 1 - turn)));
            }
            self.left_by_tail[turn + 1] = free[0].store();
            let is_near = turn <= limits.near_turns;
            let mut entered_any = S::empty();
            // Cells entered so far on this level or a lower one; cells next to the level below.
            let (mut closed, mut met_below) = (S::empty(), S::empty());
            for level in 0..LEVELS {
                if level > 0 && (!is_near || turn < level) {
                    break;
                }
                let met = frontiers[level].neighbours();
                let free = free[level];
                closed = closed.or(seen[level]);
                let mut enterable = met.and(empty.or(free));
                if level == 0 {
                    let reached = met.and(wanted);
                    if !reached.is_empty() {
                        self.list_targets(reached.store(), turn, most_targets);
                        wanted = wanted.without(met);
                    }
                } else {
                    let eatable = if level == 1 { first_foods } else { foods };
                    enterable = enterable.or(met_below.and(eatable));
                }
                let entered = enterable.without(closed);
                frontiers[level] = entered;
                self.entered[level][turn].set(&entered.store());
                seen[level] = seen[level].or(entered);
                closed = closed.or(entered);
                entered_any = entered_any.or(entered);

                let bitten = met.and(body).without(free.or(bitten_before[level]));
                self.bitten[level][turn] = bitten.store();
                bitten_before[level] = bitten_before[level].or(bitten);
                met_below = met;
            }
            self.last_turns[0] = turn;
            if is_near {
                self.last_turns[1] = turn;
            }
            let is_last = turn >= limits.near_turns && !(is_clean && self.targets.is_empty());
            if entered_any.is_empty() || is_last {
                break;
            }
        }
        for (level, bitten) in bitten_before.into_iter().enumerate() {
            self.bitten_at_any_turn[level] = bitten.store();
        }
    }

    #[inline(always)]
    fn begin(&mut self, head: Cell, wrong_foods: usize) {
        self.levels = wrong_foods + 1;
        self.last_turns = [0; 2];
        self.targets.clear();
        self.entered[0][0] = Bordered::new(&CellSet::from_iter([head]));
    }

    #[inline(always)]
    fn list_targets(&mut self, cells: CellSet, turn: usize, most: usize) {
        let room = most - self.targets.len();
        self.targets.extend(cells.iter().take(room).map(|cell| ReachedTarget { cell, turn }));
    }

    /// Number of levels: one more than the wrong foods allowed.
    #[inline(always)]
    #[must_use]
    pub const fn levels(&self) -> usize {
        self.levels
    }

    /// The last turn that a level was flooded at.
    #[inline(always)]
    #[must_use]
    pub const fn last_turn(&self, level: usize) -> usize {
        self.last_turns[if level == 0 { 0 } else { 1 }]
    }

    /// The nearest targets of level 0, nearest first; those of one turn by cell.
    #[inline(always)]
    #[must_use]
    pub fn targets(&self) -> &[ReachedTarget] {
        &self.targets
    }

    /// The cells first entered on a level at a turn: one from the level's number up to the level's
    /// last.
    #[inline(always)]
    #[must_use]
    pub fn entered(&self, level: usize, turn: usize) -> CellSet {
        debug_assert!((level..=self.last_turn(level)).contains(&turn));
        self.entered[level][turn].cells()
    }

    /// The body cells that a level meets too early, at any turn.
    #[inline(always)]
    #[must_use]
    pub const fn bitten(&self, level: usize) -> &CellSet {
        &self.bitten_at_any_turn[level]
    }

    /// The body cells that the tail leaves in some moves without food, at most one more than the
    /// flood's last turn.
    #[inline(always)]
    #[must_use]
    pub const fn left_by_tail(&self, moves: usize) -> &CellSet {
        &self.left_by_tail[moves]
    }

    /// The first turn at which a level meets a body cell too early; the cell must be one of
    /// [`bitten`](Self::bitten).
    ///
    /// # Panics
    ///
    /// If it is not.
    #[inline(always)]
    #[must_use]
    pub fn bite_turn(&self, level: usize, cell: Cell) -> usize {
        let turns = level.max(1)..=self.last_turn(level);
        let is_met = |&turn: &usize| self.bitten[level][turn].contains(cell);
        { turns }.find(is_met).expect("the cell is one of those bitten")
    }

    /// A way of `turn` moves and `level` wrong foods to `end`: a cell entered at this level and turn,
    /// or a target or bitten cell met there.
    ///
    /// Walked back from the end. Where several cells precede, those of `preferred` win; among these,
    /// one is drawn. `foods` are those of the state.
    #[inline(always)]
    #[must_use]
    pub fn way_to(
        &self,
        (level, turn, end): (usize, usize, Cell),
        foods: &CellSet,
        preferred: &CellSet,
        rng: &mut SearchRng,
    ) -> Traced {
        let preferred = Bordered::new(preferred);
        let (mut level, mut at, mut way) = (level, end, Way::EMPTY);
        let mut cells = CellSet::EMPTY;
        for turn in (0..turn).rev() {
            cells.insert(at);
            if level > 0 && foods.contains(at) {
                level -= 1;
            }
            let before = self.entered[level][turn].around(at);
            debug_assert!(before != 0, "a cell entered has one entered before it");
            let liked = before & preferred.around(at);
            // The direction from here to the cell before.
            let back = draw(if liked != 0 { liked } else { before }, rng);
            way = way.after(back.opposite());
            at = neighbour(at, back);
        }
        Traced { way, cells }
    }
}

/// A set of cells between two empty words, so that the cells around any cell are in two words.
#[derive(Clone, Copy, Debug)]
struct Bordered {
    words: [u64; CELL_SET_WORDS + 2],
}

impl Bordered {
    #[inline(always)]
    const fn new(cells: &CellSet) -> Self {
        let [a, b, c, d] = *cells.words();
        Self { words: [0, a, b, c, d, 0] }
    }

    #[inline(always)]
    fn set(&mut self, cells: &CellSet) {
        self.words[1..=CELL_SET_WORDS].copy_from_slice(cells.words());
    }

    #[inline(always)]
    const fn cells(&self) -> CellSet {
        let [_, a, b, c, d, _] = self.words;
        CellSet::from_words([a, b, c, d])
    }

    /// Which neighbours of a cell are in the set, as bits [`UP`], [`LEFT`], [`RIGHT`] and [`DOWN`].
    ///
    /// A step beyond the left or right edge is not checked: it wraps to a cell of the cell's own
    /// colour on a chessboard, and a set of cells of one turn holds only the other colour. So one of
    /// two sets that are intersected must be such a set.
    #[inline(always)]
    const fn around(&self, cell: Cell) -> u64 {
        const WORD: usize = u64::BITS as usize;
        // The cell above is the first of the window.
        let first = WORD + cell.index() - MAX_SIDE;
        let (word, shift) = (first / WORD, first % WORD);
        // Two shifts for the upper word, since one by 64 is none.
        let window = self.words[word] >> shift | self.words[word + 1] << 1 << (WORD - 1 - shift);
        window & (UP | LEFT | RIGHT | DOWN)
    }
}

/// The bit of the cell above, in a window that begins there.
const UP: u64 = 1;
/// That of the cell to the left: a row less one later.
const LEFT: u64 = UP << (MAX_SIDE - 1);
/// That of the cell to the right.
const RIGHT: u64 = UP << (MAX_SIDE + 1);
/// That of the cell below.
const DOWN: u64 = UP << (2 * MAX_SIDE);

/// One of the directions of a set of [`Bordered::around`] that is not empty; a random draw only if
/// there are several.
#[inline(always)]
fn draw(around: u64, rng: &mut SearchRng) -> Direction {
    // The bits moved together, in the order of `Direction::ALL`.
    let set = around & UP
        | around >> (DOWN.trailing_zeros() - 1) & 2
        | around >> (LEFT.trailing_zeros() - 2) & 4
        | around >> (RIGHT.trailing_zeros() - 3) & 8;
    let (count, members) = &MEMBERS[set as usize];
    let place = if *count > 1 { below(rng, *count) } else { 0 };
    members[place as usize & 3]
}

/// For each set of directions, their number and the directions themselves, in ascending order.
static MEMBERS: [(u32, [Direction; 4]); 16] = {
    let mut all = [(0, [Direction::Up; 4]); 16];
    let mut set = 0;
    while set < all.len() {
        let (mut bit, mut count) = (0, 0);
        while bit < Direction::ALL.len() {
            if set >> bit & 1 != 0 {
                all[set].1[count] = Direction::ALL[bit];
                count += 1;
            }
            bit += 1;
        }
        all[set].0 = count as u32;
        set += 1;
    }
    all
};

//! The rules of a move against the naive rules.

use arbitrary::Unstructured;
use snake_core::{Cell, Score, State};

use crate::drawn;
use crate::rules::Reference;

/// Most moves that are looked at: enough for the largest board, with 187 foods, to be eaten empty and
/// bitten up again. After each of them every cell is compared, so longer games are fewer games.
const MOST_MOVES: usize = 500;

/// Bytes are a board, then moves, legal or not. After each the state equals the naive one.
///
/// # Panics
///
/// If it does not.
pub fn moves(data: &[u8]) {
    let mut bytes = Unstructured::new(data);
    let Ok(instance) = drawn::instance(&mut bytes) else { return };
    let mut state = State::start(&instance);
    let mut reference = Reference::start(&instance);
    assert_equal(&state, &reference);
    for &byte in bytes.take_rest().iter().take(MOST_MOVES) {
        let direction = drawn::direction(&state, byte);
        let before = state.clone();
        let result = state.advance(direction);
        assert_eq!(result, reference.advance(direction), "{before:?} {direction}");
        assert_eq!(state.turns() - before.turns(), usize::from(result.is_ok()));
        if result.is_err() {
            assert_eq!(state, before);
        }
        assert_equal(&state, &reference);
    }
}

/// Cells, colours, foods, bodies and all figures.
fn assert_equal(state: &State<'_>, reference: &Reference<'_>) {
    let place = |cell: Cell| (cell.row() as i32, cell.column() as i32);
    let (snake, board) = (state.snake(), state.board());
    assert!(snake.cells().map(place).eq(reference.cells().iter().copied()), "{state:?}");
    assert_eq!(state.colours(), reference.colours());
    let side = state.grid().side();
    let mut indices = vec![None; side * side];
    // Of two parts on a cell the one nearer to the head counts, so it is put in last.
    for (ordinal, &(row, column)) in reference.cells().iter().enumerate().rev() {
        indices[row as usize * side + column as usize] = Some(snake.head_index() - ordinal as i32);
    }
    for ((cell, &food), index) in state.grid().cells().zip(reference.foods()).zip(indices) {
        assert_eq!(board.food(cell).unwrap_or(0), food, "{cell:?}");
        assert_eq!(board.body(cell), index, "{cell:?}");
        assert_eq!(board.bodies().contains(cell), index.is_some());
        assert_eq!(board.foods().contains(cell), board.food(cell).is_some());
    }
    assert_eq!(state.prefix(), reference.prefix());
    assert_eq!(state.doubled_food_distance(), reference.doubled_food_distance());
    assert_eq!(Score::of(state).value(), reference.score(state.turns()) as u64);
}

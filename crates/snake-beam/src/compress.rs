//! When two states count as the same.

use snake_core::{Cell, State};

/// The map behind every duplicate test, from a key to whatever is kept under it.
///
/// fxhash hashes a word in a few cycles; nobody can choose our keys to collide, so nothing stronger
/// is needed. The crate is unmaintained (RUSTSEC-2025-0057, informational: it works, but gets no
/// fixes). This alias is the only place that names it, so that replacing it is one line. No result
/// may depend on the order in which such a map is walked; none is walked anywhere.
pub type KeyMap<K, V> = fxhash::FxHashMap<K, V>;

/// What is left of a state when duplicates are looked for: the cells of the head, of part 1, of the
/// middle part (length / 2 rounded down) and of the tail.
///
/// Two states of one step with equal keys count as the same (`method.md`, "The beam"). The key is
/// coarse on purpose: bodies that differ a little between the same four cells, or foods that
/// differ, are not worth two places of twenty.
///
/// ```text
///    . 7 6 5      head    0
///    . . . 4      part 1  1      length 8, so the middle part is 4
///    0 1 2 3      tail    7
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key(u32);

impl Key {
    /// The key of a state.
    #[inline]
    #[must_use]
    pub fn of(state: &State<'_>) -> Self {
        let snake = state.snake();
        Self::of_parts(snake.len(), |ordinal| snake.cell(ordinal))
    }

    /// The key of a snake of `length` parts whose cells are given by ordinal, so that the key of a
    /// state is known before the state is built.
    #[inline]
    #[must_use]
    pub fn of_parts(length: usize, cell: impl Fn(usize) -> Cell) -> Self {
        let [head, neck, middle, tail] =
            [0, 1, length / 2, length - 1].map(|ordinal| cell(ordinal).index() as u32);
        Self(head | neck << 8 | middle << 16 | tail << 24)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use snake_core::{Direction, Instance};

    #[test]
    fn a_key_is_four_cells() {
        let instance = Instance::generate(0);
        let mut state = State::start(&instance);
        // (4,0) (3,0) (2,0) (1,0) (0,0): rows of 16 indices.
        assert_eq!(Key::of(&state), Key(64 | 48 << 8 | 32 << 16));
        state.advance(Direction::Right).expect("column 1 is on the board");
        assert_eq!(Key::of(&state), Key(65 | 64 << 8 | 48 << 16 | 16 << 24));
    }

    #[test]
    fn equal_keys_find_each_other() {
        let instance = Instance::generate(0);
        let state = State::start(&instance);
        let mut map = KeyMap::default();
        map.insert(Key::of(&state), 1);
        assert_eq!(map.get(&Key::of(&state.clone())), Some(&1));
    }
}

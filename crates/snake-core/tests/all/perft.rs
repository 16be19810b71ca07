//! Counts of move sequences against golden ones made by the naive reference.
//!
//! `fixtures/perft/NAME.txt` is a board, `NAME.counts` what `snake perft` prints for it.

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;

use proptest::prelude::*;
use snake_core::{Direction, Event, Instance, Limits, PerftLine, State, perft};

use crate::fixtures::{folder, instance};
use crate::games::{Game, config, games};
use crate::reference::Reference;

/// Number of boards in `fixtures/perft/`.
const BOARDS: usize = 10;

/// Plays every legal sequence out, one by one, and counts.
fn reference_perft(start: &Reference<'_>, depth: usize) -> Vec<PerftLine> {
    let line = |depth| PerftLine { depth, ..PerftLine::default() };
    let mut lines: Vec<PerftLine> = (1..=depth).map(line).collect();
    let mut states = vec![HashSet::new(); depth];
    enumerate(start, &mut lines, &mut states);
    for (line, states) in lines.iter_mut().zip(&states) {
        line.states = states.len() as u64;
    }
    lines
}

/// Cells, colours and foods: what makes two positions the same.
type Position = (Vec<(i32, i32)>, Vec<u8>, Vec<u8>);

fn enumerate(position: &Reference<'_>, lines: &mut [PerftLine], states: &mut [HashSet<Position>]) {
    let Some((line, deeper_lines)) = lines.split_first_mut() else { return };
    let (seen, deeper_states) = states.split_first_mut().expect("as long as the lines");
    for direction in Direction::ALL {
        let mut next = position.clone();
        let Ok(event) = next.advance(direction) else { continue };
        line.sequences += 1;
        line.eats += u64::from(matches!(event, Event::Ate(_)));
        line.bites += u64::from(matches!(event, Event::Bit { .. }));
        seen.insert((next.cells().to_vec(), next.colours().to_vec(), next.foods().to_vec()));
        enumerate(&next, deeper_lines, deeper_states);
    }
}

fn table(lines: &[PerftLine]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// The boards of `fixtures/perft/` with their golden counts, by name.
fn boards() -> Vec<(String, Instance, String)> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder("perft"))
        .expect("the folder is there")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    files.sort();
    assert_eq!(files.len(), BOARDS);
    let board = |path: PathBuf| {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let counts = fs::read_to_string(path.with_extension("counts")).unwrap_or_default();
        (name.clone(), instance(&format!("perft/{name}.txt"), Limits::Playable), counts)
    };
    files.into_iter().map(board).collect()
}

#[test]
fn perft_gives_the_golden_counts() {
    for (name, instance, golden) in boards() {
        let counts = perft(&State::start(&instance), golden.lines().count());
        assert_eq!(table(&counts), golden, "{name}");
    }
}

/// The golden counts are the reference's own; where a board is changed, the message has the new ones.
#[test]
fn the_golden_counts_are_the_references() {
    let (mut eats, mut bites) = (0, 0);
    for (name, instance, golden) in boards() {
        let depth = golden.lines().count();
        assert!(depth >= 8, "{name} goes deep enough for bites");
        let counts = reference_perft(&Reference::start(&instance), depth);
        assert_eq!(table(&counts), golden, "{name}");
        eats += counts[depth - 1].eats;
        bites += counts[depth - 1].bites;
    }
    assert!(eats > 10_000 && bites > 1_000, "{eats} eats, {bites} bites");
}

proptest! {
    #![proptest_config(config())]

    /// From any position a game reaches, the layers count what plain enumeration counts.
    #[test]
    fn perft_equals_plain_enumeration(game in games(), depth in 1_usize..=4) {
        let Game { instance, moves } = &game;
        let (mut state, mut reference) = (State::start(instance), Reference::start(instance));
        for &direction in moves {
            prop_assert_eq!(state.advance(direction), reference.advance(direction));
        }
        prop_assert_eq!(perft(&state, depth), reference_perft(&reference, depth));
    }
}

#[test]
#[should_panic(expected = "the depth must be at most 40, is 41")]
fn too_deep_a_perft_panics() {
    _ = perft(&State::start(&Instance::generate(0)), 41);
}

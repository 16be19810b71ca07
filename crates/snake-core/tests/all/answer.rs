//! Reading answers, replaying and scoring them.

use proptest::collection::vec;
use proptest::prelude::*;
use snake_core::{
    Answer, Cell, Direction, Event, IllegalMove, Instance, Limits, MAX_TURNS, ParseAnswerError,
    Position, ReplayError, Score,
};

use crate::fixtures::{answer, instance};
use crate::games::{config, games};
use crate::reference::Reference;

fn directions(letters: &str) -> Vec<Direction> {
    letters.chars().map(|letter| Direction::from_letter(letter).expect("U, D, L or R")).collect()
}

fn hand_made(name: &str) -> Instance {
    instance(&format!("hand-made/{name}.txt"), Limits::Playable)
}

#[track_caller]
fn assert_invalid(text: &str, token: &str, (line, column): (usize, usize)) {
    let position = Position { line, column };
    let error = ParseAnswerError::InvalidDirection { token: token.to_owned(), position };
    assert_eq!(error.to_string(), format!("Invalid direction: {token}"));
    assert_eq!(text.parse::<Answer>(), Err(error), "{text:?}");
}

#[test]
fn letters_are_read_however_they_are_separated() {
    let expected = Answer::new(directions("UDLR"));
    for text in [
        "U\nD\nL\nR\n",
        "U\nD\nL\nR",
        "U\r\nD\r\nL\r\nR\r\n",
        "\n\nU\n \n\tD L\n\n\n  R  \n\n",
        "\u{feff}U D L R",
        "\u{feff}\r\nU D L R",
    ] {
        assert_eq!(text.parse().as_ref(), Ok(&expected), "{text:?}");
    }
    for text in ["", "\n", "\u{feff}", " \r\n\t"] {
        assert_eq!(text.parse(), Ok(Answer::default()), "{text:?}");
    }
}

#[test]
fn anything_else_is_an_invalid_direction() {
    assert_invalid("UDLR\n", "UDLR", (1, 1));
    assert_invalid("U\nUD\nL", "UD", (2, 1));
    assert_invalid("U\r\n\r\n  u", "u", (3, 3));
    assert_invalid("U é", "é", (1, 3));
    assert_invalid("U\u{feff}", "U\\u{feff}", (1, 1));
    assert_invalid("R R 0 X", "0", (1, 5));
    assert_invalid(&"U".repeat(1000), &format!("{}…", "U".repeat(20)), (1, 1));
}

#[test]
fn at_most_100000_moves_are_read() {
    let text = "R\n".repeat(MAX_TURNS);
    let longest: Answer = text.parse().expect("exactly as many as allowed");
    assert_eq!(longest.directions().len(), 100_000);
    let error = format!("{text}R\n").parse::<Answer>().expect_err("one too many");
    assert_eq!(error, ParseAnswerError::TooLong);
    assert_eq!(error.to_string(), "Too long output");
}

/// The official tool reads all the tokens before it counts them.
#[test]
fn an_invalid_token_is_reported_before_the_length() {
    let text = "R\n".repeat(MAX_TURNS + 1) + "X";
    assert_invalid(&text, "X", (MAX_TURNS + 2, 1));
}

#[test]
#[should_panic(expected = "an answer has at most 100000 moves")]
fn too_many_moves_make_no_answer() {
    _ = Answer::new(vec![Direction::Right; MAX_TURNS + 1]);
}

#[test]
fn the_first_illegal_move_is_named_with_its_turn() {
    let instance = hand_made("no-food");
    let score = |letters| Answer::new(directions(letters)).score(&instance);
    let illegal = |turn, reason| Err(ReplayError { turn, reason });
    assert_eq!(score("D"), illegal(0, IllegalMove::OutOfBoard));
    assert_eq!(score("U"), illegal(0, IllegalMove::UTurn));
    assert_eq!(score("RRRRRU"), illegal(4, IllegalMove::OutOfBoard));
    assert_eq!(score("RULDL"), illegal(4, IllegalMove::OutOfBoard));
    assert_eq!(score("RRLL"), illegal(2, IllegalMove::UTurn));
    let message = |letters| score(letters).expect_err("illegal").to_string();
    assert_eq!(message("RRRRRU"), "Try to move out of the board (turn 4)");
    assert_eq!(message("RRLL"), "Try to U-turn (turn 2)");
}

/// Events of the legal moves of `letters`, played from the start.
fn events(instance: &Instance, letters: &str) -> Vec<Event> {
    let answer = Answer::new(directions(letters));
    answer.replay(instance).map(|event| event.expect("a legal move")).collect()
}

/// `R R U L D` eats two foods and closes a loop around four cells, which bites: the head's cell is the
/// tail's, and two foods lie behind. The snake eats them back while the cell is shared.
///
/// ```text
///     before D      after D       after L       after U
///     * . . .       . . . .       . . . .       . . . .
///     * o * .       2 * * .       2 * * .       o * * .
///     * * * 3       1 o * 3       o * * 3       * * * 3
/// ```
#[test]
fn a_bite_and_its_restoration_by_hand() {
    let instance = hand_made("bite");
    let seen = events(&instance, "RRULDLU");
    let (ate, moved) = (Event::Ate, Event::Moved);
    let bit = Event::Bit { part: 4 };
    assert_eq!(seen, [ate(1), ate(2), moved, moved, bit, ate(1), ate(2)]);

    let answer = Answer::new(directions("RRULDLU"));
    let mut replay = answer.replay(&instance);
    assert_eq!(replay.by_ref().take(5).count(), 5);
    let bitten = replay.state().clone();
    assert_eq!(bitten.colours(), [1; 5]);
    let cells: Vec<_> = bitten.snake().cells().map(|cell| (cell.row(), cell.column())).collect();
    assert_eq!(cells, [(4, 1), (3, 1), (3, 2), (4, 2), (4, 1)]);
    assert_eq!(bitten.board().food(Cell::new(4, 0)), Some(1));
    assert_eq!(bitten.board().food(Cell::new(3, 0)), Some(2));
    assert_eq!(replay.count(), 2);
}

/// After the bite of the test above, `L` eats, so part 1 is on the cell of the tail.
#[test]
fn turning_back_onto_a_shared_cell_is_a_u_turn() {
    let instance = hand_made("bite");
    let answer = Answer::new(directions("RRULDLR"));
    let mut replay = answer.replay(&instance);
    assert_eq!(replay.by_ref().take(6).count(), 6);
    let snake = replay.state().snake();
    assert_eq!(snake.cell(1), snake.tail());
    let error = replay.next().expect("one move is left").expect_err("a U-turn");
    assert_eq!(error, ReplayError { turn: 6, reason: IllegalMove::UTurn });
}

/// A replay tells what each move did, and stops after an illegal one.
#[test]
fn a_replay_tells_what_each_move_did() {
    let instance = hand_made("three-in-a-row");
    let answer = Answer::new(directions("RRLR"));
    let mut replay = answer.replay(&instance);
    assert_eq!(replay.next(), Some(Ok(Event::Ate(2))));
    assert_eq!(replay.next(), Some(Ok(Event::Ate(1))));
    assert_eq!(replay.state().colours(), [1, 1, 1, 1, 1, 2, 1]);
    let error = ReplayError { turn: 2, reason: IllegalMove::UTurn };
    assert_eq!(replay.next(), Some(Err(error)));
    assert_eq!(replay.next(), None);
    assert_eq!(replay.state().turns(), 2);
}

/// Scores worked out by hand from `T + 10000 * (E + 2 * (M - k))`.
#[test]
fn scores_by_hand() {
    let cases = [
        // M = 5: the start is complete.
        ("no-food", "", (0, 5, 0, 0), 0),
        ("no-food", "RULD", (4, 5, 0, 0), 4),
        // d = 1 1 1 1 1 2 1 2, and the foods lie in that order.
        ("three-in-a-row", "", (0, 5, 0, 3), 60_000),
        ("three-in-a-row", "R", (1, 6, 0, 2), 40_001),
        ("three-in-a-row", "RR", (2, 7, 0, 1), 20_002),
        ("three-in-a-row", "RRR", (3, 8, 0, 0), 3),
        ("three-in-a-row", "RRRR", (4, 8, 0, 0), 4),
        // Three foods of colour 2 where colour 3 is wanted: better eaten than left.
        ("wrong-colours", "", (0, 5, 0, 3), 60_000),
        ("wrong-colours", "R", (1, 6, 1, 2), 50_001),
        ("wrong-colours", "RRR", (3, 8, 3, 0), 30_003),
        // d[5..] = 1 2 3 2: the straight way, two colours in the wrong order, and a bite.
        ("bite", "RRRU", (4, 9, 0, 0), 4),
        ("bite", "RRURD", (5, 9, 2, 0), 20_005),
        ("bite", "RRULD", (5, 5, 0, 4), 80_005),
        ("bite", "RRULDLU", (7, 7, 0, 2), 40_007),
        ("bite", "RRULDLUURRRRDDLU", (16, 9, 0, 0), 16),
    ];
    for (name, letters, (turns, length, mismatches, missing), value) in cases {
        let score = Answer::new(directions(letters)).score(&hand_made(name)).expect("legal");
        assert_eq!(score, Score { turns, length, mismatches, missing }, "{name} {letters}");
        assert_eq!(score.value(), value, "{name} {letters}");
        assert_eq!(score.is_complete(), mismatches + missing == 0, "{name} {letters}");
    }
}

/// The stored answers, made by the solver, spell all that is wanted.
#[test]
fn the_stored_answers_are_complete() {
    for name in ["0000", "0002"] {
        let instance = instance(&format!("official/{name}.txt"), Limits::Contest);
        let answer = answer(&format!("answers/{name}.txt"));
        let score = answer.score(&instance).expect("legal");
        let turns = answer.directions().len();
        let length = instance.wanted().len();
        assert_eq!(score, Score { turns, length, mismatches: 0, missing: 0 }, "{name}");
        assert_eq!(score.value(), turns as u64, "{name}");
    }
}

/// Reading either gives an answer that round-trips, or one of the two errors, in one line.
fn check_reading(text: &str) -> Result<(), TestCaseError> {
    match text.parse::<Answer>() {
        Ok(answer) => prop_assert_eq!(answer.to_string().parse(), Ok(answer)),
        Err(error) => prop_assert_eq!(error.to_string().lines().count(), 1),
    }
    Ok(())
}

proptest! {
    #![proptest_config(config())]

    /// A game's moves up to the first illegal one score what the reference says; with that one they
    /// are refused with its turn.
    #[test]
    fn scores_equal_the_references(game in games()) {
        let mut reference = Reference::start(&game.instance);
        let outcomes = game.moves.iter().map(|&direction| reference.advance(direction));
        let legal = outcomes.take_while(Result::is_ok).count();
        let mut reference = Reference::start(&game.instance);
        game.moves[..legal].iter().for_each(|&direction| _ = reference.advance(direction));

        let score = Answer::new(game.moves[..legal].to_vec()).score(&game.instance);
        prop_assert_eq!(score.expect("legal").value(), reference.score(legal) as u64);
        if let Some(&illegal) = game.moves.get(legal) {
            let reason = reference.advance(illegal).expect_err("illegal");
            let result = Answer::new(game.moves.clone()).score(&game.instance);
            prop_assert_eq!(result, Err(ReplayError { turn: legal, reason }));
        }
    }

    #[test]
    fn an_answer_round_trips(game in games()) {
        let answer = Answer::new(game.moves);
        prop_assert_eq!(answer.to_string().lines().count(), answer.directions().len());
        prop_assert_eq!(answer.to_string().parse(), Ok(answer));
    }

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        check_reading(&text)?;
    }

    #[test]
    fn nearly_valid_text_is_read_or_refused(text in "[UDLR]?([ \r\n\t]{1,2}[UDLRX]){0,40}") {
        let is_valid = !text.contains('X');
        prop_assert_eq!(text.parse::<Answer>().is_ok(), is_valid);
        check_reading(&text)?;
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..300)) {
        check_reading(&String::from_utf8_lossy(&bytes))?;
    }
}

//! Games to look at: every turn, forward and backward.

use proptest::prelude::*;
use snake_core::{Answer, Cell, Direction, Event, Game, Instance, Limits, Moment, Score, State};

use crate::fixtures::{answer, instance};
use crate::games::{config, games};

/// The legal ones of the moves.
fn legal(instance: &Instance, moves: &[Direction]) -> Answer {
    let mut state = State::start(instance);
    Answer::new(moves.iter().copied().filter(|&move_| state.advance(move_).is_ok()).collect())
}

/// The game of an answer without illegal moves.
fn play<'i>(instance: &'i Instance, answer: &Answer) -> Game<'i> {
    let (game, outcome) = Game::play(instance, answer);
    assert_eq!(outcome, Ok(()));
    game
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn every_turn_is_the_replays(game in games()) {
        let answer = legal(&game.instance, &game.moves);
        let game = play(&game.instance, &answer);
        prop_assert_eq!(game.turns(), answer.directions().len());
        prop_assert_eq!(game.directions(), answer.directions());
        let mut replay = answer.replay(game.state(0).instance());
        prop_assert_eq!(game.event(0), None);
        for turn in 0..game.turns() {
            prop_assert_eq!(&game.state(turn), replay.state());
            let event = replay.next().expect("a move").expect("a legal one");
            prop_assert_eq!(game.event(turn + 1), Some((answer.directions()[turn], event)));
        }
        prop_assert_eq!(&game.state(game.turns()), replay.state());
        prop_assert_eq!(game.score(), Score::of(replay.state()));
        prop_assert_eq!(game.event(game.turns() + 1), None);
    }

    /// Told by the states alone, not by the events.
    #[test]
    fn moments_are_what_the_states_show(game in games()) {
        let answer = legal(&game.instance, &game.moves);
        let game = play(&game.instance, &answer);
        let shows = |moment, turn: usize| {
            let (before, after) = (game.state(turn - 1), game.state(turn));
            let (short, long) = (before.snake().len(), after.snake().len());
            match moment {
                Moment::Eating => long > short,
                // A bite that cuts nothing off does not exist: it would meet the tail.
                Moment::Bite => long < short,
                Moment::Mistake => {
                    long > short
                        && Score::of(&after).mismatches > Score::of(&before).mismatches
                }
            }
        };
        for moment in [Moment::Eating, Moment::Bite, Moment::Mistake] {
            let turns: Vec<usize> = (1..=game.turns()).filter(|&turn| shows(moment, turn)).collect();
            for turn in 0..=game.turns() + 1 {
                let next = turns.iter().copied().find(|&other| other > turn);
                let previous = turns.iter().copied().rfind(|&other| other < turn);
                prop_assert_eq!(game.next(moment, turn), next, "{:?} after {}", moment, turn);
                prop_assert_eq!(game.previous(moment, turn), previous, "{:?} before {}", moment, turn);
                prop_assert_eq!(game.is(moment, turn), turns.contains(&turn));
            }
        }
    }
}

/// Longer than what lies between two kept states, and as long as a multiple of it.
#[test]
fn long_games_are_at_hand_everywhere() {
    let instance = instance("hand-made/no-food.txt", Limits::Playable);
    let circle = [Direction::Right, Direction::Up, Direction::Left, Direction::Down];
    for turns in [255, 256, 257, 1024, 3000] {
        let moves = legal(&instance, &circle.map(|move_| [move_; 2]).concat().repeat(turns));
        let moves = Answer::new(moves.directions()[..turns].to_vec());
        let game = play(&instance, &moves);
        for turn in (0..=turns).rev() {
            let mut state = State::start(&instance);
            for &direction in &moves.directions()[..turn] {
                state.advance(direction).expect("a legal move");
            }
            assert_eq!((game.state(turn).turns(), game.state(turn)), (turn, state));
        }
    }
}

#[test]
fn a_game_ends_before_an_illegal_move() {
    let instance = instance("official/0000.txt", Limits::Contest);
    let answer: Answer = "R R U U U U U".parse().expect("directions");
    let error = answer.score(&instance).unwrap_err();
    let (game, outcome) = Game::play(&instance, &answer);
    assert_eq!(outcome, Err(error));
    assert_eq!(game.directions(), &answer.directions()[..6]);
    assert_eq!(game.state(6).snake().head(), Cell::new(0, 2));
    assert_eq!(error.to_string(), "Try to move out of the board (turn 6)");
}

#[test]
fn an_empty_answer_is_a_game_of_one_position() {
    let instance = instance("official/0000.txt", Limits::Contest);
    let game = play(&instance, &Answer::default());
    assert_eq!((game.turns(), game.state(0)), (0, State::start(&instance)));
    assert_eq!(game.next(Moment::Eating, 0), None);
    assert_eq!(game.previous(Moment::Eating, usize::MAX), None);
    assert_eq!(game.next(Moment::Eating, usize::MAX), None);
}

#[test]
#[should_panic(expected = "turn 1 of a game of 0 turns")]
fn a_turn_beyond_the_end_panics() {
    let instance = instance("official/0000.txt", Limits::Contest);
    _ = play(&instance, &Answer::default()).state(1);
}

#[test]
fn the_stored_games_end_as_they_score() {
    for name in ["0000", "0002"] {
        let instance = instance(&format!("official/{name}.txt"), Limits::Contest);
        let answer = answer(&format!("answers/{name}.txt"));
        let game = play(&instance, &answer);
        assert_eq!(Ok(game.score()), answer.score(&instance));
        // Complete, and what was eaten wrong was cut off again.
        let eaten = (1..=game.turns()).filter(|&turn| game.is(Moment::Eating, turn)).count();
        assert!(eaten >= instance.wanted().len() - 5);
        let (_, last) = game.event(game.turns()).expect("it has moves");
        assert!(matches!(last, Event::Ate(_)));
    }
}

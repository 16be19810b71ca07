//! Reading and scoring answers.

use snake_core::{Answer, Direction, Instance, MAX_TURNS, ParseAnswerError};

use crate::instances::assert_one_line;
use crate::rules::Reference;

/// The first byte chooses an official instance, the others are a text. It is read as an answer if
/// its tokens are letters of directions, at most [`MAX_TURNS`], and refused with one line otherwise;
/// its score, or the first illegal move, is that of the naive rules.
///
/// # Panics
///
/// If that is not so.
pub fn answers(data: &[u8]) {
    let Some((&seed, text)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    match text.parse::<Answer>() {
        Ok(answer) => {
            assert_eq!(Some(answer.directions()), letters(text).as_deref());
            assert_eq!(answer.to_string().parse().as_ref(), Ok(&answer));
            check_score(&Instance::generate(seed.into()), &answer);
        }
        Err(error) => {
            let letters = letters(text);
            match error {
                ParseAnswerError::TooLong => {
                    assert!(letters.is_some_and(|letters| letters.len() > MAX_TURNS));
                }
                _ => assert_eq!(letters, None),
            }
            assert_one_line(&error.to_string());
        }
    }
}

/// The directions that a text spells, one a word; `None` if a word is no direction.
fn letters(text: &str) -> Option<Vec<Direction>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let words = text.split_whitespace();
    let direction = |word| match word {
        "U" => Some(Direction::Up),
        "D" => Some(Direction::Down),
        "L" => Some(Direction::Left),
        "R" => Some(Direction::Right),
        _ => None,
    };
    words.map(direction).collect()
}

fn check_score(instance: &Instance, answer: &Answer) {
    let mut reference = Reference::start(instance);
    for (turn, &direction) in answer.directions().iter().enumerate() {
        if let Err(reason) = reference.advance(direction) {
            let error = answer.score(instance).expect_err("a move is illegal");
            assert_eq!((error.turn, error.reason), (turn, reason));
            assert_one_line(&error.to_string());
            return;
        }
    }
    let score = answer.score(instance).expect("every move is legal");
    assert_eq!(score.value(), reference.score(answer.directions().len()) as u64);
}

//! What is shown, and when it changes: the turn, the speed, and what keys do to them.
//!
//! Nothing here reads a clock: moments are handed in, so tests choose them.

use std::time::{Duration, Instant};

use snake_core::{Game, Moment};

use super::keys::Key;

/// Speeds to choose from, in turns a second.
const SPEEDS: [u32; 9] = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/// Place of the first speed, 8 turns a second: single moves can be followed.
const FIRST_SPEED: usize = 3;

/// Most pictures a second. Beyond it a picture skips turns.
const MOST_PICTURES: u32 = 32;

/// Turns that a page key goes.
const PAGE: usize = 10;

/// Whether the view goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// It goes on.
    Stay,
    /// `q` was typed.
    Quit,
    /// Ctrl-C was typed.
    Interrupt,
}

/// When a game began to play, and from which turn.
#[derive(Clone, Copy, Debug)]
struct Playing {
    since: Instant,
    from: usize,
}

/// A game being looked at.
#[derive(Debug)]
pub struct Player<'g> {
    game: &'g Game<'g>,
    turn: usize,
    playing: Option<Playing>,
    speed: usize,
    shows_numbers: bool,
}

impl<'g> Player<'g> {
    /// Shows a turn, or the last one if it lies beyond; does not play yet.
    pub fn new(game: &'g Game<'g>, turn: usize) -> Self {
        let turn = turn.min(game.turns());
        Self { game, turn, playing: None, speed: FIRST_SPEED, shows_numbers: false }
    }

    pub const fn game(&self) -> &'g Game<'g> {
        self.game
    }

    /// The turn to show.
    pub const fn turn(&self) -> usize {
        self.turn
    }

    pub const fn is_playing(&self) -> bool {
        self.playing.is_some()
    }

    /// In turns a second.
    pub const fn speed(&self) -> u32 {
        SPEEDS[self.speed]
    }

    /// Whether the snake shows the numbers of its colours in place of its shape.
    pub const fn shows_numbers(&self) -> bool {
        self.shows_numbers
    }

    /// Does what a key asks for.
    pub fn press(&mut self, key: Key, now: Instant) -> Flow {
        self.advance(now);
        match key {
            Key::Interrupt => return Flow::Interrupt,
            Key::Character('q' | 'Q') => return Flow::Quit,
            Key::Character(' ') => self.toggle(now),
            Key::Character('n') => self.shows_numbers = !self.shows_numbers,
            Key::Character('+' | '=') | Key::Up => self.change_speed(self.speed + 1, now),
            Key::Character('-') | Key::Down => {
                self.change_speed(self.speed.saturating_sub(1), now);
            }
            Key::Left => self.pause_at(Some(self.turn.saturating_sub(1))),
            Key::Right => self.pause_at(Some(self.turn + 1)),
            Key::PageUp => self.pause_at(Some(self.turn.saturating_sub(PAGE))),
            Key::PageDown => self.pause_at(Some(self.turn + PAGE)),
            Key::Home => self.pause_at(Some(0)),
            Key::End => self.pause_at(Some(self.game.turns())),
            Key::Character(letter) => {
                let moment = match letter.to_ascii_lowercase() {
                    'e' => Moment::Eating,
                    'b' => Moment::Bite,
                    'm' => Moment::Mistake,
                    _ => return Flow::Stay,
                };
                self.pause_at(if letter.is_ascii_lowercase() {
                    self.game.next(moment, self.turn)
                } else {
                    self.game.previous(moment, self.turn)
                });
            }
        }
        Flow::Stay
    }

    /// Shows the turn that is due. At the end the game stops playing.
    pub fn advance(&mut self, now: Instant) {
        let Some(Playing { since, from }) = self.playing else { return };
        let passed = now.saturating_duration_since(since).as_micros();
        let played = passed * u128::from(self.speed()) / 1_000_000;
        let left = self.game.turns() - from;
        self.turn = from + usize::try_from(played).map_or(left, |played| played.min(left));
        if self.turn == self.game.turns() {
            self.playing = None;
        }
    }

    /// When the next picture is due; none while the game does not play.
    pub fn next_picture(&self) -> Option<Instant> {
        let Playing { since, from } = self.playing?;
        let turns_a_picture = (self.speed() / MOST_PICTURES).max(1);
        let turns = (self.turn - from) as u64 + u64::from(turns_a_picture);
        // Rounded up: at that moment the turn has come.
        let micros = (turns * 1_000_000).div_ceil(u64::from(self.speed()));
        Some(since + Duration::from_micros(micros))
    }

    /// Plays, from the start if the end is reached, or pauses.
    fn toggle(&mut self, now: Instant) {
        self.playing = if self.playing.is_some() {
            None
        } else {
            if self.turn == self.game.turns() {
                self.turn = 0;
            }
            Some(Playing { since: now, from: self.turn })
        };
    }

    fn change_speed(&mut self, speed: usize, now: Instant) {
        self.speed = speed.min(SPEEDS.len() - 1);
        if self.playing.is_some() {
            self.playing = Some(Playing { since: now, from: self.turn });
        }
    }

    /// Pauses at a turn, or at the end if that lies beyond it; where there is none, where it is.
    fn pause_at(&mut self, turn: Option<usize>) {
        self.playing = None;
        self.turn = turn.unwrap_or(self.turn).min(self.game.turns());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::terminal::tests::seed_2;
    use snake_core::Event;

    /// Presses keys at one moment; returns the turns shown.
    fn turns(player: &mut Player<'_>, keys: &[Key]) -> Vec<usize> {
        let now = Instant::now();
        keys.iter()
            .map(|&key| {
                assert_eq!(player.press(key, now), Flow::Stay);
                player.turn()
            })
            .collect()
    }

    #[test]
    fn steps_stay_within_the_game() {
        let (instance, answer) = seed_2();
        let game = Game::play(&instance, &answer).0;
        let end = game.turns();
        let mut player = Player::new(&game, usize::MAX);
        assert_eq!(player.turn(), end);
        assert_eq!(turns(&mut player, &[Key::Right, Key::PageDown]), [end; 2]);
        assert_eq!(turns(&mut player, &[Key::Left, Key::PageUp]), [end - 1, end - 11]);
        assert_eq!(turns(&mut player, &[Key::Home, Key::Left, Key::PageUp]), [0; 3]);
        assert_eq!(turns(&mut player, &[Key::Right, Key::PageDown, Key::End]), [1, 11, end]);
    }

    #[test]
    fn jumps_go_to_what_they_say_and_stay_where_there_is_none() {
        let (instance, answer) = seed_2();
        let game = Game::play(&instance, &answer).0;
        let mut player = Player::new(&game, 0);
        let bites: Vec<usize> = (1..=game.turns())
            .filter(|&turn| matches!(game.event(turn), Some((_, Event::Bit { .. }))))
            .collect();
        assert!(bites.len() > 1);
        let (next, previous) = (Key::Character('b'), Key::Character('B'));
        assert_eq!(turns(&mut player, &vec![next; bites.len()]), bites);
        assert_eq!(turns(&mut player, &[next]), [bites[bites.len() - 1]]);
        let backward: Vec<usize> = bites.iter().rev().copied().skip(1).collect();
        assert_eq!(turns(&mut player, &vec![previous; bites.len() - 1]), backward);
        assert_eq!(turns(&mut player, &[previous]), [bites[0]]);

        player.pause_at(Some(0));
        let eating = game.next(Moment::Eating, 0).expect("there is one");
        let mistake = game.next(Moment::Mistake, eating).expect("there is one");
        assert_eq!(turns(&mut player, &[Key::Character('e')]), [eating]);
        assert_eq!(turns(&mut player, &[Key::Character('m')]), [mistake]);
        let before = game.previous(Moment::Eating, mistake).expect("there is one");
        assert_eq!(turns(&mut player, &[Key::Character('E')]), [before]);
        assert_eq!(turns(&mut player, &[Key::Character('M')]), [before]);
    }

    #[test]
    fn it_plays_at_its_speed_and_ends_at_the_end() {
        let (instance, answer) = seed_2();
        let game = Game::play(&instance, &answer).0;
        let start = Instant::now();
        let at = |millis| start + Duration::from_millis(millis);
        let mut player = Player::new(&game, 0);
        assert_eq!(player.next_picture(), None);
        player.press(Key::Character(' '), start);
        assert_eq!(player.next_picture(), Some(at(125)));
        player.advance(at(124));
        assert_eq!(player.turn(), 0);
        player.advance(at(125));
        assert_eq!((player.turn(), player.next_picture()), (1, Some(at(250))));
        // Late by far: nothing is lost.
        player.advance(at(1000));
        assert_eq!(player.turn(), 8);
        // A change of speed counts from then on.
        player.press(Key::Character('+'), at(1100));
        assert_eq!((player.speed(), player.turn()), (16, 8));
        player.advance(at(2100));
        assert_eq!(player.turn(), 24);
        player.press(Key::Character(' '), at(2100));
        player.advance(at(100_000));
        assert_eq!((player.turn(), player.is_playing()), (24, false));

        player.press(Key::Character(' '), at(100_000));
        player.advance(at(10_000_000));
        assert_eq!((player.turn(), player.is_playing()), (game.turns(), false));
        // From the end it plays again from the start.
        player.press(Key::Character(' '), at(10_000_000));
        assert_eq!((player.turn(), player.is_playing()), (0, true));
    }

    #[test]
    fn every_picture_shows_another_turn_and_there_are_few() {
        let (instance, answer) = seed_2();
        let game = Game::play(&instance, &answer).0;
        let start = Instant::now();
        for presses in 0..=SPEEDS.len() {
            let mut player = Player::new(&game, 0);
            turns(&mut player, &[Key::Down; 9]);
            turns(&mut player, &vec![Key::Up; presses]);
            assert_eq!(player.speed(), SPEEDS[presses.min(SPEEDS.len() - 1)]);
            player.press(Key::Character(' '), start);
            let mut pictures = 0;
            while let Some(due) = player.next_picture() {
                let before = player.turn();
                player.advance(due);
                assert!(player.turn() > before);
                pictures += 1;
                let passed = due.duration_since(start).as_secs_f64();
                assert!(f64::from(pictures) <= passed * f64::from(MOST_PICTURES) + 1.0);
            }
            assert_eq!(player.turn(), game.turns());
        }
    }

    #[test]
    fn other_keys_change_nothing_and_two_end_it() {
        let (instance, answer) = seed_2();
        let game = Game::play(&instance, &answer).0;
        let mut player = Player::new(&game, 5);
        assert_eq!(turns(&mut player, &[Key::Character('x'), Key::Character('~')]), [5, 5]);
        assert_eq!(turns(&mut player, &[Key::Character('n')]), [5]);
        assert!(player.shows_numbers());
        assert_eq!(player.press(Key::Character('q'), Instant::now()), Flow::Quit);
        assert_eq!(player.press(Key::Interrupt, Instant::now()), Flow::Interrupt);
    }
}

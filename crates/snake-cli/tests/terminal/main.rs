//! `snake view --terminal` and `snake solve --watch` in a real terminal: tmux, 80 columns by 24 rows.
//!
//! Ignored unless asked for, since not every machine has tmux: `make test-terminal`.

mod tmux;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use snake_core::{Answer, Cell, Content, Direction, Event, Game, Instance, Moment, Score, State};
use tmux::{Tmux, wait_until};

/// Longest time from the end of a terminal to the end of the process, on a machine busy with other
/// things; on an idle one it is a few milliseconds.
const SOON: Duration = Duration::from_secs(10);

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(name)
}

/// The largest board there is, N = 16 and M = 192, and a game on it with bites and mistakes.
const INPUT: &str = "hand-made/most.txt";
const OUTPUT: &str = "answers/most.txt";

fn largest() -> (Instance, Answer) {
    let text = |name| fs::read_to_string(fixture(name)).expect("it is there");
    (text(INPUT).parse().expect("an instance"), text(OUTPUT).parse().expect("an answer"))
}

/// The line that shows the game.
fn view() -> String {
    let snake = env!("CARGO_BIN_EXE_snake");
    format!("{snake} view {} {} --terminal", fixture(INPUT).display(), fixture(OUTPUT).display())
}

/// Waits until the screen shows a turn.
#[track_caller]
fn at_turn(tmux: &Tmux, turn: usize) -> Vec<String> {
    tmux.wait_for(|screen| {
        // The line of keys is drawn last.
        screen[0].contains(&format!(" turn {turn} of ")) && screen[23].starts_with("e/E next")
    })
}

/// The characters of a part of a row.
fn part(row: &str, columns: std::ops::Range<usize>) -> String {
    row.chars().chain(std::iter::repeat(' ')).skip(columns.start).take(columns.len()).collect()
}

/// Asserts that the screen shows a position of a game, all of it.
#[track_caller]
fn assert_shows(screen: &[String], game: &Game<'_>, turn: usize) {
    let all = screen.join("\n");
    let state = game.state(turn);
    let snake = state.snake();
    let is_shared = snake.cells().filter(|&cell| cell == snake.tail()).count() == 2;
    for cell in state.grid().cells() {
        let shown = part(&screen[1 + cell.row()], 1 + 2 * cell.column()..3 + 2 * cell.column());
        let mut characters = shown.chars();
        let (drawn, link) = (characters.next().unwrap(), characters.next().unwrap());
        match state.board().content(cell) {
            Content::Empty => assert_eq!(drawn, '·', "{cell:?}\n{all}"),
            Content::Food(colour) => {
                assert_eq!(drawn.to_digit(10), Some(colour.into()), "{cell:?}\n{all}");
            }
            Content::Body(_) if cell == snake.head() => {
                let heads =
                    if is_shared && cell == snake.tail() { "△▽◁▷" } else { "▲▼◀▶" };
                // At turn 0 the head looks down.
                let direction =
                    game.event(turn).map_or(Direction::Down, |(direction, _)| direction);
                assert_eq!(Some(drawn), heads.chars().nth(direction as usize), "{all}");
            }
            Content::Body(_) if is_shared && cell == snake.tail() => {
                assert!("╠╣╦╩╬".contains(drawn), "{drawn}\n{all}");
            }
            Content::Body(_) => {
                assert_eq!(drawn, joint(&state, cell), "{cell:?}\n{all}");
            }
        }
        let is_linked = state.grid().neighbour(cell, Direction::Right).is_some_and(|right| {
            let cells: Vec<Cell> = snake.cells().collect();
            cells.windows(2).any(|pair| pair == [cell, right] || pair == [right, cell])
        });
        if cell.column() + 1 < state.grid().side() {
            assert_eq!(link, if is_linked { '─' } else { ' ' }, "right of {cell:?}\n{all}");
        }
    }

    let score = Score::of(&state);
    let figures: Vec<String> = (0..5).map(|row| part(&screen[row], 34..80)).collect();
    assert!(figures[0].starts_with(&format!("turn {turn} of {} ", game.turns())), "{all}");
    let length = format!("length {}, prefix {} of 192", snake.len(), state.prefix());
    assert!(figures[1].starts_with(&length), "{all}");
    assert!(figures[2].starts_with(&format!("score {} = ", score.value())), "{all}");
    let words = match game.event(turn) {
        None => "The start.",
        Some((_, Event::Moved)) => "moved",
        Some((_, Event::Ate(_))) if game.is(Moment::Mistake, turn) => "a mistake",
        Some((_, Event::Ate(_))) => "ate",
        Some((_, Event::Bit { .. })) => "bit part",
    };
    assert!(figures[3].contains(words), "{words}\n{all}");
    assert_eq!(figures[4].contains("share a cell"), is_shared, "{all}");

    // Rows of three from the seventh on, each with 40 colours.
    let rows = |which: usize| -> String {
        (0..5).map(|chunk| part(&screen[6 + 3 * chunk + which], 39..79)).collect()
    };
    let digits = |colours: &[u8]| colours.iter().map(u8::to_string).collect::<String>();
    assert_eq!(rows(0).trim_end(), digits(state.instance().wanted()), "{all}");
    assert_eq!(rows(1).trim_end(), digits(state.colours()), "{all}");
    let marks = rows(2);
    assert_eq!(marks.chars().take_while(|&mark| mark == '=').count(), state.prefix(), "{all}");
    let wrong = state.colours().iter().zip(state.instance().wanted()).filter(|(a, b)| a != b);
    // The first wrong one, right after the prefix, is marked as the one wanted next.
    let marked = marks.chars().filter(|&mark| mark == 'x').count();
    assert_eq!(marked, wrong.count().saturating_sub(1), "{all}");
    let next = if state.is_complete() { None } else { Some(state.prefix()) };
    assert_eq!(marks.chars().position(|mark| mark == '^'), next, "{all}");
}

/// The character for the parts before and behind the one on a cell.
fn joint(state: &State<'_>, cell: Cell) -> char {
    let cells: Vec<Cell> = state.snake().cells().collect();
    let place = cells.iter().position(|&other| other == cell).expect("a part is there");
    let before = cells[place - 1];
    let behind = cells.get(place + 1);
    let mut sides: Vec<Direction> = [Some(&before), behind]
        .into_iter()
        .flatten()
        .map(|&other| state.grid().direction_between(cell, other).expect("parts are neighbours"))
        .collect();
    sides.sort_unstable();
    match sides[..] {
        [Direction::Up] => '╵',
        [Direction::Down] => '╷',
        [Direction::Left] => '╴',
        [Direction::Right] => '╶',
        [Direction::Up, Direction::Down] => '│',
        [Direction::Left, Direction::Right] => '─',
        [Direction::Up, Direction::Left] => '┘',
        [Direction::Up, Direction::Right] => '└',
        [Direction::Down, Direction::Left] => '┐',
        [Direction::Down, Direction::Right] => '┌',
        _ => unreachable!("{sides:?}"),
    }
}

#[test]
#[ignore = "needs tmux: make test-terminal"]
fn the_largest_game_is_shown_on_80_by_24() {
    let (instance, answer) = largest();
    let (game, outcome) = Game::play(&instance, &answer);
    outcome.expect("a legal answer");
    let tmux = Tmux::start(80, 24);
    tmux.run(&view());
    assert_shows(&at_turn(&tmux, 0), &game, 0);

    // Over the first bite, forward and backward, step by step.
    let bite = game.next(Moment::Bite, 0).expect("there is one");
    tmux.keys(&["b"]);
    assert_shows(&at_turn(&tmux, bite), &game, bite);
    for (key, turn) in [
        ("Left", bite - 1),
        ("Left", bite - 2),
        ("Right", bite - 1),
        ("Right", bite),
        ("Right", bite + 1),
        ("Left", bite),
        ("Left", bite - 1),
    ] {
        tmux.keys(&[key]);
        assert_shows(&at_turn(&tmux, turn), &game, turn);
    }

    let second = game.next(Moment::Bite, bite).expect("there is one");
    let mistake = game.next(Moment::Mistake, second).expect("there is one");
    let eating = game.next(Moment::Eating, mistake).expect("there is one");
    let before = game.previous(Moment::Bite, eating).expect("there is one");
    for (keys, turn) in [
        (&["b", "b"][..], second),
        (&["m"], mistake),
        (&["e"], eating),
        (&["B"], before),
        (&["End"], game.turns()),
        (&["PPage"], game.turns() - 10),
        (&["Home"], 0),
        (&["E"], 0),
    ] {
        tmux.keys(keys);
        assert_shows(&at_turn(&tmux, turn), &game, turn);
    }

    // Turns all over the game.
    tmux.keys(&["q"]);
    for part in 1..4 {
        let turn = game.turns() * part / 4;
        tmux.wait_for_prompt();
        tmux.run(&format!("clear; {} --turn {turn}", view()));
        assert_shows(&at_turn(&tmux, turn), &game, turn);
        tmux.keys(&["q"]);
    }
}

#[test]
#[ignore = "needs tmux: make test-terminal"]
fn it_plays_to_the_end_and_pauses() {
    let (instance, answer) = largest();
    let (game, _) = Game::play(&instance, &answer);
    let tmux = Tmux::start(80, 24);
    tmux.run(&view());
    at_turn(&tmux, 0);
    tmux.keys(&["Up", "Up", "Up", "Up", "Up", "Up", "Up"]);
    tmux.wait_for_text("paused, 256/s");
    tmux.keys(&["Space"]);
    tmux.wait_for_text("playing, 256/s");
    tmux.wait_for(|screen| !screen[0].contains(" turn 0 of "));
    let end = at_turn(&tmux, game.turns());
    assert!(end[0].contains("paused"), "{end:?}");
    assert_shows(&end, &game, game.turns());

    tmux.keys(&["Space"]);
    tmux.wait_for_text("playing");
    tmux.keys(&["Space"]);
    let paused = tmux.wait_for_text("paused");
    let shown = paused[0].split("turn ").nth(1).and_then(|rest| rest.split(' ').next());
    let turn: usize = shown.and_then(|turn| turn.parse().ok()).expect("a turn");
    assert!(turn < game.turns(), "{paused:?}");
    assert_shows(&paused, &game, turn);
}

/// What must be the same after the view as before: screen, cursor, modes.
fn terminal_state(tmux: &Tmux, name: &str) -> (Vec<String>, String, String) {
    tmux.run(&format!("stty -a >{name}.part; mv {name}.part {name}; clear"));
    let modes = tmux.wait_for_file(name);
    let screen =
        tmux.wait_for(|screen| screen[0] == "$" && screen[1..].iter().all(String::is_empty));
    (screen, tmux.tell("#{cursor_flag} #{cursor_x} #{cursor_y} #{alternate_on}"), modes)
}

#[test]
#[ignore = "needs tmux: make test-terminal"]
fn the_terminal_is_left_as_it_was() {
    /// What ends the view, and the exit code then.
    const ENDS: [(&str, &str); 5] =
        [("q", "0"), ("C-c", "130"), ("INT", "130"), ("TERM", "143"), ("HUP", "129")];
    let tmux = Tmux::start(80, 24);
    // Modes that are nobody's default must come back, too.
    tmux.run("stty -ixon erase '^B'; echo set");
    tmux.wait_for(|screen| screen.iter().any(|row| row == "set"));
    for (end, code) in ENDS {
        let before = terminal_state(&tmux, &format!("before-{end}"));
        tmux.run("echo above");
        tmux.wait_for(|screen| screen.iter().any(|row| row == "above"));
        tmux.wait_for_prompt();
        let (screen, cursor) = (tmux.screen(), tmux.tell("#{cursor_x} #{cursor_y}"));
        // The process takes the place of a shell that has written its id down.
        let view = view();
        tmux.run(&format!("sh -c 'echo $$ >pid; exec {view}'; echo code $?"));
        at_turn(&tmux, 0);
        assert_eq!(tmux.tell("#{cursor_flag} #{alternate_on}"), "0 1");
        // While it plays, too.
        tmux.keys(&["Space"]);
        tmux.wait_for_text("playing");
        if end.len() == 1 || end.starts_with("C-") {
            tmux.keys(&[end]);
        } else {
            let pid = tmux.wait_for_file("pid");
            let killed = std::process::Command::new("kill").args(["-s", end, pid.trim()]).status();
            assert!(killed.expect("it starts").success());
        }
        let after = tmux.wait_for_text(&format!("code {code}"));
        tmux.wait_for_prompt();
        // What was there is there: only what the shell shows of the command line follows.
        let above = screen.iter().position(|row| row == "above").expect("it was printed");
        assert_eq!(after[..=above], screen[..=above], "{end}");
        let line = tmux.tell("#{cursor_x} #{cursor_y}");
        assert_eq!(line.split(' ').next(), cursor.split(' ').next(), "{end}");
        assert_eq!(terminal_state(&tmux, &format!("after-{end}")), before, "{end}");
        assert!(before.1.starts_with("1 "), "the cursor is visible");
        fs::remove_file(tmux.folder().join("pid")).expect("it is there");
    }
}

#[test]
#[ignore = "needs tmux: make test-terminal"]
fn a_closed_terminal_ends_it() {
    // Also where its parent has the signal ignored.
    for prepare in ["", "trap \"\" HUP; "] {
        for key in ["Home", "Space"] {
            let tmux = Tmux::start(80, 24);
            let view = view();
            tmux.run(&format!("sh -c '{prepare}echo $$ >pid; exec {view}'"));
            at_turn(&tmux, 0);
            tmux.keys(&[key]);
            let process = Path::new("/proc").join(tmux.wait_for_file("pid").trim());
            assert!(process.exists());
            tmux.close();
            let closed = Instant::now();
            // A zombie has ended: it only waits for whoever inherits it to ask how.
            wait_until("the process", || {
                fs::read_to_string(process.join("stat")).map_or(true, |stat| stat.contains(") Z "))
            });
            assert!(closed.elapsed() < SOON, "{prepare}{key}: {:?}", closed.elapsed());
        }
    }
}

#[test]
#[ignore = "needs tmux: make test-terminal"]
fn it_takes_no_time_while_nothing_happens() {
    let tmux = Tmux::start(80, 24);
    let view = view();
    tmux.run(&format!("sh -c 'echo $$ >pid; exec {view}'"));
    at_turn(&tmux, 0);
    let pid = tmux.wait_for_file("pid");
    // User and system time, in ticks of 10 ms.
    let ticks = || -> u64 {
        let stat = fs::read_to_string(format!("/proc/{}/stat", pid.trim())).expect("it runs");
        let (_, fields) = stat.rsplit_once(')').expect("a name");
        fields.split_whitespace().skip(11).take(2).map(|ticks| ticks.parse::<u64>().unwrap()).sum()
    };
    let before = ticks();
    std::thread::sleep(Duration::from_secs(1));
    assert!(ticks() - before <= 1, "{} ticks", ticks() - before);
}

#[test]
#[ignore = "needs tmux: make test-terminal"]
fn it_follows_the_size_of_the_terminal() {
    let (instance, answer) = largest();
    let (game, _) = Game::play(&instance, &answer);
    let tmux = Tmux::start(80, 24);
    tmux.run(&format!("{} --turn 200", view()));
    assert_shows(&at_turn(&tmux, 200), &game, 200);
    for (columns, rows) in [(78, 24), (80, 23), (20, 5)] {
        tmux.resize(columns, rows);
        let size = format!("It has {columns} x {rows}");
        let screen = tmux.wait_for_text(&size);
        assert!(screen.contains(&"needs 79 x 24".to_owned()), "{screen:?}");
    }
    tmux.resize(80, 24);
    assert_shows(&at_turn(&tmux, 200), &game, 200);
    tmux.resize(120, 40);
    // Wider rows of the sequences: 80 colours.
    let wide = tmux.wait_for(|screen| screen.len() == 40 && screen[6].chars().count() == 39 + 80);
    assert!(wide[0].contains("turn 200 of"), "{wide:?}");
    tmux.keys(&["q"]);
    tmux.wait_for_prompt();
}

#[test]
#[ignore = "needs tmux: make test-terminal"]
fn ctrl_c_wipes_the_live_line_away() {
    let tmux = Tmux::start(80, 24);
    let snake = env!("CARGO_BIN_EXE_snake");
    tmux.run(&format!("{snake} solve --seed 2 --time 600 --watch >moves.txt; echo code $?"));
    let is_live = |row: &String| {
        row.starts_with("passes ")
            && row.contains(", prefix 127 of 127, ")
            && row.ends_with(" s left")
    };
    let first = tmux.wait_for(|screen| screen.iter().any(is_live));
    // It follows the time, and stays in its row.
    let later = tmux.wait_for(|screen| screen.iter().any(is_live) && screen != first);
    assert_eq!(later.iter().filter(|row| row.contains("passes ")).count(), 1, "{later:?}");
    tmux.keys(&["C-c"]);
    tmux.wait_for_text("code 130");
    let after = tmux.wait_for_prompt();
    let all = after.join("\n");
    assert!(!all.contains("prefix") && !all.contains("^C"), "{all}");

    let moves = fs::read_to_string(tmux.folder().join("moves.txt")).expect("it is there");
    let answer: Answer = moves.parse().expect("nothing but moves");
    let score = answer.score(&Instance::generate(2)).expect("a legal answer");
    assert!(after.contains(&format!("Score = {}", score.value())), "{all}");
}

#[test]
#[ignore = "needs tmux: make test-terminal"]
fn the_live_line_leaves_nothing_between_the_moves() {
    let tmux = Tmux::start(80, 24);
    let snake = env!("CARGO_BIN_EXE_snake");
    tmux.run(&format!("{snake} solve --seed 0 --time 1 --watch"));
    let live = tmux.wait_for(|screen| screen.iter().any(|row| row.starts_with("passes ")));
    tmux.wait_for_text("Score = ");
    let after = tmux.wait_for_prompt();
    // More moves than rows: all that is left to see is moves, score, prompt.
    let score = after.iter().position(|row| row.starts_with("Score = ")).expect("it is there");
    assert!(score > 20 && after[score + 1] == "$", "{live:?}\n{after:?}");
    for row in &after[..score] {
        assert!(["U", "D", "L", "R"].contains(&row.as_str()), "{after:?}");
    }
}

//! Pictures of games: `snake view`.

use std::fs;
use std::path::Path;

use crate::process::{Run, fixture, run, snake};

/// A complete game of 803 turns on a 14×14 board.
const GAME: [&str; 2] = ["official/0002.txt", "answers/0002.txt"];

fn view(game: [&str; 2], options: &[&str], svg: &Path) -> Run {
    let mut command = snake();
    run(command.arg("view").args(game.map(fixture)).args(options).arg("--svg").arg(svg))
}

/// How often `part` stands in `text`.
fn count(text: &str, part: &str) -> usize {
    text.matches(part).count()
}

#[test]
fn a_still_picture_shows_the_position_of_its_turn() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("turn.svg");
    // Length, matched prefix and score so far, by `State` at these turns.
    for (options, caption, length) in [
        (&["--turn", "0"][..], "turn 0 · length 5 · matched prefix 5 of 127", 5),
        (&["--turn", "300"], "turn 300 · length 80 · matched prefix 80 of 127", 80),
        (&[], "turn 803 · length 127 · matched prefix 127 of 127 · score so far 803", 127),
    ] {
        let drawn = view(GAME, options, &path);
        assert_eq!((drawn.code, drawn.stdout.as_str()), (Some(0), ""), "{drawn:?}");
        let svg = fs::read_to_string(&path).unwrap();
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        assert_eq!(count(&svg, caption), 2, "as its title, and below the board: {options:?}");
        // Foods and parts have a number each, but for the head, and a tail in the same cell.
        let numbers = count(&svg, "class=\"number ");
        assert!((125..=126).contains(&numbers), "{numbers} at {options:?}");
        assert_eq!(count(&svg, "class=\"band "), length, "{options:?}");
        assert_eq!(count(&svg, "class=\"missing\""), 127 - length, "{options:?}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_game_is_shown_up_to_its_first_illegal_move() {
    let folder = tempfile::tempdir().unwrap();
    let (answer, path) = (folder.path().join("moves.txt"), folder.path().join("end.svg"));
    fs::write(&answer, "R\nD\nU\nR\n").unwrap();
    let mut command = snake();
    command.arg("view").arg(fixture(GAME[0])).arg(&answer).arg("--svg").arg(&path);
    run(&mut command).assert_fails(&format!("snake: {}: Try to U-turn (turn 2)", answer.display()));
    assert_eq!(count(&fs::read_to_string(path).unwrap(), "turn 2 · "), 2);
}

#[test]
fn a_picture_that_cannot_be_written_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("missing/turn.svg");
    view(GAME, &[], &path).assert_fails(&format!("snake: {}: No such file", path.display()));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn without_a_terminal_the_position_is_printed() {
    let show = |options: &[&str]| {
        let mut command = snake();
        command.arg("view").args(GAME.map(fixture)).arg("--terminal").args(options);
        run(command.env("LC_ALL", "C").env("TERM", "xterm"))
    };
    for (options, turn, length, rows) in
        [(&[][..], 803, 127, 18), (&["--turn", "300"], 300, 80, 17)]
    {
        let shown = show(options);
        assert_eq!((shown.code, shown.stderr.as_str()), (Some(0), ""), "{shown:?}");
        let lines: Vec<&str> = shown.stdout.lines().collect();
        // Six rows of figures, and four of the sequences with their marks, of which the last may be empty.
        assert_eq!(lines.len(), rows, "{lines:?}");
        assert!(lines[0].ends_with(&format!("+ turn {turn} of 803")), "{lines:?}");
        assert!(lines[1].contains(&format!("| length {length}, ")), "{lines:?}");
        let is_plain = |byte: u8| byte == b'\n' || (b' '..=b'~').contains(&byte);
        assert!(shown.stdout.bytes().all(is_plain), "no colours, no movements: {shown:?}");
    }
    let beyond = show(&["--turn", "804"]);
    assert_eq!((beyond.code, beyond.stdout.as_str()), (Some(2), ""), "{beyond:?}");
}

#[test]
fn a_page_is_one_file_with_its_game() {
    let folder = tempfile::tempdir().unwrap();
    let (first, second) = (folder.path().join("a.html"), folder.path().join("b.html"));
    for path in [&first, &second] {
        let made = run(snake().arg("view").args(GAME.map(fixture)).arg("-o").arg(path));
        assert_eq!((made.code, made.stdout.as_str()), (Some(0), ""), "{made:?}");
    }
    let page = fs::read_to_string(&first).unwrap();
    assert_eq!(page, fs::read_to_string(&second).unwrap());
    for name in GAME {
        let text = fs::read_to_string(fixture(name)).unwrap();
        assert!(page.contains(&format!("{text}</textarea>")), "{name}");
    }
    assert!(page.contains("<title>0002.txt "));
    // Whatever else a page refers to, it is in it: `http:` names SVG, and is not fetched.
    assert!(!page.contains("https:") && !page.contains("src=") && !page.contains("@import"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn solve_writes_a_page_of_its_answer() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.html");
    let mut command = snake();
    command.args(["solve", "--seed", "0", "--passes", "1", "--html"]).arg(&path);
    let solved = run(&mut command);
    assert_eq!(solved.code, Some(0), "{solved:?}");
    let page = fs::read_to_string(&path).unwrap();
    assert!(page.contains(&format!(">{}</textarea>", solved.stdout)));
    assert!(page.contains("<title>seed 0 "));
}

#[test]
fn solve_does_not_search_for_a_page_that_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let taken = folder.path().join("taken");
    fs::create_dir(&taken).unwrap();
    for path in [&folder.path().join("missing/game.html"), &taken] {
        // Without passes or a time limit that a test could wait for.
        let mut command = snake();
        command.args(["solve", "--seed", "0", "--time", "1e6", "--html"]).arg(path);
        let refused = run(&mut command);
        refused.assert_fails(&format!("snake: {}: ", path.display()));
        assert_eq!(refused.stdout, "");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

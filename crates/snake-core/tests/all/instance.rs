//! Reading and writing instances: the round trip, every rule with its place, and no panic ever.

use proptest::collection::vec;
use proptest::prelude::*;
use snake_core::{Instance, InstanceRule, Limits, ParseInstanceError, Position};

use crate::fixtures::{folder, instance, text};
use crate::games::{config, contest_instances, instances};

/// The official instances kept in the repository.
const OFFICIAL: [&str; 5] = ["0000", "0002", "0006", "0015", "0035"];

/// A small board within [`Limits::Contest`], with line ends where the tests expect them.
const SMALL: &str = "\
8 16 3
1 1 1 1 1 2 3 1 2 3 1 2 3 1 2 3
0 0 0 0 0 0 0 2
0 0 0 0 0 0 0 3
0 0 0 0 0 0 0 1
0 0 0 0 0 0 0 2
0 0 0 0 0 0 0 3
0 0 0 0 0 0 0 1
0 0 0 0 0 0 0 2
0 0 0 0 3 1 2 3
";

fn error_of(text: &str) -> ParseInstanceError {
    text.parse::<Instance>().expect_err("the text breaks a rule")
}

/// Asserts the place and the rule at which reading stops.
#[track_caller]
fn assert_breaks(text: &str, (line, column): (usize, usize), rule: InstanceRule) {
    assert_eq!(error_of(text), ParseInstanceError { position: Position { line, column }, rule });
}

fn out_of_range(name: &str, least: usize, most: usize, found: &str) -> InstanceRule {
    InstanceRule::OutOfRange { name: name.to_owned(), least, most, found: found.to_owned() }
}

fn not_a_number(expected: &str, found: &str) -> InstanceRule {
    InstanceRule::NotANumber { expected: expected.to_owned(), found: found.to_owned() }
}

fn missing(expected: &str) -> InstanceRule {
    InstanceRule::Missing { expected: expected.to_owned() }
}

#[test]
fn a_missing_token_is_reported_where_the_text_ends() {
    assert_breaks("", (1, 1), missing("N"));
    assert_breaks(" \n\n  ", (3, 3), missing("N"));
    assert_breaks("8", (1, 2), missing("M (with N = 8)"));
    assert_breaks("8 16\n", (2, 1), missing("C"));
    assert_breaks("8 16 3\n1 1 1", (2, 6), missing("d[3]"));
    assert_breaks(
        SMALL.trim_end_matches(" 3\n"),
        (10, 14),
        missing("row 7, column 7 of the board"),
    );
}

#[test]
fn a_token_that_is_no_number_is_shown() {
    assert_breaks(&SMALL.replace("8 16", "eight 16"), (1, 1), not_a_number("N", "eight"));
    assert_breaks(&SMALL.replace("16 3", "+16 3"), (1, 3), not_a_number("M (with N = 8)", "+16"));
    assert_breaks(&SMALL.replace("16 3", "16 3.0"), (1, 6), not_a_number("C", "3.0"));
    assert_breaks(&SMALL.replacen("1 2 3 1", "1 -2 3 1", 1), (2, 11), not_a_number("d[5]", "-2"));
    assert_breaks(&SMALL.replacen("1 2 3\n", "1 ä 3\n", 1), (2, 29), not_a_number("d[14]", "ä"));
    let board = SMALL.replace("0 3 1 2 3\n", "0 3 x 2 3\n");
    assert_breaks(&board, (10, 11), not_a_number("row 7, column 5 of the board", "x"));
    let long = "x".repeat(1000);
    assert_breaks(&long, (1, 1), not_a_number("N", &format!("{}…", "x".repeat(20))));
}

#[test]
fn every_number_has_its_range() {
    assert_breaks(&SMALL.replace("8 16", "7 16"), (1, 1), out_of_range("N", 8, 16, "7"));
    assert_breaks(&SMALL.replace("8 16", "17 16"), (1, 1), out_of_range("N", 8, 16, "17"));
    let wanted = |found| out_of_range("M (with N = 8)", 16, 48, found);
    assert_breaks(&SMALL.replace("8 16", "8 15"), (1, 3), wanted("15"));
    assert_breaks(&SMALL.replace("8 16", "8 49"), (1, 3), wanted("49"));
    assert_breaks(&SMALL.replace("16 3", "16 2"), (1, 6), out_of_range("C", 3, 7, "2"));
    assert_breaks(&SMALL.replace("16 3", "16 8"), (1, 6), out_of_range("C", 3, 7, "8"));
    let first = |colour| SMALL.replace("1 2 3 1 2", &format!("1 {colour} 3 1 2"));
    assert_breaks(&first(0), (2, 11), out_of_range("d[5]", 1, 3, "0"));
    assert_breaks(&first(4), (2, 11), out_of_range("d[5]", 1, 3, "4"));
    let corner = SMALL.replace("0 3 1 2 3\n", "0 3 1 2 4\n");
    assert_breaks(&corner, (10, 15), out_of_range("row 7, column 7 of the board", 0, 3, "4"));
    // More digits than any integer type has.
    let digits = "9".repeat(30);
    let shown = format!("{}…", "9".repeat(20));
    assert_breaks(&SMALL.replace("8 16", &digits), (1, 1), out_of_range("N", 8, 16, &shown));
}

#[test]
fn the_range_of_m_depends_on_n() {
    for (side, least, most) in [(8, 16, 48), (9, 21, 60), (15, 57, 168), (16, 64, 192)] {
        assert_eq!(Limits::Contest.wanted(side), (least, most));
        for (length, is_fine) in
            [(least - 1, false), (least, true), (most, true), (most + 1, false)]
        {
            let error = error_of(&format!("{side} {length}"));
            assert_eq!(error.rule == missing("C"), is_fine, "{error}");
        }
    }
    assert_eq!(Limits::Playable.wanted(5), (5, 25));
    assert_eq!(Limits::Playable.wanted(16), (5, 192));
}

#[test]
fn the_first_five_wanted_colours_are_1() {
    for index in 0..5 {
        let mut colours = ["1"; 5];
        colours[index] = "2";
        let text = SMALL.replacen("1 1 1 1 1", &colours.join(" "), 1);
        assert_breaks(&text, (2, 1 + 2 * index), InstanceRule::StartColour { index, found: 2 });
    }
}

#[test]
fn no_food_lies_where_the_snake_starts() {
    let lines: Vec<&str> = SMALL.lines().collect();
    for row in 0..5 {
        let mut lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
        lines[2 + row].replace_range(0..1, "3");
        let rule = InstanceRule::FoodOnStart { row, found: 3 };
        assert_breaks(&lines.join("\n"), (3 + row, 1), rule);
    }
}

#[test]
fn the_number_of_foods_is_counted_at_the_end_of_the_board() {
    let food_count = |found| InstanceRule::FoodCount { expected: 11, found };
    assert_breaks(&SMALL.replace("0 3 1 2 3\n", "0 3 1 2 0\n"), (10, 15), food_count(10));
    assert_breaks(&SMALL.replace("0 3 1 2 3\n", "1 3 1 2 3\n"), (10, 15), food_count(12));
}

#[test]
fn nothing_may_follow_the_board() {
    let extra = |found: &str| InstanceRule::ExtraToken { found: found.to_owned() };
    assert_breaks(&format!("{SMALL}\n 0 1"), (12, 2), extra("0"));
    assert_breaks(&format!("{} U", SMALL.trim_end()), (10, 17), extra("U"));
}

/// A file of `fixtures/malformed/` each, with the one line that says what is wrong.
///
/// `errors.txt` there is read by the tests of the binary as well.
#[test]
fn malformed_files_are_refused_with_the_stored_errors() {
    let errors = text("malformed/errors.txt");
    let mut named = Vec::new();
    for line in errors.lines() {
        let (name, expected) = line.split_once(": ").expect("a file name and a message");
        assert_eq!(error_of(&text(&format!("malformed/{name}"))).to_string(), expected, "{name}");
        named.push(name.to_owned());
    }
    let mut stored: Vec<String> = std::fs::read_dir(folder("malformed"))
        .expect("the folder is there")
        .map(|entry| entry.expect("readable").file_name().to_string_lossy().into_owned())
        .filter(|name| name != "errors.txt")
        .collect();
    stored.sort();
    named.sort();
    assert_eq!(named, stored);
    assert_eq!(named.len(), 9);
}

/// The tenth malformed input, ten megabytes of noise: refused at its first token, in a short line.
#[test]
fn noise_is_refused_at_once() {
    const BYTES: usize = 10_000_000;
    // A linear congruential generator; its high bits are noise enough. No digits, so that the first
    // token is wrong whatever its length.
    let mut seed = 63_u64;
    let noise: String = std::iter::repeat_with(|| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        char::from(b'!' + (seed >> 58) as u8 % 15)
    })
    .take(BYTES)
    .collect();
    let error = error_of(&noise);
    assert_eq!(error.position, Position { line: 1, column: 1 });
    assert!(matches!(error.rule, InstanceRule::NotANumber { .. }));
    let message = error.to_string();
    assert!(message.len() < 100 && message.lines().count() == 1, "{message}");
}

#[test]
fn official_files_round_trip() {
    for name in OFFICIAL {
        let name = format!("official/{name}.txt");
        assert_eq!(instance(&name, Limits::Contest).to_string(), text(&name), "{name}");
    }
}

#[test]
fn hand_made_files_round_trip() {
    let mut files = 0;
    for entry in std::fs::read_dir(folder("hand-made")).expect("the folder is there") {
        let name = entry.expect("readable").file_name().to_string_lossy().into_owned();
        let name = format!("hand-made/{name}");
        let instance = instance(&name, Limits::Playable);
        assert_eq!(instance.to_string(), text(&name), "{name}");
        assert_eq!(text(&name).parse::<Instance>().is_ok(), instance.side() >= 8, "{name}");
        files += 1;
    }
    assert!(files >= 10);
}

#[test]
fn line_ends_blank_lines_and_a_byte_order_mark_do_not_matter() {
    let plain: Instance = SMALL.parse().expect("a legal instance");
    let words = SMALL.split_whitespace().collect::<Vec<_>>();
    for variant in [
        format!("\u{feff}{SMALL}"),
        SMALL.replace('\n', "\r\n"),
        SMALL.replace('\n', "\n\n \t\n"),
        words.join(" "),
        words.join("\n"),
    ] {
        assert_eq!(variant.parse::<Instance>().as_ref(), Ok(&plain), "{variant:?}");
    }
    assert_eq!(error_of(&format!("8\u{feff}{SMALL}")).position, Position { line: 1, column: 1 });
}

/// What is left of a valid text after some of its tokens or characters were changed.
fn mutated() -> impl Strategy<Value = String> {
    let edit = (any::<prop::sample::Index>(), "[0-9a-zU \n\r\u{feff}é-]{0,3}", any::<bool>());
    (instances(), vec(edit, 1..6)).prop_map(|(instance, edits)| {
        let mut characters: Vec<char> = instance.to_string().chars().collect();
        for (at, put, takes_one) in edits {
            let at = at.index(characters.len() + 1);
            let end = (at + usize::from(takes_one)).min(characters.len());
            characters.splice(at..end, put.chars());
        }
        characters.into_iter().collect()
    })
}

/// Reading either gives an instance that round-trips, or an error inside the text in one line.
fn check_reading(text: &str) -> Result<(), TestCaseError> {
    for limits in [Limits::Contest, Limits::Playable] {
        match Instance::parse(text, limits) {
            Ok(instance) => {
                prop_assert_eq!(Instance::parse(&instance.to_string(), limits), Ok(instance));
            }
            Err(error) => {
                let Position { line, column } = error.position;
                let lines: Vec<&str> = text.split('\n').collect();
                prop_assert!((1..=lines.len()).contains(&line), "{}", error);
                prop_assert!((1..=lines[line - 1].chars().count() + 1).contains(&column));
                prop_assert_eq!(error.to_string().lines().count(), 1);
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn an_instance_round_trips(instance in instances()) {
        let text = instance.to_string();
        prop_assert_eq!(Instance::parse(&text, Limits::Playable), Ok(instance));
    }

    #[test]
    fn a_contest_instance_round_trips_within_the_contests_limits(instance in contest_instances()) {
        prop_assert_eq!(instance.to_string().parse::<Instance>(), Ok(instance));
    }

    #[test]
    fn an_official_instance_is_within_the_contests_limits(seed in any::<u64>()) {
        let instance = Instance::generate(seed);
        prop_assert_eq!(instance.to_string().parse::<Instance>(), Ok(instance));
    }

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        check_reading(&text)?;
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..300)) {
        check_reading(&String::from_utf8_lossy(&bytes))?;
    }

    #[test]
    fn any_numbers_are_read_or_refused(numbers in vec(0..20_u32, 0..300), side in 5..9_u32) {
        let words: Vec<String> = numbers.iter().map(u32::to_string).collect();
        check_reading(&format!("{side} {}", words.join(" ")))?;
    }

    #[test]
    fn a_mutated_instance_is_read_or_refused(text in mutated()) {
        check_reading(&text)?;
    }
}

//! A game as one self-contained web page, from the sources in `page/`.
//!
//! The scripts there are JavaScript modules, which tests can load one by one. A page opened from disk
//! cannot, so they are joined into one module here: without their imports and exports, in an order
//! in which every module stands after those it imports.

use std::fmt::Write;

use base64ct::{Base64, Encoding};
use sha2::{Digest, Sha256};
use snake_core::{Answer, Instance, MAX_COLOUR};

use super::palette::paint;

const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/style.css");

/// The scripts, with their names.
const MODULES: [(&str, &str); 13] = [
    ("text.js", include_str!("page/text.js")),
    ("instance.js", include_str!("page/instance.js")),
    ("answer.js", include_str!("page/answer.js")),
    ("state.js", include_str!("page/state.js")),
    ("game.js", include_str!("page/game.js")),
    ("player.js", include_str!("page/player.js")),
    ("fragment.js", include_str!("page/fragment.js")),
    ("theme.js", include_str!("page/theme.js")),
    ("board.js", include_str!("page/board.js")),
    ("chart.js", include_str!("page/chart.js")),
    ("sequences.js", include_str!("page/sequences.js")),
    ("files.js", include_str!("page/files.js")),
    ("main.js", include_str!("page/main.js")),
];

/// The page that replays an answer. `name` says which game it is, in the words of the user; whatever
/// it holds, it stays text.
pub fn render(name: &str, instance: &Instance, answer: &Answer) -> String {
    let (style, script) = (style(), script());
    fill(&[
        ("name", &escape(name)),
        ("policy", &policy(&style, &script)),
        ("style", &style),
        ("instance", &escape(&instance.to_string())),
        ("answer", &escape(&answer.to_string())),
        ("script", &script),
    ])
}

/// Nothing but this script and this style, known by their digests, and the icon: no network, and no
/// script that came in with the data, should any ever find a way past [`escape`].
fn policy(style: &str, script: &str) -> String {
    let digest = |text: &str| Base64::encode_string(&Sha256::digest(text));
    format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; img-src data:; \
         base-uri 'none'; form-action 'none'",
        digest(script),
        digest(style)
    )
}

fn style() -> String {
    let mut style = String::from("\n:root {\n");
    let mut classes = String::new();
    for colour in 1..=MAX_COLOUR {
        let paint = paint(colour);
        writeln!(style, "  --paint-{colour}: {}; --text-{colour}: {};", paint.fill, paint.text)
            .expect("a string takes all that is written");
        writeln!(
            classes,
            ".paint-{colour} {{ background: var(--paint-{colour}); color: var(--text-{colour}); }}"
        )
        .expect("a string takes all that is written");
    }
    style + "}\n" + &classes + STYLE
}

/// All modules as one.
fn script() -> String {
    let mut script = String::from("\n");
    for (name, source) in MODULES {
        script += &format!("// {name}\n");
        for line in source.lines().filter(|line| !line.starts_with("import ")) {
            script += line.strip_prefix("export ").unwrap_or(line);
            script += "\n";
        }
    }
    script
}

/// The page with each `{{name}}` replaced by its value. Values are not searched for names.
///
/// # Panics
///
/// If a name in the page has no value.
fn fill(values: &[(&str, &str)]) -> String {
    let mut pieces = PAGE.split("{{");
    let mut page = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (name, rest) = piece.split_once("}}").expect("names end");
        let value = values.iter().find(|value| value.0 == name).expect("names have values");
        page += value.1;
        page += rest;
    }
    page
}

/// The text as it stands in HTML, between tags or in an attribute's double quotes.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            plain => escaped.push(plain),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seed_0() -> Instance {
        Instance::generate(0)
    }

    #[test]
    fn modules_stand_after_those_they_import() {
        for (place, (name, source)) in MODULES.iter().enumerate() {
            for line in source.lines().filter(|line| line.starts_with("import ")) {
                // One line each, or the rest of it would stay behind.
                let (_, from) = line.split_once(" from './").expect("of this form");
                let imported = from.strip_suffix("';").expect("ends with the name");
                let known = MODULES[..place].iter().any(|module| module.0 == imported);
                assert!(known, "{name} imports {imported}, which does not stand before it");
            }
        }
    }

    #[test]
    fn nothing_of_the_modules_ends_the_script_or_stays_a_module() {
        let script = script();
        for end in ["</script", "<!--", "\nimport ", "\nexport "] {
            assert!(!script.contains(end), "{end}");
        }
        assert!(!style().contains("</style"));
    }

    #[test]
    fn a_hostile_name_stays_text() {
        let name = "</title><script>alert(1)</script>\"{{answer}}&lt;";
        let page = render(name, &seed_0(), &Answer::default());
        assert_eq!(page.matches("<script").count(), 1);
        assert_eq!(page.matches("</title>").count(), 1);
        let shown = "&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;{{answer}}&amp;lt;";
        assert_eq!(page.matches(shown).count(), 2);
    }

    #[test]
    fn the_texts_stand_in_the_page_as_they_are_written() {
        let answer: Answer = "R D".parse().unwrap();
        let page = render("game", &seed_0(), &answer);
        assert!(page.contains(&format!(">{}</textarea>", seed_0())));
        assert!(page.contains(">R\nD\n</textarea>"));
    }

    #[test]
    fn a_page_without_its_answer_leaves_room_for_the_longest() {
        // 100000 moves take 200 kB, and the whole is to stay below 300 kB.
        let page = render("game", &Instance::generate(2), &Answer::default());
        assert!(page.len() < 95_000, "{} bytes", page.len());
    }
}

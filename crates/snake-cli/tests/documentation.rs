//! `docs/testing.md` names tests and files that are there.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files below a folder whose name ends as told, by their paths from the repository's root.
fn files(folder: &str, ending: &str) -> Vec<String> {
    const NOT_OURS: [&str; 3] = ["target", "node_modules", "work"];
    let mut found = Vec::new();
    for entry in fs::read_dir(root().join(folder)).expect("readable") {
        let entry = entry.expect("readable");
        let name = entry.file_name().into_string().expect("UTF-8");
        let path = format!("{folder}/{name}");
        if entry.file_type().expect("readable").is_dir() {
            if !NOT_OURS.contains(&&*name) {
                found.extend(files(&path, ending));
            }
        } else if name.ends_with(ending) {
            found.push(path);
        }
    }
    found
}

/// What stands between backticks, code blocks left out.
fn quoted(document: &str) -> Vec<&str> {
    document.lines().flat_map(|line| line.split('`').skip(1).step_by(2)).collect()
}

/// A source file: the modules it is or has, and its functions.
struct Source {
    modules: Vec<String>,
    functions: Vec<String>,
}

impl Source {
    fn read(path: &str) -> Self {
        let text = fs::read_to_string(root().join(path)).expect("readable");
        let declared = |keyword: &str| {
            let names = text.split(keyword).skip(1).map(|rest| {
                rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>()
            });
            names.collect::<Vec<_>>()
        };
        // Folders, the file, and modules written inside it, such as `tests`.
        let mut modules = declared("mod ");
        modules.extend(path.trim_end_matches(".rs").split('/').map(str::to_owned));
        Self { modules, functions: declared("fn ") }
    }

    /// Whether a name such as `rules::a_copy_is_independent` or `history::tests` is here; dots stand for
    /// any letters of a function's name.
    fn has(&self, name: &str) -> bool {
        let (modules, last) = name.rsplit_once("::").expect("it is a path");
        let is_module = |name: &str| self.modules.iter().any(|module| module == name);
        let is_last = |function: &String| match last.split_once("...") {
            None => function == last,
            Some((first, end)) => function.starts_with(first) && function.ends_with(end),
        };
        modules.split("::").all(is_module)
            && (last.is_empty() || is_module(last) || self.functions.iter().any(is_last))
    }
}

#[test]
fn tests_that_are_named_are_there() {
    let document = fs::read_to_string(root().join("docs/testing.md")).expect("readable");
    let paths =
        ["crates", "contest", "xtask", "benches"].map(|folder| files(folder, ".rs")).concat();
    let sources: Vec<Source> = paths.iter().map(|path| Source::read(path)).collect();
    // Commands have spaces; types and their methods have capital letters.
    let is_test =
        |name: &&str| name.contains("::") && !name.contains(|c: char| c.is_uppercase() || c == ' ');
    let names: Vec<&str> = quoted(&document).into_iter().filter(is_test).collect();
    assert!(names.len() > 100, "the document is read: {names:?}");
    for name in names {
        assert!(sources.iter().any(|source| source.has(name)), "docs/testing.md: no test {name}");
    }
}

#[test]
fn files_that_are_named_are_there() {
    const ENDINGS: [&str; 4] = [".rs", ".mjs", ".py", ".sh"];
    let document = fs::read_to_string(root().join("docs/testing.md")).expect("readable");
    let folders = ["crates", "contest", "xtask", "benches", "scripts", "cluster", "tests"];
    for ending in ENDINGS {
        let paths = folders.map(|folder| files(folder, ending)).concat();
        for name in quoted(&document).into_iter().filter(|name| name.ends_with(ending)) {
            let is_there = paths.iter().any(|path| Path::new(path).ends_with(name));
            assert!(is_there, "docs/testing.md: no file {name}");
        }
    }
}

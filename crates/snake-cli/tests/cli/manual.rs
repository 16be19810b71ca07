//! What the program tells of itself to shells and to `man`: `snake completions`, `snake man`.

use std::fs;

use crate::process::{run, snake};

#[test]
fn shells_learn_the_commands() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let done = run(snake().args(["completions", shell]));
        assert_eq!(done.code, Some(0), "{shell}: {}", done.stderr);
        assert!(done.stdout.contains("solve") && done.stdout.contains("--passes"), "{shell}");
    }
}

#[test]
fn every_command_has_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man1");
    let done = run(snake().arg("man").arg(&pages));
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
    let mut names: Vec<_> = fs::read_dir(&pages)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let help = run(snake().arg("help")).stdout;
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let mut expected: Vec<_> = commands
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next())
        .filter(|&name| name != "help")
        .map(|name| format!("snake-{name}.1"))
        .chain(["snake.1".to_owned()])
        .collect();
    expected.sort();
    assert_eq!(names, expected);
    let page = fs::read_to_string(pages.join("snake-solve.1")).unwrap();
    assert!(page.starts_with(".ie") && page.contains(".TH"), "{page:.80}");
}

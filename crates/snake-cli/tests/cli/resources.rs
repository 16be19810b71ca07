//! What is not there, full, or not allowed: each told in one line by every command that meets it. And
//! how much memory a search takes.

use std::fs;
use std::path::Path;

use crate::process::{Run, fixture, run, snake};

/// Every command that reads a file, with `path` in that file's place.
fn readers(path: &Path) -> Vec<Run> {
    let instance = fixture("official/0000.txt");
    let answer = fixture("answers/0000.txt");
    // Never written, since there is nothing to draw.
    let picture = std::env::temp_dir().join("picture-that-is-never-drawn.svg");
    let view = |input: &Path, output: &Path| {
        run(snake().arg("view").args([input, output]).arg("--svg").arg(&picture))
    };
    vec![
        run(snake().arg("perft").arg(path).arg("1")),
        view(path, &answer),
        view(&instance, path),
        run(snake().args(["solve", "--passes", "0"]).arg(path)),
        run(snake().arg("score").arg(path).arg(&answer)),
        run(snake().arg("score").arg(&instance).arg(path)),
        run(snake().arg("merge").arg(path)),
    ]
}

#[test]
fn a_missing_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing.txt");
    for refused in readers(&missing) {
        refused.assert_fails(&format!("snake: {}: No such file", missing.display()));
        assert_eq!(refused.stdout, "");
    }
}

#[test]
fn an_empty_name_is_shown_as_one() {
    for refused in readers(Path::new("")) {
        refused.assert_fails("snake: '': No such file");
        assert_eq!(refused.stdout, "");
    }
}

#[test]
fn a_folder_in_place_of_a_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    for refused in readers(folder.path()) {
        refused.assert_fails(&format!("snake: {}: Is a directory", folder.path().display()));
        assert_eq!(refused.stdout, "");
    }
}

#[test]
fn a_file_in_place_of_a_folder_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let below = file.join("0000.txt");
    for refused in readers(&below) {
        refused.assert_fails(&format!("snake: {}: Not a directory", below.display()));
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs::File;
    use std::path::Path;
    use std::process::{Command, Stdio};

    use super::*;

    /// Every command with what it prints to standard output sent to a full disk.
    #[test]
    fn a_full_disk_is_told_by_every_command_that_prints() {
        let instance = fixture("official/0000.txt");
        let answer = fixture("answers/0000.txt");
        let (instance, answer) = (instance.to_str().unwrap(), answer.to_str().unwrap());
        for arguments in [
            &["score", instance, answer][..],
            &["perft", instance, "2"],
            &["bench"],
            &["--version"],
        ] {
            let full = File::options().write(true).open("/dev/full").unwrap();
            let mut command = snake();
            command.args(arguments).stdin(Stdio::null()).stdout(full).stderr(Stdio::piped());
            let told: Run = command.output().expect("it starts").into();
            told.assert_fails("snake: standard output: No space left on device");
        }
    }

    /// Runs a shell script with a file system of its own at `$1`, the binary as `$2`. None if the
    /// system allows nobody to mount anything, as some containers do.
    fn run_with_file_system(options: &str, script: &str, folder: &Path) -> Option<Run> {
        let mount = format!("mount -t tmpfs -o {options} tmpfs \"$1\"");
        let unshare = |script: &str| {
            let mut command = Command::new("unshare");
            command.args(["--user", "--map-root-user", "--mount", "sh", "-c", script, "sh"]);
            command.arg(folder).arg(env!("CARGO_BIN_EXE_snake")).stdin(Stdio::null());
            command.output().ok()
        };
        if !unshare(&mount)?.status.success() {
            eprintln!("not tested: nothing can be mounted here");
            return None;
        }
        Some(unshare(&format!("{mount} && {script}"))?.into())
    }

    /// The files written before stay whole, and no other does.
    #[test]
    fn a_disk_that_fills_up_is_told_and_leaves_whole_files() {
        let folder = tempfile::tempdir().unwrap();
        // Room for four files, since each takes a page.
        let script = r#"("$2" gen --seeds 0..100 --out "$1"; code=$?; ls -A "$1"; exit $code)"#;
        let Some(full) = run_with_file_system("size=16k", script, folder.path()) else { return };
        full.assert_fails(&format!("snake: {}", folder.path().display()));
        assert!(full.stderr.ends_with(": No space left on device (os error 28)\n"), "{full:?}");
        assert_eq!(full.stdout, "0000.txt\n0001.txt\n0002.txt\n0003.txt\n");
    }

    #[test]
    fn a_picture_that_finds_no_room_is_told_and_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let [input, output] = ["official/0000.txt", "answers/0000.txt"].map(fixture);
        let (input, output) = (input.display(), output.display());
        let script = format!(
            r#"("$2" view '{input}' '{output}' --svg "$1/end.svg"; code=$?; ls -A "$1"; exit $code)"#
        );
        // A page: a tenth of the picture.
        let Some(full) = run_with_file_system("size=4k", &script, folder.path()) else { return };
        let picture = folder.path().join("end.svg");
        full.assert_fails(&format!("snake: {}: No space left on device", picture.display()));
        assert_eq!(full.stdout, "");
    }

    #[test]
    fn a_read_only_folder_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let script = r#"exec "$2" gen --seeds 0..2 --out "$1""#;
        let Some(refused) = run_with_file_system("ro", script, folder.path()) else { return };
        let path = folder.path().join("0000.txt");
        refused.assert_fails(&format!("snake: {}: Read-only file system", path.display()));
    }

    /// Address space that a search may take, in KiB: what `docs/testing.md` states of its memory,
    /// with the program itself.
    const MOST_KIB: &str = "196608";

    /// Whatever the board, and however many passes: runs follow each other in the same memory. By the
    /// clock, runs become wider with the time, and take more (`docs/testing.md`).
    #[test]
    fn a_search_keeps_within_its_memory() {
        for (board, preset, passes) in [
            ("official/0015.txt", "default", "12"),
            ("hand-made/most.txt", "default", "12"),
            ("hand-made/nothing-wanted.txt", "default", "3"),
            ("official/0015.txt", "author", "40"),
            ("hand-made/most.txt", "author", "40"),
        ] {
            let script = format!("ulimit -v {MOST_KIB} && exec \"$@\"");
            let solved = run(Command::new("sh")
                .args(["-c", &script, "sh", env!("CARGO_BIN_EXE_snake"), "solve"])
                .arg(fixture(board))
                .args(["--preset", preset, "--passes", passes]));
            assert_eq!(solved.code, Some(0), "{board}, {preset}: {solved:?}");
        }
    }
}

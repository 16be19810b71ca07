//! `snake gen`: which files it writes, and that it writes whole ones or none.

use std::fs;
use std::path::Path;

use crate::process::{Run, fixture, run, snake};
use sha2::{Digest, Sha256};

fn generate(seeds: &str, out: &Path, more: &[&str]) -> Run {
    run(snake().args(["gen", "--seeds", seeds, "--out"]).arg(out).args(more))
}

fn names(folder: &Path) -> Vec<String> {
    let name = |entry: fs::DirEntry| entry.file_name().into_string().unwrap();
    let mut names: Vec<String> = fs::read_dir(folder).unwrap().map(|e| name(e.unwrap())).collect();
    names.sort();
    names
}

/// Issue 2, "Accept when" 2.
#[test]
fn the_first_hundred_are_the_official_ones() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("made/if/missing");
    assert_eq!(generate("0..100", &out, &[]).code, Some(0));
    let listing = fs::read_to_string(fixture("official/inputs.sha256")).unwrap();
    assert_eq!(listing.lines().count(), 100);
    for line in listing.lines() {
        let (expected, name) = line.split_once("  ").expect("digest  name");
        let digest = Sha256::digest(fs::read(out.join(name)).unwrap());
        let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hex, expected, "{name}");
    }
    assert_eq!(names(&out).len(), 100);
}

#[test]
fn names_have_four_digits_or_more() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(generate("9999..10001", folder.path(), &[]).code, Some(0));
    assert_eq!(names(folder.path()), ["10000.txt", "9999.txt"]);
}

#[test]
fn other_files_stay_and_older_ones_are_replaced() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("notes.txt"), "mine").unwrap();
    fs::write(folder.path().join("0000.txt"), "old").unwrap();
    assert_eq!(generate("0..1", folder.path(), &[]).code, Some(0));
    assert_eq!(names(folder.path()), ["0000.txt", "notes.txt"]);
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert_eq!(read("notes.txt"), b"mine");
    assert_eq!(read("0000.txt"), fs::read(fixture("official/0000.txt")).unwrap());
}

#[test]
fn fixed_values_replace_the_drawn_ones() {
    let folder = tempfile::tempdir().unwrap();
    let fixed = ["--n", "16", "--m", "192", "--c", "7"];
    assert_eq!(generate("3..4", folder.path(), &fixed).code, Some(0));
    let text = fs::read_to_string(folder.path().join("0003.txt")).unwrap();
    assert!(text.starts_with("16 192 7\n"), "{text}");
}

#[test]
fn a_value_out_of_range_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    // It suits the first seeds, but not all.
    let refused = generate("0..10", &out, &["--m", "40"]);
    assert_eq!(refused.code, Some(2), "{refused:?}");
    assert!(!out.exists());
}

#[test]
fn places_that_cannot_be_written_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    generate("0..1", &file, &[]).assert_fails(&format!("snake: {}: File exists", file.display()));
    let below = file.join("below");
    generate("0..1", &below, &[])
        .assert_fails(&format!("snake: {}: Not a directory", below.display()));

    // Its first file's name is taken by a folder.
    let taken = folder.path().join("0000.txt");
    fs::create_dir(&taken).unwrap();
    generate("0..1", folder.path(), &[])
        .assert_fails(&format!("snake: {}: Is a directory", taken.display()));
    assert_eq!(names(folder.path()), ["0000.txt", "file"], "no partial file stays behind");
}

/// Nobody can make a file there, not even root, who may write to any read-only folder.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_takes_no_files_is_named() {
    generate("0..1", Path::new("/proc"), &[]).assert_fails("snake: /proc/0000.txt: ");
}

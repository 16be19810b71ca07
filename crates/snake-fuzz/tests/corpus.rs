//! Replays the stored inputs of the fuzz targets.

use std::fs;
use std::path::{Path, PathBuf};

use snake_fuzz::CHECKS;

/// The files of a folder of `fuzz/`, by name.
fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz").join(folder);
    let Ok(entries) = fs::read_dir(&folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    files.sort();
    files
}

#[test]
fn stored_inputs_pass() {
    for (name, check) in CHECKS {
        let corpus = files(&format!("corpus/{name}"));
        assert!(!corpus.is_empty(), "{name} has a corpus");
        // Inputs that once showed a bug; `fuzz/findings/README.md` says which.
        for file in corpus.iter().chain(&files(&format!("findings/{name}"))) {
            println!("{}", file.display());
            check(&fs::read(file).expect("readable"));
        }
    }
}

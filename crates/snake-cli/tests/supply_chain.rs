//! What comes in from outside is what `deny.toml` allows: licences, versions, bans and sources.
//!
//! cargo-deny (`make deny`) checks the same and more, but is a long build of its own. This is the part
//! of its work that needs neither the tool nor its database, so that every `cargo test` does it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use spdx::{Expression, ParseMode};
use toml::Table;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read_toml(name: &str) -> Table {
    let text =
        fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    text.parse().unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The texts of a list in `deny.toml`.
fn allowed(section: &str, list: &str) -> BTreeSet<String> {
    let texts = read_toml("deny.toml")[section][list].as_array().expect("a list").clone();
    texts.iter().map(|text| text.as_str().expect("a text").to_owned()).collect()
}

/// An entry of a list in `deny.toml` whose entries give reasons: what it is about, and why.
struct Exception {
    about: String,
    reason: String,
}

fn exceptions(section: &str, list: &str, key: &str) -> Vec<Exception> {
    let entries = read_toml("deny.toml")[section][list].as_array().expect("a list").clone();
    let text = |entry: &toml::Value, key: &str| entry[key].as_str().expect("a text").to_owned();
    entries
        .iter()
        .map(|entry| Exception { about: text(entry, key), reason: text(entry, "reason") })
        .collect()
}

/// A package of a lock file, which also lists what a feature that nobody asks for would need.
#[derive(Debug)]
struct Locked {
    name: String,
    /// None for crates of this repository.
    source: Option<String>,
    has_checksum: bool,
}

fn locked(lock_file: &str) -> Vec<Locked> {
    let packages = read_toml(lock_file)["package"].as_array().expect("a list").clone();
    packages
        .iter()
        .map(|package| {
            let text = |key| package.get(key).and_then(toml::Value::as_str).map(str::to_owned);
            Locked {
                name: text("name").expect("a package has a name"),
                source: text("source"),
                has_checksum: package.get("checksum").is_some(),
            }
        })
        .collect()
}

/// What a cargo command prints about this workspace.
fn cargo(arguments: &[&str]) -> Vec<u8> {
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .arg("--locked")
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// What cargo knows of the packages that are built on this machine; it need not have downloaded others.
fn packages() -> Vec<Value> {
    // Lines such as `syn v3.0.10 (proc-macro)`. The metadata also has what no feature asks for.
    let tree = cargo(&["tree", "--workspace", "--prefix", "none", "--format", "{p}"]);
    let tree = String::from_utf8(tree).expect("cargo writes UTF-8");
    let built: BTreeSet<String> = tree
        .lines()
        .filter(|line| !line.is_empty()) // between the trees of two crates
        .map(|line| line.split(' ').take(2).collect::<Vec<_>>().join(" "))
        .collect();

    let host = Command::new("rustc").args(["--print", "host-tuple"]).output().expect("rustc runs");
    let host = String::from_utf8(host.stdout).expect("a target's name");
    let metadata = cargo(&["metadata", "--format-version", "1", "--filter-platform", host.trim()]);
    let metadata: Value = serde_json::from_slice(&metadata).expect("cargo writes JSON");
    let mut packages = metadata["packages"].as_array().expect("a list").clone();
    let text = |package: &Value, key: &str| package[key].as_str().expect("a text").to_owned();
    packages.retain(|package| {
        built.contains(&format!("{} v{}", text(package, "name"), text(package, "version")))
    });
    assert_eq!(packages.len(), built.len(), "every package is found");
    packages
}

/// The crates of this repository have no source.
fn is_ours(package: &Value) -> bool {
    package["source"].is_null()
}

#[test]
fn licences_are_allowed() {
    let allowed = allowed("licenses", "allow");
    for package in packages() {
        let name = &package["name"];
        let licence =
            package["license"].as_str().unwrap_or_else(|| panic!("{name} has no licence"));
        let expression = Expression::parse_mode(licence, ParseMode::LAX)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        let is_allowed = expression.evaluate(|part| {
            let licence = part.license.id().is_some_and(|id| allowed.contains(id.name));
            licence && part.addition.is_none()
        });
        assert!(is_allowed, "{name}: {licence} is not allowed by deny.toml");
        assert!(!is_ours(&package) || licence == "MIT OR Apache-2.0", "{name}: {licence}");
    }
}

/// Whether a version is one of `deny.toml`'s `0.8` or `2`.
fn is_of(version: &str, wanted: &str) -> bool {
    version.strip_prefix(wanted).is_some_and(|rest| rest.starts_with('.'))
}

#[test]
fn no_package_is_there_twice_but_for_the_exceptions() {
    let mut skipped = exceptions("bans", "skip", "crate");
    let mut versions = BTreeMap::<String, Vec<String>>::new();
    for package in packages() {
        let text = |key: &str| package[key].as_str().expect("a text").to_owned();
        let (name, version) = (text("name"), text("version"));
        let count = skipped.len();
        skipped.retain(|exception| {
            let (skipped_name, skipped_version) =
                exception.about.split_once('@').expect("name@version");
            !(name == skipped_name && is_of(&version, skipped_version))
        });
        if skipped.len() == count {
            versions.entry(name).or_default().push(version);
        }
    }
    versions.retain(|_, versions| versions.len() > 1);
    assert!(versions.is_empty(), "there twice: {versions:?}");
    let unused: Vec<_> = skipped.iter().map(|exception| &exception.about).collect();
    assert!(unused.is_empty(), "no longer there, so no exceptions: {unused:?}");
}

/// Both lock files: the workspace's, and that of the fuzz targets.
#[test]
fn packages_come_from_the_registry_and_none_is_banned() {
    let registries = allowed("sources", "allow-registry");
    let banned = exceptions("bans", "deny", "crate");
    for package in locked("Cargo.lock").into_iter().chain(locked("fuzz/Cargo.lock")) {
        assert!(banned.iter().all(|ban| ban.about != package.name), "{package:?} is banned");
        // The crates of this repository have no source.
        let Some(source) = &package.source else { continue };
        let registry = source.strip_prefix("registry+");
        assert!(registry.is_some_and(|url| registries.contains(url)), "{package:?}");
        assert!(package.has_checksum, "{package:?}");
    }
}

#[test]
fn every_exception_has_a_reason() {
    let all =
        [("bans", "skip", "crate"), ("bans", "deny", "crate"), ("advisories", "ignore", "id")];
    for (section, list, key) in all {
        for exception in exceptions(section, list, key) {
            assert!(exception.reason.contains(' '), "{}: {}", exception.about, exception.reason);
        }
    }
}

/// Major, minor and patch number.
fn version(text: &str) -> [u32; 3] {
    let mut numbers = text.split('.').map(|number| number.parse().expect("a number"));
    [0; 3].map(|missing| numbers.next().unwrap_or(missing))
}

/// That the code itself needs no later one is shown by CI, which has this very version.
#[test]
fn no_package_needs_a_later_rust_than_we_declare() {
    let manifest = read_toml("Cargo.toml");
    let declared = manifest["workspace"]["package"]["rust-version"].as_str().expect("a text");
    for package in packages() {
        let needed = package["rust_version"].as_str();
        if is_ours(&package) {
            assert_eq!(needed, Some(declared), "{}", package["name"]);
        }
        assert!(needed.is_none_or(|needed| version(needed) <= version(declared)), "{package}");
    }
}

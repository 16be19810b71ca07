//! One file of a program and of all that it uses.
//!
//! The contest's judge takes one file and compiles it with rustc alone. This makes that file from the
//! syntax trees of the crates' own sources: each library becomes a module, and what is not used goes.
//!
//! | file | concept |
//! | --- | --- |
//! | `packages` | which libraries there are, where, with which features |
//! | `cfg` | which `cfg` predicates hold for the judge |
//! | `source` | the files of a crate as one list of items |
//! | `derive` | thiserror's derive, written out |
//! | `paths` | paths of a crate that becomes a module |
//! | `substitutes` | files that stand in for a library |
//! | `imports` | `use` declarations of one name each |
//! | `reach` | what `main` reaches |
//! | `compiler` | rustc and its warnings |
//! | `prune` | takes away what rustc calls unused |
//! | `format_string` | names in the text of `format!` |
//!
//! The same sources give the same bytes: nothing depends on the machine, on the time, or on the order
//! of a hash map; rustc is told the judge's target, and says the same of the same file.

mod cfg;
mod compiler;
mod derive;
mod format_string;
mod imports;
mod packages;
mod paths;
mod prune;
mod reach;
mod source;
mod substitutes;

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use proc_macro2::{Ident, Span};
use syn::{Item, parse_quote};

use cfg::Cfg;
use packages::{Package, Packages};

/// The package whose program is bundled.
const PROGRAM: &str = "snake-contest";

/// Most bytes that the judge takes.
const MAX_BYTES: usize = 512 << 10;

/// The file written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    pub path: PathBuf,
    pub bytes: usize,
}

/// Writes the bundle to `bundle/main.rs` in cargo's target folder. A file of that name is replaced
/// once the new one is complete.
///
/// # Errors
///
/// If a source has something that is not handled, what results does not compile without warnings or
/// is too long, or the file cannot be written.
pub fn write() -> Result<Written> {
    let packages = Packages::below(PROGRAM)?;
    let text = text(&packages)?;
    let folder = packages.target_directory.join("bundle");
    let path = folder.join("main.rs");
    let in_folder = || format!("cannot write {}", path.display());
    fs::create_dir_all(&folder).with_context(in_folder)?;
    let partial = folder.join(format!(".main.rs.{}.partial", std::process::id()));
    fs::write(&partial, &text).with_context(in_folder)?;
    fs::rename(&partial, &path).with_context(in_folder)?;
    Ok(Written { path, bytes: text.len() })
}

/// The bundle.
fn text(packages: &Packages) -> Result<String> {
    let (mut items, libraries) = gather(packages)?;
    reach::reach(&items, &HashSet::new()).retain(&mut items);
    let foreign = libraries.iter().filter(|library| !library.is_own);
    let foreign = foreign.map(|library| library.crate_name.clone()).collect();
    let text = header(&libraries) + &prune::prune(items, &foreign)?;
    ensure!(text.len() < MAX_BYTES, "{} bytes, and the judge takes {MAX_BYTES}", text.len());
    Ok(text)
}

/// The items of the program, and modules of the libraries that it reaches.
fn gather(packages: &Packages) -> Result<(Vec<Item>, Vec<&Package>)> {
    let cfg = Cfg::of_judge()?;
    let mut items = source::items(&packages.program, &cfg, true)?;
    imports::split(&mut items);
    let mut libraries = Vec::new();
    loop {
        let missing: BTreeSet<_> = reach::reach(&items, &HashSet::new()).missing;
        if missing.is_empty() {
            return Ok((items, libraries));
        }
        for name in missing {
            let library = packages.library(&name).with_context(|| {
                format!("crate::{name} is reached, and neither a module nor a library")
            })?;
            let mut inner = match substitutes::of(&name) {
                Some(text) => source::substitute(text),
                None => source::items(library, &cfg, false),
            }?;
            imports::split(&mut inner);
            let ident = Ident::new(&name, Span::call_site());
            items.push(parse_quote!(mod #ident { #(#inner)* }));
            libraries.push(library);
        }
    }
}

/// Comments at the top of the file: what it is, and whose.
fn header(libraries: &[&Package]) -> String {
    let mut text = format!("// Made by `make bundle` from the sources of {PROGRAM} and of:\n//\n");
    for library in libraries {
        let Package { name, version, licence, authors, repository, crate_name, .. } = library;
        let licence = licence.as_deref().unwrap_or("no licence named");
        text += &format!("// {name} {version}, {licence}");
        if !library.is_own {
            text += &format!(", {}", authors.join(", "));
            text += &repository.as_ref().map_or_else(String::new, |url| format!(", {url}"));
        }
        if substitutes::of(crate_name).is_some() {
            text += " (a substitute with the same results)";
        }
        text.push('\n');
    }
    text + "\n"
}

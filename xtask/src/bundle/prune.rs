//! Takes away what rustc says is unused, until it says nothing.
//!
//! What cannot go without a change of the code around it is marked instead: fields and variants that
//! are only written, with `#[allow(dead_code)]`; what rustc, with its present lints, thinks of the
//! style of other people's crates, with `#[allow]` at the crate's module. Cargo does the same: it
//! shows no warnings of dependencies.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Ident, Item, parse_quote};

use super::compiler::{self, Place, Warning};
use super::reach::reach;

/// Lints that tell that something may go.
const UNUSED: [&str; 3] = ["dead_code", "unused_imports", "unused_macros"];

/// Most rounds of compiling. Each takes something away; a few do.
const MAX_ROUNDS: usize = 40;

/// The text of a program without what is unused. `foreign` has the modules of other people's crates.
///
/// # Errors
///
/// If it does not compile, or there are warnings that cannot be handled.
pub fn prune(mut items: Vec<Item>, foreign: &BTreeSet<String>) -> Result<String> {
    let folder = tempfile::tempdir().context("no folder for trials")?;
    let path = folder.path().join("main.rs");
    for _ in 0..MAX_ROUNDS {
        let text = unparse(items);
        fs::write(&path, &text)?;
        let warnings = compiler::check(&path)?;
        // Read again, so that each item knows its place.
        items = syn::parse_file(&text).context("the bundle cannot be read")?.items;
        if warnings.is_empty() {
            return Ok(text);
        }
        let without = Round::of(&warnings, &items, foreign)?.apply(items.clone());
        items = if unparse(without.clone()) == text {
            about_macros(items, &warnings, foreign, &path)?
        } else {
            without
        };
    }
    bail!("there are still warnings after {MAX_ROUNDS} rounds of taking away what is unused")
}

/// Handles warnings of what a macro has made: a call between items goes, if the program compiles
/// without it; else the lint is allowed in the module, if it is not ours.
fn about_macros(
    mut items: Vec<Item>,
    warnings: &[Warning],
    foreign: &BTreeSet<String>,
    path: &Path,
) -> Result<Vec<Item>> {
    let mut round = Round::default();
    for warning in warnings {
        for &place in &warning.places {
            let mut without = items.clone();
            if take_call(&mut without, place) {
                fs::write(path, unparse(without.clone()))?;
                if compiler::check(path).is_ok() {
                    return Ok(without);
                }
            }
            round.allow(warning, place, &items, foreign)?;
        }
    }
    round.visit_items(&mut items);
    Ok(items)
}

/// Takes the call of a macro at this place away; false if there is none between items.
fn take_call(items: &mut Vec<Item>, place: Place) -> bool {
    let before = items.len();
    items.retain(|item| {
        let is_call = matches!(item, Item::Macro(call) if call.ident.is_none());
        !(is_call && Place::from(item.span().start()) == place)
    });
    items.len() < before
        || items.iter_mut().any(|item| match item {
            Item::Mod(module) => {
                module.content.as_mut().is_some_and(|(_, items)| take_call(items, place))
            }
            _ => false,
        })
}

fn unparse(items: Vec<Item>) -> String {
    prettyplease::unparse(&syn::File { shebang: None, frontmatter: None, attrs: Vec::new(), items })
}

/// What one list of warnings asks for.
#[derive(Debug, Default)]
struct Round {
    unused: HashSet<Place>,
    /// Lints to allow, by module at the top.
    allowed: BTreeMap<String, BTreeSet<String>>,
}

impl Round {
    fn of(warnings: &[Warning], items: &[Item], foreign: &BTreeSet<String>) -> Result<Self> {
        let mut round = Self::default();
        for warning in warnings {
            if UNUSED.contains(&warning.lint.as_str()) {
                round.unused.extend(&warning.places);
                continue;
            }
            for &place in &warning.places {
                round.allow(warning, place, items, foreign)?;
            }
        }
        Ok(round)
    }

    /// Allows a lint in the module of a place, if it is not ours.
    fn allow(
        &mut self,
        warning: &Warning,
        place: Place,
        items: &[Item],
        foreign: &BTreeSet<String>,
    ) -> Result<()> {
        let module = module_at(items, place).filter(|module| foreign.contains(module));
        let Some(module) = module else {
            bail!("a warning about our own code:\n{}", warning.rendered.trim_end());
        };
        self.allowed.entry(module).or_default().insert(warning.lint.clone());
        Ok(())
    }

    fn apply(mut self, mut items: Vec<Item>) -> Vec<Item> {
        let reached = reach(&items, &self.unused);
        self.visit_items(&mut items);
        reached.retain(&mut items);
        items
    }

    fn visit_items(&mut self, items: &mut [Item]) {
        for item in items {
            if let Item::Mod(module) = item
                && let Some(lints) = self.allowed.get(&module.ident.to_string())
            {
                let lints = lints.iter().map(|lint| Ident::new(lint, module.ident.span()));
                module.attrs.push(parse_quote!(#[allow(#(#lints),*)]));
            }
            self.visit_item_mut(item);
        }
    }
}

impl VisitMut for Round {
    fn visit_field_mut(&mut self, field: &mut syn::Field) {
        let start = match &field.ident {
            Some(ident) => ident.span(),
            None => field.span(),
        };
        if self.unused.contains(&start.start().into()) {
            field.attrs.push(parse_quote!(#[allow(dead_code)]));
        }
        visit_mut::visit_field_mut(self, field);
    }

    fn visit_variant_mut(&mut self, variant: &mut syn::Variant) {
        if self.unused.contains(&variant.ident.span().start().into()) {
            variant.attrs.push(parse_quote!(#[allow(dead_code)]));
        }
        visit_mut::visit_variant_mut(self, variant);
    }
}

/// The module at the top of the file that this place is in.
fn module_at(items: &[Item], place: Place) -> Option<String> {
    items.iter().find_map(|item| {
        let Item::Mod(module) = item else { return None };
        let span = module.span();
        let is_inside = Place::from(span.start()) <= place && place < span.end().into();
        is_inside.then(|| module.ident.to_string())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pruned(file: syn::File) -> Result<String> {
        prune(file.items, &BTreeSet::from(["foreign".to_owned()]))
    }

    #[test]
    fn what_rustc_calls_unused_goes() {
        let before = parse_quote! {
            use std::collections::HashMap;
            mod own {
                pub struct Pair { pub read: u8, pub only_written: u8 }
                pub enum Unused { A }
                impl Clone for Unused { fn clone(&self) -> Self { Self::A } }
                impl Pair {
                    pub fn new() -> Self { Self { read: 1, only_written: 2 } }
                    /// Its name occurs, but as that of another type's.
                    pub fn len(&self) -> usize { self.helper() }
                    fn helper(&self) -> usize { 1 }
                }
            }
            mod foreign {
                pub struct Made(pub u8);
                macro_rules! member { ($name:ident) => { impl Made { pub fn $name(&self) {} } } }
                member!(used);
                member!(unused);
                pub unsafe fn old(x: *const u8) -> u8 { *x }
            }
            fn main() {
                let made = foreign::Made(0);
                made.used();
                let pair = own::Pair::new();
                println!("{} {} {}", made.0, pair.read, vec![1].len());
                println!("{}", unsafe { foreign::old(&1) });
            }
        };
        let after: syn::File = parse_quote! {
            mod own {
                pub struct Pair { pub read: u8, #[allow(dead_code)] pub only_written: u8 }
                impl Pair {
                    pub fn new() -> Self { Self { read: 1, only_written: 2 } }
                }
            }
            #[allow(unsafe_op_in_unsafe_fn)]
            mod foreign {
                pub struct Made(pub u8);
                macro_rules! member { ($name:ident) => { impl Made { pub fn $name(&self) {} } } }
                member!(used);
                pub unsafe fn old(x: *const u8) -> u8 { *x }
            }
            fn main() {
                let made = foreign::Made(0);
                made.used();
                let pair = own::Pair::new();
                println!("{} {} {}", made.0, pair.read, vec![1].len());
                println!("{}", unsafe { foreign::old(&1) });
            }
        };
        let pruned = pruned(before).expect("it compiles");
        assert_eq!(pruned, prettyplease::unparse(&after));
    }

    #[test]
    fn our_own_code_has_no_other_warnings_and_compiles() {
        let error = pruned(parse_quote! { fn main() { let x = 1; } }).expect_err("x is unused");
        assert!(error.to_string().contains("unused variable: `x`"), "{error}");
        let error = pruned(parse_quote! { fn main() { x } }).expect_err("there is no x");
        assert!(error.to_string().contains("cannot find value `x`"), "{error}");
    }
}

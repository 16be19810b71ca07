//! The sources of a crate as one list of items, as they are to stand in a module of the bundle.
//!
//! Files of modules are put in place, what `cfg` leaves out is left out, documentation and lint
//! levels go, nothing is `pub` for other crates any more, and paths are written as they have to be once the crate is a module (`paths`).

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Error, Result, anyhow, bail, ensure};
use cargo_metadata::Edition;
use proc_macro2::{Group, TokenStream, TokenTree};
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, ImplItem, Item, Meta, Token, TraitItem, Visibility, parse_quote};

use super::cfg::Cfg;
use super::derive;
use super::packages::Package;
use super::paths::Paths;

/// Lints that tell what is unused. They are never allowed before all that is unused has gone.
const UNUSED: [&str; 4] = ["dead_code", "unused", "unused_imports", "unused_macros"];

/// Attributes of a crate that say nothing to a program of one file.
const IDLE_CRATE_ATTRIBUTES: [&str; 3] = ["no_std", "crate_name", "crate_type"];

/// Crates that every program has.
pub const STANDARD: [&str; 3] = ["std", "core", "alloc"];

/// The items of a crate: those of a library for a module of its name, those of the program (`None`)
/// for the top of the file.
///
/// # Errors
///
/// If a file cannot be read or parsed, or has something that could not stand in the bundle. The
/// error names the file, and the line where it can.
pub fn items(package: &Package, cfg: &Cfg, is_program: bool) -> Result<Vec<Item>> {
    ensure!(
        !matches!(package.edition, Edition::E2015),
        "{}: edition 2015 has other paths, and a syntax that syn does not read; give it a file in \
         xtask/src/bundle/substitutes",
        package.name
    );
    let folder = package.root.parent().map(Path::to_owned).unwrap_or_default();
    let mut reader = Reader { cfg: cfg.with_features(&package.features), errors: Vec::new() };
    let mut items = reader.file(&package.root, &folder)?;
    derive::expand(&mut items).with_context(|| package.name.clone())?;
    let module = (!is_program).then_some(package.crate_name.as_str());
    Paths::new(module, &package.dependencies).rewrite(&mut items);
    Ok(items)
}

/// The items of a file that stands in for a library.
///
/// # Errors
///
/// If it cannot be parsed.
pub fn substitute(text: &str) -> Result<Vec<Item>> {
    let mut reader = Reader { cfg: Cfg::default(), errors: Vec::new() };
    reader.read(syn::parse_file(text)?, Path::new(""))
}

/// Reads files, and evaluates their `cfg`s.
struct Reader {
    cfg: Cfg,
    /// What was met where nothing can be returned.
    errors: Vec<Error>,
}

impl Reader {
    /// The items of a file, with those of the modules that it declares; their files are in `folder`.
    fn file(&mut self, path: &Path, folder: &Path) -> Result<Vec<Item>> {
        let shown = || path.display().to_string();
        let text = fs::read_to_string(path).with_context(shown)?;
        let file = syn::parse_file(&text)
            .map_err(|error| anyhow!("line {}: {error}", error.span().start().line))
            .with_context(shown)?;
        self.read(file, folder).with_context(shown)
    }

    fn read(&mut self, mut file: syn::File, folder: &Path) -> Result<Vec<Item>> {
        self.visit_file_mut(&mut file);
        self.errors.drain(..).next().map_or(Ok(()), Err)?;
        for attribute in &file.attrs {
            // What is left of those of a module's file are allowed lints, which it does without.
            let name = attribute.path().to_token_stream().to_string();
            ensure!(
                IDLE_CRATE_ATTRIBUTES.contains(&name.as_str()) || name == "allow",
                "line {}: #![{name}] has no place in a bundle",
                attribute.span().start().line
            );
        }
        self.place_modules(file.items, folder)
    }

    /// Puts the files of modules in place.
    fn place_modules(&mut self, items: Vec<Item>, folder: &Path) -> Result<Vec<Item>> {
        let mut placed = Vec::new();
        for mut item in items {
            let line = item.span().start().line;
            match &mut item {
                Item::Mod(module) => {
                    ensure!(
                        !module.attrs.iter().any(|attribute| attribute.path().is_ident("path")),
                        "line {line}: #[path] is not handled"
                    );
                    let name = module.ident.to_string();
                    let inner_folder = folder.join(&name);
                    let inner = match module.content.take() {
                        Some((_, items)) => self.place_modules(items, &inner_folder)?,
                        None => self.file(&module_file(folder, &name)?, &inner_folder)?,
                    };
                    module.semi = None;
                    module.content = Some((syn::token::Brace::default(), inner));
                }
                Item::ExternCrate(krate) => {
                    let name = krate.ident.to_string();
                    ensure!(
                        name != "alloc"
                            && krate.rename.as_ref().is_none_or(|(_, name)| name == "std"),
                        "line {line}: `extern crate {name}` of this kind is not handled"
                    );
                    continue;
                }
                Item::Macro(definition) => ensure!(
                    !definition
                        .attrs
                        .iter()
                        .any(|attribute| attribute.path().is_ident("macro_export")),
                    "line {line}: an exported macro stands at the top of its crate, which is none in a bundle"
                ),
                Item::Verbatim(_) => bail!("line {line}: a syntax that syn does not know"),
                _ => {}
            }
            placed.push(item);
        }
        Ok(placed)
    }

    /// Evaluates the attributes of something; whether it stays.
    fn keep(&mut self, attributes: &mut Vec<Attribute>) -> bool {
        let mut kept = Vec::new();
        let mut stays = true;
        for attribute in attributes.drain(..) {
            match self.evaluate(attribute) {
                Ok(Some(attributes)) => kept.extend(attributes),
                Ok(None) => stays = false,
                Err(error) => self.errors.push(error),
            }
        }
        *attributes = kept;
        stays
    }

    /// What becomes of an attribute; `None` if what it stands at goes.
    fn evaluate(&self, attribute: Attribute) -> Result<Option<Vec<Attribute>>> {
        let line = attribute.span().start().line;
        let name = attribute.path().to_token_stream().to_string();
        let as_it_is = |attribute| Ok(Some(vec![attribute]));
        match (name.as_str(), &attribute.meta) {
            ("cfg", Meta::List(list)) => {
                let holds = self.cfg.holds(&list.parse_args()?);
                Ok(holds.with_context(|| format!("line {line}"))?.then(Vec::new))
            }
            ("cfg_attr", Meta::List(list)) => {
                let parts =
                    list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)?;
                let mut parts = parts.into_iter();
                let predicate = parts.next().with_context(|| format!("line {line}: cfg_attr"))?;
                if !self.cfg.holds(&predicate).with_context(|| format!("line {line}"))? {
                    return Ok(Some(Vec::new()));
                }
                let mut kept = Vec::new();
                for meta in parts {
                    let mut attribute = attribute.clone();
                    attribute.meta = meta;
                    match self.evaluate(attribute)? {
                        Some(attributes) => kept.extend(attributes),
                        None => return Ok(None),
                    }
                }
                Ok(Some(kept))
            }
            ("test" | "bench", _) => Ok(None),
            ("allow" | "expect", Meta::List(list)) => {
                let lints =
                    list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)?;
                let lints: Vec<_> = lints.iter().filter(|lint| is_rustcs(lint)).collect();
                if lints.is_empty() {
                    return Ok(Some(Vec::new()));
                }
                let mut attribute = attribute.clone();
                attribute.meta = parse_quote!(allow(#(#lints),*));
                as_it_is(attribute)
            }
            ("doc" | "warn" | "deny" | "forbid" | "deprecated" | "rustfmt::skip", _) => {
                Ok(Some(Vec::new()))
            }
            _ => as_it_is(attribute),
        }
    }
}

/// Whether a lint is one of rustc's own, and about something else than what is unused.
fn is_rustcs(lint: &Meta) -> bool {
    matches!(lint, Meta::Path(path) if path
        .get_ident()
        .is_some_and(|ident| UNUSED.iter().all(|unused| ident != unused)))
}

/// The file of a module that is declared in a file whose modules are in `folder`.
fn module_file(folder: &Path, name: &str) -> Result<PathBuf> {
    let choices = [folder.join(format!("{name}.rs")), folder.join(name).join("mod.rs")];
    let found = choices.iter().find(|path| path.is_file());
    found.cloned().with_context(|| format!("module {name}: no file {}", choices[0].display()))
}

impl VisitMut for Reader {
    // Whatever a `cfg` can leave out stands in one of these lists. Where else there is one it stays,
    // for rustc to evaluate.

    fn visit_file_mut(&mut self, file: &mut syn::File) {
        file.items.retain_mut(|item| self.keep_item(item));
        visit_mut::visit_file_mut(self, file);
    }

    fn visit_item_mod_mut(&mut self, module: &mut syn::ItemMod) {
        if let Some((_, items)) = &mut module.content {
            items.retain_mut(|item| self.keep_item(item));
        }
        visit_mut::visit_item_mod_mut(self, module);
    }

    fn visit_item_impl_mut(&mut self, block: &mut syn::ItemImpl) {
        block.items.retain_mut(|item| match item {
            ImplItem::Const(item) => self.keep(&mut item.attrs),
            ImplItem::Fn(item) => self.keep(&mut item.attrs),
            ImplItem::Type(item) => self.keep(&mut item.attrs),
            ImplItem::Macro(item) => self.keep(&mut item.attrs),
            _ => true,
        });
        visit_mut::visit_item_impl_mut(self, block);
    }

    fn visit_item_trait_mut(&mut self, definition: &mut syn::ItemTrait) {
        definition.items.retain_mut(|item| match item {
            TraitItem::Const(item) => self.keep(&mut item.attrs),
            TraitItem::Fn(item) => self.keep(&mut item.attrs),
            TraitItem::Type(item) => self.keep(&mut item.attrs),
            TraitItem::Macro(item) => self.keep(&mut item.attrs),
            _ => true,
        });
        visit_mut::visit_item_trait_mut(self, definition);
    }

    fn visit_item_enum_mut(&mut self, definition: &mut syn::ItemEnum) {
        retain(&mut definition.variants, |variant| self.keep(&mut variant.attrs));
        visit_mut::visit_item_enum_mut(self, definition);
    }

    fn visit_fields_named_mut(&mut self, fields: &mut syn::FieldsNamed) {
        retain(&mut fields.named, |field| self.keep(&mut field.attrs));
        visit_mut::visit_fields_named_mut(self, fields);
    }

    fn visit_expr_match_mut(&mut self, expression: &mut syn::ExprMatch) {
        expression.arms.retain_mut(|arm| self.keep(&mut arm.attrs));
        visit_mut::visit_expr_match_mut(self, expression);
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        block.stmts.retain_mut(|statement| match statement {
            syn::Stmt::Item(item) => self.keep_item(item),
            syn::Stmt::Local(local) => self.keep(&mut local.attrs),
            _ => true,
        });
        visit_mut::visit_block_mut(self, block);
    }

    /// In one crate, `pub` says no more than `pub(crate)`. But what is `pub` all the way up, rustc does
    /// not call unused; and a module that was a crate may be imported as `pub` only if it is.
    fn visit_visibility_mut(&mut self, visibility: &mut Visibility) {
        if matches!(visibility, Visibility::Public(_)) {
            *visibility = parse_quote!(pub(crate));
        }
    }

    fn visit_macro_mut(&mut self, call: &mut syn::Macro) {
        call.tokens = without_docs(std::mem::take(&mut call.tokens));
        visit_mut::visit_macro_mut(self, call);
    }

    fn visit_attributes_mut(&mut self, attributes: &mut Vec<Attribute>) {
        // A predicate that does not hold here stands where nothing can be taken away.
        let before = attributes.clone();
        if !self.keep(attributes) {
            *attributes = before;
            let is_feature = |attribute: &Attribute| {
                let tokens = attribute.meta.to_token_stream().to_string();
                attribute.path().is_ident("cfg") && tokens.contains("feature")
            };
            if let Some(attribute) = attributes.iter().find(|attribute| is_feature(attribute)) {
                let line = attribute.span().start().line;
                self.errors.push(anyhow!("line {line}: a feature cannot be switched off here"));
            }
        }
    }
}

impl Reader {
    fn keep_item(&mut self, item: &mut Item) -> bool {
        attributes_of(item).is_none_or(|attributes| self.keep(attributes))
    }
}

/// The attributes of an item of a kind that is known.
pub fn attributes_of(item: &mut Item) -> Option<&mut Vec<Attribute>> {
    Some(match item {
        Item::Const(item) => &mut item.attrs,
        Item::Enum(item) => &mut item.attrs,
        Item::ExternCrate(item) => &mut item.attrs,
        Item::Fn(item) => &mut item.attrs,
        Item::ForeignMod(item) => &mut item.attrs,
        Item::Impl(item) => &mut item.attrs,
        Item::Macro(item) => &mut item.attrs,
        Item::Mod(item) => &mut item.attrs,
        Item::Static(item) => &mut item.attrs,
        Item::Struct(item) => &mut item.attrs,
        Item::Trait(item) => &mut item.attrs,
        Item::TraitAlias(item) => &mut item.attrs,
        Item::Type(item) => &mut item.attrs,
        Item::Union(item) => &mut item.attrs,
        Item::Use(item) => &mut item.attrs,
        _ => return None,
    })
}

/// The tokens without `#[doc = "..."]`, which is what documentation is to a macro.
fn without_docs(tokens: TokenStream) -> TokenStream {
    let is_doc = |token: &TokenTree| {
        matches!(token, TokenTree::Group(group) if group
            .stream()
            .into_iter()
            .next()
            .is_some_and(|first| first.to_string() == "doc"))
    };
    let mut kept = TokenStream::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(sign)
                if sign.as_char() == '#' && tokens.peek().is_some_and(is_doc) =>
            {
                tokens.next();
            }
            TokenTree::Group(group) => {
                let inner = without_docs(group.stream());
                kept.extend([TokenTree::Group(Group::new(group.delimiter(), inner))]);
            }
            token => kept.extend([token]),
        }
    }
    kept
}

fn retain<T, P: Default>(list: &mut Punctuated<T, P>, mut keep: impl FnMut(&mut T) -> bool) {
    *list = std::mem::take(list)
        .into_iter()
        .filter_map(|mut element| keep(&mut element).then_some(element))
        .collect();
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    /// Reads a crate of these files, the first of which is its root; with feature `on`.
    fn read(files: &[(&str, &str)], edition: Edition) -> Result<String> {
        let folder = tempfile::tempdir()?;
        for (path, text) in files {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().expect("it is in the folder"))?;
            fs::write(path, text)?;
        }
        let package = Package {
            crate_name: "a_crate".to_owned(),
            name: "a-crate".to_owned(),
            version: "0.1.0".to_owned(),
            licence: None,
            authors: Vec::new(),
            repository: None,
            root: folder.path().join(files[0].0),
            edition,
            features: BTreeSet::from(["on".to_owned()]),
            dependencies: BTreeMap::new(),
            is_own: true,
        };
        let items = items(&package, &["unix"].into_iter().collect(), false)?;
        Ok(unparse(items))
    }

    fn unparse(items: Vec<Item>) -> String {
        prettyplease::unparse(&syn::File { shebang: None, frontmatter: None, attrs: vec![], items })
    }

    #[test]
    fn files_of_modules_are_put_in_place() {
        let read = read(
            &[
                (
                    "lib.rs",
                    "//! Docs.\n#![forbid(unsafe_code)]\nmod a; mod b { mod c; } pub use a::d::D;",
                ),
                ("a.rs", "pub mod d;"),
                ("a/d.rs", "/// Docs.\npub struct D { /** Docs. */ pub x: crate::b::c::C }"),
                ("b/c/mod.rs", "pub struct C;"),
            ],
            Edition::E2024,
        );
        let expected = parse_quote! {
            mod a { pub(crate) mod d { pub(crate) struct D { pub(crate) x: crate::a_crate::b::c::C } } }
            mod b { mod c { pub(crate) struct C; } }
            pub(crate) use a::d::D;
        };
        let expected: syn::File = expected;
        assert_eq!(read.expect("all files are there"), unparse(expected.items));
    }

    #[test]
    fn what_cfg_leaves_out_is_left_out() {
        let text = r#"
            #[cfg(test)] mod tests;
            #[cfg(feature = "off")] mod off;
            #[cfg(feature = "on")] #[cfg_attr(unix, inline, allow(dead_code))] fn on() {}
            #[allow(clippy::all, deprecated)] enum E { #[cfg(windows)] A, B }
            fn f(e: E) {
                #[cfg(windows)] let x = 1;
                match e { #[cfg(windows)] E::A => {}, E::B => {} }
            }
            macro_rules! m { () => { /** Docs. */ fn g() {} } }
        "#;
        let expected: syn::File = parse_quote! {
            #[inline] fn on() {}
            #[allow(deprecated)] enum E { B }
            fn f(e: E) { match e { E::B => {} } }
            macro_rules! m { () => { fn g() {} } }
        };
        let read = read(&[("lib.rs", text)], Edition::E2024);
        assert_eq!(read.expect("it can be read"), unparse(expected.items));
    }

    #[test]
    fn what_is_not_handled_is_told_with_its_place() {
        let files = [
            ("#![feature(x)]", "line 1: #![feature] has no place"),
            ("\nextern crate alloc;", "line 2: `extern crate alloc`"),
            ("#[macro_export]\nmacro_rules! m { () => {} }", "line 1: an exported macro"),
            ("#[path = \"x.rs\"] mod m;", "line 1: #[path] is not handled"),
            ("mod missing;", "module missing: no file"),
            ("fn f( {}", "line 1: "),
            ("#[derive(Strange)] struct S;", "S: derive(Strange) is not handled"),
            ("#[cfg(unless(x))] fn f() {}", "cfg(unless (x)): not a predicate"),
            ("fn f() { g(#[cfg(feature = \"off\")] 1) }", "line 1: a feature cannot be"),
        ];
        for (text, expected) in files {
            let error = read(&[("lib.rs", text)], Edition::E2024).expect_err(text);
            assert!(format!("{error:#}").contains(expected), "{error:#}");
        }
        let error = read(&[("lib.rs", "")], Edition::E2015).expect_err("the edition is too old");
        assert!(format!("{error:#}").contains("edition 2015"), "{error:#}");
    }
}

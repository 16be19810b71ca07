//! Paths of a crate that becomes a module.
//!
//! ```text
//!     in snake_beam               in the bundle
//!     crate::budget::Budget       crate::snake_beam::budget::Budget
//!     snake_core::Cell            crate::snake_core::Cell
//!     super::way::Way             the same
//!     std::mem                    the same
//! ```

use std::collections::{BTreeMap, HashSet};

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::quote;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Item, Macro, Path, PathSegment, UseTree};

/// Rewrites the paths of one crate.
pub struct Paths<'a> {
    /// The module that the crate becomes; `None` for the program, which stays at the top.
    module: Option<&'a str>,
    dependencies: &'a BTreeMap<String, String>,
    /// Names of the module at hand that hide a crate of the same name.
    hidden: HashSet<String>,
}

impl<'a> Paths<'a> {
    pub fn new(module: Option<&'a str>, dependencies: &'a BTreeMap<String, String>) -> Self {
        Self { module, dependencies, hidden: HashSet::new() }
    }

    pub fn rewrite(&mut self, items: &mut [Item]) {
        let outer = std::mem::replace(&mut self.hidden, items.iter().filter_map(name).collect());
        for item in items {
            self.visit_item_mut(item);
        }
        self.hidden = outer;
    }

    /// The crate of a dependency by this name, if nothing hides it.
    fn library(&self, name: &Ident) -> Option<Ident> {
        let name = name.to_string();
        let library = self.dependencies.get(&name).filter(|_| !self.hidden.contains(&name))?;
        Some(Ident::new(library, Span::call_site()))
    }

    fn module(&self) -> Option<Ident> {
        self.module.map(|module| Ident::new(module, Span::call_site()))
    }

    fn tokens(&self, tokens: TokenStream) -> TokenStream {
        let tokens: Vec<_> = tokens.into_iter().collect();
        let is_path_sign = |place: usize| {
            let is_colon = |place| matches!(tokens.get(place), Some(TokenTree::Punct(sign)) if sign.as_char() == ':');
            is_colon(place) && is_colon(place + 1)
        };
        let mut rewritten = TokenStream::new();
        for (place, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Group(group) => {
                    let mut inner = Group::new(group.delimiter(), self.tokens(group.stream()));
                    inner.set_span(group.span());
                    rewritten.extend([TokenTree::Group(inner)]);
                }
                TokenTree::Ident(ident) if is_path_sign(place + 1) => {
                    let goes_on = place >= 2 && is_path_sign(place - 2);
                    rewritten.extend(match (self.module(), self.library(ident)) {
                        _ if goes_on => quote!(#ident),
                        (Some(module), _) if ident == "crate" => quote!(crate::#module),
                        (_, Some(library)) => quote!(crate::#library),
                        _ => quote!(#ident),
                    });
                }
                _ => rewritten.extend([token.clone()]),
            }
        }
        rewritten
    }
}

/// The name that an item gives to something in its module.
fn name(item: &Item) -> Option<String> {
    Some(match item {
        Item::Mod(item) => item.ident.to_string(),
        Item::Struct(item) => item.ident.to_string(),
        Item::Enum(item) => item.ident.to_string(),
        Item::Trait(item) => item.ident.to_string(),
        Item::Type(item) => item.ident.to_string(),
        _ => return None,
    })
}

impl VisitMut for Paths<'_> {
    fn visit_item_mod_mut(&mut self, module: &mut syn::ItemMod) {
        if let Some((_, items)) = &mut module.content {
            self.rewrite(items);
        }
    }

    fn visit_path_mut(&mut self, path: &mut Path) {
        visit_mut::visit_path_mut(self, path);
        let first = path.segments[0].ident.clone();
        if path.segments.len() == 1 {
            return;
        }
        if let Some(library) = self.library(&first) {
            path.leading_colon = None;
            path.segments[0].ident = library;
            path.segments.insert(0, PathSegment::from(Ident::new("crate", first.span())));
        } else if let Some(module) = self.module().filter(|_| first == "crate") {
            path.segments.insert(1, PathSegment::from(module));
        }
    }

    fn visit_item_use_mut(&mut self, item: &mut syn::ItemUse) {
        visit_mut::visit_item_use_mut(self, item);
        item.tree = self.use_tree(item.tree.clone());
        if starts_with_crate(&item.tree) {
            item.leading_colon = None;
        }
    }

    fn visit_macro_mut(&mut self, call: &mut Macro) {
        self.visit_path_mut(&mut call.path);
        call.tokens = self.tokens(std::mem::take(&mut call.tokens));
    }

    /// `pub(crate)` stays, and is then wider than it was; `pub(in crate::x)` is a path.
    fn visit_vis_restricted_mut(&mut self, visibility: &mut syn::VisRestricted) {
        self.visit_path_mut(&mut visibility.path);
    }

    /// Those that are left are the compiler's own.
    fn visit_attribute_mut(&mut self, _: &mut Attribute) {}
}

fn starts_with_crate(tree: &UseTree) -> bool {
    matches!(tree, UseTree::Path(path) if path.ident == "crate")
}

impl Paths<'_> {
    fn use_tree(&self, tree: UseTree) -> UseTree {
        match tree {
            UseTree::Path(mut path) => {
                if let Some(library) = self.library(&path.ident) {
                    path.ident = library;
                    below_crate(UseTree::Path(path))
                } else if let Some(module) = self.module().filter(|_| path.ident == "crate") {
                    let inner = syn::UsePath { ident: module, ..path };
                    below_crate(UseTree::Path(inner))
                } else {
                    UseTree::Path(path)
                }
            }
            UseTree::Name(mut name) => match self.library(&name.ident) {
                Some(library) => {
                    name.ident = library;
                    below_crate(UseTree::Name(name))
                }
                None => UseTree::Name(name),
            },
            UseTree::Rename(mut rename) => match self.library(&rename.ident) {
                Some(library) => {
                    rename.ident = library;
                    below_crate(UseTree::Rename(rename))
                }
                None => UseTree::Rename(rename),
            },
            UseTree::Group(mut group) => {
                group.items = group.items.into_iter().map(|tree| self.use_tree(tree)).collect();
                UseTree::Group(group)
            }
            glob => glob,
        }
    }
}

/// `crate::` before a tree.
fn below_crate(tree: UseTree) -> UseTree {
    UseTree::Path(syn::UsePath {
        ident: Ident::new("crate", Span::call_site()),
        colon2_token: Default::default(),
        tree: Box::new(tree),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    fn rewritten(module: Option<&str>, file: syn::File) -> String {
        let dependencies = BTreeMap::from([("core_as_c".to_owned(), "snake_core".to_owned())]);
        let mut items = file.items;
        Paths::new(module, &dependencies).rewrite(&mut items);
        prettyplease::unparse(&syn::File { items, ..file })
    }

    fn lines(file: syn::File) -> String {
        prettyplease::unparse(&file)
    }

    #[test]
    fn a_crate_becomes_a_module() {
        let before = parse_quote! {
            use {crate::a::B, core_as_c::Cell, std::mem};
            pub(crate) fn f(x: crate::a::B) -> core_as_c::Cell {
                let y = format!("{}", crate::a::g(core_as_c::C, self::crate_));
                matches!(x, <core_as_c::D as Into<crate::E>>::F)
            }
            macro_rules! m { ($x:expr) => { $crate::a::h($x, a::core_as_c::x) } }
        };
        let after = parse_quote! {
            use {crate::m::a::B, crate::snake_core::Cell, std::mem};
            pub(crate) fn f(x: crate::m::a::B) -> crate::snake_core::Cell {
                let y = format!("{}", crate::m::a::g(crate::snake_core::C, self::crate_));
                matches!(x, <crate::snake_core::D as Into<crate::m::E>>::F)
            }
            macro_rules! m { ($x:expr) => { $crate::m::a::h($x, a::core_as_c::x) } }
        };
        assert_eq!(rewritten(Some("m"), before), lines(after));
    }

    #[test]
    fn the_program_stays_at_the_top() {
        let before = parse_quote! { use core_as_c::Cell; use crate::a; };
        let after = parse_quote! { use crate::snake_core::Cell; use crate::a; };
        assert_eq!(rewritten(None, before), lines(after));
    }

    #[test]
    fn a_module_may_hide_a_crate() {
        let before = parse_quote! {
            mod core_as_c { pub struct X; }
            use core_as_c::X;
            mod inner { use core_as_c::X; }
        };
        let after = parse_quote! {
            mod core_as_c { pub struct X; }
            use core_as_c::X;
            mod inner { use crate::snake_core::X; }
        };
        assert_eq!(rewritten(None, before), lines(after));
    }
}

//! `use` declarations, one name each, so that each can go or stay.

use syn::{Item, ItemUse, UseTree, parse_quote};

/// What a `use` of one name brings in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// The segments of the path; of a glob those before the star.
    pub path: Vec<String>,
    /// The name here: `_` for a trait without one, `None` for a glob.
    pub name: Option<String>,
}

/// Splits each `use` of the items, and of modules below, into several of one name.
pub fn split(items: &mut Vec<Item>) {
    let mut split_items = Vec::new();
    for mut item in std::mem::take(items) {
        match &mut item {
            Item::Use(item) => {
                let trees = trees(&item.tree);
                split_items.extend(
                    trees.into_iter().map(|tree| Item::Use(ItemUse { tree, ..item.clone() })),
                );
                continue;
            }
            Item::Mod(module) => {
                if let Some((_, items)) = &mut module.content {
                    split(items);
                }
            }
            _ => {}
        }
        split_items.push(item);
    }
    *items = split_items;
}

fn trees(tree: &UseTree) -> Vec<UseTree> {
    match tree {
        UseTree::Path(path) => {
            let ident = &path.ident;
            let below = |tree: UseTree| match tree {
                UseTree::Name(name) if name.ident == "self" => parse_quote!(#ident),
                UseTree::Rename(rename) if rename.ident == "self" => {
                    let name = rename.rename;
                    parse_quote!(#ident as #name)
                }
                tree => UseTree::Path(syn::UsePath { tree: Box::new(tree), ..path.clone() }),
            };
            trees(&path.tree).into_iter().map(below).collect()
        }
        UseTree::Group(group) => group.items.iter().flat_map(trees).collect(),
        tree => vec![tree.clone()],
    }
}

/// The imports of a `use`.
pub fn imports(tree: &UseTree) -> Vec<Import> {
    trees(tree).iter().map(import).collect()
}

fn import(tree: &UseTree) -> Import {
    let mut path = Vec::new();
    let mut tree = tree;
    loop {
        match tree {
            UseTree::Path(inner) => {
                path.push(inner.ident.to_string());
                tree = &inner.tree;
            }
            UseTree::Name(name) => {
                path.push(name.ident.to_string());
                return Import { path, name: Some(name.ident.to_string()) };
            }
            UseTree::Rename(rename) => {
                path.push(rename.ident.to_string());
                return Import { path, name: Some(rename.rename.to_string()) };
            }
            UseTree::Glob(_) => return Import { path, name: None },
            _ => unreachable!("groups have been split"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_gets_a_use() {
        let before: syn::File = parse_quote! {
            pub use a::{self, b::{c as d, e}, f::*};
            mod m { use {x, y::z as _}; }
        };
        let after: syn::File = parse_quote! {
            pub use a;
            pub use a::b::c as d;
            pub use a::b::e;
            pub use a::f::*;
            mod m { use x; use y::z as _; }
        };
        let mut items = before.items.clone();
        split(&mut items);
        let split_file = syn::File { items, ..before };
        assert_eq!(prettyplease::unparse(&split_file), prettyplease::unparse(&after));
    }

    #[test]
    fn an_import_has_a_path_and_a_name() {
        let shown = |tree: UseTree| {
            let imports = imports(&tree);
            imports
                .into_iter()
                .map(|import| (import.path.join("/"), import.name))
                .collect::<Vec<_>>()
        };
        let named = |path: &str, name: &str| (path.to_owned(), Some(name.to_owned()));
        let tree = parse_quote!(a::{self, b as c, d::*});
        assert_eq!(shown(tree), [named("a", "a"), named("a/b", "c"), ("a/d".to_owned(), None)]);
    }
}

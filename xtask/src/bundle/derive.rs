//! `#[derive(Error)]` of thiserror, written out: the compiler runs such macros only from a crate of
//! their own.
//!
//! What the workspace uses of it is handled: `#[error("text with {field} or {0}")]` at a struct or at
//! the variants of an enum. The rest (`#[from]`, `#[source]`, `transparent`, arguments after the
//! text) is an error.

use anyhow::{Result, bail, ensure};
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::punctuated::Punctuated;
use syn::{Attribute, Fields, Ident, Item, LitStr, Path, Token, parse_quote};

use super::format_string::names;

/// Derives that the compiler has by itself.
const BUILT_IN: [&str; 9] =
    ["Clone", "Copy", "Debug", "Default", "PartialEq", "Eq", "PartialOrd", "Ord", "Hash"];

/// Writes out the derives of the items, and of those of modules below.
///
/// # Errors
///
/// If there is a derive that is not handled. The error names the item.
pub fn expand(items: &mut Vec<Item>) -> Result<()> {
    let mut expanded = Vec::new();
    for mut item in std::mem::take(items) {
        let implementations = match &mut item {
            Item::Mod(module) => {
                if let Some((_, items)) = &mut module.content {
                    expand(items)?;
                }
                Vec::new()
            }
            Item::Struct(definition) => of_struct(definition)?,
            Item::Enum(definition) => of_enum(definition)?,
            _ => Vec::new(),
        };
        expanded.push(item);
        expanded.extend(implementations);
    }
    *items = expanded;
    Ok(())
}

/// What `derive(Error)` makes; nothing if it is not derived.
fn of_struct(definition: &mut syn::ItemStruct) -> Result<Vec<Item>> {
    let syn::ItemStruct { attrs, ident, generics, fields, .. } = definition;
    if !takes_error(attrs, ident)? {
        return Ok(Vec::new());
    }
    let arm = arm(&parse_quote!(Self), fields, &message(attrs, ident)?)?;
    Ok(implement(ident, generics, &[arm]))
}

/// The same for an enum.
fn of_enum(definition: &mut syn::ItemEnum) -> Result<Vec<Item>> {
    let syn::ItemEnum { attrs, ident, generics, variants, .. } = definition;
    if !takes_error(attrs, ident)? {
        return Ok(Vec::new());
    }
    let mut arms = Vec::new();
    for variant in variants {
        let name = &variant.ident;
        let message = message(&mut variant.attrs, name)?;
        arms.push(arm(&parse_quote!(Self::#name), &variant.fields, &message)?);
    }
    Ok(implement(ident, generics, &arms))
}

/// Takes `Error` away from the derives; true if it was there.
fn takes_error(attributes: &mut [Attribute], item: &Ident) -> Result<bool> {
    let mut has_error = false;
    for attribute in attributes.iter_mut().filter(|attribute| attribute.path().is_ident("derive")) {
        let derives = attribute.parse_args_with(Punctuated::<Path, Token![,]>::parse_terminated)?;
        let mut kept = Vec::new();
        for path in derives {
            let name = path.segments.last().map(|segment| segment.ident.to_string());
            match name.as_deref() {
                Some("Error") => has_error = true,
                Some(name) if BUILT_IN.contains(&name) => kept.push(path),
                _ => bail!("{item}: derive({}) is not handled", path.to_token_stream()),
            }
        }
        attribute.meta = parse_quote!(derive(#(#kept),*));
    }
    Ok(has_error)
}

/// Takes the `#[error("...")]` away.
fn message(attributes: &mut Vec<Attribute>, item: &Ident) -> Result<LitStr> {
    let Some(place) = attributes.iter().position(|attribute| attribute.path().is_ident("error"))
    else {
        bail!("{item}: derive(Error) without #[error(\"...\")] is not handled");
    };
    let attribute = attributes.remove(place);
    let Ok(text) = attribute.parse_args() else {
        bail!("{item}: {} is not handled", attribute.to_token_stream());
    };
    Ok(text)
}

/// The arm of a match that writes a message with the fields it names.
fn arm(path: &Path, fields: &Fields, text: &LitStr) -> Result<TokenStream> {
    for field in fields.iter() {
        let names_a_source = field.ident.as_ref().is_some_and(|ident| ident == "source");
        ensure!(
            field.attrs.is_empty() && !names_a_source,
            "{}: an error with a source is not handled",
            path.to_token_stream()
        );
    }
    let is_named = |ident: &&Ident| names(&text.value()).contains(&ident.to_string());
    Ok(match fields {
        Fields::Named(fields) => {
            let idents = fields.named.iter().filter_map(|field| field.ident.as_ref());
            let idents: Vec<_> = idents.filter(is_named).collect();
            quote!(#path { #(#idents,)* .. } => write!(f, #text))
        }
        Fields::Unnamed(fields) => {
            let idents: Vec<_> =
                (0..fields.unnamed.len()).map(|index| format_ident!("field_{index}")).collect();
            quote!(#path(#(#idents),*) => write!(f, #text #(, #idents)*))
        }
        Fields::Unit => quote!(#path => write!(f, #text)),
    })
}

fn implement(ident: &Ident, generics: &syn::Generics, arms: &[TokenStream]) -> Vec<Item> {
    let (parameters, arguments, bounds) = generics.split_for_impl();
    vec![
        parse_quote! {
            impl #parameters ::core::fmt::Display for #ident #arguments #bounds {
                fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    match self { #(#arms,)* }
                }
            }
        },
        parse_quote! {
            impl #parameters ::core::error::Error for #ident #arguments #bounds {}
        },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expanded(file: syn::File) -> Result<String> {
        let mut items = file.items;
        expand(&mut items)?;
        Ok(prettyplease::unparse(&syn::File { items, ..file }))
    }

    #[test]
    fn errors_are_written_out() {
        let before = parse_quote! {
            #[derive(Debug, thiserror::Error)]
            enum Wrong {
                #[error("{place}: {found:?}")]
                Found { place: usize, found: String, unused: u8 },
                #[error("{0} of {1}")]
                Two(u8, u8),
                #[error("none")]
                None,
            }
        };
        let after: syn::File = parse_quote! {
            #[derive(Debug)]
            enum Wrong {
                Found { place: usize, found: String, unused: u8 },
                Two(u8, u8),
                None,
            }
            impl ::core::fmt::Display for Wrong {
                fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    match self {
                        Self::Found { place, found, .. } => write!(f, "{place}: {found:?}"),
                        Self::Two(field_0, field_1) => write!(f, "{0} of {1}", field_0, field_1),
                        Self::None => write!(f, "none"),
                    }
                }
            }
            impl ::core::error::Error for Wrong {}
        };
        let after = prettyplease::unparse(&after);
        assert_eq!(expanded(before).expect("all of it is handled"), after);
    }

    #[test]
    fn what_is_not_handled_is_an_error() {
        let files: [syn::File; 5] = [
            parse_quote! { #[derive(Serialize)] struct Strange; },
            parse_quote! { #[derive(Error)] struct Strange; },
            parse_quote! { #[derive(Error)] #[error(transparent)] struct Strange(Other); },
            parse_quote! { #[derive(Error)] #[error("{0}", 1)] struct Strange; },
            parse_quote! { #[derive(Error)] #[error("x")] struct Strange { source: Other } },
        ];
        for file in files {
            expanded(file).expect_err("it is not handled");
        }
    }
}

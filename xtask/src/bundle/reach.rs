//! What a program reaches from `main`, item by item.
//!
//! Names are looked up as the language does: in the module, its imports and its globs. Two things are
//! coarser than that, and reach too much: a method is reached if its name occurs anywhere, and
//! whatever a macro's tokens may mean is reached. rustc then tells what of it is unused (`prune`).
//!
//! Implementations of traits stay if the trait and all types they name do. Which of them are needed
//! nobody tells: an iterator works without its own `size_hint`, and a vector without `Drop`, but not
//! as before.

use std::collections::{BTreeSet, HashMap, HashSet};

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{ImplItem, Item, ItemImpl, Path, TraitItem, Type};

use super::compiler::Place;
use super::format_string;
use super::imports::{Import, imports};
use super::source::STANDARD;

/// What has been found.
#[derive(Debug)]
pub struct Reached {
    /// For each item, and each member of an implementation or trait, in the order of
    /// [`Search::add_module`]: whether it is reached.
    live: Vec<bool>,
    /// Names that were looked up at the top, where libraries will be, and not found.
    pub missing: BTreeSet<String>,
}

/// Finds what `main` reaches in a program of one file. What stands at one of the places in `barred`
/// is taken as not there.
pub fn reach(items: &[Item], barred: &HashSet<Place>) -> Reached {
    let mut search = Search::new(barred);
    search.add_module(items, None);
    search.run();
    Reached {
        live: search.nodes.iter().map(|node| node.is_live).collect(),
        missing: search.missing,
    }
}

impl Reached {
    /// Takes away what is not reached.
    pub fn retain(&self, items: &mut Vec<Item>) {
        let mut live = self.live.iter().copied();
        let mut next = || live.next().expect("the items are those that were searched");
        retain(items, &mut next);
    }
}

/// Visits items in the order in which [`Search::add_module`] numbers them.
fn retain(items: &mut Vec<Item>, next: &mut impl FnMut() -> bool) {
    items.retain_mut(|item| {
        let is_live = next();
        match item {
            Item::Impl(block) => block.items.retain(|_| next()),
            Item::Trait(definition) => definition.items.retain(|_| next()),
            Item::Mod(module) => {
                let Some((_, items)) = &mut module.content else { return is_live };
                retain(items, &mut *next);
                return !items.is_empty();
            }
            _ => {}
        }
        is_live
    });
}

type NodeId = usize;
type ModuleId = usize;

/// An item, or a member of one.
struct Node<'a> {
    kind: Kind<'a>,
    module: ModuleId,
    is_live: bool,
    is_barred: bool,
}

#[derive(Clone, Copy)]
enum Kind<'a> {
    Item(&'a Item),
    ImplMember(&'a ImplItem),
    TraitMember(&'a TraitItem),
}

/// What a name of a module stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Binding {
    Item(NodeId),
    Module(ModuleId),
    Import(NodeId),
}

#[derive(Default)]
struct Module {
    parent: Option<ModuleId>,
    names: HashMap<String, Vec<Binding>>,
    globs: Vec<NodeId>,
    /// Items and members, those of modules below not among them.
    nodes: Vec<NodeId>,
}

/// An implementation with the nodes of its members.
struct Implementation<'a> {
    node: NodeId,
    block: &'a ItemImpl,
    members: Vec<(String, NodeId)>,
}

struct Search<'a> {
    barred: &'a HashSet<Place>,
    nodes: Vec<Node<'a>>,
    modules: Vec<Module>,
    implementations: Vec<Implementation<'a>>,
    /// Members of each trait, by the trait's node.
    traits: HashMap<NodeId, Vec<(String, NodeId)>>,
    /// Definitions by `macro_rules!`, by name.
    macros: HashMap<String, Vec<NodeId>>,
    /// Every identifier that occurs in what is reached.
    mentioned: HashSet<String>,
    waiting: Vec<NodeId>,
    missing: BTreeSet<String>,
}

impl<'a> Search<'a> {
    fn new(barred: &'a HashSet<Place>) -> Self {
        Self {
            barred,
            nodes: Vec::new(),
            modules: Vec::new(),
            implementations: Vec::new(),
            traits: HashMap::new(),
            macros: HashMap::new(),
            mentioned: HashSet::new(),
            waiting: Vec::new(),
            missing: BTreeSet::new(),
        }
    }

    fn add_module(&mut self, items: &'a [Item], parent: Option<ModuleId>) -> ModuleId {
        let id = self.modules.len();
        self.modules.push(Module { parent, ..Module::default() });
        for item in items {
            let node = self.add_node(Kind::Item(item), id, ident(item));
            let name = ident(item).map(Ident::to_string);
            match item {
                Item::Mod(module) => {
                    let inner = module.content.as_ref().map_or(&[][..], |(_, items)| items);
                    let inner = self.add_module(inner, Some(id));
                    self.bind(id, module.ident.to_string(), Binding::Module(inner));
                }
                Item::Use(item) => {
                    let span = item.span();
                    let (start, end) = (Place::from(span.start()), Place::from(span.end()));
                    self.nodes[node].is_barred =
                        self.barred.iter().any(|&place| start <= place && place < end);
                    for import in imports(&item.tree) {
                        match import.name {
                            Some(name) => self.bind(id, name, Binding::Import(node)),
                            None => self.modules[id].globs.push(node),
                        }
                    }
                }
                Item::Impl(block) => {
                    let mut members = Vec::new();
                    for member in &block.items {
                        let ident = impl_member(member);
                        let node = self.add_node(Kind::ImplMember(member), id, ident);
                        members.push((ident.map(Ident::to_string).unwrap_or_default(), node));
                    }
                    self.implementations.push(Implementation { node, block, members });
                }
                Item::Trait(definition) => {
                    let mut members = Vec::new();
                    for member in &definition.items {
                        let ident = trait_member(member);
                        let node = self.add_node(Kind::TraitMember(member), id, ident);
                        members.push((ident.map(Ident::to_string).unwrap_or_default(), node));
                    }
                    self.traits.insert(node, members);
                    self.bind(id, definition.ident.to_string(), Binding::Item(node));
                }
                Item::Macro(_) => {
                    if let Some(name) = name {
                        self.macros.entry(name).or_default().push(node);
                    }
                }
                _ => {
                    if let Some(name) = name {
                        self.bind(id, name, Binding::Item(node));
                    }
                }
            }
        }
        id
    }

    fn add_node(&mut self, kind: Kind<'a>, module: ModuleId, ident: Option<&Ident>) -> NodeId {
        let is_barred =
            ident.is_some_and(|ident| self.barred.contains(&ident.span().start().into()));
        let id = self.nodes.len();
        self.nodes.push(Node { kind, module, is_live: false, is_barred });
        self.modules[module].nodes.push(id);
        id
    }

    fn bind(&mut self, module: ModuleId, name: String, binding: Binding) {
        self.modules[module].names.entry(name).or_default().push(binding);
    }

    fn run(&mut self) {
        self.reach_path(0, &["main".to_owned()]);
        loop {
            while let Some(node) = self.waiting.pop() {
                self.expand(node);
            }
            self.reach_implementations();
            self.reach_imports();
            self.reach_macro_calls();
            if self.waiting.is_empty() {
                break;
            }
        }
    }

    fn mark(&mut self, node: NodeId) {
        let state = &mut self.nodes[node];
        if !state.is_live && !state.is_barred {
            state.is_live = true;
            self.waiting.push(node);
        }
    }

    /// Reaches what a node names.
    fn expand(&mut self, node: NodeId) {
        let Node { kind, module, .. } = self.nodes[node];
        let mut visitor = References { search: self, module };
        match kind {
            Kind::Item(Item::Impl(block)) => {
                // Its members are reached one by one.
                visitor.visit_generics(&block.generics);
                visitor.visit_type(&block.self_ty);
                if let Some((path, _)) = &block.trait_ {
                    visitor.visit_path(path);
                }
            }
            Kind::Item(Item::Trait(definition)) => {
                visitor.visit_generics(&definition.generics);
                for bound in &definition.supertraits {
                    visitor.visit_type_param_bound(bound);
                }
                for (_, member) in self.traits[&node].clone() {
                    self.mark(member);
                }
            }
            Kind::Item(Item::Mod(_)) => {}
            Kind::Item(item) => visitor.visit_item(item),
            Kind::ImplMember(member) => visitor.visit_impl_item(member),
            Kind::TraitMember(member) => visitor.visit_trait_item(member),
        }
    }

    /// Reaches the implementations whose trait and types are reached, and of those without a trait
    /// the members whose names occur.
    fn reach_implementations(&mut self) {
        for number in 0..self.implementations.len() {
            let Implementation { node, block, ref members } = self.implementations[number];
            let module = self.nodes[node].module;
            let members = members.clone();
            let mut named = NamedPaths::default();
            named.visit_type(&block.self_ty);
            if let Some((path, _)) = &block.trait_ {
                named.visit_path(path);
            }
            let is_live = |&item: &NodeId| self.nodes[item].is_live;
            let types: Vec<_> =
                named.0.iter().flat_map(|path| self.items_of(module, path)).collect();
            if !types.iter().all(is_live) {
                continue;
            }
            match &block.trait_ {
                None => {
                    for (name, member) in members {
                        if name.is_empty() || self.mentioned.contains(&name) {
                            self.mark(member);
                            self.mark(node);
                        }
                    }
                }
                Some((path, _)) => {
                    self.mark(node);
                    // What is barred in the trait is not implemented either.
                    let path = segments(path);
                    let traits = self.items_of(module, &path);
                    let declared: Vec<_> =
                        traits.iter().filter_map(|node| self.traits.get(node)).flatten().collect();
                    let is_gone = |name: &String| {
                        declared
                            .iter()
                            .any(|(declared, node)| declared == name && self.nodes[*node].is_barred)
                    };
                    let kept: Vec<_> = members.iter().filter(|(name, _)| !is_gone(name)).collect();
                    for (_, member) in kept {
                        self.mark(*member);
                    }
                }
            }
        }
    }

    /// Reaches imports that may be of a trait whose methods are called: those that no path names.
    fn reach_imports(&mut self) {
        for module in 0..self.modules.len() {
            if !self.modules[module].nodes.iter().any(|&node| self.nodes[node].is_live) {
                continue;
            }
            for node in self.modules[module].nodes.clone() {
                let Kind::Item(Item::Use(item)) = self.nodes[node].kind else { continue };
                for import in imports(&item.tree) {
                    if self.may_bring_methods(module, &import, &item.vis) {
                        self.mark(node);
                    }
                }
            }
        }
    }

    fn may_bring_methods(&self, module: ModuleId, import: &Import, vis: &syn::Visibility) -> bool {
        if STANDARD.contains(&import.path[0].as_str()) {
            // Could be anything. rustc tells if it is not used.
            return matches!(vis, syn::Visibility::Inherited);
        }
        if import.name.is_none() {
            return true;
        }
        self.items_of(module, &import.path).iter().any(|node| {
            let members = self.traits.get(node).into_iter().flatten();
            members.into_iter().any(|(name, _)| self.mentioned.contains(name))
        })
    }

    /// Reaches what calls of macros between items may make of a module of which something is used.
    fn reach_macro_calls(&mut self) {
        for module in 0..self.modules.len() {
            let nodes = self.modules[module].nodes.clone();
            if !nodes.iter().any(|&node| self.nodes[node].is_live) {
                continue;
            }
            for node in nodes {
                if matches!(self.nodes[node].kind, Kind::Item(Item::Macro(call)) if call.ident.is_none())
                {
                    self.mark(node);
                }
            }
        }
    }

    /// The items that a path leads to, through type aliases, too. Nothing is reached by it.
    fn items_of(&self, module: ModuleId, path: &[String]) -> Vec<NodeId> {
        let mut found = Vec::new();
        self.follow(module, path, &mut Vec::new(), &mut |binding| {
            if let Binding::Item(node) = binding {
                found.push(node);
            }
        });
        let targets = found.iter().flat_map(|&node| {
            let Node { kind, module, .. } = self.nodes[node];
            match kind {
                Kind::Item(Item::Type(alias)) => {
                    let mut named = NamedPaths::default();
                    named.visit_type(&alias.ty);
                    named.0.iter().flat_map(|path| self.items_of(module, path)).collect()
                }
                _ => vec![node],
            }
        });
        targets.collect()
    }

    /// Looks a path up, and reaches what it leads to and over.
    fn reach_path(&mut self, module: ModuleId, path: &[String]) {
        let mut noted = Vec::new();
        self.follow(module, path, &mut Vec::new(), &mut |binding| noted.push(binding));
        if noted.is_empty() && path.len() > 1 && path[0] == "crate" {
            self.missing.insert(path[1].clone());
        }
        for binding in noted {
            if let Binding::Item(node) | Binding::Import(node) = binding {
                self.mark(node);
            }
        }
    }

    /// Calls `note` with every item, module and import that a path leads to or over.
    fn follow(
        &self,
        module: ModuleId,
        path: &[String],
        imports_passed: &mut Vec<NodeId>,
        note: &mut dyn FnMut(Binding),
    ) -> Vec<Binding> {
        let mut here = module;
        let mut rest = path;
        let mut is_anchored = false;
        while let Some((first, others)) = rest.split_first() {
            let anchor = match first.as_str() {
                "crate" => Some(0),
                "self" => Some(here),
                "super" => self.modules[here].parent,
                _ => break,
            };
            let Some(anchor) = anchor else { return Vec::new() };
            (here, rest, is_anchored) = (anchor, others, true);
        }
        let Some((name, rest)) = rest.split_first() else {
            return if is_anchored { vec![Binding::Module(here)] } else { Vec::new() };
        };
        let mut ends = Vec::new();
        for binding in self.look_up(here, name, imports_passed, note) {
            match binding {
                Binding::Module(inner) if !rest.is_empty() => {
                    let mut path = vec!["self".to_owned()];
                    path.extend_from_slice(rest);
                    ends.extend(self.follow(inner, &path, imports_passed, note));
                }
                binding => ends.push(binding),
            }
        }
        ends
    }

    /// What a name stands for in a module: items and modules, with imports followed.
    fn look_up(
        &self,
        module: ModuleId,
        name: &str,
        imports_passed: &mut Vec<NodeId>,
        note: &mut dyn FnMut(Binding),
    ) -> Vec<Binding> {
        let mut found = Vec::new();
        for &binding in self.modules[module].names.get(name).into_iter().flatten() {
            match binding {
                Binding::Import(node) if self.nodes[node].is_barred => {}
                Binding::Import(node) => {
                    note(binding);
                    found.extend(self.through(node, Some(name), imports_passed, note));
                }
                // A barred item is found, and never reached: what is of it is not reached either.
                Binding::Item(_) | Binding::Module(_) => {
                    note(binding);
                    found.push(binding);
                }
            }
        }
        if found.is_empty() && !self.modules[module].names.contains_key(name) {
            for &glob in &self.modules[module].globs {
                for end in self.through(glob, None, imports_passed, &mut |_| {}) {
                    let Binding::Module(inner) = end else { continue };
                    if imports_passed.contains(&glob) {
                        continue;
                    }
                    imports_passed.push(glob);
                    let ends = self.look_up(inner, name, imports_passed, note);
                    imports_passed.pop();
                    if !ends.is_empty() {
                        note(Binding::Import(glob));
                    }
                    found.extend(ends);
                }
            }
        }
        found
    }

    /// What the imports of a `use` lead to: those by this name, or the globs.
    fn through(
        &self,
        node: NodeId,
        name: Option<&str>,
        imports_passed: &mut Vec<NodeId>,
        note: &mut dyn FnMut(Binding),
    ) -> Vec<Binding> {
        let Node { kind: Kind::Item(Item::Use(item)), module, .. } = self.nodes[node] else {
            return Vec::new();
        };
        // An import of a name from a module that imports it from the first.
        if imports_passed.contains(&node) {
            return Vec::new();
        }
        imports_passed.push(node);
        let mut ends = Vec::new();
        for import in imports(&item.tree).iter().filter(|import| import.name.as_deref() == name) {
            ends.extend(self.follow(module, &import.path, imports_passed, note));
        }
        imports_passed.pop();
        ends
    }

    /// The crate, as a module of the bundle, that a module belongs to.
    fn crate_of(&self, mut module: ModuleId) -> ModuleId {
        while let Some(parent) = self.modules[module].parent.filter(|&parent| parent != 0) {
            module = parent;
        }
        module
    }
}

/// The name of an item.
fn ident(item: &Item) -> Option<&Ident> {
    Some(match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Mod(item) => &item.ident,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::TraitAlias(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        Item::Macro(item) => return item.ident.as_ref(),
        _ => return None,
    })
}

fn impl_member(member: &ImplItem) -> Option<&Ident> {
    Some(match member {
        ImplItem::Const(member) => &member.ident,
        ImplItem::Fn(member) => &member.sig.ident,
        ImplItem::Type(member) => &member.ident,
        _ => return None,
    })
}

fn trait_member(member: &TraitItem) -> Option<&Ident> {
    Some(match member {
        TraitItem::Const(member) => &member.ident,
        TraitItem::Fn(member) => &member.sig.ident,
        TraitItem::Type(member) => &member.ident,
        _ => return None,
    })
}

fn segments(path: &Path) -> Vec<String> {
    path.segments.iter().map(|segment| segment.ident.to_string()).collect()
}

/// All paths in a type.
#[derive(Default)]
struct NamedPaths(Vec<Vec<String>>);

impl Visit<'_> for NamedPaths {
    fn visit_path(&mut self, path: &Path) {
        self.0.push(segments(path));
        visit::visit_path(self, path);
    }

    fn visit_type(&mut self, ty: &Type) {
        visit::visit_type(self, ty);
    }

    /// The length of an array is no type.
    fn visit_expr(&mut self, _: &syn::Expr) {}
}

/// Reaches whatever is named in a piece of a module.
struct References<'s, 'a> {
    search: &'s mut Search<'a>,
    module: ModuleId,
}

impl References<'_, '_> {
    fn reach(&mut self, path: &[String]) {
        self.search.reach_path(self.module, path);
    }

    fn tokens(&mut self, tokens: TokenStream) {
        let mut path = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match &token {
                TokenTree::Ident(ident) => {
                    self.search.mentioned.insert(ident.to_string());
                    if colons != 2 {
                        self.end_path(&mut path);
                    }
                    path.push(ident.to_string());
                    colons = 0;
                    continue;
                }
                TokenTree::Punct(sign) if sign.as_char() == ':' => {
                    colons += 1;
                    continue;
                }
                TokenTree::Punct(_) => {}
                TokenTree::Group(group) => self.tokens(group.stream()),
                TokenTree::Literal(literal) => {
                    for name in format_string::names(&literal.to_string()) {
                        self.reach(&[name]);
                    }
                }
            }
            self.end_path(&mut path);
            colons = 0;
        }
        self.end_path(&mut path);
    }

    fn end_path(&mut self, path: &mut Vec<String>) {
        if !path.is_empty() {
            self.reach(path);
            // A call of a macro of our own, too.
            self.macro_rules(&path[path.len() - 1]);
            path.clear();
        }
    }

    fn macro_rules(&mut self, name: &str) {
        let here = self.search.crate_of(self.module);
        for node in self.search.macros.get(name).cloned().unwrap_or_default() {
            let Node { kind, module, .. } = self.search.nodes[node];
            if self.search.crate_of(module) != here || self.search.nodes[node].is_live {
                continue;
            }
            self.search.mark(node);
            // What it names is looked up where it is called, too.
            if let Kind::Item(Item::Macro(definition)) = kind {
                self.tokens(definition.mac.tokens.clone());
            }
        }
    }
}

impl<'ast> Visit<'ast> for References<'_, '_> {
    fn visit_ident(&mut self, ident: &'ast Ident) {
        self.search.mentioned.insert(ident.to_string());
    }

    fn visit_path(&mut self, path: &'ast Path) {
        self.reach(&segments(path));
        visit::visit_path(self, path);
    }

    /// Could be a constant.
    fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
        self.reach(&[pattern.ident.to_string()]);
        visit::visit_pat_ident(self, pattern);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        if let Some(name) = call.path.segments.last() {
            self.macro_rules(&name.ident.to_string());
        }
        self.visit_path(&call.path);
        self.tokens(call.tokens.clone());
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        for import in imports(&item.tree) {
            self.reach(&import.path);
        }
    }

    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    /// What is left of a file, and the names that were missing.
    fn left(file: syn::File, barred: &HashSet<Place>) -> (String, BTreeSet<String>) {
        let mut items = file.items;
        let reached = reach(&items, barred);
        reached.retain(&mut items);
        (prettyplease::unparse(&syn::File { items, ..file }), reached.missing)
    }

    fn assert_left(before: syn::File, after: syn::File) {
        let (left, missing) = left(before, &HashSet::new());
        assert_eq!(left, prettyplease::unparse(&after));
        assert!(missing.is_empty(), "{missing:?}");
    }

    #[test]
    fn names_are_found_through_imports_and_globs() {
        assert_left(
            parse_quote! {
                use a::Re;
                use a::unused;
                mod a {
                    pub use self::inner::Deep as Re;
                    mod inner { pub struct Deep; pub struct Unused; }
                    pub mod unused { use super::*; }
                    pub fn f() { g() }
                    fn h() {}
                    use crate::b::*;
                }
                mod b { pub fn g() {} pub fn h() {} }
                fn main() { let x: Re = a::f(); }
            },
            parse_quote! {
                use a::Re;
                mod a {
                    pub use self::inner::Deep as Re;
                    mod inner { pub struct Deep; }
                    pub fn f() { g() }
                    use crate::b::*;
                }
                mod b { pub fn g() {} }
                fn main() { let x: Re = a::f(); }
            },
        );
    }

    #[test]
    fn implementations_stay_with_their_types_and_traits() {
        assert_left(
            parse_quote! {
                struct A;
                struct B;
                trait T { fn t(&self); }
                trait U { fn u(&self); }
                impl A { fn new() -> Self { A } fn unused(b: B) {} }
                impl B { fn new() -> Self { B } }
                impl Drop for A { fn drop(&mut self) { dropped() } }
                impl Drop for B { fn drop(&mut self) {} }
                impl T for A { fn t(&self) {} }
                impl U for A { fn u(&self) {} }
                impl PartialEq<B> for A { fn eq(&self, _: &B) -> bool { true } }
                fn dropped() {}
                fn main() { T::t(&A::new()) }
            },
            parse_quote! {
                struct A;
                trait T { fn t(&self); }
                impl A { fn new() -> Self { A } }
                impl Drop for A { fn drop(&mut self) { dropped() } }
                impl T for A { fn t(&self) {} }
                fn dropped() {}
                fn main() { T::t(&A::new()) }
            },
        );
    }

    #[test]
    fn an_import_of_a_trait_stays_where_its_methods_are_called() {
        assert_left(
            parse_quote! {
                mod a { pub trait T { fn t(&self) {} } impl T for u8 {} pub trait U { fn u(&self) {} } }
                use a::T;
                use a::U;
                fn main() { 1_u8.t() }
            },
            parse_quote! {
                mod a { pub trait T { fn t(&self) {} } impl T for u8 {} }
                use a::T;
                fn main() { 1_u8.t() }
            },
        );
    }

    #[test]
    fn names_within_functions_count() {
        assert_left(
            parse_quote! {
                mod a {
                    pub enum Kind { One, Two }
                    pub const LIMIT: u8 = 1;
                    pub static TABLE: [u8; super::SIZE] = [0; super::SIZE];
                    pub trait Shape { const SIDES: u8; }
                    pub struct Square;
                    impl Shape for Square { const SIDES: u8 = 4; }
                    pub(in crate::a) fn unused() {}
                }
                const SIZE: usize = 2;
                const UNUSED: usize = 2;
                use a::LIMIT;
                fn sides<S: a::Shape>(_: &dyn Fn(a::Square)) -> u8 { S::SIDES }
                fn main() {
                    use a::Kind::*;
                    fn inner() -> u8 { a::TABLE[0] }
                    match inner() { LIMIT => One, _ => Two };
                    sides::<a::Square>(&|_| ());
                }
            },
            parse_quote! {
                mod a {
                    pub enum Kind { One, Two }
                    pub const LIMIT: u8 = 1;
                    pub static TABLE: [u8; super::SIZE] = [0; super::SIZE];
                    pub trait Shape { const SIDES: u8; }
                    pub struct Square;
                    impl Shape for Square { const SIDES: u8 = 4; }
                }
                const SIZE: usize = 2;
                use a::LIMIT;
                fn sides<S: a::Shape>(_: &dyn Fn(a::Square)) -> u8 { S::SIDES }
                fn main() {
                    use a::Kind::*;
                    fn inner() -> u8 { a::TABLE[0] }
                    match inner() { LIMIT => One, _ => Two };
                    sides::<a::Square>(&|_| ());
                }
            },
        );
    }

    #[test]
    fn macros_reach_what_their_tokens_name() {
        assert_left(
            parse_quote! {
                macro_rules! call { ($x:expr) => { deep::f($x) } }
                macro_rules! unused { () => {} }
                mod deep { pub fn f(x: u8) {} pub fn g() {} }
                const SHOWN: u8 = 1;
                const HIDDEN: u8 = 1;
                fn main() { call!(2); println!("{SHOWN} {{HIDDEN}}") }
            },
            parse_quote! {
                macro_rules! call { ($x:expr) => { deep::f($x) } }
                mod deep { pub fn f(x: u8) {} }
                const SHOWN: u8 = 1;
                fn main() { call!(2); println!("{SHOWN} {{HIDDEN}}") }
            },
        );
    }

    #[test]
    fn imports_in_a_circle_end() {
        let file = parse_quote! {
            mod a { pub use super::b::*; pub use super::b::x; }
            mod b { pub use super::a::*; pub use super::a::x; }
            fn main() { a::x(); a::y() }
        };
        left(file, &HashSet::new());
    }

    #[test]
    fn libraries_that_are_not_there_yet_are_told() {
        let file = parse_quote! {
            use crate::library::f;
            use crate::unused::g;
            fn main() { f(); crate::other::h() }
        };
        let (_, missing) = left(file, &HashSet::new());
        assert_eq!(missing, BTreeSet::from(["library".to_owned(), "other".to_owned()]));
    }

    #[test]
    fn what_is_barred_goes_with_what_is_of_it() {
        let text = "\
fn main() { A.kept(); let b: B; }
struct A;
struct B;
impl A { fn kept(&self) {} }
impl B { fn gone(&self) {} }
impl Clone for B { fn clone(&self) -> Self { B } }
";
        // The names of `main`'s B and of nothing else.
        let place = Place { line: 3, column: "struct ".len() };
        let file = syn::parse_file(text).expect("it is Rust");
        let (left, _) = left(file, &HashSet::from([place]));
        let after: syn::File = parse_quote! {
            fn main() { A.kept(); let b: B; }
            struct A;
            impl A { fn kept(&self) {} }
        };
        assert_eq!(left, prettyplease::unparse(&after));
    }
}

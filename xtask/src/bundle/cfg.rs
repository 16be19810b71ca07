//! Which `cfg` predicates hold for the judge.

use std::collections::BTreeSet;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{Expr, ExprLit, Lit, Meta, Token};

/// The judge's processor and system. What is not for it is left out, so that the file is the same
/// wherever it is made.
pub const TARGET: &str = "x86_64-unknown-linux-gnu";

/// What is set: names alone, such as `unix`, and names with a value, such as
/// `target_arch = "x86_64"`.
#[derive(Clone, Debug, Default)]
pub struct Cfg {
    names: BTreeSet<String>,
    values: BTreeSet<(String, String)>,
}

impl Cfg {
    /// What rustc sets for the judge, with optimisation and so without debug assertions.
    ///
    /// # Errors
    ///
    /// If rustc cannot be run, or does not know the target.
    pub fn of_judge() -> Result<Self> {
        let output = Command::new(super::compiler::rustc())
            .args(["-O", "--print", "cfg", "--target", TARGET])
            .output()
            .context("cannot run rustc")?;
        let errors = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "rustc --print cfg --target {TARGET}: {}", errors.trim());
        Ok(String::from_utf8(output.stdout)?.lines().collect())
    }

    /// The same, with the features of a package.
    #[must_use]
    pub fn with_features(&self, features: &BTreeSet<String>) -> Self {
        let mut cfg = self.clone();
        cfg.values.extend(features.iter().map(|name| ("feature".to_owned(), name.clone())));
        cfg
    }

    /// Whether a predicate holds.
    ///
    /// # Errors
    ///
    /// If it is none.
    pub fn holds(&self, predicate: &Meta) -> Result<bool> {
        let shown = || predicate.to_token_stream();
        match predicate {
            Meta::Path(path) => Ok(self.names.contains(&path.to_token_stream().to_string())),
            Meta::NameValue(pair) => {
                let Expr::Lit(ExprLit { lit: Lit::Str(value), .. }) = &pair.value else {
                    bail!("cfg({}): not a predicate", shown());
                };
                let name = pair.path.to_token_stream().to_string();
                Ok(self.values.contains(&(name, value.value())))
            }
            Meta::List(list) => {
                let parts = list
                    .parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)
                    .with_context(|| format!("cfg({}): not a predicate", shown()))?;
                let mut held = Vec::new();
                for part in &parts {
                    held.push(self.holds(part)?);
                }
                match list.path.to_token_stream().to_string().as_str() {
                    "all" => Ok(held.iter().all(|&part| part)),
                    "any" => Ok(held.iter().any(|&part| part)),
                    "not" if held.len() == 1 => Ok(!held[0]),
                    _ => bail!("cfg({}): not a predicate", shown()),
                }
            }
        }
    }
}

impl<'a> FromIterator<&'a str> for Cfg {
    /// From lines as `rustc --print cfg` writes them.
    fn from_iter<I: IntoIterator<Item = &'a str>>(lines: I) -> Self {
        let mut cfg = Self::default();
        for line in lines {
            match line.split_once('=') {
                Some((name, value)) => {
                    cfg.values.insert((name.to_owned(), value.trim_matches('"').to_owned()));
                }
                None => {
                    cfg.names.insert(line.to_owned());
                }
            }
        }
        cfg
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    #[test]
    fn predicates_are_evaluated() {
        let cfg: Cfg = ["unix", "target_arch=\"x86_64\""].into_iter().collect();
        let cfg = cfg.with_features(&BTreeSet::from(["generate".to_owned()]));
        let holds = |predicate: Meta| cfg.holds(&predicate).expect("a predicate");
        assert!(holds(parse_quote!(unix)));
        assert!(!holds(parse_quote!(test)));
        assert!(holds(parse_quote!(target_arch = "x86_64")));
        assert!(!holds(parse_quote!(target_arch = "arm")));
        assert!(holds(parse_quote!(feature = "generate")));
        assert!(holds(parse_quote!(all(unix, not(test), any(feature = "x", unix)))));
        assert!(!holds(parse_quote!(any())));
        assert!(cfg.holds(&parse_quote!(unless(unix))).is_err());
    }
}

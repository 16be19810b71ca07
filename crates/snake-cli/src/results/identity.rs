//! Which rows come from the same solver, told the same.

use std::fmt;

use serde_json::{Map, Value};

use super::Row;

/// A solver and what it was told. Rows of one identity are one experiment, whichever machines they
/// come from.
#[derive(Clone, Debug, PartialEq)]
pub struct Identity {
    /// The command, or `in-process`.
    pub solver: String,
    /// SHA-256 of what was run.
    pub hash: String,
    /// What it was told.
    pub parameters: Map<String, Value>,
}

/// The first thing in which two identities differ: its name, and both values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    name: String,
    left: String,
    right: String,
}

impl Identity {
    /// The identity of a row.
    pub fn of(row: &Row) -> Self {
        Self {
            solver: row.solver.clone(),
            hash: row.hash.clone(),
            parameters: row.parameters.clone(),
        }
    }

    /// Whether a row has this identity.
    pub fn is_of(&self, row: &Row) -> bool {
        (&self.solver, &self.hash, &self.parameters) == (&row.solver, &row.hash, &row.parameters)
    }

    /// How another one differs, if it does.
    pub fn difference(&self, other: &Self) -> Option<Difference> {
        let texts =
            [("solver", &self.solver, &other.solver), ("solver hash", &self.hash, &other.hash)];
        let differing = texts.into_iter().find(|(_, left, right)| left != right);
        if let Some((name, left, right)) = differing {
            let (name, left, right) = (name.to_owned(), left.clone(), right.clone());
            return Some(Difference { name, left, right });
        }
        let names = self.parameters.keys().chain(other.parameters.keys());
        let value = |parameters: &Map<String, Value>, name| {
            parameters.get(name).map_or_else(|| "nothing".to_owned(), Value::to_string)
        };
        names
            .map(|name| Difference {
                name: format!("parameter {name}"),
                left: value(&self.parameters, name),
                right: value(&other.parameters, name),
            })
            .find(|difference| difference.left != difference.right)
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} here, {} there", self.name, self.left, self.right)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::row::tests::row;

    fn told(parameters: &[(&str, u64)]) -> Identity {
        let parameters =
            parameters.iter().map(|&(name, value)| (name.to_owned(), value.into())).collect();
        Identity::of(&Row { parameters, ..row(0) })
    }

    #[test]
    fn what_differs_is_named() {
        let usual = told(&[("passes", 3)]);
        let shown = |other: &Identity| usual.difference(other).map(|found| found.to_string());
        assert_eq!(shown(&usual.clone()), None);
        let other = Identity { hash: "cd".to_owned(), ..usual.clone() };
        assert_eq!(shown(&other).unwrap(), "solver hash: ab here, cd there");
        assert_eq!(shown(&told(&[("passes", 4)])).unwrap(), "parameter passes: 3 here, 4 there");
        assert_eq!(shown(&told(&[])).unwrap(), "parameter passes: 3 here, nothing there");
        let more = told(&[("passes", 3), ("rng", 1)]);
        assert_eq!(shown(&more).unwrap(), "parameter rng: nothing here, 1 there");
    }

    #[test]
    fn a_seed_or_a_machine_is_no_part_of_it() {
        let mut elsewhere = row(9);
        elsewhere.machine.cores = 64;
        assert!(Identity::of(&row(1)).is_of(&elsewhere));
        elsewhere.hash.push('0');
        assert!(!Identity::of(&row(1)).is_of(&elsewhere));
    }
}

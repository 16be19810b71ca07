//! The figures of the method.

use thiserror::Error;

/// What can be set about the step table. The default is the method as its author ran it
/// (`method.md`), with the choices that his text leaves open made by measurement.
///
/// ```
/// use snake_beam::Parameters;
/// let author = Parameters::default();
/// let wide = Parameters { kept: 300, distance_weight: 0.35, ..author.clone() };
/// assert!(wide.check().is_ok());
/// assert!(Parameters { expanded: 0, ..author }.check().is_err());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters {
    /// Most states a step keeps, at least 1. The author's: 20.
    pub kept: usize,
    /// Most states a pass expands in one step, at least 1. The author's: 10.
    pub expanded: usize,
    /// Most ways of search 1 (clean path to a target) at the first decision of an expansion, at
    /// most [`MAX_BRANCHES`]. The author's: 4.
    pub clean_branches: usize,
    /// Most ways of search 2 (bite and restore) at the first decision, at most [`MAX_BRANCHES`].
    /// The author's: 2.
    pub bite_branches: usize,
    /// Most ways of search 3 (through other colours) at the first decision, at most
    /// [`MAX_BRANCHES`]. The author's: 3.
    pub through_branches: usize,
    /// Factor on a state's value each time it is expanded, at least 1. The author's: 1.1. At 1 a
    /// table freezes; 1.3 was 0.5 % worse.
    pub penalty: f64,
    /// Weight in the value, in moves, of one step of a food's distance to the centre of the board;
    /// finite, not negative. The author's: 1/2.
    pub distance_weight: f64,
    /// Most moves of one branch of an expansion, in `1..=`[`MAX_MOVE_CAP`]. Wandering by search 4
    /// has no end of its own. Default 400, which was measured to be harmless.
    pub move_cap: usize,
}

/// Largest number of branches of one kind.
pub const MAX_BRANCHES: usize = 8;

/// Largest [`Parameters::move_cap`]: no branch can be longer than an answer.
pub const MAX_MOVE_CAP: usize = snake_core::MAX_TURNS;

impl Default for Parameters {
    fn default() -> Self {
        Self {
            kept: 20,
            expanded: 10,
            clean_branches: 4,
            bite_branches: 2,
            through_branches: 3,
            penalty: 1.1,
            distance_weight: 0.5,
            move_cap: 400,
        }
    }
}

impl Parameters {
    /// Checks every range.
    ///
    /// # Errors
    ///
    /// The first figure that is out of its range, in the order of the fields.
    pub fn check(&self) -> Result<(), ParameterError> {
        within("kept", self.kept, 1, u16::MAX as usize)?;
        within("expanded", self.expanded, 1, u16::MAX as usize)?;
        within("clean_branches", self.clean_branches, 0, MAX_BRANCHES)?;
        within("bite_branches", self.bite_branches, 0, MAX_BRANCHES)?;
        within("through_branches", self.through_branches, 0, MAX_BRANCHES)?;
        at_least("penalty", self.penalty, 1.0)?;
        at_least("distance_weight", self.distance_weight, 0.0)?;
        within("move_cap", self.move_cap, 1, MAX_MOVE_CAP)
    }
}

/// Checks that a number is finite and at least `least`.
pub(crate) fn at_least(name: &'static str, value: f64, least: f64) -> Result<(), ParameterError> {
    if value >= least && value.is_finite() {
        return Ok(());
    }
    Err(ParameterError::NotAtLeast { name, least, found: value })
}

/// Checks that a count is in `least..=most`.
pub(crate) fn within(
    name: &'static str,
    value: usize,
    least: usize,
    most: usize,
) -> Result<(), ParameterError> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    Err(ParameterError::OutOfRange { name, least, most, found: value })
}

/// A parameter outside its range.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ParameterError {
    /// A count.
    #[error("{name} must be in {least}..={most}, found {found}")]
    OutOfRange {
        /// The field of [`Parameters`].
        name: &'static str,
        /// Least value allowed.
        least: usize,
        /// Largest value allowed.
        most: usize,
        /// The value.
        found: usize,
    },
    /// A factor or weight.
    #[error("{name} must be a finite number of at least {least}, found {found}")]
    NotAtLeast {
        /// The field of [`Parameters`].
        name: &'static str,
        /// Least value allowed.
        least: f64,
        /// The value.
        found: f64,
    },
    /// A part of a whole.
    #[error("{name} must be in 0..=1, found {found}")]
    NotAShare {
        /// The field of the parameters.
        name: &'static str,
        /// The value.
        found: f64,
    },
    /// Points in a valuation.
    #[error("{name} must be in -{most}..={most}, found {found}")]
    TooManyPoints {
        /// The field of the parameters.
        name: &'static str,
        /// Largest value allowed.
        most: i32,
        /// The value.
        found: i32,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_is_the_authors() {
        let author = Parameters::default();
        assert_eq!((author.kept, author.expanded), (20, 10));
        assert_eq!(
            (author.clean_branches, author.bite_branches, author.through_branches),
            (4, 2, 3)
        );
        assert_eq!((author.penalty, author.distance_weight), (1.1, 0.5));
        assert_eq!(author.check(), Ok(()));
    }

    #[test]
    fn each_range_is_checked() {
        let author = Parameters::default;
        let broken = [
            Parameters { kept: 0, ..author() },
            Parameters { kept: 70_000, ..author() },
            Parameters { expanded: 0, ..author() },
            Parameters { clean_branches: MAX_BRANCHES + 1, ..author() },
            Parameters { bite_branches: MAX_BRANCHES + 1, ..author() },
            Parameters { through_branches: MAX_BRANCHES + 1, ..author() },
            Parameters { penalty: 0.99, ..author() },
            Parameters { penalty: f64::NAN, ..author() },
            Parameters { distance_weight: -0.5, ..author() },
            Parameters { distance_weight: f64::INFINITY, ..author() },
            Parameters { move_cap: 0, ..author() },
            Parameters { move_cap: MAX_MOVE_CAP + 1, ..author() },
        ];
        for parameters in broken {
            let error = parameters.check().expect_err("out of range");
            assert!(error.to_string().contains("must be"), "{error}");
        }
    }
}

//! Properties of the step table's solver.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `instances` | boards to try: official, small, and impossible ones |
//! | `invariants` | what is true of every table between passes |
//! | `answers` | what is true of every answer |
//! | `budget` | a budget by itself |
//! | `budgets` | when a search ends |
//! | `clock` | a clock to test budgets with |
//! | `stability` | results that must not change by accident |

mod answers;
mod budget;
mod budgets;
mod clock;
mod instances;
mod invariants;
mod stability;

use proptest::test_runner::Config;

/// Cases of a property unless `PROPTEST_CASES` says otherwise. Each runs a whole solver.
const CASES: u32 = 200;

fn config() -> Config {
    if std::env::var_os("PROPTEST_CASES").is_some() {
        return Config::default();
    }
    Config { cases: CASES, ..Config::default() }
}

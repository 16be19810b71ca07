//! Beam searches for AHC063, "Colorful Ouroboros".
//!
//! Two solvers share their budget, history, progress and answers: the *step table* of this page, which
//! is the published method, and the search by [`layers`].
//!
//! # The step table
//!
//! A beam search needs an order in which states are comparable. Here it is not the turn but the
//! *matched prefix*: how many colours of the snake, from the head on, are the wanted ones. A snake is
//! *clean* if that is all of them. The prefix grows only when a clean snake eats the colour wanted
//! next, the *target*, and then by exactly one; so the states with prefix `s` are a *step*, every state
//! kept is clean, and every child belongs to the next step, however many moves it takes.
//!
//! ```text
//!   step      5        6        7       ...      M-1       M
//!           +----+   +----+   +----+           +----+
//!   best    |  o-----> o  |   |  o |           |  o-----> answer
//!           |  o--+  |  o-----> o  |           |  o |
//!    of     |    |+--> o-----> o  |           |  o |     a pass goes from left to right and
//!   20      |    |   |  o |   |  o |           |    |     expands the 10 best of each step
//!           +----+   +----+   +----+           +----+
//! ```
//!
//! A child is not one move away but a *macro-move*, found by the four searches of [`snake_paths`]:
//!
//! 1. a shortest way to a target past all other food;
//! 2. a bite into the own body, which cuts wrong colours off or turns the snake round, the
//!    *restoration* that eats the right colours back, and then a way to a target;
//! 3. if neither exists, a way to a target that eats other colours;
//! 4. if that does not exist, one move to anywhere.
//!
//! The first decision branches, up to 4 + 2, 3, or 1 ways; after it one line is followed, deciding
//! by lot, until the prefix has grown.
//!
//! Three things make repeated passes over the same table worth while, and are what this search is
//! about:
//!
//! * The [value](Value) is the length so far plus half the sum of the foods' distances to the centre:
//!   food left at the walls is expensive in the end, when the snake is long.
//! * Each time a state is expanded its value is multiplied by 1.1. Nearly all values of a step lie
//!   within 10 %, so an expanded state soon makes room for new ones: the table turns over, and
//!   every pass searches somewhere else.
//! * States with the same head, neck, middle and tail are [the same](Key), so that a step does not
//!   fill with copies.
//!
//! When a pass has come to the end, the next one starts from the first step with the table as it is,
//! until the [`Budget`] is spent. The shortest complete answer wins; without a complete one, the best
//! score that any state on the way had.
//!
//! # Choices that the method's text leaves open
//!
//! | question | choice | where |
//! | --- | --- | --- |
//! | does a pass expand ten different states, or the best one ten times over? | ten different ones; the other way was 0.9 ± 1.0 % longer | [`Step::best`] |
//! | is a duplicate's value compared with the penalty? and that of the one who leaves? | no; yes | [`Step`] |
//! | does a complete state end the pass? | no: it is the last step's anyway; 0.9 ± 1.1 % | [`StepTable`] |
//! | do searches 1 and 2 compete while a line is followed? | no, 1 comes first; 2.3 ± 1.0 % | `expand` |
//! | is a bite by search 4 restored? | yes; 0.1 ± 1.0 % | `expand` |
//! | most moves of a branch | 400; 100 and 150 were no better | [`Parameters::move_cap`] |
//! | when does a branch die? | once its child could not be kept, see below | `expand` |
//! | states that can no longer beat the best answer | dropped after the pass; 0.4 ± 0.8 % | [`StepTable`] |
//!
//! (Differences in length against the choice made, on 60 seeds from 2000 on, 0.5 s of CPU time each.)
//!
//! Two children of three would be turned away by a full step. As soon as searches 1 or 2 have decided
//! on a way, the turns and the food distances at its end are known, and with them the child's
//! value; if the step would not let it in, the branch ends there. It plays a third of the moves for the
//! same children. At the first decision the searches are told beforehand from how many moves on no child
//! would be let in, and look no further; that spares a third of the instructions on small boards.
//!
//! # The files
//!
//! | file | concept |
//! | --- | --- |
//! | `parameters` | [`Parameters`]: the method's figures |
//! | `value` | [`Value`]: how good a state is |
//! | `compress` | [`Key`]: when two states are the same |
//! | `table` | [`Step`]: who stays, who leaves, who is expanded |
//! | `pool` | [`StatePool`]: the states themselves |
//! | `history` | [`History`]: the moves that led to them |
//! | `expand` | one branch, from the first decision to the child |
//! | `solver` | [`StepTable`]: expansions and passes |
//! | `budget` | [`Budget`]: when to end |
//! | `passes` | the loop of passes, which all searches share |
//! | `incumbent` | [`Incumbent`]: the best answer so far |
//! | `outcome` | [`Outcome`], [`Progress`], [`Effort`] |
//! | `team` | [`Team`]: several searches, a thread each |
//! | `bound` | [`lower_bound`]: what no answer can go below |
//! | `exact` | [`solve_exactly`]: shortest answers of tiny boards |
//! | `layers` | the other solver |

// One module allows it, with its reasons: `layers::avx2`.
#![deny(unsafe_code)]

mod bound;
mod budget;
mod compress;
mod exact;
mod expand;
mod history;
mod incumbent;
pub mod layers;
mod outcome;
mod parameters;
mod passes;
mod pool;
mod solver;
mod table;
mod team;
mod value;

pub use bound::lower_bound;
pub use budget::{Budget, CHECK_INTERVAL, Clock, End, SystemClock};
pub use compress::{Key, KeyMap};
pub use exact::{Exact, MAX_EXACT_SIDE, solve_exactly};
pub use history::{History, Link, Mark};
pub use incumbent::Incumbent;
pub use outcome::{Effort, Outcome, Progress};
pub use parameters::{MAX_BRANCHES, MAX_MOVE_CAP, ParameterError, Parameters};
pub use pool::{Slot, StatePool};
pub use solver::{Kept, StepTable};
pub use table::{Entry, Place, Step};
pub use team::{Member, ROUND_PASSES, STALE_PASSES, Team};
pub use value::{Valuation, Value};

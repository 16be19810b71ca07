//! The loop that all searches share: passes until the budget ends.

use crate::budget::{Budget, End};

/// Makes passes until the budget is spent, or one of them has found nothing to do; why it ended.
///
/// `pass` gets the number of passes finished before, and says whether there was anything to do.
/// `after_pass` is called after each pass that was finished within the budget; a pass that was cut
/// short, or had nothing to do, does not count.
pub(crate) fn make_passes<S>(
    search: &mut S,
    budget: &mut Budget<'_>,
    mut pass: impl FnMut(&mut S, &mut Budget<'_>, u64) -> bool,
    mut after_pass: impl FnMut(&mut S),
) -> End {
    let mut passes = 0;
    loop {
        budget.is_spent_after_passes(passes);
        if let Some(end) = budget.end() {
            return end;
        }
        let was_anything_done = pass(search, budget, passes);
        if let Some(end) = budget.end() {
            return end;
        }
        if !was_anything_done {
            return End::Exhausted;
        }
        passes += 1;
        after_pass(search);
    }
}

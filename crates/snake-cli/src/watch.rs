//! The live line of `snake solve --watch`.

use std::fmt::Write;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle, TermLike};
use snake_beam::{Budget, Progress};

/// Time between two drawings. A thread of its own draws, so the search never waits for the terminal,
/// and pays for noting its progress only: some 20 ns a pass.
const INTERVAL: Duration = Duration::from_millis(100);

/// What ends the search watched, as far as it is known.
#[derive(Clone, Copy, Debug)]
struct Limits {
    passes: Option<u64>,
    deadline: Option<Instant>,
}

/// A line on standard error that follows a search; there is none where standard error is no terminal.
/// It is wiped away when this is dropped.
#[derive(Debug)]
pub struct Watch {
    bar: ProgressBar,
    latest: Arc<Mutex<Option<Progress>>>,
}

impl Watch {
    /// Starts to draw. `start` is when the time shown begins if there is no deadline.
    pub fn start(start: Instant, budget: &Budget<'_>) -> Self {
        let limits = Limits { passes: budget.passes(), deadline: budget.deadline() };
        let latest = Arc::new(Mutex::new(None));
        let shown = Arc::clone(&latest);
        let draw = move |_: &ProgressState, out: &mut dyn Write| {
            let latest = *shown.lock().unwrap_or_else(PoisonError::into_inner);
            // What it writes to is a string: that does not fail.
            let _ = out.write_str(&line(latest.as_ref(), limits, start, Instant::now()));
        };
        let style = ProgressStyle::with_template("{search}").expect("it is a template");
        let target = ProgressDrawTarget::stderr();
        if target.is_hidden() {
            return Self { bar: ProgressBar::hidden(), latest };
        }
        let target = ProgressDrawTarget::term_like(Box::new(Narrow(Term::buffered_stderr())));
        let bar =
            ProgressBar::with_draw_target(None, target).with_style(style.with_key("search", draw));
        bar.enable_steady_tick(INTERVAL);
        Self { bar, latest }
    }

    /// Takes the progress to show from now on.
    pub fn note(&self, progress: &Progress) {
        *self.latest.lock().unwrap_or_else(PoisonError::into_inner) = Some(*progress);
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Columns kept free at the right margin: room for a `^C` or a few.
const ECHO_COLUMNS: u16 = 6;

/// A terminal that is told to be a little narrower than it is. The cursor rests behind the line, which is
/// filled with blanks; were that at the margin, the `^C` that a terminal shows when it is typed would go to
/// the next row, which would then be wiped in place of the line.
#[derive(Debug)]
struct Narrow(Term);

impl TermLike for Narrow {
    fn width(&self) -> u16 {
        self.0.width().saturating_sub(ECHO_COLUMNS)
    }

    fn height(&self) -> u16 {
        self.0.height()
    }

    fn move_cursor_up(&self, rows: usize) -> io::Result<()> {
        self.0.move_cursor_up(rows)
    }

    fn move_cursor_down(&self, rows: usize) -> io::Result<()> {
        self.0.move_cursor_down(rows)
    }

    fn move_cursor_right(&self, columns: usize) -> io::Result<()> {
        self.0.move_cursor_right(columns)
    }

    fn move_cursor_left(&self, columns: usize) -> io::Result<()> {
        self.0.move_cursor_left(columns)
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.0.write_line(text)
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.0.write_str(text)
    }

    fn clear_line(&self) -> io::Result<()> {
        self.0.clear_line()
    }

    fn flush(&self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Passes, the best answer's T and matched prefix, and the time left (or, without a deadline, gone).
fn line(latest: Option<&Progress>, limits: Limits, start: Instant, now: Instant) -> String {
    let mut line = format!("passes {}", latest.map_or(0, |progress| progress.effort.passes));
    if let Some(passes) = limits.passes {
        line += &format!(" of {passes}");
    }
    if let Some(Progress { best, prefix, .. }) = latest {
        // T counts only once the answer is complete.
        line += &match best.is_complete() {
            true => format!(", best T {}", best.turns),
            false => ", best T -".to_owned(),
        };
        line += &format!(", prefix {prefix} of {}", best.length + best.missing);
    }
    let (time, word) = match limits.deadline {
        Some(deadline) => (deadline.saturating_duration_since(now), "left"),
        None => (now.saturating_duration_since(start), "gone"),
    };
    line + &format!(", {:.1} s {word}", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;
    use snake_beam::Effort;
    use snake_core::Score;

    const UNLIMITED: Limits = Limits { passes: None, deadline: None };

    fn progress(passes: u64, best: Score, prefix: usize) -> Progress {
        Progress { effort: Effort { passes, ..Effort::default() }, best, prefix }
    }

    #[test]
    fn the_line_tells_what_is_known() {
        let start = Instant::now();
        let now = start + Duration::from_millis(1250);
        let complete = Score { turns: 579, length: 127, mismatches: 0, missing: 0 };
        let partial = Score { turns: 80, length: 50, mismatches: 2, missing: 77 };
        let deadline = Some(start + Duration::from_millis(1900));

        assert_eq!(line(None, UNLIMITED, start, now), "passes 0, 1.2 s gone");
        let limits = Limits { passes: Some(30), deadline: None };
        assert_eq!(
            line(Some(&progress(12, complete, 127)), limits, start, now),
            "passes 12 of 30, best T 579, prefix 127 of 127, 1.2 s gone"
        );
        assert_eq!(
            line(Some(&progress(1, partial, 48)), Limits { passes: None, deadline }, start, now),
            "passes 1, best T -, prefix 48 of 127, 0.7 s left"
        );
        let late = start + Duration::from_secs(2);
        let limits = Limits { passes: None, deadline };
        assert_eq!(line(None, limits, start, late), "passes 0, 0.0 s left");
    }

    /// The longest there can be: it must not wrap on 80 columns, of which some are kept free.
    #[test]
    fn the_line_is_short() {
        let start = Instant::now();
        let limits =
            Limits { passes: Some(1_000_000), deadline: Some(start + Duration::from_secs(86_400)) };
        let best = Score { turns: 99_999, length: 192, mismatches: 0, missing: 0 };
        let line = line(Some(&progress(999_999, best, 192)), limits, start, start);
        assert!(line.len() <= 80 - usize::from(ECHO_COLUMNS), "{line}");
    }
}

//! The progress bar on standard error, shown on a terminal only.

use indicatif::{ProgressBar, ProgressStyle};

use crate::results::Row;

/// How the bar looks.
const TEMPLATE: &str = "{bar:30} {pos}/{len}  {msg}  {elapsed} gone, {eta} left";

/// How far the run is: cases, mean score, failures.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    sum: f64,
    successes: u64,
    failures: u64,
}

impl Progress {
    /// Of so many cases, some of which were done before.
    pub fn new(cases: usize, before: &[&Row]) -> Self {
        let style = ProgressStyle::with_template(TEMPLATE).expect("the template is right");
        let bar = ProgressBar::new(cases as u64).with_style(style);
        // The time left is judged by the cases to come.
        bar.set_position(before.len() as u64);
        bar.reset_eta();
        let mut progress = Self { bar, sum: 0.0, successes: 0, failures: 0 };
        before.iter().for_each(|row| progress.count(row));
        progress.tell();
        progress
    }

    /// One more.
    pub fn add(&mut self, row: &Row) {
        self.count(row);
        self.tell();
        self.bar.inc(1);
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }

    /// Runs something that prints on the terminal, without the bar in its way.
    pub fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    fn count(&mut self, row: &Row) {
        match row.complete_score() {
            Some(score) => {
                self.sum += score as f64;
                self.successes += 1;
            }
            None => self.failures += 1,
        }
    }

    fn tell(&self) {
        self.bar.set_message(self.message());
    }

    fn message(&self) -> String {
        let mean = match self.successes {
            0 => "no mean yet".to_owned(),
            count => format!("mean {:.2}", self.sum / count as f64),
        };
        match self.failures {
            0 => mean,
            1 => format!("{mean}, 1 failure"),
            count => format!("{mean}, {count} failures"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::{Status, sample_row as row};

    #[test]
    fn failures_do_not_enter_the_mean() {
        let failed = Row { score: None, status: Status::Crash, ..row(3) };
        let mut progress = Progress::new(4, &[&row(1)]);
        assert_eq!(progress.message(), "mean 101.00");
        progress.add(&row(2));
        progress.add(&failed);
        assert_eq!(progress.message(), "mean 101.50, 1 failure");
        assert_eq!(Progress::new(4, &[&failed]).message(), "no mean yet, 1 failure");
    }
}

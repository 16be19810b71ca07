//! Many cases on several threads.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;

use anyhow::Result;
use snake_core::Instance;

use super::{Case, Solver};

/// A case that is done.
#[derive(Debug)]
pub struct Done {
    /// The seed.
    pub seed: u64,
    /// Its instance.
    pub instance: Instance,
    /// What became of it.
    pub case: Case,
}

/// Runs the cases of these seeds, begun in their order, and hands each over as it ends, on the calling
/// thread. Ends early once the stop flag is raised; cases that are running then are given up.
///
/// # Errors
///
/// The first one of a worker or of the receiver; the rest is given up then.
pub fn run(
    solver: &Solver,
    seeds: &[u64],
    jobs: NonZeroUsize,
    stop: &AtomicBool,
    mut receive: impl FnMut(Done) -> Result<()>,
) -> Result<()> {
    let next = AtomicUsize::new(0);
    // Told apart from `stop`, which is the user's.
    let fails = AtomicBool::new(false);
    let workers = jobs.get().min(seeds.len());
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..workers {
            let (sender, next, fails) = (sender.clone(), &next, &fails);
            scope.spawn(move || {
                if let Err(error) = work(solver, seeds, next, stop, fails, &sender) {
                    fails.store(true, Ordering::Relaxed);
                    // The receiver may have failed itself.
                    let _ = sender.send(Err(error));
                }
            });
        }
        drop(sender);
        receiver
            .into_iter()
            .try_for_each(|done| done.and_then(&mut receive))
            .inspect_err(|_| fails.store(true, Ordering::Relaxed))
    })
}

/// Takes one case after the other, until none is left.
fn work(
    solver: &Solver,
    seeds: &[u64],
    next: &AtomicUsize,
    stop: &AtomicBool,
    fails: &AtomicBool,
    sender: &Sender<Result<Done>>,
) -> Result<()> {
    let mut worker = solver.worker()?;
    while !fails.load(Ordering::Relaxed) && !stop.load(Ordering::Relaxed) {
        let Some(&seed) = seeds.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
        let instance = Instance::generate(seed);
        let Some(case) = worker.run(&instance, stop)? else { break };
        if sender.send(Ok(Done { seed, instance, case })).is_err() {
            break;
        }
    }
    Ok(())
}

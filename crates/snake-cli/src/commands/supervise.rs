//! `snake supervise`: the process beside `snake eval` that runs commands. Not for people.

use anyhow::Result;

use crate::exit::Exit;

/// Runs requests until they end.
///
/// # Errors
///
/// See [`serve`](crate::eval::supervisor::serve).
#[cfg(target_os = "linux")]
pub fn run() -> Result<Exit> {
    crate::eval::supervisor::serve()?;
    Ok(Exit::Success)
}

/// There is none.
///
/// # Errors
///
/// Always.
#[cfg(not(target_os = "linux"))]
pub fn run() -> Result<Exit> {
    Err(anyhow::anyhow!("works on Linux only"))
}

//! `snake eval`: rows, tables, resuming, and solvers of every kind.

#[cfg(target_os = "linux")]
mod commands;
#[cfg(target_os = "linux")]
mod hostile;
mod outputs;
#[cfg(target_os = "linux")]
mod resume;
mod rows;

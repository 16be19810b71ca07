//! rustc, asked what it thinks of a file.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel, DiagnosticSpan};

/// Edition of the bundle.
pub const EDITION: &str = "2024";

/// The code that rustc gives to warnings of [`UNSAFE_LINT`], in place of the lint's name.
const UNSAFE_OPERATION: &str = "E0133";

/// What edition 2024 warns of in crates of earlier ones.
const UNSAFE_LINT: &str = "unsafe_op_in_unsafe_fn";

/// Errors to show.
const SHOWN_ERRORS: usize = 3;

/// The compiler to run: cargo tells which.
pub fn rustc() -> OsString {
    std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())
}

/// A line and a column of a file: the line from 1, the column from 0, in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    pub line: usize,
    pub column: usize,
}

impl From<proc_macro2::LineColumn> for Place {
    fn from(place: proc_macro2::LineColumn) -> Self {
        Self { line: place.line, column: place.column }
    }
}

/// What rustc warns of.
#[derive(Clone, Debug)]
pub struct Warning {
    /// The lint's name.
    pub lint: String,
    /// What it is about. What a macro has made is where it is called.
    pub places: Vec<Place>,
    /// The whole message.
    pub rendered: String,
}

/// Checks a program of one file, and returns the warnings.
///
/// # Errors
///
/// If it does not compile, or rustc cannot be run.
pub fn check(file: &Path) -> Result<Vec<Warning>> {
    let output = Command::new(rustc())
        .args(["-O", "--edition", EDITION, "--target", super::cfg::TARGET])
        .args(["--emit", "metadata", "--error-format", "json", "-o"])
        .arg(file.with_extension("rmeta"))
        .arg(file)
        .output()
        .context("cannot run rustc")?;
    let mut warnings = Vec::new();
    let mut errors = Vec::new();
    for line in String::from_utf8(output.stderr)?.lines() {
        let diagnostic: Diagnostic = serde_json::from_str(line)
            .with_context(|| format!("a message of rustc that is no diagnostic: {line}"))?;
        let rendered = diagnostic.rendered.unwrap_or(diagnostic.message);
        match (diagnostic.level, diagnostic.code) {
            (DiagnosticLevel::Error | DiagnosticLevel::Ice, _) => errors.push(rendered),
            (DiagnosticLevel::Warning, Some(code)) => {
                let primary = diagnostic.spans.iter().filter(|span| span.is_primary);
                let places = primary.map(outermost).collect();
                let lint = if code.code == UNSAFE_OPERATION { UNSAFE_LINT } else { &code.code };
                warnings.push(Warning { lint: lint.to_owned(), places, rendered });
            }
            // Such as "3 warnings emitted".
            _ => {}
        }
    }
    if output.status.success() {
        return Ok(warnings);
    }
    ensure!(!errors.is_empty(), "rustc told of no error and ended with {}", output.status);
    errors.truncate(SHOWN_ERRORS);
    bail!("the bundle does not compile:\n{}", errors.join("\n").trim_end())
}

/// Where the outermost macro call is that has made this, if one has.
fn outermost(span: &DiagnosticSpan) -> Place {
    match &span.expansion {
        Some(expansion) => outermost(&expansion.span),
        None => Place { line: span.line_start, column: span.column_start - 1 },
    }
}

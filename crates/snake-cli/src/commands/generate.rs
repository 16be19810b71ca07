//! `snake gen`: official instances, written to files.

use std::path::PathBuf;

use anyhow::Result;
use snake_core::{Fixed, Instance};

use crate::exit::{Exit, usage_error};
use crate::io;
use crate::seeds::SeedRange;

/// Most files one call writes: a folder with more is unwieldy, and such a range is a slip.
const MAX_FILES: u64 = 1_000_000;

/// Digits of a file name, at least; seed 7 is `0007.txt`, as in the contest's archives.
const NAME_DIGITS: usize = 4;

/// What can be typed.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The instance of a seed is that of the contest's own generator, bit for bit. A value fixed with
--n, --m or --c replaces the drawn one; all other draws stay those of the seed.

Examples:
  snake gen --seeds 0..100 --out inputs
  snake gen --seeds 0..10 --out dense --n 16 --m 192")]
pub struct Arguments {
    /// Seeds FIRST..END; END is left out
    #[arg(long, value_name = "FIRST..END")]
    seeds: SeedRange,

    /// Folder for the files 0000.txt, 0001.txt, ...; made if missing, other files in it stay
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// Fix N, the side of the board (8 to 16)
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    n: Option<usize>,

    /// Fix M, the length wanted (a quarter to three quarters of N * N)
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    m: Option<usize>,

    /// Fix C, the number of colours (3 to 7)
    #[arg(long, value_name = "C", allow_negative_numbers = true)]
    c: Option<usize>,
}

/// Writes the instances.
///
/// # Errors
///
/// If a fixed value is outside its range (noticed before anything is written), or a file cannot be
/// written; files written before that stay.
pub fn run(arguments: &Arguments) -> Result<Exit> {
    let Arguments { seeds, out, n, m, c } = arguments;
    let fixed = Fixed { side: *n, wanted_length: *m, colours: *c };
    if seeds.count() > MAX_FILES {
        let count = seeds.count();
        let message =
            format!("--seeds names {count} seeds; at most {MAX_FILES} files are written at once");
        return Err(usage_error("gen", message));
    }
    check_fixed(seeds, fixed)?;
    io::make_folder(out)?;
    for seed in seeds.iter() {
        let instance = instance(seed, fixed)?;
        io::write_whole(&out.join(format!("{seed:0NAME_DIGITS$}.txt")), &instance.to_string())?;
    }
    Ok(Exit::Success)
}

/// Refuses values outside their ranges. Only the range of M differs between seeds, by their drawn N.
fn check_fixed(seeds: &SeedRange, fixed: Fixed) -> Result<()> {
    let depends_on_seed = fixed.wanted_length.is_some() && fixed.side.is_none();
    let checked = if depends_on_seed { seeds.count() } else { 1 };
    seeds.iter().take(checked as usize).try_for_each(|seed| instance(seed, fixed).map(drop))
}

fn instance(seed: u64, fixed: Fixed) -> Result<Instance> {
    Instance::generate_fixed(seed, fixed)
        .map_err(|error| usage_error("gen", format!("seed {seed}: {error}")))
}

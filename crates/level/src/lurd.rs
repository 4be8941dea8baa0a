//! Solutions as text: one letter for each step, capitals for pushes, RLE allowed.

use std::fmt::Write as _;

use crate::{Dir, rle};

/// The longest solution that is accepted, in steps.
pub const MAX_STEPS: usize = 10_000_000;

/// One letter of a solution: where the player goes, and whether a push was written.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Step {
    /// Where the player goes.
    pub dir: Dir,
    /// Whether the letter is a capital, which marks a push.
    pub push: bool,
}

impl Step {
    /// The letter of the step.
    pub const fn letter(self) -> char {
        if self.push { self.dir.push_letter() } else { self.dir.letter() }
    }
}

/// Why a text is not a solution string. Columns count from one, in characters.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages explain variants and fields")]
#[non_exhaustive]
pub enum LurdError {
    #[error(
        "column {column}: `{found}` is no step; steps are u, d, l, r, capitals for pushes \
         (games played backwards and marked positions are not played)"
    )]
    Letter { column: usize, found: char },
    #[error(transparent)]
    Rle(#[from] rle::RleError),
}

/// Reads a solution string. White space is ignored; counts and groups repeat (`3r2(dR)`).
///
/// ```
/// use kuraban_level::lurd;
///
/// assert_eq!(lurd::write(&lurd::read("2(dr)U")?), "drdrU");
/// # Ok::<(), lurd::LurdError>(())
/// ```
pub fn read(text: &str) -> Result<Vec<Step>, LurdError> {
    let mut steps = Vec::new();
    for (column, letter) in rle::expand(text, MAX_STEPS)? {
        if letter.is_whitespace() {
            continue;
        }
        let dir = Dir::from_letter(letter)
            .ok_or(LurdError::Letter { column, found: letter })?;
        steps.push(Step { dir, push: letter.is_ascii_uppercase() });
    }
    Ok(steps)
}

/// Writes a solution string.
pub fn write(steps: &[Step]) -> String {
    steps.iter().map(|step| step.letter()).collect()
}

/// Writes runs of equal letters with their counts, for clipboards and links.
pub fn write_rle(steps: &[Step]) -> String {
    let mut out = String::new();
    for run in steps.chunk_by(|a, b| a == b) {
        if run.len() > 1 {
            write!(out, "{}", run.len()).expect("writing to a string");
        }
        out.push(run[0].letter());
    }
    out
}

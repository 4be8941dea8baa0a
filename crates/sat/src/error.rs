//! What can go wrong. Running out of time is not an error.

use std::path::PathBuf;

use kuraban_level::Dir;
use kuraban_search::Stop;

use crate::watch::Pause;

/// Why the planner has no answer.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages explain variants and fields")]
#[non_exhaustive]
pub enum SatError {
    #[error("the SAT planner plays by the rules of boxes only")]
    Rules,
    #[error("{0}")]
    Usage(String),
    #[error("cannot run the SAT solver `{}`: {error}", program.display())]
    Program { program: PathBuf, error: std::io::Error },
    #[error("the SAT solver `{}` gave no answer ({how}){said}", program.display())]
    NoAnswer { program: PathBuf, how: String, said: String },
    #[error("the SAT solver `{}` contradicts itself: {what}", program.display())]
    Contradiction { program: PathBuf, what: String },
    #[error(
        "the SAT solver `{}` gave a wrong answer at bound {bound}: {what}", program.display()
    )]
    Wrong { program: PathBuf, bound: u32, what: String },
    #[error("cannot write `{}`: {error}", path.display())]
    Write { path: PathBuf, error: std::io::Error },
    #[error("cannot read `{}`: {error}", path.display())]
    Read { path: PathBuf, error: std::io::Error },
    #[error("the model at bound {bound} is no plan: {what}")]
    Plan { bound: u32, steps: Vec<Dir>, what: String },
    #[error("the certificate is wrong: {0}")]
    Certificate(String),
    #[error("there is nothing to certify: {0}")]
    NothingToCertify(String),
}

impl SatError {
    /// Whether a solver that was started, or the planner itself, went wrong. Otherwise the
    /// question cannot be answered as it was asked.
    pub const fn is_fault(&self) -> bool {
        matches!(
            self,
            Self::NoAnswer { .. }
                | Self::Contradiction { .. }
                | Self::Wrong { .. }
                | Self::Plan { .. }
        )
    }
}

/// Why a search returns without an answer.
#[derive(Debug)]
pub(crate) enum Halt {
    /// The run is over.
    Stop(Stop),
    /// The turn is used up; called again in the next one, the search goes on.
    Turn,
    /// The formula of this bound is larger than the search allows.
    TooLarge(u32),
    Error(SatError),
}

impl From<SatError> for Halt {
    fn from(error: SatError) -> Self {
        Self::Error(error)
    }
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

impl From<Pause> for Halt {
    fn from(pause: Pause) -> Self {
        match pause {
            Pause::Stop(stop) => Self::Stop(stop),
            Pause::Share | Pause::Turn => Self::Turn,
        }
    }
}

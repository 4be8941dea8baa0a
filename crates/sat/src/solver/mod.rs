//! SAT solvers behind one small trait.

#[cfg(feature = "cadical")]
mod cadical;
mod embedded;
mod external;
mod process;

#[cfg(feature = "cadical")]
pub use cadical::Cadical;
pub use embedded::Embedded;
pub use external::External;

use crate::error::SatError;
use crate::watch::{Pause, Watch};
use crate::{Formula, Lit};

/// What a solver said.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Answer {
    /// There is a model; [`Solver::value`] tells it.
    Satisfiable,
    /// There is none under the assumptions.
    Unsatisfiable,
    /// It was interrupted.
    Unknown(Pause),
}

impl Answer {
    /// The stable name, as reports write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Satisfiable => "sat",
            Self::Unsatisfiable => "unsat",
            Self::Unknown(_) => "unknown",
        }
    }
}

/// A SAT solver that holds a growing formula.
pub trait Solver {
    /// Takes over the variables and clauses that it has not seen yet. Always the same formula,
    /// grown since the last time. After a pause it is called again and goes on.
    fn load(&mut self, formula: &Formula, watch: &mut Watch<'_, '_>) -> Option<Pause>;

    /// Looks for a model in which the assumptions hold. After [`Pause::Turn`] it is called again
    /// with the same assumptions and goes on with what it has learnt.
    fn solve(
        &mut self,
        assumptions: &[Lit],
        watch: &mut Watch<'_, '_>,
    ) -> Result<Answer, SatError>;

    /// Whether a literal holds in the last model.
    fn value(&self, lit: Lit) -> bool;

    /// Conflicts so far; `None` if the solver does not tell.
    fn conflicts(&self) -> Option<u64>;
}

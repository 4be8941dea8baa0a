//! SAT solvers behind one small trait.

mod embedded;

pub use embedded::Embedded;

use crate::watch::Pause;
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

/// A SAT solver that holds a growing formula.
pub trait Solver {
    /// Takes over the variables and clauses that it has not seen yet. Always the same formula,
    /// grown since the last time.
    fn load(&mut self, formula: &Formula);

    /// Looks for a model in which the assumptions hold.
    fn solve(&mut self, assumptions: &[Lit]) -> Answer;

    /// Whether a literal holds in the last model.
    fn value(&self, lit: Lit) -> bool;

    /// Conflicts so far.
    fn conflicts(&self) -> u64;
}

//! The embedded solver: batsat, a MiniSat in plain Rust.

use batsat::{Callbacks, ClauseKind, SolverInterface, SolverOpts, lbool};

use crate::error::SatError;
use crate::solver::{Answer, Solver};
use crate::watch::{Pause, Watch};
use crate::{Formula, Lit};

/// What a clause takes in the solver besides its literals: header, two watches, reference.
const CLAUSE_BYTES: usize = 56;
/// What a variable takes: values, watch lists, heap, activity.
const VARIABLE_BYTES: usize = 160;

/// The embedded solver. It polls its [`Watch`] while it searches, counts each conflict as an
/// expansion, and stops where its clauses outgrow the memory of the run.
pub struct Embedded<'w, 'r> {
    solver: batsat::Solver<Observer<'w, 'r>>,
    seen_variables: usize,
    seen_clauses: usize,
    buffer: Vec<batsat::Lit>,
}

impl<'w, 'r> Embedded<'w, 'r> {
    /// An empty solver. `others` is what the formula and all else takes, in bytes.
    pub fn new(watch: &'w Watch<'w, 'r>) -> Self {
        let observer = Observer { watch, bytes: 0, proof: None };
        Self {
            solver: batsat::Solver::new(SolverOpts::default(), observer),
            seen_variables: 0,
            seen_clauses: 0,
            buffer: Vec::new(),
        }
    }
}

impl Solver for Embedded<'_, '_> {
    fn load(&mut self, formula: &Formula) {
        let mut bytes = (formula.variables() - self.seen_variables) * VARIABLE_BYTES;
        while self.seen_variables < formula.variables() {
            self.solver.new_var_default();
            self.seen_variables += 1;
        }
        while self.seen_clauses < formula.len() {
            self.buffer.clear();
            let clause = formula.get(self.seen_clauses);
            self.buffer.extend(clause.iter().map(|&lit| to_batsat(lit)));
            self.solver.add_clause_reuse(&mut self.buffer);
            self.seen_clauses += 1;
            bytes += CLAUSE_BYTES + 8 * clause.len();
        }
        self.solver.cb_mut().grow(bytes);
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Result<Answer, SatError> {
        let watch = self.solver.cb().watch;
        if let Some(pause) = watch.look() {
            return Ok(Answer::Unknown(pause));
        }
        let assumptions: Vec<batsat::Lit> =
            assumptions.iter().map(|&lit| to_batsat(lit)).collect();
        Ok(match self.solver.solve_limited(&assumptions) {
            answer if answer == lbool::TRUE => Answer::Satisfiable,
            answer if answer == lbool::FALSE => Answer::Unsatisfiable,
            _ => Answer::Unknown(watch.look().unwrap_or(Pause::Share)),
        })
    }

    fn value(&self, lit: Lit) -> bool {
        self.solver.value_lit(to_batsat(lit)) == lbool::TRUE
    }

    fn conflicts(&self) -> Option<u64> {
        Some(self.solver.num_conflicts())
    }
}

fn to_batsat(lit: Lit) -> batsat::Lit {
    batsat::Lit::new(batsat::Var::unsafe_from_idx(lit.index() as u32), lit.is_positive())
}

/// Sits in the solver: counts, measures, stops.
struct Observer<'w, 'r> {
    watch: &'w Watch<'w, 'r>,
    bytes: usize,
    proof: Option<Vec<u8>>,
}

impl Observer<'_, '_> {
    fn grow(&mut self, bytes: usize) {
        self.bytes += bytes;
        self.watch.hold(self.bytes);
    }
}

impl Callbacks for Observer<'_, '_> {
    fn on_new_clause(&mut self, clause: &[batsat::Lit], kind: ClauseKind) {
        if kind == ClauseKind::Learnt {
            self.watch.conflict();
            self.grow(CLAUSE_BYTES + 4 * clause.len());
        }
    }

    fn on_delete_clause(&mut self, clause: &[batsat::Lit]) {
        self.bytes = self.bytes.saturating_sub(CLAUSE_BYTES + 4 * clause.len());
    }

    fn stop(&self) -> bool {
        self.watch.poll().is_some()
    }
}

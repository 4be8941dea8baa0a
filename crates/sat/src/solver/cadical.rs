//! CaDiCaL, built in: the stronger solver on hard bounds, for those who have a C++ compiler.

use cadical_sys::{CaDiCal, Status};

use crate::error::SatError;
use crate::solver::{Answer, Solver};
use crate::watch::{Pause, Watch};
use crate::{Formula, Lit};

/// Conflicts between two checks of the run. The solver is stopped and called again, and
/// keeps what it has learnt. Its own interrupt callback would have to outlive the run.
const CONFLICTS_AT_ONCE: i32 = 2000;
/// Clauses that are loaded between two checks of the run.
const LOADED_AT_ONCE: usize = 256;
/// What a clause takes, roughly.
const CLAUSE_BYTES: usize = 120;

/// CaDiCaL.
pub struct Cadical {
    solver: CaDiCal,
    seen_clauses: usize,
    model: Vec<bool>,
    conflicts: u64,
}

impl Cadical {
    /// An empty solver.
    pub fn new() -> Self {
        let mut solver = CaDiCal::new();
        // The solver's own variables would take the numbers of variables to come.
        solver.set("factor", 0);
        Self { solver, seen_clauses: 0, model: Vec::new(), conflicts: 0 }
    }
}

impl Default for Cadical {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver for Cadical {
    fn load(&mut self, formula: &Formula, watch: &mut Watch<'_, '_>) -> Option<Pause> {
        self.model.resize(formula.variables(), false);
        self.solver.resize(formula.variables() as i32);
        while self.seen_clauses < formula.len() {
            for lit in formula.get(self.seen_clauses) {
                self.solver.add(lit.number());
            }
            self.solver.add(0);
            self.seen_clauses += 1;
            if self.seen_clauses.is_multiple_of(LOADED_AT_ONCE)
                && let Some(pause) = watch.spend(LOADED_AT_ONCE as u64 / 4)
            {
                return Some(pause);
            }
        }
        None
    }

    fn solve(
        &mut self,
        assumptions: &[Lit],
        watch: &mut Watch<'_, '_>,
    ) -> Result<Answer, SatError> {
        loop {
            let clauses = self.solver.irredundant() + self.solver.redundant();
            watch.hold(usize::try_from(clauses).unwrap_or(0) * CLAUSE_BYTES);
            if let Some(pause) = watch.look() {
                return Ok(Answer::Unknown(pause));
            }
            for lit in assumptions {
                self.solver.assume(lit.number());
            }
            self.solver.limit("conflicts", CONFLICTS_AT_ONCE);
            let status = self.solver.solve();
            let conflicts = self.solver.get_statistic_value("conflicts");
            let conflicts = u64::try_from(conflicts).unwrap_or(self.conflicts);
            for _ in self.conflicts..conflicts {
                watch.conflict();
            }
            self.conflicts = conflicts;
            match status {
                Status::SATISFIABLE => {
                    for (number, value) in (1..).zip(&mut self.model) {
                        *value = self.solver.val(number) > 0;
                    }
                    return Ok(Answer::Satisfiable);
                }
                Status::UNSATISFIABLE => return Ok(Answer::Unsatisfiable),
                Status::UNKNOWN => {}
            }
        }
    }

    fn value(&self, lit: Lit) -> bool {
        self.model[lit.index()] == lit.is_positive()
    }

    fn conflicts(&self) -> Option<u64> {
        Some(self.conflicts)
    }
}

//! The embedded solver: batsat, a MiniSat in plain Rust.

use std::collections::HashMap;
use std::fmt::Write as _;

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
    /// An empty solver.
    pub fn new(watch: &'w Watch<'w, 'r>) -> Self {
        Self::with_observer(Observer { watch, bytes: 0, proof: None })
    }

    /// An empty solver that writes down its reasoning.
    pub fn with_proof(watch: &'w Watch<'w, 'r>) -> Self {
        Self::with_observer(Observer { watch, bytes: 0, proof: Some(Proof::default()) })
    }

    fn with_observer(observer: Observer<'w, 'r>) -> Self {
        Self {
            solver: batsat::Solver::new(SolverOpts::default(), observer),
            seen_variables: 0,
            seen_clauses: 0,
            buffer: Vec::new(),
        }
    }

    /// The proof that the formula has no model, in DRUP: learnt clauses in order, `d` before
    /// those that were forgotten again, and the empty clause. Only after the answer
    /// "unsatisfiable" without assumptions, from a solver that was made to write it.
    pub fn proof(&mut self) -> Option<String> {
        let proof = self.solver.cb_mut().proof.take()?;
        Some(proof.text + "0\n")
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
    proof: Option<Proof>,
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
            let mut bytes = CLAUSE_BYTES + 4 * clause.len();
            if let Some(proof) = &mut self.proof {
                bytes += proof.learn(clause);
            }
            self.grow(bytes);
        }
    }

    fn on_delete_clause(&mut self, clause: &[batsat::Lit]) {
        self.bytes = self.bytes.saturating_sub(CLAUSE_BYTES + 4 * clause.len());
        if let Some(proof) = &mut self.proof {
            self.bytes += proof.forget(clause);
        }
    }

    fn stop(&self) -> bool {
        self.watch.poll().is_some()
    }
}

/// The reasoning as text.
#[derive(Default)]
struct Proof {
    text: String,
    /// Learnt clauses that are still held. The solver also drops clauses of the formula, in
    /// forms it has shortened; those are not for the proof.
    learnt: HashMap<Vec<i32>, u32>,
}

impl Proof {
    fn learn(&mut self, clause: &[batsat::Lit]) -> usize {
        let before = self.text.len();
        self.write(clause);
        *self.learnt.entry(sorted(clause)).or_default() += 1;
        self.text.len() - before + 64 + 4 * clause.len()
    }

    fn forget(&mut self, clause: &[batsat::Lit]) -> usize {
        let key = sorted(clause);
        let Some(held) = self.learnt.get_mut(&key) else { return 0 };
        *held -= 1;
        if *held == 0 {
            self.learnt.remove(&key);
        }
        let before = self.text.len();
        self.text.push_str("d ");
        self.write(clause);
        self.text.len() - before
    }

    fn write(&mut self, clause: &[batsat::Lit]) {
        for &lit in clause {
            write!(self.text, "{} ", number(lit)).expect("writing to a string");
        }
        self.text.push_str("0\n");
    }
}

fn number(lit: batsat::Lit) -> i32 {
    let number = lit.var().idx() as i32 + 1;
    if lit.sign() { number } else { -number }
}

fn sorted(clause: &[batsat::Lit]) -> Vec<i32> {
    let mut numbers: Vec<i32> = clause.iter().map(|&lit| number(lit)).collect();
    numbers.sort_unstable();
    numbers
}

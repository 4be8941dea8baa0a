//! The embedded solver: batsat, a MiniSat in plain Rust.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

use batsat::theory::TheoryArg;
use batsat::{Callbacks, ClauseKind, SolverInterface, SolverOpts, Theory, lbool};

use crate::error::SatError;
use crate::solver::{Answer, Solver};
use crate::watch::{Pause, Watch};
use crate::{Formula, Lit};

/// What a clause takes in the solver besides its literals: header, two watches, reference.
const CLAUSE_BYTES: usize = 56;
/// What a variable takes: values, watch lists, heap, activity.
const VARIABLE_BYTES: usize = 160;
/// Clauses or variables that are loaded between two checks of the run.
const LOADED_AT_ONCE: usize = 256;
/// The work of that: about a quarter of a microsecond each (measured).
const LOADING: u64 = 64;

/// The embedded solver. It counts each conflict as an expansion, pauses when the turn is used up
/// or the run is over, and stops where its clauses outgrow the memory of the run.
///
/// To the solver a pause is a restart: it keeps what it has learnt and decides anew. A turn
/// lasts at least until the first conflict, so even the shortest turn makes progress.
pub struct Embedded {
    solver: batsat::Solver<Observer>,
    tally: Arc<Tally>,
    seen_variables: usize,
    seen_clauses: usize,
    buffer: Vec<batsat::Lit>,
}

impl Embedded {
    /// An empty solver.
    pub fn new() -> Self {
        Self::with_proof_in(None)
    }

    /// An empty solver that writes down its reasoning.
    pub fn with_proof() -> Self {
        Self::with_proof_in(Some(Proof::default()))
    }

    fn with_proof_in(proof: Option<Proof>) -> Self {
        let tally = Arc::new(Tally::default());
        let observer = Observer { tally: Arc::clone(&tally), bytes: 0, proof };
        Self {
            solver: batsat::Solver::new(SolverOpts::default(), observer),
            tally,
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

    fn load_one(&mut self, formula: &Formula) -> usize {
        if self.seen_variables < formula.variables() {
            self.solver.new_var_default();
            self.seen_variables += 1;
            return VARIABLE_BYTES;
        }
        self.buffer.clear();
        let clause = formula.get(self.seen_clauses);
        self.buffer.extend(clause.iter().map(|&lit| to_batsat(lit)));
        self.solver.add_clause_reuse(&mut self.buffer);
        self.seen_clauses += 1;
        CLAUSE_BYTES + 8 * clause.len()
    }
}

impl Default for Embedded {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver for Embedded {
    fn load(&mut self, formula: &Formula, watch: &mut Watch<'_, '_>) -> Option<Pause> {
        let mut pause = None;
        while pause.is_none() {
            let left = formula.variables() - self.seen_variables + formula.len()
                - self.seen_clauses;
            if left == 0 {
                break;
            }
            let bytes =
                (0..left.min(LOADED_AT_ONCE)).map(|_| self.load_one(formula)).sum();
            self.solver.cb_mut().grow(bytes);
            watch.hold(self.tally.bytes.load(Relaxed));
            pause = watch.spend(LOADING);
        }
        pause
    }

    fn solve(
        &mut self,
        assumptions: &[Lit],
        watch: &mut Watch<'_, '_>,
    ) -> Result<Answer, SatError> {
        if let Some(pause) = watch.look() {
            return Ok(Answer::Unknown(pause));
        }
        let assumptions: Vec<batsat::Lit> =
            assumptions.iter().map(|&lit| to_batsat(lit)).collect();
        self.tally.stop.store(false, Relaxed);
        let tally = Arc::clone(&self.tally);
        let mut lookout = Lookout { watch, tally, levels: 0, had_conflict: false };
        let answer = self.solver.solve_limited_th(&mut lookout, &assumptions);
        lookout.count();
        Ok(match answer {
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

/// Shared by the observer inside the solver and the code that watches the run. The solver
/// outlives a turn and the run reference does not, so the solver cannot hold the run.
#[derive(Default)]
struct Tally {
    /// Conflicts that are not counted yet.
    conflicts: AtomicU64,
    bytes: AtomicUsize,
    stop: AtomicBool,
}

/// Sits in the solver: counts, measures, stops.
struct Observer {
    tally: Arc<Tally>,
    bytes: usize,
    proof: Option<Proof>,
}

impl Observer {
    fn grow(&mut self, bytes: usize) {
        self.bytes += bytes;
        self.tally.bytes.store(self.bytes, Relaxed);
    }
}

impl Callbacks for Observer {
    fn on_new_clause(&mut self, clause: &[batsat::Lit], kind: ClauseKind) {
        if kind == ClauseKind::Learnt {
            self.tally.conflicts.fetch_add(1, Relaxed);
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
        self.tally.stop.load(Relaxed)
    }
}

/// Looks at the run before every decision of the solver. It stands in for a theory, because
/// the solver asks its theory there and gets it anew with every call. It says nothing about
/// the model.
struct Lookout<'l, 'w, 'r> {
    watch: &'l mut Watch<'w, 'r>,
    tally: Arc<Tally>,
    levels: usize,
    had_conflict: bool,
}

impl Lookout<'_, '_, '_> {
    /// Counts the conflicts since the last time.
    fn count(&mut self) {
        if self.tally.conflicts.load(Relaxed) > 0 {
            self.had_conflict = true;
            for _ in 0..self.tally.conflicts.swap(0, Relaxed) {
                self.watch.conflict();
            }
            self.watch.hold(self.tally.bytes.load(Relaxed));
        }
    }
}

impl Theory for Lookout<'_, '_, '_> {
    fn partial_check(&mut self, _: &mut TheoryArg<'_>) {
        self.count();
        let stop = match self.watch.poll() {
            None => false,
            Some(Pause::Turn) => self.had_conflict,
            Some(Pause::Stop(_) | Pause::Share) => true,
        };
        if stop {
            self.tally.stop.store(true, Relaxed);
        }
    }

    fn final_check(&mut self, _: &mut TheoryArg<'_>) {}

    fn create_level(&mut self) {
        self.levels += 1;
    }

    fn pop_levels(&mut self, n: usize) {
        self.levels -= n;
    }

    fn n_levels(&self) -> usize {
        self.levels
    }

    fn explain_propagation(&mut self, _: batsat::Lit) -> &[batsat::Lit] {
        unreachable!("nothing is propagated here")
    }
}

/// The reasoning as text.
#[derive(Default)]
struct Proof {
    text: String,
    /// Learnt clauses that are still held. The solver also drops shortened clauses of the
    /// formula; those do not belong in the proof.
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

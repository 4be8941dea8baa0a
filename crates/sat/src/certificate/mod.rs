//! Certificates: folders that prove to any doubter that a plan is a shortest one.
//!
//! A folder holds the level, the plan, formulas that say "there is a shorter plan", for
//! each a proof that it has no model, and a manifest. The proofs are DRUP, which any DRAT
//! checker reads; the formulas are plain DIMACS. A proof cannot show that the formula means
//! what we say it means. The manifest lists what has to be trusted, and [`check`] works out
//! all of it again.

mod facts;
mod manifest;
mod rup;

use std::fs;
use std::path::Path;
use std::sync::Arc;

use kuraban_level::{Level, lurd};
use kuraban_search::Turn;
use kuraban_verify::Solution;

pub use manifest::Trust;
pub use rup::{ProofError, check_drup};

use crate::encode::{Encoding, Island};
use crate::error::{Halt, SatError};
use crate::facts::{Facts, Measure};
use crate::files;
use crate::ladder::{Call, Ladder, stopped};
use crate::planner::{Outcome, Planner, Status, survey};
use crate::solver::{Answer, Embedded, Solver};
use crate::watch::Watch;
use crate::{Formula, write};
use manifest::{Entry, Manifest, level_text, read_level};

/// What a checked certificate says.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Checked {
    /// What is least.
    pub measure: Measure,
    /// How many moves or pushes the plan has, and no plan has fewer.
    pub least: u32,
    /// What had to be trusted.
    pub trust: Trust,
    /// The plan.
    pub plan: Solution,
    /// Encoding, bound and lines of proof of each formula.
    pub formulas: Vec<(Encoding, u32, usize)>,
}

/// Larger boards are not certified: their distances are cut short.
const MAX_CELLS: usize = 1000;

/// The formulas that together say "there is a plan with less". `least` is what the plan has.
fn questions(
    measure: Measure,
    trust: Trust,
    facts: &Facts,
    least: u32,
) -> Vec<(Encoding, u32)> {
    match (measure, trust) {
        // At most that many steps: one formula says it all.
        (Measure::Moves, Trust::Strict) => least
            .checked_sub(1)
            .map(|bound| (Encoding::Basic, bound))
            .into_iter()
            .collect(),
        // Exactly that many: a plan can be extended by two steps, so two formulas stand for
        // all.
        (Measure::Moves, Trust::Standard) => (least.saturating_sub(2)..least)
            .rev()
            .map(|bound| (Encoding::Move, bound))
            .collect(),
        // Exactly that many pushes, of the parity that all plans have.
        (Measure::Pushes, _) => (facts.matching.unwrap_or(0)..least)
            .step_by(2)
            .map(|bound| (Encoding::Push, bound))
            .collect(),
    }
}

/// Formulas `push` are pruned, so there is no certificate of pushes that trusts no pruning.
fn refuse_strict_pushes(measure: Measure, trust: Trust) -> Result<(), String> {
    match (measure, trust) {
        (Measure::Pushes, Trust::Strict) => {
            Err("formulas `push` are pruned: there are no strict certificates of them"
                .into())
        }
        _ => Ok(()),
    }
}

fn cnf(
    level: &Level,
    facts: &Arc<Facts>,
    question: (Encoding, u32),
    islands: &[Island],
) -> (Formula, Vec<u8>) {
    let (encoding, bound) = question;
    let mut encoded = encoding.write(level, facts, bound, islands);
    let mut text = Vec::new();
    write::dimacs(encoded.formula(), &mut text).expect("writing to memory");
    (std::mem::take(encoded.formula_mut()), text)
}

impl Planner {
    /// Looks for a shortest plan within the bound (with `push`: one with the fewest pushes) and
    /// writes a folder that proves it to be one. The embedded solver is used.
    pub fn certify(
        &self,
        level: &Level,
        folder: &Path,
        trust: Trust,
        turn: &mut Turn<'_>,
    ) -> Result<Outcome, SatError> {
        refuse_strict_pushes(self.measure(), trust).map_err(SatError::Usage)?;
        self.files.refuse_inside(folder, &[])?;
        let mut planner = Self { any: false, ..self.clone() };
        planner.solver = crate::planner::Backend::Embedded;
        let mut outcome = planner.plan(level, turn)?;
        let Status::Found { plan, .. } = &outcome.status else { return Ok(outcome) };
        let watch = &mut Watch::new(turn);
        let facts = match survey(level, watch) {
            Ok(facts) => facts,
            Err(stop) => {
                outcome.status = Status::Stopped(stop);
                return Ok(outcome);
            }
        };
        if facts.cells.len() > MAX_CELLS {
            let what = format!("the level has more than {MAX_CELLS} cells");
            return Err(SatError::NothingToCertify(what));
        }
        let mut ladder = Ladder::new(Arc::new(level.clone()), facts);
        let solution = Solution::check(level, plan).map_err(|why| {
            let what = why.to_string();
            SatError::Plan { bound: 0, steps: plan.clone(), what }
        })?;
        let kind = (self.measure(), trust);
        let written = write_folder(&mut ladder, &solution, kind, folder, watch);
        outcome.calls.append(&mut ladder.calls);
        outcome.account.add(&watch.account());
        if let Err(stop) = stopped(written)? {
            outcome.status = Status::Stopped(stop);
        }
        Ok(outcome)
    }
}

fn write_folder(
    ladder: &mut Ladder,
    solution: &Solution,
    (measure, trust): (Measure, Trust),
    folder: &Path,
    watch: &mut Watch<'_, '_>,
) -> Result<(), Halt> {
    let (level, facts) = (Arc::clone(&ladder.level), Arc::clone(&ladder.facts));
    if let (Measure::Pushes, Some(mut bound)) = (measure, facts.matching) {
        // Once more, for the loop formulas that its bounds need.
        ladder.fewest_pushes(&mut bound, u32::MAX, None, watch)?;
    }
    fs::create_dir_all(folder)
        .map_err(|error| SatError::Write { path: folder.into(), error })?;
    let run = watch.run();
    let write = |name: &str, text: &[u8]| {
        files::write_file(&folder.join(name), &|| run.stop(), |out| out.write_all(text))
    };
    let least = least_of(measure, solution);
    let mut manifest = Manifest {
        measure,
        least,
        trust,
        islands: ladder.islands.clone(),
        level: level_text(&level),
        plan: solution.lurd() + "\n",
        entries: Vec::new(),
    };
    for question in questions(measure, trust, &facts, least) {
        let (formula, text) = cnf(&level, &facts, question, &ladder.islands);
        let proof = prove(ladder, question, &formula, watch)?;
        let entry = Entry::new(question, &text, &proof);
        write(&entry.cnf_name(), &text)?;
        write(&entry.proof_name(), proof.as_bytes())?;
        manifest.entries.push(entry);
    }
    write(manifest::LEVEL, manifest.level.as_bytes())?;
    write(manifest::PLAN, manifest.plan.as_bytes())?;
    write(manifest::MANIFEST, manifest.text().as_bytes())
}

fn least_of(measure: Measure, solution: &Solution) -> u32 {
    let figures = solution.figures();
    match measure {
        Measure::Moves => figures.moves as u32,
        Measure::Pushes => figures.pushes as u32,
    }
}

/// A proof that the formula has no model.
fn prove(
    ladder: &mut Ladder,
    (encoding, bound): (Encoding, u32),
    formula: &Formula,
    watch: &mut Watch<'_, '_>,
) -> Result<String, Halt> {
    let began = watch.elapsed();
    watch.begin(None);
    let mut solver = Embedded::with_proof();
    let answer = match solver.load(formula, watch) {
        Some(pause) => Answer::Unknown(pause),
        None => solver.solve(&[], watch)?,
    };
    ladder.calls.push(Call {
        encoding,
        bound,
        variables: formula.variables(),
        clauses: formula.len(),
        conflicts: solver.conflicts(),
        seconds: watch.elapsed().saturating_sub(began).as_secs_f64(),
        answer: answer.name(),
    });
    match answer {
        Answer::Unsatisfiable => Ok(solver.proof().expect("it was made to write one")),
        Answer::Satisfiable => Err(SatError::Plan {
            bound,
            steps: Vec::new(),
            what: "a bound that was ruled out has a model after all".into(),
        }
        .into()),
        Answer::Unknown(pause) => Err(pause.into()),
    }
}

/// Checks a certificate: writes the formulas again from the level and compares every byte,
/// checks the proofs, plays the plan, and compares the manifest with what it should be.
///
/// With [`Trust::Standard`] it works out the pruning of the formulas again, with code of
/// its own.
pub fn check(folder: &Path) -> Result<Checked, SatError> {
    let read = |name: &str| {
        let path = folder.join(name);
        fs::read_to_string(&path).map_err(|error| SatError::Read { path, error })
    };
    let wrong = |what: String| SatError::Certificate(what);
    let manifest_text = read(manifest::MANIFEST)?;
    let (measure, trust, islands) = Manifest::read_head(&manifest_text).map_err(wrong)?;
    refuse_strict_pushes(measure, trust).map_err(wrong)?;
    let level_text = read(manifest::LEVEL)?;
    let level = read_level(&level_text).map_err(wrong)?;
    let plan_text = read(manifest::PLAN)?;
    let steps = lurd::read(&plan_text).map_err(|why| wrong(format!("plan: {why}")))?;
    let steps: Vec<_> = steps.iter().map(|step| step.dir).collect();
    let plan =
        Solution::check(&level, &steps).map_err(|why| wrong(format!("plan: {why}")))?;
    let least = least_of(measure, &plan);

    let encoder = Facts::new(&level);
    if encoder.cells.len() > MAX_CELLS {
        return Err(wrong(format!("the level has more than {MAX_CELLS} cells")));
    }
    let islands = islands
        .into_iter()
        .map(|cells| Island::checked(&encoder.cells, &cells).ok_or(()))
        .collect::<Result<Vec<_>, ()>>()
        .map_err(|()| wrong("an island is not on the board".into()))?;
    let facts = Arc::new(match trust {
        Trust::Strict => encoder,
        Trust::Standard => facts::facts_again(&level, measure, &encoder),
    });
    let mut manifest = Manifest {
        measure,
        least,
        trust,
        islands,
        level: manifest::level_text(&level),
        plan: plan.lurd() + "\n",
        entries: Vec::new(),
    };
    if level_text != manifest.level || plan_text != manifest.plan {
        return Err(wrong("level or plan are not written as they should be".into()));
    }
    let mut formulas = Vec::new();
    for question in questions(measure, trust, &facts, least) {
        let (formula, text) = cnf(&level, &facts, question, &manifest.islands);
        let names = Entry::new(question, b"", "");
        if read(&names.cnf_name())?.as_bytes() != text {
            let name = names.cnf_name();
            return Err(wrong(format!("{name} is not the formula of this level")));
        }
        let proof = read(&names.proof_name())?;
        let clauses = formula
            .clauses()
            .map(|clause| clause.iter().map(|lit| lit.number()).collect::<Vec<i32>>());
        let lines = check_drup(formula.variables(), clauses, &proof)
            .map_err(|why| wrong(format!("{}: {why}", names.proof_name())))?;
        formulas.push((question.0, question.1, lines));
        manifest.entries.push(Entry::new(question, &text, &proof));
    }
    if manifest.text() != manifest_text {
        return Err(wrong("the manifest does not describe this folder".into()));
    }
    Ok(Checked { measure, least, trust, plan, formulas })
}

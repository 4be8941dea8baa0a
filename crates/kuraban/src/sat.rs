//! The SAT planner: plans within a bound, formulas to read, certificates.

use std::io::Write;
use std::path::Path;

use kuraban_level::Level;
use kuraban_search::{Claim, Clock, Found, Limits, Listener, Run, Silent, Verdict};

pub use kuraban_sat::certificate::{Checked, Trust, check};
pub use kuraban_sat::{
    Backend, Call, Encoding, Exported, Facts, Files, Form, Measure, Outcome, Planner,
    SatError, Status, write,
};

use crate::{Answer, Cancel};

/// The name under which the planner reports.
const NAME: &str = "sat";

/// Asks the planner. A plan is replayed like any other solution; "not within the bound" is
/// answered as a limit named `steps`, never as unsolvable; a solver that crashes or lies is
/// answered as an error, and nothing it said counts.
pub fn plan(
    planner: &Planner,
    level: &Level,
    certificate: Option<(&Path, Trust)>,
    (limits, cancel): (Limits, &Cancel),
    clock: &dyn Clock,
    listener: &mut dyn Listener,
) -> Result<(Answer, Outcome), SatError> {
    let mut run = Run::new(limits, cancel.clone(), clock, listener);
    let outcome = planner.attempt(level, certificate, &mut run)?;
    let mut reason = None;
    let verdict = match &outcome.status {
        Status::Found { plan, shortest } => {
            let claim = match planner.encoding {
                Encoding::Push => Claim::Pushes,
                Encoding::Basic | Encoding::Move => Claim::Moves,
            };
            let optimal = if *shortest { vec![claim] } else { Vec::new() };
            Ok(Verdict::Solved(Found { steps: plan.clone(), optimal }))
        }
        Status::NotWithin(_) => {
            reason = Some("steps");
            Ok(Verdict::GaveUp)
        }
        Status::Stopped(stop) => Err(*stop),
        Status::Failed(message) => {
            let failed = crate::Status::Error(message.clone());
            let mut answer = Answer::empty(failed, NAME);
            answer.statistics = run.statistics;
            answer.elapsed = run.elapsed();
            return Ok((answer, outcome));
        }
    };
    let mut answer = Answer::conclude(level, NAME, false, &run, verdict);
    answer.reason = reason.or(answer.reason);
    Ok((answer, outcome))
}

/// Writes the formula of a bound without solving it: to the planner's files, and to `out` in the
/// form that is said there.
pub fn export(
    planner: &Planner,
    (level, bound): (&Level, u32),
    out: Option<(Form, &mut dyn Write)>,
    (limits, cancel): (Limits, &Cancel),
    clock: &dyn Clock,
) -> Result<Exported, SatError> {
    let mut listener = Silent;
    let mut run = Run::new(limits, cancel.clone(), clock, &mut listener);
    planner.export(level, bound, out, &mut run)
}

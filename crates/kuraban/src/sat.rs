//! The SAT planner: plans within a bound, formulas to read, certificates.

use std::path::Path;

use kuraban_level::Level;
use kuraban_search::{Claim, Clock, Found, Limits, Listener, Run, Verdict};

pub use kuraban_sat::certificate::{Checked, Trust, check};
pub use kuraban_sat::{
    Backend, Call, Encoding, Facts, Files, Measure, Outcome, Planner, SatError, Status,
    write,
};

use crate::{Answer, Cancel};

/// The name under which the planner reports.
const NAME: &str = "sat";

/// Asks the planner. A plan is replayed like any other solution; "not within the bound" is
/// answered as a limit named `steps`, never as unsolvable.
pub fn plan(
    planner: &Planner,
    level: &Level,
    certificate: Option<(&Path, Trust)>,
    (limits, cancel): (Limits, &Cancel),
    clock: &dyn Clock,
    listener: &mut dyn Listener,
) -> Result<(Answer, Outcome), SatError> {
    let mut run = Run::new(limits, cancel.clone(), clock, listener);
    let outcome = match certificate {
        Some((folder, trust)) => planner.certify(level, folder, trust, &mut run)?,
        None => planner.plan(level, &mut run)?,
    };
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
    };
    let mut answer = Answer::conclude(level, NAME, false, &run, verdict);
    answer.reason = reason.or(answer.reason);
    Ok((answer, outcome))
}

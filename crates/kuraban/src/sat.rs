//! The SAT planner: plans within a bound, formulas to read, certificates.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use kuraban_level::Level;
use kuraban_search::{
    Account, Claim, Clock, Event, Fault, Found, Limits, Listener, News,
    Outcome as Driven, Run, Stage, Stop, Turn,
};

pub use kuraban_sat::certificate::{Checked, Trust, check};
pub use kuraban_sat::{
    Backend, Call, Encoding, Exported, Facts, Files, Form, Measure, NoEncoding, Outcome,
    Planner, SatError, Status, write,
};

use crate::{Answer, Cancel};

/// The name under which the planner reports.
const NAME: &str = "sat";

/// Asks the planner. A plan is replayed like any other solution. "Not within the bound" is
/// a limit named `steps`, never "unsolvable". A solver that crashes or lies is an error,
/// and nothing it said counts.
pub fn plan(
    planner: &Planner,
    level: &Level,
    certificate: Option<(&Path, Trust)>,
    (limits, cancel): (Limits, &Cancel),
    clock: &dyn Clock,
    listener: &mut dyn Listener,
) -> Result<(Answer, Outcome), SatError> {
    let run = Run::new(limits, cancel.clone(), clock).traced(listener.wants_trace());
    let (bounds, account) = (BTreeMap::new(), Account::default());
    let mut ear = Ear { listener, cancel, bounds, account };
    let mut hear = |news| ear.hear(&news);
    let mut turn = Turn::new(&run, u64::MAX, run.memory()).heard_by(&mut hear);
    let outcome = planner.attempt(level, certificate, &mut turn)?;
    let mut driven = Driven {
        stage: Stage::Working,
        stop: None,
        best: None,
        bounds: ear.bounds,
        account: outcome.account,
    };
    let mut reason = None;
    driven.stage = match &outcome.status {
        Status::Found { plan, shortest } => {
            let claim = match planner.encoding {
                Encoding::Push => Claim::Pushes,
                Encoding::Basic | Encoding::Move => Claim::Moves,
            };
            let optimal = if *shortest { vec![claim] } else { Vec::new() };
            let found = Found { steps: plan.clone(), optimal, by: NAME };
            driven.best = Some(found.clone());
            Stage::Solved(found)
        }
        Status::NotWithin(_) => {
            reason = Some("steps");
            Stage::GaveUp
        }
        Status::Stopped(stop) => {
            driven.stop = Some(*stop);
            if *stop == Stop::Memory { Stage::Full } else { Stage::Working }
        }
        Status::Failed(what) => {
            driven.bounds.clear();
            Stage::Failed(Fault { by: NAME, what: what.clone() })
        }
    };
    let mut answer = Answer::conclude(level, NAME, false, driven, run.elapsed());
    answer.reason = reason.or(answer.reason);
    Ok((answer, outcome))
}

/// Passes on what the planner tells while it works, and keeps the best bounds.
struct Ear<'a> {
    listener: &'a mut dyn Listener,
    cancel: &'a Cancel,
    bounds: BTreeMap<Claim, u64>,
    account: Account,
}

impl Ear<'_> {
    fn hear(&mut self, news: &News) {
        let goes_on = match news {
            &News::Bound(claim, at_least) => {
                let bound = self.bounds.entry(claim).or_insert(0);
                if at_least <= *bound {
                    return;
                }
                *bound = at_least;
                self.listener.hear(&Event::Bound(claim, at_least))
            }
            News::Trace(line) => self.listener.hear(&Event::Trace(line)),
            News::Fault(fault) => self.listener.hear(&Event::Fault(fault)),
            News::Done(account) => {
                self.account = *account;
                return;
            }
            &News::Elapsed(elapsed) => {
                let account = &self.account;
                self.listener.hear(&Event::Progress { account, elapsed })
            }
        };
        if goes_on.is_break() {
            self.cancel.cancel();
        }
    }
}

/// Writes the formula of a bound without solving it: to the planner's files, and to `out`
/// in the given form.
pub fn export(
    planner: &Planner,
    (level, bound): (&Level, u32),
    out: Option<(Form, &mut dyn Write)>,
    (limits, cancel): (Limits, &Cancel),
    clock: &dyn Clock,
) -> Result<Exported, SatError> {
    let run = Run::new(limits, cancel.clone(), clock);
    planner.export(level, bound, out, &mut Turn::new(&run, u64::MAX, run.memory()))
}

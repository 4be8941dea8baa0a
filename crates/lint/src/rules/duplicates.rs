//! D1 to D5: levels that were there before.

use kuraban::identity;

use crate::budget::Budget;
use crate::finding::{Finding, Unsettled};
use crate::near::{Near, canonical_steps};
use crate::subject::Subject;
use crate::words::count;

/// D1.
pub(super) fn same(
    subject: &Subject<'_>,
    _: &mut Budget<'_>,
    out: &mut Vec<Finding>,
) -> Result<(), Unsettled> {
    let id = identity::canonical(subject.level);
    if let Some(other) = subject.collection.same(&id) {
        let text = format!("the same puzzle as {other}");
        out.push(Finding::error(text).because("of", other).because("id", id));
    }
    Ok(())
}

/// D2.
pub(super) fn near(
    subject: &Subject<'_>,
    _: &mut Budget<'_>,
    out: &mut Vec<Finding>,
) -> Result<(), Unsettled> {
    let id = identity::canonical(subject.level);
    if let Some((other, near)) = subject.collection.nearest(subject.level, &id) {
        let text = match near {
            Near::Start => {
                format!("walls and goals are those of {other}; the start differs")
            }
            Near::Squares(differ) => {
                let verb = if differ == 1 { "differs" } else { "differ" };
                format!("only {} {verb} from {other}", count(differ, "square"))
            }
        };
        out.push(Finding::warning(text).because("of", other));
    }
    Ok(())
}

/// D3.
pub(super) fn core(
    subject: &Subject<'_>,
    budget: &mut Budget<'_>,
    out: &mut Vec<Finding>,
) -> Result<(), Unsettled> {
    let core = identity::canonical(&subject.idle_floor(budget)?.level);
    let id = identity::canonical(subject.level);
    if let Some(other) = subject.collection.same_core(&core, &id) {
        let text = format!("but for idle floor, this is {other}");
        out.push(Finding::warning(text).because("of", other).because("core", core));
    }
    Ok(())
}

/// D4.
pub(super) fn inside(
    subject: &Subject<'_>,
    _: &mut Budget<'_>,
    out: &mut Vec<Finding>,
) -> Result<(), Unsettled> {
    if let Some(other) = subject.collection.around(subject.level) {
        let text = format!("the whole level stands in {other}");
        out.push(Finding::note(text).because("of", other));
    }
    Ok(())
}

/// Shorter solutions are the same by chance. Guessed.
const LEAST_MOVES: usize = 10;

/// The shortest solution of a level as others are compared with it.
pub(crate) fn steps(subject: &Subject<'_>, budget: &Budget<'_>) -> Option<String> {
    let best = subject.best(budget).ok()?;
    if best.moves < LEAST_MOVES {
        return None;
    }
    let steps: Vec<_> = best.solution.steps().iter().map(|step| step.dir).collect();
    canonical_steps(&steps)
}

/// D5.
pub(super) fn solution(
    subject: &Subject<'_>,
    budget: &mut Budget<'_>,
    out: &mut Vec<Finding>,
) -> Result<(), Unsettled> {
    subject.best(budget)?;
    let Some(steps) = steps(subject, budget) else { return Ok(()) };
    let id = identity::canonical(subject.level);
    if let Some(other) = subject.collection.same_steps(&steps, &id) {
        let text = format!("the shortest solution is that of {other}, step by step");
        out.push(Finding::note(text).because("of", other));
    }
    Ok(())
}

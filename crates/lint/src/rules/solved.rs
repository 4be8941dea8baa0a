//! S2, S4, S5: can it be solved, and must it be?

use kuraban::{Flaw, Kind, Problems, Status, Trouble};

use crate::budget::Budget;
use crate::finding::{Finding, Unsettled};
use crate::subject::Subject;
use crate::words::count;

/// S2, of a level. Levels always hold as many boxes as goals: [`unbalanced`] tells of those that do
/// not.
pub(super) fn counts(
    _: &Subject<'_>,
    _: &mut Budget<'_>,
    _: &mut Vec<Finding>,
) -> Result<(), Unsettled> {
    Ok(())
}

/// S2, of a text that is no level because boxes and goals do not match.
pub(crate) fn unbalanced(problems: &Problems) -> Option<Finding> {
    problems.0.iter().find_map(|problem| match problem.kind {
        Kind::Flaw(Flaw::Unbalanced { boxes, goals }) => {
            let text = format!("{} but {}", count(boxes, "box"), count(goals, "goal"));
            Some(Finding::error(text).because("boxes", boxes).because("goals", goals))
        }
        _ => None,
    })
}

/// S4.
pub(super) fn already(
    subject: &Subject<'_>,
    _: &mut Budget<'_>,
    out: &mut Vec<Finding>,
) -> Result<(), Unsettled> {
    if subject.level.is_solved_at_start() {
        out.push(Finding::error("the level is solved already: no box needs a push"));
    }
    Ok(())
}

/// S5.
pub(super) fn unsolvable(
    subject: &Subject<'_>,
    budget: &mut Budget<'_>,
    out: &mut Vec<Finding>,
) -> Result<(), Unsettled> {
    let level = subject.level;
    match subject.answer(budget).status {
        Status::Solved => return Ok(()),
        Status::Unsolvable => {}
        _ => return Err(Unsettled::because("neither a solution nor a proof was found")),
    }
    let lost: Vec<Trouble> =
        Trouble::all(level).into_iter().filter(|trouble| trouble.lost).collect();
    let reasons = kuraban::trouble::reasons(&lost);
    if reasons.is_empty() {
        let tried = subject.account(budget).expanded;
        out.push(
            Finding::error(format!(
                "no solution: a search has tried all {tried} positions"
            ))
            .because("expanded", tried),
        );
        return Ok(());
    }
    let mut squares: Vec<usize> = lost.iter().map(|trouble| trouble.at).collect();
    squares.sort_unstable();
    squares.dedup();
    let text = format!("no solution: {}", reasons.join(" "));
    out.push(Finding::error(text).at(level, &squares));
    Ok(())
}

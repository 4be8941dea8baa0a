//! S6, S7, S8: what walls do.

use kuraban::Ties;

use crate::budget::Budget;
use crate::change::{inner_walls, walls};
use crate::finding::{Finding, FixKind, Unsettled};
use crate::subject::Subject;
use crate::words::{count, names, noun};

/// S6.
pub(super) fn floor(
    subject: &Subject<'_>,
    budget: &mut Budget<'_>,
    out: &mut Vec<Finding>,
) -> Result<(), Unsettled> {
    let (level, idle) = (subject.level, subject.idle_floor(budget)?);
    if !idle.squares.is_empty() {
        let text = format!(
            "the floor {} {} can be filled: nothing changes",
            noun(idle.squares.len(), "square"),
            names(level, &idle.squares)
        );
        let finding = Finding::note(text).at(level, &idle.squares);
        out.push(finding.offer(FixKind::Core, idle.level.clone()));
    }
    Ok(())
}

/// S7.
pub(super) fn wall(
    subject: &Subject<'_>,
    budget: &mut Budget<'_>,
    out: &mut Vec<Finding>,
) -> Result<(), Unsettled> {
    let (level, idle) = (subject.level, subject.idle_walls(budget)?);
    if !idle.squares.is_empty() {
        let text = format!(
            "the {} {} can be opened: nothing changes",
            noun(idle.squares.len(), "wall"),
            names(level, &idle.squares)
        );
        let finding = Finding::note(text).at(level, &idle.squares);
        out.push(finding.offer(FixKind::Open, idle.level.clone()));
    }
    Ok(())
}

/// S8.
pub(super) fn load_bearing(
    subject: &Subject<'_>,
    budget: &mut Budget<'_>,
    out: &mut Vec<Finding>,
) -> Result<(), Unsettled> {
    let level = subject.level;
    let least = subject.best(budget)?.pushes;
    let mut found: Vec<(usize, usize)> = Vec::new();
    for at in inner_walls(level) {
        let Some(opened) = walls(level, &[at]) else { continue };
        let pushes = budget.least(&opened, Ties::None)?.pushes();
        if let Some(pushes) = pushes
            && pushes < least
        {
            found.push((least - pushes, at));
        }
    }
    found.sort_by_key(|&(saved, at)| (std::cmp::Reverse(saved), at));
    for (saved, at) in found {
        let text = format!(
            "the wall {} bears the level: opening it saves {}",
            level.square_name(at),
            count(saved, "push")
        );
        let finding = Finding::note(text).at(level, &[at]);
        out.push(finding.because("pushes_without", least - saved));
    }
    Ok(())
}

//! T1, T2, T3: mistakes, by the table of all positions.

use std::collections::VecDeque;

use kuraban::{dead_squares, trouble};

use crate::budget::Budget;
use crate::finding::{Finding, Unsettled};
use crate::play::{Push, letters, start_of};
use crate::subject::Subject;
use crate::table::Table;
use crate::words::count;

/// T1.
pub(super) fn fatal_first(
    subject: &Subject<'_>,
    budget: &mut Budget<'_>,
    out: &mut Vec<Finding>,
) -> Result<(), Unsettled> {
    subject.best(budget)?;
    let table = subject.table(budget)?;
    let first = table.pushes(0);
    let fatal: Vec<Push> = first
        .iter()
        .filter(|edge| table.is_lost(edge.to()))
        .map(|edge| edge.push())
        .collect();
    subject.told.borrow_mut().fatal_first = Some((fatal.len(), first.len()));
    if !fatal.is_empty() {
        let lose = if fatal.len() == 1 { "loses" } else { "lose" };
        let text = format!(
            "{} of the {} at the start {lose}",
            fatal.len(),
            count(first.len(), "push")
        );
        let mut squares: Vec<usize> = fatal.iter().map(|push| push.at).collect();
        squares.dedup();
        out.push(
            Finding::note(text)
                .at(subject.level, &squares)
                .because("fatal", fatal.len())
                .because("of", first.len()),
        );
    }
    Ok(())
}

/// Fewer pushes are not worth a note.
const SILENT: usize = 2;

/// How soon a simple test can see that a lost position is lost.
const NOT_SEEN: usize = usize::MAX;

/// T2.
pub(super) fn silent(
    subject: &Subject<'_>,
    budget: &mut Budget<'_>,
    out: &mut Vec<Finding>,
) -> Result<(), Unsettled> {
    subject.best(budget)?;
    let table = subject.table(budget)?;
    let seen_in = seen_in(subject, table, budget)?;
    // The mistake that stays unseen longest; of several, the one that can be made first.
    let order = table.by_pushes();
    let mut worst: Option<(usize, usize, Push)> = None;
    for &(position, _) in order.iter().filter(|&&(at, _)| !table.is_lost(at)) {
        for edge in table.pushes(position).iter().filter(|edge| table.is_lost(edge.to()))
        {
            let depth = seen_in[edge.to()];
            if worst.is_none_or(|(most, ..)| depth > most) {
                worst = Some((depth, position, edge.push()));
            }
        }
    }
    subject.told.borrow_mut().silent_trap = Some(worst.map_or(0, |(depth, ..)| depth));
    if let Some((depth, position, push)) = worst
        && depth >= SILENT
    {
        let level = subject.level;
        let before = table.way_to(&order, position);
        let seen = match depth {
            NOT_SEEN => "ever sees".to_owned(),
            pushes => format!("sees for {}", count(pushes, "push")),
        };
        let start = start_of(level, &before, push.at);
        let moved =
            (start != push.at).then(|| format!("from {}", level.square_name(push.at)));
        let later = (!before.is_empty())
            .then(|| format!("after {}", count(before.len(), "push")));
        let place: Vec<String> = moved.into_iter().chain(later).collect();
        let place = if place.is_empty() {
            String::new()
        } else {
            format!(", {}", place.join(", "))
        };
        let text = format!(
            "a mistake that no simple test {seen}: pushing the box {} {}{place}",
            level.square_name(start),
            push.dir.word()
        );
        let pushes = if depth == NOT_SEEN { None } else { Some(depth) };
        let all: Vec<Push> = before.into_iter().chain([push]).collect();
        out.push(
            Finding::note(text)
                .at(level, &[start])
                .because("pushes", pushes)
                .because("steps", letters(level, &all)),
        );
    }
    Ok(())
}

/// For each lost position the fewest pushes after which a box stands on a dead square off goal, or
/// boxes off goals can never move again.
fn seen_in(
    subject: &Subject<'_>,
    table: &Table,
    budget: &mut Budget<'_>,
) -> Result<Vec<usize>, Unsettled> {
    /// Positions between two looks at the clock.
    const STRETCH: usize = 1000;
    let level = subject.level;
    let dead = dead_squares(level);
    let mut seen_in = vec![NOT_SEEN; table.len()];
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); table.len()];
    let mut queue = VecDeque::new();
    for (position, seen) in seen_in.iter_mut().enumerate() {
        if position % STRETCH == 0 {
            budget.take(STRETCH as u64)?;
        }
        if !table.is_lost(position) {
            continue;
        }
        for edge in table.pushes(position) {
            before[edge.to()].push(position as u32);
        }
        let boxes: Vec<usize> = table.boxes(position).collect();
        let off_goal = |at: &usize| !level.square(*at).goal;
        let on_dead = boxes
            .iter()
            .filter(|at| off_goal(at))
            .any(|at| dead.binary_search(at).is_ok());
        let is_seen = on_dead || {
            let frozen = trouble::frozen(level, &boxes, &dead);
            boxes.iter().any(|at| off_goal(at) && frozen[*at])
        };
        // Nobody can fail to see that no push is left.
        if is_seen || table.pushes(position).is_empty() {
            *seen = 0;
            queue.push_back(position);
        }
    }
    while let Some(position) = queue.pop_front() {
        for &earlier in &before[position] {
            let earlier = earlier as usize;
            if seen_in[earlier] == NOT_SEEN {
                seen_in[earlier] = seen_in[position] + 1;
                queue.push_back(earlier);
            }
        }
    }
    Ok(seen_in)
}

/// Shorter stretches are not worth a note. Guessed.
const NARROW: usize = 5;

/// T3.
pub(super) fn narrow(
    subject: &Subject<'_>,
    budget: &mut Budget<'_>,
    out: &mut Vec<Finding>,
) -> Result<(), Unsettled> {
    subject.best(budget)?;
    let table = subject.table(budget)?;
    let (mut position, mut stretch, mut longest) = (0, 0, (0, 0));
    for (index, push) in subject.pushes(budget).into_iter().enumerate() {
        let pushes = table.pushes(position);
        let alive = pushes.iter().filter(|edge| !table.is_lost(edge.to())).count();
        // Where only one push is possible there is nothing to go wrong.
        stretch = if alive == 1 && pushes.len() > 1 { stretch + 1 } else { 0 };
        if stretch > longest.0 {
            longest = (stretch, index + 1 - stretch);
        }
        let Some(edge) = pushes.iter().find(|edge| edge.push() == push) else { break };
        position = edge.to();
    }
    let (pushes, after) = longest;
    if pushes >= NARROW {
        let since = match after {
            0 => "from the start".to_owned(),
            after => format!("after push {after}"),
        };
        let text =
            format!("for {pushes} pushes in a row, {since}, every push but one loses");
        out.push(Finding::note(text).because("pushes", pushes).because("after", after));
    }
    Ok(())
}

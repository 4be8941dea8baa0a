//! S1, S3, S9: walls around the level.

use kuraban::{Dialect, Dir, Level, Rules, Square};

use crate::budget::Budget;
use crate::change::{around, outside, reach};
use crate::finding::{Finding, FixKind, Severity, Unsettled};
use crate::subject::Subject;
use crate::words::{count, names, noun};

/// S1.
pub(super) fn open(
    subject: &Subject<'_>,
    _: &mut Budget<'_>,
    out: &mut Vec<Finding>,
) -> Result<(), Unsettled> {
    let level = subject.level;
    if level.is_enclosed() {
        return Ok(());
    }
    let inside = reach(level);
    let holes: Vec<usize> = (0..inside.len())
        .filter(|&at| {
            let (row, column) = level.row_column(at);
            let edge = row == 0
                || column == 0
                || row + 1 == level.height()
                || column + 1 == level.width();
            inside[at] && edge
        })
        .collect();
    let open_by_nature =
        matches!(subject.entry.dialect, Dialect::Crate | Dialect::Boulder);
    let places = names(level, &holes);
    let finding = if open_by_nature {
        Finding::note(format!("the board's edge stands for a wall at {places}"))
    } else {
        Finding::error(format!("the player can walk off the board at {places}"))
    };
    out.push(finding.at(level, &holes));
    Ok(())
}

/// S3.
pub(super) fn sealed(
    subject: &Subject<'_>,
    _: &mut Budget<'_>,
    out: &mut Vec<Finding>,
) -> Result<(), Unsettled> {
    let level = subject.level;
    let (mut seen, outside) = (reach(level), outside(level));
    for (seen, outside) in seen.iter_mut().zip(outside) {
        *seen |= outside;
    }
    for start in 0..seen.len() {
        if seen[start] || level.square(start).wall {
            continue;
        }
        let part = level.flood(vec![start], |_| true);
        let squares: Vec<usize> = (0..part.len()).filter(|&at| part[at]).collect();
        for &at in &squares {
            seen[at] = true;
        }
        let having = |has: fn(Square) -> bool| {
            squares.iter().filter(|&&at| has(level.square(at))).count()
        };
        let (boxes, goals) =
            (having(|square| square.has_box), having(|square| square.goal));
        let solved = squares.iter().all(|&at| {
            let square = level.square(at);
            square.has_box == square.goal
        });
        let places = names(level, &squares);
        let finding = if solved && boxes > 0 {
            Finding::note(format!(
                "decoration: {} on goals that nobody can reach at {places}",
                count(boxes, "box")
            ))
        } else if boxes + goals > 0 {
            Finding::warning(format!(
                "nobody can ever reach {places}, with {} and {} there",
                count(boxes, "box"),
                count(goals, "goal")
            ))
        } else {
            Finding::warning(format!(
                "nobody can ever reach the floor {} {places}",
                noun(squares.len(), "square")
            ))
        };
        out.push(
            finding.at(level, &squares).because("boxes", boxes).because("goals", goals),
        );
    }
    Ok(())
}

/// S9.
pub(super) fn thick(
    subject: &Subject<'_>,
    _: &mut Budget<'_>,
    out: &mut Vec<Finding>,
) -> Result<(), Unsettled> {
    let level = subject.level;
    let idle = thick_walls(level);
    // Removed walls must not let the outside in: they only touch walls and outside.
    let Some(trimmed) = (!idle.is_empty()).then(|| trim(level, &idle)).flatten() else {
        return Ok(());
    };
    let text = format!(
        "{} {} no floor that can be reached",
        count(idle.len(), "wall"),
        if idle.len() == 1 { "touches" } else { "touch" }
    );
    out.push(
        Finding::new(Severity::Note, text).at(level, &idle).offer(FixKind::Trim, trimmed),
    );
    Ok(())
}

/// The level without its thick walls, as rule S9 offers it; the level itself where it has none.
pub fn trimmed(level: &Level) -> Level {
    trim(level, &thick_walls(level)).unwrap_or_else(|| level.clone())
}

/// Walls that touch no floor, in a closed level of boxes.
fn thick_walls(level: &Level) -> Vec<usize> {
    if !level.is_enclosed() || level.rules() == Rules::Boulders {
        return Vec::new();
    }
    let inside = reach(level);
    // Walls around sealed parts keep those apart.
    let outside = outside(level);
    let is_kept = |at: usize| {
        around(level, at)
            .any(|other| inside[other] || (!level.square(other).wall && !outside[other]))
    };
    (0..inside.len()).filter(|&at| level.square(at).wall && !is_kept(at)).collect()
}

/// The level without some walls, cut to what is left.
fn trim(level: &Level, idle: &[usize]) -> Option<Level> {
    let mut squares = level.squares().to_vec();
    for &(at, decoration) in level.decorations() {
        squares[at] = decoration;
    }
    for &at in idle {
        squares[at] = Square::FLOOR;
    }
    let width = level.width();
    let kept: Vec<usize> =
        (0..squares.len()).filter(|&at| squares[at] != Square::FLOOR).collect();
    let rows = kept.iter().map(|at| at / width);
    let columns = kept.iter().map(|at| at % width);
    let (top, bottom) = (rows.clone().min()?, rows.max()?);
    let (left, right) = (columns.clone().min()?, columns.max()?);
    let cut: Vec<Square> = (top..=bottom)
        .flat_map(|row| squares[row * width + left..=row * width + right].to_vec())
        .collect();
    let (row, column) = level.row_column(level.player());
    let player = (row - top) * (right - left + 1) + column - left;
    let trimmed = Level::new(level.rules(), right - left + 1, cut, &[player]).ok()?;
    trimmed.is_enclosed().then_some(trimmed)
}

/// S10.
pub(super) fn dead_ends(
    subject: &Subject<'_>,
    budget: &mut Budget<'_>,
    out: &mut Vec<Finding>,
) -> Result<(), Unsettled> {
    let level = subject.level;
    let used = subject.used(budget)?;
    let inside = reach(level);
    let mut filled = vec![false; inside.len()];
    let plain = |at: usize| {
        let square = level.square(at);
        inside[at] && !used[at] && !square.goal && !square.has_box && at != level.player()
    };
    let mut tips: Vec<usize> = (0..inside.len()).filter(|&at| plain(at)).collect();
    while let Some(at) = tips.pop() {
        let open = |to: &usize| !filled[*to];
        let beside = Dir::ALL.into_iter().filter_map(|dir| level.step(at, dir));
        let open: Vec<usize> = beside.filter(open).collect();
        if !filled[at] && open.len() <= 1 {
            filled[at] = true;
            // What was its way out may be the end now.
            tips.extend(open.into_iter().filter(|&to| plain(to)));
        }
    }
    // What does nothing at all is told by S6.
    let idle = subject.known_idle_floor().map_or(&[][..], |idle| &idle.squares);
    let squares: Vec<usize> =
        (0..filled.len()).filter(|at| filled[*at] && !idle.contains(at)).collect();
    if !squares.is_empty() {
        let text = format!(
            "no shortest solution enters the dead {} {}",
            noun(squares.len(), "end"),
            names(level, &squares)
        );
        out.push(Finding::note(text).at(level, &squares));
    }
    Ok(())
}

/// S11.
pub(super) fn rooms(
    subject: &Subject<'_>,
    budget: &mut Budget<'_>,
    out: &mut Vec<Finding>,
) -> Result<(), Unsettled> {
    let level = subject.level;
    let used = subject.used(budget)?;
    let Some(plan) = subject.packing_plan(budget) else { return Ok(()) };
    for room in plan.rooms.iter().filter(|room| room.iter().all(|&at| !used[at])) {
        let text =
            format!("no shortest solution enters the room at {}", names(level, room));
        out.push(Finding::warning(text).at(level, room));
    }
    Ok(())
}

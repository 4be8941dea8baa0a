//! B1, B3, B4, B5: boxes that hardly matter.

use kuraban::{Square, Ties};

use crate::budget::{Budget, Solved};
use crate::change;
use crate::finding::{Finding, Unsettled};
use crate::subject::Subject;
use crate::words::{count, names, noun};

/// B1.
pub(super) fn wall(
    subject: &Subject<'_>,
    budget: &mut Budget<'_>,
    out: &mut Vec<Finding>,
) -> Result<(), Unsettled> {
    let level = subject.level;
    let least = subject.best(budget)?.pushes;
    let reach = change::reach(level);
    for &at in level.boxes() {
        if !level.square(at).goal || !reach[at] {
            continue;
        }
        let filled =
            change::with(level, level.player(), |squares| squares[at] = Square::WALL);
        let Some(filled) = filled else { continue };
        if budget.least(&filled, Ties::None)?.pushes() == Some(least) {
            let text =
                format!("the box on goal {} can stay for ever", level.square_name(at));
            let text = format!("{text}: a wall there does as well");
            out.push(
                Finding::warning(text).at(level, &[at]).because("pushes_without", least),
            );
        }
    }
    Ok(())
}

/// A box and its goal may go if the level then loses less than this of the sum that its difficulty
/// is made of: nowhere on the scale is that 2 of 100. Guessed.
const SPARE: f64 = 0.25;

/// B3.
pub(super) fn spare(
    subject: &Subject<'_>,
    budget: &mut Budget<'_>,
    out: &mut Vec<Finding>,
) -> Result<(), Unsettled> {
    let level = subject.level;
    let best = subject.best(budget)?;
    if level.boxes().len() < 2 {
        return Ok(());
    }
    let Some(whole) = subject.difficulty(budget).filter(|whole| whole.exact) else {
        return Err(Unsettled::because("the difficulty is not known exactly"));
    };
    let steps = best.solution.steps().iter().map(|step| step.dir);
    let ends: std::collections::BTreeMap<usize, usize> = kuraban::sessions(level, steps)
        .into_iter()
        .map(|session| (session.start, session.to))
        .collect();
    for (at, goal) in ends {
        let Some(without) = change::without(level, at, goal) else { continue };
        let Solved::Least(solution) = budget.least(&without, Ties::Least)? else {
            continue;
        };
        let question = budget.question(budget.depth.experiment);
        let effort =
            kuraban::difficulty::greedy_effort(&without, &question, budget.clock());
        let Ok((greedy, true)) = effort else {
            return Err(Unsettled::because("an experiment took too long"));
        };
        let features = kuraban::Features::of(&without, &solution, greedy);
        let rest = kuraban::Difficulty::of(&features);
        if whole.sum() - rest.sum() < SPARE {
            let text = format!(
                "without the box {} and the goal {} the level is no easier: {} left",
                level.square_name(at),
                level.square_name(goal),
                count(solution.figures().pushes, "push")
            );
            out.push(
                Finding::warning(text)
                    .at(level, &[at, goal])
                    .because("difficulty", whole.value)
                    .because("difficulty_without", rest.value)
                    .because("solution", solution.lurd()),
            );
        }
    }
    Ok(())
}

/// B4.
pub(super) fn twins(
    subject: &Subject<'_>,
    _: &mut Budget<'_>,
    out: &mut Vec<Finding>,
) -> Result<(), Unsettled> {
    let level = subject.level;
    let mut pairs: Vec<[usize; 2]> = Vec::new();
    for image in crate::near::onto_itself(level) {
        for &at in level.boxes() {
            if let Some(other) = image[at]
                && at < other
                && image[other] == Some(at)
                && !pairs.contains(&[at, other])
            {
                pairs.push([at, other]);
            }
        }
    }
    pairs.sort_unstable();
    if !pairs.is_empty() {
        let named: Vec<String> = pairs
            .iter()
            .map(|&[a, b]| {
                format!("{} and {}", level.square_name(a), level.square_name(b))
            })
            .collect();
        let text = format!(
            "twin boxes: {}; the level is the same from both sides",
            named.join(", ")
        );
        out.push(Finding::note(text).at(level, &pairs.concat()));
    }
    Ok(())
}

/// B5.
pub(super) fn untouched(
    subject: &Subject<'_>,
    budget: &mut Budget<'_>,
    out: &mut Vec<Finding>,
) -> Result<(), Unsettled> {
    let level = subject.level;
    subject.best(budget)?;
    let reach = change::reach(level);
    let mut stays = vec![false; level.squares().len()];
    for &at in level.boxes() {
        stays[at] = reach[at];
    }
    for push in subject.pushes(budget) {
        stays[push.at] = false;
    }
    let which = match subject.table(budget) {
        Ok(table) => {
            for position in table.on_shortest_ways() {
                for edge in table.best_pushes(position) {
                    stays[edge.push().at] = false;
                }
            }
            "no shortest solution"
        }
        Err(_) => "the shortest solution found does not",
    };
    let squares: Vec<usize> = (0..stays.len()).filter(|&at| stays[at]).collect();
    if !squares.is_empty() {
        let verb = if which.starts_with("no ") { "touches" } else { "touch" };
        let text = format!(
            "{which} {verb} the {} {}",
            noun(squares.len(), "box"),
            names(level, &squares)
        );
        out.push(Finding::note(text).at(level, &squares));
    }
    Ok(())
}

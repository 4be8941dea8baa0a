//! U1 to U7: what solutions look like.

use std::collections::HashMap;

use kuraban::{Goal, Objective, Silent, Solution, Wish};

use crate::budget::Budget;
use crate::finding::{Finding, FixKind, Unsettled};
use crate::plan::{MOST_PUSHES, Plan, Ways};
use crate::play::{Play, pushes_of};
use crate::subject::Subject;
use crate::words::count;

/// A solution with at most this share of the intended one's pushes or moves, and no more of the
/// other, is a cook.
const COOK: f64 = 0.95;

fn plan_of(subject: &Subject<'_>, solution: &Solution) -> Result<Plan, Unsettled> {
    let steps = solution.steps().iter().map(|step| step.dir);
    let ways = Ways::of(subject.level, &pushes_of(subject.level, steps));
    let plan = ways.plan(subject.level);
    plan.ok_or_else(|| Unsettled::because("it takes too long to compare plans"))
}

/// The first of some solutions that is wanted, by whether it has the plan of the intended one.
fn first<'a>(
    subject: &Subject<'_>,
    intended: &Solution,
    others: impl Iterator<Item = &'a Solution>,
    is_wanted: impl Fn(bool) -> bool,
) -> Result<Option<&'a Solution>, Unsettled> {
    let plan = plan_of(subject, intended)?;
    for other in others {
        if is_wanted(plan_of(subject, other)? == plan) {
            return Ok(Some(other));
        }
    }
    Ok(None)
}

/// Solutions that are shorter than the intended one: the one with the fewest pushes, and what the
/// optimiser makes of the intended one.
fn shorter(
    subject: &Subject<'_>,
    intended: &Solution,
    budget: &Budget<'_>,
) -> Result<Vec<Solution>, Unsettled> {
    let mut found: Vec<Solution> =
        subject.solution(budget).cloned().into_iter().collect();
    let known = found.iter().chain([intended]);
    if known.into_iter().any(|solution| solution.figures().pushes > MOST_PUSHES) {
        return Err(Unsettled::because(format!("more than {MOST_PUSHES} pushes")));
    }
    for goal in [Goal::moves(), Goal::pushes()] {
        budget.stopped()?;
        let question = budget.question(budget.depth.shorter).objective(Objective::Any);
        let wish = Wish::default().goal(goal).given(vec![intended.clone()]);
        let clock = budget.clock();
        let done =
            kuraban::optimise(subject.level, wish, &question, clock, &mut Silent, None);
        let done = done.map_err(|error| Unsettled::because(error.to_string()))?;
        found.extend(done.answer.solution);
    }
    Ok(found)
}

/// Where two solutions part, counted in pushes.
fn parted(subject: &Subject<'_>, a: &Solution, b: &Solution) -> usize {
    let pushes = |solution: &Solution| {
        pushes_of(subject.level, solution.steps().iter().map(|step| step.dir))
    };
    pushes(a).iter().zip(&pushes(b)).take_while(|(a, b)| a == b).count()
}

/// When solutions part, in words.
fn when(pushes: usize) -> String {
    match pushes {
        0 => "at once".to_owned(),
        pushes => format!("after push {pushes}"),
    }
}

/// U1.
pub(super) fn cook(
    subject: &Subject<'_>,
    budget: &mut Budget<'_>,
    out: &mut Vec<Finding>,
) -> Result<(), Unsettled> {
    let Some(intended) = subject.intended else { return Ok(()) };
    let own = intended.figures();
    let is_less = |less: usize, than: usize| less as f64 <= COOK * than as f64;
    let found = shorter(subject, intended, budget)?;
    let others = found.iter().filter(|other| {
        let figures = other.figures();
        (is_less(figures.pushes, own.pushes) && figures.moves <= own.moves)
            || (is_less(figures.moves, own.moves) && figures.pushes <= own.pushes)
    });
    if let Some(cook) = first(subject, intended, others, |same| !same)? {
        let figures = cook.figures();
        let text = format!(
            "another plan solves it in {} and {}, not {} and {}; they part {}",
            count(figures.pushes, "push"),
            count(figures.moves, "move"),
            own.pushes,
            own.moves,
            when(parted(subject, intended, cook))
        );
        out.push(Finding::warning(text).because("solution", cook.lurd()));
    }
    Ok(())
}

/// U2.
pub(super) fn not_shortest(
    subject: &Subject<'_>,
    budget: &mut Budget<'_>,
    out: &mut Vec<Finding>,
) -> Result<(), Unsettled> {
    let Some(intended) = subject.intended else { return Ok(()) };
    let own = intended.figures();
    let found = shorter(subject, intended, budget)?;
    let others = found.iter().filter(|other| {
        let figures = other.figures();
        (figures.pushes, figures.moves) < (own.pushes, own.moves)
            || (figures.moves, figures.pushes) < (own.moves, own.pushes)
    });
    if let Some(better) = first(subject, intended, others, |same| same)? {
        let figures = better.figures();
        let text = format!(
            "the same plan takes {} and {}, not {} and {}",
            count(figures.pushes, "push"),
            count(figures.moves, "move"),
            own.pushes,
            own.moves
        );
        out.push(Finding::note(text).because("solution", better.lurd()));
    }
    Ok(())
}

/// U3.
pub(super) fn many_plans(
    subject: &Subject<'_>,
    budget: &mut Budget<'_>,
    out: &mut Vec<Finding>,
) -> Result<(), Unsettled> {
    let pushes = subject.best(budget)?.pushes;
    let classes = subject.classes(budget)?;
    let plans = classes.plans.len();
    if plans > 1 {
        let at_least = if classes.is_cut { "at least " } else { "" };
        let text = format!(
            "{at_least}{plans} plans of {}; the first two part {}",
            count(pushes, "push"),
            when(classes.parted())
        );
        out.push(Finding::note(text).because("plans", plans));
    } else if classes.is_cut {
        return Err(Unsettled::because(
            "there are too many shortest solutions to compare",
        ));
    }
    Ok(())
}

/// U4.
pub(super) fn tight(
    subject: &Subject<'_>,
    budget: &mut Budget<'_>,
    out: &mut Vec<Finding>,
) -> Result<(), Unsettled> {
    let best = subject.best(budget)?;
    let classes = subject.classes(budget)?;
    if classes.count == 1 && !classes.is_cut {
        let text = "in all shortest solutions the boxes go the same ways";
        out.push(Finding::note(text).because("solution", best.solution.lurd()));
    }
    Ok(())
}

/// U5.
pub(super) fn idle_start(
    subject: &Subject<'_>,
    budget: &mut Budget<'_>,
    out: &mut Vec<Finding>,
) -> Result<(), Unsettled> {
    let level = subject.level;
    let best = subject.best(budget)?;
    let mut play = Play::new(level);
    let (mut forced, mut steps) = (0, 0);
    let mut replay = kuraban::Replay::new(level);
    let all = best.solution.steps();
    while forced < best.pushes
        && let [push] = *play.pushes()
    {
        budget.stopped()?;
        play.make(push);
        forced += 1;
        // The solution makes the same push, there is no other.
        while steps < all.len() {
            let pushed = replay.step(all[steps].dir);
            steps += 1;
            if matches!(pushed, Ok(Some(_))) {
                break;
            }
        }
    }
    if forced > 0 && forced < best.pushes {
        let (begin, that) = if forced == 1 {
            ("the first push is", "it")
        } else {
            ("the first pushes are", "them")
        };
        let number = if forced == 1 { String::new() } else { format!(" ({forced})") };
        let text = format!(
            "{begin} the only one possible{number}: the puzzle starts after {that}"
        );
        let later = replay.to_level();
        out.push(
            Finding::note(text).because("pushes", forced).offer(FixKind::Start, later),
        );
    }
    Ok(())
}

/// Walks may take this share of the moves.
const WALKS: f64 = 0.8;

/// U6.
pub(super) fn long_walk(
    subject: &Subject<'_>,
    budget: &mut Budget<'_>,
    out: &mut Vec<Finding>,
) -> Result<(), Unsettled> {
    let best = subject.best(budget)?;
    let walks = best.moves - best.pushes;
    if walks as f64 > WALKS * best.moves as f64 {
        let share = 100.0 * walks as f64 / best.moves as f64;
        let text = format!("{share:.0} % of the {} are walks", count(best.moves, "move"));
        out.push(
            Finding::note(text).because("moves", best.moves).because("walks", walks),
        );
    }
    Ok(())
}

/// The same session may come this often.
const REPEATS: usize = 4;

/// U7.
pub(super) fn repetition(
    subject: &Subject<'_>,
    budget: &mut Budget<'_>,
    out: &mut Vec<Finding>,
) -> Result<(), Unsettled> {
    let Some(solution) = subject.solution(budget) else {
        return subject.best(budget).map(|_| ());
    };
    let sessions =
        kuraban::sessions(subject.level, solution.steps().iter().map(|step| step.dir));
    let mut shapes: HashMap<&[kuraban::Dir], usize> = HashMap::new();
    // A single push is too little to be called the same again.
    for session in sessions.iter().filter(|session| session.pushes.len() > 1) {
        *shapes.entry(&session.pushes).or_default() += 1;
    }
    let most = shapes.into_iter().max_by_key(|&(shape, times)| (times, shape));
    if let Some((shape, times)) = most
        && times > REPEATS
    {
        let letters: String = shape.iter().map(|dir| dir.push_letter()).collect();
        let text = format!("{times} times a box is pushed the same way: {letters}");
        out.push(Finding::note(text).because("times", times).because("pushes", letters));
    }
    Ok(())
}

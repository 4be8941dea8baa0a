//! B2: boxes that go home at once, or last of all, and never matter in between.

use std::collections::{HashSet, VecDeque};

use kuraban::{Level, Ties};

use crate::budget::{Budget, Solved};
use crate::change;
use crate::finding::{Finding, Unsettled};
use crate::play::{Play, Push};
use crate::subject::Subject;
use crate::words::count;

/// More boxes are not tried: each takes several searches.
const MOST_BOXES: usize = 24;

/// B2.
pub(super) fn check(
    subject: &Subject<'_>,
    budget: &mut Budget<'_>,
    out: &mut Vec<Finding>,
) -> Result<(), Unsettled> {
    let level = subject.level;
    let least = subject.best(budget)?.pushes;
    if level.boxes().len() < 2 {
        return Ok(());
    }
    if level.boxes().len() > MOST_BOXES {
        return Err(Unsettled::because(format!("more than {MOST_BOXES} boxes")));
    }
    let reach = change::reach(level);
    let mut at_once = 0;
    for &at in level.boxes().iter().filter(|&&at| reach[at]) {
        if let Some((home, rest)) = first(level, at, least, budget)? {
            at_once += 1;
            let text = format!(
                "box {} is home in {}, first thing; without it {} left",
                level.square_name(at),
                count(home.pushes, "push"),
                are(least - home.pushes)
            );
            out.push(told(level, (at, &home, rest), text, budget)?);
        } else if let Some((home, rest)) = last(level, at, least, budget)? {
            let text = format!(
                "box {} can wait where it stands and go home last, in {}; without it {} to be \
                 made",
                level.square_name(at),
                count(home.pushes, "push"),
                are(rest)
            );
            out.push(told(level, (at, &home, rest), text, budget)?);
        }
    }
    subject.told.borrow_mut().home_at_once = Some(at_once);
    Ok(())
}

/// The finding: a note where the others need fewer pushes if the box is not there at all. Then it
/// is in their way, where it stands or where it goes, and is part of the puzzle.
fn told(
    level: &Level,
    (at, home, rest): (usize, &Home, usize),
    text: String,
    budget: &Budget<'_>,
) -> Result<Finding, Unsettled> {
    let gone = change::without(level, at, home.goal);
    let least = gone.map(|gone| budget.least(&gone, Ties::None)).transpose()?;
    let is_in_the_way =
        least.and_then(|least| least.pushes()).is_some_and(|pushes| pushes < rest);
    let finding = if is_in_the_way {
        Finding::note(format!("{text}; but it is in the way of the others"))
    } else {
        Finding::warning(text)
    };
    Ok(finding
        .at(level, &[at, home.goal])
        .because("pushes", home.pushes)
        .because("pushes_without", rest))
}

fn are(pushes: usize) -> String {
    format!("{} {}", count(pushes, "push"), if pushes == 1 { "is" } else { "are" })
}

/// A box that was pushed to a goal while the others stood still.
struct Home {
    goal: usize,
    pushes: usize,
    player: usize,
}

/// The box goes first: home, and the rest needs as many pushes less.
fn first(
    level: &Level,
    at: usize,
    least: usize,
    budget: &Budget<'_>,
) -> Result<Option<(Home, usize)>, Unsettled> {
    for home in homes(&Play::new(level), level, at, budget)? {
        // Where nothing is left, it is not this box that can be forgotten.
        if home.pushes == 0 || home.pushes >= least {
            continue;
        }
        let Some(rest) = change::walled(level, at, home.goal, home.player) else {
            continue;
        };
        if let Some(pushes) = budget.least(&rest, Ties::None)?.pushes()
            && pushes + home.pushes == least
        {
            return Ok(Some((home, pushes)));
        }
    }
    Ok(None)
}

/// The box goes last: the rest is solved around it, then it goes home in one session.
fn last(
    level: &Level,
    at: usize,
    least: usize,
    budget: &Budget<'_>,
) -> Result<Option<(Home, usize)>, Unsettled> {
    if level.square(at).goal {
        return Ok(None);
    }
    for &goal in level.goals() {
        // The goal stays open floor for the others; only the box is in the way.
        let rest = change::with(level, level.player(), |squares| {
            squares[at] = kuraban::Square::WALL;
            squares[goal].goal = false;
        });
        let Some(rest) = rest else { continue };
        let Solved::Least(solution) = budget.least(&rest, Ties::None)? else { continue };
        let pushes = solution.figures().pushes;
        if pushes == 0 || pushes >= least {
            continue;
        }
        let Ok(end) = kuraban::after(level, solution.steps()) else { continue };
        let found = homes(&Play::new(&end), &end, at, budget)?
            .into_iter()
            .find(|home| home.goal == goal && pushes + home.pushes == least);
        if let Some(home) = found {
            return Ok(Some((home, pushes)));
        }
    }
    Ok(None)
}

/// The goals that a box can be pushed to while the others stand still, each with the fewest pushes;
/// goals on which another box stands are left out.
fn homes(
    start: &Play<'_>,
    level: &Level,
    at: usize,
    budget: &Budget<'_>,
) -> Result<Vec<Home>, Unsettled> {
    let mut homes: Vec<Home> = Vec::new();
    let mut queue = VecDeque::from([(start.clone(), at, 0)]);
    // A box and the first square of the player's zone.
    let mut seen = HashSet::new();
    while let Some((play, at, pushes)) = queue.pop_front() {
        budget.stopped()?;
        let zone = play.zone();
        let first = zone.iter().position(|&is_in| is_in);
        if !seen.insert((at, first)) {
            continue;
        }
        if level.square(at).goal {
            homes.push(Home { goal: at, pushes, player: play.player() });
        }
        for dir in kuraban::Dir::ALL {
            let push = Push { at, dir };
            if play.is_possible(push, &zone) {
                let mut next = play.clone();
                next.make(push);
                let to = level.step(at, dir).expect("the push is possible");
                queue.push_back((next, to, pushes + 1));
            }
        }
    }
    Ok(homes)
}

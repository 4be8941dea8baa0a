//! From a poor solution to the best one, against playing every step there is.

use std::sync::Arc;
use std::time::Duration;

use kuraban_level::Level;
use kuraban_optimise::{Goal, Optimiser, Task};
use kuraban_search::{Cancel, Limits, Outcome, Run, Silent, Stage, drive};
use kuraban_testkit::{Random, Rooms, least};
use kuraban_verify::{Figures, Solution};

use crate::brute::{Moment, cheapest, poor};

/// Moments of brute force at most; levels with more are left out.
const MOST: usize = 25_000;

/// Shortens a solution.
pub(crate) fn shorten(task: Task, limits: Limits) -> Outcome {
    let clock = || Duration::ZERO;
    let run = Run::new(limits, Cancel::default(), &clock);
    let mut optimiser = Optimiser::new(task).expect("a task that can be done");
    drive(&mut optimiser, &run, &mut Silent)
}

/// A small level and a poor solution of it.
pub(crate) fn solved(random: &mut Random, rooms: Rooms) -> (Arc<Level>, Solution) {
    loop {
        let level = rooms.next(random);
        if let Some(steps) = poor(&level, random) {
            let solution = Solution::check(&level, &steps).expect("a solution");
            return (Arc::new(level), solution);
        }
    }
}

/// The figures of what was found.
pub(crate) fn figures(level: &Level, outcome: &Outcome) -> Figures {
    let best = outcome.best.as_ref().expect("a solution");
    Solution::check(level, &best.steps).expect("it solves").figures()
}

/// The least that any solution has, in the order of the goal.
fn optimum(level: &Level, goal: &Goal) -> Option<Vec<usize>> {
    let rank = |figures: &Figures| goal.rank(figures);
    let start = Moment::start(level);
    cheapest(
        level,
        &start,
        MOST,
        rank,
        |_| true,
        |played| {
            let is_solved = played.after == level.goals();
            assert!(!is_solved || played.push.is_some() && played.before != played.after);
            is_solved
        },
    )
}

#[test]
fn the_best_is_found_and_claimed() {
    let mut random = Random::new(21);
    let mut better = 0;
    for _ in 0..70 {
        let (level, given) = solved(&mut random, Rooms::SMALL);
        let least = least(&level).expect("it can be solved");
        let known = [
            (Goal::moves(), vec![least.moves, least.pushes_at_least_moves]),
            (Goal::pushes(), vec![least.pushes, least.moves_at_least_pushes]),
            (Goal::robot(), vec![least.robot]),
        ];
        for (goal, best) in known {
            let task = Task::new(Arc::clone(&level), goal.clone());
            let outcome = shorten(task.given(vec![given.clone()]), Limits::default());
            let Stage::Solved(found) = &outcome.stage else {
                panic!("{goal}: {:?}: {level:?}", outcome.stage)
            };
            assert_eq!(found.optimal, goal.claims(), "{goal}: {level:?}");
            assert!(!found.optimal.is_empty());
            let rank = goal.rank(&figures(&level, &outcome));
            let best: Vec<usize> = best.iter().map(|&least| least as usize).collect();
            assert_eq!(rank[..best.len()], best, "{goal}: {level:?}");
            better += usize::from(rank < goal.rank(&given.figures()));
        }
    }
    assert!(better > 50, "{better} of 210 became better");
}

#[test]
fn every_order_of_figures_is_least() {
    let goals = [
        "box-lines,moves",
        "box-changes,moves,pushes",
        "sessions,pushes,moves",
        "player-lines,pushes",
        "robot,pushes,player-lines",
        "pushes,box-changes,player-lines,moves",
        "moves,player-lines",
        "sessions,box-lines,box-changes,player-lines,robot,moves,pushes",
    ];
    let mut random = Random::new(22);
    let (mut compared, mut better) = (0, 0);
    for round in 0..112 {
        let (level, given) = solved(&mut random, Rooms::SMALL);
        let goal: Goal = goals[round % goals.len()].parse().expect("a goal");
        let Some(best) = optimum(&level, &goal) else { continue };
        compared += 1;
        let task = Task::new(Arc::clone(&level), goal.clone()).given(vec![given.clone()]);
        let outcome = shorten(task, Limits::default());
        assert!(matches!(outcome.stage, Stage::Solved(_)), "{goal}: {level:?}");
        let rank = goal.rank(&figures(&level, &outcome));
        assert_eq!(rank, best, "{goal}: {level:?}");
        better += usize::from(rank < goal.rank(&given.figures()));
    }
    assert!(compared > 70 && better > 25, "{better} of {compared} became better");
}

/// Whatever ends the search, and however narrow the tube: what is claimed is true.
#[test]
fn nothing_false_is_claimed() {
    let mut random = Random::new(23);
    let (mut claimed, mut silent, mut worse) = (0, 0, 0);
    for round in 0..60 {
        let (level, given) = solved(&mut random, Rooms::SMALL);
        let least = least(&level).expect("it can be solved");
        let pushes = given.figures().pushes;
        let base = || {
            let task = Task::new(Arc::clone(&level), Goal::moves());
            task.given(vec![given.clone()]).seed(round)
        };
        let from = random.below(pushes);
        let to = from + 1 + random.below(pushes - from);
        // What is not proved is tried on and on.
        let many = Limits::default().nodes(1_500);
        let few = Limits::default().nodes(random.below(300) as u64);
        for (task, limits) in [
            (base().differ(0), many),
            (base().differ(1), many),
            (base().keep_end(true), many),
            (base().range(from..to), many),
            (base(), few),
            (base(), Limits::default().memory(1 << (10 + round % 12))),
        ] {
            let outcome = shorten(task, limits);
            let best = outcome.best.as_ref();
            let Some(best) = best else { continue };
            let moves = figures(&level, &outcome).moves as u64;
            worse += usize::from(moves > least.moves);
            if best.optimal.is_empty() {
                silent += 1;
            } else {
                claimed += 1;
                assert_eq!(moves, least.moves, "{level:?}");
            }
        }
    }
    assert!(claimed > 40 && silent > 40 && worse > 15, "{claimed} {silent} {worse}");
}

/// Where memory ends a search before all was seen, nothing is proved.
#[test]
fn tired_searches_claim_nothing_false() {
    let mut random = Random::new(24);
    let (mut claimed, mut silent) = (0, 0);
    for _ in 0..30 {
        let (level, given) = solved(&mut random, Rooms::SMALL);
        let least = least(&level).expect("it can be solved");
        for kib in [6, 8, 10, 12, 14, 16, 20, 24, 32, 48, 64, 96] {
            let task = Task::new(Arc::clone(&level), Goal::moves());
            let limits = Limits::default().memory(kib << 10).nodes(4_000);
            let outcome = shorten(task.given(vec![given.clone()]), limits);
            match &outcome.best {
                Some(best) if !best.optimal.is_empty() => {
                    claimed += 1;
                    let moves = figures(&level, &outcome).moves as u64;
                    assert_eq!(moves, least.moves, "{kib} KiB: {level:?}");
                }
                _ => silent += 1,
            }
        }
    }
    assert!(claimed > 30 && silent > 30, "{claimed} claimed, {silent} did not");
}

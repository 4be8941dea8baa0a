//! Every engine and objective against the brute-force oracle, on random levels.

use crate::common::run;
use kuraban_level::{Dir, Level, Rules};
use kuraban_search::{Claim, Engine, Limits, Objective, Outcome, Stage, Stop};
use kuraban_testkit::{Facts, Least, facts};
use kuraban_verify::Solution;

/// Levels with more states are left out.
const MOST: usize = 3_000;

#[test]
fn every_engine_agrees_with_the_oracle_on_boxes() {
    agree(Rules::Boxes, 250);
}

#[test]
fn every_engine_agrees_with_the_oracle_on_boulders() {
    agree(Rules::Boulders, 150);
}

fn agree(rules: Rules, seeds: u64) {
    let mut counts = (0, 0);
    for seed in 0..seeds {
        let level = kuraban_testkit::level(seed, rules);
        let Some(facts) = facts(&level, MOST) else { continue };
        match facts.least {
            Some(_) => counts.0 += 1,
            None => counts.1 += 1,
        }
        for engine in kuraban_classic::engines() {
            for objective in Objective::ALL {
                let label = format!("seed {seed} {} {objective}", engine.name());
                if engine.accepts(&level, objective).is_ok() {
                    check(engine.as_ref(), &level, objective, &facts, &label);
                }
            }
        }
    }
    assert!(counts.0 > 20 && counts.1 > 20, "{counts:?}");
}

fn check(
    engine: &dyn Engine,
    level: &Level,
    objective: Objective,
    facts: &Facts,
    label: &str,
) {
    let ran = run(engine, level, objective, Limits::default());
    check_bounds(&ran, facts, label);
    match (&ran.stage, facts.least) {
        (Stage::Solved(found), Some(least)) => {
            let solution = Solution::check(level, &found.steps).expect(label);
            assert_eq!(
                solution.steps().len(),
                found.steps.len(),
                "{label}: ends when solved"
            );
            let own = measure(level, &found.steps);
            for &claim in &found.optimal {
                assert!(
                    holds(claim, &own, &least),
                    "{label}: {claim:?} {own:?} {least:?}"
                );
            }
            let owed: &[Claim] = match objective {
                _ if !engine.promise().optimal.contains(&objective) => &[],
                Objective::Pushes => &[Claim::Pushes, Claim::PushesThenMoves],
                Objective::Moves => &[Claim::Moves, Claim::MovesThenPushes],
                Objective::Robot => &[Claim::Robot],
                Objective::Actions => &[Claim::Actions],
                _ => &[],
            };
            for claim in owed {
                assert!(found.optimal.contains(claim), "{label}: {claim:?} is owed");
            }
        }
        (Stage::Unsolvable, None) => {
            if engine.name() == "bfs" {
                let states = match objective {
                    Objective::Robot => return,
                    Objective::Any | Objective::Pushes
                        if level.rules() == Rules::Boxes =>
                    {
                        facts.reachable_push_states
                    }
                    _ => facts.reachable_states,
                };
                assert_eq!(ran.account.expanded, states as u64, "{label}");
            }
        }
        (stage, least) => panic!("{label}: {stage:?} but {least:?}"),
    }
    check_limit(engine, level, objective, facts, label, ran.account.expanded);
}

/// An engine that is stopped half way claims nothing wrong, and stops exactly at the limit.
fn check_limit(
    engine: &dyn Engine,
    level: &Level,
    objective: Objective,
    facts: &Facts,
    label: &str,
    expanded: u64,
) {
    if expanded < 2 {
        return;
    }
    let enough = Limits::default().nodes(expanded);
    let ran = run(engine, level, objective, enough);
    assert_eq!((ran.stop, ran.account.expanded), (None, expanded), "{label}");
    let ran = run(engine, level, objective, Limits::default().nodes(expanded / 2));
    check_bounds(&ran, facts, label);
    let stopped = (ran.stop, ran.account.expanded);
    assert_eq!(stopped, (Some(Stop::Nodes), expanded / 2), "{label}");
    if let Some(found) = &ran.best {
        Solution::check(level, &found.steps).expect(label);
        let (own, least) = (measure(level, &found.steps), facts.least.expect(label));
        for &claim in &found.optimal {
            assert!(holds(claim, &own, &least), "{label}: {claim:?} {own:?} {least:?}");
        }
    }
}

fn check_bounds(ran: &Outcome, facts: &Facts, label: &str) {
    let Some(least) = facts.least else { return };
    for (&claim, &bound) in &ran.bounds {
        let value = least.named(claim.name());
        assert!(bound <= value, "{label}: {claim:?} >= {bound}, but {value} suffice");
    }
}

#[derive(Debug)]
struct Own {
    moves: u64,
    pushes: u64,
    robot: u64,
    actions: u64,
}

fn measure(level: &Level, steps: &[Dir]) -> Own {
    let solution = Solution::check(level, steps).expect("it was checked");
    let figures = solution.figures();
    // A push that is followed by a step back leaves the player in place; any other push is
    // followed by a move into the free square.
    let mut actions = 0;
    let mut rest = solution.steps();
    while let [step, tail @ ..] = rest {
        let back = tail.first().is_some_and(|next| !next.push && next.dir == !step.dir);
        actions += if step.push && !back { 2 } else { 1 };
        rest = if step.push && back { &tail[1..] } else { tail };
    }
    Own {
        moves: figures.moves as u64,
        pushes: figures.pushes as u64,
        robot: figures.robot_half_moves as u64,
        actions,
    }
}

fn holds(claim: Claim, own: &Own, least: &Least) -> bool {
    let is_least = least.named(claim.name());
    match claim {
        Claim::Moves => own.moves == is_least,
        Claim::Pushes => own.pushes == is_least,
        Claim::Robot => own.robot == is_least,
        Claim::Actions => own.actions == is_least,
        Claim::PushesThenMoves => (own.pushes, own.moves) == (least.pushes, is_least),
        Claim::MovesThenPushes => (own.moves, own.pushes) == (least.moves, is_least),
        _ => panic!("{claim:?} is new here"),
    }
}

//! All encodings and a brute-force search agree.

mod common;

use std::sync::Arc;

use common::{
    EXAMPLE, ask, least, level, milliseconds, plan, seconds, small_levels, with_turn,
};
use kuraban_level::Level;
use kuraban_sat::solver::{Answer, Embedded, Solver};
use kuraban_sat::{Encoding, Facts, Planner, Status, Watch};
use kuraban_search::{Claim, Limits, Objective, Stage, Stop};
use kuraban_testkit::{levels, shared};
use kuraban_verify::Solution;

/// Whether the exported formula of a bound has a model that is a plan.
fn has_plan(level: &Level, encoding: Encoding, bound: u32) -> bool {
    let facts = Arc::new(Facts::new(level));
    with_turn(Limits::default(), |turn| {
        let watch = &mut Watch::new(turn);
        let mut encoded = encoding.write(level, &facts, bound, &[]);
        let mut solver = Embedded::new();
        loop {
            assert_eq!(solver.load(encoded.formula(), watch), None);
            if solver.solve(&[], watch).unwrap() == Answer::Unsatisfiable {
                return false;
            }
            assert_eq!(encoded.formula().violated(|lit| solver.value(lit)), None);
            match encoded.plan(|lit| solver.value(lit)) {
                Ok(steps) => {
                    let solution = Solution::check(level, &steps).expect("a true plan");
                    let figures = solution.figures();
                    let count = match encoding {
                        Encoding::Push => figures.pushes,
                        _ => figures.moves,
                    };
                    assert!(count as u32 <= bound);
                    return true;
                }
                Err(island) => match &mut encoded {
                    kuraban_sat::Encoded::Push(pushes) => pushes.add_island(&island),
                    _ => panic!("only `push` has islands"),
                },
            }
        }
    })
}

#[test]
fn encodings_agree_with_trying_everything() {
    let (mut solvable, mut unsolvable) = (0, 0);
    for (round, level) in small_levels(2026).take(300).enumerate() {
        let Some((moves, pushes)) = least(&level) else {
            unsolvable += 1;
            for encoding in Encoding::ALL {
                assert!(!has_plan(&level, encoding, 4), "{round} {encoding} {level:?}");
                assert!(!has_plan(&level, encoding, 5), "{round} {encoding} {level:?}");
            }
            continue;
        };
        solvable += 1;
        assert!(has_plan(&level, Encoding::Move, moves), "{round} {level:?}");
        assert!(has_plan(&level, Encoding::Push, pushes), "{round} {level:?}");
        assert!(has_plan(&level, Encoding::Basic, moves), "{round} {level:?}");
        for less in 1..=4 {
            if let Some(bound) = moves.checked_sub(less) {
                assert!(!has_plan(&level, Encoding::Move, bound), "{round} {level:?}");
                assert!(less > 1 || !has_plan(&level, Encoding::Basic, bound), "{round}");
            }
            if let Some(bound) = pushes.checked_sub(less) {
                assert!(!has_plan(&level, Encoding::Push, bound), "{round} {level:?}");
            }
        }
        if moves > 0 {
            // A plan can be prolonged by two steps.
            assert!(has_plan(&level, Encoding::Move, moves + 2), "{round} {level:?}");
        }
        assert!(has_plan(&level, Encoding::Basic, moves + 1), "{round} {level:?}");
    }
    assert!(solvable > 40 && unsolvable > 40, "{solvable} {unsolvable}");
}

#[test]
fn planner_and_engine_agree_with_trying_everything() {
    for (round, level) in small_levels(7).take(150).enumerate() {
        let known = least(&level);
        let planner = Planner { max_steps: 12, ..Planner::default() };
        let outcome = plan(&planner, &level).unwrap();
        match (known, outcome.status) {
            (Some((moves, _)), Status::Found { plan, shortest: true }) => {
                assert_eq!(plan.len() as u32, moves, "{round}");
            }
            (None, Status::NotWithin(12)) => {}
            (Some((moves, _)), Status::NotWithin(12)) => assert!(moves > 12, "{round}"),
            (known, status) => panic!("{round}: {known:?} {status:?}"),
        }
        let any = Planner { any: true, max_steps: 12, ..Planner::default() };
        let outcome = plan(&any, &level).unwrap();
        let within = known.is_some_and(|(moves, _)| moves <= 12);
        assert_eq!(matches!(outcome.status, Status::Found { .. }), within, "{round}");
        if let Status::Found { plan, .. } = outcome.status {
            assert!(plan.len() <= 12 && Solution::check(&level, &plan).is_ok());
        }
        let Some((moves, pushes)) = known else { continue };
        for objective in [Objective::Moves, Objective::Pushes, Objective::Any] {
            let outcome = ask(&level, objective, seconds(60));
            let Stage::Solved(found) = outcome.stage else {
                panic!("{round} {outcome:?}")
            };
            let figures = Solution::check(&level, &found.steps).unwrap().figures();
            for claim in found.optimal {
                match claim {
                    Claim::Moves => assert_eq!(figures.moves as u32, moves, "{round}"),
                    Claim::Pushes => assert_eq!(figures.pushes as u32, pushes, "{round}"),
                    Claim::MovesThenPushes | Claim::PushesThenMoves => assert_eq!(
                        (figures.moves as u32, figures.pushes as u32),
                        (moves, pushes),
                        "{round}"
                    ),
                    other => panic!("{other:?} is none of its objectives"),
                }
            }
        }
    }
}

#[test]
fn the_example_takes_thirteen_steps() {
    let level = level(EXAMPLE);
    let short = Planner { max_steps: 12, ..Planner::default() };
    assert_eq!(plan(&short, &level).unwrap().status, Status::NotWithin(12));
    let outcome = plan(&Planner::default(), &level).unwrap();
    assert!(
        matches!(outcome.status, Status::Found { plan, shortest: true } if plan.len() == 13)
    );
    let facts = Arc::new(Facts::new(&level));
    let size = |encoding: Encoding, bound: u32| {
        let encoded = encoding.write(&level, &facts, bound, &[]);
        (encoded.formula().variables(), encoded.formula().len())
    };
    // The documentation states these; the original has 392788 clauses, 34086 with -O.
    assert_eq!(size(Encoding::Basic, 13), (3929, 23472));
    assert_eq!(size(Encoding::Move, 13), (245, 1044));
    assert_eq!(size(Encoding::Push, 4), (124, 656));
}

#[test]
fn a_solved_level_has_the_empty_plan() {
    let level = level("#####\n#@  #\n# * #\n#   #\n#####");
    let outcome = plan(&Planner::default(), &level).unwrap();
    assert_eq!(outcome.status, Status::Found { plan: vec![], shortest: true });
}

#[test]
fn the_seed_maps_have_their_known_lengths() {
    let Some(folder) = shared("acceptance/cases") else { return };
    let known =
        [("map2", 26), ("map4", 5), ("map5", 6), ("map6", 6), ("map7", 21), ("map8", 7)];
    for (name, moves) in known {
        let text =
            std::fs::read_to_string(folder.join(format!("s003-{name}.txt"))).unwrap();
        let outcome = plan(&Planner::default(), &levels(&text)[0]).unwrap();
        let Status::Found { plan, shortest } = outcome.status else { panic!("{name}") };
        assert_eq!((plan.len(), shortest), (moves, true), "{name}");
    }
    let text = std::fs::read_to_string(folder.join("m-default-50.txt")).unwrap();
    let outcome = plan(&Planner::default(), &levels(&text)[0]).unwrap();
    assert_eq!(outcome.status, Status::NotWithin(50));
}

#[test]
fn limits_stop_the_search() {
    let hard = level(
        "#########\n#       #\n# $$@$$ #\n#   .   #\n#  . .  #\n#   .   #\n#########",
    );
    let stopped = |limits: Limits| {
        with_turn(limits, |turn| Planner::default().plan(&hard, turn)).unwrap()
    };
    assert_eq!(stopped(milliseconds(5)).status, Status::Stopped(Stop::Time));
    let nodes = stopped(Limits::default().nodes(50));
    assert_eq!(nodes.status, Status::Stopped(Stop::Nodes));
    assert_eq!(nodes.account.expanded, 50);
    let memory = stopped(Limits::default().memory(1 << 19));
    assert_eq!(memory.status, Status::Stopped(Stop::Memory));
}

#[test]
fn large_boards_are_stopped_not_suffered() {
    let floor = format!("#{}#\n", "-".repeat(200));
    let wall = "#".repeat(202);
    let first = format!("#@$.{}#\n", "-".repeat(197));
    let text = format!("{wall}\n{first}{}{wall}\n", floor.repeat(299));
    let level = level(&text);
    let limits = seconds(20).memory(16 << 20);
    let status =
        with_turn(limits, |turn| Planner::default().plan(&level, turn)).unwrap().status;
    assert_eq!(status, Status::Stopped(Stop::Memory));
    let status = with_turn(seconds(20), |turn| Planner::default().plan(&level, turn));
    assert!(
        matches!(status.unwrap().status, Status::Found { plan, .. } if plan.len() == 1)
    );
}

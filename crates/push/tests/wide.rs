//! Boards too large for bitboards are solved all the same.

mod common;

use common::hall;
use kuraban_push::{OPTIMAL, PULL, PUSH};
use kuraban_search::{Claim, Engine, Limits, Objective, Question, Stage, ask};
use kuraban_verify::Solution;

#[test]
fn halls_of_every_size() {
    for (width, height) in [(15, 12), (30, 30), (40, 40), (120, 12), (130, 120)] {
        let level = hall(width, height);
        let question = Question::default().limits(Limits::default().nodes(100_000));
        for engine in [&PULL as &dyn Engine, &PUSH] {
            if let Err(refusal) = engine.accepts(&level, Objective::Any) {
                let told = refusal.to_string();
                assert!(engine.name() == "pull" && told.contains("15222"), "{told}");
                continue;
            }
            let outcome = ask(engine, &level, &question);
            let Stage::Solved(found) = outcome.stage else {
                panic!("{} on {width}x{height}: {outcome:?}", engine.name())
            };
            assert!(Solution::check(&level, &found.steps).is_ok(), "{width}x{height}");
        }
    }
}

#[test]
fn the_fewest_pushes_are_proved_on_boards_of_every_size() {
    let mut pushes = Vec::new();
    for (width, height) in [(15, 12), (80, 60)] {
        let level = hall(width, height);
        let question = Question::default().objective(Objective::Pushes);
        let question = question.limits(Limits::default().nodes(100_000));
        let outcome = ask(&OPTIMAL, &level, &question);
        let Stage::Solved(found) = outcome.stage else { panic!("{outcome:?}") };
        assert!(found.optimal.contains(&Claim::Pushes), "{width}x{height}");
        let solution = Solution::check(&level, &found.steps).expect("a solution");
        pushes.push(solution.figures().pushes);
    }
    assert_eq!(pushes[0], pushes[1]);
    let refusal = OPTIMAL.accepts(&hall(80, 60), Objective::Moves);
    assert!(refusal.is_err_and(|refusal| refusal.0.contains("4096 squares")));
}

//! Every engine against playing every step there is.

use kuraban_level::Level;
use kuraban_push::{OPTIMAL, PULL, PUSH, Rule, RuleSet, WEIGHTED};
use kuraban_search::{Claim, Engine, Objective, Question, Stage, Ties, ask};
use kuraban_testkit::{Random, Rooms, least};
use kuraban_verify::{Figures, Solution};

fn solve(
    engine: &dyn Engine,
    level: &Level,
    objective: Objective,
) -> Option<(Figures, Vec<Claim>)> {
    let outcome = ask(engine, level, &Question::default().objective(objective));
    match outcome.stage {
        Stage::Solved(found) => {
            let solution = Solution::check(level, &found.steps).expect("a solution");
            Some((solution.figures(), found.optimal))
        }
        Stage::Unsolvable => None,
        stage => panic!("{}: {stage:?}", engine.name()),
    }
}

#[test]
fn engines_agree_with_playing_everything() {
    let mut random = Random::new(7);
    let mut solvable = 0;
    for _ in 0..400 {
        let level = Rooms::SMALL.next(&mut random);
        let least = least(&level);
        let by_pushes = least.map(|least| (least.pushes, least.moves_at_least_pushes));
        let by_moves = least.map(|least| (least.moves, least.pushes_at_least_moves));
        solvable += u32::from(by_pushes.is_some());
        let engines: [&dyn Engine; 3] = [&PULL, &PUSH, &WEIGHTED];
        for engine in engines {
            let answer = solve(engine, &level, Objective::Any);
            assert_eq!(
                answer.is_some(),
                by_pushes.is_some(),
                "{}: {level:?}",
                engine.name()
            );
        }
        let pair = |figures: Figures| (figures.pushes as u64, figures.moves as u64);
        let answer = solve(&OPTIMAL, &level, Objective::Pushes);
        let figures = answer.as_ref().map(|(figures, _)| pair(*figures));
        assert_eq!(figures, by_pushes, "pushes: {level:?}");
        let claims = answer.map(|(_, claims)| claims);
        assert!(claims.is_none_or(|claims| claims.contains(&Claim::PushesThenMoves)));
        let answer = solve(&OPTIMAL, &level, Objective::Moves);
        let figures = answer.map(|(figures, _)| pair(figures));
        assert_eq!(
            figures.map(|(pushes, moves)| (moves, pushes)),
            by_moves,
            "moves: {level:?}"
        );
        let answer = solve(&OPTIMAL, &level, Objective::Robot);
        let half_moves = answer.map(|(figures, _)| figures.robot_half_moves as u64);
        assert_eq!(half_moves, least.map(|least| least.robot), "robot: {level:?}");
    }
    assert!((40..300).contains(&solvable), "{solvable} of 400 can be solved");
}

#[test]
fn without_ties_the_pushes_are_proved_and_nothing_else() {
    let mut random = Random::new(9);
    let (mut solvable, mut longer) = (0, 0);
    for _ in 0..400 {
        let level = Rooms::SMALL.next(&mut random);
        let question = Question::default().objective(Objective::Pushes);
        let outcome = ask(&OPTIMAL, &level, &question.ties(Ties::None));
        let Some(least) = least(&level) else {
            assert_eq!(outcome.stage, Stage::Unsolvable, "{level:?}");
            continue;
        };
        let Stage::Solved(found) = outcome.stage else { panic!("{outcome:?}") };
        let solution = Solution::check(&level, &found.steps).expect("a solution");
        assert_eq!(solution.figures().pushes as u64, least.pushes, "{level:?}");
        if least.pushes > 0 {
            assert_eq!(found.optimal, [Claim::Pushes], "{level:?}");
        }
        solvable += 1;
        let moves = solution.figures().moves as u64;
        longer += u32::from(moves > least.moves_at_least_pushes);
    }
    assert!(solvable > 40 && longer > 0, "{solvable} {longer}");
}

/// Rules cost or save time, and nothing else.
#[test]
fn every_rule_can_be_switched_off() {
    let mut random = Random::new(8);
    let (mut solvable, mut work) = (0, vec![0; Rule::ALL.len() + 1]);
    for _ in 0..300 {
        let level = Rooms::CROWDED.next(&mut random);
        let least = least(&level);
        let fewest = least.map(|least| least.pushes);
        solvable += u32::from(fewest.is_some());
        let without = Rule::ALL.map(|rule| RuleSet::ALL.without(rule));
        for (rules, work) in [RuleSet::ALL].into_iter().chain(without).zip(&mut work) {
            let engine = OPTIMAL.rules(rules);
            let answer = solve(&engine, &level, Objective::Pushes);
            let pushes = answer.map(|(figures, _)| figures.pushes as u64);
            assert_eq!(pushes, fewest, "{rules:?}: {level:?}");
            let answer = solve(&engine, &level, Objective::Moves);
            let moves = answer.map(|(figures, _)| figures.moves as u64);
            assert_eq!(moves, least.map(|least| least.moves), "{rules:?}: {level:?}");
            let outcome = ask(&PUSH.rules(rules), &level, &Question::default());
            assert_eq!(
                matches!(outcome.stage, Stage::Solved(_)),
                fewest.is_some(),
                "{rules:?}: {level:?}"
            );
            *work += outcome.account.expanded;
        }
    }
    assert!(solvable > 5, "{solvable} of 300 can be solved");
    assert!(work[1..].iter().any(|&without| without > work[0]), "{work:?}");
}

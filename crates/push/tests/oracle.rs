//! Every engine against playing every step there is.

mod common;

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::time::Duration;

use common::Random;
use kuraban_level::{Dir, Level};
use kuraban_push::{Auto, Optimal, Pull, Push};
use kuraban_search::{Cancel, Claim, Engine, Limits, Objective, Run, Silent, Verdict};
use kuraban_verify::{Figures, Solution};

type State = (Vec<usize>, usize, Option<Dir>);

/// The least cost of a solution, by Dijkstra's method over single steps. `price` says what a
/// step costs, given whether it pushes and whether it goes on with a push run. Where runs do not
/// matter the last push is not part of the state.
fn least(
    level: &Level,
    runs: bool,
    price: impl Fn(bool, bool) -> (u32, u32),
) -> Option<(u32, u32)> {
    let start: State = (level.boxes().to_vec(), level.player(), None);
    let mut best: HashMap<State, (u32, u32)> = HashMap::from([(start.clone(), (0, 0))]);
    let mut heap = BinaryHeap::from([Reverse(((0, 0), start))]);
    while let Some(Reverse((cost, state))) = heap.pop() {
        if best[&state] < cost {
            continue;
        }
        let (boxes, player, last) = state;
        if boxes == level.goals() {
            return Some(cost);
        }
        for dir in Dir::ALL {
            let Some(to) = level.step(player, dir) else { continue };
            let mut boxes = boxes.clone();
            let mut pushes = false;
            if let Some(pushed) = boxes.iter_mut().find(|at| **at == to) {
                pushes = true;
                match level.step(to, dir) {
                    Some(beyond) => *pushed = beyond,
                    None => continue,
                }
                boxes.sort_unstable();
                if boxes.windows(2).any(|two| two[0] == two[1]) {
                    continue;
                }
            }
            let more = price(pushes, pushes && last == Some(dir));
            let cost = (cost.0 + more.0, cost.1 + more.1);
            let next: State = (boxes, to, (runs && pushes).then_some(dir));
            if best.get(&next).is_none_or(|&known| cost < known) {
                best.insert(next.clone(), cost);
                heap.push(Reverse((cost, next)));
            }
        }
    }
    None
}

fn solve(
    engine: &dyn Engine,
    level: &Level,
    objective: Objective,
) -> Option<(Figures, Vec<Claim>)> {
    let clock = || Duration::ZERO;
    let mut silent = Silent;
    let mut run = Run::new(Limits::default(), Cancel::default(), &clock, &mut silent);
    match engine.solve(level, objective, &mut run).expect("no limits") {
        Verdict::Solved(found) => {
            let solution = Solution::check(level, &found.steps).expect("a solution");
            Some((solution.figures(), found.optimal))
        }
        Verdict::Unsolvable => None,
        Verdict::GaveUp => panic!("{} gave up", engine.name()),
    }
}

#[test]
fn engines_agree_with_playing_everything() {
    let mut random = Random(7);
    let mut solvable = 0;
    for _ in 0..400 {
        let level = random.level();
        let by_pushes = least(&level, false, |push, _| (u32::from(push), 1));
        let by_moves = least(&level, false, |push, _| (1, u32::from(push)));
        let by_robot =
            least(&level, true, |push, goes_on| (2 + 2 * u32::from(push && !goes_on), 0));
        solvable += u32::from(by_pushes.is_some());
        let engines: [&dyn Engine; 4] =
            [&Pull::default(), &Push::default(), &Auto::new(1), &Auto::new(2)];
        for engine in engines {
            let answer = solve(engine, &level, Objective::Any);
            assert_eq!(
                answer.is_some(),
                by_pushes.is_some(),
                "{}: {level:?}",
                engine.name()
            );
        }
        let engines: [&dyn Engine; 2] = [&Optimal::default(), &Auto::new(2)];
        for engine in engines {
            let pair = |figures: Figures| (figures.pushes as u32, figures.moves as u32);
            let answer = solve(engine, &level, Objective::Pushes);
            let figures = answer.as_ref().map(|(figures, _)| pair(*figures));
            assert_eq!(figures, by_pushes, "pushes: {level:?}");
            let claims = answer.map(|(_, claims)| claims);
            assert!(claims.is_none_or(|claims| claims.contains(&Claim::PushesThenMoves)));
            let answer = solve(engine, &level, Objective::Moves);
            let figures = answer.map(|(figures, _)| pair(figures));
            assert_eq!(
                figures.map(|(pushes, moves)| (moves, pushes)),
                by_moves,
                "moves: {level:?}"
            );
            let answer = solve(engine, &level, Objective::Robot);
            let figures = answer.map(|(figures, _)| (figures.robot_half_moves as u32, 0));
            assert_eq!(figures, by_robot, "robot: {level:?}");
        }
    }
    assert!((40..300).contains(&solvable), "{solvable} of 400 can be solved");
}

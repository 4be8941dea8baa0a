//! The memory limit holds: measured where memory is asked for, not by what engines say.

use std::time::Duration;

use kuraban::{
    Goal, Level, Limits, Objective, Question, Silent, Solver, SystemClock, Wish, engines,
    optimise,
};
use kuraban_testkit::{comb, hall, own, snake};
use peak_alloc::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// What engines do not count: the level, tables as large as the board, the lists of an expansion.
const BESIDE: usize = 8 << 20;

/// The most that an engine took in all.
fn most(level: &Level, engine: &str, objective: Objective, limits: Limits) -> usize {
    let solver = Solver::new(engine).expect("a known name");
    let question = Question::default().objective(objective).limits(limits).threads(2);
    let before = HEAP.current_usage();
    HEAP.reset_peak_usage();
    let _ = solver.solve(level, &question);
    HEAP.peak_usage() - before
}

/// The most that shortening took in all, the first solution included.
fn most_to_shorten(level: &Level, goal: Goal, limits: Limits) -> usize {
    let question = Question::default().limits(limits).threads(2);
    let wish = Wish::default().goal(goal).starts(2);
    let before = HEAP.current_usage();
    HEAP.reset_peak_usage();
    let done = optimise(level, wish, &question, &SystemClock::start(), &mut Silent, None);
    assert!(done.is_ok_and(|done| done.answer.solution.is_some()), "it can be solved");
    HEAP.peak_usage() - before
}

#[test]
fn no_engine_takes_more_than_the_limit() {
    // On the second board the distances between all squares take 46 MiB.
    let levels = [
        ("hall 40x40, 30 boxes", hall(40, 40, 30), 24 << 20),
        ("hall 60x60, 200 boxes", hall(60, 60, 200), 60 << 20),
        ("hall 120x120, 5 boxes", hall(120, 120, 5), 24 << 20),
        ("snake 63x63", snake(63), 24 << 20),
        ("comb of 100", comb(100), 24 << 20),
        // Greedy searches fill this and forget.
        ("our level 64", own().swap_remove(63), 4 << 20),
    ];
    let mut over = Vec::new();
    for (name, level, bytes) in &levels {
        let limits = Limits::default().time(Duration::from_millis(600)).memory(*bytes);
        let all = engines();
        let asked = all.iter().map(|engine| (engine.name(), Objective::Any));
        for (engine, objective) in asked.chain([("auto", Objective::Pushes)]) {
            let took = most(level, engine, objective, limits);
            if took > bytes + bytes / 8 + BESIDE {
                let (took, bytes) = (took >> 20, bytes >> 20);
                over.push(format!("{name}, {engine} for {objective}: {took} of {bytes}"));
            }
        }
    }
    // In the same test: others would count as well. The goals have queues of different kinds.
    for (goal, bytes) in [("moves,pushes", 24 << 20), ("box-lines,moves", 12 << 20)] {
        let level = hall(30, 24, 6);
        let limits = Limits::default().time(Duration::from_secs(3)).memory(bytes);
        let took = most_to_shorten(&level, goal.parse().expect("a goal"), limits);
        if took > bytes + bytes / 8 + BESIDE {
            over.push(format!("shortening, {goal}: {} of {}", took >> 20, bytes >> 20));
        }
    }
    assert!(over.is_empty(), "MiB: {over:#?}");
}

//! Shortening through the library: threads make no difference where expansions are limited.

use std::time::Duration;

use kuraban::{Goal, Limits, Question, Silent, Solution, Wish, optimise};
use kuraban_testkit::own_solved;

/// Solution, expansions and what is known to be stable.
fn shortened(
    solved: &kuraban_testkit::Solved,
    goal: &Goal,
    threads: usize,
) -> (Option<String>, u64, Option<usize>) {
    let given = Solution::check(&solved.level, &solved.steps).expect("a solution");
    let wish = Wish::default().goal(goal.clone()).given(vec![given]).starts(3);
    let limits = Limits::default().nodes(4_000);
    let question = Question::default().limits(limits).threads(threads).seed(5);
    let clock = || Duration::ZERO;
    let done = optimise(&solved.level, wish, &question, &clock, &mut Silent, None);
    let done = done.expect("a task that can be done");
    let lurd = done.answer.solution.map(|solution| solution.lurd());
    (lurd, done.answer.account.expanded, done.stable)
}

#[test]
fn threads_make_no_difference_to_limited_runs() {
    let mut changed = 0;
    for (number, solved) in own_solved().iter().step_by(12).enumerate() {
        let goal = if number % 2 == 0 { Goal::moves() } else { Goal::pushes() };
        let one = shortened(solved, &goal, 1);
        for threads in [2, 4] {
            let many = shortened(solved, &goal, threads);
            assert_eq!(many, one, "{}, {threads} threads", solved.label);
        }
        let given = Solution::check(&solved.level, &solved.steps).expect("a solution");
        changed += usize::from(one.0.is_some_and(|lurd| lurd != given.lurd()));
    }
    assert!(changed > 2, "{changed} solutions changed");
}

//! The work over a fixed set, to the last expansion.
//!
//! A change that only makes things faster keeps these numbers; one that changes the search
//! changes them, and says so where it is recorded.

use std::sync::Arc;

use kuraban_optimise::{Goal, Task};
use kuraban_search::Limits;
use kuraban_testkit::own_solved;
use kuraban_verify::Solution;

use crate::oracle::{figures, shorten};

/// Expansions per level at most.
const NODES: u64 = 2_000;
/// One level in so many is taken.
const EVERY: usize = 3;

/// Expansions, successors, and the sum of the first figure.
fn signature(goal: &Goal) -> (u64, u64, usize) {
    let (mut expanded, mut generated, mut sum) = (0, 0, 0);
    for solved in own_solved().into_iter().step_by(EVERY) {
        let given = Solution::check(&solved.level, &solved.steps).expect("a solution");
        let level = Arc::new(solved.level);
        let task = Task::new(Arc::clone(&level), goal.clone()).given(vec![given]);
        let outcome = shorten(task, Limits::default().nodes(NODES));
        assert!(outcome.account.expanded <= NODES, "the limit holds");
        expanded += outcome.account.expanded;
        generated += outcome.account.generated;
        sum += goal.rank(&figures(&level, &outcome))[0];
    }
    (expanded, generated, sum)
}

#[test]
fn expansions_are_as_recorded() {
    let signatures = [Goal::moves(), Goal::pushes()].map(|goal| signature(&goal));
    assert_eq!(signatures, [(44_043, 668_297, 5_389), (42_615, 627_066, 1_333)]);
}

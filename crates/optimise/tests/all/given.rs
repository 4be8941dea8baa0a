//! Solutions of other levels, and several at once.

use std::sync::Arc;

use kuraban_optimise::{Goal, Task};
use kuraban_search::Limits;
use kuraban_testkit::{Random, Rooms};
use kuraban_verify::Solution;

use crate::oracle::{figures, shorten, solved};

/// A [`Solution`] proves nothing about other levels: it is played again.
#[test]
fn solutions_of_other_levels_are_not_believed() {
    let mut random = Random::new(51);
    let (mut refused, mut taken) = (0, 0);
    for _ in 0..90 {
        let (level, _) = solved(&mut random, Rooms::SMALL);
        let (_, other) = solved(&mut random, Rooms::SMALL);
        let task =
            Task::new(Arc::clone(&level), Goal::moves()).given(vec![other.clone()]);
        let outcome = shorten(task, Limits::default().nodes(200));
        let steps: Vec<_> = other.steps().iter().map(|step| step.dir).collect();
        match &outcome.best {
            None => refused += 1,
            Some(best) => {
                taken += 1;
                assert!(Solution::check(&level, &best.steps).is_ok(), "{level:?}");
                assert!(Solution::check(&level, &steps).is_ok(), "{level:?}");
            }
        }
    }
    assert!(refused > 60, "{refused} refused, {taken} taken");
}

#[test]
fn the_best_of_several_is_the_measure() {
    let mut random = Random::new(52);
    for _ in 0..40 {
        let (level, first) = solved(&mut random, Rooms::CROWDED);
        let mut given = vec![first];
        for _ in 0..3 {
            let steps =
                crate::brute::poor(&level, &mut random).expect("it can be solved");
            given.push(Solution::check(&level, &steps).expect("a solution"));
        }
        let goal = Goal::pushes();
        let ranks = given.iter().map(|given| goal.rank(&given.figures()));
        let best = ranks.min().expect("four solutions");
        let task = Task::new(Arc::clone(&level), goal.clone()).given(given);
        // Nothing is searched: what is told is the best of them, walked well.
        let outcome = shorten(task, Limits::default().nodes(1));
        assert!(goal.rank(&figures(&level, &outcome)) <= best, "{level:?}");
    }
}

//! Whether a text is shortened exactly where the referee calls it a solution. Shared with the fuzz
//! target `optimise`.

use std::time::Duration;

use kuraban::{Level, Limits, Question, Silent, Solution, Wish, optimise};
use kuraban_level::{Dir, lurd};

/// Panics where a text is taken for a solution that is none, or a solution gets worse. Tells
/// whether it is one.
pub(crate) fn shortens_only_solutions(level: &Level, text: &str) -> bool {
    let Ok(steps) = lurd::read(text) else { return false };
    let steps: Vec<Dir> = steps.iter().map(|step| step.dir).collect();
    let Ok(given) = Solution::check(level, &steps) else { return false };
    let before = (given.figures().moves, given.figures().pushes);
    let question = Question::default().limits(Limits::default().nodes(500));
    let clock = || Duration::ZERO;
    let wish = Wish::default().given(vec![given]);
    let Ok(done) = optimise(level, wish, &question, &clock, &mut Silent, None) else {
        // Boulders are refused.
        return true;
    };
    let solution = done.answer.solution.expect("nothing is lost");
    let steps: Vec<Dir> = solution.steps().iter().map(|step| step.dir).collect();
    let played = Solution::check(level, &steps).expect("a solution");
    assert!((played.figures().moves, played.figures().pushes) <= before, "{level:?}");
    true
}

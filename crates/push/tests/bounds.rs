//! What the bound counts changes the work, and nothing else.

use kuraban_level::Level;
use kuraban_push::{Bounds, OPTIMAL};
use kuraban_search::{Claim, Limits, Objective, Outcome, Question, Stage, Ties, ask};
use kuraban_testkit::{own, shared_levels, shared_solved};
use kuraban_verify::Solution;

const ALL: [Bounds; 4] =
    [Bounds::Matching, Bounds::Pairs, Bounds::Triples, Bounds::Groups];
/// Expansions per level at most: some levels need more, with some bounds.
const NODES: u64 = 1_500;

fn question(nodes: u64) -> Question {
    let question = Question::default().objective(Objective::Pushes).ties(Ties::None);
    question.limits(Limits::default().nodes(nodes))
}

/// The pushes of a solution that was proved least.
fn proved(level: &Level, outcome: &Outcome) -> Option<u64> {
    let Stage::Solved(found) = &outcome.stage else { return None };
    let solution = Solution::check(level, &found.steps).expect("a solution");
    let pushes = solution.figures().pushes as u64;
    found.optimal.contains(&Claim::Pushes).then_some(pushes)
}

/// How many levels are proved with each bound. Where several are, they agree; where one is not, its
/// lower bound is no higher than the truth.
fn compare(levels: impl IntoIterator<Item = Level>) -> [usize; 4] {
    let mut counts = [0; 4];
    for level in levels {
        let outcomes =
            ALL.map(|bounds| ask(&OPTIMAL.bounds(bounds), &level, &question(NODES)));
        let pushes: Vec<u64> =
            outcomes.iter().filter_map(|outcome| proved(&level, outcome)).collect();
        for (count, outcome) in counts.iter_mut().zip(&outcomes) {
            *count += usize::from(proved(&level, outcome).is_some());
            if let (Some(first), Some(bound)) =
                (pushes.first(), outcome.bounds.get(&Claim::Pushes))
            {
                assert!(bound <= first, "{bound} > {first}: {level:?}");
            }
        }
        assert!(pushes.windows(2).all(|two| two[0] == two[1]), "{pushes:?}: {level:?}");
    }
    counts
}

#[test]
fn our_own_levels_have_one_answer() {
    let counts = compare(own().into_iter().step_by(3));
    assert!(counts.iter().all(|&count| count > 5), "{counts:?}");
}

#[test]
fn small_levels_have_one_answer() {
    for name in ["microban1", "microban2", "microban3", "microban4"] {
        let Some(levels) = shared_levels(name) else { return };
        let counts = compare(levels.into_iter().step_by(9));
        assert!(counts.iter().all(|&count| count > 3), "{name}: {counts:?}");
    }
}

/// `XSokoban` 3 takes 308 expansions with pairs, and cannot be proved in 3,000 without.
#[test]
fn pairs_prove_what_the_assignment_does_not() {
    let Some(levels) = shared_solved("xsokoban") else { return };
    let solved = &levels[2];
    let ask = |bounds| {
        let question = question(3_000).known(&solved.steps);
        proved(&solved.level, &ask(&OPTIMAL.bounds(bounds), &solved.level, &question))
    };
    assert_eq!(ask(Bounds::Matching), None);
    assert_eq!(ask(Bounds::Pairs), Some(134));
    assert_eq!(ask(Bounds::Triples), Some(134));
}

//! Difficulty: fixed values, and whether it tells hard levels from others.

use std::time::Duration;

use kuraban::difficulty::{Course, Order};
use kuraban::{Difficulty, Features, Level, Limits, Question};
use kuraban_testkit::{own, shared_levels};

fn measured(level: &Level) -> (Features, Difficulty) {
    let question = Question::default().limits(Limits::default().nodes(2_000_000));
    let stands_still = || Duration::ZERO;
    let measured = Difficulty::measure(level, &question, &stands_still).expect("boxes");
    (measured.features.expect("solved"), measured.difficulty.expect("solved"))
}

/// Greedy effort, moves, gap, value and points of the first levels of our own collection. A change
/// of the engine `push` may change the first column and the last two; say so in its commit.
const GOLDEN: [(u64, usize, u64, f64, i64); 20] = [
    (1, 2, 0, 0.0, -55),
    (1, 6, 0, 0.0, -22),
    (2, 6, 0, 0.0, -17),
    (4, 16, 0, 0.1, 18),
    (4, 21, 0, 6.6, 26),
    (6, 21, 0, 9.6, 29),
    (7, 15, 0, 2.7, 21),
    (29, 35, 0, 34.7, 61),
    (8, 37, 0, 25.4, 49),
    (12, 27, 0, 21.1, 44),
    (40, 85, 6, 75.9, 112),
    (79, 62, 16, 82.1, 120),
    (30, 68, 2, 60.6, 93),
    (1167, 105, 28, 100.0, 172),
    (141, 137, 28, 100.0, 156),
    (86, 70, 10, 81.9, 120),
    (75, 95, 22, 94.6, 136),
    (267, 94, 26, 100.0, 151),
    (115, 109, 20, 100.0, 144),
    (79, 107, 26, 99.3, 142),
];

#[test]
fn values_are_fixed() {
    let found: Vec<(u64, usize, u64, f64, i64)> = own()[..GOLDEN.len()]
        .iter()
        .map(|level| {
            let (seen, difficulty) = measured(level);
            assert!(seen.exact && difficulty.exact);
            (seen.greedy, seen.moves, seen.gap, difficulty.value, difficulty.points)
        })
        .collect();
    assert!(found == GOLDEN, "{found:#?}");
}

/// The chance that a level of the first kind is judged harder than one of the second.
fn area_under_curve(hard: &[f64], others: &[f64]) -> f64 {
    let mut wins = 0.0;
    for a in hard {
        for b in others {
            wins += if a > b { 1.0 } else { 0.5 * f64::from(u8::from(a >= b)) };
        }
    }
    wins / (hard.len() * others.len()) as f64
}

#[test]
fn hard_levels_are_told_from_others() {
    let sets =
        (shared_levels("boxoban_hard_500"), shared_levels("boxoban_unfiltered_test"));
    let (Some(hard), Some(others)) = sets else { return };
    let values = |levels: &[Level]| -> Vec<f64> {
        levels.iter().map(|level| measured(level).1.value).collect()
    };
    // Every second one, to be quick; of all 1,500 it is 0.939.
    let sample = |levels: Vec<Level>| levels.into_iter().step_by(2).collect::<Vec<_>>();
    let area = area_under_curve(&values(&sample(hard)), &values(&sample(others)));
    assert!(area >= 0.92, "{area}");
}

#[test]
fn reasons_are_strongest_first_and_at_most_four() {
    let easy = Features { boxes: 1, greedy: 2, moves: 3, ..Features::default() };
    assert!(Difficulty::of(&easy).reasons.is_empty());
    let nearer = Features {
        course: Some(Course { piece: 1, ..Course::default() }),
        order: Some(Order::Free),
        home_at_once: Some(1),
        ..easy.clone()
    };
    assert_eq!(
        Difficulty::of(&nearer).reasons,
        [
            "Every push leads nearer.",
            "1 box can go home at once.",
            "Any packing order works."
        ]
    );
    let hard = Features {
        greedy: 1_000,
        gap: 200,
        course: Some(Course { counter_pushes: 5, again: 9, piece: 12 }),
        fatal_first: Some((3, 4)),
        silent_trap: Some(9),
        ..easy
    };
    let reasons = Difficulty::of(&hard).reasons;
    assert_eq!(reasons.len(), 4);
    assert!(reasons[0].starts_with("200 pushes more"), "{reasons:?}");
    assert!(reasons[1].starts_with("A greedy player"), "{reasons:?}");
}

#[test]
fn an_estimate_is_called_one_and_many_boxes_get_points() {
    let few = Features { boxes: 4, greedy: 40, moves: 60, ..Features::default() };
    assert_eq!(Difficulty::of(&few).words(), "about 50 (medium)");
    let many = Features { boxes: 5, exact: true, ..few };
    assert_eq!(Difficulty::of(&many).words(), "81 points");
    let nothing = Difficulty::of(&Features::default());
    assert_eq!((nothing.value, nothing.points), (0.0, -83));
}

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

/// Greedy effort, moves, gap and value of the first levels of our own collection. A change of the
/// engine `push` may change the first column and the last; say so in its commit.
const GOLDEN: [(u64, usize, u64, f64); 20] = [
    (1, 2, 0, 1.2),
    (1, 6, 0, 2.8),
    (2, 6, 0, 3.1),
    (4, 16, 0, 7.2),
    (4, 21, 0, 8.7),
    (6, 21, 0, 9.4),
    (7, 15, 0, 7.7),
    (29, 35, 0, 18.6),
    (8, 37, 0, 14.6),
    (12, 27, 0, 13.0),
    (40, 85, 6, 45.3),
    (79, 62, 16, 50.1),
    (30, 68, 2, 33.9),
    (1167, 105, 28, 78.4),
    (141, 137, 28, 71.2),
    (86, 70, 10, 49.9),
    (75, 95, 22, 59.7),
    (267, 94, 26, 68.5),
    (115, 109, 20, 64.3),
    (79, 107, 26, 63.2),
];

#[test]
fn values_are_fixed() {
    let found: Vec<(u64, usize, u64, f64)> = own()[..GOLDEN.len()]
        .iter()
        .map(|level| {
            let (seen, difficulty) = measured(level);
            assert!(seen.exact && difficulty.exact);
            (seen.greedy, seen.moves, seen.gap, difficulty.value)
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
fn an_estimate_is_called_one_and_all_levels_share_one_scale() {
    let few = Features { boxes: 4, greedy: 40, moves: 60, ..Features::default() };
    assert_eq!(Difficulty::of(&few).words(), "about 27 of 100 (easy)");
    let many = Features { boxes: 5, exact: true, ..few };
    assert_eq!(Difficulty::of(&many).words(), "27 of 100 (easy)");
    let nothing = Difficulty::of(&Features::default());
    assert_eq!((nothing.value, nothing.band()), (0.6, "very easy"));
    // The largest levels come near the end, and the harder one nearer.
    let large = Features { greedy: 100_000, moves: 1_000, gap: 50, ..many };
    let larger = Features { greedy: 300_000, ..large.clone() };
    let (large, larger) = (Difficulty::of(&large), Difficulty::of(&larger));
    assert!(large.value < larger.value && larger.value < 100.0, "{large:?} {larger:?}");
    assert!((large.sum() - 21.8).abs() < 0.5, "{}", large.sum());
}

#[test]
fn words_fit_known_collections() {
    let (Some(microban), Some(xsokoban)) =
        (shared_levels("microban1"), shared_levels("xsokoban"))
    else {
        return;
    };
    let bands = |levels: &[Level]| -> Vec<&str> {
        levels.iter().map(|level| measured(level).1.band()).collect()
    };
    for easy in bands(&microban[..5]) {
        assert!(["very easy", "easy"].contains(&easy), "{easy}");
    }
    assert_eq!(bands(&xsokoban[..1]), ["hard"]);
}

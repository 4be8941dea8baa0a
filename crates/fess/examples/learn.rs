//! Learns from known solutions what moves on the way to a landmark are worth, from the start and from the
//! goals.
//!
//! `learn COLLECTION..`, names of collections in `../shared/levels` with known solutions: the weights by
//! which the moves of the solutions are the most likely ones, where a move is as likely as the exponential
//! of its worth, compared with those of the other moves. They go into `spaces/nearness.rs`, where it says
//! which collections they were learned from.
#![expect(clippy::print_stdout, reason = "an example that prints its results")]

use kuraban_fess::lessons::{Lesson, Lessons};

/// Steps of the gradient, and how far one goes at first.
const ROUNDS: usize = 400;
const STEP: f64 = 1.5;

fn main() {
    let mut all = Lessons::default();
    for name in std::env::args().skip(1) {
        let known =
            kuraban_testkit::shared_solved(&name).expect("the collection is there");
        for solved in known {
            all.extend(Lessons::new(&solved.level, &solved.steps));
        }
    }
    if all.ahead.is_empty() || all.back.is_empty() {
        println!("learn COLLECTION..");
        return;
    }
    for (end, lessons) in [("start", all.ahead), ("goals", all.back)] {
        println!("from the {end}: {} lessons", lessons.len());
        let weights = learned(&lessons);
        let share =
            lessons.iter().filter(|lesson| none_is_better(lesson, &weights)).count();
        println!("no move is better than that of the solution in {share}");
        println!("{weights:.3?}");
    }
}

/// What a move is worth.
fn worth(terms: &[f32], weights: &[f64]) -> f64 {
    terms.iter().zip(weights).map(|(&term, weight)| f64::from(term) * weight).sum()
}

fn none_is_better(lesson: &Lesson, weights: &[f64]) -> bool {
    let made = worth(&lesson.moves[lesson.made], weights);
    lesson.moves.iter().all(|terms| worth(terms, weights) <= made)
}

/// The weights by which the lessons are the most likely, by gradient steps that fit their size to
/// each weight (`AdaGrad`).
fn learned(lessons: &[Lesson]) -> Vec<f64> {
    let count = lessons[0].moves[0].len();
    let (mut weights, mut squares) = (vec![0.0; count], vec![1e-9; count]);
    for round in 0..ROUNDS {
        let (mut gradient, mut likely) = (vec![0.0; count], 0.0);
        for lesson in lessons {
            let worths: Vec<f64> =
                lesson.moves.iter().map(|terms| worth(terms, &weights)).collect();
            let most = worths.iter().copied().fold(f64::MIN, f64::max);
            let parts: Vec<f64> =
                worths.iter().map(|worth| (worth - most).exp()).collect();
            let sum: f64 = parts.iter().sum();
            likely += (parts[lesson.made] / sum).ln();
            for at in 0..count {
                let mean: f64 = lesson
                    .moves
                    .iter()
                    .zip(&parts)
                    .map(|(terms, part)| f64::from(terms[at]) * part / sum)
                    .sum();
                gradient[at] += f64::from(lesson.moves[lesson.made][at]) - mean;
            }
        }
        for at in 0..count {
            let slope = gradient[at] / lessons.len() as f64;
            squares[at] += slope * slope;
            weights[at] += STEP * slope / squares[at].sqrt();
        }
        if round % 100 == 99 {
            println!("round {}: {:.4}", round + 1, likely / lessons.len() as f64);
        }
    }
    weights
}

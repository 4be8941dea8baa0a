//! A run may end at any look at the clock, amid an expansion too: nothing false is claimed then.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use kuraban_level::Level;
use kuraban_push::{OPTIMAL, PULL, PUSH};
use kuraban_search::{
    Cancel, Claim, Engine, Limits, Objective, Outcome, Question, Run, Silent, Stage,
    drive,
};

/// Asks an engine until the clock was looked at so many times.
fn until(
    engine: &dyn Engine,
    level: &Arc<Level>,
    objective: Objective,
    looks: u64,
) -> Outcome {
    let looked = AtomicU64::new(0);
    let clock = || Duration::from_nanos(looked.fetch_add(1, Ordering::Relaxed));
    let limits = Limits::default().time(Duration::from_nanos(looks));
    let run = Run::new(limits, Cancel::default(), &clock);
    let question = Question::default().objective(objective);
    let mut search = engine.begin(level, &question);
    drive(&mut *search, &run, &mut Silent)
}

/// Walls around `width` x `height` squares with two boxes, fewest pushes 15.
fn hall(width: usize, height: usize) -> Level {
    let mut rows = vec![vec![b'#'; width]; height];
    for row in &mut rows[1..height - 1] {
        row[1..width - 1].fill(b' ');
    }
    for (row, column, square) in
        [(2, 2, b'@'), (2, 4, b'$'), (4, 3, b'$'), (2, 12, b'.'), (9, 5, b'.')]
    {
        rows[row][column] = square;
    }
    let rows: Vec<_> = rows.iter().map(|row| String::from_utf8_lossy(row)).collect();
    rows.join("\n").parse().expect("a level")
}

#[test]
fn a_stop_amid_an_expansion_proves_nothing() {
    let mut stopped = 0;
    // On bitboards of more than 16 words, and on none.
    for level in [hall(40, 40), hall(70, 70)].map(Arc::new) {
        let asked: [(&dyn Engine, Objective); 4] = [
            (&PULL, Objective::Any),
            (&PUSH, Objective::Any),
            (&OPTIMAL, Objective::Pushes),
            (&OPTIMAL, Objective::Moves),
        ];
        for (engine, objective) in asked {
            if engine.accepts(&level, objective).is_err() {
                continue;
            }
            for looks in 0..40 {
                let outcome = until(engine, &level, objective, looks);
                stopped += u32::from(outcome.stop.is_some());
                let who = format!("{} for {objective}, {looks} looks", engine.name());
                assert_ne!(outcome.stage, Stage::Unsolvable, "{who}");
                let pushes = outcome.bounds.get(&Claim::Pushes);
                assert!(pushes.is_none_or(|&pushes| pushes <= 15), "{who}: {pushes:?}");
            }
        }
    }
    assert!(stopped > 100, "{stopped} runs ended early");
}

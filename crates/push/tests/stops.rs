//! A run may end at any look at the clock, amid an expansion too: nothing false is claimed then.

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use common::hall;
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

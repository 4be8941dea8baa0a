//! Asks engines for proofs: `prove FILE SECONDS ENGINE...` runs them on every level of a
//! collection and counts the proofs that there is no solution.
#![expect(clippy::print_stdout, reason = "an example prints")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use kuraban_search::{Cancel, Limits, Question, Run, Silent, Stage, drive};

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, seconds, names @ ..] = &arguments[..] else {
        return Err("usage: prove FILE SECONDS ENGINE...".into());
    };
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    let seconds: u64 = seconds.parse().map_err(|_| "SECONDS is not a number")?;
    let levels = kuraban_testkit::levels(&text);
    for engine in kuraban_classic::engines() {
        if !names.iter().any(|name| name == engine.name()) {
            continue;
        }
        let (mut proved, mut expanded, begin) = (0, 0, Instant::now());
        for (index, level) in levels.iter().enumerate() {
            let begin = Instant::now();
            let clock = move || begin.elapsed();
            let limits = Limits::default().time(Duration::from_secs(seconds));
            let run = Run::new(limits, Cancel::default(), &clock);
            let mut search = engine.begin(&Arc::new(level.clone()), &Question::default());
            let outcome = drive(&mut *search, &run, &mut Silent);
            match outcome.stage {
                Stage::Unsolvable => proved += 1,
                other => println!("{} {}: {other:?}", engine.name(), index + 1),
            }
            expanded += outcome.account.expanded;
        }
        println!(
            "{}: {proved} of {} proved, {expanded} expanded, {:.1} s",
            engine.name(),
            levels.len(),
            begin.elapsed().as_secs_f64()
        );
    }
    Ok(())
}

//! Runs one engine on one level and prints its figures: `measure ENGINE OBJECTIVE FILE [NODES
//! [MIB]]`. The file holds one XSB board.
#![expect(clippy::print_stdout, reason = "an example prints")]

use std::sync::Arc;
use std::time::Instant;

use kuraban_level::Level;
use kuraban_search::{Cancel, Limits, Question, Run, Silent, Stage, drive};
use kuraban_verify::Solution;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [engine, objective, file, rest @ ..] = &arguments[..] else {
        return Err("usage: measure ENGINE OBJECTIVE FILE [NODES [MIB]]".into());
    };
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    let level: Level = text.parse().map_err(|error| format!("{error}"))?;
    let level = Arc::new(level);
    let engines = kuraban_classic::engines();
    let engine =
        engines.iter().find(|known| known.name() == engine).ok_or("no such engine")?;
    let question = Question::default().objective(objective.parse()?);
    engine.accepts(&level, question.objective).map_err(|refusal| refusal.to_string())?;
    let number = |index: usize| rest.get(index).and_then(|text| text.parse::<u64>().ok());
    let mut limits = Limits::default();
    limits.nodes = number(0).filter(|&nodes| nodes > 0);
    limits.memory = number(1).map(|mib| (mib as usize) << 20);
    let begin = Instant::now();
    let clock = move || begin.elapsed();
    let run = Run::new(limits, Cancel::default(), &clock);
    let outcome = drive(&mut *engine.begin(&level, &question), &run, &mut Silent);
    let seconds = begin.elapsed().as_secs_f64();
    let account = outcome.account;
    println!(
        "{seconds:.3} s, {} expanded, {} generated, {:.1} MiB in tables, bounds {:?}",
        account.expanded,
        account.generated,
        account.peak_bytes as f64 / f64::from(1 << 20),
        outcome.bounds,
    );
    let Stage::Solved(found) = outcome.stage else {
        let best = outcome.best.map(|found| found.steps.len());
        println!("{:?} {:?}, best {best:?}", outcome.stage, outcome.stop);
        return Ok(());
    };
    let solution =
        Solution::check(&level, &found.steps).map_err(|error| error.to_string())?;
    let figures = solution.figures();
    println!(
        "{} moves, {} pushes, proved {:?}",
        figures.moves, figures.pushes, found.optimal
    );
    println!("{}", solution.lurd());
    Ok(())
}

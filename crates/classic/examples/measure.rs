//! Runs one engine on one level and prints its figures: `measure ENGINE OBJECTIVE FILE [NODES
//! [MIB]]`. The file holds one XSB board.
#![expect(clippy::print_stdout, reason = "an example prints")]

use std::time::Instant;

use kuraban_level::Level;
use kuraban_search::{Cancel, Limits, Run, Silent, Verdict};
use kuraban_verify::Solution;

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [engine, objective, file, rest @ ..] = &arguments[..] else {
        return Err("usage: measure ENGINE OBJECTIVE FILE [NODES [MIB]]".into());
    };
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    let level: Level = text.parse().map_err(|error| format!("{error}"))?;
    let engines = kuraban_classic::engines();
    let engine =
        engines.iter().find(|known| known.name() == engine).ok_or("no such engine")?;
    let number = |index: usize| rest.get(index).and_then(|text| text.parse::<u64>().ok());
    let limits = Limits {
        nodes: number(0).filter(|&nodes| nodes > 0),
        memory: number(1).map(|mib| (mib as usize) << 20),
        time: None,
    };
    let begin = Instant::now();
    let clock = move || begin.elapsed();
    let mut listener = Silent;
    let mut run = Run::new(limits, Cancel::default(), &clock, &mut listener);
    let verdict = engine.solve(&level, objective.parse()?, &mut run);
    let seconds = begin.elapsed().as_secs_f64();
    let statistics = run.statistics;
    println!(
        "{seconds:.3} s, {} expanded, {} generated, {:.1} MiB in tables, bounds {:?}",
        statistics.expanded,
        statistics.generated,
        statistics.peak_bytes as f64 / f64::from(1 << 20),
        run.bounds(),
    );
    let found = match verdict {
        Ok(Verdict::Solved(found)) => found,
        other => {
            println!("{other:?}, best {:?}", run.best().map(|found| found.steps.len()));
            return Ok(());
        }
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

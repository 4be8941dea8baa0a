//! How many steps a second of processor time makes: `steps FILE [BOARDS [OBSERVATION]]`, one
//! thread, random actions.
#![expect(clippy::print_stdout, reason = "an example")]

use std::sync::Arc;

use kuraban_env::{Batch, Buffers, Levels, Observation, Options, Reset, Seen, Stream};
use kuraban_testkit::thread_cpu;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("steps FILE [BOARDS [OBSERVATION]]")?;
    let boards: usize = arguments.next().map_or(Ok(1024), |count| count.parse())?;
    let only: Option<Observation> =
        arguments.next().map(|name| name.parse()).transpose()?;
    let read = kuraban_level::Reader::open(file, kuraban_level::Format::Auto)?;
    let levels = Arc::new(Levels::new(read.filter_map(|entry| entry.level.ok()))?);
    let mut stream = Stream::new(1, 0);
    let actions: Vec<Vec<i64>> = (0..64)
        .map(|_| (0..boards).map(|_| i64::from(stream.below(4))).collect())
        .collect();
    let wanted = |seen: &Observation| only.is_none_or(|only| only == *seen);
    for observation in Observation::ALL.into_iter().filter(wanted) {
        for end_on_deadlock in [false, true] {
            let options = Options { observation, end_on_deadlock, ..Options::default() };
            let mut batch = Batch::new(&levels, boards, 1, options)?;
            let mut seen =
                [vec![0; batch.observation_bytes()], vec![0; batch.observation_bytes()]];
            let mut told = Buffers::of(boards);
            batch.reset(&Reset::default(), &mut seen[0], told.all())?;
            for (name, kind) in
                [("one", Seen::Last), ("two", Seen::BeforeLast), ("any", Seen::Never)]
            {
                let rounds = (8_000_000 / boards).clamp(1, 1_000_000);
                let begun = thread_cpu();
                for round in 0..rounds {
                    let which = if kind == Seen::BeforeLast { round % 2 } else { 0 };
                    let actions = &actions[round % actions.len()];
                    batch.step(actions, kind, &mut seen[which], told.all(), None)?;
                }
                let seconds = thread_cpu().saturating_sub(begun).as_secs_f64();
                let rate = (rounds * boards) as f64 / seconds / 1e6;
                println!(
                    "{observation:9} deadlocks {end_on_deadlock:5} buffer {name}: {rate:6.1} M/s"
                );
            }
        }
    }
    Ok(())
}

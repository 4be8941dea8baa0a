//! The length of the turns makes no difference.

use std::time::Duration;

use crate::common::begin;
use kuraban_level::{Level, Rules};
use kuraban_search::{
    Account, Cancel, Engine, Found, Limits, News, Objective, Run, Stage, Turn,
};

/// A board that is large enough to be expanded in parts, with little to do on it.
const WIDE: usize = 230;

/// Everything that a search tells, in turns of that much work.
#[derive(Debug, PartialEq)]
struct Told {
    stage: Stage,
    found: Vec<Found>,
    news: Vec<News>,
    account: Account,
}

fn in_turns(
    engine: &dyn Engine,
    level: &Level,
    objective: Objective,
    work: u64,
    limits: Limits,
) -> Told {
    let clock = || Duration::ZERO;
    let run = Run::new(limits, Cancel::default(), &clock).traced(true);
    let mut search = begin(engine, level, objective);
    let (mut found, mut news) = (Vec::new(), Vec::new());
    loop {
        let mut turn = Turn::new(&run, work, run.memory());
        let stage = search.advance(&mut turn);
        news.extend(turn.take_news());
        let account = search.account();
        assert!(
            account.peak_bytes <= run.memory() && account.bytes <= account.peak_bytes
        );
        match stage {
            Stage::Working if run.stop().is_none() => {}
            Stage::Found(better) => found.push(better),
            stage => return Told { stage, found, news, account },
        }
    }
}

fn compare(level: &Level, limits: Limits, label: &str) {
    for engine in kuraban_classic::engines() {
        for objective in Objective::ALL {
            if engine.accepts(level, objective).is_err() {
                continue;
            }
            let told =
                |work: u64| in_turns(engine.as_ref(), level, objective, work, limits);
            let whole = told(u64::MAX);
            for work in [1, 7] {
                let label = format!("{label} {} {objective} {work}", engine.name());
                assert_eq!(told(work), whole, "{label}");
            }
        }
    }
}

#[test]
fn turns_of_any_length_tell_the_same() {
    for seed in 0..60 {
        let limits = Limits::default().nodes(2_000);
        let level = kuraban_testkit::level(seed, Rules::Boxes);
        compare(&level, limits, &format!("boxes {seed}"));
        let level = kuraban_testkit::level(seed, Rules::Boulders);
        compare(&level, limits, &format!("boulders {seed}"));
    }
}

#[test]
fn turns_of_any_length_tell_the_same_on_a_large_board() {
    let wall = "#".repeat(WIDE);
    let floor = format!("#{}#\n", " ".repeat(WIDE - 2)).repeat(WIDE);
    let top = format!("#  .  .{}#", " ".repeat(WIDE - 8));
    let boxes = format!("#  $  $ @{}#", " ".repeat(WIDE - 10));
    let empty = format!("#{}#", " ".repeat(WIDE - 2));
    let text = format!("{wall}\n{empty}\n{top}\n{empty}\n{boxes}\n{floor}{wall}");
    let level: Level = text.parse().expect("a level");
    compare(&level, Limits::default().nodes(60), "large");
}

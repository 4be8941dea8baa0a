//! Limits, and what is known when they are reached.

use std::cell::Cell;
use std::time::Duration;

use crate::common::run;
use kuraban_level::{Level, Rules, Square};
use kuraban_search::{
    Cancel, Claim, Event, Limits, Listener, Objective, Run, Silent, Stop, Verdict,
};

/// Too many states for the memory and nodes of these tests.
const LARGE: &str = "############\n#   #  .  .#\n# $ $ $    #\n#   # $    #\n# $ @ . .  #\n\
                     #   #    . #\n############";

fn large() -> Level {
    LARGE.parse().expect("a level")
}

#[test]
fn memory_is_used_up_but_not_exceeded() {
    for engine in kuraban_classic::engines() {
        for objective in [Objective::Pushes, Objective::Moves] {
            if matches!(engine.name(), "greedy" | "astar" | "idastar" | "dfs" | "iddfs")
                || engine.refuses(&large(), objective).is_some()
            {
                continue;
            }
            let limit = 2 << 20;
            let limits = Limits { memory: Some(limit), ..Limits::default() };
            let clock = || Duration::ZERO;
            let mut listener = Silent;
            let mut run = Run::new(limits, Cancel::default(), &clock, &mut listener);
            let verdict = engine.solve(&large(), objective, &mut run);
            let label = format!("{} {objective}", engine.name());
            assert_eq!(verdict, Err(Stop::Memory), "{label}");
            let peak = run.statistics.peak_bytes;
            assert!(peak <= limit && peak * 10 >= limit * 8, "{label}: {peak}");
        }
    }
}

#[test]
fn every_engine_stops_at_the_very_node() {
    for engine in kuraban_classic::engines() {
        for objective in [Objective::Any, Objective::Pushes, Objective::Moves] {
            if engine.refuses(&large(), objective).is_some() {
                continue;
            }
            let limits = Limits { nodes: Some(5), ..Limits::default() };
            let ran = run(engine.as_ref(), &large(), objective, limits);
            let label = format!("{} {objective}", engine.name());
            assert_eq!((ran.verdict, ran.expanded), (Err(Stop::Nodes), 5), "{label}");
            assert!(
                ran.bounds
                    .iter()
                    .any(|&(claim, bound)| { claim == Claim::Pushes && bound >= 5 })
            );
        }
    }
}

#[test]
fn time_and_cancel_stop_every_engine() {
    for engine in kuraban_classic::engines() {
        let late = Cell::new(Duration::ZERO);
        let clock = || {
            late.set(late.get() + Duration::from_millis(1));
            late.get()
        };
        let limits =
            Limits { time: Some(Duration::from_millis(20)), ..Limits::default() };
        let mut listener = Silent;
        let mut run = Run::new(limits, Cancel::default(), &clock, &mut listener);
        let verdict = engine.solve(&large(), Objective::Any, &mut run);
        if engine.name() != "greedy" && !engine.name().contains("astar") {
            assert_eq!(verdict, Err(Stop::Time), "{}", engine.name());
        }
        let cancel = Cancel::default();
        cancel.cancel();
        let mut listener = Silent;
        let mut run = Run::new(Limits::default(), cancel, &clock, &mut listener);
        let verdict = engine.solve(&large(), Objective::Any, &mut run);
        assert_eq!(verdict, Err(Stop::Cancelled), "{}", engine.name());
    }
}

#[derive(Default)]
struct Lines(Vec<String>);

impl Listener for Lines {
    fn hear(&mut self, event: &Event<'_>) {
        if let Event::Trace(line) = event {
            self.0.push((*line).to_string());
        }
    }

    fn wants_trace(&self) -> bool {
        true
    }
}

#[test]
fn the_trace_tells_each_of_the_eight_actions() {
    // Floor, player, boulder, floor, goal, floor in a row.
    let mut squares = vec![Square::FLOOR; 6];
    squares[2] = Square::BOX;
    squares[4] = Square::GOAL;
    let level = Level::new(Rules::Boulders, 6, squares, &[1]).expect("a level");
    let clock = || Duration::ZERO;
    let mut lines = Lines::default();
    let mut run = Run::new(Limits::default(), Cancel::default(), &clock, &mut lines);
    let engines = kuraban_classic::engines();
    let verdict = engines[0].solve(&level, Objective::Moves, &mut run);
    assert!(matches!(verdict, Ok(Verdict::Solved(_))));
    assert_eq!(
        lines.0[..9],
        [
            "expansion 1, depth 0: player (0,1), boulders (0,2)",
            "  MU impossible",
            "  MR impossible",
            "  MD impossible",
            "  ML possible",
            "  PU impossible",
            "  PR possible",
            "  PD impossible",
            "  PL impossible",
        ]
    );
    assert!(lines.0.iter().any(|line| line.contains("already seen")), "{:?}", lines.0);
}

#[test]
fn every_engine_can_be_traced() {
    let level: Level = "######\n#@ $.#\n#    #\n######".parse().expect("a level");
    for engine in kuraban_classic::engines() {
        let clock = || Duration::ZERO;
        let mut lines = Lines::default();
        let mut run = Run::new(Limits::default(), Cancel::default(), &clock, &mut lines);
        let verdict = engine.solve(&level, Objective::Any, &mut run);
        assert!(matches!(verdict, Ok(Verdict::Solved(_))));
        let expanded = run.statistics.expanded as usize;
        let told = lines.0.iter().filter(|line| line.starts_with("expansion")).count();
        assert_eq!(told, expanded, "{}", engine.name());
    }
}

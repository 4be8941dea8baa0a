//! Limits, and what is known when they are reached.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::common::{begin, run};
use kuraban_level::{Level, Rules, Square};
use kuraban_search::{
    Cancel, Claim, Engine, Event, Limits, Listener, Objective, Outcome, Run, Silent,
    Stage, Stop, drive,
};
use kuraban_testkit::{hall, snake, thread_cpu};

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
                || engine.accepts(&large(), objective).is_err()
            {
                continue;
            }
            let limit = 2 << 20;
            let ran = run(
                engine.as_ref(),
                &large(),
                objective,
                Limits::default().memory(limit),
            );
            let label = format!("{} {objective}", engine.name());
            assert_eq!(
                (ran.stage, ran.stop),
                (Stage::Full, Some(Stop::Memory)),
                "{label}"
            );
            let peak = ran.account.peak_bytes;
            assert!(peak <= limit && peak * 10 >= limit * 8, "{label}: {peak}");
        }
    }
}

#[test]
fn every_engine_stops_at_the_very_node() {
    for engine in kuraban_classic::engines() {
        for objective in [Objective::Any, Objective::Pushes, Objective::Moves] {
            if engine.accepts(&large(), objective).is_err() {
                continue;
            }
            let ran =
                run(engine.as_ref(), &large(), objective, Limits::default().nodes(5));
            let label = format!("{} {objective}", engine.name());
            let stopped = (ran.stop, ran.account.expanded);
            assert_eq!(stopped, (Some(Stop::Nodes), 5), "{label}");
            assert!(ran.bounds.get(&Claim::Pushes) >= Some(&5), "{label}");
        }
    }
}

#[test]
fn time_and_cancel_stop_every_engine() {
    for engine in kuraban_classic::engines() {
        let ticks = AtomicU64::new(0);
        let clock = || Duration::from_millis(ticks.fetch_add(1, Ordering::Relaxed));
        let limits = Limits::default().time(Duration::from_millis(20));
        let any = || begin(engine.as_ref(), &large(), Objective::Any);
        let run = Run::new(limits, Cancel::default(), &clock);
        let ran = drive(&mut *any(), &run, &mut Silent);
        if engine.name() != "greedy" && !engine.name().contains("astar") {
            assert_eq!(ran.stop, Some(Stop::Time), "{}", engine.name());
        }
        let cancel = Cancel::default();
        cancel.cancel();
        let run = Run::new(Limits::default(), cancel, &clock);
        let ran = drive(&mut *any(), &run, &mut Silent);
        assert_eq!(ran.stop, Some(Stop::Cancelled), "{}", engine.name());
    }
}

#[derive(Default)]
struct Lines(Vec<String>);

impl Listener for Lines {
    fn hear(&mut self, event: &Event<'_>) -> ControlFlow<()> {
        if let Event::Trace(line) = event {
            self.0.push((*line).to_string());
        }
        ControlFlow::Continue(())
    }

    fn wants_trace(&self) -> bool {
        true
    }
}

/// Runs an engine and keeps its trace.
fn traced(engine: &dyn Engine, level: &Level, objective: Objective) -> (Outcome, Lines) {
    let clock = || Duration::ZERO;
    let mut lines = Lines::default();
    let run = Run::new(Limits::default(), Cancel::default(), &clock).traced(true);
    let outcome = drive(&mut *begin(engine, level, objective), &run, &mut lines);
    (outcome, lines)
}

#[test]
fn the_trace_tells_each_of_the_eight_actions() {
    // Floor, player, boulder, floor, goal, floor in a row.
    let mut squares = vec![Square::FLOOR; 6];
    squares[2] = Square::BOX;
    squares[4] = Square::GOAL;
    let level = Level::new(Rules::Boulders, 6, squares, &[1]).expect("a level");
    let engines = kuraban_classic::engines();
    let (ran, lines) = traced(engines[0].as_ref(), &level, Objective::Moves);
    assert!(matches!(ran.stage, Stage::Solved(_)));
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
        let (ran, lines) = traced(engine.as_ref(), &level, Objective::Any);
        assert!(matches!(ran.stage, Stage::Solved(_)));
        let expanded = ran.account.expanded as usize;
        let told = lines.0.iter().filter(|line| line.starts_with("expansion")).count();
        assert_eq!(told, expanded, "{}", engine.name());
    }
}

/// Time allowed beyond a limit. A test build takes two or three times as long as a release.
const OVER: Duration = Duration::from_millis(100);

/// A clock that tells the processor time of this thread: others on the machine do not count.
#[test]
fn limits_hold_on_large_boards() {
    for (name, level) in [
        ("hall", hall(200, 200, 20)),
        ("board", hall(1000, 1000, 1)),
        ("boxes", hall(1000, 1000, 1000)),
        ("snake", snake(300)),
    ] {
        for engine in kuraban_classic::engines() {
            let label = format!("{name} {}", engine.name());
            let mut search = begin(engine.as_ref(), &level, Objective::Pushes);
            let (time, memory) = (Duration::from_millis(200), 256 << 20);
            let begun = thread_cpu();
            let clock = || thread_cpu().saturating_sub(begun);
            let limits = Limits::default().time(time).memory(memory);
            let run = Run::new(limits, Cancel::default(), &clock);
            let ran = drive(&mut *search, &run, &mut Silent);
            let took = clock();
            assert!(took < time + OVER, "{label}: {took:?}");
            assert!(ran.account.peak_bytes <= memory, "{label}: {:?}", ran.account);
            assert!(!matches!(ran.stage, Stage::Failed(_)), "{label}: {:?}", ran.stage);
        }
    }
}

/// Somebody cancels after 50 ms of processor time; the clock does it when it is looked at.
#[test]
fn cancelling_is_answered_on_large_boards() {
    let after = Duration::from_millis(50);
    for (name, level) in [("hall", hall(200, 200, 20)), ("board", hall(1000, 1000, 1))] {
        for engine in kuraban_classic::engines() {
            let label = format!("{name} {}", engine.name());
            let mut search = begin(engine.as_ref(), &level, Objective::Pushes);
            let (cancel, begun) = (Cancel::default(), thread_cpu());
            let clock = || {
                let elapsed = thread_cpu().saturating_sub(begun);
                if elapsed >= after {
                    cancel.cancel();
                }
                elapsed
            };
            // Without a limit of time nobody looks at the clock.
            let limits = Limits::default().time(Duration::MAX);
            let run = Run::new(limits, cancel.clone(), &clock);
            let ran = drive(&mut *search, &run, &mut Silent);
            let took = thread_cpu().saturating_sub(begun);
            assert!(took < after + OVER, "{label}: {took:?}");
            let is_over = ran.stop == Some(Stop::Cancelled) || took < after;
            assert!(is_over, "{label}: {:?}", ran.stage);
        }
    }
}

#[test]
fn a_board_that_does_not_fit_is_not_made() {
    let level = hall(1000, 1000, 1);
    for engine in kuraban_classic::engines() {
        let ran = run(
            engine.as_ref(),
            &level,
            Objective::Pushes,
            Limits::default().memory(8 << 20),
        );
        assert_eq!(ran.stage, Stage::Full, "{}", engine.name());
        assert_eq!(ran.account.peak_bytes, 0, "{}", engine.name());
    }
}

//! What the tests share: a runner and levels.

#![allow(dead_code, clippy::allow_attributes, reason = "not every test uses everything")]

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use kuraban_level::{Level, Rules};
use kuraban_sat::{Outcome, Planner, SatEngine, SatError};
use kuraban_search::{
    Cancel, Engine, Limits, Objective, Outcome as Driven, Question, Run, Silent, Turn,
    drive,
};

/// Three boxes, thirteen steps.
pub(crate) const EXAMPLE: &str = "######\n#+   #\n#$$$.#\n#.   #\n######\n";

pub(crate) fn level(text: &str) -> Level {
    text.parse().expect("a level")
}

/// Works in one turn.
pub(crate) fn with_turn<T>(limits: Limits, work: impl FnOnce(&mut Turn<'_>) -> T) -> T {
    let began = Instant::now();
    let clock = || began.elapsed();
    let run = Run::new(limits, Cancel::default(), &clock);
    work(&mut Turn::new(&run, u64::MAX, run.memory()))
}

pub(crate) fn seconds(seconds: u64) -> Limits {
    Limits::default().time(Duration::from_secs(seconds))
}

pub(crate) fn milliseconds(milliseconds: u64) -> Limits {
    Limits::default().time(Duration::from_millis(milliseconds))
}

/// Asks the engine and gives it turns until it is done.
pub(crate) fn ask(level: &Level, objective: Objective, limits: Limits) -> Driven {
    let began = Instant::now();
    let clock = || began.elapsed();
    let question = Question::default().objective(objective);
    let mut search = SatEngine.begin(&Arc::new(level.clone()), &question);
    drive(&mut *search, &Run::new(limits, Cancel::default(), &clock), &mut Silent)
}

pub(crate) fn plan(planner: &Planner, level: &Level) -> Result<Outcome, SatError> {
    with_turn(seconds(300), |turn| planner.plan(level, turn))
}

/// Fewest moves and fewest pushes by trying everything; `None` where there is no solution.
pub(crate) fn least(level: &Level) -> Option<(u32, u32)> {
    kuraban_testkit::least(level).map(|least| (least.moves as u32, least.pushes as u32))
}

/// Small random levels, closed by walls or open at the edge.
pub(crate) fn small_levels(first: u64) -> impl Iterator<Item = Level> {
    let small = |level: &Level| {
        level.squares().len() <= 36 && (1..=2).contains(&level.boxes().len())
    };
    (first..).map(|seed| kuraban_testkit::level(seed, Rules::Boxes)).filter(small)
}

/// A program of the system; `None`, with a word, where it is missing.
pub(crate) fn program(name: &str) -> Option<PathBuf> {
    let found = std::env::split_paths(&std::env::var_os("PATH")?)
        .map(|folder| folder.join(name))
        .find(|path| path.is_file());
    if found.is_none() {
        kuraban_testkit::skip(&format!("the program {name}"));
    }
    found
}

/// A folder of this test's own, empty.
pub(crate) fn folder(name: &str) -> PathBuf {
    let path =
        std::env::temp_dir().join(format!("kuraban-sat-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a temporary folder");
    path
}

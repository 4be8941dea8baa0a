//! Kuraban: a Sokoban solving system.
//!
//! ```text
//! text ─Reader─> Level ─Engine::begin─> Search ─turns─> steps ─Solution::check─> Solution ──> Report
//! ```
//!
//! Text in any notation becomes a [`Level`]; an engine looks for steps; the referee plays
//! them, and only what it accepts becomes a [`Solution`]. A [`Report`] is one plain struct;
//! the command line's text and JSON and the web page's answers are made from it.
//!
//! ```
//! use kuraban::{Level, Question, solve};
//!
//! let level: Level = "#####\n#@$.#\n#####".parse()?;
//! let answer = solve(&level, &Question::default())?;
//! assert_eq!(answer.solution.expect("a solution").lurd(), "R");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Question`] says what is wanted and how far to go: objective, threads, limits. [`Solver`]
//! chooses another engine than `auto`, passes a [`Clock`], and tells a [`Listener`] what happens.
//!
//! Two features are on by default: `sat` is the engine of that name and its module; `serde`
//! writes reports, facts and plans and reads them back.

mod answer;
mod auto;
mod clock;
pub mod difficulty;
mod engines;
mod facts;
mod hint;
mod optimise;
pub mod output;
mod plan;
mod report;
#[cfg(feature = "sat")]
pub mod sat;
mod sessions;
mod shorten;
mod traced;
pub mod trouble;

pub use answer::{Answer, AskError, Asking, Solver, Status, solve};
pub use clock::SystemClock;
pub use difficulty::{Difficulty, Features};
pub use engines::{Listed, ListedStrategy, NoEngine, engine, engines, machine_threads};
pub use facts::{Facts, LowerBound, dead_squares, goal_distances};
pub use hint::{Hint, Push};
pub use optimise::{Optimised, Optimising, Wish, optimise};
pub use plan::{PackingPlan, Placing, PlanStep};
pub use report::{Checked, Report, SatCall, SatReport, Word};
pub use sessions::{Session, sessions};
pub use shorten::{Shortening, shorten};
pub use traced::{traced, traced_with};
pub use trouble::Trouble;

pub use kuraban_classic::{NoPositions, Positions, Scope};
pub use kuraban_fess::{NoStrategy, Strategy};
pub use kuraban_level::{
    Alphabet, Dialect, Dir, Entry, Flaw, Flaws, Format, Kind, Level, MapError, NoDialect,
    Place, Problem, Problems, Reader, Rules, Saved, SavedGame, Square, Step, Style,
    Symmetry, Tile, WriteError, WriteOptions, Writer, can_save, discard_unfinished,
    identity, lurd, read_path, words, write,
};
pub use kuraban_optimise::{Figure, Goal, NoGoal, SavedRun, Saver, TaskError};
pub use kuraban_search::{
    Account, BestCell, Cancel, Claim, Clock, Drive, Engine, Event, Farthest, Fault,
    Found, Limits, Listener, NoObjective, NoTies, Objective, Outcome, Pause, Promise,
    Question, Race, Refusal, Run, Search, Silent, Stage, Stop, Ties, Turn, ask, drive,
    panic_message,
};
pub use kuraban_verify::{
    Figures, Illegal, IllegalStep, LetterFigures, NotSolved, Played, Replay, Solution,
    after, play,
};

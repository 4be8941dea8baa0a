//! Kuraban: a Sokoban solving system.
//!
//! ```text
//! text ─Reader─> Level ─Engine─> steps ─Solution::check─> Solution ──> Report
//! ```
//!
//! Text in any notation becomes a [`Level`]; an engine looks for steps; the referee plays them,
//! and only what it accepts becomes a [`Solution`]. A [`Report`] is one plain struct of which
//! the command line's text and JSON and the web page's answers are functions.
//!
//! ```
//! use kuraban::{Level, Question, solve};
//!
//! let level: Level = "#####\n#@$.#\n#####".parse()?;
//! let answer = solve(&level, &Question::default());
//! assert_eq!(answer.solution.expect("a solution").lurd(), "R");
//! # Ok::<(), kuraban::Problems>(())
//! ```

mod answer;
mod auto;
mod engines;
mod facts;
pub mod output;
mod plan;
mod report;
pub mod sat;

pub use answer::{Answer, Question, Status, solve, solve_with};
pub use engines::{choose_engine, engine, engines, machine_threads};
pub use facts::Facts;
pub use plan::{PackingPlan, PlanStep};
pub use report::{Checked, Report, SatCall, SatReport};

pub use kuraban_fess::Strategy;
pub use kuraban_level::{
    Alphabet, Dialect, Dir, Entry, Format, Kind, Level, Place, Problem, Problems, Reader,
    Rules, SavedGame, Square, Step, Tile, WriteError, WriteOptions, Writer, identity,
    lurd, write,
};
pub use kuraban_search::{
    BestCell, Cancel, Claim, Clock, Engine, Event, Found, Limits, Listener, Objective,
    Promise, Run, Silent, Statistics, Stop, Verdict,
};
pub use kuraban_verify::{
    Figures, Illegal, LetterFigures, Played, Refusal, Replay, Solution, play,
};

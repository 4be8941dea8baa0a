//! What is wrong or odd about a level: the designer's second pair of eyes.
//!
//! A finding is a fact: a proof or a replayed solution stands behind it. It has places on the
//! board, and says what to do where that is clear. Most rules change something and solve the level
//! again, so a level has a [`Budget`] for all of them together; a rule that could not be settled
//! within it is listed as unsettled, never as fine.
//!
//! ```text
//! Entry, Level, Collection ─Subject::new─> Subject ─check(Selection, Budget)─> Report
//! ```
//!
//! [`RULES`] is the table of all rules, with a paragraph on each. A rule is a row there and a
//! function in a file of `rules`.
//!
//! ```
//! use kuraban::{Dialect, Entry, Question, SystemClock};
//! use kuraban_lint::{Budget, Collection, Depth, Selection, Subject};
//!
//! let level: kuraban::Level = "#######\n#@$ *.#\n#######".parse()?;
//! let entry = Entry::bare(Dialect::Xsb, Ok(level.clone()));
//! let collection = Collection::default();
//! let subject = Subject::new(&entry, &level, &collection, None);
//! let clock = SystemClock::start();
//! let mut budget = Budget::new(Question::default(), &clock, Depth::USUAL);
//! let report = subject.check(&Selection::default(), &mut budget);
//! assert_eq!(report.findings[0].rule, "S5");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod budget;
mod change;
mod check;
mod classes;
mod collection;
mod finding;
mod idle;
mod judge;
mod near;
mod plan;
mod play;
mod rule;
mod rules;
mod subject;
mod table;
mod words;

pub use budget::{Budget, Depth};
pub use check::Report;
pub use collection::{Checked, Collection};
pub use finding::{Finding, Fix, FixKind, Severity, Unsettled};
pub use judge::judge;
pub use rule::{Asked, NoRule, Rule, Selection};
pub use rules::{RULES, trimmed};
pub use subject::{Fingerprint, Subject};

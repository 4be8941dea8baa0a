//! How hard a level is, by itself: for those who want no findings.

use kuraban::{Clock, Dialect, Difficulty, Entry, Level, Question, Rules};

use crate::budget::{Budget, Depth};
use crate::collection::Collection;
use crate::rule::Selection;
use crate::subject::Subject;

/// Rules that find out what reasons for difficulty are told from.
const TELLING: &str = "B2,G1,T1,T2";

/// The difficulty of a level as [`Subject::check`] with all usual rules reports it; `None` where no
/// solution was found, and for boulder puzzles. Without `reasons` the rules are not asked: the value
/// is the same, and some reasons are missing.
pub fn judge(
    level: &Level,
    question: Question,
    clock: &dyn Clock,
    reasons: bool,
) -> Option<Difficulty> {
    if level.rules() == Rules::Boulders {
        return None;
    }
    let entry = Entry::bare(Dialect::Xsb, Ok(level.clone()));
    let collection = Collection::default();
    let subject = Subject::new(&entry, level, &collection, None);
    let mut budget = Budget::new(question, clock, Depth::USUAL);
    if reasons {
        let telling: Selection = TELLING.parse().expect("there are such rules");
        return subject.check(&telling, &mut budget).difficulty;
    }
    subject.difficulty(&budget)
}

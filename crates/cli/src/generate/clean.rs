//! Levels about which `lint` has no warning.

use std::cell::RefCell;

use kuraban::{Dialect, Entry, Level, Limits, Question, Run};
use kuraban_lint::{Budget, Collection, Depth, Selection, Severity, Subject, trimmed};

/// The levels that were taken: the next ones must not be near one of them.
pub(super) struct Clean<'a> {
    run: &'a Run<'a>,
    taken: RefCell<Collection>,
}

impl<'a> Clean<'a> {
    pub(super) fn new(run: &'a Run<'a>) -> Self {
        Self { run, taken: RefCell::default() }
    }

    /// Whether a level gives no warning and nothing is unsettled; such a one is remembered. All
    /// limits are counts, but for the clock of the run, which ends everything.
    pub(super) fn takes(&self, level: &Level) -> bool {
        let level = trimmed(level);
        let mut entry = Entry::bare(Dialect::Xsb, Ok(level.clone()));
        entry.title = Some("of no account".to_owned());
        let mut taken = self.taken.borrow_mut();
        let subject = Subject::new(&entry, &level, &taken, None);
        let stands_still = || std::time::Duration::ZERO;
        let question = Question::default().limits(Limits::default());
        let mut budget = Budget::new(question, &stands_still, Depth::USUAL);
        let report = subject.check(&Selection::warning(), &mut budget);
        let is_clean = report.worst().is_none_or(|worst| worst < Severity::Warning)
            && report.unsettled.is_empty();
        if !is_clean || self.run.stop().is_some() {
            return false;
        }
        let checked = subject.checked(&report, &budget);
        drop(subject);
        taken.add(String::new(), 0, None, &level, checked);
        true
    }
}

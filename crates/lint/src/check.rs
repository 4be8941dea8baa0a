//! Asks all rules about a level.

use std::collections::BTreeMap;

use kuraban::{Difficulty, Entry, identity};
use serde::Serialize;

use crate::budget::Budget;
use crate::collection::Checked;
use crate::finding::{Finding, Severity, Unsettled};
use crate::rule::{Asked, Selection};
use crate::rules;
use crate::subject::{Fingerprint, Subject};

/// What is said of levels that are no puzzles of boxes.
const NOT_JUDGED: &str = "boulder puzzles are not judged: only their form is looked at";

/// What the rules have to say about a level.
#[derive(Clone, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct Report {
    /// The file, where it is known.
    pub file: Option<String>,
    /// The number of the level in it, from one.
    pub index: usize,
    /// Its title.
    pub title: Option<String>,
    /// `checked`, or `invalid` for a text that is no level.
    pub status: &'static str,
    /// Why it is invalid, or why most rules were not asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The level's identity, equal for equal boards.
    pub id: Option<String>,
    /// The identity of its core: the level with its idle floor filled.
    pub core: Option<String>,
    /// What experiments compare.
    pub fingerprint: Option<Fingerprint>,
    /// How hard it is.
    pub difficulty: Option<Difficulty>,
    /// What was found, the worst first.
    pub findings: Vec<Finding>,
    /// Rules that could not be settled within the limits.
    pub unsettled: Vec<&'static str>,
    /// Why not, by rule.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub because: BTreeMap<&'static str, String>,
}

impl Report {
    /// The worst of its findings.
    pub fn worst(&self) -> Option<Severity> {
        self.findings.iter().map(|finding| finding.severity).max()
    }

    /// The report on a text that is no level.
    pub fn invalid(entry: &Entry, reason: String) -> Self {
        let problems = entry.level.as_ref().err();
        let mut findings: Vec<Finding> =
            problems.and_then(rules::unbalanced).into_iter().collect();
        for finding in &mut findings {
            finding.rule = "S2";
        }
        Self {
            index: entry.index,
            title: entry.title.clone(),
            status: "invalid",
            reason: Some(reason),
            findings,
            ..Self::default()
        }
    }
}

impl Subject<'_> {
    /// Asks the rules that are wanted.
    pub fn check(&self, selection: &Selection, budget: &mut Budget<'_>) -> Report {
        let mut report = Report {
            index: self.entry.index,
            title: self.entry.title.clone(),
            status: "checked",
            id: Some(identity::exact(self.level)),
            ..Report::default()
        };
        if self.is_boulders() {
            report.reason = Some(NOT_JUDGED.to_owned());
        }
        for rule in selection.rules() {
            // With boulders nothing can be asked but the form.
            let is_form = rule.id.starts_with('F') && rule.asked == Asked::AtOnce;
            if self.is_boulders() && !is_form {
                continue;
            }
            let mut found = Vec::new();
            match (rule.check)(self, budget, &mut found) {
                Ok(()) | Err(Unsettled::NotApplicable) => {}
                Err(Unsettled::Because(why)) => {
                    report.unsettled.push(rule.id);
                    report.because.insert(rule.id, why);
                }
            }
            for mut finding in found {
                finding.rule = rule.id;
                report.findings.push(finding);
            }
        }
        if !self.is_boulders() {
            report.fingerprint = Some(self.fingerprint(budget));
            report.difficulty = self.difficulty(budget);
        }
        report.core = self.core().map(identity::exact);
        let place = |id: &str| rules::RULES.iter().position(|rule| rule.id == id);
        report.findings.sort_by_key(|finding| {
            (std::cmp::Reverse(finding.severity), place(finding.rule))
        });
        report.unsettled.sort_by_key(|id| place(id));
        report
    }

    /// The level with its idle floor filled, if a rule has asked for it.
    fn core(&self) -> Option<&kuraban::Level> {
        self.known_idle_floor().map(|idle| &idle.level)
    }

    /// What the next levels are compared with.
    pub fn checked(&self, report: &Report, budget: &Budget<'_>) -> Checked {
        if self.is_boulders() {
            return Checked::default();
        }
        Checked {
            core: self.core().map(identity::canonical),
            steps: rules::steps(self, budget),
            difficulty: report.difficulty.as_ref().map(|difficulty| difficulty.value),
        }
    }
}

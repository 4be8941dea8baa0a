//! Findings in words.

use std::collections::BTreeMap;
use std::io::{self, Write};

use kuraban::Level;
use kuraban_lint::{FixKind, Report, Severity};

use crate::input::Item;
use crate::say::tell;
use crate::words::{clean, columns, count, wrapped};

/// Writes what is known of a level, and its findings.
pub(super) fn tell(
    report: &Report,
    item: &Item<'_>,
    level: &Level,
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(out, "{}", wrapped("", &head(report, item, level), columns()))?;
    if let Some(why) = &report.reason {
        writeln!(out, "{}", wrapped("  ", why, columns()))?;
    }
    for finding in &report.findings {
        let head = format!("  {:<7} {:<3} ", finding.severity, finding.rule);
        writeln!(out, "{}", wrapped(&head, &finding.text, columns()))?;
    }
    // Rules with the same reason stand together.
    let mut reasons: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (&rule, why) in &report.because {
        reasons.entry(why).or_default().push(rule);
    }
    for (why, mut rules) in reasons {
        rules.sort_by_key(|rule| report.unsettled.iter().position(|id| id == rule));
        let text = format!("{}: {why}", rules.join(" "));
        writeln!(out, "{}", wrapped("  unsettled   ", &text, columns()))?;
    }
    let reasons = report.difficulty.as_ref().map(|difficulty| &difficulty.reasons);
    if let Some(reasons) = reasons.filter(|reasons| !reasons.is_empty()) {
        writeln!(out, "{}", wrapped("  why: ", &reasons.join(" "), columns()))?;
    }
    Ok(())
}

/// The line above the findings of a level.
fn head(report: &Report, item: &Item<'_>, level: &Level) -> String {
    let file =
        if item.file == "-" { String::new() } else { format!("{} ", clean(item.file)) };
    let is_number = |title: &&String| title.trim() == report.index.to_string();
    let title = report.title.as_ref().filter(|title| !is_number(title));
    let title = title.map_or(String::new(), |title| format!(" {}", clean(title)));
    let boxes = count(level.boxes().len(), "box");
    let mut parts = vec![
        format!("{file}level {}{title}", report.index),
        format!("{}x{}, {boxes}", level.width(), level.height()),
    ];
    if let Some(print) = &report.fingerprint {
        parts.push(match (print.solvable, print.pushes, print.moves) {
            (_, Some(pushes), Some(moves)) => {
                let proved =
                    if print.proved.contains(&"pushes,moves") { " (proved)" } else { "" };
                format!("{}, {}{proved}", count(pushes, "push"), count(moves, "move"))
            }
            (Some(false), ..) => "unsolvable (proved)".to_owned(),
            _ => "no solution found".to_owned(),
        });
    }
    if let Some(difficulty) = &report.difficulty {
        parts.push(format!("difficulty {}", difficulty.words()));
    }
    parts.join("   ")
}

/// Findings of all levels, counted.
#[derive(Default)]
pub(super) struct Sums {
    levels: usize,
    found: BTreeMap<Severity, usize>,
    unsettled: usize,
}

/// How many levels have the change that was asked for.
pub(super) fn fixed(kind: FixKind, changes: usize, levels: usize) -> String {
    let name = kind.name();
    match (changes, levels) {
        (0, 1) => format!("no finding offers `{name}`: the level is written as it was"),
        (0, _) => {
            format!("no finding offers `{name}`: the levels are written as they were")
        }
        _ => format!("{changes} of {} changed by `{name}`", count(levels, "level")),
    }
}

impl Sums {
    /// How many levels were looked at.
    pub(super) fn levels(&self) -> usize {
        self.levels
    }

    pub(super) fn add(&mut self, report: &Report) {
        self.levels += 1;
        for finding in &report.findings {
            *self.found.entry(finding.severity).or_default() += 1;
        }
        self.unsettled += usize::from(!report.unsettled.is_empty());
    }

    /// Tells the counts of several levels.
    pub(super) fn tell(&self) {
        if self.levels < 2 {
            return;
        }
        let counts = Severity::ALL.map(|severity| {
            count(self.found.get(&severity).copied().unwrap_or(0), severity.name())
        });
        let unsettled = match self.unsettled {
            0 => String::new(),
            some => format!("; rules unsettled in {some}"),
        };
        let levels = count(self.levels, "level");
        tell!("{levels}: {}{unsettled}", counts.join(", "));
    }
}

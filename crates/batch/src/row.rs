//! Rows: what is known of one level after one pass.

use std::collections::BTreeMap;

use kuraban::{Report, Word};
use serde::{Deserialize, Serialize};

use crate::LevelLine;

/// The answer to one level in one pass: the fields of `solve --json`, without what the level's
/// own line tells.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names are the contract's, which defines them")]
pub struct Row {
    /// The level, counted from zero over the run.
    pub n: u64,
    /// The pass, counted from one.
    pub pass: u32,
    pub id: String,
    pub rules: Word,
    pub boxes: usize,
    pub goals: usize,
    pub status: Word,
    #[serde(default)]
    pub reason: Option<String>,
    #[serde(default)]
    pub solution: Option<String>,
    #[serde(default)]
    pub moves: Option<usize>,
    #[serde(default)]
    pub pushes: Option<usize>,
    #[serde(default)]
    pub box_lines: Option<usize>,
    #[serde(default)]
    pub box_changes: Option<usize>,
    #[serde(default)]
    pub pushing_sessions: Option<usize>,
    #[serde(default)]
    pub player_lines: Option<usize>,
    #[serde(default)]
    pub robot_half_moves: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actions: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actions_count: Option<usize>,
    #[serde(default)]
    pub optimal: Vec<Word>,
    #[serde(default)]
    pub lower_bound: BTreeMap<Word, u64>,
    #[serde(default)]
    pub engine: String,
    #[serde(default)]
    pub found_by: Option<Word>,
    #[serde(default)]
    pub proved_by: Option<Word>,
    #[serde(default)]
    pub expanded: u64,
    #[serde(default)]
    pub generated: u64,
    #[serde(default)]
    pub seconds: f64,
    /// Processor time, where the system measures it.
    #[serde(default)]
    pub cpu_seconds: Option<f64>,
    #[serde(default)]
    pub peak_bytes: usize,
    #[serde(default)]
    pub warnings: Vec<String>,
}

impl Row {
    /// The row of a level that was asked about.
    pub(crate) fn new(line: &LevelLine, pass: u32, report: Report) -> Self {
        Self {
            n: line.n,
            pass,
            id: line.id.clone(),
            rules: report.rules.unwrap_or_default(),
            boxes: report.boxes.unwrap_or_default(),
            goals: report.goals.unwrap_or_default(),
            status: report.status,
            reason: report.reason,
            solution: report.solution,
            moves: report.moves,
            pushes: report.pushes,
            box_lines: report.box_lines,
            box_changes: report.box_changes,
            pushing_sessions: report.pushing_sessions,
            player_lines: report.player_lines,
            robot_half_moves: report.robot_half_moves,
            actions: report.actions,
            actions_count: report.actions_count,
            optimal: report.optimal,
            lower_bound: report.lower_bound,
            engine: report.engine.unwrap_or_default(),
            found_by: report.found_by,
            proved_by: report.proved_by,
            expanded: report.expanded,
            generated: report.generated,
            seconds: report.seconds,
            cpu_seconds: None,
            peak_bytes: report.peak_bytes,
            warnings: line.warnings.clone(),
        }
    }

    /// The row as a line, its end included.
    pub(crate) fn line(&self) -> Vec<u8> {
        let mut line = Vec::with_capacity(640);
        serde_json::to_writer(&mut line, self).expect("a row can be written");
        line.push(b'\n');
        line
    }

    /// Whether something was proved least, by the name of the claim.
    pub fn is_least(&self, claim: &str) -> bool {
        self.optimal.iter().any(|known| known == claim)
    }

    /// The row without what differs from one run to the next: times and memory.
    #[must_use]
    pub fn timeless(mut self) -> Self {
        (self.seconds, self.cpu_seconds, self.peak_bytes) = (0.0, None, 0);
        self
    }
}

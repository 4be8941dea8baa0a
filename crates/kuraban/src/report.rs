//! Reports: what the command line prints as JSON.

use std::collections::BTreeMap;

use kuraban_level::{Entry, Level, Rules, identity};
use kuraban_verify::{Figures, Played};
use serde::Serialize;

use crate::sat::{Call, Outcome, Planner};
use crate::{Answer, Status, output};

/// The answer to one level of one file. The field names are those of the contract.
#[derive(Clone, Debug, Default, Serialize)]
#[expect(missing_docs, reason = "the names are the contract's, which defines them")]
pub struct Report {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    pub index: usize,
    pub title: Option<String>,
    pub id: Option<String>,
    pub dialect: Option<&'static str>,
    pub rules: Option<&'static str>,
    pub width: Option<usize>,
    pub height: Option<usize>,
    pub boxes: Option<usize>,
    pub goals: Option<usize>,
    pub status: &'static str,
    pub reason: Option<String>,
    pub solution: Option<String>,
    pub moves: Option<usize>,
    pub pushes: Option<usize>,
    pub box_lines: Option<usize>,
    pub box_changes: Option<usize>,
    pub pushing_sessions: Option<usize>,
    pub player_lines: Option<usize>,
    pub robot_half_moves: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actions: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actions_count: Option<usize>,
    pub optimal: Vec<&'static str>,
    pub lower_bound: BTreeMap<&'static str, u64>,
    pub engine: Option<String>,
    /// The search that found the solution, and the one that proved what was asked for.
    pub found_by: Option<&'static str>,
    pub proved_by: Option<&'static str>,
    pub expanded: u64,
    pub generated: u64,
    pub seconds: f64,
    pub peak_bytes: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sat: Option<SatReport>,
    pub warnings: Vec<String>,
}

/// What the SAT planner adds to a report.
#[derive(Clone, Debug, Default, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct SatReport {
    pub encoding: &'static str,
    pub last_bound: u32,
    pub calls: Vec<SatCall>,
    pub notes: Vec<String>,
}

/// One call of a SAT solver.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct SatCall {
    pub encoding: &'static str,
    pub bound: u32,
    pub variables: usize,
    pub clauses: usize,
    pub conflicts: Option<u64>,
    pub seconds: f64,
    pub answer: &'static str,
}

impl SatReport {
    /// The calls of one question to the planner.
    pub fn new(planner: &Planner, outcome: &Outcome) -> Self {
        let call = |call: &Call| SatCall {
            encoding: call.encoding.name(),
            bound: call.bound,
            variables: call.variables,
            clauses: call.clauses,
            conflicts: call.conflicts,
            seconds: call.seconds,
            answer: call.answer,
        };
        Self {
            encoding: planner.encoding.name(),
            last_bound: outcome.last_bound,
            calls: outcome.calls.iter().map(call).collect(),
            notes: outcome.notes.clone(),
        }
    }
}

impl Report {
    /// The report on a level that was asked about.
    pub fn new(entry: &Entry, level: &Level, answer: &Answer) -> Self {
        let message = match &answer.status {
            Status::Error(message) => Some(message.clone()),
            _ => None,
        };
        let solution = answer.solution.as_ref();
        let figures = solution.map(kuraban_verify::Solution::figures);
        let actions = solution
            .filter(|_| level.rules() == Rules::Boulders)
            .map(|solution| output::actions(level, solution));
        Self {
            file: None,
            index: entry.index,
            title: entry.title.clone(),
            id: Some(identity::exact(level)),
            dialect: Some(entry.dialect.name()),
            rules: Some(level.rules().name()),
            width: Some(level.width()),
            height: Some(level.height()),
            boxes: Some(level.boxes().len()),
            goals: Some(level.goals().len()),
            status: answer.status.name(),
            reason: message.or_else(|| answer.reason.map(str::to_owned)),
            solution: solution.map(kuraban_verify::Solution::lurd),
            moves: figures.map(|figures| figures.moves),
            pushes: figures.map(|figures| figures.pushes),
            box_lines: figures.map(|figures| figures.box_lines),
            box_changes: figures.map(|figures| figures.box_changes),
            pushing_sessions: figures.map(|figures| figures.pushing_sessions),
            player_lines: figures.map(|figures| figures.player_lines),
            robot_half_moves: figures.map(|figures| figures.robot_half_moves),
            actions_count: actions.as_ref().map(|actions| actions.len() - 1),
            actions,
            optimal: answer.optimal.iter().map(|claim| claim.name()).collect(),
            lower_bound: answer
                .bounds
                .iter()
                .map(|(claim, &n)| (claim.name(), n))
                .collect(),
            engine: Some(answer.engine.clone()),
            found_by: answer.found_by,
            proved_by: answer.proved_by,
            expanded: answer.account.expanded,
            generated: answer.account.generated,
            seconds: answer.elapsed.as_secs_f64(),
            peak_bytes: answer.account.peak_bytes,
            sat: None,
            warnings: entry.warnings.clone(),
        }
    }

    /// The report on something that is not a level.
    pub fn invalid(entry: &Entry, message: String) -> Self {
        Self {
            index: entry.index,
            title: entry.title.clone(),
            // Where there is no level at all, it is in no dialect.
            dialect: (!entry.is_file_problem()).then(|| entry.dialect.name()),
            status: "invalid",
            reason: Some(message),
            warnings: entry.warnings.clone(),
            ..Self::default()
        }
    }
}

/// What came of a replay, as `verify` prints it.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "the names are the contract's, which defines them")]
pub struct Checked {
    pub legal: bool,
    pub solves: bool,
    pub first_illegal_index: Option<usize>,
    pub illegal_because: Option<String>,
    pub reason: Option<String>,
    pub case_errors: Vec<usize>,
    pub solution: String,
    pub moves: usize,
    pub pushes: usize,
    pub box_lines: usize,
    pub box_changes: usize,
    pub pushing_sessions: usize,
    pub player_lines: usize,
    pub robot_half_moves: usize,
    pub board: Vec<String>,
}

impl Checked {
    /// The report on a text that is no game at all, and why not.
    pub fn refused(
        played_nothing: &Played<'_>,
        board: Vec<String>,
        reason: String,
    ) -> Self {
        let checked = Self::new(played_nothing, board);
        Self { legal: false, solves: false, reason: Some(reason), ..checked }
    }

    /// The report on a game that was played; `board` is the position after it, drawn.
    pub fn new(played: &Played<'_>, board: Vec<String>) -> Self {
        let Figures {
            moves,
            pushes,
            box_lines,
            box_changes,
            pushing_sessions,
            player_lines,
            robot_half_moves,
        } = played.figures;
        Self {
            legal: played.illegal.is_none(),
            solves: played.solves(),
            first_illegal_index: played.illegal.map(|(index, _)| index),
            illegal_because: played.illegal.map(|(_, why)| why.to_string()),
            reason: None,
            case_errors: played.case_errors.clone(),
            solution: kuraban_level::lurd::write(&played.steps),
            moves,
            pushes,
            box_lines,
            box_changes,
            pushing_sessions,
            player_lines,
            robot_half_moves,
            board,
        }
    }
}

//! Reports: what the command line prints as JSON.

use std::borrow::Cow;
use std::collections::BTreeMap;

use kuraban_level::{Entry, Level, Rules, identity};
use kuraban_search::Stop;
use kuraban_verify::{Figures, Played};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

#[cfg(feature = "sat")]
use crate::sat::{Call, Outcome, Planner};
use crate::{Answer, Status, output};

/// A stable word: one of the library's own, or one that was read back.
pub type Word = Cow<'static, str>;

/// The answer to one level of one file. The field names are those of the contract.
///
/// Reports can be read back. Fields that an older report lacks become empty, and unknown
/// fields of a newer one are ignored.
///
/// ```
/// use kuraban::{Level, Question, Report, solve};
///
/// let level: Level = "#####\n#@$.#\n#####".parse()?;
/// let answer = solve(&level, &Question::default())?;
/// # #[cfg(feature = "serde")] {
/// let line = serde_json::to_string(&Report::of(&level, &answer))?;
/// let report: Report = serde_json::from_str(&line)?;
/// assert_eq!((&*report.status, report.pushes), ("solved", Some(1)));
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Deserialize, Serialize))]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names are the contract's, which defines them")]
pub struct Report {
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub file: Option<String>,
    pub index: usize,
    pub title: Option<String>,
    pub id: Option<String>,
    pub dialect: Option<Word>,
    pub rules: Option<Word>,
    pub width: Option<usize>,
    pub height: Option<usize>,
    pub boxes: Option<usize>,
    pub goals: Option<usize>,
    pub status: Word,
    pub reason: Option<String>,
    /// Why there is no solution, in sentences, where a rule shows it at a glance.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub lost_because: Vec<String>,
    pub solution: Option<String>,
    pub moves: Option<usize>,
    pub pushes: Option<usize>,
    pub box_lines: Option<usize>,
    pub box_changes: Option<usize>,
    pub pushing_sessions: Option<usize>,
    pub player_lines: Option<usize>,
    pub robot_half_moves: Option<usize>,
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub actions: Option<Vec<String>>,
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub actions_count: Option<usize>,
    #[cfg_attr(feature = "serde", serde(default))]
    pub optimal: Vec<Word>,
    #[cfg_attr(feature = "serde", serde(default))]
    pub lower_bound: BTreeMap<Word, u64>,
    pub engine: Option<String>,
    /// The search that found the solution, and the one that proved what was asked for.
    pub found_by: Option<Word>,
    pub proved_by: Option<Word>,
    #[cfg_attr(feature = "serde", serde(default))]
    pub expanded: u64,
    #[cfg_attr(feature = "serde", serde(default))]
    pub generated: u64,
    #[cfg_attr(feature = "serde", serde(default))]
    pub seconds: f64,
    #[cfg_attr(feature = "serde", serde(default))]
    pub peak_bytes: usize,
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub sat: Option<SatReport>,
    #[cfg_attr(feature = "serde", serde(default))]
    pub warnings: Vec<String>,
}

/// What the SAT planner adds to a report.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Deserialize, Serialize))]
#[expect(missing_docs, reason = "the names say it")]
#[non_exhaustive]
pub struct SatReport {
    pub encoding: Word,
    pub last_bound: u32,
    #[cfg_attr(feature = "serde", serde(default))]
    pub calls: Vec<SatCall>,
    #[cfg_attr(feature = "serde", serde(default))]
    pub notes: Vec<String>,
}

/// One call of a SAT solver.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Deserialize, Serialize))]
#[expect(missing_docs, reason = "the names say it")]
#[non_exhaustive]
pub struct SatCall {
    pub encoding: Word,
    pub bound: u32,
    pub variables: usize,
    pub clauses: usize,
    pub conflicts: Option<u64>,
    pub seconds: f64,
    pub answer: Word,
}

#[cfg(feature = "sat")]
impl SatReport {
    /// The calls of one question to the planner.
    pub fn new(planner: &Planner, outcome: &Outcome) -> Self {
        let call = |call: &Call| SatCall {
            encoding: call.encoding.name().into(),
            bound: call.bound,
            variables: call.variables,
            clauses: call.clauses,
            conflicts: call.conflicts,
            seconds: call.seconds,
            answer: call.answer.into(),
        };
        Self {
            encoding: planner.encoding.name().into(),
            last_bound: outcome.last_bound,
            calls: outcome.calls.iter().map(call).collect(),
            notes: outcome.notes.clone(),
        }
    }
}

impl Report {
    /// The report on a level that was asked about, as the only one of its file.
    pub fn of(level: &Level, answer: &Answer) -> Self {
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
            index: 1,
            title: None,
            id: Some(identity::exact(level)),
            dialect: None,
            rules: Some(level.rules().name().into()),
            width: Some(level.width()),
            height: Some(level.height()),
            boxes: Some(level.boxes().len()),
            goals: Some(level.goals().len()),
            status: answer.status.name().into(),
            reason: message.or_else(|| answer.reason.map(str::to_owned)),
            lost_because: Vec::new(),
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
            optimal: answer.optimal.iter().map(|claim| claim.name().into()).collect(),
            lower_bound: answer
                .bounds
                .iter()
                .map(|(claim, &n)| (claim.name().into(), n))
                .collect(),
            engine: Some(answer.engine.clone()),
            found_by: answer.found_by.map(Into::into),
            proved_by: answer.proved_by.map(Into::into),
            expanded: answer.account.expanded,
            generated: answer.account.generated,
            seconds: answer.elapsed.as_secs_f64(),
            peak_bytes: answer.account.peak_bytes,
            sat: None,
            warnings: Vec::new(),
        }
    }

    /// Adds what the file says about the level.
    #[must_use]
    pub fn with_entry(mut self, entry: &Entry) -> Self {
        self.index = entry.index;
        self.title.clone_from(&entry.title);
        // Where there is no level at all, it is in no dialect.
        self.dialect = (!entry.is_file_problem()).then(|| entry.dialect.name().into());
        self.warnings.clone_from(&entry.warnings);
        self
    }

    /// The report on something that is not a level, or that could not be asked about.
    pub fn invalid(entry: &Entry, message: String) -> Self {
        let reason = Some(message);
        Self { status: "invalid".into(), reason, ..Self::default() }.with_entry(entry)
    }

    /// The report on a search that was stopped before it began.
    pub fn cancelled() -> Self {
        let reason = Some(Stop::Cancelled.name().to_owned());
        Self { status: Status::Limit.name().into(), reason, ..Self::default() }
    }

    /// The report on something that should not happen.
    pub fn failed(why: String) -> Self {
        Self { status: "error".into(), reason: Some(why), ..Self::default() }
    }
}

/// The result of a replay, as `verify` prints it.
#[derive(Clone, Debug, Eq, PartialEq)]
#[cfg_attr(feature = "serde", derive(Deserialize, Serialize))]
#[expect(missing_docs, reason = "the names are the contract's, which defines them")]
#[non_exhaustive]
pub struct Checked {
    pub legal: bool,
    pub solves: bool,
    pub first_illegal_index: Option<usize>,
    pub illegal_because: Option<String>,
    pub reason: Option<String>,
    #[cfg_attr(feature = "serde", serde(default))]
    pub case_errors: Vec<usize>,
    pub solution: String,
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub figures: Figures,
    #[cfg_attr(feature = "serde", serde(default))]
    pub board: Vec<String>,
}

impl Checked {
    /// The report on a text that is not a game, with the reason.
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
        Self {
            legal: played.illegal.is_none(),
            solves: played.solves(),
            first_illegal_index: played.illegal.map(|(index, _)| index),
            illegal_because: played.illegal.map(|(_, why)| why.to_string()),
            reason: None,
            case_errors: played.case_errors.clone(),
            solution: kuraban_level::lurd::write(&played.steps),
            figures: played.figures,
            board,
        }
    }
}

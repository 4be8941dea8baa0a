//! What a rule tells about a level.

use std::fmt;

use kuraban::Level;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

/// How much a finding matters.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Most designers would change it.
    Warning,
    /// The level is broken.
    Error,
}

impl Severity {
    /// All of them, the worst first.
    pub const ALL: [Self; 3] = [Self::Error, Self::Warning, Self::Note];

    /// The stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What kind of change a finding offers.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FixKind {
    /// Walls that do nothing are taken away.
    Trim,
    /// Idle floor is filled.
    Core,
    /// Idle walls are opened.
    Open,
    /// The level starts elsewhere, or later.
    Start,
}

impl FixKind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Trim, Self::Core, Self::Open, Self::Start];

    /// The stable name, as typed on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Trim => "trim",
            Self::Core => "core",
            Self::Open => "open",
            Self::Start => "start",
        }
    }
}

/// A change that a finding offers: the whole level after it.
#[derive(Clone, Debug)]
pub struct Fix {
    /// What kind of change it is.
    pub kind: FixKind,
    /// The level.
    pub level: Level,
}

impl Serialize for Fix {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let alphabet = kuraban::Alphabet::of(kuraban::Dialect::Xsb);
        let mut fields = serializer.serialize_struct("Fix", 2)?;
        fields.serialize_field("kind", &self.kind)?;
        fields.serialize_field("rows", &kuraban::write::rows(&self.level, &alphabet))?;
        fields.end()
    }
}

/// A fact about a level, with its places and what it rests on.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Finding {
    /// The rule that found it.
    pub rule: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// The squares it is about, as row and column from zero.
    pub squares: Vec<[usize; 2]>,
    /// The finding in words.
    pub text: String,
    /// What it rests on: figures, a solution.
    pub evidence: Map<String, Value>,
    /// A change that is offered.
    pub fix: Option<Fix>,
}

impl Finding {
    pub(crate) fn new(severity: Severity, text: impl Into<String>) -> Self {
        let text = text.into();
        let (squares, evidence) = (Vec::new(), Map::new());
        // The linter enters the rule.
        Self { rule: "", severity, squares, text, evidence, fix: None }
    }

    pub(crate) fn error(text: impl Into<String>) -> Self {
        Self::new(Severity::Error, text)
    }

    pub(crate) fn warning(text: impl Into<String>) -> Self {
        Self::new(Severity::Warning, text)
    }

    pub(crate) fn note(text: impl Into<String>) -> Self {
        Self::new(Severity::Note, text)
    }

    /// Adds the squares it is about.
    pub(crate) fn at(mut self, level: &Level, squares: &[usize]) -> Self {
        let place = |&at: &usize| {
            let (row, column) = level.row_column(at);
            [row, column]
        };
        self.squares.extend(squares.iter().map(place));
        self
    }

    /// Adds something it rests on.
    pub(crate) fn because(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.evidence.insert(name.to_owned(), value.into());
        self
    }

    /// Adds a change that is offered.
    pub(crate) fn offer(mut self, kind: FixKind, level: Level) -> Self {
        self.fix = Some(Fix { kind, level });
        self
    }
}

/// Why a rule has no answer.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Unsettled {
    /// It is not known: a limit was reached. The words say which.
    Because(String),
    /// There is nothing to ask: the level has no solution, or is solved already.
    NotApplicable,
}

impl Unsettled {
    pub(crate) fn because(why: impl Into<String>) -> Self {
        Self::Because(why.into())
    }
}

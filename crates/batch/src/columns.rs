//! The columns of an export: their names, kinds and values. Filters use the same.

use std::borrow::Cow;

use kuraban::{Level, identity};

use crate::answers::Answered;

/// What a column holds.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names say it")]
pub enum Kind {
    Int32,
    Int64,
    Double,
    Bool,
    Text,
}

/// A value; every column may lack one.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names say it")]
pub enum Value<'a> {
    Null,
    Int(i64),
    Double(f64),
    Bool(bool),
    Text(Cow<'a, str>),
}

impl<'a> Value<'a> {
    fn int(number: Option<usize>) -> Self {
        number.map_or(Self::Null, |number| Self::Int(number as i64))
    }

    fn text(text: Option<&'a str>) -> Self {
        text.map_or(Self::Null, |text| Self::Text(text.into()))
    }

    fn double(number: Option<f64>) -> Self {
        number.map_or(Self::Null, Self::Double)
    }

    fn bound(row: &'a Answered<'_>, claim: &str) -> Self {
        let bound = row.row.lower_bound.get(claim);
        bound.map_or(Self::Null, |&bound| Self::Int(bound as i64))
    }

    /// Whether a solution is proved least; nothing where there is no solution.
    fn least(row: &'a Answered<'_>, claim: &str) -> Self {
        let solved = row.row.solution.is_some();
        if solved { Self::Bool(row.row.is_least(claim)) } else { Self::Null }
    }
}

/// A column.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// Whether it is known before the level is solved.
    pub of_level: bool,
    /// Its value.
    pub value: for<'a> fn(&'a Answered<'a>) -> Value<'a>,
}

/// A column that is known once the level is solved.
const fn row(
    name: &'static str,
    kind: Kind,
    value: for<'a> fn(&'a Answered<'a>) -> Value<'a>,
) -> Column {
    Column { name, kind, of_level: false, value }
}

/// A column that is known before.
const fn level(
    name: &'static str,
    kind: Kind,
    value: for<'a> fn(&'a Answered<'a>) -> Value<'a>,
) -> Column {
    Column { name, kind, of_level: true, value }
}

/// The columns of an export, in their order.
pub const COLUMNS: [Column; 34] = [
    level("n", Kind::Int64, |a| Value::Int(a.line.n as i64)),
    level("id", Kind::Text, |a| Value::text(Some(&a.line.id))),
    level("canonical_id", Kind::Text, |a| {
        let level = a.line.level().ok();
        level.map_or(Value::Null, |level| Value::Text(identity::canonical(&level).into()))
    }),
    level("board", Kind::Text, |a| Value::text(Some(&a.line.board))),
    level("file", Kind::Text, |a| Value::text(Some(a.file))),
    level("index", Kind::Int32, |a| Value::Int(a.index as i64)),
    level("title", Kind::Text, |a| Value::text(a.line.title.as_deref())),
    level("width", Kind::Int32, |a| {
        Value::Int(a.line.board.split('|').map(str::len).max().unwrap_or(0) as i64)
    }),
    level("height", Kind::Int32, |a| Value::Int(a.line.board.split('|').count() as i64)),
    level("boxes", Kind::Int32, |a| {
        Value::Int(a.line.board.matches(['$', '*']).count() as i64)
    }),
    level("goals", Kind::Int32, |a| {
        Value::Int(a.line.board.matches(['.', '*', '+']).count() as i64)
    }),
    row("status", Kind::Text, |a| Value::text(Some(&a.row.status))),
    row("reason", Kind::Text, |a| Value::text(a.row.reason.as_deref())),
    row("solution", Kind::Text, |a| Value::text(a.row.solution.as_deref())),
    row("moves", Kind::Int32, |a| Value::int(a.row.moves)),
    row("pushes", Kind::Int32, |a| Value::int(a.row.pushes)),
    row("box_lines", Kind::Int32, |a| Value::int(a.row.box_lines)),
    row("box_changes", Kind::Int32, |a| Value::int(a.row.box_changes)),
    row("pushing_sessions", Kind::Int32, |a| Value::int(a.row.pushing_sessions)),
    row("player_lines", Kind::Int32, |a| Value::int(a.row.player_lines)),
    row("robot_half_moves", Kind::Int32, |a| Value::int(a.row.robot_half_moves)),
    row("optimal_pushes", Kind::Bool, |a| Value::least(a, "pushes")),
    row("optimal_moves", Kind::Bool, |a| Value::least(a, "moves")),
    row("optimal", Kind::Text, |a| {
        let none = a.row.optimal.is_empty();
        if none { Value::Null } else { Value::Text(a.row.optimal.join(" ").into()) }
    }),
    row("lower_pushes", Kind::Int32, |a| Value::bound(a, "pushes")),
    row("lower_moves", Kind::Int32, |a| Value::bound(a, "moves")),
    row("engine", Kind::Text, |a| Value::text(Some(&a.row.engine))),
    row("pass", Kind::Int32, |a| Value::Int(i64::from(a.row.pass))),
    row("expanded", Kind::Int64, |a| Value::Int(a.row.expanded as i64)),
    row("generated", Kind::Int64, |a| Value::Int(a.row.generated as i64)),
    row("seconds", Kind::Double, |a| Value::Double(a.row.seconds)),
    row("cpu_seconds", Kind::Double, |a| Value::double(a.row.cpu_seconds)),
    row("peak_bytes", Kind::Int64, |a| Value::Int(a.row.peak_bytes as i64)),
    row("warnings", Kind::Text, |a| {
        let none = a.line.warnings.is_empty();
        if none { Value::Null } else { Value::Text(a.line.warnings.join("; ").into()) }
    }),
];

/// What only filters know of a level.
pub(crate) const FACTS: [Column; 2] = [
    level("floor", Kind::Int32, |a| fact(a, |_, reach| reach)),
    level("player_reach", Kind::Int32, |a| {
        fact(a, |level, _| {
            let zone = level.flood(vec![level.player()], |at| !level.square(at).has_box);
            zone.into_iter().filter(|&reached| reached).count()
        })
    }),
];

/// A count that needs the level itself, and how many squares the player could reach if there
/// were no boxes.
fn fact<'a>(answered: &Answered<'a>, count: fn(&Level, usize) -> usize) -> Value<'a> {
    let Ok(level) = answered.line.level() else { return Value::Null };
    let reach = level.flood(vec![level.player()], |_| true);
    let reach = reach.into_iter().filter(|&reached| reached).count();
    Value::Int(count(&level, reach) as i64)
}

/// The column with this name, among those that filters know.
pub(crate) fn known(name: &str) -> Option<Column> {
    COLUMNS.into_iter().chain(FACTS).find(|column| column.name == name)
}

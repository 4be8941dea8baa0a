//! Levels and positions as rows of tables.

use kuraban::{Alphabet, Dialect, write};
use kuraban_batch::{Header, Kind, Value};

use crate::facts::State;
use crate::make::Made;
use crate::twin::Change;
use crate::write::Split;

/// What the rows have in common.
type Column = (&'static str, Kind, for<'a> fn(&Row<'a>) -> Value<'a>);

struct Row<'a> {
    made: &'a Made,
    seed: u64,
    split: Option<&'static str>,
}

impl Row<'_> {
    /// A figure of the solution, where the level has one.
    fn figure(&self, figure: fn(&kuraban::Figures) -> usize) -> Value<'static> {
        let figures = self.made.told().map(|labels| labels.solution.figures());
        int(figures.map(|figures| figure(&figures) as u64))
    }
}

fn int(number: Option<u64>) -> Value<'static> {
    number.map_or(Value::Null, |number| {
        Value::Int(i64::try_from(number).unwrap_or(i64::MAX))
    })
}

fn text<'a>(text: impl Into<std::borrow::Cow<'a, str>>) -> Value<'a> {
    Value::Text(text.into())
}

const COLUMNS: [Column; 31] = [
    ("id", Kind::Text, |row| text(&*row.made.id)),
    ("room", Kind::Text, |row| text(&*row.made.room)),
    ("seed", Kind::Int64, |row| Value::Int(row.seed as i64)),
    ("index", Kind::Int64, |row| Value::Int(row.made.index as i64)),
    ("split", Kind::Text, |row| row.split.map_or(Value::Null, text)),
    ("width", Kind::Int32, |row| Value::Int(row.made.level.width() as i64)),
    ("height", Kind::Int32, |row| Value::Int(row.made.level.height() as i64)),
    ("boxes", Kind::Int32, |row| Value::Int(row.made.level.boxes().len() as i64)),
    ("board", Kind::Text, |row| text(board(row.made))),
    ("solvable", Kind::Bool, |row| Value::Bool(row.made.twin.is_none())),
    ("solution", Kind::Text, |row| {
        row.made.told().map_or(Value::Null, |labels| text(labels.solution.lurd()))
    }),
    ("moves", Kind::Int32, |row| row.figure(|figures| figures.moves)),
    ("pushes", Kind::Int32, |row| row.figure(|figures| figures.pushes)),
    ("box_lines", Kind::Int32, |row| row.figure(|figures| figures.box_lines)),
    ("box_changes", Kind::Int32, |row| row.figure(|figures| figures.box_changes)),
    ("pushing_sessions", Kind::Int32, |row| {
        row.figure(|figures| figures.pushing_sessions)
    }),
    ("player_lines", Kind::Int32, |row| row.figure(|figures| figures.player_lines)),
    ("proved", Kind::Text, |row| {
        if row.made.twin.is_some() {
            return text("unsolvable");
        }
        let proved = row.made.told().map_or(&[][..], |labels| &labels.proved);
        let claims = proved.iter().map(|claim| claim.name());
        text(claims.collect::<Vec<_>>().join(" "))
    }),
    ("least_moves", Kind::Int32, |row| {
        let moves = row.made.told().and_then(|labels| labels.least_moves);
        int(moves.map(|moves| moves as u64))
    }),
    ("bound", Kind::Int32, |row| int(row.made.told().map(|labels| labels.bound))),
    ("gap", Kind::Int32, |row| {
        int(row.made.told().and_then(|labels| {
            let pushes = labels.solution.figures().pushes as u64;
            labels.difficulty.as_ref().map(|_| pushes - labels.bound)
        }))
    }),
    ("counter_pushes", Kind::Int32, |row| {
        let pushes = row.made.told().and_then(|labels| labels.counter_pushes);
        int(pushes.map(|pushes| pushes as u64))
    }),
    ("greedy_expanded", Kind::Int64, |row| {
        int(row.made.told().map(|labels| labels.greedy_expanded))
    }),
    ("shortest_solutions", Kind::Int64, |row| {
        int(row.made.exact.map(|exact| exact.ways))
    }),
    ("dead_share", Kind::Double, |row| {
        row.made.exact.map_or(Value::Null, |exact| Value::Double(exact.dead_share))
    }),
    ("difficulty", Kind::Double, |row| {
        let found = row.made.told().and_then(|labels| labels.difficulty.as_ref());
        found.map_or(Value::Null, |found| Value::Double(found.value))
    }),
    ("difficulty_model", Kind::Text, |row| {
        let found = row.made.told().and_then(|labels| labels.difficulty.as_ref());
        found.map_or(Value::Null, |found| text(&*found.model))
    }),
    ("twin_of", Kind::Text, |row| {
        row.made.twin.as_ref().map_or(Value::Null, |twin| text(&*twin.of))
    }),
    ("fatal_push", Kind::Text, |row| match row.made.change() {
        Some(Change::Push { fatal, .. }) => text(&**fatal),
        _ => Value::Null,
    }),
    ("mistake_depth", Kind::Int32, |row| match row.made.change() {
        Some(Change::Push { depth, .. }) => int(depth.map(|depth| depth as u64)),
        _ => Value::Null,
    }),
    ("new_wall", Kind::Int32, |row| match row.made.change() {
        Some(Change::Wall { square }) => Value::Int(*square as i64),
        _ => Value::Null,
    }),
];

impl Made {
    fn change(&self) -> Option<&Change> {
        self.twin.as_ref().map(|twin| &twin.change)
    }
}

/// The rows of the board, joined by bars.
fn board(made: &Made) -> String {
    write::rows(&made.level, &Alphabet::of(Dialect::Xsb)).join("|")
}

/// The columns of a table of levels.
pub fn level_header() -> Header {
    COLUMNS.iter().map(|&(name, kind, _)| (name, kind)).collect()
}

/// A level as a row.
pub fn level_row<'a>(made: &'a Made, seed: u64, split: Option<&Split>) -> Vec<Value<'a>> {
    let split = split.map(|split| split.of(&made.room));
    let row = Row { made, seed, split };
    COLUMNS.iter().map(|&(_, _, value)| value(&row)).collect()
}

/// The columns of a table of positions. Squares are `row * width + column` of the level.
pub fn state_header() -> Header {
    vec![
        ("id", Kind::Text),
        ("boxes", Kind::Text),
        ("player", Kind::Int32),
        ("pushes_to_go", Kind::Int32),
        ("optimal_pushes", Kind::Text),
        ("moves_to_go", Kind::Int32),
        ("optimal_moves", Kind::Int32),
    ]
}

/// A position of a level as a row; what is lost has -1 pushes and moves to go.
pub fn state_row<'a>(made: &'a Made, state: &State) -> Vec<Value<'a>> {
    let joined = |numbers: &[usize]| {
        numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")
    };
    let to_go = |number: Option<usize>| Value::Int(number.map_or(-1, |left| left as i64));
    vec![
        text(&*made.id),
        text(joined(&state.boxes)),
        Value::Int(state.player as i64),
        to_go(state.pushes_to_go),
        text(joined(&state.best)),
        to_go(state.moves_to_go),
        Value::Int(i64::from(state.first_steps)),
    ]
}

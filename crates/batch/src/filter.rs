//! Filters: `status=limit or (status=solved and not optimal_pushes)`.

use std::fmt;
use std::str::FromStr;

use crate::answers::Answered;
use crate::columns::{COLUMNS, Column, FACTS, Kind, Value, known};

/// Parentheses and `not` may nest this deep.
const DEEPEST: usize = 64;

/// Which rows are meant. A comparison is `FIELD OP VALUE` with `=`, `!=`, `<`, `<=`, `>`, `>=`
/// or `~` (contains); the fields are the columns of an export, `floor` and `player_reach`. A field
/// alone means that it is true, or there. `and`, `or`, `not` and parentheses join them. Of
/// what a row lacks no comparison holds.
///
/// ```
/// use kuraban_batch::Filter;
///
/// let filter: Filter = "status=limit or (status=solved and not optimal_pushes)".parse()?;
/// assert!(filter.needs_rows());
/// assert!("colour=red".parse::<Filter>().is_err());
/// # Ok::<(), kuraban_batch::BadFilter>(())
/// ```
#[derive(Clone, Debug)]
pub struct Filter {
    text: String,
    root: Node,
}

#[derive(Clone, Debug)]
enum Node {
    Any(Vec<Node>),
    All(Vec<Node>),
    Not(Box<Node>),
    Is(Column),
    Compare(Column, Op, Wanted),
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Op {
    Equal,
    NotEqual,
    Less,
    AtMost,
    More,
    AtLeast,
    Contains,
}

#[derive(Clone, Debug)]
enum Wanted {
    Number(f64),
    Bool(bool),
    Text(String),
}

/// Why a text is no filter.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("`{text}`, column {column}: {why}")]
pub struct BadFilter {
    text: String,
    column: usize,
    why: String,
}

impl Filter {
    /// Whether the filter holds for a level and its row.
    pub fn holds(&self, answered: &Answered<'_>) -> bool {
        self.root.holds(answered)
    }

    /// Whether it asks for more than is known before a level is solved.
    pub fn needs_rows(&self) -> bool {
        self.root.needs_rows()
    }

    /// The names that may be used before levels are solved.
    pub fn level_fields() -> Vec<&'static str> {
        let columns = COLUMNS.into_iter().chain(FACTS);
        columns.filter(|column| column.of_level).map(|column| column.name).collect()
    }
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Node {
    fn holds(&self, answered: &Answered<'_>) -> bool {
        match self {
            Self::Any(nodes) => nodes.iter().any(|node| node.holds(answered)),
            Self::All(nodes) => nodes.iter().all(|node| node.holds(answered)),
            Self::Not(node) => !node.holds(answered),
            Self::Is(column) => {
                !matches!((column.value)(answered), Value::Null | Value::Bool(false))
            }
            Self::Compare(column, op, wanted) => {
                op.holds(&(column.value)(answered), wanted)
            }
        }
    }

    fn needs_rows(&self) -> bool {
        match self {
            Self::Any(nodes) | Self::All(nodes) => nodes.iter().any(Self::needs_rows),
            Self::Not(node) => node.needs_rows(),
            Self::Is(column) | Self::Compare(column, ..) => !column.of_level,
        }
    }
}

impl Op {
    /// Longer signs first.
    const SIGNS: [(&'static str, Self); 7] = [
        ("!=", Self::NotEqual),
        ("<=", Self::AtMost),
        (">=", Self::AtLeast),
        ("=", Self::Equal),
        ("<", Self::Less),
        (">", Self::More),
        ("~", Self::Contains),
    ];

    fn holds(self, value: &Value<'_>, wanted: &Wanted) -> bool {
        let order = match (value, wanted) {
            (Value::Int(value), Wanted::Number(wanted)) => {
                (*value as f64).partial_cmp(wanted)
            }
            (Value::Double(value), Wanted::Number(wanted)) => value.partial_cmp(wanted),
            (Value::Bool(value), Wanted::Bool(wanted)) => Some(value.cmp(wanted)),
            (Value::Text(value), Wanted::Text(wanted)) if self == Self::Contains => {
                return value.contains(wanted);
            }
            (Value::Text(value), Wanted::Text(wanted)) => {
                Some(value.as_ref().cmp(wanted.as_str()))
            }
            _ => None,
        };
        order.is_some_and(|order| match self {
            Self::Equal => order.is_eq(),
            Self::NotEqual => order.is_ne(),
            Self::Less => order.is_lt(),
            Self::AtMost => order.is_le(),
            Self::More => order.is_gt(),
            Self::AtLeast => order.is_ge(),
            Self::Contains => false,
        })
    }
}

impl FromStr for Filter {
    type Err = BadFilter;

    fn from_str(text: &str) -> Result<Self, BadFilter> {
        let mut parser = Parser { text, at: 0, depth: 0 };
        let root = parser.any()?;
        parser.skip();
        if parser.at < text.len() {
            return Err(parser.wrong("`and`, `or` or the end is expected here"));
        }
        Ok(Self { text: text.to_owned(), root })
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn wrong(&self, why: impl Into<String>) -> BadFilter {
        let column = self.text[..self.at].chars().count() + 1;
        BadFilter { text: self.text.to_owned(), column, why: why.into() }
    }

    /// The letters of a name or a number that stand here.
    fn word(&mut self) -> &'a str {
        self.skip();
        let rest = self.rest();
        let is_part =
            |letter: char| letter.is_alphanumeric() || "_.+-/:,%|".contains(letter);
        let end = rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// Takes a word, if it stands here.
    fn takes(&mut self, wanted: &str) -> bool {
        let before = self.at;
        let is_here = self.word().eq_ignore_ascii_case(wanted);
        if !is_here {
            self.at = before;
        }
        is_here
    }

    fn any(&mut self) -> Result<Node, BadFilter> {
        let mut nodes = vec![self.all()?];
        while self.takes("or") {
            nodes.push(self.all()?);
        }
        Ok(if nodes.len() == 1 { nodes.remove(0) } else { Node::Any(nodes) })
    }

    fn all(&mut self) -> Result<Node, BadFilter> {
        let mut nodes = vec![self.one()?];
        while self.takes("and") {
            nodes.push(self.one()?);
        }
        Ok(if nodes.len() == 1 { nodes.remove(0) } else { Node::All(nodes) })
    }

    fn one(&mut self) -> Result<Node, BadFilter> {
        if self.depth == DEEPEST {
            return Err(self.wrong("this is nested too deeply"));
        }
        self.depth += 1;
        let node = if self.takes("not") {
            Node::Not(Box::new(self.one()?))
        } else {
            self.skip();
            if self.rest().starts_with('(') {
                self.at += 1;
                let inside = self.any()?;
                self.skip();
                if !self.rest().starts_with(')') {
                    return Err(self.wrong("`)` is expected here"));
                }
                self.at += 1;
                inside
            } else {
                self.comparison()?
            }
        };
        self.depth -= 1;
        Ok(node)
    }

    fn comparison(&mut self) -> Result<Node, BadFilter> {
        self.skip();
        let begin = self.at;
        let name = self.word();
        let Some(column) = known(name) else {
            self.at = begin;
            let names = COLUMNS.into_iter().chain(FACTS).map(|column| column.name);
            let names: Vec<&str> = names.collect();
            return Err(self.wrong(format!(
                "`{name}` is no field; the fields are {}",
                names.join(", ")
            )));
        };
        self.skip();
        let rest = self.rest();
        let Some((sign, op)) =
            Op::SIGNS.into_iter().find(|(sign, _)| rest.starts_with(sign))
        else {
            return Ok(Node::Is(column));
        };
        self.at += sign.len();
        self.skip();
        let begin = self.at;
        let value = self.value()?;
        let wanted = match column.kind {
            _ if op == Op::Contains && column.kind != Kind::Text => {
                self.at = begin;
                return Err(self.wrong(format!("`{name}` is no text, `~` is for texts")));
            }
            Kind::Text => Some(Wanted::Text(value.clone())),
            Kind::Bool => value.parse().ok().map(Wanted::Bool),
            Kind::Int32 | Kind::Int64 | Kind::Double => {
                let number: Option<f64> = value.parse().ok();
                number.filter(|number| number.is_finite()).map(Wanted::Number)
            }
        };
        let Some(wanted) = wanted else {
            self.at = begin;
            let kind =
                if column.kind == Kind::Bool { "true or false" } else { "a number" };
            return Err(self.wrong(format!("`{name}` is {kind}, and `{value}` is not")));
        };
        Ok(Node::Compare(column, op, wanted))
    }

    /// A word, or anything between quotes.
    fn value(&mut self) -> Result<String, BadFilter> {
        self.skip();
        let rest = self.rest();
        let quote = rest.chars().next().filter(|letter| ['\'', '"'].contains(letter));
        if let Some(quote) = quote {
            let inside = &rest[1..];
            let Some(end) = inside.find(quote) else {
                return Err(self.wrong("the quote has no end"));
            };
            self.at += end + 2;
            return Ok(inside[..end].to_owned());
        }
        let word = self.word();
        if word.is_empty() {
            return Err(self.wrong("a value is expected here"));
        }
        Ok(word.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{LevelLine, Row};

    fn holds(filter: &str) -> bool {
        let level = "#####\n#@$.#\n#####".parse().expect("a level");
        let line = LevelLine {
            n: 7,
            id: kuraban::identity::exact(&level),
            board: "#####|#@$.#|#####".to_owned(),
            file: 0,
            index: 3,
            title: Some("One and two".to_owned()),
            boulders: false,
            warnings: Vec::new(),
        };
        let mut row = Row::default();
        (row.status, row.pushes, row.solution) =
            ("solved".into(), Some(1), Some("R".into()));
        row.optimal = vec!["pushes".into()];
        row.cpu_seconds = Some(0.25);
        let answered = Answered { line: &line, file: "a.txt", index: 3, row: &row };
        filter.parse::<Filter>().unwrap_or_else(|why| panic!("{why}")).holds(&answered)
    }

    #[test]
    fn filters_say_what_they_mean() {
        for yes in [
            "status=solved",
            "status = solved and pushes<2",
            "not status=limit",
            "status=limit or (status=solved and optimal_pushes)",
            "status=limit or status=solved and pushes=1",
            "not optimal_moves",
            "optimal_moves=false",
            "title ~ 'and two'",
            "title='One and two' AND cpu_seconds >= 0.25",
            "boxes=1 and width=5 and height=3 and floor=3 and player_reach=1",
            "pushes!=2",
            "file>=a.txt",
            "not (moves=3 or moves!=3)",
        ] {
            assert!(holds(yes), "{yes}");
        }
        for no in ["status=limit", "not not pushes>1", "moves=1", "reason", "status~x"] {
            assert!(!holds(no), "{no}");
        }
    }

    #[test]
    fn what_is_no_filter_is_told_with_its_place() {
        for (wrong, why) in [
            ("", "column 1: `` is no field; the fields are n, id"),
            ("colour=red", "`colour` is no field"),
            ("pushes<many", "column 8: `pushes` is a number, and `many` is not"),
            ("optimal_pushes=2", "true or false"),
            ("pushes~1", "is no text"),
            ("(pushes<3", "column 10: `)` is expected"),
            ("pushes<3 moves", "column 10: `and`, `or` or the end"),
            ("title='x", "the quote has no end"),
            ("pushes<", "a value is expected"),
        ] {
            let told = wrong.parse::<Filter>().expect_err(wrong).to_string();
            assert!(told.contains(why), "{told}");
        }
        let deep = "(".repeat(100_000);
        assert!(deep.parse::<Filter>().expect_err("deep").to_string().contains("nested"));
        assert!("not ".repeat(100_000).parse::<Filter>().is_err());
    }

    proptest! {
        #[test]
        fn any_text_is_a_filter_or_an_error(text in "[a-z_ ()=<>~!'\"0-9é]{0,60}") {
            let _ = text.parse::<Filter>();
        }

        #[test]
        fn joined_filters_are_filters(
            parts in proptest::collection::vec(
                prop_oneof![
                    Just("status=solved"), Just("not pushes<3"), Just("(moves)"),
                    Just("title~'é or'"), Just("optimal_pushes"),
                ],
                1..8,
            ),
            join in prop_oneof![Just(" and "), Just(" or ")],
        ) {
            prop_assert!(parts.join(join).parse::<Filter>().is_ok());
        }
    }
}

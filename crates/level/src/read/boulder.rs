//! Reads boulder puzzles: assignments, and a matrix of zeros and ones.
//!
//! ```text
//! startpos = Position(5,2)
//! goalpos  = Position(0,2)
//! gameAreaSizeV = 6
//! gameAreaSizeH = 5
//! startAreaState = [
//!     [1,0,0,0,1],
//! ...
//! debug_on = False
//! ```
//!
//! Positions are (row, column) from zero. Sizes and `debug_on` may be missing. A file may hold
//! several puzzles: one begins where a name is assigned again.

use std::io::{BufRead, Read};

use crate::problem::{Kind, Problem};
use crate::{Dialect, Entry, Flaw, Level, MAX_SQUARES, Problems, Rules, Square};

/// The longest text that is read: a matrix of the largest board, with room to spare.
const MAX_BYTES: u64 = 32 << 20;

/// A value with its place.
#[derive(Clone, Debug)]
struct Placed<T> {
    value: T,
    line: usize,
    column: usize,
}

#[derive(Debug, Default)]
struct Draft {
    line: usize,
    title: Option<String>,
    author: Option<String>,
    notes: Vec<String>,
    start: Option<Placed<(i64, i64)>>,
    goal: Option<Placed<(i64, i64)>>,
    rows: Option<Placed<i64>>,
    columns: Option<Placed<i64>>,
    matrix: Option<Placed<Vec<Vec<Placed<i64>>>>>,
    debug_on: Option<bool>,
}

/// Reads all puzzles of a text.
pub(crate) fn read(input: Box<dyn BufRead + '_>, detected: bool) -> Vec<Entry> {
    let mut bytes = Vec::new();
    let fail = |problem| vec![Entry::bare(Dialect::Boulder, Err(Problems::one(problem)))];
    match input.take(MAX_BYTES + 1).read_to_end(&mut bytes) {
        Ok(length) if length as u64 > MAX_BYTES => {
            return fail(Problem::new(Kind::TooLarge));
        }
        Ok(_) => {}
        Err(error) => return fail(Problem::new(Kind::Io(error.to_string()))),
    }
    if bytes.contains(&0) {
        return fail(Problem::new(Kind::Nul("")));
    }
    let Ok(text) = String::from_utf8(bytes) else {
        return fail(Problem::new(Kind::Encoding));
    };
    let text =
        text.trim_start_matches('\u{feff}').replace("\r\n", "\n").replace('\r', "\n");
    let mut parser =
        Parser { text: &text, lines: text.lines().collect(), at: 0, line: 1, column: 1 };
    let mut entries = Vec::new();
    let mut draft = Draft::default();
    loop {
        match parser.statement(&mut draft) {
            Ok(Statement::Done) => {}
            Ok(Statement::NextPuzzle) => {
                entries.push(std::mem::take(&mut draft).finish(&parser));
            }
            Ok(Statement::End) => break,
            Err(problem) => {
                entries.push(Entry::bare(Dialect::Boulder, Err(Problems::one(problem))));
                return entries;
            }
        }
    }
    if draft.is_begun() {
        entries.push(draft.finish(&parser));
    } else if entries.is_empty() {
        let kind = if text.trim().is_empty() {
            Kind::Empty
        } else {
            Kind::NoLevel(Some(Dialect::Boulder))
        };
        return fail(Problem::new(kind));
    }
    for entry in &mut entries {
        entry.detected = detected;
    }
    entries
}

enum Statement {
    Done,
    NextPuzzle,
    End,
}

struct Parser<'t> {
    text: &'t str,
    lines: Vec<&'t str>,
    at: usize,
    line: usize,
    column: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn bump(&mut self) {
        if let Some(letter) = self.peek() {
            self.at += letter.len_utf8();
            if letter == '\n' {
                (self.line, self.column) = (self.line + 1, 1);
            } else {
                self.column += 1;
            }
        }
    }

    fn problem(&self, message: String) -> Problem {
        self.problem_at(message, self.line, self.column)
    }

    fn problem_at(&self, message: String, line: usize, column: usize) -> Problem {
        let row = self.lines.get(line - 1).copied().unwrap_or("");
        Problem::at(Kind::Boulder(message), line, column, row)
    }

    fn rest_of_line(&mut self) -> String {
        let mut rest = String::new();
        while let Some(letter) = self.peek().filter(|&letter| letter != '\n') {
            rest.push(letter);
            self.bump();
        }
        rest
    }

    /// Skips blanks, separators and comments (`#`, `//`, `;`); comments are kept as notes.
    fn skip(&mut self, draft: &mut Draft) {
        while let Some(letter) = self.peek() {
            if letter.is_whitespace() || letter == ',' {
                self.bump();
            } else if letter == '#'
                || letter == ';'
                || self.text[self.at..].starts_with("//")
            {
                let comment = self.rest_of_line();
                draft.note(comment.trim_start_matches(['#', '/', ';']).trim());
            } else {
                return;
            }
        }
    }

    fn word(&mut self) -> String {
        let mut word = String::new();
        while let Some(letter) = self.peek().filter(|c| c.is_alphanumeric() || *c == '_')
        {
            word.push(letter);
            self.bump();
        }
        word
    }

    fn expect(&mut self, draft: &mut Draft, wanted: char) -> Result<(), Problem> {
        self.skip(draft);
        match self.peek() {
            Some(letter) if letter == wanted => {
                self.bump();
                Ok(())
            }
            Some(letter) => {
                Err(self.problem(format!("expected `{wanted}`, found `{letter}`")))
            }
            None => Err(self.problem(format!("expected `{wanted}`, found the end"))),
        }
    }

    fn number(&mut self, draft: &mut Draft) -> Result<Placed<i64>, Problem> {
        self.skip(draft);
        let (line, column, start) = (self.line, self.column, self.at);
        while self.peek().is_some_and(|c| c.is_ascii_digit() || c == '-' || c == '+') {
            self.bump();
        }
        let digits = &self.text[start..self.at];
        if let Ok(value) = digits.parse() {
            Ok(Placed { value, line, column })
        } else {
            let message = match self.peek() {
                _ if !digits.is_empty() => format!("`{digits}` is no number that fits"),
                Some(letter) => format!("expected a number, found `{letter}`"),
                None => "expected a number, found the end".to_owned(),
            };
            Err(self.problem_at(message, line, column))
        }
    }

    fn statement(&mut self, draft: &mut Draft) -> Result<Statement, Problem> {
        self.skip(draft);
        if self.peek().is_none() {
            return Ok(Statement::End);
        }
        let (at, line, column) = (self.at, self.line, self.column);
        let name = self.word();
        if name.is_empty() {
            let found = self.peek().unwrap_or(' ');
            return Err(self.problem(format!("expected a name, found `{found}`")));
        }
        if draft.has(&name) {
            (self.at, self.line, self.column) = (at, line, column);
            return Ok(Statement::NextPuzzle);
        }
        if draft.line == 0 {
            draft.line = line;
        }
        self.expect(draft, '=')?;
        match name.as_str() {
            "startpos" => draft.start = Some(self.position(draft)?),
            "goalpos" => draft.goal = Some(self.position(draft)?),
            "gameAreaSizeV" => draft.rows = Some(self.number(draft)?),
            "gameAreaSizeH" => draft.columns = Some(self.number(draft)?),
            "startAreaState" => draft.matrix = Some(self.matrix(draft, line, column)?),
            "debug_on" => {
                self.skip(draft);
                let (line, column) = (self.line, self.column);
                let word = self.word();
                draft.debug_on = Some(match word.to_lowercase().as_str() {
                    "true" | "1" => true,
                    "false" | "0" => false,
                    _ => {
                        let message =
                            format!("`debug_on` is True or False, not `{word}`");
                        return Err(self.problem_at(message, line, column));
                    }
                });
            }
            _ => {
                let known = "startpos, goalpos, gameAreaSizeV, gameAreaSizeH, startAreaState, debug_on";
                let message = format!("`{name}` is not one of {known}");
                return Err(self.problem_at(message, line, column));
            }
        }
        Ok(Statement::Done)
    }

    fn position(&mut self, draft: &mut Draft) -> Result<Placed<(i64, i64)>, Problem> {
        self.skip(draft);
        let (line, column) = (self.line, self.column);
        let name = self.word();
        if !name.is_empty() && name != "Position" {
            let message = format!("expected Position(row,column), found `{name}`");
            return Err(self.problem_at(message, line, column));
        }
        self.expect(draft, '(')?;
        let row = self.number(draft)?;
        let column_number = self.number(draft)?;
        self.expect(draft, ')')?;
        Ok(Placed { value: (row.value, column_number.value), line, column })
    }

    fn matrix(
        &mut self,
        draft: &mut Draft,
        line: usize,
        column: usize,
    ) -> Result<Placed<Vec<Vec<Placed<i64>>>>, Problem> {
        let mut rows = Vec::new();
        let mut squares = 0;
        self.expect(draft, '[')?;
        loop {
            self.skip(draft);
            if self.peek() == Some(']') {
                self.bump();
                return Ok(Placed { value: rows, line, column });
            }
            self.expect(draft, '[')?;
            let mut row = Vec::new();
            loop {
                self.skip(draft);
                if self.peek() == Some(']') {
                    self.bump();
                    break;
                }
                row.push(self.number(draft)?);
                squares += 1;
                if squares > MAX_SQUARES {
                    return Err(Problem::new(Kind::TooLarge));
                }
            }
            rows.push(row);
        }
    }
}

impl Draft {
    fn is_begun(&self) -> bool {
        self.line > 0
    }

    fn has(&self, name: &str) -> bool {
        match name {
            "startpos" => self.start.is_some(),
            "goalpos" => self.goal.is_some(),
            "gameAreaSizeV" => self.rows.is_some(),
            "gameAreaSizeH" => self.columns.is_some(),
            "startAreaState" => self.matrix.is_some(),
            "debug_on" => self.debug_on.is_some(),
            _ => false,
        }
    }

    fn note(&mut self, comment: &str) {
        if let Some(title) = comment.strip_prefix("Title:") {
            self.title = Some(title.trim().to_owned()).filter(|title| !title.is_empty());
        } else if let Some(author) = comment.strip_prefix("Author:") {
            self.author =
                Some(author.trim().to_owned()).filter(|author| !author.is_empty());
        } else if !comment.is_empty() {
            self.notes.push(comment.to_owned());
        }
    }

    fn finish(self, parser: &Parser<'_>) -> Entry {
        let level = self.level(parser).map_err(Problems);
        Entry {
            line: self.line,
            title: self.title,
            author: self.author,
            notes: self.notes,
            wants_trace: self.debug_on.unwrap_or(false),
            ..Entry::bare(Dialect::Boulder, level)
        }
    }

    fn level(&self, parser: &Parser<'_>) -> Result<Level, Vec<Problem>> {
        let mut problems = Vec::new();
        let mut missing = |name: &str, what: &str| {
            let message = format!("`{name}` is missing: {what}");
            problems.push(Problem::new(Kind::Boulder(message)));
        };
        if self.start.is_none() {
            missing("startpos", "where the player starts, Position(row,column)");
        }
        if self.goal.is_none() {
            missing(
                "goalpos",
                "the goal square the player must reach, Position(row,column)",
            );
        }
        if self.matrix.is_none() {
            missing("startAreaState", "the rows of the board, 0 = free, 1 = boulder");
        }
        let (Some(start), Some(goal), Some(matrix)) =
            (&self.start, &self.goal, &self.matrix)
        else {
            return Err(problems);
        };
        let (height, width) =
            (matrix.value.len(), matrix.value.first().map_or(0, Vec::len));
        if height == 0 || width == 0 {
            problems.push(Problem::new(Kind::Flaw(Flaw::Empty)));
            return Err(problems);
        }
        let mut squares = Vec::with_capacity(height * width);
        for (index, row) in matrix.value.iter().enumerate() {
            if row.len() != width {
                let place = row
                    .first()
                    .map_or((matrix.line, matrix.column), |v| (v.line, v.column));
                let message = format!(
                    "row {index} has {} columns, the first row has {width}: not a rectangle",
                    row.len()
                );
                problems.push(parser.problem_at(message, place.0, place.1));
            }
            for cell in row {
                if !matches!(cell.value, 0 | 1) {
                    let message =
                        format!("{} is neither 0 (free) nor 1 (boulder)", cell.value);
                    problems.push(parser.problem_at(message, cell.line, cell.column));
                }
                squares.push(if cell.value == 1 { Square::BOX } else { Square::FLOOR });
            }
        }
        for (size, name, what, actual) in [
            (&self.rows, "gameAreaSizeV", "rows", height),
            (&self.columns, "gameAreaSizeH", "columns", width),
        ] {
            if let Some(size) = size
                && usize::try_from(size.value) != Ok(actual)
            {
                let message = format!(
                    "the size `{name}` says {} {what}, but there are {actual}",
                    size.value
                );
                problems.push(parser.problem_at(message, size.line, size.column));
            }
        }
        let inside = |&(row, column): &(i64, i64)| {
            let row = usize::try_from(row).ok().filter(|&row| row < height)?;
            let column = usize::try_from(column).ok().filter(|&column| column < width)?;
            Some(row * width + column)
        };
        let mut square = |place: &Placed<(i64, i64)>, what: &str| {
            let at = inside(&place.value);
            if at.is_none() {
                let (row, column) = place.value;
                let message = format!(
                    "the {what} ({row},{column}) is outside the {height}x{width} board"
                );
                problems.push(parser.problem_at(message, place.line, place.column));
            }
            at
        };
        let (start_at, goal_at) = (square(start, "start"), square(goal, "goal"));
        if let Some(at) = start_at
            && squares.get(at).is_some_and(|square| square.has_box)
        {
            let message = "the start square holds a boulder".to_owned();
            problems.push(parser.problem_at(message, start.line, start.column));
        }
        let (Some(start_at), Some(goal_at), []) = (start_at, goal_at, &problems[..])
        else {
            return Err(problems);
        };
        squares[goal_at].goal = true;
        Level::new(Rules::Boulders, width, squares, &[start_at]).map_err(|flaws| {
            flaws.0.into_iter().map(|flaw| Problem::new(Kind::Flaw(flaw))).collect()
        })
    }
}

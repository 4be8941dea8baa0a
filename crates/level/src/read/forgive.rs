//! What mail, chats and editors do to a level that is pasted: undone, and told.

use crate::Alphabet;
use crate::read::lines::Line;
use crate::read::row::Row;

pub(crate) const SPACES: &str = "non-breaking spaces were read as spaces";
pub(crate) const QUOTES: &str = "the `>` of quoting was taken off";
pub(crate) const TABS: &str = "a common indent of tabs was taken off";
pub(crate) const FENCE: &str = "the lines of a code fence were passed over";
pub(crate) const X_WALLS: &str = "`X` was read as a wall";
pub(crate) const LINK: &str = "a Kuraban link was read";

/// Whether a line begins or ends a block of code.
pub(crate) fn is_fence(text: &str) -> bool {
    let text = text.trim();
    let rest = text.strip_prefix("```").or_else(|| text.strip_prefix("~~~"));
    rest.is_some_and(|rest| rest.chars().all(char::is_alphanumeric))
}

/// The line with plain spaces, where it has others.
pub(crate) fn spaces(line: &Line) -> Option<Line> {
    let others = ['\u{a0}', '\u{2007}', '\u{202f}'];
    let plain = || line.text.replace(others, " ");
    line.text.contains(others).then(|| Line { text: plain(), ..line.clone() })
}

/// The line without its mark of quoting.
pub(crate) fn unquoted(line: &Line) -> Option<Line> {
    let rest = line.text.strip_prefix('>')?;
    let rest = rest.strip_prefix(' ').unwrap_or(rest);
    Some(cut(line, rest))
}

/// The line without the tabs at its beginning.
pub(crate) fn without_tabs(line: &Line) -> Option<Line> {
    let rest = line.text.trim_start_matches('\t');
    (rest.len() < line.text.len()).then(|| cut(line, rest))
}

fn cut(line: &Line, rest: &str) -> Line {
    let (source, before) = line.cut.clone().unwrap_or((line.text.clone(), 0));
    let count = line.text.chars().count() - rest.chars().count();
    Line { text: rest.to_owned(), cut: Some((source, before + count)), ..line.clone() }
}

/// The rows with `#` for `X`, where `X` can only be a wall.
pub(crate) fn x_walls(rows: &[Row], xsb: &Alphabet) -> Option<Vec<Row>> {
    let letters = || rows.iter().flat_map(|row| row.text.chars());
    let is_wall = |letter| letter == 'X';
    let fits = letters().all(|letter| {
        is_wall(letter)
            || letter != '#' && !letter.is_alphabetic() && xsb.tile(letter).is_some()
    });
    let changed = |row: &Row| Row { text: row.text.replace(is_wall, "#"), ..row.clone() };
    (fits && letters().any(is_wall)).then(|| rows.iter().map(changed).collect())
}

/// The rows, run-length encoded, and the title of a link to the web page.
pub(crate) fn link(text: &str) -> Option<(String, Option<String>)> {
    let (before, fragment) = text.split_once('#')?;
    let address = before.rsplit(char::is_whitespace).next().unwrap_or_default();
    let address = address.trim_start_matches(['<', '(', '"']);
    if !address.is_empty() && !address.starts_with("http") {
        return None;
    }
    let end = fragment.find(|c: char| c.is_whitespace() || matches!(c, '>' | '"'));
    let parts = fragment[..end.unwrap_or(fragment.len())].split('&');
    let (mut level, mut title) = (None, None);
    for part in parts {
        match part.split_once('=') {
            Some(("level", code)) => level = Some(decoded(code)?),
            Some(("title", name)) => title = decoded(name),
            Some(("rules", rules)) if rules != "boxes" => return None,
            _ => {}
        }
    }
    Some((level?, title.filter(|title| !title.is_empty())))
}

/// Percent signs undone.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        if *first == b'%' {
            let [high, low, after @ ..] = rest else { return None };
            let digit = |byte: u8| char::from(byte).to_digit(16);
            bytes.push((digit(*high)? * 16 + digit(*low)?) as u8);
            rest = after;
        } else {
            bytes.push(*first);
        }
    }
    String::from_utf8(bytes).ok()
}

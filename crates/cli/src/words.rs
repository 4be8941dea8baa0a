//! Words for people: numbers with their nouns, and text that cannot harm a terminal.

use std::borrow::Cow;

pub(crate) use kuraban::words::count;
use kuraban::{Claim, Report};

/// `1,234,567`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// `1m41s`, `2h05m`, `3d04h`.
pub(crate) fn span(seconds: f64) -> String {
    let whole = seconds.max(0.0) as u64;
    let (days, hours) = (whole / 86_400, whole / 3600 % 24);
    let (minutes, rest) = (whole / 60 % 60, whole % 60);
    match (days, hours, minutes) {
        (0, 0, 0) if whole < 10 => format!("{seconds:.1}s"),
        (0, 0, 0) => format!("{rest}s"),
        (0, 0, _) => format!("{minutes}m{rest:02}s"),
        (0, ..) => format!("{hours}h{minutes:02}m"),
        _ => format!("{days}d{hours:02}h"),
    }
}

/// What a robot does, and how that is counted.
pub(crate) fn half_movements(number: usize) -> String {
    format!(
        "{number} half movements: two a step, two to step back after each run of pushes"
    )
}

/// Why a search ended early, by the name of the reason.
pub(crate) fn stopped(reason: &str) -> String {
    match reason {
        "gave up" => "the engine gave up".to_owned(),
        "cancelled" => "stopped by you".to_owned(),
        limit => format!("stopped by the limit of {limit}"),
    }
}

/// A step that cannot be made; people count from one.
pub(crate) fn illegal_step(index: usize, why: &dyn std::fmt::Display) -> String {
    format!("step {} cannot be made: {why}", index + 1)
}

/// The lower bounds, as text that continues after a semicolon.
pub(crate) fn bounds(report: &Report) -> String {
    let bounds: Vec<_> = Claim::ALL
        .iter()
        .filter_map(|claim| {
            let bound = report.lower_bound.get(claim.name())?;
            Some(format!("{} >= {bound}", claim.name()))
        })
        .collect();
    if bounds.is_empty() { String::new() } else { format!("; {}", bounds.join(", ")) }
}

/// Text from a file with its control characters made visible.
pub(crate) fn clean(text: &str) -> Cow<'_, str> {
    if !text.contains(char::is_control) {
        return Cow::Borrowed(text);
    }
    let visible = |letter: char| match letter {
        '\t' => '→',
        letter if letter.is_control() => char::REPLACEMENT_CHARACTER,
        letter => letter,
    };
    Cow::Owned(text.chars().map(visible).collect())
}

/// The line that parts several answers: `; INDEX TITLE`.
pub(crate) fn heading(index: usize, title: Option<&str>) -> String {
    let title = title.map_or(String::new(), |title| format!(" {}", clean(title)));
    format!("; {index}{title}")
}

/// Columns of the terminal that reads standard output; without one, no line is too long.
pub(crate) fn columns() -> usize {
    let terminal = console::Term::stdout();
    if terminal.is_term() { usize::from(terminal.size().1).max(20) } else { usize::MAX }
}

/// A text whose first line stands behind `head`, broken at spaces where lines would be longer
/// than `columns`; further lines are indented by as much as `head` takes.
pub(crate) fn wrapped(head: &str, text: &str, columns: usize) -> String {
    let indent = head.chars().count();
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is always one");
        let length = line.chars().count() + word.chars().count() + 1;
        if line.is_empty() || indent.saturating_add(length) <= columns {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    format!("{head}{}", lines.join(&format!("\n{}", " ".repeat(indent))))
}

/// Markdown for a terminal: tables that are too wide become lists, and long lines are broken.
pub(crate) fn narrow(markdown: &str, columns: usize) -> String {
    let lines: Vec<&str> = markdown.lines().collect();
    let is_row = |line: &&str| line.starts_with('|');
    let cells = |line: &str| -> Vec<String> {
        line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    let mut out = String::new();
    for part in lines.chunk_by(|a, b| is_row(a) == is_row(b)) {
        let fits = part.iter().all(|line| line.chars().count() <= columns);
        let header = cells(part[0]);
        for (number, line) in part.iter().enumerate() {
            if fits {
                out.push_str(line);
            } else if !is_row(line) {
                out.push_str(&wrapped("", line, columns));
            } else if number > 1 {
                let row = header.iter().zip(cells(line));
                let row: Vec<_> =
                    row.map(|(name, cell)| format!("{name} {cell}")).collect();
                out.push_str(&wrapped("* ", &row.join(", "), columns));
            } else {
                continue;
            }
            out.push('\n');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_tables_become_lists_on_a_narrow_terminal() {
        let table = "# Run\n\n| file | solved |\n| --- | ---: |\n| a | 3 |\n";
        assert_eq!(narrow(table, 80), table);
        assert_eq!(narrow(table, 16), "# Run\n\n* file a, solved\n  3\n");
    }

    #[test]
    fn numbers_and_spans_are_short() {
        assert_eq!(
            [0, 999, 1000, 1_234_567].map(grouped),
            ["0", "999", "1,000", "1,234,567"]
        );
        let spans = [0.25, 59.0, 101.0, 7500.0, 273_600.0].map(span);
        assert_eq!(spans, ["0.2s", "59s", "1m41s", "2h05m", "3d04h"]);
    }

    #[test]
    fn long_lines_are_broken_at_spaces() {
        assert_eq!(wrapped("a  ", "one two three", 10), "a  one two\n   three");
        assert_eq!(wrapped("a  ", "one two three", usize::MAX), "a  one two three");
        assert_eq!(wrapped("", "incomprehensible", 4), "incomprehensible");
    }
}

//! Problems as people read them: what, where, the row with a marker, and what to do.

use std::fmt::Write as _;

use kuraban::Entry;

use crate::words::clean;

/// The problems of a level that could not be read.
pub(crate) fn problems(file: &str, entry: &Entry) -> String {
    let mut text = String::new();
    let Err(problems) = &entry.level else { return text };
    let name = if file == "-" { "standard input" } else { file };
    if let [problem] = problems.0.as_slice()
        && problem.is_of_file()
    {
        let _ = writeln!(text, "error: {name}: {problem}");
        if let Some(help) = problem.kind.help() {
            let _ = writeln!(text, "  help: {help}");
        }
        return text;
    }
    let title =
        entry.title.as_deref().map_or(String::new(), |t| format!(" ({})", clean(t)));
    let level =
        if entry.index > 0 { format!(", level {}{title}", entry.index) } else { title };
    let _ = writeln!(text, "error: {name}{level}: this is not a level");
    let mut told = Vec::new();
    for problem in &problems.0 {
        let _ = writeln!(text, "  {}", clean(&problem.to_string()));
        if let Some(place) = &problem.place
            && !place.row.is_empty()
        {
            let number = place.line.to_string();
            let gap = " ".repeat(number.len());
            let row = clean(&place.row);
            let marker = " ".repeat(place.column.saturating_sub(1).min(200));
            let _ = writeln!(text, "    {number} | {row}");
            let _ = writeln!(text, "    {gap} | {marker}^");
        }
        if let Some(help) = problem.kind.help()
            && !told.contains(&help)
        {
            let _ = writeln!(text, "    help: {help}");
            told.push(help);
        }
    }
    text
}

/// What is legal but odd about a level.
pub(crate) fn warnings(file: &str, entry: &Entry) -> String {
    let name = if file == "-" { "standard input" } else { file };
    entry.warnings.iter().fold(String::new(), |mut text, warning| {
        let _ = writeln!(text, "warning: {name}, level {}: {warning}", entry.index);
        text
    })
}

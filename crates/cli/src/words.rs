//! Words for people: numbers with their nouns, and text that cannot harm a terminal.

use std::borrow::Cow;

use kuraban::{Claim, Report};

/// `1 push`, `2 pushes`.
pub(crate) fn count(number: usize, noun: &str) -> String {
    let ending = match noun {
        _ if number == 1 => "",
        "push" | "box" => "es",
        _ => "s",
    };
    format!("{number} {noun}{ending}")
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

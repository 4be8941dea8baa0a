//! What is said on standard error, coloured as the argument parser does it.

use std::io::{self, IsTerminal, Write};

/// A line on standard error; `error:` and the like are coloured on a terminal.
macro_rules! tell {
    ($($text:tt)*) => { $crate::say::text(&format!("{}\n", format_args!($($text)*))) };
}
pub(crate) use tell;

/// Whole lines on standard error. Where nobody can hear them, nothing is lost.
pub(crate) fn text(lines: &str) {
    let mut stderr = io::stderr().lock();
    if !colours(&stderr) {
        let _ = stderr.write_all(lines.as_bytes());
        return;
    }
    let painted: String = lines.split_inclusive('\n').map(painted).collect();
    let _ = stderr.write_all(painted.as_bytes());
}

/// Whether a stream shows colours and the user wants them: `NO_COLOR` is honoured.
pub(crate) fn colours(stream: &impl IsTerminal) -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    stream.is_terminal()
        && !set("NO_COLOR")
        && std::env::var_os("TERM").is_some_and(|term| term != "dumb")
}

/// A line with its first word coloured, where that word is a label.
fn painted(line: &str) -> String {
    const BOLD_RED: &str = "\x1b[1m\x1b[31m";
    const YELLOW: &str = "\x1b[33m";
    const GREEN: &str = "\x1b[32m";
    const LABELS: [(&str, &str); 6] = [
        ("error:", BOLD_RED),
        ("bug:", BOLD_RED),
        ("warning:", YELLOW),
        ("note:", GREEN),
        ("help:", GREEN),
        ("tip:", GREEN),
    ];
    let text = line.trim_start_matches(' ');
    let indent = &line[..line.len() - text.len()];
    let label = LABELS.into_iter().find(|(label, _)| text.starts_with(label));
    label.map_or(line.to_owned(), |(label, colour)| {
        format!("{indent}{colour}{label}\x1b[0m{}", &text[label.len()..])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_coloured_and_nothing_else() {
        assert_eq!(painted("error: no\n"), "\x1b[1m\x1b[31merror:\x1b[0m no\n");
        assert_eq!(painted("  help: do\n"), "  \x1b[32mhelp:\x1b[0m do\n");
        assert_eq!(painted("an error: no\n"), "an error: no\n");
    }
}

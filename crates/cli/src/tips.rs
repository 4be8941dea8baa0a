//! What people try first, and what it is called here.

use std::path::Path;

use clap::Error;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Options that are not there, and what to say instead.
const OPTIONS: [(&[&str], &str); 10] = [
    (
        &["optimal", "optimum", "best", "minimal", "minimum", "optimize", "optimise"],
        "for the best solution, proved: `--objective pushes` or `--objective moves`",
    ),
    (
        &["shortest", "short", "moves", "fewest", "fewest-moves", "min-moves", "steps"],
        "for the fewest moves, proved: `--objective moves`",
    ),
    (
        &["pushes", "fewest-pushes", "min-pushes"],
        "for the fewest pushes, proved: `--objective pushes`",
    ),
    (&["fast", "quick", "any"], "for any solution, at once: `--objective any`"),
    (
        &["timeout", "max-time", "time-limit", "limit", "seconds"],
        "for a limit of time: `--time 10s`",
    ),
    (
        &["mem", "max-memory", "memory-limit", "ram"],
        "for a limit of memory: `--memory 2GiB`",
    ),
    (
        &["solver", "algorithm", "algo", "method", "search", "strategy"],
        "for one way to search: `--engine NAME`; `kuraban engines` lists them",
    ),
    (
        &["cadical"],
        "CaDiCaL is built in with `cargo build --release --features cadical`; or name the program: \
         `kuraban sat LEVEL /usr/bin/cadical`",
    ),
    (
        &["verbose", "debug", "progress", "log"],
        "to see what an engine does: `kuraban solve --trace --engine bfs`",
    ),
    (
        &["number", "n", "index", "only", "levels", "puzzle"],
        "for some levels: `--level 3,7-9`",
    ),
];

/// Commands that are not there, and what to say instead.
const COMMANDS: [(&[&str], &str); 8] = [
    (&["check", "replay", "validate", "test"], "to check a solution: `kuraban verify`"),
    (
        &["play", "gui", "web", "server", "ui"],
        "to play in the browser: `kuraban serve --open`",
    ),
    (&["print", "view", "display", "cat", "facts"], "to see a level: `kuraban show`"),
    (
        &["info", "count", "summary", "list"],
        "for a collection in numbers: `kuraban stats`",
    ),
    (&["next", "help-me", "tip", "advice"], "for the next push: `kuraban hint`"),
    (
        &["optimal", "shortest", "best"],
        "for the best solution: `kuraban solve --objective moves`",
    ),
    (&["benchmark", "compare", "race"], "to compare engines: `kuraban bench`"),
    (
        &["export", "translate", "format"],
        "to write another notation: `kuraban convert --to NAME`",
    ),
];

/// Adds to an error what was probably meant.
pub(crate) fn add(error: &mut Error) {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    };
    let tip = match error.kind() {
        ErrorKind::UnknownArgument => {
            let word = context(ContextKind::InvalidArg).unwrap_or_default();
            known(&OPTIONS, word.trim_start_matches('-')).map(str::to_owned)
        }
        ErrorKind::InvalidSubcommand => {
            let word = context(ContextKind::InvalidSubcommand).unwrap_or_default();
            if Path::new(&word).is_file() {
                Some(format!("to solve a file: `kuraban solve {word}`"))
            } else {
                known(&COMMANDS, &word).map(str::to_owned)
            }
        }
        ErrorKind::InvalidValue => {
            let is_form = context(ContextKind::InvalidArg)
                .is_some_and(|option| option.starts_with("--form"));
            is_form.then(|| {
                "for a file: `> FILE`, and with `optimise` also `-o FILE`".to_owned()
            })
        }
        _ => None,
    };
    if let Some(tip) = tip {
        let tips = ContextValue::StyledStrs(vec![StyledStr::from(tip)]);
        error.insert(ContextKind::Suggested, tips);
        for other in [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand] {
            error.remove(other);
        }
    }
}

fn known(table: &[(&[&str], &'static str)], word: &str) -> Option<&'static str> {
    let found = table.iter().find(|(words, _)| words.contains(&word));
    found.map(|&(_, tip)| tip)
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use super::*;
    use crate::args::Arguments;

    fn told(words: &[&str]) -> String {
        let mut error = Arguments::try_parse_from(words).expect_err("this is no option");
        add(&mut error);
        error.to_string()
    }

    #[test]
    fn natural_guesses_get_a_tip() {
        for (words, part) in [
            (
                &["kuraban", "solve", "--optimal", "a"][..],
                "tip: for the best solution, proved:",
            ),
            (&["kuraban", "solve", "--shortest", "a"], "`--objective moves`"),
            (&["kuraban", "solve", "--timeout", "3", "a"], "`--time 10s`"),
            (&["kuraban", "check", "a"], "`kuraban verify`"),
            (&["kuraban", "Cargo.toml"], "`kuraban solve Cargo.toml`"),
        ] {
            let told = told(words);
            assert!(told.contains(part), "{words:?}: {told}");
        }
        let close = told(&["kuraban", "solve", "--objektive", "moves", "a"]);
        assert!(close.contains("--objective"), "{close}");
    }

    #[test]
    fn no_tip_hides_what_is_there() {
        let all = Arguments::command();
        for (words, tip) in COMMANDS {
            for word in words {
                assert!(all.find_subcommand(word).is_none(), "{word}: {tip}");
            }
        }
        let solve = all.find_subcommand("solve").expect("a command");
        for word in OPTIONS.iter().flat_map(|(words, _)| *words) {
            let there = solve.get_arguments().any(|arg| arg.get_long() == Some(word));
            assert!(!there, "{word}");
        }
    }
}

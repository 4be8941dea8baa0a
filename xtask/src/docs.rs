//! Tables and pictures in `docs/` that commands write.
//!
//! A table stands between `<!-- table: NAME -->` and `<!-- end -->`. Times differ from run to run
//! and machine to machine, so a check leaves their column out.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::pictures;

const PAGE: &str = "docs/engines.md";
const BEGIN: &str = "<!-- table: engines -->\n";
const END: &str = "<!-- end -->";
const LEVEL: &str = "levels/first-steps.xsb";
const ENGINES: [&str; 12] = [
    "bfs",
    "dfs",
    "iddfs",
    "astar",
    "idastar",
    "greedy",
    "reverse",
    "bidirectional",
    "push",
    "pull",
    "optimal",
    "sat",
];

/// Writes the tables and pictures again.
pub(crate) fn write(root: &Path) -> Result<(), String> {
    pictures::write(root)?;
    let page = root.join(PAGE);
    let text = fs::read_to_string(&page).map_err(|error| format!("{PAGE}: {error}"))?;
    let new = replace(&text, &table(root)?)?;
    fs::write(&page, new).map_err(|error| format!("{PAGE}: {error}"))
}

/// Fails where the tables and pictures are not what the program answers now.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    pictures::check(root)?;
    let page = root.join(PAGE);
    let text = fs::read_to_string(&page).map_err(|error| format!("{PAGE}: {error}"))?;
    let new = replace(&text, &table(root)?)?;
    if without_times(&text) == without_times(&new) {
        return Ok(());
    }
    Err(format!("{PAGE} is out of date: run `cargo xtask docs`"))
}

fn replace(text: &str, table: &str) -> Result<String, String> {
    let (before, rest) = text.split_once(BEGIN).ok_or(format!("{PAGE}: no {BEGIN}"))?;
    let (_, after) = rest.split_once(END).ok_or(format!("{PAGE}: no {END}"))?;
    Ok(format!("{before}{BEGIN}{table}{END}{after}"))
}

/// The last column of every row of a table is a time.
fn without_times(text: &str) -> String {
    let cut =
        |line: &str| match line.strip_suffix(" |").and_then(|row| row.rsplit_once('|')) {
            Some((kept, _)) => kept.to_owned(),
            None => line.to_owned(),
        };
    text.lines().map(cut).collect::<Vec<_>>().join("\n")
}

fn table(root: &Path) -> Result<String, String> {
    let mut rows = String::from(
        "| engine | asked for | moves | pushes | proved least | expanded | generated | time |\n\
         | --- | --- | ---: | ---: | --- | ---: | ---: | ---: |\n",
    );
    for engine in ENGINES {
        for objective in ["any", "pushes", "moves"] {
            if let Some(row) = row(root, engine, objective)? {
                rows += &row;
            }
        }
    }
    Ok(rows)
}

/// One row, unless the engine does not know the objective or does not prove it.
fn row(root: &Path, engine: &str, objective: &str) -> Result<Option<String>, String> {
    let binary = crate::target().join("release/kuraban");
    let arguments = ["solve", "--json", "--threads", "1", "--time", "60s"];
    let output = Command::new(&binary)
        .args(arguments)
        .args(["--engine", engine, "--objective", objective, LEVEL])
        .current_dir(root)
        .output()
        .map_err(|error| format!("{}: {error}; build it first", binary.display()))?;
    let answer = String::from_utf8_lossy(&output.stdout).into_owned();
    let optimal = list(&answer, "optimal");
    let asked = objective != "any";
    if output.status.code() != Some(0) || (asked && !optimal.contains(objective)) {
        return Ok(None);
    }
    let seconds: f64 = field(&answer, "seconds").parse().unwrap_or(0.0);
    Ok(Some(format!(
        "| {engine} | {objective} | {} | {} | {} | {} | {} | {:.1} ms |\n",
        field(&answer, "moves"),
        field(&answer, "pushes"),
        if optimal.is_empty() {
            "–".to_owned()
        } else {
            optimal.replace("\",\"", "; ").replace('"', "")
        },
        field(&answer, "expanded"),
        field(&answer, "generated"),
        seconds * 1000.0,
    )))
}

/// The value of a plain field of one JSON object.
fn field<'a>(json: &'a str, name: &str) -> &'a str {
    let key = format!("\"{name}\":");
    let value = json.split_once(&key).map_or("", |(_, rest)| rest);
    value.split([',', '}']).next().unwrap_or("")
}

/// The inside of a list of strings.
fn list(json: &str, name: &str) -> String {
    let key = format!("\"{name}\":[");
    let value = json.split_once(&key).map_or("", |(_, rest)| rest);
    value.split(']').next().unwrap_or("").to_owned()
}

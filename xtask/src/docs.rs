//! Tables and pictures in `docs/` that commands write.
//!
//! A table stands between `<!-- table: NAME -->` and `<!-- end -->`. Times differ from run to run
//! and machine to machine, so a check leaves their column out.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::{cargo, pictures};

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

/// A table: its page, its name, how it is made, and whether its last column is a time.
struct Table {
    page: &'static str,
    name: &'static str,
    make: fn(&Path) -> Result<String, String>,
    has_times: bool,
}

const TABLES: [Table; 2] = [
    Table { page: "docs/engines.md", name: "engines", make: engines, has_times: true },
    Table { page: "docs/design.md", name: "rules", make: rules, has_times: false },
];

/// Builds the program that answers, so that it is this one.
fn build() -> Result<(), String> {
    let built = cargo().args(["build", "--release", "--quiet"]).status();
    match built {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("cargo: {status}; see above")),
        Err(error) => Err(format!("cargo: {error}")),
    }
}

/// Writes the tables and pictures again.
pub(crate) fn write(root: &Path) -> Result<(), String> {
    build()?;
    pictures::write(root)?;
    for table in &TABLES {
        let (_, new) = table.again(root)?;
        let page = table.page;
        fs::write(root.join(page), new).map_err(|error| format!("{page}: {error}"))?;
    }
    Ok(())
}

/// Fails where the tables and pictures are not what the program answers now.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    build()?;
    pictures::check(root)?;
    for table in &TABLES {
        let (text, new) = table.again(root)?;
        let shown = |text: &str| {
            if table.has_times { without_times(text) } else { text.to_owned() }
        };
        if shown(&text) != shown(&new) {
            return Err(format!("{} is out of date: run `cargo xtask docs`", table.page));
        }
    }
    Ok(())
}

impl Table {
    /// The page as it is, and with the table made anew.
    fn again(&self, root: &Path) -> Result<(String, String), String> {
        let page = self.page;
        let text = fs::read_to_string(root.join(page))
            .map_err(|error| format!("{page}: {error}"))?;
        let begin = format!("<!-- table: {} -->\n", self.name);
        let (before, rest) =
            text.split_once(&begin).ok_or(format!("{page}: no {begin}"))?;
        let (_, after) = rest.split_once(END).ok_or(format!("{page}: no {END}"))?;
        let new = format!("{before}{begin}{}{END}{after}", (self.make)(root)?);
        Ok((text, new))
    }
}

/// The rules of `lint`, as it explains them.
fn rules(root: &Path) -> Result<String, String> {
    let told = program(root, &["lint", "--explain", "all", "--json"])?;
    let mut rows =
        String::from("| rule | severity | what it means |\n| --- | --- | --- |\n");
    for rule in told.lines() {
        let word = |name| string(rule, name);
        let is = |name: &str| rule.contains(&format!("\"{name}\":true"));
        let asked = if is("on_request") { ", on request" } else { "" };
        let table = if is("needs_table") { " (t)" } else { "" };
        let (id, name, about) = (word("id"), word("name"), word("about"));
        let severity = word("severity");
        let row = format!("| **{id}** {name}{table} | {severity}{asked} | {about} |\n");
        rows.push_str(&row);
    }
    Ok(rows)
}

/// What the program answers.
fn program(root: &Path, arguments: &[&str]) -> Result<String, String> {
    let binary = crate::target().join("release/kuraban");
    let output = Command::new(&binary).args(arguments).current_dir(root).output();
    let output = output
        .map_err(|error| format!("{}: {error}; build it first", binary.display()))?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The value of a text field of one JSON object. The texts hold neither quotes nor backslashes.
fn string(json: &str, name: &str) -> String {
    let key = format!("\"{name}\":\"");
    let value = json.split_once(&key).map_or("", |(_, rest)| rest);
    value.split('"').next().unwrap_or("").to_owned()
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

fn engines(root: &Path) -> Result<String, String> {
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

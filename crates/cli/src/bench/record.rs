//! The record of a benchmark: raw rows, and a summary with machine, commit and command.

use std::fmt::Write as _;
use std::fs;
use std::process::Command;
use std::time::Duration;

use crate::args::Bench;
use crate::bench::Row;

/// One line for each engine and level.
pub(crate) fn csv(rows: &[Row]) -> String {
    let mut out = String::from(
        "file,level,title,engine,status,reason,seconds,expanded,generated,peak_bytes,moves,pushes,optimal,pushes_at_least\n",
    );
    let number =
        |value: Option<usize>| value.map_or(String::new(), |value| value.to_string());
    for row in rows {
        let report = &row.report;
        let _ = writeln!(
            out,
            "{},{},{},{},{},{},{:.6},{},{},{},{},{},{},{}",
            quoted(&row.file),
            report.index,
            quoted(report.title.as_deref().unwrap_or("")),
            row.engine,
            report.status,
            quoted(report.reason.as_deref().unwrap_or("")),
            report.seconds,
            report.expanded,
            report.generated,
            report.peak_bytes,
            number(report.moves),
            number(report.pushes),
            report.optimal.join(" ").replace(',', "+"),
            report.lower_bound.get("pushes").map_or(String::new(), ToString::to_string),
        );
    }
    out
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// What came out, engine by engine, wins and losses.
pub(crate) fn summary(
    command: &Bench,
    rows: &[Row],
    took: Duration,
    objective: &str,
) -> String {
    let mut out = String::from("# Benchmark\n\n");
    let words: Vec<String> = std::env::args().skip(1).collect();
    let _ = writeln!(out, "* command: `kuraban {}`", words.join(" "));
    let _ = writeln!(out, "* commit: {}", commit());
    let _ = writeln!(out, "* machine: {}", machine());
    let _ = writeln!(out, "* took: {:.1} s\n", took.as_secs_f64());
    out.push_str(
        "| file | engine | levels | solved | proved unsolvable | proved least | answered | total time | median time | pushes |\n\
         | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    );
    for file in &command.files {
        for engine in &command.engines {
            let mine: Vec<&Row> = rows
                .iter()
                .filter(|row| row.file == *file && row.engine == *engine)
                .collect();
            if !mine.is_empty() {
                out.push_str(&line(file, engine, &mine, objective));
            }
        }
    }
    let lost: Vec<&Row> = rows.iter().filter(|row| !row.is_answered(objective)).collect();
    if !lost.is_empty() {
        out.push_str("\n## Not answered\n\n");
        for row in lost {
            let report = &row.report;
            let _ = writeln!(
                out,
                "* {} {} {}, {}: {} after {:.1} s",
                row.file,
                report.index,
                report.title.as_deref().unwrap_or(""),
                row.engine,
                report.reason.as_deref().unwrap_or(&report.status),
                report.seconds
            );
        }
    }
    out
}

fn line(file: &str, engine: &str, rows: &[&Row], objective: &str) -> String {
    let count = |test: &dyn Fn(&Row) -> bool| rows.iter().filter(|row| test(row)).count();
    let mut times: Vec<f64> = rows.iter().map(|row| row.report.seconds).collect();
    times.sort_by(f64::total_cmp);
    let pushes: usize = rows.iter().filter_map(|row| row.report.pushes).sum();
    let name = file.rsplit('/').next().unwrap_or(file);
    format!(
        "| {name} | {engine} | {} | {} | {} | {} | {} | {:.1} s | {:.4} s | {pushes} |\n",
        rows.len(),
        count(&Row::is_solved),
        count(&|row| row.report.status == "unsolvable"),
        count(&|row| row.report.optimal.iter().any(|claim| claim == objective)),
        count(&|row| row.is_answered(objective)),
        times.iter().sum::<f64>(),
        times[times.len() / 2],
    )
}

fn commit() -> String {
    let output = Command::new("git").args(["rev-parse", "--short", "HEAD"]).output();
    let known = output.ok().filter(|output| output.status.success());
    known.map_or_else(
        || "unknown".to_owned(),
        |output| String::from_utf8_lossy(&output.stdout).trim().to_owned(),
    )
}

fn machine() -> String {
    let field = |path: &str, name: &str| {
        let text = fs::read_to_string(path).ok()?;
        let line = text.lines().find(|line| line.starts_with(name))?;
        line.split_once(':').map(|(_, value)| value.trim().to_owned())
    };
    let processor = field("/proc/cpuinfo", "model name")
        .unwrap_or_else(|| std::env::consts::ARCH.into());
    let memory = field("/proc/meminfo", "MemTotal").unwrap_or_else(|| "unknown".into());
    let threads = kuraban::machine_threads();
    format!("{processor}, {threads} threads, memory {memory}, {}", std::env::consts::OS)
}

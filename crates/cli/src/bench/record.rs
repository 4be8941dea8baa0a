//! The record of a benchmark: raw rows, and a summary with machine, commit and command.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::args::Bench;
use crate::bench::{Key, Row, Settings, rows};
use crate::{commit, files};

/// The file of rows, which grows row by row.
pub(crate) struct Record {
    file: File,
    path: PathBuf,
}

/// A record to add to, and what it holds.
type Opened = (Record, BTreeMap<Key, Row>);

impl Record {
    /// Makes the folder of a run, or goes on with one, whose rows are given back. The inner
    /// error tells why the folder is not touched.
    pub(crate) fn open(
        folder: &Path,
        command: &Bench,
        settings: &Settings,
    ) -> io::Result<Result<Opened, String>> {
        files::folder(folder)?;
        let path = folder.join("results.csv");
        let name = path.display().to_string();
        let fail = |error| files::cannot_write(&format!("`{name}`"), &error);
        let mut rows = BTreeMap::new();
        let mut text = format!("{}\n", rows::HEADER);
        if path.exists() && !command.force {
            if !command.resume {
                return Ok(Err(format!(
                    "`{name}` is the record of another run: --resume goes on with it, \
                     --force replaces it"
                )));
            }
            let old = fs::read_to_string(&path).map_err(|error| {
                io::Error::other(format!("cannot read `{name}`: {error}"))
            })?;
            let read = match rows::read(&old) {
                Ok(_) if !old.starts_with(&text) => {
                    Err("it has other columns".to_owned())
                }
                read => read,
            };
            match read {
                Ok(read) if read.iter().all(|(_, fields)| settings.made(fields)) => {
                    for (row, _) in read {
                        text += &rows::line(&row, settings);
                        text.push('\n');
                        rows.insert(row.key.clone(), row);
                    }
                }
                Ok(_) => {
                    return Ok(Err(format!(
                        "`{name}` was made with another objective, ties, seed, number of \
                         threads or limits: it cannot be gone on with"
                    )));
                }
                Err(why) => {
                    return Ok(Err(format!("`{name}` cannot be gone on with: {why}")));
                }
            }
        }
        // What is old does not belong to the rows that come.
        for old in ["summary.md", "cactus.svg"] {
            match fs::remove_file(folder.join(old)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(fail(error));
                }
                _ => {}
            }
        }
        files::whole(&path, |file| file.write_all(text.as_bytes()).map(|()| ((), true)))?;
        let file = File::options().append(true).open(&path).map_err(fail)?;
        Ok(Ok((Self { file, path }, rows)))
    }

    /// Adds a row, which is on the disk after that.
    pub(crate) fn add(&mut self, row: &Row, settings: &Settings) -> io::Result<()> {
        let fail =
            |error| files::cannot_write(&format!("`{}`", self.path.display()), &error);
        let length = self.file.metadata().map_err(fail)?.len();
        let text = rows::line(row, settings) + "\n";
        let added =
            (&self.file).write_all(text.as_bytes()).and_then(|()| self.file.sync_data());
        if added.is_err() {
            // Best effort: half a row is worth nothing.
            let _ = self.file.set_len(length);
        }
        added.map_err(fail)
    }
}

/// What came out, engine by engine, wins and losses.
pub(crate) fn summary(
    command: &Bench,
    rows: &[Row],
    took: Duration,
    interrupted: bool,
) -> String {
    let objective = command.objective.name();
    let mut out = String::from("# Benchmark\n\n");
    let words: Vec<String> = std::env::args().skip(1).collect();
    let _ = writeln!(out, "* command: `kuraban {}`", words.join(" "));
    let _ = writeln!(out, "* commit: {}", commit().unwrap_or("unknown"));
    let _ = writeln!(out, "* machine: {}", machine());
    let _ = writeln!(out, "* took: {:.1} s", took.as_secs_f64());
    if interrupted {
        out.push_str("* **interrupted: not every level was tried**; --resume goes on\n");
    }
    out.push('\n');
    out.push_str(
        "| file | engine | levels | solved | proved unsolvable | proved least | answered | total time | median time | pushes |\n\
         | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    );
    for file in &command.files {
        for engine in &command.engines {
            let mine: Vec<&Row> = rows
                .iter()
                .filter(|row| row.key.file == *file && row.key.engine == *engine)
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
                "* {} {} {}, {}: {} after {:.1} s{}",
                row.key.file,
                report.index,
                report.title.as_deref().unwrap_or(""),
                row.key.engine,
                report.reason.as_deref().unwrap_or(&report.status),
                report.seconds,
                row.farthest.as_ref().map_or(String::new(), |best| {
                    format!("; best at {:.1} s: {}", best.at, best.cell)
                })
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

//! `kuraban bench compare`: what one run answers and another does not, and how fast.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use kuraban_draw::{Axis, Hue, Plot};

use crate::bench::{LEAST, Row, rows};
use crate::say::tell;
use crate::words::{columns, count, narrow};
use crate::{exit, files};

/// File, level and, where a run has several, engine.
type Place = (String, usize, String);
/// A row, and whether it is an answer.
type Judged = (Row, bool);
type Rows = BTreeMap<Place, Judged>;
/// One level in both runs.
type Pair<'a> = (&'a Place, &'a Judged, &'a Judged);

pub(crate) fn run(
    a: &Path,
    b: &Path,
    output: Option<&Path>,
    out: &mut impl Write,
) -> io::Result<u8> {
    let (a_rows, b_rows) = match (load(a), load(b)) {
        (Ok(a), Ok(b)) => (a, b),
        (Err(error), _) | (_, Err(error)) => {
            tell!("error: {error}");
            return Ok(exit::INVALID);
        }
    };
    let both = Both::of(&a_rows, &b_rows);
    if both.pairs.is_empty() {
        tell!("error: `{}` and `{}` have no level in common", a.display(), b.display());
        return Ok(exit::INVALID);
    }
    let plot = both.plot(&a.display().to_string(), &b.display().to_string());
    match output {
        Some(path) if files::is_dash(path) => out.write_all(plot.as_bytes())?,
        Some(path) => {
            files::whole(path, |file| {
                file.write_all(plot.as_bytes()).map(|()| ((), true))
            })?;
            out.write_all(narrow(&both.told(a, b), columns()).as_bytes())?;
        }
        None => out.write_all(narrow(&both.told(a, b), columns()).as_bytes())?,
    }
    Ok(exit::DONE)
}

/// The rows of a run by place, and whether each is an answer.
fn load(path: &Path) -> Result<Rows, String> {
    let file = if path.is_dir() { path.join("results.csv") } else { path.to_owned() };
    let fail = |why: String| format!("cannot read `{}`: {why}", file.display());
    let text = fs::read_to_string(&file).map_err(|error| fail(error.to_string()))?;
    let read = rows::read(&text).map_err(fail)?;
    let engines: BTreeSet<_> = read.iter().map(|(row, _)| &row.key.engine).collect();
    let several = engines.len() > 1;
    let mut rows = Rows::new();
    for (row, settings) in &read {
        let file = row.key.file.rsplit('/').next().unwrap_or_default().to_owned();
        let engine = if several { row.key.engine.clone() } else { String::new() };
        let objective = settings.first().map_or("", String::as_str);
        // Older records do not tell what was asked for.
        let objective = if objective.is_empty() { "any" } else { objective };
        let answered = row.is_answered(objective);
        rows.insert((file, row.key.level, engine), (row.clone(), answered));
    }
    Ok(rows)
}

/// The levels that both runs tried.
struct Both<'a> {
    pairs: Vec<Pair<'a>>,
    only: [usize; 2],
    /// Whether processor time is known for all that both answered.
    cpu: bool,
}

impl<'a> Both<'a> {
    fn of(a: &'a Rows, b: &'a Rows) -> Self {
        let pairs: Vec<_> = a
            .iter()
            .filter_map(|(place, row)| Some((place, row, b.get(place)?)))
            .collect();
        let only = [a.len() - pairs.len(), b.len() - pairs.len()];
        let cpu = pairs
            .iter()
            .filter(|(_, a, b)| a.1 && b.1)
            .all(|(_, a, b)| a.0.cpu.is_some() && b.0.cpu.is_some());
        Self { pairs, only, cpu }
    }

    fn time(&self, row: &Row) -> f64 {
        let time = if self.cpu { row.cpu } else { None };
        time.unwrap_or(row.report.seconds)
    }

    fn told(&self, a: &Path, b: &Path) -> String {
        let mut out = String::from("# Comparison\n\n");
        let _ = writeln!(out, "* A: {}\n* B: {}", a.display(), b.display());
        let levels = count(self.pairs.len(), "row");
        let _ = writeln!(
            out,
            "* {levels} in both; {} only in A, {} only in B",
            self.only[0], self.only[1]
        );
        let answered = |pick: fn(&Pair<'_>) -> bool| {
            self.pairs.iter().filter(|pair| pick(pair)).count()
        };
        let (in_a, in_b) = (answered(|pair| pair.1.1), answered(|pair| pair.2.1));
        let _ = writeln!(out, "* answered: {in_a} in A, {in_b} in B");
        let mut ratios = Vec::new();
        let (mut sums, mut pushes) = ([0.0; 2], [0usize; 2]);
        for (_, a, b) in self.pairs.iter().filter(|(_, a, b)| a.1 && b.1) {
            let (first, second) = (self.time(&a.0), self.time(&b.0));
            (sums[0], sums[1]) = (sums[0] + first, sums[1] + second);
            ratios.push(second.max(LEAST) / first.max(LEAST));
            if let (Some(first), Some(second)) = (a.0.report.pushes, b.0.report.pushes) {
                (pushes[0], pushes[1]) = (pushes[0] + first, pushes[1] + second);
            }
        }
        let what = if self.cpu { "CPU time" } else { "time (CPU time is not recorded)" };
        if !ratios.is_empty() {
            ratios.sort_by(f64::total_cmp);
            let logs: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
            let _ = writeln!(
                out,
                "* {what} on the {} that both answer: A {:.3} s, B {:.3} s; B/A in all {:.2}, \
                 geometric mean {:.2}, median {:.2} (times below a millisecond count as one)",
                ratios.len(),
                sums[0],
                sums[1],
                sums[1].max(LEAST) / sums[0].max(LEAST),
                (logs / ratios.len() as f64).exp(),
                ratios[ratios.len() / 2],
            );
            let _ = writeln!(out, "* pushes there: A {}, B {}", pushes[0], pushes[1]);
        }
        self.list(&mut out, "Gained: answered in B, not in A", |a, b| !a && b);
        self.list(&mut out, "Lost: answered in A, not in B", |a, b| a && !b);
        out
    }

    fn list(&self, out: &mut String, title: &str, wanted: fn(bool, bool) -> bool) {
        let listed: Vec<_> =
            self.pairs.iter().filter(|(_, a, b)| wanted(a.1, b.1)).collect();
        let _ = writeln!(out, "\n## {title}: {}", listed.len());
        if !listed.is_empty() {
            out.push('\n');
        }
        let word = |row: &Row| {
            let report = &row.report;
            let word = report.reason.as_deref().unwrap_or(&report.status).to_owned();
            format!("{word} after {:.3} s", report.seconds)
        };
        for ((file, level, engine), a, b) in listed {
            let title = a.0.report.title.as_deref().unwrap_or_default();
            let name = format!("{file} {level} {title} {engine}");
            let _ = writeln!(
                out,
                "* {}: A {}, B {}",
                name.trim_end(),
                word(&a.0),
                word(&b.0)
            );
        }
    }

    /// Each level as a point: its time in A to the right, in B upwards; both logarithmic.
    fn plot(&self, a: &str, b: &str) -> String {
        let times = |pair: &Pair<'_>| [self.time(&pair.1.0), self.time(&pair.2.0)];
        let longest = self.pairs.iter().flat_map(times).fold(10.0 * LEAST, f64::max);
        let axis = |name: String| Axis::powers(name, LEAST, longest).unit(" s");
        let axes = (axis(format!("A: {a}")), axis(format!("B: {b}")));
        let mut plot = Plot::new("Time of each level in two records", axes);
        plot.line([(LEAST, LEAST), (longest, longest)], Hue::Ink);
        for pair in &self.pairs {
            let colour = match (pair.1.1, pair.2.1) {
                (true, true) => Hue::Blue,
                (false, true) => Hue::Green,
                (true, false) => Hue::Vermilion,
                (false, false) => continue,
            };
            let [first, second] = times(pair);
            let (file, level, _) = pair.0;
            plot.dot((first, second), 3.0, colour, &format!("{file} {level}"));
        }
        for (name, colour) in
            [("both", Hue::Blue), ("gained", Hue::Green), ("lost", Hue::Vermilion)]
        {
            plot.name(name, colour);
        }
        plot.finish()
    }
}

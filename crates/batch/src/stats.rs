//! A run in numbers.

use std::collections::BTreeMap;

use kuraban::Word;
use serde::Serialize;

use crate::answers::{Answered, Per};
use crate::{Error, Run};

/// Levels that are listed as the dearest.
const DEAREST: usize = 20;

/// A run in numbers.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Stats {
    /// Levels with a row, and all.
    pub answered: u64,
    /// All levels.
    pub levels: u64,
    /// Answers by status.
    pub by_status: BTreeMap<Word, u64>,
    /// Answers by the number of boxes and status.
    pub by_boxes: BTreeMap<usize, BTreeMap<Word, u64>>,
    /// Solutions that are proved least, by what they are least in.
    pub proved: BTreeMap<Word, u64>,
    /// Levels that are settled: unsolvable, or solved and proved least as was asked for.
    pub settled: u64,
    /// Processor time of all rows that count.
    pub cpu_seconds: f64,
    /// The spread of figures.
    pub quantiles: BTreeMap<&'static str, Quantiles>,
    /// The levels that took most time.
    pub dearest: Vec<Dear>,
    /// What plots are drawn from.
    #[serde(skip)]
    pub(crate) points: Vec<Point>,
}

/// How some figure is spread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names say it")]
pub struct Quantiles {
    pub count: usize,
    pub q05: f64,
    pub q25: f64,
    pub q50: f64,
    pub q75: f64,
    pub q95: f64,
    pub q99: f64,
    pub most: f64,
}

impl Quantiles {
    fn of(mut values: Vec<f64>) -> Option<Self> {
        values.sort_by(f64::total_cmp);
        let last = values.len().checked_sub(1)?;
        let at = |share: f64| values[(share * last as f64).round() as usize];
        Some(Self {
            count: values.len(),
            q05: at(0.05),
            q25: at(0.25),
            q50: at(0.5),
            q75: at(0.75),
            q95: at(0.95),
            q99: at(0.99),
            most: at(1.0),
        })
    }
}

/// A level that took long.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names say it")]
pub struct Dear {
    pub n: u64,
    pub file: String,
    pub index: usize,
    pub title: Option<String>,
    pub status: Word,
    pub cpu_seconds: f64,
    pub expanded: u64,
}

/// One level, as plots need it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Point {
    pub(crate) cpu: f64,
    pub(crate) expanded: u64,
    pub(crate) settled: bool,
    pub(crate) pushes: Option<u32>,
    /// Pushes and moves, where they are proved least.
    pub(crate) least_pushes: Option<u32>,
    pub(crate) least_moves: Option<u32>,
    /// Moves, where no solution with the fewest pushes has fewer.
    pub(crate) tied_moves: Option<u32>,
}

impl Run {
    /// The run in numbers.
    pub fn stats(&self) -> Result<Stats, Error> {
        let description = self.description();
        let claim = description.passes[0].question.objective.claim();
        let mut stats = Stats { levels: description.levels, ..Stats::default() };
        self.answers(Per::Level, &mut |answered| {
            let row = answered.row;
            let least = claim.is_none_or(|claim| row.is_least(claim.name()));
            let settled = row.status == "unsolvable" || (row.status == "solved" && least);
            stats.add(answered, settled);
            Ok(())
        })?;
        stats.finish();
        Ok(stats)
    }
}

impl Stats {
    fn add(&mut self, answered: &Answered<'_>, settled: bool) {
        let row = answered.row;
        self.answered += 1;
        self.settled += u64::from(settled);
        *self.by_status.entry(row.status.clone()).or_default() += 1;
        let boxes = self.by_boxes.entry(row.boxes).or_default();
        *boxes.entry(row.status.clone()).or_default() += 1;
        for claim in &row.optimal {
            *self.proved.entry(claim.clone()).or_default() += 1;
        }
        // Where the system does not measure processor time, the clock has to do.
        let cpu = row.cpu_seconds.unwrap_or(row.seconds);
        self.cpu_seconds += cpu;
        let narrow = |figure: Option<usize>| figure.and_then(|n| u32::try_from(n).ok());
        self.points.push(Point {
            cpu,
            expanded: row.expanded,
            settled,
            pushes: narrow(row.pushes),
            least_pushes: narrow(row.pushes).filter(|_| row.is_least("pushes")),
            least_moves: narrow(row.moves).filter(|_| row.is_least("moves")),
            tied_moves: narrow(row.moves).filter(|_| row.is_least("pushes,moves")),
        });
        if self.dearest.len() < DEAREST
            || self.dearest.last().is_some_and(|last| last.cpu_seconds < cpu)
        {
            self.dearest.push(Dear {
                n: row.n,
                file: answered.file.to_owned(),
                index: answered.index,
                title: answered.line.title.clone(),
                status: row.status.clone(),
                cpu_seconds: cpu,
                expanded: row.expanded,
            });
            self.dearest.sort_by(|a, b| b.cpu_seconds.total_cmp(&a.cpu_seconds));
            self.dearest.truncate(DEAREST);
        }
    }

    fn finish(&mut self) {
        let figures = |figure: fn(&Point) -> Option<f64>| {
            Quantiles::of(self.points.iter().filter_map(figure).collect())
        };
        let all = [
            ("least_pushes", figures(|point| point.least_pushes.map(f64::from))),
            ("least_moves", figures(|point| point.least_moves.map(f64::from))),
            ("moves_of_least_pushes", figures(|point| point.tied_moves.map(f64::from))),
            ("pushes", figures(|point| point.pushes.map(f64::from))),
            ("expanded", figures(|point| Some(point.expanded as f64))),
            ("cpu_seconds", figures(|point| Some(point.cpu))),
        ];
        let there = all.into_iter().filter_map(|(name, spread)| Some((name, spread?)));
        self.quantiles = there.collect();
    }
}

//! Plots of a run.

use std::collections::BTreeMap;

use kuraban_draw::{Axis, Hue, Plot};

use crate::stats::{Point, Stats};

impl Stats {
    /// The plots, each with the name of its file.
    pub fn plots(&self) -> Vec<(&'static str, String)> {
        let mut plots = vec![
            ("cactus.svg", cactus(&self.points)),
            ("settled.svg", settled(&self.points)),
            ("effort.svg", effort(&self.points)),
        ];
        let all = |figure: fn(&Point) -> Option<u32>| -> Vec<u32> {
            self.points.iter().filter_map(figure).collect()
        };
        for (name, label, values) in [
            ("pushes.svg", "least pushes", all(|point| point.least_pushes)),
            ("moves.svg", "least moves", all(|point| point.least_moves)),
            (
                "moves-of-least-pushes.svg",
                "least moves of the solutions with the fewest pushes",
                all(|point| point.tied_moves),
            ),
        ] {
            if !values.is_empty() {
                plots.push((name, histogram(label, &values)));
            }
        }
        plots
    }
}

/// At most so many points of a line: more cannot be told apart.
const FINEST: usize = 500;

/// Some of many, evenly, with the last.
fn thinned<T: Copy>(values: &[T]) -> Vec<(usize, T)> {
    let stride = values.len().div_ceil(FINEST).max(1);
    let last = values.len().saturating_sub(1);
    values
        .iter()
        .copied()
        .enumerate()
        .filter(|&(index, _)| index.is_multiple_of(stride) || index == last)
        .collect()
}

/// How many levels are settled within how much processor time each.
fn cactus(points: &[Point]) -> String {
    let mut times: Vec<f64> =
        points.iter().filter(|point| point.settled).map(|point| point.cpu).collect();
    times.sort_by(f64::total_cmp);
    let most = times.last().copied().unwrap_or_default();
    let axes = (
        Axis::even("levels settled", times.len() as f64),
        Axis::powers("processor time of a level", 1e-5, most).unit(" s"),
    );
    let mut plot = Plot::new("Levels settled within a time each", axes);
    plot.line(
        thinned(&times).into_iter().map(|(index, time)| (index as f64 + 1.0, time)),
        Hue::Blue,
    );
    plot.finish()
}

/// The share of levels that are settled within a budget of expansions.
fn settled(points: &[Point]) -> String {
    let mut budgets: Vec<u64> =
        points.iter().filter(|point| point.settled).map(|point| point.expanded).collect();
    budgets.sort_unstable();
    let all = points.len().max(1) as f64;
    let most = budgets.last().copied().unwrap_or_default() as f64;
    let axes = (
        Axis::powers("expansions of a level", 1.0, most),
        Axis::even("share of the levels that is settled", 1.0),
    );
    let mut plot = Plot::new("Levels settled within a number of expansions", axes);
    let share =
        |(index, budget): (usize, u64)| (budget as f64, (index as f64 + 1.0) / all);
    plot.line(thinned(&budgets).into_iter().map(share), Hue::Blue);
    plot.finish()
}

/// How often each figure occurs.
fn histogram(label: &str, values: &[u32]) -> String {
    /// Bars, about.
    const BARS: u32 = 60;
    let most = values.iter().copied().max().unwrap_or_default();
    let width = (most / BARS + 1).max(1);
    let mut counts: BTreeMap<u32, u32> = BTreeMap::new();
    for value in values {
        *counts.entry(value / width).or_default() += 1;
    }
    let highest = counts.values().copied().max().unwrap_or_default();
    let end = f64::from((most / width + 1) * width);
    let axes = (Axis::even(label, end), Axis::even("levels", f64::from(highest)));
    let mut plot = Plot::new(format!("Levels by {label}"), axes);
    for (bar, count) in counts {
        let from = f64::from(bar * width);
        plot.bar(from, from + f64::from(width), f64::from(count), Hue::Blue);
    }
    plot.finish()
}

/// Expansions against pushes; levels that lie close together are one point, the larger the more
/// they are.
fn effort(points: &[Point]) -> String {
    /// Steps in which pushes, and powers of ten of expansions, are taken together.
    const STEPS: f64 = 60.0;
    const FINE: f64 = 8.0;
    let most = points.iter().filter_map(|point| point.pushes).max().unwrap_or_default();
    let width = (f64::from(most) / STEPS).max(1.0);
    let mut bins: BTreeMap<(u32, u32), u32> = BTreeMap::new();
    let mut hardest = 1.0f64;
    for point in points {
        let Some(pushes) = point.pushes else { continue };
        let expanded = point.expanded.max(1) as f64;
        hardest = hardest.max(expanded);
        let bin = ((f64::from(pushes) / width) as u32, (expanded.log10() * FINE) as u32);
        *bins.entry(bin).or_default() += 1;
    }
    let axes = (
        // Points lie in the middle of what they take together.
        Axis::even("pushes of the solution", f64::from(most) + width),
        Axis::powers("expansions", 1.0, hardest * 10f64.powf(1.0 / FINE)),
    );
    let mut plot = Plot::new("Expansions and pushes of levels", axes);
    let largest = f64::from(bins.values().copied().max().unwrap_or(1));
    for ((across, up), count) in bins {
        let at =
            ((f64::from(across) + 0.5) * width, 10f64.powf((f64::from(up) + 0.5) / FINE));
        let radius = 1.0 + 5.0 * (f64::from(count) / largest).sqrt();
        plot.dot(at, radius, Hue::Blue, &format!("{count}"));
    }
    plot.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers that an attribute has in a plot.
    fn numbers(plot: &str, name: &str) -> Vec<f64> {
        let begins = format!(" {name}=\"");
        let pieces = plot.split(&begins).skip(1);
        let texts = pieces.filter_map(|piece| piece.split('"').next());
        texts.map(|text| text.parse().expect("a number")).collect()
    }

    #[test]
    fn every_point_lies_in_the_frame() {
        for (pushes, expanded) in [(50, 1000), (60, 10), (100, 1), (1, 1), (997, 12345)] {
            let point = Point {
                cpu: 0.1,
                expanded,
                settled: true,
                pushes: Some(pushes),
                least_pushes: None,
                least_moves: None,
                tied_moves: None,
            };
            let plot = effort(&[point]);
            let lines = (numbers(&plot, "x2"), numbers(&plot, "y1"));
            let right = lines.0.into_iter().fold(0.0, f64::max);
            let top = lines.1.into_iter().fold(f64::MAX, f64::min);
            let (x, y) = (numbers(&plot, "cx")[0], numbers(&plot, "cy")[0]);
            assert!(x <= right && y >= top, "{pushes} {expanded}: {x},{y} {right},{top}");
        }
    }
}

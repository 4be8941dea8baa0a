//! A cactus plot: how many levels each engine answers within how much time.

use std::collections::BTreeMap;

use kuraban_draw::{Axis, Hue, Plot};

use crate::bench::{LEAST, Row};

/// The plot as SVG; the time axis is logarithmic.
pub(crate) fn plot(rows: &[Row], objective: &str) -> String {
    let mut times: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for row in rows {
        let mine = times.entry(&row.key.engine).or_default();
        if row.is_answered(objective) {
            mine.push(row.report.seconds);
        }
    }
    let most = times.values().map(Vec::len).max().unwrap_or(0).max(1) as f64;
    let longest = times.values().flatten().copied().fold(0.0, f64::max);
    let axes = (
        Axis::even("levels answered", most),
        Axis::powers("time", LEAST, longest).unit(" s"),
    );
    let mut plot = Plot::new("Levels that each engine answers within a time", axes);
    for (index, (engine, list)) in times.iter_mut().enumerate() {
        list.sort_by(f64::total_cmp);
        let hue = Hue::nth(index);
        plot.line((1..).map(f64::from).zip(list.iter().copied()), hue);
        plot.name(&format!("{engine} ({})", list.len()), hue);
    }
    plot.finish()
}

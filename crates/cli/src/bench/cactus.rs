//! A cactus plot: how many levels each engine answers within how much time.

use std::collections::BTreeMap;

use kuraban_batch::{Axis, Plot};

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
    let mut plot = Plot::new(
        Axis::even("levels answered", most),
        Axis::powers("time", LEAST, longest).unit(" s"),
    );
    for (index, (engine, list)) in times.iter_mut().enumerate() {
        list.sort_by(f64::total_cmp);
        plot.line((1..).map(f64::from).zip(list.iter().copied()), index);
        plot.name(&format!("{engine} ({})", list.len()), index);
    }
    plot.finish()
}

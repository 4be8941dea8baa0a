//! A cactus plot: how many levels each engine answers within how much time.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::bench::Row;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 440.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 150.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 50.0;
/// Times below a millisecond are drawn as one.
const LEAST: f64 = 0.001;
const COLOURS: [&str; 8] = [
    "#1f6f8b", "#d1495b", "#66a182", "#8d5a97", "#edae49", "#30638e", "#7a4419",
    "#555555",
];

/// The plot as SVG; the time axis is logarithmic.
pub(crate) fn plot(rows: &[Row], objective: &str) -> String {
    let mut times: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for row in rows {
        let mine = times.entry(&row.key.engine).or_default();
        if row.is_answered(objective) {
            mine.push(row.report.seconds.max(LEAST));
        }
    }
    let most = times.values().map(Vec::len).max().unwrap_or(0).max(1) as f64;
    let longest = times.values().flatten().fold(10.0 * LEAST, |a: f64, &b| a.max(b));
    let decades = (longest / LEAST).log10().ceil().max(1.0);
    let x = |count: f64| LEFT + count / most * (WIDTH - LEFT - RIGHT);
    let y = |seconds: f64| {
        HEIGHT - BOTTOM - (seconds / LEAST).log10() / decades * (HEIGHT - TOP - BOTTOM)
    };
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
    );
    for decade in 0..=decades as i32 {
        let seconds = LEAST * 10f64.powi(decade);
        let _ = writeln!(
            out,
            "<line x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"#ddd\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{seconds} s</text>",
            WIDTH - RIGHT,
            LEFT - 6.0,
            y(seconds) + 4.0,
            y = y(seconds),
        );
    }
    for quarter in 0..=4 {
        let count = most * f64::from(quarter) / 4.0;
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{count:.0}</text>",
            x(count),
            HEIGHT - BOTTOM + 18.0
        );
    }
    let _ = writeln!(
        out,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">levels answered</text>",
        (LEFT + WIDTH - RIGHT) / 2.0,
        HEIGHT - 10.0
    );
    for (index, (engine, list)) in times.iter_mut().enumerate() {
        list.sort_by(f64::total_cmp);
        let colour = COLOURS[index % COLOURS.len()];
        let points: Vec<String> = list
            .iter()
            .enumerate()
            .map(|(count, &seconds)| {
                format!("{:.1},{:.1}", x(count as f64 + 1.0), y(seconds))
            })
            .collect();
        let _ = writeln!(
            out,
            "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" points=\"{}\"/>",
            points.join(" ")
        );
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" fill=\"{colour}\">{engine} ({})</text>",
            WIDTH - RIGHT + 12.0,
            TOP + 18.0 * index as f64 + 8.0,
            list.len()
        );
    }
    out.push_str("</svg>\n");
    out
}

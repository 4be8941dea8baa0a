//! Plots as SVG.

use std::fmt::Write as _;

/// Colours that are told apart.
pub const COLOURS: [&str; 8] = [
    "#1f6f8b", "#d1495b", "#66a182", "#8d5a97", "#edae49", "#30638e", "#7a4419",
    "#555555",
];

/// Where values lie along one side of a plot.
#[derive(Clone, Debug)]
pub struct Axis {
    label: String,
    unit: &'static str,
    scale: Scale,
}

#[derive(Clone, Copy, Debug)]
enum Scale {
    /// From zero to this.
    Even(f64),
    /// From a least value over so many powers of ten.
    Powers(f64, i32),
}

impl Axis {
    /// Evenly from zero to `most`.
    pub fn even(label: impl Into<String>, most: f64) -> Self {
        Self { label: label.into(), unit: "", scale: Scale::Even(most.max(1e-9)) }
    }

    /// By powers of ten from `least`, below which values are drawn as `least`, to `most` or the
    /// next power.
    pub fn powers(label: impl Into<String>, least: f64, most: f64) -> Self {
        let powers = (most.max(least) / least).log10().ceil().max(1.0) as i32;
        Self { label: label.into(), unit: "", scale: Scale::Powers(least, powers) }
    }

    /// Names the unit of its numbers.
    #[must_use]
    pub fn unit(mut self, unit: &'static str) -> Self {
        self.unit = unit;
        self
    }

    /// From zero to one.
    fn at(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Even(most) => value / most,
            Scale::Powers(least, powers) => {
                (value.max(least) / least).log10() / f64::from(powers)
            }
        }
    }

    fn marks(&self) -> Vec<f64> {
        match self.scale {
            Scale::Even(most) => {
                (0..=4).map(|quarter| most * f64::from(quarter) / 4.0).collect()
            }
            Scale::Powers(least, powers) => {
                (0..=powers).map(|power| least * 10f64.powi(power)).collect()
            }
        }
    }

    fn told(&self, mark: f64) -> String {
        let number = match self.scale {
            Scale::Even(most) if most <= 2.0 => format!("{mark:.2}"),
            Scale::Even(_) => format!("{mark:.0}"),
            // Powers of ten are not exact as binary numbers.
            Scale::Powers(..) => {
                format!("{}", format!("{mark:.6e}").parse().unwrap_or(mark))
            }
        };
        format!("{number}{}", self.unit)
    }
}

/// A plot that is being drawn.
///
/// ```
/// use kuraban_batch::{Axis, Plot};
///
/// let mut plot = Plot::new(Axis::even("levels", 10.0), Axis::powers("time", 0.001, 5.0));
/// plot.line([(1.0, 0.01), (2.0, 0.5)], 0);
/// plot.name("auto", 0);
/// assert!(plot.finish().contains("<polyline"));
/// ```
#[derive(Clone, Debug)]
pub struct Plot {
    x: Axis,
    y: Axis,
    names: usize,
    out: String,
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 440.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 150.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 50.0;

impl Plot {
    /// An empty plot.
    pub fn new(x: Axis, y: Axis) -> Self {
        let out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             font-family=\"sans-serif\" font-size=\"12\">\n\
             <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
        );
        let mut plot = Self { x, y, names: 0, out };
        plot.frame();
        plot
    }

    fn px(&self, x: f64) -> f64 {
        LEFT + self.x.at(x) * (WIDTH - LEFT - RIGHT)
    }

    fn py(&self, y: f64) -> f64 {
        HEIGHT - BOTTOM - self.y.at(y) * (HEIGHT - TOP - BOTTOM)
    }

    fn frame(&mut self) {
        let mut out = String::new();
        for mark in self.y.marks() {
            let (y, told) = (self.py(mark), self.y.told(mark));
            let _ = writeln!(
                out,
                "<line x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"#ddd\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{told}</text>",
                WIDTH - RIGHT,
                LEFT - 6.0,
                y + 4.0,
            );
        }
        for mark in self.x.marks() {
            let (x, y, told) = (self.px(mark), HEIGHT - BOTTOM + 18.0, self.x.told(mark));
            let _ = writeln!(
                out,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{told}</text>"
            );
        }
        let (middle, below) = ((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 10.0);
        let (x, y) = (escaped(&self.x.label), escaped(&self.y.label));
        let _ = writeln!(
            out,
            "<text x=\"{middle:.1}\" y=\"{below:.1}\" text-anchor=\"middle\">{x}</text>\
             <text x=\"10\" y=\"18\">{y}</text>"
        );
        self.out += &out;
    }

    /// A line through points.
    pub fn line(&mut self, points: impl IntoIterator<Item = (f64, f64)>, colour: usize) {
        let points: Vec<String> = points
            .into_iter()
            .map(|(x, y)| format!("{:.1},{:.1}", self.px(x), self.py(y)))
            .collect();
        let _ = writeln!(
            self.out,
            "<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"2\" points=\"{}\"/>",
            colour_of(colour),
            points.join(" ")
        );
    }

    /// A bar from `from` to `to`, as high as `y`.
    pub fn bar(&mut self, from: f64, to: f64, y: f64, colour: usize) {
        let (left, right, top) = (self.px(from), self.px(to), self.py(y));
        let _ = writeln!(
            self.out,
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{}\"/>",
            (right - left - 0.5).max(0.5),
            HEIGHT - BOTTOM - top,
            colour_of(colour)
        );
    }

    /// A point of some size, with words for whoever points at it.
    pub fn dot(&mut self, (x, y): (f64, f64), radius: f64, colour: usize, words: &str) {
        let _ = writeln!(
            self.out,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{radius:.1}\" fill=\"{}\">\
             <title>{}</title></circle>",
            self.px(x),
            self.py(y),
            colour_of(colour),
            escaped(words)
        );
    }

    /// Names a colour, beside the plot.
    pub fn name(&mut self, name: &str, colour: usize) {
        let (x, y) = (WIDTH - RIGHT + 12.0, TOP + 18.0 * self.names as f64 + 8.0);
        self.names += 1;
        let _ = writeln!(
            self.out,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{}\">{}</text>",
            colour_of(colour),
            escaped(name)
        );
    }

    /// The plot.
    pub fn finish(mut self) -> String {
        self.out.push_str("</svg>\n");
        self.out
    }
}

fn colour_of(index: usize) -> &'static str {
    COLOURS[index % COLOURS.len()]
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

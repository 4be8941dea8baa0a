//! Charts as SVG: lines, bars and points in a frame with two axes.

use std::fmt::Write as _;

use crate::svg::escaped;
use crate::theme::{Hue, Theme};

/// Where values lie along one side of a plot.
#[derive(Clone, Debug)]
pub struct Axis {
    label: String,
    unit: &'static str,
    scale: Scale,
}

#[derive(Clone, Copy, Debug)]
enum Scale {
    /// From zero in steps of a round number, and how many.
    Even(f64, u32),
    /// From a least value over so many powers of ten.
    Powers(f64, i32),
}

impl Axis {
    /// Evenly from zero to `most` or the next round number.
    pub fn even(label: impl Into<String>, most: f64) -> Self {
        /// Steps, at most.
        const STEPS: f64 = 5.0;
        // What is too much by the last bit of a number is not too much.
        const SLACK: f64 = 1e-9;
        let most = most.max(SLACK);
        let power = 10f64.powf((most / STEPS).log10().floor());
        // Beyond one, things are counted: no mark stands between two numbers.
        let is_fine = |step: f64| most <= 1.0 || step >= 1.0;
        let fits = |&step: &f64| most / step <= STEPS + SLACK && is_fine(step);
        let steps = [1.0, 2.0, 5.0, 10.0].map(|times| times * power);
        let step = steps.into_iter().find(fits).unwrap_or(most);
        let count = (most / step - SLACK).ceil().max(1.0) as u32;
        Self { label: label.into(), unit: "", scale: Scale::Even(step, count) }
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
            Scale::Even(step, count) => value / (step * f64::from(count)),
            Scale::Powers(least, powers) => {
                (value.max(least) / least).log10() / f64::from(powers)
            }
        }
    }

    fn marks(&self) -> Vec<f64> {
        match self.scale {
            Scale::Even(step, count) => {
                (0..=count).map(|index| step * f64::from(index)).collect()
            }
            Scale::Powers(least, powers) => {
                (0..=powers).map(|power| least * 10f64.powi(power)).collect()
            }
        }
    }

    fn told(&self, mark: f64) -> String {
        let number = match self.scale {
            Scale::Even(step, _) => {
                let digits = (-step.log10()).ceil().max(0.0) as usize;
                format!("{mark:.digits$}")
            }
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
/// use kuraban_draw::{Axis, Hue, Plot};
///
/// let axes = (Axis::even("levels", 10.0), Axis::powers("time", 0.001, 5.0));
/// let mut plot = Plot::new("Levels answered within a time", axes);
/// plot.line([(1.0, 0.01), (2.0, 0.5)], Hue::Blue);
/// plot.name("auto", Hue::Blue);
/// let svg = plot.finish();
/// assert!(svg.contains("<title>Levels answered within a time</title>"));
/// assert!(svg.contains("<desc>Across: levels, 0 to 10. Upwards: time, 0.001 to 10. Shown: auto.</desc>"));
/// ```
#[derive(Clone, Debug)]
pub struct Plot {
    title: String,
    x: Axis,
    y: Axis,
    names: Vec<String>,
    out: String,
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 440.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 150.0;
const TOP: f64 = 56.0;
const BOTTOM: f64 = 50.0;

impl Plot {
    /// An empty plot: what it shows, the axis across and the one upwards.
    pub fn new(title: impl Into<String>, (x, y): (Axis, Axis)) -> Self {
        let (names, out) = (Vec::new(), String::new());
        let mut plot = Self { title: title.into(), x, y, names, out };
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
             <text x=\"10\" y=\"{:.1}\">{y}</text>\
             <text x=\"10\" y=\"20\" font-size=\"15\" font-weight=\"bold\">{}</text>",
            TOP - 14.0,
            escaped(&self.title)
        );
        self.out += &out;
    }

    /// A line through points.
    pub fn line(&mut self, points: impl IntoIterator<Item = (f64, f64)>, hue: Hue) {
        let points: Vec<String> = points
            .into_iter()
            .map(|(x, y)| format!("{:.1},{:.1}", self.px(x), self.py(y)))
            .collect();
        let _ = writeln!(
            self.out,
            "<polyline fill=\"none\" {} points=\"{}\"/>",
            stroke(hue),
            points.join(" ")
        );
    }

    /// A bar from `from` to `to`, as high as `y`.
    pub fn bar(&mut self, from: f64, to: f64, y: f64, hue: Hue) {
        let (left, right, top) = (self.px(from), self.px(to), self.py(y));
        let _ = writeln!(
            self.out,
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{}\"/>",
            (right - left - 0.5).max(0.5),
            HEIGHT - BOTTOM - top,
            colour_of(hue)
        );
    }

    /// A point of some size, with words for whoever points at it.
    pub fn dot(&mut self, (x, y): (f64, f64), radius: f64, hue: Hue, words: &str) {
        let _ = writeln!(
            self.out,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{radius:.1}\" fill=\"{}\">\
             <title>{}</title></circle>",
            self.px(x),
            self.py(y),
            colour_of(hue),
            escaped(words)
        );
    }

    /// Names a colour, beside the plot.
    pub fn name(&mut self, name: &str, hue: Hue) {
        let (x, y) = (WIDTH - RIGHT + 10.0, TOP + 18.0 * self.names.len() as f64 + 8.0);
        self.names.push(name.to_owned());
        let _ = writeln!(
            self.out,
            "<line x1=\"{x:.1}\" x2=\"{:.1}\" y1=\"{:.1}\" y2=\"{:.1}\" {}/>\
             <text x=\"{:.1}\" y=\"{y:.1}\">{}</text>",
            x + 26.0,
            y - 4.0,
            y - 4.0,
            stroke(hue),
            x + 31.0,
            escaped(name)
        );
    }

    /// What it shows, for those who cannot see it.
    fn told(&self) -> String {
        let told = |axis: &Axis| {
            let marks = axis.marks();
            let end =
                |mark: Option<&f64>| mark.map_or(String::new(), |mark| axis.told(*mark));
            format!("{}, {} to {}", axis.label, end(marks.first()), end(marks.last()))
        };
        let mut words = format!("Across: {}. Upwards: {}.", told(&self.x), told(&self.y));
        if !self.names.is_empty() {
            let _ = write!(words, " Shown: {}.", self.names.join(", "));
        }
        words
    }

    /// The plot.
    pub fn finish(self) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
             font-family=\"sans-serif\" font-size=\"12\" fill=\"{}\">\n\
             <title>{}</title>\n<desc>{}</desc>\n\
             <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n{}</svg>\n",
            Theme::Light.colours().ink,
            escaped(&self.title),
            escaped(&self.told()),
            self.out
        )
    }
}

/// The colours of pictures, on white.
fn colour_of(hue: Hue) -> crate::Colour {
    Theme::Light.colours().hue(hue)
}

/// Lines differ in their dashes too: colours are not told apart by everybody, nor in print.
fn stroke(hue: Hue) -> String {
    let dashes = match hue {
        Hue::Vermilion | Hue::Ink => "",
        Hue::Blue => "9 3",
        Hue::Green => "2 3",
        Hue::Purple => "9 3 2 3",
        Hue::Orange => "5 3",
        Hue::Sky => "14 4",
        Hue::Brown => "9 3 2 3 2 3",
    };
    let dashes = match dashes {
        "" => String::new(),
        dashes => format!(" stroke-dasharray=\"{dashes}\""),
    };
    format!("stroke=\"{}\" stroke-width=\"2\"{dashes}", colour_of(hue))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_round_and_told_rightly() {
        for (most, told) in [
            (1.0, "0.0 0.2 0.4 0.6 0.8 1.0"),
            (2.0, "0 1 2"),
            (3.0, "0 1 2 3"),
            (4.0, "0 1 2 3 4"),
            (7.0, "0 2 4 6 8"),
            (30.0, "0 10 20 30"),
            (49.0, "0 10 20 30 40 50"),
            (61.0, "0 20 40 60 80"),
            (1234.0, "0 500 1000 1500"),
            (0.07, "0.00 0.02 0.04 0.06 0.08"),
        ] {
            let axis = Axis::even("", most);
            let marks: Vec<String> =
                axis.marks().into_iter().map(|mark| axis.told(mark)).collect();
            assert_eq!(marks.join(" "), told, "{most}");
            assert!(axis.at(most) <= 1.0 + 1e-9);
        }
        for most in [0.0, 1e-12, f64::from(u32::MAX)] {
            let marks = Axis::even("", most).marks();
            assert!((2..=6).contains(&marks.len()), "{most}: {marks:?}");
        }
    }
}

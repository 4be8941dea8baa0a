//! Films as animated SVG. There is no script in it, so it plays inside `<img>`.
//!
//! Each thing that moves has one list of places and one of times; what goes on at the same speed
//! needs no entry, so a straight run is two of them.

use std::fmt::Write as _;

use kuraban_level::words::count;
use kuraban_level::{Dir, Rules};

use crate::film::{Film, Frame, HOLD};
use crate::shape::{Anchor, Drawing, Shape, Text};
use crate::style::{Style, TooLarge};
use crate::svg::{escaped, number, write};
use crate::{By, Colour, compose, stamps};

/// A place at a time in milliseconds.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
struct Key {
    time: u64,
    x: i64,
    y: i64,
}

impl Film {
    /// The film as SVG that plays by itself.
    pub fn animated_svg(&self, style: &Style) -> Result<String, TooLarge> {
        let mut drawing = self.stage().draw(style)?;
        drawing.title = self.words();
        let colours = style.theme.colours();
        let (x, y) = drawing.board_corner();
        if self.pace.caption {
            drawing.height += 2.0 * compose::letter(style);
            drawing.stamps.insert(REEL, reel(colours.ink));
        }
        let script = Script::new(self);
        for name in [stamps::BOX, stamps::HOME, stamps::BOULDER] {
            if needs(self, name) {
                drawing.stamps.insert(name, stamps::shapes(name, colours));
            }
        }
        let svg = drawing.svg();
        let still = svg.trim_end().strip_suffix("</svg>").unwrap_or(&svg);
        let mut out = still.to_owned();
        let moved = (x, y) != (0.0, 0.0);
        if moved {
            let _ =
                writeln!(out, "<g transform=\"translate({} {})\">", number(x), number(y));
        }
        for index in 0..self.frames[0].boxes.len() {
            script.write_box(self, index, &mut out);
        }
        script.write_player(self, style, &mut out);
        if moved {
            out.push_str("</g>\n");
        }
        if self.pace.caption {
            script.write_caption(self, style, &drawing, &mut out);
        }
        out.push_str("</svg>\n");
        Ok(out)
    }

    /// The same as a page of its own.
    pub fn html(&self, style: &Style) -> Result<String, TooLarge> {
        let svg = self.animated_svg(style)?;
        let colours = style.theme.colours();
        let page = colours.page.unwrap_or(Colour::hex(0xFF_FFFF));
        let title = escaped(self.title.as_deref().unwrap_or("Sokoban level"));
        let last = escaped(&self.caption(self.frames.len() - 1));
        Ok(format!(
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n\
             <style>body{{font:16px sans-serif;text-align:center;background:{page};color:{}}}\
             svg{{max-width:95vw;max-height:80vh;height:auto}}</style></head>\n\
             <body><h1>{title}</h1>\n{svg}<p>{last}</p></body></html>\n",
            colours.ink
        ))
    }

    /// What it shows, in words.
    fn words(&self) -> String {
        let (first, last) =
            (&self.frames[0], self.frames.last().unwrap_or(&self.frames[0]));
        let (moves, pushes) = (last.moves - first.moves, last.pushes - first.pushes);
        let mut picture = self.picture(0);
        let (moves, pushes) = (count(moves, "move"), count(pushes, "push"));
        picture.subject = Some(format!("{moves} being played, {pushes}"));
        picture.headline()
    }
}

/// When each frame is reached, and how times are written.
struct Script {
    times: Vec<u64>,
    all: u64,
    decimals: usize,
    /// Duration and repetition, as attributes.
    rhythm: String,
}

impl Script {
    fn new(film: &Film) -> Self {
        let mut time = 0;
        let times: Vec<u64> = film
            .frames
            .iter()
            .map(|frame| {
                time += u64::from(frame.ms);
                time
            })
            .collect();
        let all = time + u64::from(HOLD);
        // Times that differ stay different, and speeds nearly the same. A jump takes a millisecond.
        let jumps = film.pace.by != By::Move;
        let shortest =
            film.frames.iter().skip(1).map(|frame| frame.ms).min().unwrap_or(HOLD);
        let least = if jumps { 1 } else { shortest };
        let decimals =
            (all as f64 / f64::from(least)).log10().ceil() as usize + usize::from(!jumps);
        let seconds = number(all as f64 / 1000.0);
        let rhythm = match film.pace.loops {
            0 => format!("dur=\"{seconds}s\" repeatCount=\"indefinite\""),
            times => {
                format!("dur=\"{seconds}s\" repeatCount=\"{times}\" fill=\"freeze\"")
            }
        };
        Self { times, all, decimals, rhythm }
    }

    fn time(&self, time: u64) -> String {
        let share = time as f64 / self.all as f64;
        let text = format!("{share:.*}", self.decimals);
        let text = text.trim_end_matches('0').trim_end_matches('.');
        match text.strip_prefix("0.") {
            Some(rest) => format!(".{rest}"),
            None => text.to_owned(),
        }
    }

    /// Where a thing is at which times. What does not go to a neighbouring square jumps: the
    /// player to the square he pushes from, others to where they come to stand.
    fn keys(
        &self,
        film: &Film,
        at: impl Fn(&Frame) -> usize,
        is_player: bool,
    ) -> Vec<Key> {
        let width = film.level().width();
        let key = |time: u64, at: usize| Key {
            time,
            x: (at % width) as i64,
            y: (at / width) as i64,
        };
        let mut keys = vec![key(0, at(&film.frames[0]))];
        for (index, pair) in film.frames.windows(2).enumerate() {
            let (from, to) = (at(&pair[0]), at(&pair[1]));
            let (before, now) = (self.times[index], self.times[index + 1]);
            let (start, end) = (key(before, from), key(now, to));
            let far = (start.x - end.x).abs() + (start.y - end.y).abs();
            if far > 1 && is_player && film.pace.by == By::Push {
                let (across, down) = match pair[1].facing {
                    Dir::Up => (0, 1),
                    Dir::Right => (-1, 0),
                    Dir::Down => (0, -1),
                    Dir::Left => (1, 0),
                };
                keys.push(Key { time: before + 1, x: end.x + across, y: end.y + down });
            } else if far > 1 {
                keys.push(Key { time: now - 1, ..start });
            }
            keys.push(end);
        }
        let last = *keys.last().expect("there is a first frame");
        keys.push(Key { time: self.all, ..last });
        merged(&keys)
    }

    fn write_box(&self, film: &Film, index: usize, out: &mut String) {
        let keys = self.keys(film, |frame| frame.boxes[index], false);
        let looks: Vec<(u64, &str)> = film
            .frames
            .iter()
            .zip(&self.times)
            .map(|(frame, &time)| (time, look(film, frame.boxes[index])))
            .collect();
        let first = film.frames[0].boxes[index];
        let width = film.level().width();
        if let [_, _] = &*keys {
            let (x, y) = (first % width, first / width);
            let _ = writeln!(out, "<use href=\"#{}\" x=\"{x}\" y=\"{y}\"/>", looks[0].1);
            return;
        }
        out.push_str("<g>");
        let mut names: Vec<&str> = looks.iter().map(|look| look.1).collect();
        names.sort_unstable();
        names.dedup();
        for name in &names {
            let _ = write!(out, "<use href=\"#{name}\"");
            if names.len() == 1 || *name == stamps::BOX {
                // A box at home hides the plain one below it.
                out.push_str("/>");
                continue;
            }
            let mut changes: Vec<(u64, bool)> = Vec::new();
            for &(time, look) in &looks {
                if changes.last().is_none_or(|last| last.1 != (look == *name)) {
                    changes.push((time, look == *name));
                }
            }
            let values: Vec<&str> =
                changes.iter().map(|change| if change.1 { "1" } else { "0" }).collect();
            let times: Vec<String> =
                changes.iter().map(|change| self.time(change.0)).collect();
            let _ = write!(
                out,
                "><animate attributeName=\"opacity\" calcMode=\"discrete\" {} \
                 values=\"{}\" keyTimes=\"{}\"/></use>",
                self.rhythm,
                values.join(";"),
                times.join(";")
            );
        }
        self.write_way(&keys, out);
        out.push_str("</g>\n");
    }

    fn write_way(&self, keys: &[Key], out: &mut String) {
        let values: Vec<String> =
            keys.iter().map(|key| format!("{} {}", key.x, key.y)).collect();
        let times: Vec<String> = keys.iter().map(|key| self.time(key.time)).collect();
        let _ = write!(
            out,
            "<animateTransform attributeName=\"transform\" type=\"translate\" {} \
             values=\"{}\" keyTimes=\"{}\"/>",
            self.rhythm,
            values.join(";"),
            times.join(";")
        );
    }

    fn write_player(&self, film: &Film, style: &Style, out: &mut String) {
        let keys = self.keys(film, |frame| frame.player, true);
        let shapes = stamps::shapes(stamps::player_name(Dir::Up), style.theme.colours());
        // He turns as he begins to go.
        let mut turns: Vec<(u64, usize)> = Vec::new();
        for (index, frame) in film.frames.iter().enumerate() {
            let turn = film.frames.get(index + 1).unwrap_or(frame).facing.index();
            if turns.last().is_none_or(|last| last.1 != turn) {
                turns.push((self.times[index], turn));
            }
        }
        out.push_str("<g><g transform=\"translate(.5 .5)\"><g>");
        out.push_str("<g transform=\"translate(-.5 -.5)\">");
        for shape in &shapes {
            write(out, shape);
        }
        out.push_str("</g>");
        let values: Vec<String> =
            turns.iter().map(|turn| (turn.1 * 90).to_string()).collect();
        let times: Vec<String> = turns.iter().map(|turn| self.time(turn.0)).collect();
        let _ = write!(
            out,
            "<animateTransform attributeName=\"transform\" type=\"rotate\" \
             calcMode=\"discrete\" {} values=\"{}\" keyTimes=\"{}\"/></g></g>",
            self.rhythm,
            values.join(";"),
            times.join(";")
        );
        self.write_way(&keys, out);
        out.push_str("</g>\n");
    }

    /// A digit that changes: the place of its window at each frame.
    fn write_digit(
        &self,
        places: impl Iterator<Item = usize>,
        (x, y, size): (f64, f64, f64),
        out: &mut String,
    ) {
        let mut changes: Vec<(u64, usize)> = Vec::new();
        for (place, &time) in places.zip(&self.times) {
            if changes.last().is_none_or(|last| last.1 != place) {
                changes.push((time, place));
            }
        }
        let values: Vec<String> =
            changes.iter().map(|(_, at)| format!("-{at}")).collect();
        let times: Vec<String> =
            changes.iter().map(|&(time, _)| self.time(time)).collect();
        let _ = writeln!(
            out,
            "<g transform=\"translate({} {})scale({})\" clip-path=\"url(#window)\">\
             <use href=\"#{REEL}\"><animateTransform attributeName=\"transform\" \
             type=\"translate\" calcMode=\"discrete\" {} values=\"{}\" \
             keyTimes=\"{}\"/></use></g>",
            number(x),
            number(y),
            number(size),
            self.rhythm,
            values.join(";"),
            times.join(";")
        );
    }

    /// A line that counts, and a bar that grows.
    fn write_caption(
        &self,
        film: &Film,
        style: &Style,
        drawing: &Drawing,
        out: &mut String,
    ) {
        let colours = style.theme.colours();
        let letter = compose::letter(style);
        let y = drawing.height - 0.7 * letter;
        let _ = writeln!(
            out,
            "<clipPath id=\"window\"><path d=\"M-.4-1H.4V.5H-.4z\"/></clipPath>"
        );
        let counts = |of: fn(&Frame) -> usize| -> Vec<usize> {
            film.frames.iter().map(of).collect()
        };
        let mut x = 0.0;
        // Each word with the room before its number, in letters' sizes.
        for (word, room, numbers) in [
            ("moves", 3.7, counts(|frame| frame.moves)),
            ("pushes", 5.2, counts(|frame| frame.pushes)),
        ] {
            x += room * letter;
            let text = Text {
                x,
                y,
                size: letter,
                anchor: Anchor::End,
                is_bold: false,
                colour: colours.ink,
                text: word.to_owned(),
            };
            write(out, &Shape::Text(text));
            let most = numbers.iter().max().copied().unwrap_or(0).max(1);
            for power in (0..=most.ilog10()).rev() {
                x += DIGIT * letter;
                let digits = numbers.iter().map(|number| place(*number, power));
                self.write_digit(digits, (x, y, letter), out);
            }
        }
        let width = number(drawing.width);
        let end = self.time(*self.times.last().unwrap_or(&0));
        let _ = writeln!(
            out,
            "\n<rect y=\"{}\" width=\"{width}\" height=\"{}\" fill=\"{}\">\
             <animate attributeName=\"width\" {} values=\"0;{width};{width}\" \
             keyTimes=\"0;{end};1\"/></rect>",
            number(drawing.height - 0.3 * letter),
            number(0.25 * letter),
            colours.player,
            self.rhythm
        );
    }
}

/// The digits side by side, as a stamp. A window moves over them, one unit a digit; it shows nothing
/// where it begins.
const REEL: &str = "reel";
/// The width of a digit, in letters' sizes.
const DIGIT: f64 = 0.66;

fn reel(colour: Colour) -> Vec<Shape> {
    let digit = |digit: u8| {
        Shape::Text(Text {
            x: f64::from(digit) + 1.0,
            y: 0.0,
            size: 1.0,
            anchor: Anchor::Middle,
            is_bold: false,
            colour,
            text: digit.to_string(),
        })
    };
    (0..10).map(digit).collect()
}

/// Where the window stands for the digit of a number at a power of ten.
fn place(number: usize, power: u32) -> usize {
    match number / 10_usize.pow(power) {
        0 if power > 0 => 0,
        left => left % 10 + 1,
    }
}

/// Whether a box ever looks like a stamp.
fn needs(film: &Film, name: &str) -> bool {
    let boxes = film.frames.iter().flat_map(|frame| &frame.boxes);
    boxes.into_iter().any(|&at| look(film, at) == name)
}

/// The stamp of a box on a square.
fn look(film: &Film, at: usize) -> &'static str {
    match film.level().rules() {
        Rules::Boulders => stamps::BOULDER,
        Rules::Boxes if film.level().square(at).goal => stamps::HOME,
        Rules::Boxes => stamps::BOX,
    }
}

/// The same way without the keys that lie on the line between their neighbours.
fn merged(keys: &[Key]) -> Vec<Key> {
    let mut kept: Vec<Key> = Vec::new();
    for &key in keys {
        if kept.last().is_some_and(|last| last.time == key.time) {
            kept.pop();
        }
        if let [.., before, last] = *kept {
            let (first, next) =
                ((last.time - before.time) as i64, (key.time - last.time) as i64);
            let is_even = (last.x - before.x) * next == (key.x - last.x) * first
                && (last.y - before.y) * next == (key.y - last.y) * first;
            if is_even {
                kept.pop();
            }
        }
        kept.push(key);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_straight_run_is_two_keys() {
        let key = |time, x, y| Key { time, x, y };
        let keys =
            [key(0, 1, 1), key(10, 2, 1), key(20, 3, 1), key(30, 3, 2), key(60, 3, 2)];
        assert_eq!(merged(&keys), [keys[0], keys[2], keys[3], keys[4]]);
    }
}

//! `kuraban show --plan`: rooms, hot spots and the packing order, drawn.

use std::collections::HashMap;
use std::io::{self, Write};

use kuraban::{Level, PackingPlan, Placing, PlanStep};

use crate::words::{columns, count, wrapped};

/// Colours of a terminal, or none.
struct Paint(bool);

impl Paint {
    const WALL: &str = "38;5;240";
    const GOAL: &str = "1;32";
    const PARKING: &str = "1;33";
    const BOX: &str = "36";
    const HOT: &str = "31";

    fn put(&self, code: &str, text: &str) -> String {
        if self.0 { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

/// The short name of a box, room or whatever is counted: a, b, .. z, A, .. Z, then aa, ab, ..
fn label(index: usize) -> String {
    let letter = |index: usize| {
        let first = if index < 26 { b'a' } else { b'A' - 26 };
        char::from(first + index as u8)
    };
    match index {
        0..52 => letter(index).to_string(),
        _ => format!("{}{}", letter((index / 52 - 1) % 52), letter(index % 52)),
    }
}

/// Draws what the search sees before it begins.
pub(crate) fn tell(
    level: &Level,
    plan: Option<&PackingPlan>,
    colours: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    let Some(plan) = plan else {
        return writeln!(out, "\nnothing to be planned here");
    };
    let paint = Paint(colours);
    rooms(level, plan, &paint, out)?;
    match &plan.steps {
        Some(steps) => {
            order(level, plan, steps, &paint, out)?;
            table(level, steps, out)
        }
        None => writeln!(out, "\n{} has no plan here", plan.strategy),
    }
}

/// The board with the letters of rooms, and hot spots marked.
fn rooms(
    level: &Level,
    plan: &PackingPlan,
    paint: &Paint,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut room_of = HashMap::new();
    for (room, squares) in plan.rooms.iter().enumerate() {
        room_of.extend(squares.iter().map(|&at| (at, label(room))));
    }
    let hot = |at: usize| plan.hotspots.binary_search(&at).is_ok();
    let (rooms, spots) = (plan.rooms.len(), plan.hotspots.len());
    let (rooms, spots) = (count(rooms, "room"), count(spots, "square"));
    let text = format!(
        "{rooms} (letters) and {spots} where a box would be in the way of another (!)"
    );
    writeln!(out, "\n{}", wrapped("", &text, columns()))?;
    draw(level, 2, paint, out, |at| {
        let letter = room_of.get(&at).map_or("-", String::as_str);
        let letter = &letter[letter.len() - 1..];
        if hot(at) {
            format!("{letter}{}", paint.put(Paint::HOT, "!"))
        } else {
            format!("{letter} ")
        }
    })
}

/// The board with the steps of the plan on their squares.
fn order(
    level: &Level,
    plan: &PackingPlan,
    steps: &[PlanStep],
    paint: &Paint,
    out: &mut impl Write,
) -> io::Result<()> {
    let most = steps.len().to_string().len().max(label(level.boxes().len()).len());
    let width = (most + 1).max(2);
    let mut marks: HashMap<usize, String> = HashMap::new();
    for (index, &at) in level.boxes().iter().enumerate() {
        let text = format!("{:>width$}", label(index));
        marks.insert(at, paint.put(Paint::BOX, &text));
    }
    // Goals are never hidden, and of several waits on a square the first is shown.
    for step in steps.iter().rev().filter(|step| step.kind == Placing::Parked) {
        let text = format!("{:>width$}", format!("~{}", step.step));
        marks.insert(step.to, paint.put(Paint::PARKING, &text));
    }
    for step in steps.iter().filter(|step| step.until.is_none()) {
        let text = format!("{:>width$}", step.step);
        marks.insert(step.to, paint.put(Paint::GOAL, &text));
    }
    let parked = steps.iter().filter(|step| step.kind == Placing::Parked).count();
    let parking =
        if parked > 0 { ", parking squares (~)".to_owned() } else { String::new() };
    let (strategy, number) = (&plan.strategy, count(steps.len(), "step"));
    let text = format!(
        "plan of {strategy}: {number} (numbers: the order of the goals{parking}; letters: boxes)"
    );
    writeln!(out, "\n{}", wrapped("", &text, columns()))?;
    draw(level, width, paint, out, |at| match marks.get(&at) {
        Some(mark) => mark.clone(),
        None if at == level.player() => format!("{:>width$}", "@"),
        None => " ".repeat(width),
    })?;
    let hidden = level.boxes().iter().filter(|&&at| steps.iter().any(|s| s.to == at));
    let hidden = hidden.count();
    if hidden > 0 {
        let boxes = count(hidden, "box");
        writeln!(
            out,
            "{boxes} hidden by the steps on their squares; any box may do a step"
        )?;
    }
    Ok(())
}

/// The board, each square that many characters wide: draws walls itself, the rest as
/// `floor` says.
fn draw(
    level: &Level,
    width: usize,
    paint: &Paint,
    out: &mut impl Write,
    floor: impl Fn(usize) -> String,
) -> io::Result<()> {
    let inside = level.flood(vec![level.player()], |_| true);
    for row in 0..level.height() {
        let mut line = String::new();
        let last = (0..level.width()).rev().find(|&column| {
            let at = row * level.width() + column;
            level.square(at).wall || inside[at]
        });
        for column in 0..last.map_or(0, |last| last + 1) {
            let at = row * level.width() + column;
            if level.square(at).wall {
                line.push_str(&paint.put(Paint::WALL, &"#".repeat(width)));
            } else if inside[at] {
                line.push_str(&floor(at));
            } else {
                line.push_str(&" ".repeat(width));
            }
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// The steps in words.
fn table(level: &Level, steps: &[PlanStep], out: &mut impl Write) -> io::Result<()> {
    let place = |at: usize| {
        let (row, column) = level.row_column(at);
        format!("{},{}", row + 1, column + 1)
    };
    writeln!(
        out,
        "\n{:>4}  {:<4} {:<9} {:<9} {:>6}  row,column from 1",
        "step", "box", "from", "to", "pushes"
    )?;
    for step in steps {
        let name = step.start.and_then(|at| level.boxes().binary_search(&at).ok());
        let name = name.map_or_else(|| "any".to_owned(), label);
        let from = match step.kind {
            Placing::Stands => "stands on".to_owned(),
            _ => step.from.map_or_else(|| "anywhere".to_owned(), place),
        };
        let pushes = step.pushes.map_or(String::new(), |pushes| pushes.to_string());
        let then = match (step.until, step.kind) {
            (Some(until), Placing::Parked) => format!("  parked until step {until}"),
            (Some(until), _) => format!("  until step {until}"),
            (None, _) => String::new(),
        };
        let line = format!(
            "{:>4}  {name:<4} {from:<9} {:<9} {pushes:>6}{then}",
            step.step,
            place(step.to)
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::label;

    #[test]
    fn labels_go_on_past_the_alphabet() {
        let labels: Vec<_> = [0, 25, 26, 51, 52, 53, 104].map(label).into();
        assert_eq!(labels, ["a", "z", "A", "Z", "aa", "ab", "ba"]);
    }
}

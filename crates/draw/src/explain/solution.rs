//! Steps on one picture, best those of a solution: trails, or counts as a heat map.

use kuraban_level::words::count;
use kuraban_level::{Level, Step};
use kuraban_verify::IllegalStep;

use crate::picture::{Heat, Label, Layer, Picture, Trail};
use crate::theme::Hue;
use crate::ways::Ways;

/// From so many sessions on only the first one of each box has a number.
const MOST_NUMBERS: usize = 24;
/// How many trails lie side by side, and how far apart.
const LANES: usize = 5;
const LANE: f64 = 0.13;

/// The way of each box in a colour of its own, numbers where pushing begins, and the player's walk as
/// dots.
pub fn solution(level: &Level, steps: &[Step]) -> Result<Picture, IllegalStep> {
    let ways = Ways::new(level, steps)?;
    let mut boxes: Vec<Vec<usize>> = level.boxes().iter().map(|&at| vec![at]).collect();
    let mut labels = Vec::new();
    let mut seen = vec![false; boxes.len()];
    for (index, session) in ways.sessions.iter().enumerate() {
        for (number, squares) in &session.ways {
            let is_first = !std::mem::replace(&mut seen[*number], true);
            if is_first || ways.sessions.len() < MOST_NUMBERS {
                let text = (index + 1).to_string();
                labels.push(Label { at: squares[0], text, hue: Hue::nth(*number) });
            }
            boxes[*number].extend(&squares[1..]);
        }
    }
    let walk = Trail {
        squares: ways.walk.clone(),
        width: 0.05,
        hue: Hue::Green,
        shift: 0.0,
        is_walk: true,
    };
    let trail = |(number, squares): (usize, Vec<usize>)| Trail {
        squares,
        width: 0.1,
        hue: Hue::nth(number),
        shift: ((number % LANES) as f64 - (LANES / 2) as f64) * LANE,
        is_walk: false,
    };
    let moved = boxes.into_iter().enumerate().filter(|(_, squares)| squares.len() > 1);
    let trails = [walk].into_iter().chain(moved.map(trail)).collect();
    Ok(Picture::of(level)
        .with(Layer::Trails(trails))
        .with(Layer::Labels(labels))
        .showing(told(&ways)))
}

/// What the steps are, with their counts.
fn told(ways: &Ways) -> String {
    format!(
        "{}, {} in {}",
        ways.told(),
        count(ways.all_pushes(), "push"),
        count(ways.sessions.len(), "pushing session")
    )
}

/// How often the player comes to each square.
pub fn visits_heat(level: &Level, steps: &[Step]) -> Result<Picture, IllegalStep> {
    let ways = Ways::new(level, steps)?;
    Ok(counted(level, &ways.visits, "visits of the player").showing(told(&ways)))
}

/// How often a box is pushed onto each square.
pub fn pushes_heat(level: &Level, steps: &[Step]) -> Result<Picture, IllegalStep> {
    let ways = Ways::new(level, steps)?;
    Ok(counted(level, &ways.pushes, "pushes of a box onto the square")
        .showing(told(&ways)))
}

fn counted(level: &Level, counts: &[u32], legend: &str) -> Picture {
    let values =
        counts.iter().map(|&count| (count > 0).then_some(f64::from(count))).collect();
    let heat = Heat { values, legend: legend.to_owned() };
    Picture::of(level).faint().with(Layer::Heat(heat))
}

//! Steps on one picture, best those of a solution: trails, or counts as a heat map.

use kuraban_level::words::count;
use kuraban_level::{Level, Step};
use kuraban_verify::IllegalStep;

use crate::picture::{Heat, Label, Layer, Picture, Trail};
use crate::theme::Hue;
use crate::ways::Ways;

/// How many trails lie side by side, how far apart, and within how much of a square.
const LANES: usize = 7;
const LANE: f64 = 0.13;
const ROAD: f64 = 0.56;
/// With more moves the player's walk would cover everything.
const MOST_WALK: usize = 120;
/// Longer orders are cut.
const MOST_TURNS: usize = 60;

/// The way of each box in a colour of its own, from its number to the same number, and below in
/// which order the boxes are pushed. Of short solutions also the player's walk, as dots.
pub fn solution(level: &Level, steps: &[Step]) -> Result<Picture, IllegalStep> {
    let ways = Ways::new(level, steps)?;
    let mut boxes: Vec<Vec<usize>> = level.boxes().iter().map(|&at| vec![at]).collect();
    // Boxes have numbers in the order in which they are first pushed.
    let mut order: Vec<usize> = Vec::new();
    let mut turns: Vec<usize> = Vec::new();
    for (which, squares) in ways.sessions.iter().flat_map(|session| &session.ways) {
        let place = order.iter().position(|known| known == which).unwrap_or_else(|| {
            order.push(*which);
            order.len() - 1
        });
        if turns.last() != Some(&place) {
            turns.push(place);
        }
        boxes[*which].extend(&squares[1..]);
    }
    let mut labels = Vec::new();
    let lanes = order.len().clamp(2, LANES);
    let gap = (ROAD / (lanes - 1) as f64).min(LANE);
    let mut trails = Vec::new();
    for (place, &which) in order.iter().enumerate() {
        let squares = std::mem::take(&mut boxes[which]);
        let (text, hue) = ((place + 1).to_string(), Hue::nth(place));
        let ends = [squares[0], squares[squares.len() - 1]];
        for &at in &ends[..if ends[0] == ends[1] { 1 } else { 2 }] {
            labels.push(Label { at, text: text.clone(), hue });
        }
        let middle = (lanes - 1) as f64 / 2.0;
        let shift = ((place % lanes) as f64 - middle) * gap;
        trails.push(Trail { squares, width: 0.08, hue, shift, is_walk: false });
    }
    let walk = Trail {
        squares: ways.walk.clone(),
        width: 0.05,
        hue: Hue::Green,
        shift: 0.0,
        is_walk: true,
    };
    if steps.len() <= MOST_WALK {
        trails.insert(0, walk);
    }
    let mut picture = Picture::of(level)
        .with(Layer::Trails(trails))
        .with(Layer::Labels(labels))
        .showing(told(&ways));
    if turns.len() > 1 {
        picture = picture.captioned(in_turn(&turns));
    }
    Ok(picture)
}

/// In which order boxes are pushed.
fn in_turn(turns: &[usize]) -> String {
    let shown = turns.iter().take(MOST_TURNS).map(|place| (place + 1).to_string());
    let shown: Vec<String> = shown.collect();
    let more = match turns.len() {
        all if all > MOST_TURNS => format!(", … ({all} turns)"),
        _ => String::new(),
    };
    format!("pushed in turn: {}{more}", shown.join(", "))
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

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use kuraban_level::lurd;

    use super::*;

    #[test]
    fn however_long_a_solution_is_boxes_have_one_number_at_either_end() {
        let level: Level = "########\n#@$ $..#\n#      #\n########".parse().unwrap();
        // A step of the right box, one of the left one, and again.
        let steps = lurd::read("drruRdllluRdrruRdllluRR").unwrap();
        let picture = solution(&level, &steps).unwrap();
        let mut on_square: HashMap<usize, usize> = HashMap::new();
        let mut numbers: HashMap<&str, usize> = HashMap::new();
        for layer in &picture.layers {
            let Layer::Labels(labels) = layer else { continue };
            for label in labels {
                *on_square.entry(label.at).or_default() += 1;
                *numbers.entry(&label.text).or_default() += 1;
            }
        }
        assert!(on_square.values().all(|&count| count <= 2), "{on_square:?}");
        assert_eq!(numbers, HashMap::from([("1", 2), ("2", 2)]));
        let caption: Vec<&str> = picture.notes.iter().map(|note| &*note.text).collect();
        assert_eq!(caption, ["pushed in turn: 1, 2, 1, 2"]);
    }

    #[test]
    fn long_orders_are_cut() {
        assert_eq!(in_turn(&[0, 1, 0]), "pushed in turn: 1, 2, 1");
        let long: Vec<usize> = (0..100).map(|turn| turn % 2).collect();
        assert!(in_turn(&long).ends_with("1, 2, … (100 turns)"), "{}", in_turn(&long));
    }
}

//! What differs between two levels or two solutions.

use kuraban_level::{Level, Square, Step};
use kuraban_verify::{IllegalStep, after};

use crate::picture::{Label, Layer, Mark, Picture, Sign, Trail};
use crate::theme::Hue;
use crate::ways::Ways;

/// The second level, with a frame around every square that differs from the first. Both are laid
/// upon each other by their top left corners.
pub fn board_difference(first: &Level, second: &Level) -> Picture {
    let at = |level: &Level, row: usize, column: usize| {
        let is_on = row < level.height() && column < level.width();
        let at = row * level.width() + column;
        is_on.then(|| (level.square(at), level.player() == at))
    };
    let nothing = (Square::FLOOR, false);
    let differs = |row: usize, column: usize| {
        at(first, row, column).unwrap_or(nothing)
            != at(second, row, column).unwrap_or(nothing)
    };
    let squares = (0..second.height())
        .flat_map(|row| (0..second.width()).map(move |column| (row, column)));
    let marks: Vec<Mark> = squares
        .filter(|&(row, column)| differs(row, column))
        .map(|(row, column)| Mark {
            at: row * second.width() + column,
            sign: Sign::Frame,
            hue: Hue::Vermilion,
        })
        .collect();
    let told = match marks.len() {
        0 => "no square differs".to_owned(),
        1 => "1 square differs".to_owned(),
        count => format!("{count} squares differ"),
    };
    let size = |level: &Level| format!("{} x {}", level.width(), level.height());
    let sizes = (size(first) != size(second))
        .then(|| format!("; the sizes are {} and {}", size(first), size(second)));
    let told = format!("{told}{}", sizes.unwrap_or_default());
    Picture::of(second).with(Layer::Marks(marks)).showing(told.clone()).captioned(told)
}

/// The position where two solutions of a level part, with what each pushes next. Walks are not
/// compared.
pub fn parting(
    level: &Level,
    first: &[Step],
    second: &[Step],
) -> Result<Picture, IllegalStep> {
    let ways = [Ways::new(level, first)?, Ways::new(level, second)?];
    let pushes = [first, second].map(|steps| pushed(level, steps));
    let alike = pushes[0].iter().zip(&pushes[1]).take_while(|(a, b)| a.1 == b.1).count();
    let made = alike.checked_sub(1).map_or(0, |last| pushes[0][last].0);
    let mut trails = Vec::new();
    let mut labels = Vec::new();
    for (index, (pushes, hue)) in
        pushes.iter().zip([Hue::Vermilion, Hue::Blue]).enumerate()
    {
        let Some(&(_, (from, to))) = pushes.get(alike) else { continue };
        // The box goes on for as long as the same box is pushed.
        let mut squares = vec![from, to];
        for &(_, (from, to)) in &pushes[alike + 1..] {
            if squares.last() != Some(&from) {
                break;
            }
            squares.push(to);
        }
        labels.push(Label { at: from, text: ["A", "B"][index].to_owned(), hue });
        let shift = if index == 0 { -0.1 } else { 0.1 };
        trails.push(Trail { squares, width: 0.12, hue, shift, is_walk: false });
    }
    let told = if trails.is_empty() {
        format!("both solutions push alike, {alike} times")
    } else {
        format!("after {alike} pushes that are the same the solutions part")
    };
    let count = |steps: &[Step], ways: &Ways| {
        format!("{} moves, {} pushes", steps.len(), ways.pushes.iter().sum::<u32>())
    };
    Ok(Picture::of(&after(level, &first[..made])?)
        .with(Layer::Trails(trails))
        .with(Layer::Labels(labels))
        .showing(told.clone())
        .noted("A", Hue::Vermilion, count(first, &ways[0]))
        .noted("B", Hue::Blue, count(second, &ways[1]))
        .captioned(told))
}

/// Every push with the number of steps that are made after it.
fn pushed(level: &Level, steps: &[Step]) -> Vec<(usize, (usize, usize))> {
    let mut position = kuraban_verify::Replay::new(level);
    let mut pushes = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        if let Ok(Some(push)) = position.step(step.dir) {
            pushes.push((index + 1, push));
        }
    }
    pushes
}

#[cfg(test)]
mod tests {
    use kuraban_level::lurd;

    use super::*;

    #[test]
    fn changed_squares_are_framed() {
        let first: Level = "######\n#@$ .#\n######".parse().unwrap();
        let second: Level = "######\n# @$.#\n######".parse().unwrap();
        let picture = board_difference(&first, &second);
        let [Layer::Marks(marks)] = &*picture.layers else { panic!("one layer") };
        assert_eq!(marks.iter().map(|mark| mark.at).collect::<Vec<_>>(), [7, 8, 9]);
        assert_eq!(picture.notes[0].text, "3 squares differ");
        assert_eq!(board_difference(&first, &first).notes[0].text, "no square differs");
    }

    #[test]
    fn solutions_part_at_a_push() {
        let level: Level = "########\n#@$ $..#\n#      #\n########".parse().unwrap();
        let [first, second] =
            ["drruRRdlllluRRR", "rrdR"].map(|steps| lurd::read(steps).unwrap());
        // The second does not begin with a push that the first makes.
        let picture = parting(&level, &first, &second[..1]).unwrap();
        assert_eq!(
            picture.notes.last().unwrap().text,
            "after 0 pushes that are the same the solutions part"
        );
        let same = parting(&level, &first, &first).unwrap();
        assert_eq!(same.notes.last().unwrap().text, "both solutions push alike, 5 times");
    }
}

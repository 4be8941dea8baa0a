//! What differs between two levels or two solutions.

use kuraban_level::words::count;
use kuraban_level::{Level, Square, Step};
use kuraban_verify::{IllegalStep, after};

use crate::picture::{Label, Layer, Mark, Picture, Sign, Trail};
use crate::theme::Hue;
use crate::ways::Ways;

/// What can be told apart on a square: what it is, and whether the player stands there.
type Seen = (Square, bool);

/// What is seen on a square of a level that was moved right and down; beyond it there is nothing.
fn seen(level: &Level, (right, down): Place, (column, row): Place) -> Seen {
    let place = (column.checked_sub(right), row.checked_sub(down));
    match place {
        (Some(x), Some(y)) if x < level.width() && y < level.height() => {
            let at = y * level.width() + x;
            (level.square(at), level.player() == at)
        }
        _ => (Square::FLOOR, false),
    }
}

/// Squares that are compared at most before the best place is taken.
const MOST_LOOKS: usize = 20_000_000;

/// Column and row.
type Place = (usize, usize);

/// The second level, with a frame around every square that differs from the first. Levels of
/// different sizes are laid upon each other where the fewest squares differ.
pub fn board_difference(first: &Level, second: &Level) -> Picture {
    let size = (first.width().max(second.width()), first.height().max(second.height()));
    let free = |level: &Level| (size.0 - level.width(), size.1 - level.height());
    // Along each axis only the smaller one can be moved.
    let (one, other) = (free(first), free(second));
    let area = size.0 * size.1;
    let shifts = (0..=one.1.max(other.1))
        .flat_map(|down| (0..=one.0.max(other.0)).map(move |right| (right, down)));
    let moved = |(right, down): Place, free: Place| (right.min(free.0), down.min(free.1));
    let differing = |shift: Place| -> Vec<usize> {
        let (first_at, second_at) = (moved(shift, one), moved(shift, other));
        let differs = |at: &usize| {
            let place = (at % size.0, at / size.0);
            seen(first, first_at, place) != seen(second, second_at, place)
        };
        (0..area).filter(differs).collect()
    };
    let best =
        shifts.take((MOST_LOOKS / area).max(1)).map(|shift| (differing(shift), shift));
    let (differ, shift) =
        best.min_by_key(|(differ, _)| differ.len()).expect("no shift is one too");
    let marks =
        differ.iter().map(|&at| Mark { at, sign: Sign::Frame, hue: Hue::Vermilion });
    let told = match differ.len() {
        0 => "no square differs".to_owned(),
        1 => "1 square differs".to_owned(),
        number => format!("{number} squares differ"),
    };
    let size_of = |level: &Level| format!("{} x {}", level.width(), level.height());
    let sizes = (size_of(first) != size_of(second))
        .then(|| format!("; the sizes are {} and {}", size_of(first), size_of(second)));
    let told = format!("{told}{}", sizes.unwrap_or_default());
    Picture::of(second)
        .moved(size, moved(shift, other))
        .with(Layer::Marks(marks.collect()))
        .showing(told.clone())
        .captioned(told)
}

/// The position where two solutions of a level part, or other steps, with what each pushes next. Walks
/// are not compared.
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
    let are = if ways.iter().all(|ways| ways.solves) { "solutions" } else { "steps" };
    let told = match (trails.is_empty(), alike) {
        (true, _) => format!("both {are} push alike, {}", count(alike, "time")),
        (false, 0) => format!("the {are} part at once"),
        (false, _) => format!("the {are} part after the same {}", count(alike, "push")),
    };
    let told_of =
        |ways: &Ways| format!("{}, {}", ways.told(), count(ways.all_pushes(), "push"));
    Ok(Picture::of(&after(level, &first[..made])?)
        .with(Layer::Trails(trails))
        .with(Layer::Labels(labels))
        .showing(told.clone())
        .noted("A", Hue::Vermilion, told_of(&ways[0]))
        .noted("B", Hue::Blue, told_of(&ways[1]))
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
        assert_eq!(picture.notes.last().unwrap().text, "the steps part at once");
        let same = parting(&level, &first, &first).unwrap();
        assert_eq!(same.notes.last().unwrap().text, "both solutions push alike, 5 times");
    }

    #[test]
    fn levels_of_different_sizes_are_laid_where_they_fit() {
        let first: Level = "######\n#@$ .#\n######".parse().unwrap();
        // A column of walls on the left is all that is new.
        let second: Level = "#######\n##@$ .#\n#######".parse().unwrap();
        for (a, b) in [(&first, &second), (&second, &first)] {
            let picture = board_difference(a, b);
            let [Layer::Marks(marks)] = &*picture.layers else { panic!("one layer") };
            assert_eq!(marks.iter().map(|mark| mark.at).collect::<Vec<_>>(), [0, 7, 14]);
            let told = &picture.notes[0].text;
            assert!(told.starts_with("3 squares differ; the sizes are "), "{told}");
            assert_eq!((picture.width, picture.ground.len()), (7, 21));
        }
    }
}

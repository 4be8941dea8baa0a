//! Closed diagonals.
//!
//! Empty spots in a diagonal row that the player cannot enter, each with walls or boxes on all
//! four sides, and closed at both ends: by an occupied spot on the diagonal, or by two walls. The
//! boxes along it can only be pushed onto the row. After such a push the row is still closed on one
//! side of the box, and the box is stuck unless that side is opened in turn. So in the end some
//! stretch of the row stays closed for good, between ends that are occupied for good. All boxes of that stretch have to be on goals, and a row spot that became
//! one of its ends has to be a goal.

use kuraban_level::Dir;

use super::rules::{About, Asker};
use crate::{Bits, Board, Scene};

pub(super) const ABOUT: About = About {
    name: "diagonal",
    sentence: "the closed diagonal can neither be opened nor finished",
};

pub(super) fn asker<const W: usize>(board: &Board<W>) -> Asker<'_, W> {
    Box::new(|case| lost_boxes(board, &case.scene))
}

/// A closed row.
struct Row<const W: usize> {
    /// Boxes along it and at its ends.
    boxes: Bits<W>,
    has_goal: bool,
    /// Whether some stretch of it can stay as it is.
    may_stay: bool,
}

/// Boxes along closed diagonals without goals: they never move again. `scene` may be wallified
/// in part.
pub fn fixed<const W: usize>(board: &Board<W>, scene: &Scene<W>) -> Bits<W> {
    let mut fixed = Bits::EMPTY;
    visit(board, scene, |row| {
        if !row.has_goal {
            fixed |= row.boxes;
        }
    });
    fixed
}

/// The boxes of a closed diagonal that can never be opened, and not stay closed either. Sound.
pub fn lost_boxes<const W: usize>(board: &Board<W>, scene: &Scene<W>) -> Option<Bits<W>> {
    let mut lost = None;
    visit(board, scene, |row| {
        if !row.may_stay {
            lost = Some(row.boxes);
        }
    });
    lost
}

/// Spots that may be part of a closed row.
fn links<const W: usize>(board: &Board<W>, scene: &Scene<W>) -> Bits<W> {
    let free = scene.free();
    let beside =
        Dir::ALL.into_iter().fold(Bits::EMPTY, |set, dir| set | board.shift(free, dir));
    free.minus(scene.zone | beside)
}

/// The two spots that a spot shares with its neighbour on the diagonal.
fn sides<const W: usize>(board: &Board<W>, at: usize, along: usize) -> [usize; 2] {
    [board.near8(at, along + 7), board.near8(at, along + 1)]
}

/// Whether a row ends with `at`, between two walls.
fn is_corner<const W: usize>(
    board: &Board<W>,
    scene: &Scene<W>,
    at: usize,
    along: usize,
) -> bool {
    sides(board, at, along).iter().all(|&side| !scene.floor.has(side))
}

/// Looks at all closed rows.
fn visit<const W: usize>(
    board: &Board<W>,
    scene: &Scene<W>,
    mut visit: impl FnMut(&Row<W>),
) {
    let links = links(board, scene);
    // Neighbours 1 and 3 of the eight lead up and down to the right.
    for along in [1, 3] {
        for first in links {
            let is_first = !links.has(board.near8(first, along + 4))
                || is_corner(board, scene, first, along + 4);
            if is_first && let Some(row) = walk(board, scene, links, first, along) {
                visit(&row);
            }
        }
    }
}

/// The row that begins with `first`, if it is closed.
fn walk<const W: usize>(
    board: &Board<W>,
    scene: &Scene<W>,
    links: Bits<W>,
    first: usize,
    along: usize,
) -> Option<Row<W>> {
    let mut row = Row { boxes: Bits::EMPTY, has_goal: false, may_stay: false };
    // Whether all boxes since the last possible end are on goals.
    let mut is_whole = true;
    let pass = |row: &mut Row<W>, spot: usize| {
        row.boxes |= Bits::of(spot) & scene.boxes;
        !scene.boxes.has(spot) || scene.goals.has(spot)
    };
    if !is_corner(board, scene, first, along + 4) {
        let end = board.near8(first, along + 4);
        if scene.free().has(end) {
            return None;
        }
        is_whole &= pass(&mut row, end);
        for side in sides(board, first, along + 4) {
            is_whole &= pass(&mut row, side);
        }
    }
    let mut at = first;
    loop {
        let goal = scene.goals.has(at);
        row.has_goal |= goal;
        row.may_stay |= goal && is_whole;
        is_whole |= goal;
        let is_last = is_corner(board, scene, at, along);
        for side in sides(board, at, along) {
            is_whole &= pass(&mut row, side);
        }
        let next = board.near8(at, along);
        if is_last || !links.has(next) {
            if !is_last && scene.free().has(next) {
                return None;
            }
            if !is_last {
                is_whole &= pass(&mut row, next);
            }
            row.may_stay |= is_whole;
            return Some(row);
        }
        at = next;
    }
}

#[cfg(test)]
mod tests {
    use kuraban_level::Level;

    use super::*;

    /// How many boxes are fixed, and whether the position is lost.
    fn look(text: &str) -> (usize, bool) {
        let level: Level = text.parse().expect("a level");
        let board = Board::<2>::new(&level);
        let scene = Scene::plain(&board, board.start.boxes, board.start.player);
        (fixed(&board, &scene).len(), lost_boxes(&board, &scene).is_some())
    }

    #[test]
    fn rows_without_goals_are_fixed() {
        let closed = "\
##########
#        #
#  ##    #
# # $  . #
#  $ $ . #
#   $ #. #
#   ## . #
# @      #
##########";
        assert_eq!(look(closed), (4, true));
        let open = closed.replace("#   ## .", "#   #  .");
        assert_eq!(look(&open), (0, false), "the lower corner is open");
        let entered = closed.replace("$ $ . #", "$@$ . #").replace("# @ ", "#   ");
        assert_eq!(look(&entered), (0, false), "the player is inside");
    }

    #[test]
    fn a_box_may_end_in_a_goal_of_the_row() {
        let text = "\
##########
#        #
#  ##    #
# #.$    #
#  $ $ . #
#   $ #. #
#   ## . #
# @      #
##########";
        // Pushed into the corner, a box stays there and opens the rest.
        assert_eq!(look(text), (0, false));
        // In the middle it would need the boxes on one of its sides on goals.
        let middle = text.replace("#.$", "# $").replace("$ $ .", "$.$ .");
        assert_eq!(look(&middle), (0, true));
        let filled = middle.replace("# # $    #", "# # *    #");
        let filled = filled.replace("#  $.$ . #", "#  *.$   #");
        let filled = filled.replace("$ #. #", "$ #  #");
        assert_eq!(look(&filled), (0, false), "{filled}");
    }
}

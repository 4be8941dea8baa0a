//! Which squares matter, and where they lie on the bitboard.

use kuraban_level::{Dir, Level};

/// A level reduced to what search needs, laid out for bitboards.
///
/// *Spots* are numbered row by row over the bounding rectangle of the remaining floor, with one
/// column of wall after each row: a step is then an addition of ±1 or ±`stride`, and a whole set
/// takes the step with one shift, never wrapping from one row into the next.
///
/// Reduced means, each to a common fixpoint, and each without touching any solution:
///
/// * only squares the player could reach are left;
/// * a box that nothing can ever push is a wall, and so is a box on a goal that no way of playing
///   backward from the solved level could ever pull away;
/// * floor with three walls around it, holding nothing, is filled: the player never needs to
///   enter it and a box there would be lost.
///
/// `deadlock/freeze.rs` and `deadlock/walls.rs` have the same ideas for positions. Here they are
/// written for the squares of a level of any size, as there are no bitboards before it is laid out.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Spots in a row, the separating wall included.
    pub stride: usize,
    /// Spots in all; every spot is below this number.
    pub len: usize,
    /// The spots that are floor, ascending.
    pub floor: Vec<usize>,
    /// Where boxes start, ascending.
    pub boxes: Vec<usize>,
    /// Where they have to go, ascending.
    pub goals: Vec<usize>,
    /// Where the player starts.
    pub player: usize,
    /// Why the level has no solution, if that was seen on the way.
    pub refuted: Option<Refuted>,
    squares: Vec<usize>,
}

/// Why a level has no solution, as seen before any search. Squares are the level's.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Refuted {
    /// A box out of the player's reach is off goal, or a goal there is empty.
    Sealed(Vec<usize>),
    /// These boxes are off goal and nothing can ever push them.
    Stuck(Vec<usize>),
    /// These goals can hold a box only if it was there from the start.
    Unfillable(Vec<usize>),
}

/// No square of the level: the separating column.
const NO_SQUARE: usize = usize::MAX;

/// The squares of a level while it is being reduced.
struct Reduction<'a> {
    level: &'a Level,
    wall: Vec<bool>,
    has_box: Vec<bool>,
    goal: Vec<bool>,
}

impl Layout {
    /// Reduces `level` and lays it out.
    pub fn new(level: &Level) -> Self {
        let mut reduction = Reduction {
            level,
            wall: level.squares().iter().map(|square| square.wall).collect(),
            has_box: level.squares().iter().map(|square| square.has_box).collect(),
            goal: level.squares().iter().map(|square| square.goal).collect(),
        };
        let refuted = reduction.reduce();
        reduction.lay_out(refuted)
    }

    /// The level's square of a floor spot.
    pub fn square(&self, spot: usize) -> usize {
        self.squares[spot]
    }

    /// How far a step goes on the bitboard.
    #[inline]
    pub fn offset(&self, dir: Dir) -> isize {
        match dir {
            Dir::Up => -(self.stride as isize),
            Dir::Right => 1,
            Dir::Down => self.stride as isize,
            Dir::Left => -1,
        }
    }

    /// Words a bitboard needs.
    pub fn words(&self) -> usize {
        self.len.div_ceil(64)
    }
}

impl Reduction<'_> {
    /// Each round costs as much as the level has squares. A level can be drawn so that each
    /// round enables just one more, so there is a bound; less is reduced then.
    const MOST_ROUNDS: usize = 100;

    fn reduce(&mut self) -> Option<Refuted> {
        for _ in 0..Self::MOST_ROUNDS {
            if let Some(sealed) = self.drop_what_is_out_of_reach() {
                return Some(Refuted::Sealed(sealed));
            }
            let stuck = self.never_pushed();
            let astray: Vec<usize> =
                stuck.iter().copied().filter(|&at| !self.goal[at]).collect();
            if !astray.is_empty() {
                return Some(Refuted::Stuck(astray));
            }
            let kept = self.never_pulled();
            let empty: Vec<usize> =
                kept.iter().copied().filter(|&at| !self.has_box[at]).collect();
            if !empty.is_empty() {
                return Some(Refuted::Unfillable(empty));
            }
            let mut changed = self.fill_dead_ends();
            for at in stuck.into_iter().chain(kept) {
                changed |= !self.wall[at];
                (self.wall[at], self.has_box[at], self.goal[at]) = (true, false, false);
            }
            if !changed {
                break;
            }
        }
        None
    }

    fn step(&self, at: usize, dir: Dir) -> Option<usize> {
        self.level.step(at, dir).filter(|&to| !self.wall[to])
    }

    /// Makes walls of all squares the player cannot reach; names those that spoil the level.
    fn drop_what_is_out_of_reach(&mut self) -> Option<Vec<usize>> {
        let reached = self.level.flood(vec![self.level.player()], |at| !self.wall[at]);
        let beyond = |at: &usize| !reached[*at];
        let spoilt: Vec<usize> = (0..reached.len())
            .filter(beyond)
            .filter(|&at| self.has_box[at] != self.goal[at])
            .collect();
        for at in (0..reached.len()).filter(beyond) {
            (self.wall[at], self.has_box[at], self.goal[at]) = (true, false, false);
        }
        (!spoilt.is_empty()).then_some(spoilt)
    }

    /// The boxes that block each other or are blocked by walls for good: what is left after
    /// repeatedly taking away every box with both neighbours of one axis free.
    fn never_pushed(&self) -> Vec<usize> {
        let free = |left: &[bool], at: usize, dir: Dir| {
            self.step(at, dir).is_some_and(|to| !left[to])
        };
        self.survivors(&self.has_box, |left, at| {
            [Dir::Up, Dir::Left]
                .iter()
                .any(|&dir| free(left, at, dir) && free(left, at, !dir))
        })
    }

    /// The goals whose boxes stay in every way of playing backward from the solved level: what
    /// is left after repeatedly taking away every box with two free squares in a row beside it.
    fn never_pulled(&self) -> Vec<usize> {
        self.survivors(&self.goal, |left, at| {
            Dir::ALL.iter().any(|&dir| {
                self.step(at, dir).filter(|&to| !left[to]).is_some_and(|to| {
                    self.step(to, dir).is_some_and(|player| !left[player])
                })
            })
        })
    }

    /// What is left of a set after repeatedly taking away the squares that `can_go`. Whether one
    /// can go depends on no square farther away than two steps in one direction, so each square
    /// that goes has only those looked at again.
    fn survivors(
        &self,
        set: &[bool],
        can_go: impl Fn(&[bool], usize) -> bool,
    ) -> Vec<usize> {
        let mut left = set.to_vec();
        let mut again: Vec<usize> =
            (0..left.len()).rev().filter(|&at| left[at]).collect();
        let members = again.clone();
        while let Some(at) = again.pop() {
            if left[at] && can_go(&left, at) {
                left[at] = false;
                for dir in Dir::ALL {
                    let near = self.step(at, dir);
                    let far = near.and_then(|near| self.step(near, dir));
                    again.extend(near.into_iter().chain(far).filter(|&to| left[to]));
                }
            }
        }
        members.into_iter().rev().filter(|&at| left[at]).collect()
    }

    /// Makes walls of dead ends that hold nothing; tells whether there were any.
    fn fill_dead_ends(&mut self) -> bool {
        let mut changed = false;
        let mut again: Vec<usize> = (0..self.wall.len()).collect();
        while let Some(at) = again.pop() {
            let is_useless = !self.wall[at]
                && !self.goal[at]
                && !self.has_box[at]
                && at != self.level.player()
                && Dir::ALL.iter().filter(|&&dir| self.step(at, dir).is_none()).count()
                    >= 3;
            if is_useless {
                again.extend(Dir::ALL.iter().filter_map(|&dir| self.step(at, dir)));
                self.wall[at] = true;
                changed = true;
            }
        }
        changed
    }

    fn lay_out(&self, refuted: Option<Refuted>) -> Layout {
        let inside: Vec<usize> =
            (0..self.wall.len()).filter(|&at| !self.wall[at]).collect();
        let place = |at: usize| self.level.row_column(at);
        let rows = || inside.iter().map(|&at| place(at).0);
        let columns = || inside.iter().map(|&at| place(at).1);
        let (top, bottom) = (rows().min().unwrap_or(0), rows().max().unwrap_or(0));
        let (left, right) = (columns().min().unwrap_or(0), columns().max().unwrap_or(0));
        let stride = right - left + 2;
        let len = (bottom - top + 1) * stride;
        let spot = |at: usize| (place(at).0 - top) * stride + place(at).1 - left;
        let mut squares = vec![NO_SQUARE; len];
        for &at in &inside {
            squares[spot(at)] = at;
        }
        let spots_where = |keep: &[bool]| -> Vec<usize> {
            inside.iter().filter(|&&at| keep[at]).map(|&at| spot(at)).collect()
        };
        Layout {
            stride,
            len,
            floor: inside.iter().map(|&at| spot(at)).collect(),
            boxes: spots_where(&self.has_box),
            goals: spots_where(&self.goal),
            player: spot(self.level.player()),
            refuted,
            squares,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(text: &str) -> Layout {
        Layout::new(&text.parse::<Level>().expect("a level"))
    }

    #[test]
    fn fills_dead_ends_and_walls_in_stuck_boxes() {
        let layout = layout("##########\n#@ $ .####\n#    #   #\n##*###   #\n##########");
        // The dead-end box on its goal is a wall, the closed-off room is gone.
        assert_eq!((layout.boxes.len(), layout.goals.len()), (1, 1));
        assert!(layout.refuted.is_none());
        assert_eq!(layout.floor.len(), 9);
    }

    #[test]
    fn refutes_what_can_be_seen_at_once() {
        let stuck = layout("#####\n#$ .#\n# @ #\n#####");
        assert!(matches!(stuck.refuted, Some(Refuted::Stuck(_))));
        let unfillable = layout("######\n#@$ ##\n#   .#\n#   ##\n######");
        assert_eq!(unfillable.refuted, None);
        let pocket = layout("#######\n#@$   #\n#  #.##\n#######");
        assert!(matches!(pocket.refuted, Some(Refuted::Unfillable(_))));
    }

    #[test]
    fn the_player_keeps_its_dead_end() {
        let layout = layout("######\n#@$ .#\n######");
        assert_eq!(layout.floor.len(), 4);
    }
}

//! Boards laid on top of each other.

use kuraban::{Dir, Level, Symmetry};

use crate::change::outside;

/// The inside of a level, trimmed: a byte for each square. The player is left out.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Picture {
    width: usize,
    codes: Vec<u8>,
    /// Squares without a wall.
    pub(crate) floor: usize,
}

const FLOOR: u8 = 1;
const GOAL: u8 = 2;
const BOX: u8 = 4;

/// Squares that may differ where two levels are called near.
pub(crate) const NEAR: usize = 3;
/// A level of fewer squares stands in many others.
const LEAST_INSIDE: usize = 15;

/// How near two levels are.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Near {
    /// So many squares differ.
    Squares(usize),
    /// Walls and goals are the same, boxes or player start elsewhere.
    Start,
}

impl Picture {
    pub(crate) fn of(level: &Level) -> Self {
        let outside = outside(level);
        let is_inside = |at: usize| !level.square(at).wall && !outside[at];
        let inside: Vec<usize> = (0..outside.len()).filter(|&at| is_inside(at)).collect();
        let rows = inside.iter().map(|&at| level.row_column(at).0);
        let columns = inside.iter().map(|&at| level.row_column(at).1);
        let player = level.row_column(level.player());
        let top = rows.clone().min().unwrap_or(player.0);
        let bottom = rows.max().unwrap_or(player.0);
        let left = columns.clone().min().unwrap_or(player.1);
        let right = columns.max().unwrap_or(player.1);
        let mut codes = Vec::with_capacity((bottom - top + 1) * (right - left + 1));
        for row in top..=bottom {
            for column in left..=right {
                let at = row * level.width() + column;
                let square = level.square(at);
                let code = FLOOR
                    | (u8::from(square.goal) * GOAL)
                    | (u8::from(square.has_box) * BOX);
                codes.push(if is_inside(at) { code } else { 0 });
            }
        }
        Self { width: right - left + 1, codes, floor: inside.len() }
    }

    fn height(&self) -> usize {
        self.codes.len() / self.width
    }

    fn seen(&self, symmetry: Symmetry) -> Self {
        let (width, codes) = symmetry.squares(self.width, &self.codes);
        Self { width, codes, floor: self.floor }
    }

    /// The code at a place that may lie beyond the picture.
    fn code(&self, row: isize, column: isize) -> u8 {
        let (Ok(row), Ok(column)) = (usize::try_from(row), usize::try_from(column))
        else {
            return 0;
        };
        if column >= self.width {
            return 0;
        }
        self.codes.get(row * self.width + column).copied().unwrap_or(0)
    }

    /// How many squares differ when the other is shifted by so much; `None` for more than [`NEAR`].
    fn difference(&self, other: &Self, down: isize, right: isize) -> Option<usize> {
        let top = 0.min(down);
        let left = 0.min(right);
        let bottom = (self.height() as isize).max(other.height() as isize + down);
        let end = (self.width as isize).max(other.width as isize + right);
        let mut differ = 0;
        for row in top..bottom {
            for column in left..end {
                if self.code(row, column) != other.code(row - down, column - right) {
                    differ += 1;
                    if differ > NEAR {
                        return None;
                    }
                }
            }
        }
        Some(differ)
    }

    /// How near another level is, in the best of the eight symmetries and all shifts.
    pub(crate) fn near(&self, other: &Self) -> Option<Near> {
        const SHIFT: isize = NEAR as isize;
        if self.floor.abs_diff(other.floor) > NEAR {
            return None;
        }
        let mut least: Option<usize> = None;
        let mut same_walls = false;
        for symmetry in Symmetry::ALL {
            let seen = other.seen(symmetry);
            let apart = self.height().abs_diff(seen.height()) > NEAR
                || self.width.abs_diff(seen.width) > NEAR;
            if apart {
                continue;
            }
            same_walls |= self.width == seen.width
                && self.codes.len() == seen.codes.len()
                && self.codes.iter().zip(&seen.codes).all(|(a, b)| a & !BOX == b & !BOX);
            for down in -SHIFT..=SHIFT {
                for right in -SHIFT..=SHIFT {
                    if let Some(differ) = self.difference(&seen, down, right) {
                        least = Some(least.map_or(differ, |known| known.min(differ)));
                    }
                }
            }
        }
        match least {
            _ if same_walls => Some(Near::Start),
            Some(differ) => Some(Near::Squares(differ)),
            None => None,
        }
    }

    /// Whether this level stands in another one: every square of its inside is the same there.
    pub(crate) fn is_inside(&self, other: &Self) -> bool {
        if self.floor < LEAST_INSIDE || self.floor >= other.floor {
            return false;
        }
        let places: Vec<(usize, usize, u8)> = self
            .codes
            .iter()
            .enumerate()
            .filter(|&(_, &code)| code != 0)
            .map(|(at, &code)| (at / self.width, at % self.width, code))
            .collect();
        Symmetry::ALL.into_iter().any(|symmetry| {
            let seen = other.seen(symmetry);
            if seen.width < self.width || seen.height() < self.height() {
                return false;
            }
            let downs = 0..=seen.height() - self.height();
            downs.into_iter().any(|down| {
                (0..=seen.width - self.width).any(|right| {
                    places.iter().all(|&(row, column, code)| {
                        seen.codes[(row + down) * seen.width + column + right] == code
                    })
                })
            })
        })
    }
}

/// For each symmetry but the first that maps the level onto itself, player's zone included: where
/// each square goes.
pub(crate) fn onto_itself(level: &Level) -> Vec<Vec<Option<usize>>> {
    let zone = level.flood(vec![level.player()], |at| !level.square(at).has_box);
    let reach = crate::change::reach(level);
    let inside: Vec<usize> = (0..reach.len()).filter(|&at| reach[at]).collect();
    let rows = inside.iter().map(|&at| level.row_column(at).0);
    let columns = inside.iter().map(|&at| level.row_column(at).1);
    let (Some(top), Some(bottom)) = (rows.clone().min(), rows.max()) else {
        return vec![];
    };
    let (Some(left), Some(right)) = (columns.clone().min(), columns.max()) else {
        return vec![];
    };
    let width = right - left + 1;
    let squares: Vec<usize> = (top..=bottom)
        .flat_map(|row| (left..=right).map(move |column| row * level.width() + column))
        .collect();
    let kind = |at: usize| {
        let square = level.square(at);
        (reach[at], zone[at], reach[at] && square.goal, reach[at] && square.has_box)
    };
    let images = Symmetry::ALL[1..].iter().filter_map(|symmetry| {
        let (seen_width, seen) = symmetry.squares(width, &squares);
        let same = seen_width == width
            && seen.iter().zip(&squares).all(|(&to, &at)| kind(to) == kind(at));
        same.then(|| {
            let mut image = vec![None; reach.len()];
            for (&to, &at) in seen.iter().zip(&squares) {
                image[at] = reach[at].then_some(to);
            }
            image
        })
    });
    images.collect()
}

/// Steps, the same for all eight pictures of a level.
pub(crate) fn canonical_steps(steps: &[Dir]) -> Option<String> {
    Symmetry::ALL
        .into_iter()
        .map(|symmetry| steps.iter().map(|&dir| symmetry.undo(dir).letter()).collect())
        .min()
}

//! The eight pictures of one level.

use crate::{Dir, Level, Square};

/// A way to turn and mirror boards.
///
/// ```
/// use kuraban_level::{Dir, Level, Symmetry};
///
/// let level: Level = "#####\n#@$.#\n#####".parse()?;
/// let tall: Level = "###\n#@#\n#$#\n#.#\n###".parse()?;
/// assert!(Symmetry::ALL.iter().any(|symmetry| {
///     symmetry.level(&level) == tall && symmetry.undo(Dir::Down) == Dir::Right
/// }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Symmetry {
    /// Left becomes right.
    mirrors_columns: bool,
    /// Top becomes bottom.
    mirrors_rows: bool,
    /// Then rows become columns.
    swaps: bool,
}

impl Symmetry {
    /// All of them; the first one changes nothing.
    pub const ALL: [Self; 8] = [
        Self::new(false, false, false),
        Self::new(true, false, false),
        Self::new(false, true, false),
        Self::new(true, true, false),
        Self::new(false, false, true),
        Self::new(true, false, true),
        Self::new(false, true, true),
        Self::new(true, true, true),
    ];

    const fn new(mirrors_columns: bool, mirrors_rows: bool, swaps: bool) -> Self {
        Self { mirrors_columns, mirrors_rows, swaps }
    }

    /// Squares in rows of `width`, in the order of the new picture; and its width.
    pub fn squares<T: Copy>(self, width: usize, squares: &[T]) -> (usize, Vec<T>) {
        let height = squares.len() / width;
        let (rows, columns) = if self.swaps { (width, height) } else { (height, width) };
        let mut seen = Vec::with_capacity(squares.len());
        for row in 0..rows {
            for column in 0..columns {
                let (y, x) = if self.swaps { (column, row) } else { (row, column) };
                let x = if self.mirrors_columns { width - 1 - x } else { x };
                let y = if self.mirrors_rows { height - 1 - y } else { y };
                seen.push(squares[y * width + x]);
            }
        }
        (columns, seen)
    }

    /// The level in the new picture, without what stands outside its walls.
    #[must_use]
    pub fn level(self, level: &Level) -> Level {
        let at_player = |at| at == level.player();
        let squares: Vec<(Square, bool)> = level
            .squares()
            .iter()
            .enumerate()
            .map(|(at, &square)| (square, at_player(at)))
            .collect();
        let (width, seen) = self.squares(level.width(), &squares);
        let player = seen.iter().position(|&(_, is_player)| is_player);
        let squares = seen.into_iter().map(|(square, _)| square).collect();
        Level::new(level.rules(), width, squares, player.as_slice())
            .expect("another picture of a level is a level")
    }

    /// The direction in the level as it was of a direction in the new picture.
    pub fn undo(self, dir: Dir) -> Dir {
        let dir = match dir {
            Dir::Up if self.swaps => Dir::Left,
            Dir::Left if self.swaps => Dir::Up,
            Dir::Down if self.swaps => Dir::Right,
            Dir::Right if self.swaps => Dir::Down,
            dir => dir,
        };
        let turns = match dir {
            Dir::Up | Dir::Down => self.mirrors_rows,
            Dir::Left | Dir::Right => self.mirrors_columns,
        };
        if turns { !dir } else { dir }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_the_same_in_every_picture() {
        let level: Level = "#######\n#@ $ .#\n# #   #\n#  $. #\n#######".parse().unwrap();
        for symmetry in Symmetry::ALL {
            let seen = symmetry.level(&level);
            assert_eq!(seen.boxes().len(), 2);
            for dir in Dir::ALL {
                let is_free = |level: &Level, dir| {
                    let to = level.step(level.player(), dir);
                    to.is_some_and(|to| !level.square(to).wall)
                };
                assert_eq!(is_free(&seen, dir), is_free(&level, symmetry.undo(dir)));
            }
        }
    }
}

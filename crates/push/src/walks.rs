//! A lower bound of moves, by counting who crosses which line.
//!
//! Every move, push or not, takes the player over one line between neighbouring columns or
//! rows. So the moves of a solution are those over each line added up. Of line `j` between columns
//! `j` and `j + 1` this much is known, and the same of rows:
//!
//! * The boxes that are pushed over it to the right less those pushed to the left are its
//!   *surplus*: the boxes before it less the goals before it.
//! * A push to the right over line `j + 1` takes the player over line `j` to the right, and one
//!   to the left over line `j - 1` takes it over line `j` to the left.
//! * A box that is off goal has to be pushed, and the player goes where it stood. The lines between
//!   the player and such a box have to be crossed.
//! * To the right the player crosses it `s` times more often than to the left, and `s` is 1, 0 or
//!   -1, by the sides of the line on which it begins and ends.
//!
//! So if it is crossed `r` times to the right at least and `l` times to the left, then
//! `2 max(r, l + s) - s` times in all. This bound of moves does not know how many pushes walls
//! make necessary. Where there are more pushes than the surpluses ask for, they come in pairs over
//! a line, one to the right and one to the left. A pair over line `c` takes the player over line
//! `c - 1` to the right and over line `c + 1` to the left. (Where one of these is off the board,
//! there is no such pair: the player could not stand there.) Let `x` be what is left to walk over a
//! line, to the right less to the left: `s` less what pushes do. Pairs do not change the sum of `x`
//! over the even lines, nor that over the odd ones. So, however many pushes there are, the steps
//! that push nothing are at least these two sums without their signs.
//!
//! Where the player ends is not known. It stands where the last box stood before its last push,
//! and the least over all such columns counts, and over all such rows.

use std::ops::Add;

use kuraban_board::{Bits, Board};
use kuraban_level::Dir;

/// What is left to do, counted both ways.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Left {
    /// Moves in all, whatever the pushes.
    moves: u32,
    /// Steps of walking, whatever the pushes.
    steps: u32,
}

impl Left {
    #[inline]
    fn min(self, other: Self) -> Self {
        let (moves, steps) = (self.moves.min(other.moves), self.steps.min(other.steps));
        Self { moves, steps }
    }

    /// A lower bound of the moves, given one of the pushes. None are needed without pushes.
    #[inline]
    pub(crate) fn moves(self, pushes: u16) -> u32 {
        let pushes = u32::from(pushes);
        if pushes == 0 { 0 } else { self.moves.max(pushes + self.steps) }
    }
}

impl Add for Left {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        let (moves, steps) = (self.moves + other.moves, self.steps + other.steps);
        Self { moves, steps }
    }
}

/// The lines of a board, and the boxes of the position that is looked at.
#[derive(Debug)]
pub(crate) struct Lines {
    columns: Axis,
    rows: Axis,
    /// The column and row of each spot.
    places: Vec<(u16, u16)>,
}

impl Lines {
    pub(crate) fn new<const W: usize>(board: &Board<W>) -> Self {
        let layout = &board.layout;
        let ends = Dir::ALL.iter().fold(Bits::EMPTY, |ends, &dir| {
            ends | board.shift(board.goals, !dir) & board.shift(board.floor, dir)
        });
        let ends = ends & board.live;
        let ends = if ends.is_empty() { board.floor } else { ends };
        let place = |spot| ((spot % layout.stride) as u16, (spot / layout.stride) as u16);
        let places: Vec<(u16, u16)> = (0..layout.len).map(place).collect();
        let height = layout.len / layout.stride;
        let column = |spot: usize| usize::from(places[spot].0);
        let row = |spot: usize| usize::from(places[spot].1);
        Self {
            columns: Axis::new(layout.stride - 1, board.goals, ends, column),
            rows: Axis::new(height, board.goals, ends, row),
            places,
        }
    }

    /// Bytes taken.
    pub(crate) fn bytes(&self) -> usize {
        let per_line = 3 * size_of::<i32>() + 1;
        let lines = self.columns.ends.len() + self.rows.ends.len();
        4 * self.places.len() + per_line * lines
    }

    fn place(&self, spot: usize) -> (usize, usize) {
        let (column, row) = self.places[spot];
        (usize::from(column), usize::from(row))
    }

    /// Goes to another position.
    pub(crate) fn go_to<const W: usize>(&mut self, boxes: Bits<W>) {
        let places = &self.places;
        self.columns.go_to(boxes.iter().map(|spot| places[spot].0.into()));
        self.rows.go_to(boxes.iter().map(|spot| places[spot].1.into()));
    }

    /// What is left with the player on a spot and these of the boxes off goal.
    pub(crate) fn at<const W: usize>(&mut self, player: usize, astray: Bits<W>) -> Left {
        let (columns, rows) = self.spans(player, astray);
        self.columns.left(columns) + self.rows.left(rows)
    }

    /// What is left when the box on `from` has been pushed, the player stands there, and these
    /// of the boxes are off goal then.
    pub(crate) fn after<const W: usize>(
        &mut self,
        from: usize,
        dir: Dir,
        astray: Bits<W>,
    ) -> Left {
        let change = if matches!(dir, Dir::Right | Dir::Down) { -1 } else { 1 };
        *self.crossed(from, dir) += change;
        let left = self.at(from, astray);
        *self.crossed(from, dir) -= change;
        left
    }

    /// The surplus of the line that a box crosses.
    fn crossed(&mut self, from: usize, dir: Dir) -> &mut i32 {
        let (column, row) = self.place(from);
        match dir {
            Dir::Right => &mut self.columns.surplus[column],
            Dir::Left => &mut self.columns.surplus[column - 1],
            Dir::Down => &mut self.rows.surplus[row],
            Dir::Up => &mut self.rows.surplus[row - 1],
        }
    }

    /// Where the player has to go, by columns and by rows.
    fn spans<const W: usize>(&self, player: usize, astray: Bits<W>) -> (Span, Span) {
        let (column, row) = self.place(player);
        let (mut columns, mut rows) = (Span::of(column), Span::of(row));
        for spot in astray {
            let (column, row) = self.place(spot);
            columns.add(column);
            rows.add(row);
        }
        (columns, rows)
    }
}

/// Where the player begins, and between which columns or rows it has to go.
#[derive(Clone, Copy)]
struct Span {
    start: usize,
    first: usize,
    last: usize,
}

impl Span {
    fn of(start: usize) -> Self {
        Self { start, first: start, last: start }
    }

    #[inline]
    fn add(&mut self, place: usize) {
        self.first = self.first.min(place);
        self.last = self.last.max(place);
    }
}

/// The lines of one kind: line `j` lies between the columns or rows `j` and `j + 1`.
#[derive(Debug)]
struct Axis {
    /// Boxes before each line, less the goals there.
    surplus: Vec<i32>,
    /// The same without boxes.
    lack: Vec<i32>,
    /// How often each line is crossed to the right at least, less how often to the left.
    lean: Vec<i32>,
    /// Whether the player can end in each column or row.
    ends: Vec<bool>,
}

impl Axis {
    fn new<const W: usize>(
        size: usize,
        goals: Bits<W>,
        ends: Bits<W>,
        place: impl Fn(usize) -> usize,
    ) -> Self {
        let mut can_end = vec![false; size];
        for spot in ends {
            can_end[place(spot)] = true;
        }
        let mut axis = Self {
            surplus: vec![0; size],
            lack: vec![0; size],
            lean: vec![0; size],
            ends: can_end,
        };
        axis.go_to(goals.iter().map(place));
        axis.lack = axis.surplus.iter().map(|count| -count).collect();
        axis
    }

    fn go_to(&mut self, boxes: impl Iterator<Item = usize>) {
        self.surplus.fill(0);
        for place in boxes {
            self.surplus[place] += 1;
        }
        let mut before = 0;
        for (count, lack) in self.surplus.iter_mut().zip(&self.lack) {
            before += *count;
            *count = before + lack;
        }
    }

    fn left(&mut self, span: Span) -> Left {
        let lines = self.surplus.len() - 1;
        let mut start = Ending { moves: 0, missing: [0; 2] };
        let (mut before, mut here) = (0, self.surplus[0]);
        let both = self.lean.iter_mut().zip(&self.surplus[1..]);
        for (line, (lean, &next)) in both.enumerate() {
            let (right, left) = (next.max(0), (-before).max(0));
            (before, here) = (here, next);
            start.missing[line % 2] += left - right;
            let right = right.max(i32::from((span.start..span.last).contains(&line)));
            let left = left.max(i32::from((span.first..span.start).contains(&line)));
            *lean = right - left;
            start.moves += 2 * right.max(left);
        }
        let mut least = Left { moves: u32::MAX, steps: u32::MAX };
        if self.ends[span.start] {
            least = start.left();
        }
        let mut end = start;
        for line in span.start..lines {
            end.cross(line, 1, self.lean[line]);
            if self.ends[line + 1] {
                least = least.min(end.left());
            }
        }
        let mut end = start;
        for line in (0..span.start).rev() {
            end.cross(line, -1, self.lean[line]);
            if self.ends[line] {
                least = least.min(end.left());
            }
        }
        least
    }
}

/// What is left if the player ends in some column or row.
#[derive(Clone, Copy)]
struct Ending {
    moves: i32,
    /// The sums over the even and the odd lines of what pushes leave to walk, to the right less
    /// to the left.
    missing: [i32; 2],
}

impl Ending {
    /// The player ends one line farther on: it crosses it once more, to the right or to the left.
    #[inline]
    fn cross(&mut self, line: usize, side: i32, lean: i32) {
        self.missing[line % 2] += side;
        self.moves += if side * lean > 0 { -1 } else { 1 };
    }

    #[inline]
    fn left(self) -> Left {
        let steps = self.missing[0].unsigned_abs() + self.missing[1].unsigned_abs();
        Left { moves: self.moves as u32, steps }
    }
}

#[cfg(test)]
mod tests {
    use kuraban_board::bound::warm::Matcher;
    use kuraban_level::Level;
    use kuraban_testkit::{Random, Rooms, solution};

    use super::*;

    /// Follows a solution with the fewest moves; for each position after a push, and the start,
    /// calls `see` with the bound of its pushes, what is left to walk, and the pushes and moves
    /// that the solution still makes.
    fn follow(level: &Level, mut see: impl FnMut(u16, Left, u16, u32)) {
        let Some(steps) = solution(level) else { return };
        let board = Board::<2>::new(level);
        let mut lines = Lines::new(&board);
        let (mut boxes, mut player) = (board.start.boxes, board.start.player);
        let mut matcher = Matcher::new(&board.to_goal, board.layout.len, boxes);
        lines.go_to(boxes);
        let pushes = |mut boxes: Bits<2>, mut player, steps: &[Dir]| {
            let mut pushes = 0;
            for &dir in steps {
                player = board.step(player, dir);
                if boxes.has(player) {
                    boxes = boxes.without(player).with(board.step(player, dir));
                    pushes += 1;
                }
            }
            pushes
        };
        let mut left = lines.at(player, boxes.minus(board.goals));
        for (done, &dir) in steps.iter().enumerate() {
            let rest = &steps[done..];
            let bound = matcher.total().expect("there is a solution") as u16;
            see(bound, left, pushes(boxes, player, rest), rest.len() as u32);
            player = board.step(player, dir);
            if boxes.has(player) {
                boxes = boxes.without(player).with(board.step(player, dir));
                left = lines.after(player, dir, boxes.minus(board.goals));
                lines.go_to(boxes);
                matcher.go_to(boxes);
                assert_eq!(left, lines.at(player, boxes.minus(board.goals)), "{level:?}");
            } else {
                left = lines.at(player, boxes.minus(board.goals));
            }
        }
    }

    #[test]
    fn no_solution_has_fewer_moves() {
        let mut random = Random::new(61);
        let (mut seen, mut higher, mut exact) = (0, 0, 0);
        for _ in 0..3_000 {
            let level = Rooms::SMALL.next(&mut random);
            follow(&level, |bound, left, pushes, moves| {
                assert!(left.moves(bound) <= moves, "{left:?}: {level:?}");
                assert!(left.moves(pushes) <= moves, "{left:?}: {level:?}");
                seen += 1;
                higher += u32::from(left.moves(bound) > u32::from(bound));
                exact += u32::from(left.moves(bound) == moves);
            });
        }
        assert!(
            seen > 2_000 && higher > seen / 2 && exact > seen / 5,
            "{exact} {higher} {seen}"
        );
    }

    #[test]
    fn the_way_back_is_counted() {
        // Two boxes go three to the right, and the player has to come back for the second.
        let level: Level =
            "########\n#@$  . #\n#      #\n# $  . #\n########".parse().expect("a level");
        let mut all = Vec::new();
        follow(&level, |bound, left, _, moves| {
            all.push((bound, left.moves(bound), moves));
        });
        assert_eq!(all[0], (6, 11, 11));
    }
}

//! Levels with something changed, for experiments.

use kuraban::{Level, Rules, Square};

/// The level with its squares changed and the player elsewhere; `None` where that is no level.
pub(crate) fn with(
    level: &Level,
    player: usize,
    change: impl FnOnce(&mut [Square]),
) -> Option<Level> {
    let mut squares = level.squares().to_vec();
    change(&mut squares);
    for &(at, decoration) in level.decorations() {
        squares[at] = decoration;
    }
    Level::new(Rules::Boxes, level.width(), squares, &[player]).ok()
}

/// The level with some walls opened and some floor filled with walls.
pub(crate) fn walls(level: &Level, changed: &[usize]) -> Option<Level> {
    with(level, level.player(), |squares| {
        for &at in changed {
            let is_wall = squares[at].wall;
            squares[at] = if is_wall { Square::FLOOR } else { Square::WALL };
        }
    })
}

/// The level without a box and a goal.
pub(crate) fn without(level: &Level, at: usize, goal: usize) -> Option<Level> {
    with(level, level.player(), |squares| {
        squares[at].has_box = false;
        squares[goal].goal = false;
    })
}

/// The level with a box taken from its square and, with a goal, made a wall elsewhere.
pub(crate) fn walled(
    level: &Level,
    at: usize,
    goal: usize,
    player: usize,
) -> Option<Level> {
    with(level, player, |squares| {
        squares[at].has_box = false;
        squares[goal] = Square::WALL;
    })
}

/// The squares of a level that the player could reach if there were no boxes.
pub(crate) fn reach(level: &Level) -> Vec<bool> {
    level.flood(vec![level.player()], |_| true)
}

/// The squares without a wall that lie outside the closed level.
pub(crate) fn outside(level: &Level) -> Vec<bool> {
    if !level.is_enclosed() {
        return vec![false; level.squares().len()];
    }
    let (width, height) = (level.width(), level.height());
    let edge = (0..level.squares().len()).filter(|&at| {
        let (row, column) = level.row_column(at);
        row == 0 || column == 0 || row + 1 == height || column + 1 == width
    });
    level.flood(edge.collect(), |_| true)
}

/// The squares around a square, eight at most.
pub(crate) fn around(level: &Level, at: usize) -> impl Iterator<Item = usize> {
    let (row, column) = level.row_column(at);
    let (width, height) = (level.width(), level.height());
    let rows = row.saturating_sub(1)..=(row + 1).min(height - 1);
    rows.flat_map(move |r| {
        let columns = column.saturating_sub(1)..=(column + 1).min(width - 1);
        columns.map(move |c| r * width + c)
    })
    .filter(move |&other| other != at)
}

/// Walls with reachable squares on two sides whose opening leaves the level closed: none of their
/// four neighbours lies outside or beyond the edge.
pub(crate) fn inner_walls(level: &Level) -> Vec<usize> {
    let (reach, outside) = (reach(level), outside(level));
    let (width, height) = (level.width(), level.height());
    let all = 0..level.squares().len();
    all.filter(|&at| {
        let (row, column) = level.row_column(at);
        let at_edge = row == 0 || column == 0 || row + 1 == height || column + 1 == width;
        if !level.square(at).wall || at_edge {
            return false;
        }
        let beside = [at - 1, at + 1, at - width, at + width];
        beside.iter().filter(|&&other| reach[other]).count() >= 2
            && !beside.iter().any(|&other| outside[other])
    })
    .collect()
}

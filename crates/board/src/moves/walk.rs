//! Shortest walks of the player.

use std::collections::VecDeque;

use kuraban_level::Dir;

/// The steps of a shortest walk between two free places, `None` where there is no way. Places are
/// numbered below `len`; `step` tells the free one next to another.
pub fn walk(
    len: usize,
    from: usize,
    to: usize,
    step: impl Fn(usize, Dir) -> Option<usize>,
) -> Option<Vec<Dir>> {
    // Breadth-first from the far end, so that the way is read off forward.
    let mut toward: Vec<Option<Dir>> = vec![None; len];
    let mut queue = VecDeque::from([to]);
    while from != to && toward[from].is_none() {
        let at = queue.pop_front()?;
        for dir in Dir::ALL {
            if let Some(before) = step(at, !dir)
                && before != to
                && toward[before].is_none()
            {
                toward[before] = Some(dir);
                queue.push_back(before);
            }
        }
    }
    let mut steps = Vec::new();
    let mut at = from;
    while at != to {
        let dir = toward[at]?;
        steps.push(dir);
        at = step(at, dir)?;
    }
    Some(steps)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Places of three columns and two rows, without the second of the first row.
    fn step(at: usize, dir: Dir) -> Option<usize> {
        let (row, column) = (at / 3, at % 3);
        let to = match dir {
            Dir::Up => row.checked_sub(1).map(|row| (row, column)),
            Dir::Down => Some((row + 1, column)),
            Dir::Left => column.checked_sub(1).map(|column| (row, column)),
            Dir::Right => Some((row, column + 1)),
        };
        let (row, column) = to.filter(|&(row, column)| row < 2 && column < 3)?;
        Some(row * 3 + column).filter(|&to| to != 1)
    }

    #[test]
    fn a_walk_goes_round_what_is_in_the_way() {
        let way = [Dir::Down, Dir::Right, Dir::Right, Dir::Up];
        assert_eq!(walk(6, 0, 2, step), Some(way.to_vec()));
        assert_eq!(walk(6, 4, 4, step), Some(Vec::new()));
        assert_eq!(walk(6, 0, 2, |at, dir| step(at, dir).filter(|&to| to != 4)), None);
    }
}

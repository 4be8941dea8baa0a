//! Small crowded levels of which everything is known, for tests.

use std::collections::HashMap;
use std::sync::Arc;

use kuraban_board::Position;
use kuraban_board::{Bits, Board, Layout};
use kuraban_level::Dir;
use kuraban_level::Level;
use kuraban_testkit::Random;

use crate::level::Statics;
use crate::level::map::Map;

/// Words of the boards.
pub(crate) const W: usize = 2;
/// Levels with more positions are left aside.
const MOST: usize = 40_000;

/// A level with every position that can be reached from its start without a box on a spot that no
/// lone box can be saved from, and whether it can be solved from there.
pub(crate) struct Brute {
    pub(crate) text: String,
    pub(crate) statics: Statics<W>,
    pub(crate) positions: Vec<(Position<W>, bool)>,
}

impl Brute {
    /// A solvable level made from a seed; `None` where it has come out too large or too simple.
    pub(crate) fn new(seed: u64) -> Option<Self> {
        let text = text(&mut Random::new(seed))?;
        let level: Level = text.parse().ok()?;
        let layout = Layout::new(&level);
        if layout.refuted.is_some() || layout.boxes.len() < 3 {
            return None;
        }
        let statics = Statics::new(&Arc::new(Board::from_layout(layout)));
        let positions = all(&statics)?;
        Some(Self { text, statics, positions })
    }

    /// So many levels, the first ones that suit.
    pub(crate) fn some(count: usize) -> impl Iterator<Item = Self> {
        (1..).filter_map(Self::new).take(count)
    }

    /// About so many of the positions, spread over all of them.
    pub(crate) fn sample(
        &self,
        count: usize,
    ) -> impl Iterator<Item = &(Position<W>, bool)> {
        self.positions.iter().step_by(self.positions.len().div_ceil(count))
    }
}

/// A random level: a few walls, goals, and boxes pulled off them at random.
fn text(random: &mut Random) -> Option<String> {
    let (width, height) = (6 + random.below(4), 6 + random.below(3));
    let mut rows = vec![vec![b'#'; width]; height];
    for row in &mut rows[1..height - 1] {
        for square in &mut row[1..width - 1] {
            *square = if random.below(5) == 0 { b'#' } else { b' ' };
        }
    }
    let place =
        |random: &mut Random| (1 + random.below(height - 2), 1 + random.below(width - 2));
    let mut goals = Vec::new();
    for _ in 0..3 + random.below(4) {
        let (row, column) = place(random);
        if rows[row][column] == b' ' {
            rows[row][column] = b'$';
            goals.push((row, column));
        }
    }
    let mut player = (0..20).map(|_| place(random)).find(|&(r, c)| rows[r][c] == b' ')?;
    for _ in 0..300 {
        let (down, right) =
            [(0, 1), (1, 0), (0, usize::MAX), (usize::MAX, 0)][random.below(4)];
        let step = |(row, column): (usize, usize), by: usize| {
            (
                row.wrapping_add(down.wrapping_mul(by)),
                column.wrapping_add(right.wrapping_mul(by)),
            )
        };
        let (to, behind) = (step(player, 1), step(player, usize::MAX));
        if rows[to.0][to.1] != b' ' {
            continue;
        }
        if rows[behind.0][behind.1] == b'$' && random.below(3) > 0 {
            rows[behind.0][behind.1] = b' ';
            rows[player.0][player.1] = b'$';
        }
        player = to;
    }
    for (row, column) in goals {
        let square = &mut rows[row][column];
        *square = if *square == b'$' { b'*' } else { b'.' };
    }
    let square = &mut rows[player.0][player.1];
    *square = if *square == b'.' { b'+' } else { b'@' };
    let rows: Vec<String> =
        rows.into_iter().map(|row| row.into_iter().map(char::from).collect()).collect();
    Some(rows.join("\n"))
}

/// All positions, by single pushes, and which of them lead to a solved one.
fn all(statics: &Statics<W>) -> Option<Vec<(Position<W>, bool)>> {
    let map = &statics.map;
    let start = map.board.start;
    let first = Position::new(&statics.map.board, start.boxes, start.player);
    let mut found = vec![first];
    let mut number = HashMap::from([(key(&first), 0)]);
    let mut comes_from: Vec<Vec<usize>> = vec![Vec::new()];
    let mut at = 0;
    while at < found.len() {
        for next in pushes(statics, map, &found[at]) {
            let count = found.len();
            let index = *number.entry(key(&next)).or_insert(count);
            if index == count {
                found.push(next);
                comes_from.push(Vec::new());
            }
            comes_from[index].push(at);
        }
        if found.len() > MOST {
            return None;
        }
        at += 1;
    }
    let mut solvable: Vec<bool> =
        found.iter().map(|place| place.boxes == map.board.goals).collect();
    let mut queue: Vec<usize> = (0..found.len()).filter(|&at| solvable[at]).collect();
    while let Some(at) = queue.pop() {
        for &before in &comes_from[at] {
            if !solvable[before] {
                solvable[before] = true;
                queue.push(before);
            }
        }
    }
    Some(found.into_iter().zip(solvable).collect())
}

fn key(place: &Position<W>) -> (Bits<W>, usize) {
    (place.boxes, place.player)
}

fn pushes(statics: &Statics<W>, map: &Map<W>, place: &Position<W>) -> Vec<Position<W>> {
    let free = map.board.floor.minus(place.boxes);
    let zone = map.board.flood(Bits::of(place.player), free);
    let mut next = Vec::new();
    for from in place.boxes {
        for dir in Dir::ALL {
            let to = map.board.near(from, dir);
            let behind = map.board.near(from, !dir);
            if zone.has(behind) && free.has(to) && map.board.live.has(to) {
                let boxes = place.boxes.without(from).with(to);
                next.push(Position::new(&statics.map.board, boxes, from));
            }
        }
    }
    next
}

#[test]
fn levels_are_crowded_and_have_dead_ends() {
    let (mut count, mut alive) = (0, 0);
    for brute in Brute::some(20) {
        assert!(brute.positions[0].1, "made by pulls, so solvable\n{}", brute.text);
        count += brute.positions.len();
        alive += brute.positions.iter().filter(|position| position.1).count();
    }
    assert!(
        count > 10_000 && alive * 8 > count && alive * 8 < count * 7,
        "{alive} {count}"
    );
}

//! Small crowded levels of which everything is known, for tests.

use std::sync::Arc;

use kuraban_board::{Board, Layout, Position};
use kuraban_level::Dir;
use kuraban_level::Level;
use kuraban_testkit::{Random, explore, pulled};

use crate::level::Statics;

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
        let text = pulled(&mut Random::new(seed))?;
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

/// All positions, by single pushes, and which of them lead to a solved one.
fn all(statics: &Statics<W>) -> Option<Vec<(Position<W>, bool)>> {
    let board = &statics.map.board;
    let start = Position::new(board, board.start.boxes, board.start.player);
    let is_solved = |place: &Position<W>| place.boxes == board.goals;
    explore(start, MOST, |place| pushes(board, place), is_solved)
}

fn pushes(board: &Board<W>, place: &Position<W>) -> Vec<Position<W>> {
    let free = board.floor.minus(place.boxes);
    let zone = board.zone(place.boxes, place.player);
    let mut next = Vec::new();
    for from in place.boxes {
        for dir in Dir::ALL {
            let (to, behind) = (board.near(from, dir), board.near(from, !dir));
            if zone.has(behind) && free.has(to) && board.live.has(to) {
                let boxes = place.boxes.without(from).with(to);
                next.push(Position::new(board, boxes, from));
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

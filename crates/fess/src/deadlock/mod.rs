//! Thorough tests of positions that are about to be expanded.
//!
//! All of them are sound, and all remember what they found; what they remember is shared by the
//! strategies and threads at work on a level.

mod alone;
mod corral;
mod forced;
mod frontier;
mod room;
mod shut_in;
mod verdicts;
pub(crate) mod wobblers;

use std::sync::atomic::{AtomicU64, Ordering};

use kuraban_board::Bits;
use kuraban_board::Scene;
use kuraban_board::WIDE;
use kuraban_board::deadlock::diagonal;
use kuraban_board::deadlock::matching::Reach;
use kuraban_board::deadlock::patterns::Patterns;
use kuraban_board::deadlock::sealed::is_sealed;
use kuraban_board::deadlock::walls::wallify;
use kuraban_board::moves::Mover;

use crate::level::Statics;
use crate::level::map::Map;
use crate::moves::pushes::Pusher;
use corral::Corrals;
use forced::Forced;
use room::RoomSearch;
use shut_in::ShutIn;

/// The tests, in the order in which they are made.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Test {
    /// Boxes that were found to be lost together.
    Pattern,
    /// A box that can never move again is off goal.
    Fixed,
    /// No goal for every box.
    Matching,
    /// A goal was sealed too early.
    Retrograde,
    /// A corral that can be neither opened nor finished.
    Corral,
    /// A closed diagonal.
    Diagonal,
    /// Boxes are missing that would have to be there.
    Forced,
    /// The boxes of a room.
    Room,
}

impl Test {
    const COUNT: usize = Self::Room as usize + 1;
}

/// The tests with what they remember.
#[derive(Debug, Default)]
pub(crate) struct Deadlocks<const W: usize> {
    patterns: Patterns<W>,
    reach: Reach<W>,
    corrals: Corrals,
    forced: Forced<W>,
    rooms: RoomSearch,
    shut_in: ShutIn,
    /// Positions turned down by each test.
    counts: [AtomicU64; Test::COUNT],
}

impl<const W: usize> Deadlocks<W> {
    /// Bytes taken.
    pub(crate) fn bytes(&self) -> usize {
        self.patterns.bytes()
            + self.reach.bytes()
            + self.corrals.bytes()
            + self.forced.bytes()
            + self.rooms.bytes()
            + self.shut_in.bytes()
    }

    /// Whether a position has no solution; `moved` is the box that moved last.
    pub(crate) fn is_lost(
        &self,
        statics: &Statics<W>,
        pusher: &mut Pusher<W>,
        scene: &Scene<W>,
        moved: usize,
    ) -> bool {
        let found = self.find(statics, pusher, scene, moved);
        if let Some(test) = found {
            self.counts[test as usize].fetch_add(1, Ordering::Relaxed);
        }
        found.is_some()
    }

    /// The first test that shows a position to have no solution.
    fn find(
        &self,
        statics: &Statics<W>,
        pusher: &mut Pusher<W>,
        scene: &Scene<W>,
        moved: usize,
    ) -> Option<Test> {
        let map = &statics.map;
        let player = scene.zone.first().unwrap_or(map.board.wall);
        if self.patterns.has(scene.boxes, player, moved) {
            return Some(Test::Pattern);
        }
        let Ok(walled) = wallify(&map.board, scene) else { return Some(Test::Fixed) };
        if W > WIDE {
            return None;
        }
        if walled.boxes.len() != walled.goals.len()
            || !self.reach.can_match(&map.board, &walled)
        {
            return Some(Test::Matching);
        }
        if is_sealed(&map.board, &walled) {
            return Some(Test::Retrograde);
        }
        if self.corrals.is_lost(map, pusher, &walled) {
            return Some(Test::Corral);
        }
        if diagonal::lost_boxes(&map.board, &walled).is_some() {
            return Some(Test::Diagonal);
        }
        if self.forced.is_lost(map, &walled) {
            return Some(Test::Forced);
        }
        if self.rooms.is_lost(statics, pusher, scene, moved, &self.patterns) {
            return Some(Test::Room);
        }
        None
    }

    /// Whether a position of a backward search cannot have come from the start, the player being
    /// shut in for good; `bases` are the start squares. Sound where no box vanishes.
    pub(crate) fn is_shut_in(
        &self,
        map: &Map<W>,
        mover: &mut Mover<W>,
        (boxes, zone): (Bits<W>, Bits<W>),
        bases: Bits<W>,
    ) -> bool {
        self.shut_in.is_lost(map, mover, boxes, zone, bases)
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::print_stdout, reason = "what was found is told")]

    use std::collections::HashSet;
    use std::sync::Arc;

    use kuraban_board::{Board, Layout};
    use kuraban_level::Level;

    use super::*;
    use crate::brute::{self, Brute};
    use crate::moves::expander::Expander;
    use kuraban_board::Position;

    fn find(text: &str) -> Option<Test> {
        let level: Level = text.parse().expect("a level");
        let layout = Layout::new(&level);
        let statics = Statics::<2>::new(&Arc::new(Board::from_layout(layout)));
        let start = statics.map.board.start;
        let scene = Scene::plain(&statics.map.board, start.boxes, start.player);
        let deadlocks = Deadlocks::default();
        let moved = start.boxes.first().expect("a box");
        let mut pusher = Pusher::new(&statics);
        let found = deadlocks.find(&statics, &mut pusher, &scene, moved);
        let lost = deadlocks.is_lost(&statics, &mut pusher, &scene, moved);
        assert_eq!(lost, found.is_some());
        let counted = deadlocks.counts.iter().map(|c| c.load(Ordering::Relaxed));
        assert_eq!(counted.sum::<u64>(), u64::from(lost));
        found
    }

    #[test]
    fn each_test_has_its_dead_end() {
        for (test, text) in [
            (None, "#######\n#     #\n# $ $ #\n#@    #\n# . . #\n#######"),
            (Some(Test::Fixed), "#######\n#  .  #\n# $$  #\n# $$. #\n#@ .. #\n#######"),
            (Some(Test::Matching), "########\n# $ $ .#\n#@     #\n#  .   #\n########"),
        ] {
            assert_eq!(find(text), test, "{text}");
        }
    }

    /// On small levels of which everything is known, no position with a solution is turned
    /// down, and each of them keeps a move to another one.
    #[test]
    fn nothing_solvable_is_turned_down() {
        let (mut tried, mut lost, mut found) = (0, 0, [0; Test::COUNT]);
        for brute in Brute::some(300) {
            let statics = &brute.statics;
            let mut expander = Expander::new(statics);
            let deadlocks = Deadlocks::default();
            let solvable: HashSet<u64> = brute
                .positions
                .iter()
                .filter(|position| position.1)
                .map(|position| position.0.key(&statics.map.board))
                .collect();
            let step = brute.positions.len().div_ceil(400);
            for (place, is_solvable) in brute.positions.iter().step_by(step) {
                let player = place.player;
                let scene = Scene::plain(&statics.map.board, place.boxes, player);
                let moved = place.boxes.first().expect("a box");
                let pusher = &mut expander.pusher;
                let test = deadlocks.find(statics, pusher, &scene, moved);
                tried += 1;
                if !is_solvable {
                    lost += 1;
                    if let Some(test) = test {
                        found[test as usize] += 1;
                    }
                    continue;
                }
                let told = || drawn(&brute, place);
                assert_eq!(test, None, "{}", told());
                if place.boxes != statics.map.board.goals {
                    let all = statics.map.board.floor;
                    let mut children = Vec::new();
                    kuraban_search::without_limits(|turn| {
                        expander.children(statics, &scene, all, turn, &mut children);
                    });
                    let goes_on = children.iter().any(|child| {
                        solvable.contains(&child.place().key(&statics.map.board))
                    });
                    assert!(goes_on, "{}", told());
                }
            }
        }
        println!("{tried} tried, {lost} lost, found {found:?}");
        assert!(lost * 4 > tried && found.iter().sum::<usize>() * 10 > lost * 9);
    }

    fn drawn(brute: &Brute, place: &Position<{ brute::W }>) -> String {
        let map = &brute.statics.map;
        let layout = &map.board.layout;
        let letter =
            |spot: usize| match (map.board.floor.has(spot), place.boxes.has(spot)) {
                (false, _) => '#',
                (true, true) if map.board.goals.has(spot) => '*',
                (true, true) => '$',
                (true, false) if place.player == spot => '@',
                (true, false) if map.board.goals.has(spot) => '.',
                (true, false) => ' ',
            };
        let rows = (0..layout.len).collect::<Vec<_>>();
        let rows = rows.chunks(layout.stride);
        let rows: Vec<String> =
            rows.map(|row| row.iter().map(|&spot| letter(spot)).collect()).collect();
        format!("{}\n\n{}", brute.text, rows.join("\n"))
    }
}

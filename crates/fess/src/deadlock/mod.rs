//! Thorough tests of positions that are about to be expanded: rules of the toolbox, and small
//! searches over macro moves.
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

use kuraban_board::Bits;
use kuraban_board::Scene;
use kuraban_board::WIDE;
use kuraban_board::deadlock::bipartite::Reach;
use kuraban_board::deadlock::patterns::Patterns;
use kuraban_board::deadlock::sealed::is_sealed;
use kuraban_board::deadlock::walls::wallify;
use kuraban_board::deadlock::{Rule, RuleSet, diagonal};
use kuraban_board::moves::Mover;

use crate::level::Statics;
use crate::level::map::Map;
use crate::moves::pushes::Pusher;

use corral::Corrals;
use forced::Forced;
use frontier::Met;
use room::RoomSearch;
use shut_in::ShutIn;

/// The rules that are asked, with what they remember.
#[derive(Debug, Default)]
pub(crate) struct Deadlocks<const W: usize> {
    rules: RuleSet,
    patterns: Patterns<W>,
    reach: Reach<W>,
    corrals: Corrals,
    forced: Forced<W>,
    rooms: RoomSearch,
    shut_in: ShutIn,
}

impl<const W: usize> Deadlocks<W> {
    /// Bytes taken.
    pub(crate) fn bytes(&self) -> usize {
        self.patterns.bytes()
            + self.reach.bytes()
            + self.corrals.verdicts.bytes()
            + self.forced.bytes()
            + self.rooms.verdicts.bytes()
            + self.shut_in.verdicts.bytes()
    }

    /// From where goals are reached, boxes on some of them being walls.
    pub(crate) fn reach(&self) -> &Reach<W> {
        &self.reach
    }

    /// Whether a position has no solution; `moved` is the box that moved last.
    pub(crate) fn is_lost(
        &self,
        statics: &Statics<W>,
        pusher: &mut Pusher<W>,
        scene: &Scene<W>,
        moved: usize,
    ) -> bool {
        self.find(statics, pusher, scene, moved).is_some()
    }

    /// The first rule that shows a position to have no solution.
    fn find(
        &self,
        statics: &Statics<W>,
        pusher: &mut Pusher<W>,
        scene: &Scene<W>,
        moved: usize,
    ) -> Option<Rule> {
        let (map, asks) = (&statics.map, |rule| self.rules.has(rule));
        let player = scene.zone.first().unwrap_or(map.board.wall);
        if asks(Rule::Pattern) && self.patterns.has(scene.boxes, player, moved) {
            return Some(Rule::Pattern);
        }
        let Ok(walled) = wallify(&map.board, scene) else {
            return asks(Rule::Walls).then_some(Rule::Walls);
        };
        if W > WIDE {
            return None;
        }
        if asks(Rule::Bipartite)
            && (walled.boxes.len() != walled.goals.len()
                || !self.reach.can_match(&map.board, &walled))
        {
            return Some(Rule::Bipartite);
        }
        if asks(Rule::Filling) && is_sealed(&map.board, &walled) {
            return Some(Rule::Filling);
        }
        if asks(Rule::Enclosed) && self.corrals.is_lost(map, pusher, &walled) {
            return Some(Rule::Enclosed);
        }
        if asks(Rule::Diagonal) && diagonal::lost_boxes(&map.board, &walled).is_some() {
            return Some(Rule::Diagonal);
        }
        if asks(Rule::Forced) && self.forced.is_lost(map, &walled) {
            return Some(Rule::Forced);
        }
        let is_lost = asks(Rule::Room)
            && self.rooms.is_lost(statics, pusher, scene, moved, &self.patterns);
        is_lost.then_some(Rule::Room)
    }

    /// Whether a position of a backward search cannot have come from the start, the player being
    /// shut in for good; `home` is where it should have come from: the boxes and a spot of the
    /// player. Sound where no box vanishes.
    pub(crate) fn is_shut_in(
        &self,
        map: &Map<W>,
        mover: &mut Mover<W>,
        met: Met<W>,
        home: (Bits<W>, usize),
    ) -> bool {
        self.shut_in.is_lost(map, mover, met, home)
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::print_stdout, reason = "what was found is told")]

    use std::collections::{HashMap, HashSet};
    use std::sync::Arc;

    use kuraban_board::{Board, Layout};
    use kuraban_level::Level;

    use super::*;
    use crate::brute::{self, Brute};
    use crate::moves::expander::Expander;
    use kuraban_board::Position;

    fn find(text: &str) -> Option<Rule> {
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
        if let Some(rule) = found {
            let rules = RuleSet::ALL.without(rule);
            let others = Deadlocks { rules, ..Deadlocks::default() };
            assert_ne!(others.find(&statics, &mut pusher, &scene, moved), Some(rule));
        }
        found
    }

    #[test]
    fn rules_see_their_dead_ends_and_can_be_switched_off() {
        for (test, text) in [
            (None, "#######\n#     #\n# $ $ #\n#@    #\n# . . #\n#######"),
            (Some(Rule::Walls), "#######\n#  .  #\n# $$  #\n# $$. #\n#@ .. #\n#######"),
            (Some(Rule::Bipartite), "########\n# $ $ .#\n#@     #\n#  .   #\n########"),
        ] {
            assert_eq!(find(text), test, "{text}");
        }
    }

    /// On small levels of which everything is known, no position with a solution is turned
    /// down, and each of them keeps a move to another one.
    #[test]
    fn nothing_solvable_is_turned_down() {
        let (mut tried, mut lost, mut found) = (0, 0, HashMap::<Rule, usize>::new());
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
            for (place, is_solvable) in brute.sample(400) {
                let player = place.player;
                let scene = Scene::plain(&statics.map.board, place.boxes, player);
                let moved = place.boxes.first().expect("a box");
                let pusher = &mut expander.pusher;
                let test = deadlocks.find(statics, pusher, &scene, moved);
                tried += 1;
                if !is_solvable {
                    lost += 1;
                    if let Some(test) = test {
                        *found.entry(test).or_default() += 1;
                    }
                    continue;
                }
                let told = || drawn(&brute, place);
                assert_eq!(test, None, "{}", told());
                if place.boxes != statics.map.board.goals {
                    let all = statics.map.board.floor;
                    let expansion = kuraban_search::without_limits(|turn| {
                        expander.expand(statics, place, all, turn)
                    });
                    let goes_on = expansion.children.iter().any(|child| {
                        solvable.contains(&child.place().key(&statics.map.board))
                    });
                    assert!(goes_on, "{}", told());
                }
            }
        }
        println!("{tried} tried, {lost} lost, found {found:?}");
        assert!(lost * 4 > tried && found.values().sum::<usize>() * 10 > lost * 9);
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

//! Rooms whose boxes are lost whatever stands elsewhere.

use std::sync::atomic::{AtomicU64, Ordering};

use kuraban_board::Bits;
use kuraban_board::Scene;
use kuraban_board::deadlock::patterns::Patterns;

use super::alone::{self, Answer};
use super::frontier::key;
use super::verdicts::{Verdict, Verdicts};
use crate::level::Statics;
use crate::moves::pushes::{Child, Pusher};

/// Spots of a room at most, doors included, by the number of boxes in it.
const MOST_CELLS: [usize; 6] = [0, 0, 24, 24, 20, 17];
/// Questions remembered at most.
const MOST_QUESTIONS: usize = 5_000;
/// A question is taken up when it was asked so many times, with so many positions to look at.
const TIMES: [(u32, usize); 2] = [(2, 40), (48, 400)];
/// Positions looked at in all: one for every so many questions.
const SHARE: u64 = 8;

/// Questions about the boxes of rooms, and what came out.
#[derive(Debug, Default)]
pub(super) struct RoomSearch {
    pub(super) verdicts: Verdicts<MOST_QUESTIONS>,
    asked: AtomicU64,
    spent: AtomicU64,
}

impl RoomSearch {
    /// Whether a room with the box on `moved` in it or at its doors is lost: its boxes alone cannot
    /// be put on goals, even if those that get to another room are taken away. What is found goes
    /// to `patterns`. Sound.
    pub(super) fn is_lost<const W: usize>(
        &self,
        statics: &Statics<W>,
        pusher: &mut Pusher<W>,
        scene: &Scene<W>,
        moved: usize,
        patterns: &Patterns<W>,
    ) -> bool {
        let areas = &statics.rooms.areas;
        areas.len() > 1
            && areas.iter().enumerate().any(|(room, &area)| {
                let boxes = scene.boxes & area;
                let most = MOST_CELLS.get(boxes.len()).copied().unwrap_or(0);
                area.has(moved)
                    && area.len() <= most
                    && !boxes.minus(statics.map.board.goals).is_empty()
                    && self.ask(statics, pusher, scene, (room, boxes), patterns)
            })
    }

    fn ask<const W: usize>(
        &self,
        statics: &Statics<W>,
        pusher: &mut Pusher<W>,
        scene: &Scene<W>,
        (room, boxes): (usize, Bits<W>),
        patterns: &Patterns<W>,
    ) -> bool {
        let board = &statics.map.board;
        let zone = board.flood(scene.zone, board.floor.minus(boxes));
        let key = key(board, (boxes, zone));
        let asked = self.asked.fetch_add(1, Ordering::Relaxed);
        let times = match self.verdicts.ask(key) {
            None => {
                self.verdicts.enter(key, Verdict::Open(1));
                return false;
            }
            Some(Verdict::Open(times)) => times,
            Some(verdict) => return verdict == Verdict::Dead,
        };
        let Some(&(_, budget)) = TIMES.iter().find(|time| time.0 == times) else {
            return false;
        };
        if self.spent.load(Ordering::Relaxed) * SHARE > asked {
            return false;
        }
        let only = Scene { floor: board.floor, goals: board.goals, boxes, zone };
        let (answer, looked) = search(statics, pusher, &only, room, budget);
        self.spent.fetch_add(looked as u64, Ordering::Relaxed);
        match answer {
            Answer::Dead(met) => {
                self.verdicts.enter(key, Verdict::Dead);
                patterns.add(&met);
                true
            }
            Answer::Alive => {
                self.verdicts.enter(key, Verdict::Alive);
                false
            }
            Answer::Open => false,
        }
    }
}

/// Whether the boxes of a room, alone on the board, can be put on goals or in other rooms.
fn search<const W: usize>(
    statics: &Statics<W>,
    pusher: &mut Pusher<W>,
    only: &Scene<W>,
    room: usize,
    budget: usize,
) -> (Answer<W>, usize) {
    let rooms = &statics.rooms;
    let leaves = |moves: &[Child<W>]| {
        let target = |child: &Child<W>| rooms.of(usize::from(child.action.to));
        moves.iter().filter_map(target).any(|there| there != room)
    };
    alone::search(&statics.map, pusher, only, &leaves, budget)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brute::Brute;

    /// Positions with a solution have no lost room; some of those without have.
    #[test]
    fn no_room_of_a_solvable_position_is_lost() {
        let (mut alive, mut lost) = (0, 0);
        for brute in Brute::some(200) {
            let (map, rooms) = (&brute.statics.map, &brute.statics.rooms);
            let mut pusher = Pusher::new(&brute.statics);
            for (place, is_solvable) in brute.sample(100) {
                for (room, &area) in rooms.areas.iter().enumerate() {
                    let boxes = place.boxes & area;
                    let player = place.player;
                    let only = Scene::plain(&map.board, boxes, player);
                    let (answer, _) =
                        search(&brute.statics, &mut pusher, &only, room, 100);
                    let is_dead = matches!(answer, Answer::Dead(_));
                    assert!(!is_dead || !is_solvable, "{}\n{place:?}", brute.text);
                    alive += usize::from(*is_solvable);
                    lost += usize::from(is_dead);
                }
            }
        }
        assert!(alive > 2_000 && lost > 100, "{alive} {lost}");
    }
}

//! Small searches that show a corral to be lost.
//!
//! A region the player is shut out of, with the boxes around it, often has no future whatever
//! the rest of the board looks like. All boxes but those around it are taken away, and boxes that
//! get away from it vanish as well; if even so the region cannot be opened or finished, the
//! position is lost. The verdict depends on few boxes, so it is remembered and met again often.
//!
//! It makes macro moves between walls and asks whether the whole area can be finished;
//! `kuraban_board::deadlock::enclosed`, by single pushes, is another idea, for searches that have
//! neither (`docs/experiments-fess.md`).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use kuraban_board::Bits;
use kuraban_board::Scene;
use kuraban_board::deadlock::walls::wallify;
use kuraban_board::store::Keys;
use kuraban_level::Dir;

use super::frontier::key;
use super::verdicts::{Verdict, Verdicts};
use crate::level::map::Map;
use crate::moves::pushes::Pusher;

/// Positions looked at before a search is given up.
const BUDGET: usize = 50;
/// An open question is taken up again, with a larger budget, when it was asked so many times,
/// and again whenever that doubles.
const RETRY: u32 = 128;
/// More regions than this are not looked into.
const MOST_PARTS: usize = 50;
/// Verdicts remembered at most.
const MOST_VERDICTS: usize = 2_000_000;

/// Verdicts on corrals.
#[derive(Debug, Default)]
pub(super) struct Corrals {
    pub(super) verdicts: Verdicts<MOST_VERDICTS>,
}

/// A corral with the boxes around it.
#[derive(Clone, Copy, Debug)]
struct Pen<const W: usize> {
    scene: Scene<W>,
    /// The corral, its fence and what stands behind that.
    area: Bits<W>,
}

/// A position of the search, with where its moves lead.
struct Looked {
    key: u64,
    parent: usize,
    /// Positions its moves lead to, once those are looked at.
    leads_to: Vec<u64>,
}

impl Corrals {
    /// Whether some corral of a wallified position is lost.
    pub(super) fn is_lost<const W: usize>(
        &self,
        map: &Map<W>,
        pusher: &mut Pusher<W>,
        walled: &Scene<W>,
    ) -> bool {
        let parts = map.board.parts(walled.free());
        if parts.len() < 2 || parts.len() > MOST_PARTS {
            return false;
        }
        let shut: Vec<Bits<W>> =
            parts.into_iter().filter(|&part| part != walled.zone).collect();
        let mut settled = Vec::with_capacity(shut.len());
        for &part in &shut {
            match self.ask(map, pusher, walled, part) {
                Verdict::Dead => return true,
                verdict => settled.push(verdict == Verdict::Alive),
            }
        }
        for second in 0..shut.len() {
            for first in 0..second {
                if settled[first]
                    && settled[second]
                    && (map.board.around(shut[first]) & map.board.around(shut[second]))
                        .meets(walled.boxes)
                {
                    let both = shut[first] | shut[second];
                    if self.ask(map, pusher, walled, both) == Verdict::Dead {
                        return true;
                    }
                }
            }
        }
        false
    }

    fn ask<const W: usize>(
        &self,
        map: &Map<W>,
        pusher: &mut Pusher<W>,
        walled: &Scene<W>,
        corral: Bits<W>,
    ) -> Verdict {
        let pen = Pen::new(map, walled, corral);
        let key = pen.key(map);
        let budget = match self.verdicts.ask(key) {
            None => BUDGET,
            Some(Verdict::Open(asked)) if asked >= RETRY && asked.is_power_of_two() => {
                asked as usize
            }
            Some(verdict) => return verdict,
        };
        self.search(map, pusher, &pen, key, budget)
    }

    fn search<const W: usize>(
        &self,
        map: &Map<W>,
        pusher: &mut Pusher<W>,
        root: &Pen<W>,
        root_key: u64,
        budget: usize,
    ) -> Verdict {
        let mut looked: Vec<Looked> = Vec::new();
        let mut seen = Keys::default();
        seen.insert(root_key);
        let mut open = BinaryHeap::new();
        let mut pens = vec![(*root, root_key, usize::MAX)];
        open.push(Reverse((0, 0, 0, 0)));
        let verdict = loop {
            if seen.len() > budget + 1 || looked.len() >= budget {
                break Verdict::Open(1);
            }
            let Some(Reverse((_, _, _, index))) = open.pop() else { break Verdict::Dead };
            let (pen, key, parent): (Pen<W>, u64, usize) = pens[index];
            let at = looked.len();
            looked.push(Looked { key, parent, leads_to: Vec::new() });
            if pen.is_finished() {
                break Verdict::Alive;
            }
            let mut alive = false;
            for child in moves(map, pusher, &pen) {
                let key = child.key(map);
                let verdict = self.verdicts.get(key);
                if verdict == Some(Verdict::Dead) {
                    continue;
                }
                let regions = map.board.count_parts(child.scene.free());
                if verdict == Some(Verdict::Alive)
                    || child.area.is_empty()
                    || regions == 1
                {
                    alive = true;
                    break;
                }
                looked[at].leads_to.push(key);
                if seen.insert(key) {
                    let boxes = child.scene.boxes.len();
                    open.push(Reverse((regions, boxes, child.area.len(), pens.len())));
                    pens.push((child, key, at));
                }
            }
            if alive {
                break Verdict::Alive;
            }
        };
        self.remember(
            &looked,
            &mut open.iter().map(|entry| pens[entry.0.3].1),
            verdict,
            root_key,
        );
        verdict
    }

    /// Remembers what the end of a search says about the positions it met.
    fn remember(
        &self,
        looked: &[Looked],
        waiting: &mut dyn Iterator<Item = u64>,
        verdict: Verdict,
        root: u64,
    ) {
        if verdict == Verdict::Dead {
            for looked in looked {
                self.verdicts.enter(looked.key, Verdict::Dead);
            }
            return;
        }
        // What leads to nothing that still waits, nor to the way out, is lost.
        let mut hopeful: Keys = waiting.collect();
        let mut at = looked.len().wrapping_sub(1);
        while let Some(step) = looked.get(at) {
            hopeful.insert(step.key);
            if verdict == Verdict::Alive {
                self.verdicts.enter(step.key, Verdict::Alive);
            }
            at = step.parent;
        }
        loop {
            let before = hopeful.len();
            for step in looked.iter().rev() {
                if step.leads_to.iter().any(|key| hopeful.has(*key)) {
                    hopeful.insert(step.key);
                }
            }
            if hopeful.len() == before {
                break;
            }
        }
        for step in looked {
            if !hopeful.has(step.key) {
                self.verdicts.enter(step.key, Verdict::Dead);
            }
        }
        if verdict != Verdict::Alive {
            self.verdicts.enter(root, Verdict::Open(1));
        }
    }
}

/// The positions after each move; where a box can get away from the area, only the one without
/// it.
fn moves<const W: usize>(
    map: &Map<W>,
    pusher: &mut Pusher<W>,
    pen: &Pen<W>,
) -> Vec<Pen<W>> {
    let Ok(walled) = wallify(&map.board, &pen.scene) else { return Vec::new() };
    let mut children = pusher.take_spare();
    let movable = walled.boxes;
    pusher.all(map, &pen.scene, &walled, movable, &mut children);
    let away = children.iter().find(|child| !pen.area.has(usize::from(child.action.to)));
    let pens = if let Some(away) = away {
        let boxes = pen.scene.boxes.without(usize::from(away.action.from));
        vec![pen.after(map, boxes, away.zone)]
    } else {
        children.iter().map(|child| pen.after(map, child.boxes, child.zone)).collect()
    };
    pusher.give_back(children);
    pens
}

impl<const W: usize> Pen<W> {
    /// The corral of a wallified position, without the boxes that have nothing to do with it;
    /// boxes made walls far from it are floor again, so that the same corral is the same pen.
    fn new(map: &Map<W>, walled: &Scene<W>, corral: Bits<W>) -> Self {
        let area = area(map, walled, corral);
        let mut scene = *walled;
        scene.boxes &= area;
        let restored = map.board.floor.minus(scene.floor | map.board.around8(area));
        scene.floor |= restored;
        scene.goals |= restored & map.board.goals;
        scene.zone = map.board.flood(scene.zone, scene.free());
        Self { scene, area }
    }

    fn key(&self, map: &Map<W>) -> u64 {
        let board = &map.board;
        key(board, (self.scene.boxes, self.scene.zone))
            ^ board.boxes_key(self.area).rotate_left(17)
            ^ board.boxes_key(board.floor.minus(self.scene.floor)).rotate_left(34)
    }

    /// Whether nothing is left to do in the area, what the player reaches left aside.
    fn is_finished(&self) -> bool {
        let Scene { goals, boxes, zone, .. } = self.scene;
        let astray = (self.area & boxes).minus(goals);
        let empty = (self.area & goals).minus(boxes | zone);
        astray.is_empty() && empty.is_empty()
    }

    /// The pen after a move.
    fn after(&self, map: &Map<W>, boxes: Bits<W>, zone: Bits<W>) -> Self {
        let mut scene = Scene { boxes, zone, ..self.scene };
        scene.zone = map.board.flood(zone, scene.free());
        let corral = (self.area & scene.free()).minus(scene.zone);
        let area = area(map, &scene, corral) & self.area;
        scene.boxes &= area;
        scene.zone = map.board.flood(scene.zone, scene.free());
        Self { scene, area }
    }
}

/// A corral, what touches it, and boxes behind fence boxes that cannot slide aside.
fn area<const W: usize>(map: &Map<W>, scene: &Scene<W>, corral: Bits<W>) -> Bits<W> {
    if corral.is_empty() {
        return Bits::EMPTY;
    }
    let free = scene.free();
    let mut area = map.board.around8(corral) & scene.floor;
    for dir in Dir::ALL {
        let fence = map.board.shift(corral, dir) & scene.boxes;
        let behind = map.board.shift(fence, dir) & scene.boxes;
        let slides = |spot: usize| {
            [dir.clockwise(), !dir.clockwise()].into_iter().any(|to| {
                let next = map.board.near(spot, to);
                free.has(map.board.near(spot, !to))
                    && free.has(next)
                    && free.has(map.board.near(next, to))
            })
        };
        for spot in behind.minus(area) {
            if !slides(spot) {
                area.insert(spot);
            }
        }
    }
    area
}

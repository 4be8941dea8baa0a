//! Larger groups, found where the way of some boxes is blocked by others.
//!
//! In a search that stands still most positions share a conflict of four boxes or more that no pair
//! or triple shows. It is found as in the pattern searches of Rolling Stone (Junghanns and Schaeffer,
//! 2001): begin with one box, find its cheapest way home as if the others were gone, add the box that
//! is first in the way, and go on until the group costs more than the smaller groups in it. What is
//! found is remembered, and counts wherever these boxes stand so again.

use std::ops::ControlFlow::{self, Continue};

use kuraban_search::{Pause, Turn};

use crate::bound::group::{Group, MOST};
use crate::bound::pairs::LOST;
use crate::bound::penalties::{GROUP_STATES, Set, best_choice};
use crate::{Bits, Board, Push};

/// Expansions for the penalty of a group. Boxes that are in each other's way have few states until
/// they give way, so what takes longer is no conflict. Guessed.
const STATES: u64 = 500;
/// Positions between two lessons while something is learned. Guessed.
const SOON: u64 = 4;
/// The pause grows by one with every so many lessons that teach nothing. Guessed.
const PATIENCE: u64 = 8;
/// Groups that are remembered: all are looked at for every position.
const MOST_GROUPS: usize = 4_096;

/// Groups that cost more than the smaller ones in them.
#[derive(Debug, Default)]
pub(super) struct Learned<const W: usize> {
    /// Each with the zone of the player.
    groups: Vec<(Set<W>, Bits<W>)>,
    group: Group<W>,
    /// Positions seen, and the one at which the next lesson is due.
    seen: u64,
    due: u64,
    /// Lessons so far, and those since the last that taught something.
    lessons: u64,
    fruitless: u64,
}

impl<const W: usize> Learned<W> {
    /// How many groups are known.
    pub(super) fn len(&self) -> usize {
        self.groups.len()
    }

    /// Bytes taken at most.
    pub(super) fn bytes(&self) -> usize {
        self.groups.capacity() * size_of::<(Set<W>, Bits<W>)>()
    }

    /// Adds the known groups among these boxes and, if a lesson is due, a new one; whether one is
    /// lost.
    pub(super) fn collect(
        &mut self,
        board: &Board<W>,
        boxes: Bits<W>,
        player: usize,
        moved: Option<usize>,
        sets: &mut Vec<Set<W>>,
        turn: &mut Turn<'_>,
    ) -> ControlFlow<Pause, bool> {
        let known = self
            .groups
            .iter()
            .filter(|(set, zone)| set.boxes.minus(boxes).is_empty() && zone.has(player));
        sets.extend(known.map(|&(set, _)| set));
        if self.is_due()
            && let Some(seed) = self.seed(boxes, moved)
            && let Some(set) = self.lesson(board, boxes, player, seed, sets, turn)?
        {
            self.fruitless = 0;
            self.groups.push((set, board.zone(set.boxes, player)));
            sets.push(set);
        }
        Continue(sets.iter().any(|set| set.penalty == LOST))
    }

    /// Counts a position; whether it is time for a lesson.
    fn is_due(&mut self) -> bool {
        self.seen += 1;
        if self.seen < self.due || self.groups.len() >= MOST_GROUPS {
            return false;
        }
        self.lessons += 1;
        self.fruitless += 1;
        self.due = self.seen + SOON + self.fruitless / PATIENCE;
        true
    }

    /// The box that a lesson begins with: in turns the one that moved last, and any.
    fn seed(&self, boxes: Bits<W>, moved: Option<usize>) -> Option<usize> {
        if self.lessons.is_multiple_of(2) && moved.is_some() {
            return moved;
        }
        // A large prime goes through the boxes in an order that looks like chance.
        boxes.iter().nth(self.lessons.wrapping_mul(7_919) as usize % boxes.len())
    }

    /// Looks for a group with this box that costs more than the sets in it.
    fn lesson(
        &mut self,
        board: &Board<W>,
        boxes: Bits<W>,
        player: usize,
        seed: usize,
        sets: &[Set<W>],
        turn: &mut Turn<'_>,
    ) -> ControlFlow<Pause, Option<Set<W>>> {
        let mut spots = vec![seed];
        loop {
            let before = self.group.expanded;
            let penalty = self.group.penalty(board, &spots, player, STATES);
            turn.overdraw((self.group.expanded - before) * GROUP_STATES)?;
            let group: Bits<W> = spots.iter().copied().collect();
            let within = sets.iter().filter(|set| set.boxes.minus(group).is_empty());
            let mut within: Vec<Set<W>> = within.copied().collect();
            if u16::from(penalty) > best_choice(&mut within) {
                return Continue(Some(Set { boxes: group, penalty }));
            }
            let way = self.group.way(board);
            let others = boxes.minus(group);
            let next = way.and_then(|way| blocker(board, others, group, player, &way));
            match next {
                Some(next) if spots.len() < MOST => spots.push(next),
                _ => return Continue(None),
            }
        }
    }
}

/// The first of the other boxes that is in the way of a group.
fn blocker<const W: usize>(
    board: &Board<W>,
    others: Bits<W>,
    mut group: Bits<W>,
    mut player: usize,
    way: &[Push],
) -> Option<usize> {
    for &push in way {
        let from = push.from as usize;
        let (to, behind) = (board.step(from, push.dir), board.step(from, !push.dir));
        let in_the_way = [to, behind].into_iter().find(|&spot| others.has(spot));
        if in_the_way.is_some() {
            return in_the_way;
        }
        if !board.zone(group | others, player).has(behind) {
            return on_the_walk(board, others, board.floor.minus(group), player, behind);
        }
        group = group.without(from).with(to);
        player = from;
    }
    None
}

/// The last of the boxes that stand on a shortest walk over free spots.
fn on_the_walk<const W: usize>(
    board: &Board<W>,
    boxes: Bits<W>,
    free: Bits<W>,
    from: usize,
    to: usize,
) -> Option<usize> {
    let mut waves = vec![Bits::of(from)];
    let mut seen = Bits::of(from);
    while !seen.has(to) {
        let wave = (board.around(*waves.last()?) & free).minus(seen);
        if wave.is_empty() {
            return None;
        }
        seen |= wave;
        waves.push(wave);
    }
    let mut at = to;
    for wave in waves.iter().rev().skip(1) {
        at = (board.around(Bits::of(at)) & *wave).first()?;
        if boxes.has(at) {
            return Some(at);
        }
    }
    None
}

//! Larger groups, found where the way of some boxes is blocked by others.
//!
//! In a search that stands still most positions share a conflict of four boxes or more that no pair
//! or triple shows. It is found as in the pattern searches of Rolling Stone (Junghanns and Schaeffer,
//! 2001): begin with one box, find a way home that loses nothing as if the others were gone, add the
//! box that is first in the way, and go on until the group costs more than the smaller groups in it.
//! Then leave out every box that is not needed for that. What is found is remembered, and counts
//! wherever these boxes stand so again.
//!
//! The penalty of a group is what every way of its boxes to goals loses at the [`Prices`] of the goals.
//! Penalties of disjoint groups add to the bound of prices: the pushes of any solution split by box,
//! those of a group bring its boxes to goals, and taking other boxes away never makes that harder. A
//! penalty that goes by distances alone, as that of pairs, is at most as high, so it adds up with
//! these as well. Prices make a group pay for goals that others need more.

use std::ops::ControlFlow::{self, Continue};

use kuraban_search::{Pause, Turn};

use crate::bound::pairs::{LOST, Pairs};
use crate::bound::penalties::{GROUP_STATES, Set, best_choice};
use crate::bound::prices::Prices;
use crate::bound::probe::{Probe, Verdict};
use crate::{Bits, Board, Position, Push};

/// Boxes that a lesson looks at together. Guessed.
const MOST: usize = 12;
/// Expansions of a probe: most lessons are short; one in [`LONG`] takes so many times as long, and so
/// on, up to [`LONGEST`] times. Guessed.
const STATES: u64 = 250;
const LONG: u64 = 4;
const LONGEST: u32 = 2;
/// Expansions of probes for each position seen, while something is learned. Guessed.
const SHARE: u64 = 8;
/// The share falls to its half after so many lessons that teach nothing, to a third after twice as
/// many. Better than 32 on 17 levels of XSokoban; nothing else was tried.
const PATIENCE: u64 = 256;
/// Groups that are remembered. For a position those are looked at whose first box is in it. Guessed.
const MOST_GROUPS: usize = 1 << 12;

/// Groups that cost more than the smaller ones in them.
#[derive(Debug)]
pub(super) struct Learned<const W: usize> {
    groups: Groups<W>,
    probe: Probe<W>,
    /// Positions seen.
    seen: u64,
    /// Lessons so far, and those since the last that taught something.
    lessons: u64,
    fruitless: u64,
}

/// Known groups, each with the zone of the player, by the lowest spot of their boxes.
#[derive(Debug)]
struct Groups<const W: usize> {
    by_first: Vec<Vec<(Set<W>, Bits<W>)>>,
    count: usize,
}

impl<const W: usize> Groups<W> {
    fn add(&mut self, set: Set<W>, zone: Bits<W>) {
        let first = set.boxes.first().expect("a group has boxes");
        self.by_first[first].push((set, zone));
        self.count += 1;
    }

    /// The groups among these boxes.
    fn within(&self, boxes: Bits<W>, player: usize) -> impl Iterator<Item = Set<W>> {
        boxes
            .iter()
            .flat_map(|first| &self.by_first[first])
            .filter(move |(set, zone)| {
                set.boxes.minus(boxes).is_empty() && zone.has(player)
            })
            .map(|&(set, _)| set)
    }
}

impl<const W: usize> Learned<W> {
    /// Nothing is known yet.
    pub(super) fn new(board: &Board<W>) -> Self {
        Self {
            groups: Groups { by_first: vec![Vec::new(); board.layout.len], count: 0 },
            probe: Probe::default(),
            seen: 0,
            lessons: 0,
            fruitless: 0,
        }
    }

    /// How many groups are known.
    pub(super) fn len(&self) -> usize {
        self.groups.count
    }

    /// Bytes taken at most.
    pub(super) fn bytes(&self) -> usize {
        self.probe.bytes() + 2 * self.groups.count * size_of::<(Set<W>, Bits<W>)>()
    }

    /// Adds the known groups among these boxes and, if a lesson is due, a new one; whether one is
    /// lost.
    pub(super) fn collect(
        &mut self,
        board: &Board<W>,
        (pairs, prices): (&Pairs<W>, &Prices),
        at: Position<W>,
        moved: Option<usize>,
        sets: &mut Vec<Set<W>>,
        turn: &mut Turn<'_>,
    ) -> ControlFlow<Pause, bool> {
        sets.extend(self.groups.within(at.boxes, at.player));
        if self.is_due() && !sets.iter().any(|set| set.penalty == LOST) {
            let seed = self.seed(at.boxes, moved);
            let set = self.lesson(board, (pairs, prices), at, seed, sets, turn)?;
            if let Some(set) = set {
                self.fruitless = 0;
                self.groups.add(set, board.zone(set.boxes, at.player));
                sets.push(set);
            }
        }
        Continue(sets.iter().any(|set| set.penalty == LOST))
    }

    /// Counts a position; whether it is time for a lesson.
    fn is_due(&mut self) -> bool {
        self.seen += 1;
        let share = self.seen * SHARE * PATIENCE / (PATIENCE + self.fruitless);
        if self.probe.expanded > share || self.groups.count >= MOST_GROUPS {
            return false;
        }
        self.lessons += 1;
        self.fruitless += 1;
        true
    }

    /// The box that a lesson begins with: in turns the one that moved last, and any.
    fn seed(&self, boxes: Bits<W>, moved: Option<usize>) -> usize {
        // A large prime goes through the boxes in an order that looks like chance.
        let any = self.lessons.wrapping_mul(7_919) as usize % boxes.len();
        let any = boxes.iter().nth(any).expect("there are boxes");
        if self.lessons.is_multiple_of(2) { moved.unwrap_or(any) } else { any }
    }

    /// Looks for a group with this box that costs more than the sets in it. `Break` only when the run
    /// is over.
    fn lesson(
        &mut self,
        board: &Board<W>,
        (pairs, prices): (&Pairs<W>, &Prices),
        at: Position<W>,
        seed: usize,
        sets: &[Set<W>],
        turn: &mut Turn<'_>,
    ) -> ControlFlow<Pause, Option<Set<W>>> {
        let long = self.lessons.trailing_zeros() / LONG.trailing_zeros();
        let most = STATES * LONG.pow(long.min(LONGEST));
        let Self { groups, probe, .. } = self;
        let known = |boxes: Bits<W>, player: usize| {
            let most = pairs.highest(board, boxes, player);
            groups.within(boxes, player).fold(most, |most, set| most.max(set.penalty))
        };
        let mut try_group = |boxes: Bits<W>| {
            let within = sets.iter().filter(|set| set.boxes.minus(boxes).is_empty());
            let mut within: Vec<Set<W>> = within.copied().collect();
            let within = best_choice(&mut within).min(u16::from(LOST) - 2) as u8;
            let before = probe.expanded;
            let group = Position { boxes, ..at };
            let verdict = probe.run(board, prices, known, group, within, most);
            turn.overdraw((probe.expanded - before) * GROUP_STATES)?;
            let others = at.boxes.minus(boxes);
            let next = (verdict == Verdict::Possible)
                .then(|| blocker(board, others, boxes, at.player, &probe.way()));
            Continue((verdict, next.flatten()))
        };
        let (mut group, mut last) = (Bits::of(seed), seed);
        let mut penalty = loop {
            match try_group(group)? {
                (Verdict::AtLeast(penalty), _) => break penalty,
                (Verdict::Possible, Some(next)) if group.len() < MOST => {
                    last = next;
                    group.insert(next);
                }
                _ => return Continue(None),
            }
        };
        // The last box is needed: without it there was a way.
        for spot in group.without(last) {
            if let (Verdict::AtLeast(less), _) = try_group(group.without(spot))? {
                (group, penalty) = (group.without(spot), less);
            }
        }
        Continue(Some(Set { boxes: group, penalty }))
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

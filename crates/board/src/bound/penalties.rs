//! What boxes cost each other, on top of the least assignment.

use std::ops::ControlFlow::{self, Continue};

use kuraban_search::{Pause, Turn};

use crate::bound::learned::Learned;
use crate::bound::pairs::{LOST, Pairs};
use crate::bound::prices::Prices;
use crate::bound::probe::{Probe, Verdict};
use crate::deadlock::subsets::End;
use crate::{Bits, Board, Position};

/// Rows and columns between two boxes that count as near each other.
const NEAR: usize = 6;
/// Expansions for the penalty of three boxes.
const TRIPLE_STATES: u64 = 2_000;
/// Live spots above which there is no table of triples; it takes four bytes for each.
const MOST_LIVE: usize = 256;
/// Steps of the search for the best disjoint sets.
const CHOICES: u32 = 200;
/// Expansions of a group per unit of work. Measured, roughly.
pub(super) const GROUP_STATES: u64 = 1;

/// Penalties of pairs and, on demand, of triples and larger groups, and the best choice of disjoint
/// ones.
#[derive(Debug)]
pub struct Penalties<const W: usize> {
    pairs: Pairs<W>,
    /// What triples and larger groups go by.
    prices: Option<Prices>,
    triples: Option<Triples<W>>,
    learned: Option<Learned<W>>,
    sets: Vec<Set<W>>,
}

/// Boxes and their penalty.
#[derive(Clone, Copy, Debug)]
pub(super) struct Set<const W: usize> {
    pub(super) boxes: Bits<W>,
    pub(super) penalty: u8,
}

impl<const W: usize> Penalties<W> {
    /// The penalties of pairs; nothing on boards that are too large. `Break` only when the run is
    /// over.
    pub fn new(
        board: &Board<W>,
        end: End,
        memory: usize,
        turn: &mut Turn<'_>,
    ) -> ControlFlow<Pause, Option<Self>> {
        let pairs = Pairs::new(board, end, memory, turn)?;
        Continue(pairs.map(|pairs| Self {
            pairs,
            prices: None,
            triples: None,
            learned: None,
            sets: Vec::new(),
        }))
    }

    /// Lets triples count from now on, where their table fits into `memory`. The ends must be goals.
    pub fn add_triples(&mut self, board: &Board<W>, memory: usize) {
        self.triples = Triples::new(board, memory);
        self.prices.get_or_insert_with(|| Prices::new(board));
    }

    /// Lets larger groups count from now on, as they are learned. The ends must be goals.
    pub fn learn(&mut self, board: &Board<W>) {
        self.learned = Some(Learned::new(board));
        self.prices.get_or_insert_with(|| Prices::new(board));
    }

    /// How many larger groups are known to cost something.
    pub fn learned(&self) -> usize {
        self.learned.as_ref().map_or(0, Learned::len)
    }

    /// Bytes taken.
    pub fn bytes(&self) -> usize {
        self.learned.as_ref().map_or(0, Learned::bytes)
            + self.pairs.bytes()
            + self.prices.as_ref().map_or(0, Prices::bytes)
            + self.triples.as_ref().map_or(0, Triples::bytes)
    }

    /// What the boxes cost each other at least, on top of their least assignment `matching`; `None`
    /// where some cannot be finished. Now and then a larger group is looked for, round the box that
    /// moved last or another. `Break` only when the run is over.
    pub fn total(
        &mut self,
        board: &Board<W>,
        at: Position<W>,
        matching: u16,
        moved: Option<usize>,
        turn: &mut Turn<'_>,
    ) -> ControlFlow<Pause, Option<u16>> {
        let Position { boxes, player } = at;
        self.sets.clear();
        for one in boxes {
            for other in self.pairs.partners(board, one, boxes) {
                if one < other {
                    let penalty = self.pairs.penalty(board, one, other, player);
                    if penalty == LOST {
                        return Continue(None);
                    }
                    if penalty > 0 {
                        let boxes = Bits::of(one).with(other);
                        self.sets.push(Set { boxes, penalty });
                    }
                }
            }
        }
        let Some(prices) = &self.prices else {
            return Continue(Some(best_choice(&mut self.sets)));
        };
        let (unpriced, tables, sets) =
            (self.sets.len(), (&self.pairs, prices), &mut self.sets);
        if let Some(triples) = &mut self.triples
            && triples.collect(board, tables, at, sets, turn)?
        {
            return Continue(None);
        }
        if let Some(learned) = &mut self.learned
            && learned.collect(board, tables, at, moved, sets, turn)?
        {
            return Continue(None);
        }
        // These add to the bound of prices only, which may be below the least assignment.
        let short = i32::from(matching) - prices.bound(boxes);
        let mut least = 0;
        if short > 0 {
            least = best_choice(&mut sets[..unpriced]);
        }
        let priced = i32::from(best_choice(sets)) - short;
        // The squares are coloured like a chessboard's, and a push changes the colour of one box: all
        // solutions, and the least assignment, are alike odd or even.
        Continue(Some(least.max(priced.max(0) as u16).next_multiple_of(2)))
    }
}

/// The most that disjoint sets sum up to, as far as [`CHOICES`] steps find out: any choice is a
/// bound.
pub(super) fn best_choice<const W: usize>(sets: &mut [Set<W>]) -> u16 {
    fn choose<const W: usize>(
        sets: &[Set<W>],
        taken: Bits<W>,
        sum: u16,
        best: &mut u16,
        left: &mut u32,
    ) {
        *best = (*best).max(sum);
        let free = |set: &&Set<W>| !set.boxes.meets(taken);
        let rest: u16 = sets.iter().filter(free).map(|set| u16::from(set.penalty)).sum();
        if sum + rest <= *best || *left == 0 {
            return;
        }
        *left -= 1;
        let Some(next) = sets.iter().position(|set| free(&set)) else { return };
        let set = sets[next];
        let after = &sets[next + 1..];
        choose(after, taken | set.boxes, sum + u16::from(set.penalty), best, left);
        choose(after, taken, sum, best, left);
    }
    if let [only] = sets {
        return u16::from(only.penalty);
    }
    sets.sort_by_key(|set| std::cmp::Reverse(set.penalty));
    let mut best = 0;
    choose(sets, Bits::EMPTY, 0, &mut best, &mut { CHOICES });
    best
}

/// Penalties of three boxes near each other, worked out when they are met first.
#[derive(Debug)]
struct Triples<const W: usize> {
    /// Per triple of live spots: where its zones begin in `zones`, plus one; zero where it was not
    /// met yet.
    first: Vec<u32>,
    zones: Vec<Zone<W>>,
    /// Per live spot: those near it.
    near: Vec<Bits<W>>,
    probe: Probe<W>,
}

/// A zone of the player beside three boxes.
#[derive(Clone, Copy, Debug)]
struct Zone<const W: usize> {
    spots: Bits<W>,
    penalty: Option<u8>,
    is_last: bool,
}

impl<const W: usize> Triples<W> {
    fn new(board: &Board<W>, memory: usize) -> Option<Self> {
        let live = board.live_spots();
        let count = live.len();
        let triples = count * count.saturating_sub(1) * count.saturating_sub(2) / 6;
        if count > MOST_LIVE || triples * size_of::<u32>() > memory {
            return None;
        }
        let stride = board.layout.stride;
        let place = |spot: u16| (spot as usize / stride, spot as usize % stride);
        let is_near = |one: u16, other: u16| {
            let ((row, column), (other_row, other_column)) = (place(one), place(other));
            row.abs_diff(other_row) + column.abs_diff(other_column) <= NEAR
        };
        let near = live.iter().map(|&one| {
            let near = live.iter().filter(|&&other| one != other && is_near(one, other));
            near.map(|&other| other as usize).collect()
        });
        Some(Self {
            first: vec![0; triples],
            zones: Vec::new(),
            near: near.collect(),
            probe: Probe::default(),
        })
    }

    fn bytes(&self) -> usize {
        self.first.len() * size_of::<u32>()
            + self.zones.capacity() * size_of::<Zone<W>>()
            + self.near.len() * size_of::<Bits<W>>()
    }

    /// Adds the triples that cost more than a pair in them; whether one is lost.
    fn collect(
        &mut self,
        board: &Board<W>,
        tables: (&Pairs<W>, &Prices),
        at: Position<W>,
        sets: &mut Vec<Set<W>>,
        turn: &mut Turn<'_>,
    ) -> ControlFlow<Pause, bool> {
        let Position { boxes, player } = at;
        for one in boxes {
            let near = self.near[board.live_index(one)] & boxes;
            for other in near {
                for third in near {
                    if third <= other {
                        continue;
                    }
                    // Three boxes that are all near each other are met from the lowest of them.
                    let is_round = self.near[board.live_index(other)].has(third);
                    if is_round && one > other {
                        continue;
                    }
                    let triple = [one, other, third];
                    let penalty = self.penalty(board, tables, triple, player, turn)?;
                    if penalty == LOST {
                        return Continue(true);
                    }
                    if penalty > 0 {
                        let boxes = triple.into_iter().collect();
                        if penalty > tables.0.highest(board, boxes, player) {
                            sets.push(Set { boxes, penalty });
                        }
                    }
                }
            }
        }
        Continue(false)
    }

    fn penalty(
        &mut self,
        board: &Board<W>,
        (pairs, prices): (&Pairs<W>, &Prices),
        spots: [usize; 3],
        player: usize,
        turn: &mut Turn<'_>,
    ) -> ControlFlow<Pause, u8> {
        let mut set = spots.map(|spot| board.live_index(spot));
        set.sort_unstable();
        let [low, middle, high] = set;
        let rank = high * (high - 1) * (high - 2) / 6 + middle * (middle - 1) / 2 + low;
        if self.first[rank] == 0 {
            self.first[rank] = self.zones.len() as u32 + 1;
            let zones = board.zones(spots.into_iter().collect());
            let last = zones.len() - 1;
            self.zones.extend(zones.into_iter().enumerate().map(|(index, spots)| Zone {
                spots,
                penalty: None,
                is_last: index == last,
            }));
        }
        let mut at = self.first[rank] as usize - 1;
        while !self.zones[at].is_last && !self.zones[at].spots.has(player) {
            at += 1;
        }
        if let Some(penalty) = self.zones[at].penalty {
            return Continue(penalty);
        }
        let before = self.probe.expanded;
        let boxes = spots.into_iter().collect();
        let known = |boxes, player| pairs.highest(board, boxes, player);
        let within = known(boxes, player);
        let penalty = if within == LOST {
            LOST
        } else {
            let group = Position { boxes, player };
            match self.probe.run(board, prices, known, group, within, TRIPLE_STATES) {
                Verdict::AtLeast(penalty) => penalty,
                Verdict::Possible | Verdict::Open => 0,
            }
        };
        self.zones[at].penalty = Some(penalty);
        turn.overdraw((self.probe.expanded - before) * GROUP_STATES)?;
        Continue(penalty)
    }
}

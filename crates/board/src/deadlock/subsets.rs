//! Exact tables for two and three boxes.
//!
//! A position is lost if some of its boxes could not be brought to goals even with all others
//! taken away. For every pair (and, where there is room, every triple) of live spots the table
//! holds the player spots for which these boxes alone can still be finished, found by playing
//! backward from all sets of goals; the mirror for searching backward holds those for which the
//! boxes can have come from a set of start spots, found by playing forward from the start.
//! Cazenave and Jouandeau (2010) describe such tables for forward search.
//!
//! Only sets with the box that moved last need looking at. For sets without it nothing has changed:
//! with the other boxes away, the player is still in the same zone.

use std::ops::ControlFlow::{self, Continue};

use kuraban_level::Dir;
use kuraban_search::{Pause, Turn};

use crate::{Bits, Board, Push};

/// What rules by these tables, and others about boxes alone, say to the player.
pub(super) const SENTENCE: &str =
    "these boxes cannot be finished, even if the others were gone";

/// Which end of the play the boxes have to connect with.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum End {
    /// Forward search: the boxes have to reach goals.
    Goals,
    /// Backward search: the boxes have to come from starts.
    Starts,
}

/// The tables of one direction.
#[derive(Clone, Debug)]
pub struct Subsets<const W: usize> {
    count: usize,
    pairs: Vec<Bits<W>>,
    triples: Vec<Bits<W>>,
    /// Per live spot: partners with which it is lost wherever the player is, and partners with
    /// which that depends on the player.
    lost: Vec<Bits<W>>,
    open: Vec<Bits<W>>,
    /// The same per ordered pair of live spots, for third boxes above the second: lost, open.
    thirds: Vec<(Bits<W>, Bits<W>)>,
    /// Per live spot, the second boxes for which there is any third.
    seconds: Vec<Bits<W>>,
}

impl<const W: usize> Subsets<W> {
    /// Builds the table of pairs; `Break` only when the run is over.
    pub fn pairs(
        board: &Board<W>,
        end: End,
        turn: &mut Turn<'_>,
    ) -> ControlFlow<Pause, Self> {
        let count = board.live_spots().len();
        let pairs = explore::<W, 2>(board, end, turn)?;
        let mut tables = Self {
            count,
            pairs,
            triples: Vec::new(),
            lost: vec![Bits::EMPTY; count],
            open: vec![Bits::EMPTY; count],
            thirds: Vec::new(),
            seconds: Vec::new(),
        };
        let spot = |index: usize| board.live_spots()[index] as usize;
        for high in 0..count {
            for low in 0..high {
                let reached = tables.pairs[rank([low, high])];
                let lost = reached.is_empty();
                if lost {
                    tables.lost[low].insert(spot(high));
                    tables.lost[high].insert(spot(low));
                } else if reached != board.floor.without(spot(low)).without(spot(high)) {
                    tables.open[low].insert(spot(high));
                    tables.open[high].insert(spot(low));
                }
            }
        }
        Continue(tables)
    }

    /// Bytes that the table of pairs would take.
    pub fn pairs_bytes(board: &Board<W>) -> usize {
        let count = board.live_spots().len();
        (count * count.saturating_sub(1) / 2 + 2 * count) * size_of::<Bits<W>>()
    }

    /// Bytes that the table of triples would take.
    pub fn triples_bytes(board: &Board<W>) -> usize {
        let count = board.live_spots().len();
        let triples = count * count.saturating_sub(1) * count.saturating_sub(2) / 6;
        (triples + 2 * count * count) * size_of::<Bits<W>>()
    }

    /// Adds the table of triples; `Break` only when the run is over.
    pub fn add_triples(
        &mut self,
        board: &Board<W>,
        end: End,
        turn: &mut Turn<'_>,
    ) -> ControlFlow<Pause> {
        self.triples = explore::<W, 3>(board, end, turn)?;
        self.thirds = vec![(Bits::EMPTY, Bits::EMPTY); self.count * self.count];
        let spot = |index: usize| board.live_spots()[index] as usize;
        for high in 0..self.count {
            turn.overdraw((high * high) as u64 / 256)?;
            for middle in 0..high {
                if self.lost[high].has(spot(middle)) {
                    continue;
                }
                for low in 0..middle {
                    if self.lost[low].has(spot(middle)) || self.lost[low].has(spot(high))
                    {
                        continue;
                    }
                    let reached = self.triples[rank([low, middle, high])];
                    let free = board.floor.without(spot(low)).without(spot(middle));
                    let lost = reached.is_empty();
                    if !lost && reached == free.without(spot(high)) {
                        continue;
                    }
                    for (pair, third) in [
                        (low * self.count + middle, high),
                        (middle * self.count + low, high),
                        (high * self.count + low, middle),
                    ] {
                        let (always, sometimes) = &mut self.thirds[pair];
                        if lost { always } else { sometimes }.insert(spot(third));
                    }
                }
            }
        }
        self.note_seconds(board);
        Continue(())
    }

    fn note_seconds(&mut self, board: &Board<W>) {
        let spots = board.live_spots();
        self.seconds = (0..self.count)
            .map(|first| {
                let row = &self.thirds[first * self.count..][..self.count];
                let any = row
                    .iter()
                    .zip(spots)
                    .filter(|((lost, open), _)| !(*lost | *open).is_empty());
                any.map(|(_, &spot)| spot as usize).collect()
            })
            .collect();
    }

    /// Bytes taken.
    pub fn bytes(&self) -> usize {
        size_of::<Bits<W>>()
            * (self.pairs.len()
                + self.triples.len()
                + 2 * self.lost.len()
                + 2 * self.thirds.len())
    }

    /// Whether boxes that stand with the one on `moved` make the position lost, the player
    /// being on `player`. All boxes have to be on live spots.
    #[inline]
    pub fn is_lost(
        &self,
        board: &Board<W>,
        boxes: Bits<W>,
        moved: usize,
        player: usize,
    ) -> bool {
        let index = board.live_index(moved);
        if self.lost[index].meets(boxes) {
            return true;
        }
        for other in self.open[index] & boxes {
            if !self.pairs[rank(sort(index, board.live_index(other)))].has(player) {
                return true;
            }
        }
        if self.triples.is_empty() {
            return false;
        }
        let row = index * self.count;
        for second in boxes & self.seconds[index] {
            let other = board.live_index(second);
            let (lost, open) = &self.thirds[row + other];
            if lost.meets(boxes) {
                return true;
            }
            for third in *open & boxes {
                let [low, high] = sort(index, other);
                // The third is above the second, but may be on either side of the first.
                let set = sort_third(low, high, board.live_index(third));
                if !self.triples[rank(set)].has(player) {
                    return true;
                }
            }
        }
        false
    }

    /// The boxes of a smallest lost set, wherever they are, if there is one.
    pub fn lost_set(
        &self,
        board: &Board<W>,
        boxes: Bits<W>,
        player: usize,
    ) -> Option<Bits<W>> {
        let spots: Vec<usize> = boxes.iter().collect();
        let index: Vec<usize> =
            spots.iter().map(|&spot| board.live_index(spot)).collect();
        for high in 0..spots.len() {
            for low in 0..high {
                if !self.pairs[rank([index[low], index[high]])].has(player) {
                    return Some(Bits::of(spots[low]).with(spots[high]));
                }
            }
        }
        if self.triples.is_empty() {
            return None;
        }
        for high in 0..spots.len() {
            for middle in 0..high {
                for low in 0..middle {
                    let set = [index[low], index[middle], index[high]];
                    if !self.triples[rank(set)].has(player) {
                        let two = Bits::of(spots[low]).with(spots[middle]);
                        return Some(two.with(spots[high]));
                    }
                }
            }
        }
        None
    }
}

#[inline]
fn sort(one: usize, other: usize) -> [usize; 2] {
    if one < other { [one, other] } else { [other, one] }
}

#[inline]
fn sort_third(low: usize, high: usize, third: usize) -> [usize; 3] {
    if third > high {
        [low, high, third]
    } else if third > low {
        [low, third, high]
    } else {
        [third, low, high]
    }
}

/// The number of an ascending set among all of its size.
#[inline]
fn rank<const K: usize>(set: [usize; K]) -> usize {
    match *set.as_slice() {
        [low, high] => high * (high - 1) / 2 + low,
        [low, middle, high] => {
            high * (high - 1) * (high - 2) / 6 + middle * (middle - 1) / 2 + low
        }
        _ => unreachable!("tables are for two or three boxes"),
    }
}

/// Positions explored between two looks at the turn; one takes a quarter of a microsecond on
/// boards of two words (measured).
const BATCH: u64 = 64;

/// For every set of `K` live spots, the player spots with which it connects with the end.
fn explore<const W: usize, const K: usize>(
    board: &Board<W>,
    end: End,
    turn: &mut Turn<'_>,
) -> ControlFlow<Pause, Vec<Bits<W>>> {
    let count = board.live_spots().len();
    let sets = if count < K {
        0
    } else if K == 2 {
        count * (count - 1) / 2
    } else {
        count * (count - 1) * (count - 2) / 6
    };
    let mut reached = vec![Bits::EMPTY; sets];
    let ends =
        if end == End::Goals { board.goals } else { board.start.boxes } & board.live;
    let ends: Vec<usize> = ends.iter().collect();
    let mut work: Vec<(Bits<W>, u16)> = Vec::new();
    let mut subset = |spots: &[usize]| {
        let boxes: Bits<W> = spots.iter().copied().collect();
        if end == End::Starts {
            work.push((boxes, board.start.player as u16));
        } else {
            for zone in board.zones(boxes) {
                work.push((boxes, zone.first().expect("zones are not empty") as u16));
            }
        }
    };
    for (index, &one) in ends.iter().enumerate() {
        for (other_index, &other) in ends.iter().enumerate().take(index) {
            if K == 2 {
                subset(&[one, other]);
            } else {
                for &third in ends.iter().take(other_index) {
                    subset(&[one, other, third]);
                }
            }
        }
    }
    let number = |boxes: Bits<W>| {
        let mut set = [0; K];
        for (index, spot) in set.iter_mut().zip(boxes) {
            *index = board.live_index(spot);
        }
        rank(set)
    };
    for count in 0_u64.. {
        let Some((boxes, player)) = work.pop() else { break };
        if count.is_multiple_of(BATCH) {
            turn.overdraw(BATCH / 4)?;
        }
        let here = &mut reached[number(boxes)];
        if here.has(player as usize) {
            continue;
        }
        let zone = board.zone(boxes, player as usize);
        *here |= zone;
        for dir in Dir::ALL {
            let movable = match end {
                End::Goals => board.pullable(boxes, zone, board.live, dir),
                End::Starts => board.pushable(boxes, zone, board.live, dir),
            };
            for spot in movable {
                let next = match end {
                    End::Goals => {
                        let from = board.step(spot, !dir) as u16;
                        board.pulled(boxes, Push { from, dir })
                    }
                    End::Starts => board.pushed(boxes, Push { from: spot as u16, dir }),
                };
                if !reached[number(next.boxes)].has(next.player) {
                    work.push((next.boxes, next.player as u16));
                }
            }
        }
    }
    Continue(reached)
}

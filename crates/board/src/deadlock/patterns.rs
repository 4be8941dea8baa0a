//! Boxes that are lost together, learned in the course of a search.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{PoisonError, RwLock};

use crate::Bits;

/// Patterns kept at most.
const MOST: usize = 500;
/// Of the positions that a proof has met, so many become patterns at most, the first ones.
const MOST_EACH: usize = 16;

/// Boxes that are lost together when the player is in `zone`.
#[derive(Clone, Copy, Debug)]
struct Pattern<const W: usize> {
    boxes: Bits<W>,
    zone: Bits<W>,
}

#[derive(Debug, Default)]
struct Known<const W: usize> {
    all: Vec<Pattern<W>>,
    /// Per spot, the patterns with a box on it.
    at: Vec<Vec<u16>>,
}

impl<const W: usize> Known<W> {
    fn has(&self, boxes: Bits<W>, player: usize, moved: usize) -> bool {
        self.at.get(moved).is_some_and(|here| {
            here.iter().any(|&index| {
                let pattern = &self.all[usize::from(index)];
                pattern.boxes.minus(boxes).is_empty() && pattern.zone.has(player)
            })
        })
    }
}

/// Patterns, shared by all searches on a level.
#[derive(Debug, Default)]
pub struct Patterns<const W: usize> {
    known: RwLock<Known<W>>,
    bytes: AtomicUsize,
}

impl<const W: usize> Patterns<W> {
    /// Whether the boxes contain a pattern that has one on `moved`. A pattern without that box was
    /// there before the move: while none of its boxes moves, the player stays in its zone.
    pub fn has(&self, boxes: Bits<W>, player: usize, moved: usize) -> bool {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        known.has(boxes, player, moved)
    }

    /// Adds the positions that a proof has met, boxes and player's zone, as long as there are
    /// not too many: what can be reached from a lost position is lost as well.
    pub fn add(&self, met: &[(Bits<W>, Bits<W>)]) {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        for &(boxes, zone) in met.iter().take(MOST_EACH) {
            let index = known.all.len();
            if index >= MOST {
                return;
            }
            let Some(first) = boxes.first() else { continue };
            if known.has(boxes, zone.first().unwrap_or(first), first) {
                continue;
            }
            known.all.push(Pattern { boxes, zone });
            for spot in boxes {
                if known.at.len() <= spot {
                    known.at.resize(spot + 1, Vec::new());
                }
                known.at[spot].push(index as u16);
            }
            let each = size_of::<Pattern<W>>() + boxes.len() * 2 * size_of::<u16>();
            self.bytes.fetch_add(each, Ordering::Relaxed);
        }
    }

    /// Bytes taken.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_where_all_boxes_and_the_player_are() {
        let patterns = Patterns::<2>::default();
        let set = |spots: &[usize]| spots.iter().copied().collect::<Bits<2>>();
        patterns.add(&[(set(&[3, 17, 90]), set(&[1, 2]))]);
        assert!(patterns.has(set(&[3, 5, 17, 90]), 2, 17));
        assert!(!patterns.has(set(&[3, 5, 17, 90]), 2, 5), "that box is no part of it");
        assert!(!patterns.has(set(&[3, 5, 17, 90]), 4, 17), "the player is elsewhere");
        assert!(!patterns.has(set(&[3, 5, 17]), 2, 17), "a box is missing");
        let before = patterns.bytes();
        patterns.add(&[(set(&[3, 17, 60, 90]), set(&[1]))]);
        assert_eq!(patterns.bytes(), before, "it is there already, with fewer boxes");
    }

    #[test]
    fn there_are_not_too_many() {
        let patterns = Patterns::<2>::default();
        for index in 0..MOST + 500 {
            let boxes = Bits::of(index % 100).with(100 + index / 100 % 28);
            patterns.add(&[(boxes, Bits::of(index / 2_800))]);
        }
        assert!(patterns.bytes() <= MOST * (size_of::<Pattern<2>>() + 8));
    }
}

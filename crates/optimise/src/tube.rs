//! The tube round known solutions: box sets that differ from a known one in a few boxes.

use kuraban_board::Bits;

/// All box sets that differ from some known one in at most so many boxes, wherever those stand.
///
/// Known sets are numbered. For each spot a bit set tells which of them have a box there, so a box
/// set is compared with all known ones at once, 64 with each instruction.
#[derive(Debug)]
pub(crate) struct Tube {
    /// Boxes in which a set may differ; `None`: any number, so that everything is in the tube.
    differ: Option<usize>,
    words: usize,
    /// For each spot, which known sets have a box there.
    has_box: Vec<u64>,
    /// Numbers of known sets are below this.
    count: usize,
}

/// How far all known sets are from one box set.
#[derive(Clone, Debug, Default)]
pub(crate) struct Near {
    /// For each word of known sets, those that lack more than one, two, … of its boxes.
    lack: Vec<u64>,
    /// For each word, which known sets differ in fewer than the boxes allowed, in at most as many,
    /// and in at most one more.
    within: Vec<[u64; 3]>,
}

impl Tube {
    /// The tube round these sets, on a board of `len` spots.
    pub(crate) fn new<const W: usize>(
        known: &[Bits<W>],
        len: usize,
        differ: Option<usize>,
    ) -> Self {
        let words = known.len().div_ceil(64);
        let mut has_box = vec![0; len * words];
        for (number, set) in known.iter().enumerate() {
            for spot in *set {
                has_box[spot * words + number / 64] |= 1 << (number % 64);
            }
        }
        Self { differ, words, has_box, count: known.len() }
    }

    /// Bytes taken.
    pub(crate) fn bytes(&self) -> usize {
        8 * self.has_box.len()
    }

    fn row(&self, spot: usize) -> &[u64] {
        &self.has_box[spot * self.words..][..self.words]
    }

    /// Compares a box set of the tube with all known ones.
    pub(crate) fn compare<const W: usize>(&self, boxes: Bits<W>, near: &mut Near) {
        let Some(differ) = self.differ else { return };
        let (words, planes) = (self.words, differ + 2);
        // A plane for each number of boxes: the sets that lack that many. Numbers that are not
        // used lack everything.
        near.lack.clear();
        near.lack.resize(words * planes, 0);
        if !self.count.is_multiple_of(64) {
            let unused = !0 << (self.count % 64);
            for plane in 0..planes {
                near.lack[plane * words + words - 1] = unused;
            }
        }
        for spot in boxes {
            let row = self.row(spot);
            for plane in (1..planes).rev() {
                let (below, above) = near.lack.split_at_mut(plane * words);
                let below = &below[(plane - 1) * words..];
                for ((above, below), row) in above.iter_mut().zip(below).zip(row) {
                    *above |= below & !row;
                }
            }
            for (lack, row) in near.lack.iter_mut().zip(row) {
                *lack |= !row;
            }
        }
        near.within.clear();
        near.within.extend((0..words).map(|word| {
            let lack = |plane: usize| !near.lack[plane * words + word];
            let fewer = if differ == 0 { 0 } else { lack(differ - 1) };
            [fewer, lack(differ), lack(differ + 1)]
        }));
    }

    /// Whether the compared set is in the tube when the box on `from` has gone to `to`.
    #[inline]
    pub(crate) fn has_after(&self, near: &Near, from: usize, to: usize) -> bool {
        if self.differ.is_none() {
            return true;
        }
        let mut any = 0;
        for ((from, to), [fewer, as_many, more]) in
            self.row(from).iter().zip(self.row(to)).zip(&near.within)
        {
            any |= from & (to & as_many | !to & fewer);
            any |= !from & (to & more | !to & as_many);
        }
        any != 0
    }
}

#[cfg(test)]
mod tests {
    use kuraban_testkit::Random;

    use super::*;

    #[test]
    fn agrees_with_counting() {
        let mut random = Random::new(5);
        let (mut inside, mut outside) = (0, 0);
        for round in 0..300 {
            let boxes = 1 + round % 6;
            let set = |random: &mut Random| {
                let mut set = Bits::<2>::EMPTY;
                while set.len() < boxes {
                    set.insert(random.below(9 + round % 40));
                }
                set
            };
            let known: Vec<Bits<2>> =
                (0..=random.below(150)).map(|_| set(&mut random)).collect();
            let (differ, at) = (random.below(4), set(&mut random));
            let tube = Tube::new(&known, 128, Some(differ));
            let mut near = Near::default();
            tube.compare(at, &mut near);
            for from in at {
                for to in (0..50).filter(|&to| !at.has(to)) {
                    let after = at.without(from).with(to);
                    let is_in =
                        known.iter().any(|known| after.minus(*known).len() <= differ);
                    assert_eq!(tube.has_after(&near, from, to), is_in);
                    if is_in { inside += 1 } else { outside += 1 }
                }
            }
        }
        assert!(inside > 1_000 && outside > 1_000, "{inside} {outside}");
    }
}

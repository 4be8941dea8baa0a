//! Positions from which the way to a solution is known.

use crate::chunks::Chunks;
use crate::table::Table;

/// Positions that backward searches have met, each with the pull that led to it. Any forward
/// search that comes upon one of them is done.
#[derive(Debug, Default)]
pub(crate) struct Perimeter {
    numbers: Table,
    links: Chunks<Link>,
}

#[derive(Clone, Copy, Debug)]
struct Link {
    /// The number of the position before the pull; its own where it is solved.
    parent: u32,
    /// The pull, or the number of the root.
    code: u32,
}

/// Positions kept at most.
const MOST: usize = 6_000_000;

impl Perimeter {
    /// Whether the way from a position is known.
    #[inline]
    pub(crate) fn has(&self, key: u64) -> bool {
        self.numbers.has(key)
    }

    /// Adds a solved position.
    pub(crate) fn enter_root(&mut self, key: u64, root: u32) {
        let number = self.links.len() as u32;
        if self.numbers.add(key, number) {
            self.links.push(Link { parent: number, code: root });
        }
    }

    /// Adds positions reached by pulls from one that is there. Links lead to what was there
    /// before, so every way ends in a root. Nothing is added where the first one is missing,
    /// which happens only when the perimeter is full.
    pub(crate) fn enter(&mut self, from: u64, pulls: impl Iterator<Item = (u64, u32)>) {
        let Some(parent) = self.numbers.get(from) else { return };
        for (key, code) in pulls {
            let number = self.links.len();
            if number < MOST && self.numbers.add(key, number as u32) {
                self.links.push(Link { parent, code });
            }
        }
    }

    /// The number of the root and the pulls from there to a position.
    pub(crate) fn way(&self, key: u64) -> Option<(u32, Vec<u32>)> {
        let mut number = self.numbers.get(key)?;
        let mut codes = Vec::new();
        loop {
            let link = self.links.get(number as usize);
            if link.parent == number {
                codes.reverse();
                return Some((link.code, codes));
            }
            codes.push(link.code);
            number = link.parent;
        }
    }

    /// Bytes taken.
    pub(crate) fn bytes(&self) -> usize {
        self.numbers.bytes() + self.links.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_lead_to_the_root() {
        let mut perimeter = Perimeter::default();
        perimeter.enter_root(50, 0);
        perimeter.enter_root(60, 1);
        perimeter.enter(60, [(70, 7), (50, 9), (80, 8)].into_iter());
        perimeter.enter(80, [(90, 10), (70, 11)].into_iter());
        perimeter.enter(1234, [(91, 12)].into_iter());
        assert_eq!(perimeter.way(90), Some((1, vec![8, 10])));
        assert_eq!(perimeter.way(70), Some((1, vec![7])));
        assert_eq!(perimeter.way(50), Some((0, vec![])));
        assert_eq!(perimeter.way(91), None);
    }
}

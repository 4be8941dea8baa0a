//! One box alone on the board.

use kuraban_level::Dir;

use crate::moves::low_links::{LowLinks, Visitor};
use crate::{Bits, Layout};

/// More pushes than any box can need: it can never get there.
pub const FAR: u16 = u16::MAX;

/// No player can stand on that side.
const NO_SIDE: u8 = u8::MAX;

/// What a box alone on the board can do, the player having to walk round it.
///
/// A *side* of a box is the direction it is pushed in by a player standing there. Sides between
/// which the player can walk with only this box in the way form one class, named after its
/// first side.
#[derive(Clone, Debug)]
pub struct LoneBox {
    class: Vec<[u8; 4]>,
    offset: [isize; 4],
}

impl LoneBox {
    /// Finds the classes of sides for a box on each spot of `floor`: that of the layout, or what
    /// is left of it. Takes time linear in the floor.
    pub fn new<const W: usize>(layout: &Layout, floor: Bits<W>) -> Self {
        let offset = Dir::ALL.map(|dir| layout.offset(dir));
        let near = |spot: usize, dir: Dir| {
            spot.checked_add_signed(offset[dir.index()])
                .filter(|&to| to < layout.len && floor.has(to))
        };
        let blocks = Blocks::new(layout.len, floor.iter(), near);
        let mut class = vec![[NO_SIDE; 4]; layout.len];
        for spot in floor {
            let mut known = [None; 4];
            for dir in Dir::ALL {
                let Some(player) = near(spot, !dir) else { continue };
                let block = Some(blocks.of(spot, player));
                known[dir.index()] = block;
                let first = known.iter().position(|&other| other == block);
                class[spot][dir.index()] = first.unwrap_or(dir.index()) as u8;
            }
        }
        Self { class, offset }
    }

    /// Breadth-first over spots and classes of sides: tells `visit` every spot that is reached
    /// from one of `starts`, the player on any side at first, with the number of pushes. A spot
    /// may be told more than once; the first time has the fewest. Backward, pushes are undone.
    /// Returns the classes that were met on each spot, as bits.
    fn spread(
        &self,
        starts: impl IntoIterator<Item = usize>,
        backward: bool,
        mut visit: impl FnMut(usize, u16),
    ) -> Vec<u8> {
        let mut seen = vec![0u8; self.class.len()];
        let mut queue: Vec<(u16, u8, u16)> = Vec::new();
        for start in starts {
            visit(start, 0);
            for class in self.class[start] {
                if class != NO_SIDE && seen[start] & 1 << class == 0 {
                    seen[start] |= 1 << class;
                    queue.push((start as u16, class, 0));
                }
            }
        }
        let mut head = 0;
        while let Some(&(at, class, pushes)) = queue.get(head) {
            head += 1;
            let at = usize::from(at);
            let pushes = pushes.saturating_add(1).min(FAR - 1);
            for dir in 0..4 {
                if self.class[at][dir] != class {
                    continue;
                }
                // Where the box comes to, or where it came from: the player can be on the same
                // side of it there, or it is no floor.
                let step = if backward { -self.offset[dir] } else { self.offset[dir] };
                let to = at.wrapping_add_signed(step);
                let there = self.class.get(to).map_or(NO_SIDE, |sides| sides[dir]);
                if there != NO_SIDE && seen[to] & 1 << there == 0 {
                    seen[to] |= 1 << there;
                    visit(to, pushes);
                    queue.push((to as u16, there, pushes));
                }
            }
        }
        seen
    }

    fn pushes(
        &self,
        starts: impl IntoIterator<Item = usize>,
        backward: bool,
    ) -> Vec<u16> {
        let mut least = vec![FAR; self.class.len()];
        self.spread(starts, backward, |spot, pushes| {
            least[spot] = least[spot].min(pushes);
        });
        least
    }

    /// Fewest pushes from `start`, the player on any side at first, to each spot.
    pub fn pushes_from(&self, start: usize) -> Vec<u16> {
        self.pushes([start], false)
    }

    /// Fewest pushes from the nearest spot of `starts` to each spot. They must be floor.
    pub fn pushes_from_any<const W: usize>(&self, starts: Bits<W>) -> Vec<u16> {
        self.pushes(starts, false)
    }

    /// Fewest pushes from each spot, the player on any side at first, to `goal`.
    pub fn pushes_to(&self, goal: usize) -> Vec<u16> {
        self.pushes([goal], true)
    }

    /// The spots that a box on one of `starts` can be pushed to. They must be floor.
    pub fn reached_from<const W: usize>(&self, starts: Bits<W>) -> Bits<W> {
        let mut reached = Bits::EMPTY;
        self.spread(starts, false, |spot, _| reached.insert(spot));
        reached
    }

    /// For each of `ends`, ascending, the spots from which a box can be pushed to it. They must be
    /// floor. Ends between which a box can be pushed both ways have one answer, worked out once.
    pub fn reaching_each<const W: usize>(&self, ends: Bits<W>) -> Vec<Bits<W>> {
        let mut groups: Vec<Group<W>> = Vec::new();
        let mut columns = Vec::with_capacity(ends.len());
        for end in ends {
            // Where the sides fall into several classes, a box may come by one and not by another.
            let Some(class) = self.only_class(end) else {
                columns.push(self.reaching(Bits::of(end)));
                continue;
            };
            let mut known = groups.iter_mut();
            if let Some(at) = known.position(|group| group.has(self, end, class)) {
                columns.push(groups[at].column);
                continue;
            }
            let mut column = Bits::EMPTY;
            let to = self.spread([end], true, |spot, _| column.insert(spot));
            columns.push(column);
            groups.push(Group { end, column, to, from: None });
        }
        columns
    }

    /// The class of all sides of a box on `spot`, if there is one only.
    fn only_class(&self, spot: usize) -> Option<u8> {
        let mut classes = self.class[spot].iter().filter(|&&class| class != NO_SIDE);
        let first = *classes.next()?;
        classes.all(|&class| class == first).then_some(first)
    }

    /// The spots from which a box can be pushed to one of `ends`. They must be floor.
    pub fn reaching<const W: usize>(&self, ends: Bits<W>) -> Bits<W> {
        let mut reaching = Bits::EMPTY;
        self.spread(ends, true, |spot, _| reaching.insert(spot));
        reaching
    }
}

/// Ends between which a box can be pushed both ways, known by the first of them.
struct Group<const W: usize> {
    end: usize,
    /// The spots from which a box can be pushed to them.
    column: Bits<W>,
    /// Per spot, the classes that lead to the end, as bits.
    to: Vec<u8>,
    /// Per spot, the classes that the end leads to, where that was asked for.
    from: Option<Vec<u8>>,
}

impl<const W: usize> Group<W> {
    /// Whether an end with one class of sides is of the group.
    fn has(&mut self, lone: &LoneBox, end: usize, class: u8) -> bool {
        let (bit, first) = (1 << class, self.end);
        self.to[end] & bit != 0
            && self.from.get_or_insert_with(|| lone.spread([first], false, |_, _| {}))
                [end]
                & bit
                != 0
    }
}

/// The blocks of a floor: two neighbours of a spot are connected without it exactly if the steps
/// to them lie in one block (a biconnected component).
struct Blocks {
    links: LowLinks,
    /// The block of the step by which a spot was first reached.
    block: Vec<u16>,
}

impl Blocks {
    fn new(
        len: usize,
        floor: impl Iterator<Item = usize>,
        near: impl Fn(usize, Dir) -> Option<usize>,
    ) -> Self {
        const NO_PARENT: usize = u16::MAX as usize;
        let (mut links, mut order) = (LowLinks::default(), Order(Vec::new()));
        links.clear(len);
        for root in floor {
            if links.entry[root] == 0 {
                links.search(root, NO_PARENT, &near, &mut order);
            }
        }
        // A step belongs to the block of the step before it, unless nothing below leads back
        // above the spot between them.
        let mut block = vec![0; len];
        for spot in order.0 {
            let spot = usize::from(spot);
            let above = usize::from(links.parent[spot]);
            let is_new = above == NO_PARENT || links.hangs(above, spot);
            block[spot] = if is_new { links.entry[spot] } else { block[above] };
        }
        Self { links, block }
    }

    /// The block of the step between two neighbours: that of the one reached later.
    fn of(&self, one: usize, other: usize) -> u16 {
        let entry = &self.links.entry;
        self.block[if entry[one] > entry[other] { one } else { other }]
    }
}

/// Spots in the order in which they are entered.
struct Order(Vec<u16>);

impl Visitor for Order {
    fn enter(&mut self, spot: usize) {
        self.0.push(spot as u16);
    }

    fn leave(&mut self, _: usize, _: usize, _: u16) {}
}

/// The free spots connected with `seed`, by steps of the whole set at once.
#[inline]
pub(crate) fn flood<const W: usize>(
    seed: Bits<W>,
    free: Bits<W>,
    stride: usize,
) -> Bits<W> {
    // To the ends of rows on one side, one step on the other, and one up and down.
    let grown = |zone: Bits<W>| {
        let wide = zone.filled(free);
        let wide = wide | wide.down(1) & free;
        (wide | wide.up(stride) | wide.down(stride)) & free
    };
    let mut zone = seed & free;
    loop {
        let next = grown(zone);
        let after = grown(next);
        if after == next {
            return next;
        }
        zone = after;
    }
}

#[cfg(test)]
mod tests {
    use kuraban_level::Level;

    use super::*;

    #[test]
    fn ends_are_reached_all_at_once_as_one_by_one() {
        let rows = [
            "############",
            "#   #   @  #",
            "# $    ### #",
            "##   # #   #",
            "#  #...... #",
            "#   $$ $$$ #",
            "############",
        ];
        let level: Level = rows.join("\n").parse().expect("a level");
        let layout = Layout::new(&level);
        let floor: Bits<2> = layout.floor.iter().copied().collect();
        let lone = LoneBox::new(&layout, floor);
        let each = lone.reaching_each(floor);
        assert_eq!(each.len(), floor.len());
        for (end, reaching) in floor.iter().zip(each) {
            assert_eq!(reaching, lone.reaching(Bits::of(end)), "{end}");
        }
    }
}

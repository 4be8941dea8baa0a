//! Corrals that have to be dealt with first.
//!
//! A corral is a set of regions the player is shut out of, with the boxes of its fence. If every
//! push of a fence box goes inward, and the player can make all of those now, nothing is lost by
//! making one of them at once: only the fence boxes need to be moved (PI-corral pruning,
//! Brian Damgaard; the growing of corrals region by region follows Festival).

use kuraban_board::Bits;

use crate::level::map::{Map, opposite};
use crate::moves::world::World;

/// More regions than this are not looked into.
const MOST_PARTS: usize = 69;

/// The boxes of a corral that has to be dealt with first, if there is one, on a wallified
/// position.
pub(crate) fn fence<const W: usize>(map: &Map<W>, world: &World<W>) -> Option<Bits<W>> {
    let parts = map.parts(world.free());
    if parts.len() < 2 || parts.len() > MOST_PARTS {
        return None;
    }
    let finder = Finder { map, world, parts: &parts };
    let opposite: Vec<bool> = parts
        .iter()
        .map(|&part| part != world.cloud && finder.is_opposite(part))
        .collect();
    for (index, &part) in parts.iter().enumerate() {
        if opposite[index]
            && let Some(boxes) = finder.grow(part)
        {
            return Some(boxes);
        }
    }
    for (second, &part) in parts.iter().enumerate() {
        for (first, &other) in parts[..second].iter().enumerate() {
            if (opposite[first] || opposite[second])
                && part != world.cloud
                && other != world.cloud
                && (map.around(part) & map.around(other)).meets(world.boxes)
                && let Some(boxes) = finder.grow(part | other)
            {
                return Some(boxes);
            }
        }
    }
    None
}

struct Finder<'a, const W: usize> {
    map: &'a Map<W>,
    world: &'a World<W>,
    parts: &'a [Bits<W>],
}

/// What the pushes of the fence say about a corral.
enum Look<const W: usize> {
    /// It needs this region as well.
    Grow(Bits<W>),
    /// It may wait.
    No,
    /// These boxes can be pushed inward.
    Yes(Bits<W>),
}

impl<const W: usize> Finder<'_, W> {
    /// Whether a box has the player on one side and `part` on the other.
    fn is_opposite(&self, part: Bits<W>) -> bool {
        (0..4).any(|dir| {
            (self.map.shift(self.world.cloud, dir) & self.map.shift(part, opposite(dir)))
                .meets(self.world.boxes)
        })
    }

    fn part_of(&self, spot: usize) -> Option<Bits<W>> {
        self.parts.iter().copied().find(|part| part.has(spot))
    }

    fn grow(&self, mut corral: Bits<W>) -> Option<Bits<W>> {
        loop {
            match self.look(corral) {
                Look::Grow(part) => corral |= part,
                Look::No => return None,
                Look::Yes(boxes) => return Some(boxes),
            }
        }
    }

    fn look(&self, corral: Bits<W>) -> Look<W> {
        let (map, world) = (self.map, self.world);
        let fence = map.around8(corral) & world.boxes;
        let only = World { boxes: fence, ..*world };
        let free = only.free();
        let (mut sideways, mut from_afar, mut inward) = (false, false, Bits::EMPTY);
        for spot in fence & map.around(corral) {
            let rest = World { boxes: fence.without(spot), ..only };
            for dir in 0..4 {
                let (to, behind) = (map.near(spot, dir), map.near(spot, opposite(dir)));
                if !free.has(to) || !free.has(behind) || corral.has(behind) {
                    continue;
                }
                if rest.locally_dead(map, to, dir) {
                    continue;
                }
                let into = corral.has(to);
                let place = if into { behind } else { to };
                if !world.cloud.has(place)
                    && let Some(part) = self.part_of(place)
                {
                    return Look::Grow(part);
                }
                if !into {
                    sideways = true;
                } else if world.cloud.has(behind) {
                    inward.insert(spot);
                } else {
                    from_afar = true;
                }
            }
        }
        let work =
            !(corral & world.goals).is_empty() || !fence.minus(world.goals).is_empty();
        if sideways || from_afar || !work || inward.is_empty() {
            return Look::No;
        }
        Look::Yes(inward)
    }
}

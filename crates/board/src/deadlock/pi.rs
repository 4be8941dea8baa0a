//! Corrals that have to be dealt with first.
//!
//! A corral is a set of regions the player is shut out of, with the boxes of its fence. If every
//! push of a fence box goes inward, and the player can make all of those now, nothing is lost by
//! making one of them at once: only the fence boxes need to be moved (PI-corral pruning,
//! Brian Damgaard; the growing of corrals region by region follows Festival).

use kuraban_level::Dir;

use crate::{Bits, Board, Scene};

/// More regions than this are not looked into.
const MOST_PARTS: usize = 69;

/// The boxes of a corral that has to be dealt with first, if there is one, on a wallified
/// position.
pub fn fence<const W: usize>(board: &Board<W>, scene: &Scene<W>) -> Option<Bits<W>> {
    let parts = board.parts(scene.free());
    if parts.len() < 2 || parts.len() > MOST_PARTS {
        return None;
    }
    let finder = Finder { board, scene, parts: &parts };
    let opposite: Vec<bool> = parts
        .iter()
        .map(|&part| part != scene.zone && finder.is_opposite(part))
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
                && part != scene.zone
                && other != scene.zone
                && (board.around(part) & board.around(other)).meets(scene.boxes)
                && let Some(boxes) = finder.grow(part | other)
            {
                return Some(boxes);
            }
        }
    }
    None
}

struct Finder<'a, const W: usize> {
    board: &'a Board<W>,
    scene: &'a Scene<W>,
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
        Dir::ALL.into_iter().any(|dir| {
            (self.board.shift(self.scene.zone, dir) & self.board.shift(part, !dir))
                .meets(self.scene.boxes)
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
        let (board, scene) = (self.board, self.scene);
        let fence = board.around8(corral) & scene.boxes;
        let only = Scene { boxes: fence, ..*scene };
        let free = only.free();
        let (mut sideways, mut from_afar, mut inward) = (false, false, Bits::EMPTY);
        for spot in fence & board.around(corral) {
            let rest = Scene { boxes: fence.without(spot), ..only };
            for dir in Dir::ALL {
                let (to, behind) = (board.near(spot, dir), board.near(spot, !dir));
                if !free.has(to) || !free.has(behind) || corral.has(behind) {
                    continue;
                }
                if rest.locally_dead(board, to, dir) {
                    continue;
                }
                let into = corral.has(to);
                let place = if into { behind } else { to };
                if !scene.zone.has(place)
                    && let Some(part) = self.part_of(place)
                {
                    return Look::Grow(part);
                }
                if !into {
                    sideways = true;
                } else if scene.zone.has(behind) {
                    inward.insert(spot);
                } else {
                    from_afar = true;
                }
            }
        }
        let work =
            !(corral & scene.goals).is_empty() || !fence.minus(scene.goals).is_empty();
        if sideways || from_afar || !work || inward.is_empty() {
            return Look::No;
        }
        Look::Yes(inward)
    }
}

//! What makes two levels the same.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

use crate::{Alphabet, Dialect, Level, Rules, Symmetry, write};

/// The hash of the level exactly as it is: equal for equal boards, whatever their dialect.
pub fn exact(level: &Level) -> String {
    let rows = write::rows(level, &Alphabet::of(Dialect::Xsb));
    hash(level.rules(), &rows.join("\n"))
}

/// The hash of what matters: parts out of reach are dropped, the player is replaced by his
/// zone, and of the eight symmetric pictures the smallest counts. Levels that are the same
/// puzzle have the same hash.
pub fn canonical(level: &Level) -> String {
    let picture = Picture::of(level);
    let least = Symmetry::ALL
        .into_iter()
        .map(|symmetry| picture.seen(symmetry).drawn())
        .min()
        .expect("eight symmetries");
    hash(level.rules(), &least)
}

/// The hash of walls and goals alone, wherever boxes and player stand: levels of one room have the
/// same hash, in all eight pictures.
pub fn room(level: &Level) -> String {
    let mut picture = Picture::of(level);
    for square in &mut picture.squares {
        *square &= WALL | GOAL;
    }
    let pictures =
        Symmetry::ALL.into_iter().map(|symmetry| picture.seen(symmetry).drawn());
    hash(level.rules(), &pictures.min().expect("eight symmetries"))
}

fn hash(rules: Rules, text: &str) -> String {
    /// 128 bits: enough for any number of levels.
    const BYTES: usize = 16;
    let mut hasher = Sha256::new();
    hasher.update(rules.name());
    hasher.update("\n");
    hasher.update(text);
    hasher.finalize().iter().take(BYTES).fold(String::new(), |mut out, byte| {
        write!(out, "{byte:02x}").expect("writing to a string");
        out
    })
}

/// The part of a board that play can touch, trimmed; one byte a square.
#[derive(Clone)]
struct Picture {
    width: usize,
    squares: Vec<u8>,
}

/// Bits of a square in a picture. Everything out of reach is `WALL`.
const WALL: u8 = 1;
const GOAL: u8 = 2;
const BOX: u8 = 4;
const ZONE: u8 = 8;

impl Picture {
    fn of(level: &Level) -> Self {
        let reach = level.flood(vec![level.player()], |_| true);
        let zone = level.flood(vec![level.player()], |at| !level.square(at).has_box);
        let (mut top, mut left) = (usize::MAX, usize::MAX);
        let (mut bottom, mut right) = (0, 0);
        for at in (0..reach.len()).filter(|&at| reach[at]) {
            let (row, column) = level.row_column(at);
            (top, left) = (top.min(row), left.min(column));
            (bottom, right) = (bottom.max(row), right.max(column));
        }
        // A box off goal or an open goal that is out of reach makes it another level.
        let sealed = |&at: &usize| {
            let square = level.square(at);
            !reach[at] && square.goal != square.has_box
        };
        let unsolvable = level.boxes().iter().chain(level.goals()).any(sealed);
        let mut squares = Vec::new();
        for row in top..=bottom {
            for column in left..=right {
                let at = row * level.width() + column;
                let square = level.square(at);
                squares.push(if reach[at] {
                    (u8::from(square.goal) * GOAL)
                        | (u8::from(square.has_box) * BOX)
                        | (u8::from(zone[at]) * ZONE)
                } else {
                    WALL
                });
            }
        }
        if unsolvable {
            squares.push(GOAL | WALL);
        }
        Self { width: right - left + 1, squares }
    }

    /// The picture turned and mirrored.
    fn seen(&self, symmetry: Symmetry) -> Self {
        let whole = self.squares.len() - self.squares.len() % self.width;
        let (width, mut squares) = symmetry.squares(self.width, &self.squares[..whole]);
        squares.extend_from_slice(&self.squares[whole..]);
        Self { width, squares }
    }

    fn drawn(&self) -> String {
        let mut out = format!("{}x", self.width);
        out.extend(self.squares.iter().map(|&bits| char::from(b'0' + bits)));
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(text: &str) -> Level {
        text.parse().unwrap()
    }

    #[test]
    fn symmetric_levels_and_equal_zones_are_one() {
        let a = level("#####\n#@$.#\n# ###\n###  ");
        let mirrored = level("#####\n#.$@#\n### #\n  ###");
        let turned = level("####\n# @#\n##$#\n #.#\n ###");
        let walked = level("#####\n# $.#\n#@###\n###  ");
        let other = level("#####\n#@.$#\n# ###\n###  ");
        assert_eq!(canonical(&a), canonical(&mirrored));
        assert_eq!(canonical(&a), canonical(&turned));
        assert_eq!(canonical(&a), canonical(&walked));
        assert_ne!(exact(&a), exact(&walked));
        assert_ne!(canonical(&a), canonical(&other));
    }

    #[test]
    fn levels_of_one_room_have_its_hash() {
        let a = level("######\n#@$ .#\n#  ###\n####");
        let b = level("######\n#.$  #\n###@ #\n  ####");
        let other = level("######\n#@$. #\n#  ###\n####");
        assert_eq!(room(&a), room(&b));
        assert_ne!(canonical(&a), canonical(&b));
        assert_ne!(room(&a), room(&other));
    }

    #[test]
    fn what_nobody_reaches_does_not_count_unless_it_decides() {
        let plain = level("#####\n#@$.#\n#####");
        let room = level("########\n#@$.#  #\n########");
        let sealed = level("#########\n#@$.# $.#\n#########");
        assert_eq!(canonical(&plain), canonical(&room));
        assert_ne!(canonical(&plain), canonical(&sealed));
        assert_ne!(exact(&plain), exact(&room));
    }
}

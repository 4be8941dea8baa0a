//! Arrays as `NumPy` stores them.

use std::fmt::Write as _;

use kuraban::{Claim, Dir, Level};

use crate::label::Labels;
use crate::make::Made;

/// An array in `NumPy`'s format, version 1.0: a header, then the bytes.
#[derive(Clone, Debug)]
pub struct Npy {
    /// The type of an element, as `NumPy` writes it.
    pub kind: String,
    /// The sides beyond the first.
    pub shape: Vec<usize>,
    /// How many there are along the first side.
    pub len: usize,
    /// The elements.
    pub bytes: Vec<u8>,
}

impl Npy {
    /// An empty array of bytes.
    pub fn bytes(shape: &[usize]) -> Self {
        Self {
            kind: "'|u1'".to_owned(),
            shape: shape.to_vec(),
            len: 0,
            bytes: Vec::new(),
        }
    }

    /// Adds one or more along the first side.
    pub fn push(&mut self, count: usize, bytes: &[u8]) {
        self.len += count;
        self.bytes.extend_from_slice(bytes);
    }

    /// The header. Its length is a multiple of 64, so that the elements are aligned.
    pub fn header(&self) -> Vec<u8> {
        let mut shape = format!("({},", self.len);
        for side in &self.shape {
            write!(shape, " {side},").expect("writing to a string");
        }
        shape.push(')');
        let mut text = format!(
            "{{'descr': {}, 'fortran_order': False, 'shape': {shape}, }}",
            self.kind
        );
        let length = (BEFORE + text.len() + 1).next_multiple_of(64) - BEFORE;
        while text.len() + 1 < length {
            text.push(' ');
        }
        text.push('\n');
        let mut header = b"\x93NUMPY\x01\x00".to_vec();
        header.extend_from_slice(&(length as u16).to_le_bytes());
        header.extend_from_slice(text.as_bytes());
        header
    }
}

/// What stands before the text of a header: its mark, the version and its length.
const BEFORE: usize = 10;

/// Whose numbers boards and actions have.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Encoding {
    /// gym-sokoban's: wall 0, floor 1, goal 2, box on goal 3, box 4, player 5; and 6, the player on
    /// a goal. Actions: up, down, left, right.
    #[default]
    Gym,
    /// jumanji's: empty 0, wall 1, goal 2, player 3, box 4, in two layers. Actions: up, right, down,
    /// left.
    Jumanji,
}

impl Encoding {
    /// Both with their names.
    pub const NAMED: [(Self, &'static str); 2] =
        [(Self::Gym, "gym"), (Self::Jumanji, "jumanji")];

    /// The names of a board's layers.
    pub const fn layers(self) -> &'static [&'static str] {
        match self {
            Self::Gym => &["grid"],
            Self::Jumanji => &["fixed", "variable"],
        }
    }

    /// A board, a layer after the other.
    pub fn board(self, level: &Level) -> Vec<Vec<u8>> {
        match self {
            Self::Gym => vec![level.to_codes()],
            Self::Jumanji => {
                let fixed = level.squares().iter().map(|square| match square {
                    square if square.wall => 1,
                    square if square.goal => 2,
                    _ => 0,
                });
                let variable =
                    level.squares().iter().enumerate().map(|(at, square)| match square {
                        _ if at == level.player() => 3,
                        square if square.has_box => 4,
                        _ => 0,
                    });
                vec![fixed.collect(), variable.collect()]
            }
        }
    }

    /// The number of an action.
    pub const fn action(self, dir: Dir) -> u8 {
        match (self, dir) {
            (_, Dir::Up) => 0,
            (Self::Gym, Dir::Down) | (Self::Jumanji, Dir::Right) => 1,
            (Self::Gym, Dir::Left) | (Self::Jumanji, Dir::Down) => 2,
            (Self::Gym, Dir::Right) | (Self::Jumanji, Dir::Left) => 3,
        }
    }
}

/// A field of the array of labels: its name, `NumPy`'s type, and its bytes.
pub type Field = (&'static str, &'static str, fn(&Made) -> Vec<u8>);

const FIELDS: [Field; 8] = [
    ("index", "<u8", |made| made.index.to_le_bytes().to_vec()),
    ("solvable", "|b1", |made| vec![u8::from(made.twin.is_none())]),
    ("pushes", "<i4", |made| figure(made, |figures| figures.pushes)),
    ("moves", "<i4", |made| figure(made, |figures| figures.moves)),
    ("box_lines", "<i4", |made| figure(made, |figures| figures.box_lines)),
    ("pushes_proved", "|b1", |made| {
        let is_proved = |labels: &Labels| labels.proved.contains(&Claim::Pushes);
        vec![u8::from(made.told().is_some_and(is_proved))]
    }),
    ("greedy_expanded", "<u4", |made| {
        let expanded = made.told().map_or(0, |labels| labels.greedy_expanded);
        (expanded as u32).to_le_bytes().to_vec()
    }),
    ("difficulty", "<f4", |made| {
        let found = made.told().and_then(|labels| labels.difficulty.as_ref());
        found.map_or(f32::NAN, |found| found.value as f32).to_le_bytes().to_vec()
    }),
];

/// A figure of the solution; -1 where there is none.
fn figure(made: &Made, figure: fn(&kuraban::Figures) -> usize) -> Vec<u8> {
    let figures = made.told().map(|labels| labels.solution.figures());
    figures.map_or(-1, |figures| figure(&figures) as i32).to_le_bytes().to_vec()
}

/// An empty array of labels, one record for each level.
pub fn fields() -> Npy {
    let fields: Vec<String> =
        FIELDS.iter().map(|(name, kind, _)| format!("('{name}', '{kind}')")).collect();
    Npy { kind: format!("[{}]", fields.join(", ")), shape: vec![], len: 0, bytes: vec![] }
}

/// The record of a level.
pub fn labels(made: &Made) -> Vec<u8> {
    FIELDS.iter().flat_map(|(_, _, bytes)| bytes(made)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_aligned_and_say_the_shape() {
        let mut array = Npy::bytes(&[10, 10]);
        array.push(1, &[0; 100]);
        let header = array.header();
        assert_eq!(header.len() % 64, 0);
        assert_eq!(&header[..8], b"\x93NUMPY\x01\x00");
        let length = usize::from(u16::from_le_bytes([header[8], header[9]]));
        assert_eq!(length + 10, header.len());
        let text = String::from_utf8(header[10..].to_vec()).expect("ASCII");
        assert!(
            text.contains("'shape': (1, 10, 10,), ") && text.ends_with('\n'),
            "{text}"
        );
    }

    #[test]
    fn boards_have_the_numbers_of_their_environments() {
        let level: Level = "#####\n#+*$#\n#####".parse().expect("a level");
        let [grid] = &Encoding::Gym.board(&level)[..] else { panic!("one layer") };
        assert_eq!(grid[5..10], [0, 6, 3, 4, 0]);
        let [fixed, variable] = &Encoding::Jumanji.board(&level)[..] else {
            panic!("two")
        };
        assert_eq!(fixed[5..10], [1, 2, 2, 0, 1]);
        assert_eq!(variable[5..10], [0, 3, 4, 4, 0]);
        let order = |encoding: Encoding| Dir::ALL.map(|dir| encoding.action(dir));
        assert_eq!(order(Encoding::Jumanji), [0, 1, 2, 3]);
        assert_eq!(order(Encoding::Gym), [0, 3, 1, 2]);
    }
}

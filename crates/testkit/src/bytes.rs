//! Any bytes as a small level.

use kuraban_level::{Level, Rules, Square};

/// Makes a level from bytes: the first one gives width and height, the others the squares.
pub fn from_bytes(bytes: &[u8]) -> Option<Level> {
    let (&size, squares) = bytes.split_first()?;
    let (width, height) = (3 + usize::from(size % 5), 2 + usize::from(size / 5 % 5));
    let rules = if size >= 200 { Rules::Boulders } else { Rules::Boxes };
    let mut inside = vec![Square::FLOOR; width * height];
    let mut player = None;
    let mut goals = 0;
    for (at, square) in inside.iter_mut().enumerate() {
        match squares.get(at).copied().unwrap_or(0) % 16 {
            0..=2 => *square = Square::WALL,
            3 | 4 => square.has_box = true,
            5 | 6 => square.goal = true,
            7 => (square.has_box, square.goal) = (true, true),
            8 if player.is_none() => player = Some(at),
            _ => {}
        }
        if rules == Rules::Boulders && square.goal {
            square.goal = goals == 0;
            goals += 1;
        }
    }
    let outer = width + 2;
    let mut all = vec![Square::WALL; outer * (height + 2)];
    let place = |at: usize| (at / width + 1) * outer + at % width + 1;
    for (at, &square) in inside.iter().enumerate() {
        all[place(at)] = square;
    }
    Level::new(rules, outer, all, &[place(player?)]).ok()
}

//! Small random levels.

use std::fmt::Write as _;

use kuraban_level::{Dir, Level, Rules, Square};

use crate::Random;

/// A drawn level of ordinary size: goals in a corner, boxes all over the place.
pub const SCATTERED: &str = "\
############
#   #      #
# $   $  # #
# # $ ## $ #
#   $    $ #
##  #@#   ##
# $    $   #
# # ## # $ #
# . .  ....#
#  . #  .. #
############";

/// Kinds of rooms with random walls, boxes and goals; most of them cannot be solved.
#[derive(Clone, Copy, Debug)]
pub struct Rooms {
    /// The least width and how many widths there are, walls included.
    pub width: (usize, usize),
    /// The least height and how many heights there are, walls included.
    pub height: (usize, usize),
    /// One square in this many is a wall.
    pub wall: usize,
    /// The fewest boxes and how many numbers of boxes there are.
    pub boxes: (usize, usize),
}

impl Rooms {
    /// Up to seven by six squares inside, with one to three boxes.
    pub const SMALL: Self =
        Self { width: (6, 4), height: (5, 4), wall: 6, boxes: (1, 3) };
    /// Smaller and fuller: two to four boxes.
    pub const CROWDED: Self =
        Self { width: (6, 3), height: (6, 2), wall: 5, boxes: (2, 3) };

    /// The next room.
    pub fn next(&self, random: &mut Random) -> Level {
        loop {
            if let Some(level) = self.attempt(random) {
                return level;
            }
        }
    }

    fn attempt(&self, random: &mut Random) -> Option<Level> {
        let mut among = |(least, count): (usize, usize)| least + random.below(count);
        let (width, height) = (among(self.width), among(self.height));
        let mut squares = vec![Square::WALL; width * height];
        for row in 1..height - 1 {
            for column in 1..width - 1 {
                if random.below(self.wall) > 0 {
                    squares[row * width + column] = Square::FLOOR;
                }
            }
        }
        let boxes = self.boxes.0 + random.below(self.boxes.1);
        for _ in 0..boxes {
            let at = pick(random, &squares, |square| !square.has_box)?;
            squares[at].has_box = true;
            let at = pick(random, &squares, |square| !square.goal)?;
            squares[at].goal = true;
        }
        let player = pick(random, &squares, |square| !square.has_box)?;
        Level::new(Rules::Boxes, width, squares, &[player]).ok()
    }
}

/// A free square that is not a wall.
fn pick(
    random: &mut Random,
    squares: &[Square],
    free: impl Fn(&Square) -> bool,
) -> Option<usize> {
    let places: Vec<usize> = (0..squares.len())
        .filter(|&at| !squares[at].wall && free(&squares[at]))
        .collect();
    (!places.is_empty()).then(|| places[random.below(places.len())])
}

/// A random level that can be solved, as text: a few walls, goals, and boxes pulled off them at
/// random. `None` where no square was left for the player.
pub fn pulled(random: &mut Random) -> Option<String> {
    let (width, height) = (6 + random.below(4), 6 + random.below(3));
    let mut rows = vec![vec![b'#'; width]; height];
    for row in &mut rows[1..height - 1] {
        for square in &mut row[1..width - 1] {
            *square = if random.below(5) == 0 { b'#' } else { b' ' };
        }
    }
    let place =
        |random: &mut Random| (1 + random.below(height - 2), 1 + random.below(width - 2));
    let mut goals = Vec::new();
    for _ in 0..3 + random.below(4) {
        let (row, column) = place(random);
        if rows[row][column] == b' ' {
            rows[row][column] = b'$';
            goals.push((row, column));
        }
    }
    let mut player = (0..20).map(|_| place(random)).find(|&(r, c)| rows[r][c] == b' ')?;
    for _ in 0..300 {
        let (down, right) =
            [(0, 1), (1, 0), (0, usize::MAX), (usize::MAX, 0)][random.below(4)];
        let step = |(row, column): (usize, usize), by: usize| {
            (
                row.wrapping_add(down.wrapping_mul(by)),
                column.wrapping_add(right.wrapping_mul(by)),
            )
        };
        let (to, behind) = (step(player, 1), step(player, usize::MAX));
        if rows[to.0][to.1] != b' ' {
            continue;
        }
        if rows[behind.0][behind.1] == b'$' && random.below(3) > 0 {
            rows[behind.0][behind.1] = b' ';
            rows[player.0][player.1] = b'$';
        }
        player = to;
    }
    for (row, column) in goals {
        let square = &mut rows[row][column];
        *square = if *square == b'$' { b'*' } else { b'.' };
    }
    let square = &mut rows[player.0][player.1];
    *square = if *square == b'.' { b'+' } else { b'@' };
    let rows: Vec<String> =
        rows.into_iter().map(|row| row.into_iter().map(char::from).collect()).collect();
    Some(rows.join("\n"))
}

/// A collection of so many levels that can be solved, as text. The same seed gives the same
/// levels; a few may occur twice.
pub fn collection(seed: u64, count: usize) -> String {
    let mut random = Random::new(seed);
    let levels = std::iter::from_fn(|| Some(pulled(&mut random))).flatten().take(count);
    let mut out = String::new();
    for (index, level) in levels.enumerate() {
        let _ = write!(out, "; {index}\n{level}\n\n");
    }
    out
}

/// A random level of at most six by six squares inside, with up to three boxes (or up to six
/// boulders). Many are solvable, many are not; some have parts out of reach, and some no walls
/// round them.
pub fn level(seed: u64, rules: Rules) -> Level {
    let mut random = Random::new(seed);
    loop {
        if let Ok(level) = attempt(&mut random, rules) {
            return level;
        }
    }
}

fn attempt(random: &mut Random, rules: Rules) -> Result<Level, kuraban_level::Flaws> {
    let open = rules == Rules::Boulders || random.below(5) == 0;
    let (width, height) = (2 + random.below(4), 2 + random.below(4));
    let walls =
        if rules == Rules::Boulders { 0 } else { random.below(width * height / 3 + 1) };
    let mut inside = vec![Square::FLOOR; width * height];
    for _ in 0..walls {
        inside[random.below(width * height)] = Square::WALL;
    }
    let mut floor: Vec<usize> =
        (0..inside.len()).filter(|&at| inside[at] == Square::FLOOR).collect();
    let mut take = |random: &mut Random| {
        (!floor.is_empty()).then(|| floor.swap_remove(random.below(floor.len())))
    };
    let player = take(random);
    if rules == Rules::Boulders {
        for _ in 0..random.below(7) {
            if let Some(at) = take(random) {
                inside[at].has_box = true;
            }
        }
        inside[random.below(width * height)].goal = true;
    } else {
        let boxes = random.below(4);
        for _ in 0..boxes {
            if let Some(at) = take(random) {
                inside[at].has_box = true;
            }
        }
        if random.below(4) == 0 {
            let boxes = inside.iter().filter(|square| square.has_box).count();
            let mut goals: Vec<usize> =
                (0..inside.len()).filter(|&at| !inside[at].wall).collect();
            for _ in 0..boxes.min(goals.len()) {
                let at = goals.swap_remove(random.below(goals.len()));
                inside[at].goal = true;
            }
        } else if let Some(player) = player {
            let boxes = play(random, width, &inside, player);
            for at in boxes {
                inside[at].goal = true;
            }
        }
    }
    let players: Vec<usize> = player.into_iter().collect();
    if open {
        return Level::new(rules, width, inside, &players);
    }
    let outer = width + 2;
    let mut squares = vec![Square::WALL; outer * (height + 2)];
    let place = |at: usize| (at / width + 1) * outer + at % width + 1;
    for (at, &square) in inside.iter().enumerate() {
        squares[place(at)] = square;
    }
    let players: Vec<usize> = players.into_iter().map(place).collect();
    Level::new(rules, outer, squares, &players)
}

/// Where the boxes stand after a hundred random steps.
fn play(
    random: &mut Random,
    width: usize,
    inside: &[Square],
    player: usize,
) -> Vec<usize> {
    let bare: Vec<Square> =
        inside.iter().map(|square| Square { goal: square.has_box, ..*square }).collect();
    let mut boxes: Vec<usize> = (0..bare.len()).filter(|&at| bare[at].has_box).collect();
    let Ok(level) = Level::new(Rules::Boxes, width, bare, &[player]) else {
        return boxes;
    };
    let mut player = player;
    for _ in 0..100 {
        let dir = Dir::from_index(random.below(4));
        let Some(to) = level.step(player, dir) else { continue };
        if let Some(pushed) = boxes.iter().position(|&at| at == to) {
            match level.step(to, dir) {
                Some(beyond) if !boxes.contains(&beyond) => boxes[pushed] = beyond,
                _ => continue,
            }
        }
        player = to;
    }
    boxes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_level_and_others_differ() {
        for rules in [Rules::Boxes, Rules::Boulders] {
            assert_eq!(level(5, rules), level(5, rules));
            let distinct: std::collections::HashSet<Level> =
                (0..50).map(|seed| level(seed, rules)).collect();
            assert!(distinct.len() > 40);
        }
    }

    #[test]
    fn there_are_solvable_and_unsolvable_levels() {
        for rules in [Rules::Boxes, Rules::Boulders] {
            let solvable = (0..100)
                .filter_map(|seed| crate::facts(&level(seed, rules), 20_000))
                .filter(|facts| facts.least.is_some_and(|least| least.moves > 0))
                .count();
            assert!((15..85).contains(&solvable), "{rules:?}: {solvable}");
        }
    }
}

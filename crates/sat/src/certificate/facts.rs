//! The facts of a level, computed a second time by other means.
//!
//! A proof covers the pruned formula; the pruning itself has to be believed. So the checker
//! of certificates works out the pruning again, from the rules alone and without the
//! encoder's code: it looks at squares one by one, plays positions forward, and lowers
//! numbers of steps until none can be lowered any more.

use kuraban_board::{Cells, NEVER};
use kuraban_level::{Dir, Level};

use crate::Place;
use crate::facts::{Facts, Lone, Measure};
use crate::potential::Potential;

/// The board as the checker sees it: squares the player could reach, in reading order.
struct Yard {
    squares: Vec<(usize, usize)>,
    /// Position in `squares` by row and column.
    number: Vec<Vec<Option<usize>>>,
    goals: Vec<usize>,
    boxes: Vec<usize>,
    player: usize,
}

impl Yard {
    fn new(level: &Level) -> Self {
        let (width, height) = (level.width(), level.height());
        let squares =
            || (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
        let mut reached = vec![vec![false; width]; height];
        reached[level.player() / width][level.player() % width] = true;
        // Spread until nothing is added.
        let mut grows = true;
        while grows {
            grows = false;
            for (row, column) in squares() {
                let near = (row > 0 && reached[row - 1][column])
                    || (column > 0 && reached[row][column - 1])
                    || (row + 1 < height && reached[row + 1][column])
                    || (column + 1 < width && reached[row][column + 1]);
                let wall = level.square(row * width + column).wall;
                if near && !wall && !reached[row][column] {
                    reached[row][column] = true;
                    grows = true;
                }
            }
        }
        let mut yard = Self {
            squares: Vec::new(),
            number: vec![vec![None; width]; height],
            goals: Vec::new(),
            boxes: Vec::new(),
            player: 0,
        };
        for (row, column) in squares().filter(|&(row, column)| reached[row][column]) {
            let at = yard.squares.len();
            let square = level.square(row * width + column);
            yard.number[row][column] = Some(at);
            yard.squares.push((row, column));
            yard.goals.extend(square.goal.then_some(at));
            yard.boxes.extend(square.has_box.then_some(at));
            if row * width + column == level.player() {
                yard.player = at;
            }
        }
        yard
    }

    fn len(&self) -> usize {
        self.squares.len()
    }

    fn next(&self, at: usize, dir: Dir) -> Option<usize> {
        let (row, column) = self.squares[at];
        let (row, column) = match dir {
            Dir::Up => (row.checked_sub(1)?, column),
            Dir::Down => (row + 1, column),
            Dir::Left => (row, column.checked_sub(1)?),
            Dir::Right => (row, column + 1),
        };
        *self.number.get(row)?.get(column)?
    }

    /// One step of the game with these boxes only: where the player and the boxes are then,
    /// and whether it was a push.
    fn play<const N: usize>(
        &self,
        player: usize,
        boxes: [usize; N],
        dir: Dir,
    ) -> Option<(usize, [usize; N], bool)> {
        let to = self.next(player, dir)?;
        let Some(pushed) = boxes.iter().position(|&at| at == to) else {
            return Some((to, boxes, false));
        };
        let beyond = self.next(to, dir)?;
        if boxes.contains(&beyond) {
            return None;
        }
        let mut after = boxes;
        after[pushed] = beyond;
        Some((to, after, true))
    }
}

fn price(measure: Measure, push: bool) -> u32 {
    u32::from(push || measure == Measure::Moves)
}

/// Steps from every (player, boxes) until all boxes are on goals, or [`NEVER`].
fn last<const N: usize>(yard: &Yard, measure: Measure) -> Vec<u32> {
    let n = yard.len();
    let code = |player: usize, boxes: [usize; N]| {
        boxes.iter().fold(player, |code, &at| code * n + at)
    };
    let size = n.pow(N as u32 + 1);
    let mut steps = vec![NEVER; size];
    let decode = |mut state: usize| {
        let mut boxes = [0; N];
        for at in boxes.iter_mut().rev() {
            *at = state % n;
            state /= n;
        }
        (state, boxes)
    };
    let is_position = |player: usize, boxes: &[usize; N]| {
        !boxes.contains(&player)
            && (1..N).all(|index| !boxes[..index].contains(&boxes[index]))
    };
    let mut improves = true;
    let mut round = 0;
    while improves {
        improves = false;
        round += 1;
        for count in 0..size {
            let state = if round % 2 == 0 { count } else { size - 1 - count };
            let (player, boxes) = decode(state);
            if !is_position(player, &boxes) {
                continue;
            }
            let mut least = steps[state];
            if boxes.iter().all(|at| yard.goals.contains(at)) {
                least = 0;
            }
            for dir in Dir::ALL {
                if let Some((to, after, push)) = yard.play(player, boxes, dir) {
                    let then =
                        steps[code(to, after)].saturating_add(price(measure, push));
                    least = least.min(then);
                }
            }
            if least < steps[state] {
                steps[state] = least;
                improves = true;
            }
        }
    }
    steps
}

/// Steps from the start to every (player, box), for each of the boxes on its own.
fn first(yard: &Yard, measure: Measure) -> Vec<u32> {
    let n = yard.len();
    let mut steps = vec![NEVER; n * n];
    for &at in &yard.boxes {
        steps[yard.player * n + at] = 0;
    }
    let mut improves = true;
    while improves {
        improves = false;
        for state in 0..n * n {
            if steps[state] == NEVER {
                continue;
            }
            for dir in Dir::ALL {
                if let Some((to, [at], push)) = yard.play(state / n, [state % n], dir) {
                    let now = steps[state] + price(measure, push);
                    if now < steps[to * n + at] {
                        steps[to * n + at] = now;
                        improves = true;
                    }
                }
            }
        }
    }
    steps
}

fn lone(yard: &Yard, measure: Measure, with_pairs: bool) -> Lone {
    let n = yard.len();
    let (first, last_one) = (first(yard, measure), last::<1>(yard, measure));
    let least = |table: &[u32], at: usize| {
        (0..n).map(|player| table[player * n + at]).min().unwrap_or(NEVER)
    };
    let mut lone = Lone {
        box_first: (0..n).map(|at| least(&first, at)).collect(),
        box_last: (0..n).map(|at| least(&last_one, at)).collect(),
        push_first: vec![[NEVER; 4]; n],
        push_last: vec![[NEVER; 4]; n],
        pair_last: Vec::new(),
    };
    for at in 0..n {
        for dir in Dir::ALL {
            if let (Some(behind), Some(to)) = (yard.next(at, !dir), yard.next(at, dir)) {
                lone.push_first[at][dir.index()] = first[behind * n + at];
                lone.push_last[at][dir.index()] = last_one[at * n + to].saturating_add(1);
            }
        }
    }
    if with_pairs {
        let two = last::<2>(yard, measure);
        lone.pair_last = vec![NEVER; n * n];
        for (state, &steps) in two.iter().enumerate() {
            let least = &mut lone.pair_last[state % (n * n)];
            *least = (*least).min(steps);
        }
    }
    lone
}

/// The facts of `level`, found by other means than [`Facts::new`]. Only the distances of
/// `measure` are worked out; the others are left as the encoder has them, which does not
/// use them then.
///
/// The prices prove the lower bound. Any prices are sound, so they are taken from the
/// encoder.
pub(super) fn facts_again(level: &Level, measure: Measure, encoder: &Facts) -> Facts {
    let yard = Yard::new(level);
    let n = yard.len();
    let to_goal: Vec<Vec<u32>> = yard
        .goals
        .iter()
        .map(|&goal| {
            let mut pushes = vec![NEVER; n];
            pushes[goal] = 0;
            let mut improves = true;
            while improves {
                improves = false;
                for at in 0..n {
                    for dir in Dir::ALL {
                        if let (Some(_), Some(to)) =
                            (yard.next(at, !dir), yard.next(at, dir))
                            && pushes[to].saturating_add(1) < pushes[at]
                        {
                            pushes[at] = pushes[to] + 1;
                            improves = true;
                        }
                    }
                }
            }
            pushes
        })
        .collect();
    let mut walk = vec![NEVER; n];
    walk[yard.player] = 0;
    let mut improves = true;
    while improves {
        improves = false;
        for at in 0..n {
            for to in Dir::ALL.into_iter().filter_map(|dir| yard.next(at, dir)) {
                if walk[at].saturating_add(1) < walk[to] {
                    walk[to] = walk[at] + 1;
                    improves = true;
                }
            }
        }
    }
    let with_pairs = !encoder.moves.pair_last.is_empty();
    let places = yard.squares.iter().map(|&(y, x)| Place { x: x as u32, y: y as u32 });
    let again = |other: Measure, known: &Lone| {
        if other == measure { lone(&yard, measure, with_pairs) } else { known.clone() }
    };
    let mut facts = Facts {
        cells: Cells::new(level),
        places: places.collect(),
        walk,
        to_goal,
        prices: encoder.prices.clone(),
        moves: again(Measure::Moves, &encoder.moves),
        pushes: again(Measure::Pushes, &encoder.pushes),
        matching: None,
    };
    facts.matching = u32::try_from(Potential::new(&facts).bound()).ok();
    facts
}

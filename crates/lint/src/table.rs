//! All positions of a small level as a graph of pushes.

use kuraban::{Dir, Level, NoPositions, Positions, Scope};

use crate::budget::Budget;
use crate::finding::Unsettled;
use crate::play::Push;

/// All positions that play can reach, with their pushes.
pub(crate) struct Table {
    /// Boxes of each position, ascending, one position after the other.
    squares: Vec<u32>,
    boxes: usize,
    players: Vec<u32>,
    to_go: Vec<u32>,
    /// Where the pushes of each position begin; one more than there are positions.
    first: Vec<u32>,
    pushes: Vec<Edge>,
}

/// A push to another position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    at: u32,
    dir: Dir,
    to: u32,
}

impl Edge {
    /// The push.
    pub(crate) fn push(self) -> Push {
        Push { at: self.at as usize, dir: self.dir }
    }

    /// The position after it.
    pub(crate) fn to(self) -> usize {
        self.to as usize
    }
}

/// The distance of a lost position.
const LOST: u32 = u32::MAX;

impl Table {
    /// The table of a level, where it has not too many positions.
    pub(crate) fn new(level: &Level, budget: &Budget<'_>) -> Result<Self, Unsettled> {
        let most = budget.depth.table;
        let why = |error: NoPositions| match error {
            NoPositions::TooMany(most) => {
                Unsettled::because(format!("the level has more than {most} positions"))
            }
            other => Unsettled::because(other.to_string()),
        };
        let run = budget.run();
        let all = Positions::within(level, Scope::Reachable, most, &run).map_err(why)?;
        let boxes = all.squares(0).0.len();
        let mut table = Self {
            squares: Vec::with_capacity(all.len() * boxes),
            boxes,
            players: Vec::with_capacity(all.len()),
            to_go: Vec::with_capacity(all.len()),
            first: vec![0; all.len() + 1],
            pushes: Vec::new(),
        };
        for position in 0..all.len() {
            let (boxes, player) = all.squares(position);
            table.squares.extend(boxes.iter().map(|&at| at as u32));
            table.players.push(player as u32);
            table.to_go.push(all.pushes_to_go(position).unwrap_or(LOST));
        }
        let Self { first, pushes, .. } = &mut table;
        all.pushes(&run, |from, at, dir, to| {
            pushes.push(Edge { at: at as u32, dir, to: to as u32 });
            first[from + 1] = pushes.len() as u32;
        })
        .map_err(why)?;
        // Positions without pushes.
        for index in 1..first.len() {
            first[index] = first[index].max(first[index - 1]);
        }
        Ok(table)
    }

    /// How many positions there are.
    pub(crate) fn len(&self) -> usize {
        self.players.len()
    }

    /// The boxes of a position, ascending.
    pub(crate) fn boxes(&self, position: usize) -> impl Iterator<Item = usize> + Clone {
        let boxes = &self.squares[position * self.boxes..][..self.boxes];
        boxes.iter().map(|&at| at as usize)
    }

    /// The first square of the player's zone.
    pub(crate) fn player(&self, position: usize) -> usize {
        self.players[position] as usize
    }

    /// The fewest pushes that solve a position; `None` where it is lost.
    pub(crate) fn to_go(&self, position: usize) -> Option<u32> {
        Some(self.to_go[position]).filter(|&pushes| pushes != LOST)
    }

    /// Whether a position is proved lost.
    pub(crate) fn is_lost(&self, position: usize) -> bool {
        self.to_go[position] == LOST
    }

    /// The pushes of a position.
    pub(crate) fn pushes(&self, position: usize) -> &[Edge] {
        &self.pushes[self.first[position] as usize..self.first[position + 1] as usize]
    }

    /// Those that shortest solutions may make.
    pub(crate) fn best_pushes(&self, position: usize) -> impl Iterator<Item = Edge> {
        let left = self.to_go(position).filter(|&left| left > 0);
        self.pushes(position).iter().copied().filter(move |edge| {
            left.is_some() && self.to_go(edge.to()).map(|to_go| to_go + 1) == left
        })
    }

    /// All positions by pushes from the start, each with the place in this list of the one before it
    /// on a shortest way; the start comes first and has its own.
    pub(crate) fn by_pushes(&self) -> Vec<(usize, usize)> {
        let mut seen = vec![false; self.len()];
        let mut queue = vec![(0, 0)];
        seen[0] = true;
        let mut next = 0;
        while let Some(&(position, _)) = queue.get(next) {
            for edge in self.pushes(position) {
                if !std::mem::replace(&mut seen[edge.to()], true) {
                    queue.push((edge.to(), next));
                }
            }
            next += 1;
        }
        queue
    }

    /// The fewest pushes that lead to a position, by the list of [`Table::by_pushes`].
    pub(crate) fn way_to(&self, order: &[(usize, usize)], position: usize) -> Vec<Push> {
        let mut place = order.iter().position(|&(at, _)| at == position).unwrap_or(0);
        let mut way = Vec::new();
        while place > 0 {
            let (at, before) = order[place];
            let edges = self.pushes(order[before].0).iter();
            way.extend(
                edges.filter(|edge| edge.to() == at).map(|edge| edge.push()).next(),
            );
            place = before;
        }
        way.reverse();
        way
    }

    /// How many positions can be solved, and how many cannot.
    pub(crate) fn alive_and_dead(&self) -> (usize, usize) {
        let dead = (0..self.len()).filter(|&position| self.is_lost(position)).count();
        (self.len() - dead, dead)
    }

    /// The number of solutions with the fewest pushes, walks aside; as many as fit.
    pub(crate) fn ways(&self) -> u64 {
        let on_the_way = self.on_shortest_ways();
        let mut ways = vec![0_u64; self.len()];
        // From the end: positions with fewer pushes to go first.
        for &position in on_the_way.iter().rev() {
            ways[position] = match self.to_go(position) {
                Some(0) => 1,
                _ => self
                    .best_pushes(position)
                    .fold(0, |sum: u64, edge| sum.saturating_add(ways[edge.to()])),
            };
        }
        ways.first().copied().unwrap_or(0)
    }

    /// The positions on some shortest solution, by pushes from the start.
    pub(crate) fn on_shortest_ways(&self) -> Vec<usize> {
        let mut seen = vec![false; self.len()];
        let mut queue = Vec::new();
        if self.len() > 0 && !self.is_lost(0) {
            seen[0] = true;
            queue.push(0);
        }
        let mut next = 0;
        while let Some(&position) = queue.get(next) {
            for edge in self.best_pushes(position) {
                if !std::mem::replace(&mut seen[edge.to()], true) {
                    queue.push(edge.to());
                }
            }
            next += 1;
        }
        queue
    }
}

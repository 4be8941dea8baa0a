//! A position that pushes are played on, box by box.

use kuraban::{Dir, Level};

/// A push: the square of the box, and where it goes.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub(crate) struct Push {
    pub(crate) at: usize,
    pub(crate) dir: Dir,
}

/// A position: boxes, and the player's zone.
#[derive(Clone, Debug)]
pub(crate) struct Play<'a> {
    level: &'a Level,
    has_box: Vec<bool>,
    player: usize,
}

impl<'a> Play<'a> {
    /// The start of a level.
    pub(crate) fn new(level: &'a Level) -> Self {
        let boxes = level.squares().iter().map(|square| square.has_box);
        Self { level, has_box: boxes.collect(), player: level.player() }
    }

    /// The squares the player can walk to.
    pub(crate) fn zone(&self) -> Vec<bool> {
        self.level.flood(vec![self.player], |at| !self.has_box[at])
    }

    /// Where the player stands.
    pub(crate) fn player(&self) -> usize {
        self.player
    }

    /// Whether a push can be made when the player can walk to these squares.
    pub(crate) fn is_possible(&self, push: Push, zone: &[bool]) -> bool {
        let Push { at, dir } = push;
        let free = |at: usize| !self.has_box[at];
        self.has_box[at]
            && self.level.step(at, !dir).is_some_and(|behind| zone[behind])
            && self.level.step(at, dir).is_some_and(free)
    }

    /// Makes a push, if it can be made.
    pub(crate) fn push(&mut self, push: Push) -> bool {
        if !self.is_possible(push, &self.zone()) {
            return false;
        }
        self.make(push);
        true
    }

    /// Makes a push that is known to be possible.
    pub(crate) fn make(&mut self, Push { at, dir }: Push) {
        let to = self.level.step(at, dir).expect("the push is possible");
        self.has_box[at] = false;
        self.has_box[to] = true;
        self.player = at;
    }

    /// All pushes that can be made, by square and direction.
    pub(crate) fn pushes(&self) -> Vec<Push> {
        let zone = self.zone();
        let boxes = (0..self.has_box.len()).filter(|&at| self.has_box[at]);
        boxes
            .flat_map(|at| Dir::ALL.map(|dir| Push { at, dir }))
            .filter(|&push| self.is_possible(push, &zone))
            .collect()
    }

    /// Whether two positions are the same: boxes and zone.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.has_box == other.has_box && self.zone()[other.player]
    }
}

/// Where the box that stands on a square after some pushes stood before them.
pub(crate) fn start_of(level: &Level, pushes: &[Push], at: usize) -> usize {
    pushes.iter().rev().fold(at, |at, push| {
        if level.step(push.at, push.dir) == Some(at) { push.at } else { at }
    })
}

/// Steps that make some pushes one after the other, as letters; walks are as short as they can be.
/// `None` where a push cannot be made.
pub(crate) fn letters(level: &Level, pushes: &[Push]) -> Option<String> {
    let mut play = Play::new(level);
    let mut letters = String::new();
    for &push in pushes {
        let behind = level.step(push.at, !push.dir)?;
        let step = |at: usize, dir| level.step(at, dir).filter(|&to| !play.has_box[to]);
        let count = level.squares().len();
        let walk = kuraban_board::moves::walk(count, play.player, behind, step)?;
        letters.extend(walk.into_iter().map(Dir::letter));
        if !play.push(push) {
            return None;
        }
        letters.push(push.dir.push_letter());
    }
    Some(letters)
}

/// The pushes of some steps.
pub(crate) fn pushes_of(
    level: &Level,
    steps: impl IntoIterator<Item = Dir>,
) -> Vec<Push> {
    let mut replay = kuraban::Replay::new(level);
    let mut pushes = Vec::new();
    for dir in steps {
        match replay.step(dir) {
            Ok(Some((at, _))) => pushes.push(Push { at, dir }),
            Ok(None) => {}
            Err(_) => break,
        }
    }
    pushes
}

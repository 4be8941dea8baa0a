//! The encoding `move`: one layer for each step of the player.
//!
//! Variables of layer `t`: `sokoban(c,t)` the player stands on `c`, `crate(c,t)` a box
//! stands on `c`, and for the step to the next layer `push(c,d,t)`. There are no variables
//! for plain moves, none for "no operation", and none for the impossible: a cell that the
//! player cannot reach in `t` steps or that has the wrong colour of the checkerboard, a
//! cell that no box can reach, or from which no box can reach a goal in the steps left. Two
//! boxes that need more steps than are left, even without the others, are forbidden as
//! well: on a level of four boxes and 26 moves these clauses make the search twenty times
//! faster (measured).
//!
//! A plan of `k` steps can be extended by a step back and a step forth, so if there is no
//! plan of exactly `k - 1` and of exactly `k - 2` steps, there is none below `k`.

use std::ops::ControlFlow::{self, Continue};
use std::sync::Arc;

use kuraban_board::Cell;
use kuraban_level::Dir;
use kuraban_search::Stop;

use crate::encode::{boxes_come_by_pushes, write_goal};
use crate::formula::Section;
use crate::pace::{Pace, rest, unhurried};
use crate::{Facts, Formula, Lit, Name};

/// The variables of one layer; `None` is false.
#[derive(Clone, Debug)]
struct Layer {
    player: Vec<Option<Lit>>,
    boxes: Vec<Option<Lit>>,
    /// By the box's cell and the direction; the step that leads to the next layer.
    pushes: Vec<[Option<Lit>; 4]>,
}

/// Writes a formula of this encoding, layer by layer.
#[derive(Debug)]
pub struct Moves {
    facts: Arc<Facts>,
    bound: u32,
    /// Pairs of cells with a common neighbour.
    forks: Vec<(Cell, Cell)>,
    layers: Vec<Layer>,
    /// What is written so far.
    pub formula: Formula,
}

impl Moves {
    /// The formula for exactly `bound` steps.
    pub fn new(facts: &Arc<Facts>, bound: u32) -> Self {
        let mut this = Self::begin(facts, bound);
        while this.write_layer(&mut unhurried) == Continue(true) {}
        this
    }

    /// Begins with the first state; nothing else is written yet.
    pub(crate) fn begin(facts: &Arc<Facts>, bound: u32) -> Self {
        let mut this = Self {
            facts: Arc::clone(facts),
            bound,
            forks: forks(facts),
            layers: Vec::new(),
            formula: Formula::default(),
        };
        this.formula.section(Section::Initial);
        let first = this.fluents(0);
        this.formula.imply(&[], &[first.player[facts.cells.player.index()]]);
        for &at in &facts.cells.boxes {
            this.formula.imply(&[], &[first.boxes[at.index()]]);
        }
        if facts.matching.is_none() {
            this.formula.clause([]); // not every box has a goal: no plan at all
        }
        this.layers.push(first);
        this
    }

    /// Writes one more layer, or the goal after the last one; whether there is more to write.
    pub(crate) fn write_layer(&mut self, pace: Pace<'_>) -> ControlFlow<Stop, bool> {
        let t = self.layers.len() as u32 - 1;
        if t < self.bound {
            self.step(t, pace)?;
            return Continue(true);
        }
        let last = &self.layers[self.bound as usize];
        write_goal(&mut self.formula, &self.facts, &last.boxes);
        Continue(false)
    }

    /// Adds that the last step is a push, as in every shortest plan. That makes the formula
    /// much easier where there is no plan, but a plan can no longer be extended: every
    /// lower bound has to be ruled out.
    pub fn end_with_a_push(&mut self) {
        if let Some(last) = self.bound.checked_sub(1) {
            let pushes = &self.layers[last as usize].pushes;
            let pushes: Vec<_> = pushes.iter().flatten().copied().collect();
            self.formula.imply(&[], &pushes);
        }
    }

    /// The variables of state `t`, and what holds among them.
    fn fluents(&mut self, t: u32) -> Layer {
        let Self { facts, formula, bound, .. } = self;
        let left = *bound - t;
        let cells = &facts.cells;
        let place = |cell: Cell| facts.places[cell.index()];
        let player: Vec<_> = cells
            .iter()
            .map(|cell| {
                let possible = facts.walk[cell.index()] <= t && facts.has_parity(cell, t);
                possible.then(|| formula.variable(Name::Sokoban(place(cell), t)))
            })
            .collect();
        let boxes: Vec<_> = cells
            .iter()
            .map(|cell| {
                let possible = facts.moves.box_first[cell.index()] <= t
                    && facts.moves.box_last[cell.index()] <= left;
                possible.then(|| formula.variable(Name::Crate(place(cell), t)))
            })
            .collect();
        for cell in cells.iter() {
            formula.never(&[player[cell.index()], boxes[cell.index()]]);
        }
        // Two boxes that cannot both reach goals in the steps that are left.
        for (a, b) in facts.moves.far_pairs(left) {
            formula.never(&[boxes[a], boxes[b]]);
        }
        Layer { player, boxes, pushes: vec![[None; 4]; cells.len()] }
    }

    /// Writes step `t` and the layer after it.
    fn step(&mut self, t: u32, pace: Pace<'_>) -> ControlFlow<Stop> {
        let left = self.bound - t;
        self.formula.section(Section::Step(t));
        let next = self.fluents(t + 1);
        let Self { facts, formula, layers, forks, .. } = self;
        let cells = &facts.cells;
        let now = layers.last_mut().expect("there is a first layer");
        for at in cells.iter() {
            rest(pace, at)?;
            for dir in Dir::ALL {
                let (first, last) = (&facts.moves.push_first, &facts.moves.push_last);
                let (index, d) = (at.index(), dir.index());
                if first[index][d] > t || last[index][d] > left {
                    continue;
                }
                let behind = cells.step(at, !dir).expect("pushes have a place behind");
                let to = cells.step(at, dir).expect("pushes have a place ahead");
                if now.player[behind.index()].is_none() {
                    continue; // not in time, or of the wrong colour
                }
                let name = Name::Push(facts.places[behind.index()], dir, t);
                let push = Some(formula.variable(name));
                now.pushes[index][d] = push;
                formula.imply(&[push], &[now.player[behind.index()]]);
                formula.imply(&[push], &[next.player[index]]);
                formula.imply(&[push], &[now.boxes[index]]);
                formula.never(&[push, now.boxes[to.index()]]);
                formula.imply(&[push], &[next.boxes[to.index()]]);
            }
        }
        // The player goes one step, from some square to some square.
        let around = |layer: &[Option<Lit>], at: Cell| -> Vec<Option<Lit>> {
            let near = Dir::ALL.into_iter().filter_map(|dir| cells.step(at, dir));
            near.map(|cell| layer[cell.index()]).collect()
        };
        for at in cells.iter() {
            rest(pace, at)?;
            formula.imply(&[next.player[at.index()]], &around(&now.player, at));
            formula.imply(&[now.player[at.index()]], &around(&next.player, at));
        }
        // He goes to one square only: two squares one step away have a common neighbour,
        // and by induction he comes from one square.
        for &(a, b) in &*forks {
            formula.never(&[next.player[a.index()], next.player[b.index()]]);
        }
        for at in cells.iter() {
            rest(pace, at)?;
            let index = at.index();
            // Entering a box's square is a push; a box leaves and arrives only by a push.
            formula.imply(&[next.player[index], now.boxes[index]], &now.pushes[index]);
            formula.imply(&[now.boxes[index]], &[next.boxes[index], next.player[index]]);
            let before = (&*now.boxes, &*now.pushes);
            boxes_come_by_pushes(formula, cells, at, before, &next.boxes);
        }
        self.layers.push(next);
        Continue(())
    }

    /// The steps of a model.
    pub fn plan(&self, value: impl Fn(Lit) -> bool) -> Vec<Dir> {
        let cells = &self.facts.cells;
        let holds = |lit: Option<Lit>| lit.is_some_and(&value);
        let mut at = cells.player;
        let mut plan = Vec::new();
        for layer in &self.layers[1..] {
            let taken = Dir::ALL.into_iter().find_map(|dir| {
                let to = cells.step(at, dir)?;
                holds(layer.player[to.index()]).then_some((dir, to))
            });
            let Some((dir, to)) = taken else { break };
            plan.push(dir);
            at = to;
        }
        plan
    }
}

/// Pairs of cells with a common neighbour.
fn forks(facts: &Facts) -> Vec<(Cell, Cell)> {
    let cells = &facts.cells;
    let mut forks: Vec<(Cell, Cell)> = cells
        .iter()
        .flat_map(|at| {
            let near: Vec<Cell> =
                Dir::ALL.into_iter().filter_map(|dir| cells.step(at, dir)).collect();
            let mut pairs = Vec::new();
            for (index, &a) in near.iter().enumerate() {
                pairs.extend(near[..index].iter().map(|&b| (a.min(b), a.max(b))));
            }
            pairs
        })
        .collect();
    forks.sort_unstable();
    forks.dedup();
    forks
}

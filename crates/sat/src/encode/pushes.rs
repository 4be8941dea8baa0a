//! The encoding `push`: one layer for each push.
//!
//! Variables of layer `t`: `crate(c,t)`, the push `push(c,d,t)` that leads to the next
//! layer, and `reach(c,t)`: the player can walk to `c` before it. Only the direction
//! "reachable needs a reason" is written: the solver may call a reachable cell unreachable,
//! which rules out no plan. Loop formulas cut circular reasons, see [`Island`]. Without
//! some of them the formula is weaker; so "unsatisfiable" is always right, and a model is
//! replayed before it is believed.
//!
//! Every push changes the colour of one box's square, so the plans of a level have either
//! all an even or all an odd number of pushes: bounds rise by two.

use std::ops::ControlFlow::{self, Continue};
use std::sync::Arc;

use kuraban_board::Cell;
use kuraban_board::moves::walk;
use kuraban_level::Dir;
use kuraban_search::Stop;

use crate::encode::{Island, boxes_come_by_pushes, write_goal};
use crate::formula::Section;
use crate::pace::{Pace, rest, unhurried};
use crate::potential::Potential;
use crate::{Facts, Formula, Lit, Name};

/// Actions in one group of "at most one".
const GROUP: usize = 4;

#[derive(Clone, Debug)]
struct Layer {
    boxes: Vec<Option<Lit>>,
    pushes: Vec<[Option<Lit>; 4]>,
    reach: Vec<Option<Lit>>,
}

/// Writes a formula of this encoding for one bound.
#[derive(Debug)]
pub struct Pushes {
    facts: Arc<Facts>,
    bound: u32,
    potential: Potential,
    slack: Slack,
    /// What gets loop formulas from the start.
    islands: Vec<Island>,
    layers: Vec<Layer>,
    /// What is written so far.
    pub formula: Formula,
}

impl Pushes {
    /// The formula for exactly `bound` pushes, with the loop formulas of all small islands and
    /// of these.
    pub fn new(facts: &Arc<Facts>, bound: u32, islands: &[Island]) -> Self {
        let mut this = Self::begin(facts, bound, islands);
        while this.write_layer(&mut unhurried) == Continue(true) {}
        this
    }

    /// Begins with the first state; nothing else is written yet.
    pub(crate) fn begin(facts: &Arc<Facts>, bound: u32, islands: &[Island]) -> Self {
        let cells = &facts.cells;
        let potential = Potential::new(facts);
        let mut all = Island::small(cells);
        all.extend_from_slice(islands);
        let mut this = Self {
            facts: Arc::clone(facts),
            bound,
            slack: Slack::new(&potential, bound),
            potential,
            islands: all,
            layers: Vec::new(),
            formula: Formula::default(),
        };
        this.formula.section(Section::Initial);
        let first = this.state(0);
        for &at in &cells.boxes {
            this.formula.imply(&[], &[first.boxes[at.index()]]);
        }
        if facts.matching.is_none_or(|least| least > bound) {
            this.formula.clause([]);
        }
        this.layers.push(first);
        this
    }

    /// Writes one more layer, or the goal after the last one; whether there is more to write.
    pub(crate) fn write_layer(&mut self, pace: Pace<'_>) -> ControlFlow<Stop, bool> {
        let t = self.layers.len() as u32 - 1;
        if t < self.bound {
            self.formula.section(Section::Step(t));
            self.push(t, pace)?;
            let islands = std::mem::take(&mut self.islands);
            for island in &islands {
                rest(pace, island.cells()[0])?;
                self.write_loop(t, island);
            }
            self.islands = islands;
            return Continue(true);
        }
        let last = &self.layers[self.bound as usize];
        write_goal(&mut self.formula, &self.facts, &last.boxes);
        Continue(false)
    }

    /// Adds the loop formula of one more island at every layer.
    pub fn add_island(&mut self, island: &Island) {
        for t in 0..self.layers.len() as u32 - 1 {
            self.write_loop(t, island);
        }
    }

    fn state(&mut self, t: u32) -> Layer {
        let Self { facts, formula, bound, .. } = self;
        let (cells, lone, left) = (&facts.cells, &facts.pushes, *bound - t);
        let place = |cell: Cell| facts.places[cell.index()];
        let boxes: Vec<_> = cells
            .iter()
            .map(|cell| {
                let index = cell.index();
                (lone.box_first[index] <= t && lone.box_last[index] <= left)
                    .then(|| formula.variable(Name::Crate(place(cell), t)))
            })
            .collect();
        for (a, b) in lone.far_pairs(left) {
            formula.never(&[boxes[a], boxes[b]]);
        }
        let none = vec![None; cells.len()];
        Layer { boxes, pushes: vec![[None; 4]; cells.len()], reach: none }
    }

    /// Writes push `t` and the state after it.
    fn push(&mut self, t: u32, pace: Pace<'_>) -> ControlFlow<Stop> {
        let next = self.state(t + 1);
        self.reachable(t, pace)?;
        let Self { facts, bound, potential, slack, layers, formula, .. } = self;
        let cells = &facts.cells;
        let (lone, left) = (&facts.pushes, *bound - t);
        let now = &mut layers[t as usize];
        let mut all = Vec::new();
        let mut wastes = Vec::new();
        for at in cells.iter() {
            rest(pace, at)?;
            for dir in Dir::ALL {
                let (index, d) = (at.index(), dir.index());
                if lone.push_first[index][d] > t || lone.push_last[index][d] > left {
                    continue;
                }
                let behind = cells.step(at, !dir).expect("pushes have a place behind");
                let to = cells.step(at, dir).expect("pushes have a place ahead");
                let Some(waste) = potential.waste(at, to).filter(|&w| w <= slack.total)
                else {
                    continue;
                };
                let name = Name::Push(facts.places[behind.index()], dir, t);
                let push = Some(formula.variable(name));
                now.pushes[index][d] = push;
                all.push(push);
                wastes.push((push, waste));
                formula.imply(&[push], &[now.reach[behind.index()]]);
                formula.imply(&[push], &[now.boxes[index]]);
                formula.never(&[push, now.boxes[to.index()]]);
                formula.imply(&[push], &[next.boxes[to.index()]]);
                formula.never(&[push, next.boxes[index]]);
            }
        }
        exactly_one(formula, &all, t);
        slack.step(formula, &wastes, t, pace)?;
        for at in cells.iter() {
            rest(pace, at)?;
            let index = at.index();
            let mut goes = vec![next.boxes[index]];
            goes.extend(now.pushes[index]);
            formula.imply(&[now.boxes[index]], &goes);
            let before = (&*now.boxes, &*now.pushes);
            boxes_come_by_pushes(formula, cells, at, before, &next.boxes);
        }
        self.layers.push(next);
        Continue(())
    }

    /// Writes where the player can be before push `t`.
    fn reachable(&mut self, t: u32, pace: Pace<'_>) -> ControlFlow<Stop> {
        let facts = Arc::clone(&self.facts);
        let cells = &facts.cells;
        let place = |cell: Cell| facts.places[cell.index()];
        let reach: Vec<Option<Lit>> = cells
            .iter()
            .map(|cell| Some(self.formula.variable(Name::Reach(place(cell), t))))
            .collect();
        self.layers[t as usize].reach = reach;
        for at in cells.iter() {
            rest(pace, at)?;
            let layer = &self.layers[t as usize];
            self.formula.never(&[layer.reach[at.index()], layer.boxes[at.index()]]);
            self.write_loop(t, &Island::new(vec![at]));
        }
        Continue(())
    }

    fn write_loop(&mut self, t: u32, island: &Island) {
        let cells = &self.facts.cells;
        if t == 0 && island.cells().contains(&cells.player) {
            return;
        }
        let now = &self.layers[t as usize];
        let mut reasons = Vec::new();
        if let Some(before) = t.checked_sub(1) {
            // After a push the player stands where the box was.
            let pushes = &self.layers[before as usize].pushes;
            reasons.extend(island.cells().iter().flat_map(|at| pushes[at.index()]));
        }
        reasons.extend(island.shore(cells).iter().map(|at| now.reach[at.index()]));
        for at in island.cells() {
            self.formula.imply(&[now.reach[at.index()]], &reasons);
        }
    }

    /// The steps of a model, or an island whose loop formula the model lacks.
    pub fn plan(&self, value: impl Fn(Lit) -> bool) -> Result<Vec<Dir>, Island> {
        let cells = &self.facts.cells;
        let mut has_box = vec![false; cells.len()];
        for at in &cells.boxes {
            has_box[at.index()] = true;
        }
        let mut player = cells.player;
        let mut plan = Vec::new();
        for layer in &self.layers[..self.layers.len() - 1] {
            let chosen = cells.iter().find_map(|at| {
                let holds =
                    |dir: &Dir| layer.pushes[at.index()][dir.index()].is_some_and(&value);
                Dir::ALL.into_iter().find(holds).map(|dir| (at, dir))
            });
            let Some((at, dir)) = chosen else { break };
            let behind = cells.step(at, !dir).expect("pushes have a place behind");
            let to = cells.step(at, dir).expect("pushes have a place ahead");
            let free = |cell: &Cell| !has_box[cell.index()];
            let step = |at, dir| cells.step(Cell::new(at), dir).filter(free);
            let step = |at, dir| step(at, dir).map(Cell::index);
            let Some(walk) = walk(cells.len(), player.index(), behind.index(), step)
            else {
                return Err(Island::around(cells, behind, &has_box));
            };
            plan.extend(walk);
            plan.push(dir);
            has_box[at.index()] = false;
            has_box[to.index()] = true;
            player = at;
        }
        Ok(plan)
    }
}

/// Writes that one of the actions happens, and only one: the actions of a small group
/// exclude each other, and each group has a variable; these exclude each other in the same
/// way.
pub(super) fn exactly_one(formula: &mut Formula, actions: &[Option<Lit>], t: u32) {
    formula.imply(&[], actions);
    let mut level: Vec<Option<Lit>> = actions.to_vec();
    let mut index = 0;
    while level.len() > 1 {
        let chunks: Vec<Vec<Option<Lit>>> =
            level.chunks(GROUP).map(<[_]>::to_vec).collect();
        let last = chunks.len() == 1;
        level.clear();
        for chunk in chunks {
            for (position, &a) in chunk.iter().enumerate() {
                for &b in &chunk[..position] {
                    formula.never(&[a, b]);
                }
            }
            if chunk.len() == 1 {
                level.push(chunk[0]);
            } else if !last {
                let group = Some(formula.variable(Name::Group(index, t)));
                index += 1;
                for &action in &chunk {
                    formula.imply(&[action], &[group]);
                }
                level.push(group);
            }
        }
    }
}

/// Counts wasted pushes in unary: `slack(j,t)` holds if at least `j` units were wasted before
/// push `t`.
#[derive(Debug)]
struct Slack {
    total: u32,
    used: Vec<Option<Lit>>,
}

impl Slack {
    fn new(potential: &Potential, bound: u32) -> Self {
        let total = u32::try_from(i64::from(bound) - potential.bound()).unwrap_or(0);
        Self { total, used: vec![None; total as usize] }
    }

    fn step(
        &mut self,
        formula: &mut Formula,
        wastes: &[(Option<Lit>, u32)],
        t: u32,
        pace: Pace<'_>,
    ) -> ControlFlow<Stop> {
        let after: Vec<Option<Lit>> = (1..=self.total)
            .map(|used| Some(formula.variable(Name::Slack(used, t + 1))))
            .collect();
        for (&before, &after) in self.used.iter().zip(&after) {
            formula.imply(&[before], &[after]);
        }
        for &(push, waste) in wastes.iter().filter(|&&(_, waste)| waste > 0) {
            pace(1 + u64::from(self.total) / 16)?;
            formula.imply(&[push], &[after[waste as usize - 1]]);
            for used in 1..=self.total {
                let sum = after.get((used + waste) as usize - 1).copied().flatten();
                formula.imply(&[push, self.used[used as usize - 1]], &[sum]);
            }
        }
        self.used = after;
        Continue(())
    }
}

//! The engines that search from the start position.

use kuraban_level::{Level, Rules};
use kuraban_search::{Claim, Engine, Objective, Promise, Run, Stop, Verdict};

use crate::board::Board;
use crate::breadth::Layers;
use crate::nodes::{Id, Nodes};
use crate::space::{Measure, Pulls, Pushes, Space, Steps};
use crate::{tell, walk, ways};

/// In which order states are expanded.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Order {
    /// The oldest first.
    Breadth,
}

/// A forward engine: a name and an order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Forward {
    name: &'static str,
    order: Order,
    optimal: &'static [Objective],
    about: &'static str,
}

const ALL_MEASURES: &[Objective] =
    &[Objective::Moves, Objective::Pushes, Objective::Robot, Objective::Actions];

impl Forward {
    pub(crate) const BFS: Self = Self {
        name: "bfs",
        order: Order::Breadth,
        optimal: ALL_MEASURES,
        about: "breadth-first: a queue; the first solution is the best",
    };
}

impl Engine for Forward {
    fn name(&self) -> &'static str {
        self.name
    }

    fn promise(&self) -> Promise {
        Promise {
            rules: &[Rules::Boxes, Rules::Boulders],
            complete: true,
            optimal: self.optimal,
            about: self.about,
        }
    }

    fn solve(
        &self,
        level: &Level,
        objective: Objective,
        run: &mut Run<'_>,
    ) -> Result<Verdict, Stop> {
        let board = Board::new(level);
        let mut space = space_for(&board, self.order, objective);
        let root = space.roots();
        if space.is_final(&root) {
            return Ok(Verdict::Solved(tell::already_solved(&board)));
        }
        tell::static_bounds(&board, run);
        let mut job = Job { board: &board, space: space.as_mut(), objective, run };
        match self.order {
            Order::Breadth if job.space.is_uniform() => job.breadth(),
            Order::Breadth => Ok(Verdict::GaveUp),
        }
    }
}

/// The space an objective needs: pushes with the player's region where the player's steps do
/// not count, steps otherwise. Boulders have no regions: there the player's square is the goal.
fn space_for<'a>(
    board: &'a Board,
    order: Order,
    objective: Objective,
) -> Box<dyn Space + 'a> {
    let boxes = board.rules == Rules::Boxes;
    let _ = order;
    match objective {
        Objective::Any | Objective::Pushes if boxes => Box::new(Pushes::new(board)),
        Objective::Any | Objective::Moves => Box::new(Steps::new(board, Measure::Moves)),
        Objective::Pushes => Box::new(Steps::new(board, Measure::Pushes)),
        Objective::Robot => Box::new(Steps::new(board, Measure::Robot)),
        Objective::Actions => Box::new(Steps::new(board, Measure::Actions)),
    }
}

/// One level, one objective, one run.
struct Job<'a, 'r, 'x> {
    board: &'a Board,
    space: &'a mut dyn Space,
    objective: Objective,
    run: &'r mut Run<'x>,
}

impl Job<'_, '_, '_> {
    fn breadth(&mut self) -> Result<Verdict, Stop> {
        let settle = self.objective != Objective::Any && self.space.has_ties();
        let mut layers = Layers::new(self.space, self.run)?;
        while !layers.frontier().is_empty() {
            self.space.prove(layers.depth() + 1, self.run);
            let id =
                layers.deepen(self.space, self.run, |_, edge| edge.is_final, settle)?;
            if let Some(id) = id {
                let depth = layers.depth();
                let at_depth = |id, depth| layers.depth_of(id) == depth;
                return self.conclude(&layers.nodes, id, depth, settle, at_depth);
            }
        }
        Ok(Verdict::Unsolvable)
    }

    /// Turns the first or best final state into a verdict: settles the moves of a solution with
    /// the fewest pushes, where that was asked for and the space does not know them.
    fn conclude(
        &mut self,
        nodes: &Nodes,
        id: Id,
        cost: u32,
        settled: bool,
        at_depth: impl Fn(Id, u32) -> bool,
    ) -> Result<Verdict, Stop> {
        let steps = self.space.steps(&nodes.path(id));
        let (first, both) = self.space.claims();
        let mut optimal = vec![first];
        if settled {
            optimal.extend(both);
        }
        let found = tell::found(self.space, steps, optimal, Some(cost), self.run);
        if self.objective != Objective::Pushes || self.board.rules != Rules::Boxes {
            return Ok(Verdict::Solved(found));
        }
        let mut pulls = Pulls::new(self.board);
        let ends = pulls.roots();
        let marks = ways::sweep(&mut pulls, nodes, ends, cost, at_depth, self.run)?;
        let board = self.board;
        let mut ends = Pushes::new(board);
        let leads_on = |key: &[u8], depth: u32| {
            if depth == cost {
                ends.is_final(key)
            } else {
                nodes.find(key).is_some_and(|id| marks.contains(id))
            }
        };
        let pushes = ways::fewest_moves(board, self.space, cost, leads_on, self.run)?;
        let steps = walk::steps_of_pushes(board, &pushes);
        let optimal = vec![Claim::Pushes, Claim::PushesThenMoves];
        Ok(Verdict::Solved(tell::found(self.space, steps, optimal, None, self.run)))
    }
}

//! The engines that search from the start position.

use kuraban_level::{Level, Rules};
use kuraban_search::{Engine, Found, Objective, Promise, Run, Stop, Verdict};

use crate::best::{BestFirst, Guide, Until};
use crate::board::Board;
use crate::breadth::Layers;
use crate::cost::Cost;
use crate::depth::{Depths, Dive, Then, Visits};
use crate::nodes::{Id, Nodes};
use crate::space::{Measure, Pushes, Space, Steps};
use crate::tell;
use crate::ways::{self, From};

/// In which order states are expanded.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Order {
    /// The oldest first.
    Breadth,
    /// The youngest first.
    Depth,
    /// The youngest first, up to a depth that rises.
    Deepening,
    /// The youngest first, up to a sum of cost and bound that rises.
    InformedDeepening,
    /// The least sum of cost and bound first.
    AStar,
    /// The least bound first.
    Greedy,
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
    pub(crate) const DFS: Self = Self {
        name: "dfs",
        order: Order::Depth,
        optimal: ALL_MEASURES,
        about: "depth-first: a stack; the first solution for `any`, else on to the best",
    };
    pub(crate) const IDDFS: Self = Self {
        name: "iddfs",
        order: Order::Deepening,
        optimal: ALL_MEASURES,
        about: "iterative deepening: depth-first up to a depth that rises",
    };
    pub(crate) const IDASTAR: Self = Self {
        name: "idastar",
        order: Order::InformedDeepening,
        optimal: ALL_MEASURES,
        about: "IDA*: depth-first up to a cost plus matching bound that rises",
    };
    pub(crate) const ASTAR: Self = Self {
        name: "astar",
        order: Order::AStar,
        optimal: ALL_MEASURES,
        about: "A*: least cost plus matching bound first",
    };
    pub(crate) const GREEDY: Self = Self {
        name: "greedy",
        order: Order::Greedy,
        optimal: &[],
        about: "greedy: least matching bound first; quick, proves nothing of its solutions",
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
            Order::Breadth => job.best(Guide::Cost),
            Order::Depth => job.depth(),
            Order::Deepening => job.deepening(false),
            Order::InformedDeepening => job.deepening(true),
            Order::AStar => job.best(Guide::CostAndBound),
            Order::Greedy => job.best(Guide::Bound),
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
    let goes_by_steps = matches!(order, Order::Depth | Order::Deepening);
    match objective {
        Objective::Pushes if boxes => Box::new(Pushes::new(board)),
        Objective::Any if boxes && !goes_by_steps => Box::new(Pushes::new(board)),
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
    /// Whether the second pass is wanted: fewest pushes, then moves, in a space without the
    /// player's square.
    fn has_second_pass(&self) -> bool {
        self.objective == Objective::Pushes && self.board.rules == Rules::Boxes
    }

    /// Layer by layer: all edges cost the same.
    fn breadth(&mut self) -> Result<Verdict, Stop> {
        let settle = self.objective != Objective::Any && self.space.has_ties();
        let mut layers = Layers::new(self.space, self.run)?;
        while !layers.frontier().is_empty() {
            self.space.prove(layers.depth() + 1, self.run);
            let id =
                layers.deepen(self.space, self.run, |_, edge| edge.is_final, settle)?;
            if let Some(id) = id {
                let depth = layers.depth();
                let found = self.least(&layers.nodes, id, depth, settle);
                let depth_of =
                    |key: &[u8]| layers.nodes.find(key).map(|id| layers.depth_of(id));
                return self.then_moves(found, depth, &depth_of);
            }
        }
        Ok(Verdict::Unsolvable)
    }

    /// The least cost first.
    fn best(&mut self, guide: Guide) -> Result<Verdict, Stop> {
        let until = if self.has_second_pass() && guide != Guide::Bound {
            Until::Settled
        } else {
            Until::Found
        };
        let mut search = BestFirst::new(self.space, guide, self.run)?;
        let mut proved = 0;
        let id = search.search(self.space, until, self.run, |space, priority, run| {
            if guide != Guide::Bound && priority != Cost::MAX && priority.first() > proved
            {
                proved = priority.first();
                space.prove(proved, run);
            }
            run.statistics.depth = u64::from(priority.first());
            run.tick()
        })?;
        let Some(id) = id else { return Ok(Verdict::Unsolvable) };
        if guide == Guide::Bound {
            let steps = self.space.steps(&search.nodes.path(id));
            return Ok(Verdict::Solved(tell::found(
                self.space,
                steps,
                Vec::new(),
                None,
                self.run,
            )));
        }
        let cost = search.nodes.cost(id).first();
        let found = self.least(&search.nodes, id, cost, true);
        let nodes = &search.nodes;
        let depth_of = |key: &[u8]| nodes.find(key).map(|id| nodes.cost(id).first());
        self.then_moves(found, cost, &depth_of)
    }

    /// To the first solution, and from there on to the best where a measure was asked for.
    fn depth(&mut self) -> Result<Verdict, Stop> {
        let mut depths = Depths::new(self.space, self.run)?;
        let mut found = None;
        let mut note =
            |space: &mut dyn Space, nodes: &Nodes, id: Id, run: &mut Run<'_>| {
                let steps = space.steps(&nodes.path(id));
                found = Some(tell::found(space, steps, Vec::new(), None, run));
            };
        let dive = Dive {
            visits: Visits::Once,
            then: Then::Stop,
            limit: Cost::MAX,
            beat: Cost::MAX,
            informed: false,
        };
        let first = depths.dive(self.space, dive, self.run, &mut note)?;
        let Some((_, cost)) = first.best else { return Ok(Verdict::Unsolvable) };
        let then = self.after_a_solution();
        if then == Then::Stop && self.objective == Objective::Any {
            return Ok(Verdict::Solved(found.expect("it was noted")));
        }
        let (then, limit) = match then {
            Then::AllBest => (then, cost.with_any_second()),
            Then::Stop | Then::Better => (Then::Better, cost.just_below()),
        };
        let dive = Dive {
            visits: Visits::WhenCheaper,
            then,
            limit,
            beat: cost,
            informed: false,
        };
        let best = depths.dive(self.space, dive, self.run, &mut note)?;
        let cost = best.best.map_or(cost, |(_, cost)| cost).first();
        let (measure, both) = self.space.claims();
        let optimal = [measure].into_iter().chain(both).collect();
        let steps = found.expect("it was noted").steps;
        let found = tell::found(self.space, steps, optimal, Some(cost), self.run);
        self.then_moves(found, cost, &depths.depth_of())
    }

    /// Depth-first again and again, each time as deep as the least that was too deep before.
    fn deepening(&mut self, informed: bool) -> Result<Verdict, Stop> {
        let mut depths = Depths::new(self.space, self.run)?;
        let root = self.space.roots();
        let mut next = if informed { self.space.bound(&root) } else { Cost::ZERO };
        let then = self.after_a_solution();
        // What is dead by its bound is never looked at: the bound is the proof.
        while next != Cost::MAX {
            self.space.prove(next.first(), self.run);
            let dive = Dive {
                visits: Visits::WhenCheaper,
                then,
                limit: next.with_any_second(),
                beat: Cost::MAX,
                informed,
            };
            let measure = self.space.claims().0;
            let outcome =
                depths.dive(self.space, dive, self.run, |space, nodes, id, run| {
                    let steps = space.steps(&nodes.path(id));
                    tell::found(space, steps, vec![measure], None, run);
                })?;
            if let Some((id, cost)) = outcome.best {
                let cost = cost.first();
                let found = self.least(&depths.nodes, id, cost, then == Then::Better);
                return self.then_moves(found, cost, &depths.depth_of());
            }
            let Some(cut) = outcome.cut else { break };
            next = cut;
        }
        Ok(Verdict::Unsolvable)
    }

    /// What is left to do in a depth-first search when it has found a solution of least cost in
    /// the first measure.
    fn after_a_solution(&self) -> Then {
        if self.has_second_pass() {
            Then::AllBest
        } else if self.space.has_ties() && self.objective != Objective::Any {
            Then::Better
        } else {
            Then::Stop
        }
    }

    /// Tells a solution of least cost.
    fn least(&mut self, nodes: &Nodes, id: Id, cost: u32, settled: bool) -> Found {
        let steps = self.space.steps(&nodes.path(id));
        let (first, both) = self.space.claims();
        let mut optimal = vec![first];
        if settled {
            optimal.extend(both);
        }
        tell::found(self.space, steps, optimal, Some(cost), self.run)
    }

    /// Settles the moves of a solution with the fewest pushes, where that was asked for and the
    /// space does not know them.
    fn then_moves(
        &mut self,
        found: Found,
        pushes: u32,
        depth_of: &dyn Fn(&[u8]) -> Option<u32>,
    ) -> Result<Verdict, Stop> {
        if !self.has_second_pass() {
            return Ok(Verdict::Solved(found));
        }
        let found = ways::settle(self.board, From::End, pushes, depth_of, self.run)?;
        Ok(Verdict::Solved(found))
    }
}

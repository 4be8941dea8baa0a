//! The engines that search from the start position.

use std::ops::ControlFlow::Continue;
use std::sync::Arc;

use kuraban_level::{Dir, Level, Rules};
use kuraban_search::{Claim, Engine, Found, Objective, Promise, Question, Search, Stage};

use crate::best::{BestFirst, Guide, Until};
use crate::board::Board;
use crate::bound::Bound;
use crate::breadth::Breadth;
use crate::classic::{Classic, Explorer};
use crate::depth::{Deepening, Then, ToBest};
use crate::opening::Opened;
use crate::space::{Measure, Pushes, Space, Steps};
use crate::strategy::{Event, Strategy};
use crate::trail::Telling;
use crate::ways::{From, SecondPass};
use crate::work::{Flow, Work};
use crate::zone::Zone;

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

impl Forward {
    /// Every forward engine.
    pub(crate) const ALL: [Self; 6] = [
        Self::best(
            "bfs",
            Order::Breadth,
            "breadth-first: a queue; the first solution is the best",
        ),
        Self::best(
            "dfs",
            Order::Depth,
            "depth-first: a stack; the first solution for `any`, else on to the best",
        ),
        Self::best(
            "iddfs",
            Order::Deepening,
            "iterative deepening: depth-first up to a depth that rises",
        ),
        Self::best("astar", Order::AStar, "A*: least cost plus matching bound first"),
        Self::best(
            "idastar",
            Order::InformedDeepening,
            "IDA*: depth-first up to a cost plus matching bound that rises",
        ),
        Self {
            name: "greedy",
            order: Order::Greedy,
            optimal: &[],
            about: "greedy: least matching bound first; quick, proves nothing of its solutions",
        },
    ];

    /// An engine whose solutions are the best by any measure.
    const fn best(name: &'static str, order: Order, about: &'static str) -> Self {
        Self { name, order, optimal: Objective::LEAST, about }
    }
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

    fn begin(&self, level: &Arc<Level>, question: &Question) -> Box<dyn Search> {
        let (order, objective) = (self.order, question.objective);
        let informed =
            matches!(order, Order::InformedDeepening | Order::AStar | Order::Greedy);
        Box::new(Classic::new(self.name, level, objective, informed, move |opened| {
            Box::new(Job::new(opened, order, objective))
        }))
    }
}

/// The space an objective needs: pushes with the player's zone where the player's steps do
/// not count, steps otherwise. Boulders have no zones: there the player's square is the goal.
fn space_for(
    board: &Arc<Board>,
    bound: Option<Bound>,
    order: Order,
    objective: Objective,
) -> Box<dyn Space> {
    let boxes = board.rules == Rules::Boxes;
    let goes_by_steps = matches!(order, Order::Depth | Order::Deepening);
    let is_by_pushes = match objective {
        Objective::Any => !goes_by_steps,
        _ => objective == Objective::Pushes,
    };
    if boxes && is_by_pushes {
        return Box::new(Pushes::new(board, bound));
    }
    Box::new(Steps::new(board, bound, Measure::of(objective)))
}

/// A search from the start position.
struct Job {
    board: Arc<Board>,
    order: Order,
    objective: Objective,
    has_memory: bool,
    bound: Option<Bound>,
    /// The space and the strategy; none before the first turn and in the second pass.
    first_pass: Option<FirstPass>,
    second_pass: Option<SecondPass>,
}

struct FirstPass {
    space: Box<dyn Space>,
    strategy: Box<dyn Strategy>,
    /// The solution being written down, and what kind it is.
    telling: Option<(Telling, Event)>,
    /// The steps of the solution that was told last.
    last: Vec<Dir>,
}

impl Job {
    fn new(opened: Opened, order: Order, objective: Objective) -> Self {
        Self {
            board: opened.board,
            order,
            objective,
            has_memory: false,
            bound: opened.bound,
            first_pass: None,
            second_pass: None,
        }
    }

    /// Whether the second pass is wanted: fewest pushes, then moves, in a space without the
    /// player's square.
    fn has_second_pass(&self) -> bool {
        self.objective == Objective::Pushes && self.board.rules == Rules::Boxes
    }

    fn begin(&mut self) -> FirstPass {
        let bound = self.bound.take();
        let space = space_for(&self.board, bound, self.order, self.objective);
        FirstPass {
            strategy: self.strategy(&*space),
            space,
            telling: None,
            last: Vec::new(),
        }
    }

    fn strategy(&self, space: &dyn Space) -> Box<dyn Strategy> {
        let any = self.objective == Objective::Any;
        let then = self.after_a_solution(space);
        let best = |guide: Guide| -> Box<dyn Strategy> {
            let settles = self.has_second_pass() && guide != Guide::Bound;
            let until = if settles { Until::Settled } else { Until::Found };
            Box::new(BestFirst::new(space, guide, until))
        };
        match self.order {
            Order::Breadth if space.is_uniform() => {
                Box::new(Breadth::new(space, !any && space.has_ties()))
            }
            Order::Breadth => best(Guide::Cost),
            Order::Depth => Box::new(ToBest::new(space, then, any)),
            Order::Deepening => Box::new(Deepening::new(space, then, false)),
            Order::InformedDeepening => Box::new(Deepening::new(space, then, true)),
            Order::AStar => best(Guide::CostAndBound),
            Order::Greedy => best(Guide::Bound),
        }
    }

    /// What is left to do in a depth-first search when it has found a solution of least cost in
    /// the first measure.
    fn after_a_solution(&self, space: &dyn Space) -> Then {
        if self.has_second_pass() {
            Then::AllBest
        } else if space.has_ties() && self.objective != Objective::Any {
            Then::Better
        } else {
            Then::Stop
        }
    }

    /// What is proved of a solution.
    fn claims(&self, space: &dyn Space, event: Event) -> Vec<Claim> {
        let (first, both) = space.claims();
        match event {
            Event::Better(_) if self.order == Order::Depth => Vec::new(),
            Event::Any(_) | Event::Nothing => Vec::new(),
            Event::Better(_) | Event::Least { settled: false, .. } => vec![first],
            Event::Least { .. } | Event::LastIsLeast { .. } => {
                [first].into_iter().chain(both).collect()
            }
        }
    }

    /// Hands over a solution. If the search is done but its space knows only pushes, the
    /// second pass settles the moves.
    fn hand_over(
        &mut self,
        event: Event,
        first_pass: FirstPass,
        work: &mut Work<'_, '_>,
    ) -> Stage {
        let optimal = self.claims(&*first_pass.space, event);
        let found = Found { steps: first_pass.last.clone(), optimal, by: "" };
        let cost = match event {
            Event::Better(_) => {
                self.first_pass = Some(first_pass);
                return Stage::Found(found);
            }
            Event::Any(_) | Event::Nothing => return Stage::Solved(found),
            Event::Least { cost, .. } | Event::LastIsLeast { cost } => cost,
        };
        first_pass.space.prove(cost, work);
        if !self.has_second_pass() {
            return Stage::Solved(found);
        }
        let depth_of = first_pass.strategy.into_depths();
        self.second_pass = Some(SecondPass::new(&self.board, From::End, cost, depth_of));
        Stage::Found(found)
    }
}

impl FirstPass {
    /// Works until a solution is written down. `None` where there is none.
    fn advance(&mut self, board: &Board, work: &mut Work<'_, '_>) -> Flow<Option<Event>> {
        loop {
            if let Some((telling, event)) = &mut self.telling {
                let tables = [self.strategy.nodes(); 2];
                self.last = telling.advance(board, &mut *self.space, tables, work)?;
                let event = *event;
                self.telling = None;
                return Continue(Some(event));
            }
            let event = self.strategy.advance(&mut *self.space, work)?;
            match event {
                Event::Nothing => return Continue(None),
                Event::LastIsLeast { .. } => return Continue(Some(event)),
                Event::Better(id) | Event::Any(id) | Event::Least { id, .. } => {
                    self.telling = Some((Telling::from_root(id), event));
                }
            }
        }
    }
}

impl Explorer for Job {
    fn advance(&mut self, work: &mut Work<'_, '_>) -> Flow<Stage> {
        if !self.has_memory {
            work.take(2 * Zone::bytes(&self.board))?;
            self.has_memory = true;
        }
        if let Some(second_pass) = &mut self.second_pass {
            return second_pass.advance(work);
        }
        let mut first_pass = self.first_pass.take().unwrap_or_else(|| self.begin());
        match first_pass.advance(&self.board, work) {
            Continue(Some(event)) => Continue(self.hand_over(event, first_pass, work)),
            Continue(None) => Continue(Stage::Unsolvable),
            pause => {
                self.first_pass = Some(first_pass);
                pause.map_continue(|_| Stage::Working)
            }
        }
    }
}

//! What the experiments on one level may use, together.

use kuraban::{
    Claim, Clock, Level, Limits, Objective, Question, Run, Silent, Solution, Solver,
    Status, Ties,
};

use crate::finding::Unsettled;

/// What the experiments on one level may use. The clock runs over all of them.
pub struct Budget<'a> {
    /// Limits of the level as a whole, threads and the cancel token.
    question: Question,
    clock: &'a dyn Clock,
    /// How much is tried.
    pub(crate) depth: Depth,
    /// Positions that passes over tables may still look at.
    positions: u64,
}

/// How much is tried on a level. All of it is counted in expansions and positions, so that the
/// findings do not depend on the machine as long as time is not short.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Depth {
    /// Levels with more positions get no table of them.
    pub table: usize,
    /// Positions that all passes over the table may look at.
    pub passes: u64,
    /// Expansions of the search for the fewest pushes.
    pub level: u64,
    /// Expansions of each experiment.
    pub experiment: u64,
    /// Expansions of the search for shorter solutions than the intended one.
    pub shorter: u64,
    /// Classes of shortest solutions that are told apart.
    pub classes: usize,
}

impl Depth {
    /// Enough for small levels, within a second or two. Guessed, then measured on Microban.
    pub const USUAL: Self = Self {
        table: 100_000,
        passes: 2_000_000,
        level: 1_000_000,
        experiment: 20_000,
        shorter: 100_000,
        classes: 1_000,
    };
    /// For minutes.
    pub const THOROUGH: Self = Self {
        table: 2_000_000,
        passes: 400_000_000,
        level: 50_000_000,
        experiment: 2_000_000,
        shorter: 10_000_000,
        classes: 10_000,
    };
}

/// What solving a level in an experiment came to.
pub(crate) enum Solved {
    /// The fewest pushes, proved, with a solution.
    Least(Solution),
    /// Proved unsolvable.
    Unsolvable,
}

impl Solved {
    /// The fewest pushes; `None` where there is no solution.
    pub(crate) fn pushes(&self) -> Option<usize> {
        match self {
            Self::Least(solution) => Some(solution.figures().pushes),
            Self::Unsolvable => None,
        }
    }
}

impl<'a> Budget<'a> {
    /// A budget for one level, which begins now by its clock.
    pub fn new(question: Question, clock: &'a dyn Clock, depth: Depth) -> Self {
        Self { question, clock, depth, positions: depth.passes }
    }

    /// The question for a search of so many expansions.
    pub(crate) fn question(&self, nodes: u64) -> Question {
        let mut limits = self.question.limits;
        limits.nodes = Some(limits.nodes.map_or(nodes, |most| most.min(nodes)));
        self.question.clone().limits(limits).threads(1)
    }

    /// Threads that the search for the fewest pushes may use.
    pub(crate) fn threads(&self) -> usize {
        self.question.threads
    }

    pub(crate) fn clock(&self) -> &'a dyn Clock {
        self.clock
    }

    /// A run within the limits of the level, without a limit of expansions.
    pub(crate) fn run(&self) -> Run<'a> {
        let mut limits: Limits = self.question.limits;
        limits.nodes = None;
        Run::new(limits, self.question.cancel.clone(), self.clock)
    }

    /// Why nothing more can be tried.
    pub(crate) fn stopped(&self) -> Result<(), Unsettled> {
        match self.run().stop() {
            Some(stop) => Err(Unsettled::because(format!(
                "stopped by the limit of {}",
                stop.name()
            ))),
            None => Ok(()),
        }
    }

    /// Takes positions for a pass over a table.
    pub(crate) fn take(&mut self, positions: u64) -> Result<(), Unsettled> {
        self.stopped()?;
        if positions > self.positions {
            self.positions = 0;
            return Err(Unsettled::because("its share of the work is used up"));
        }
        self.positions -= positions;
        Ok(())
    }

    /// The fewest pushes of a level.
    pub(crate) fn least(&self, level: &Level, ties: Ties) -> Result<Solved, Unsettled> {
        self.stopped()?;
        if level.is_solved_at_start() {
            let nothing = Solution::check(level, &[]);
            return Ok(Solved::Least(nothing.expect("solved already")));
        }
        let question = self.question(self.depth.experiment);
        let question = question.objective(Objective::Pushes).ties(ties);
        let refused = |error: kuraban::AskError| Unsettled::because(error.to_string());
        let answer = Solver::new("optimal")
            .map_err(refused)?
            .solve_with(level, &question, self.clock, &mut Silent)
            .map_err(refused)?;
        let claim = match ties {
            Ties::Least => Claim::PushesThenMoves,
            Ties::None => Claim::Pushes,
        };
        match (answer.status, answer.solution) {
            (Status::Unsolvable, _) => Ok(Solved::Unsolvable),
            (_, Some(solution)) if answer.optimal.contains(&claim) => {
                Ok(Solved::Least(solution))
            }
            (Status::Error(why), _) => Err(Unsettled::because(why)),
            _ => Err(Unsettled::because(match answer.reason {
                Some("nodes") | None => "an experiment took too long".to_owned(),
                Some(reason) => format!("stopped by the limit of {reason}"),
            })),
        }
    }
}

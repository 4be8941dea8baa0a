//! What is known about a level before it is handed over.

use kuraban::{
    Claim, Difficulty, Features, Level, Limits, Objective, Question, Replay, Run, Silent,
    Solution, Solver, Status,
};

use crate::recipe::{Label, Wants};

/// Expansions that one search may take. Levels that need more are left out.
const NODES: u64 = 200_000;
/// Memory that one search may take.
const MEMORY: usize = 256 << 20;

/// The engines that label levels. None of them makes levels.
pub(crate) struct Judge {
    greedy: Solver,
    least: Solver,
}

/// A level that was solved.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Labels {
    /// The solution, replayed.
    pub solution: Solution,
    /// What is proved least about it.
    pub proved: Vec<Claim>,
    /// The fewest moves of any solution, where that was asked for.
    pub least_moves: Option<usize>,
    /// Pushes that the boxes need if they are never in each other's way.
    pub bound: u64,
    /// Expansions of the engine `push`.
    pub greedy_expanded: u64,
    /// Pushes that lead away from the goals, where the fewest pushes are proved.
    pub counter_pushes: Option<usize>,
    /// How hard it is, where the fewest pushes are proved.
    pub difficulty: Option<Difficulty>,
}

/// What the search for a solution found out.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Verdict {
    Solved,
    Unsolvable,
    /// A limit was reached.
    Unknown,
}

impl Judge {
    pub(crate) fn new() -> Self {
        let engine = |name| Solver::new(name).expect("an engine of ours");
        Self { greedy: engine("push"), least: engine("optimal") }
    }

    /// Solves and labels a level. `None` where a limit was reached.
    pub(crate) fn label(
        &self,
        level: &Level,
        label: Label,
        run: &Run<'_>,
    ) -> Option<Labels> {
        let clock = || run.elapsed();
        let ask = |solver: &Solver, objective| {
            let question = question(run).objective(objective);
            let answer = solver.solve_with(level, &question, &clock, &mut Silent).ok()?;
            let whole = answer.status == Status::Solved && answer.reason.is_none();
            whole.then_some(answer)
        };
        let greedy = ask(&self.greedy, Objective::Any)?;
        let greedy_expanded = greedy.account.expanded;
        let mut bound = greedy.bounds.get(&Claim::Pushes).copied().unwrap_or(0);
        let moves = match label {
            Label::Moves | Label::All => Some(ask(&self.least, Objective::Moves)?),
            Label::None | Label::Greedy | Label::Pushes => None,
        };
        let least_moves = moves.as_ref().and_then(|answer| {
            answer.solution.as_ref().map(|solution| solution.figures().moves)
        });
        let answer = match label {
            Label::None | Label::Greedy => greedy,
            Label::Moves => moves?,
            Label::Pushes | Label::All => ask(&self.least, Objective::Pushes)?,
        };
        let solution = answer.solution?;
        let (mut difficulty, mut counter_pushes) = (None, None);
        if label.judges() && answer.optimal.contains(&Claim::PushesThenMoves) {
            let features = Features::of(level, &solution, greedy_expanded);
            bound = solution.figures().pushes as u64 - features.gap;
            counter_pushes = features.course.map(|course| course.counter_pushes);
            difficulty = Some(Difficulty::of(&features));
        }
        Some(Labels {
            solution,
            proved: answer.optimal,
            least_moves,
            bound,
            greedy_expanded,
            counter_pushes,
            difficulty,
        })
    }

    /// Whether a level can be solved.
    pub(crate) fn verdict(&self, level: &Level, run: &Run<'_>) -> Verdict {
        let clock = || run.elapsed();
        let answer = self.greedy.solve_with(level, &question(run), &clock, &mut Silent);
        match answer {
            Ok(answer) if answer.status == Status::Solved => Verdict::Solved,
            Ok(answer) if answer.status == Status::Unsolvable => Verdict::Unsolvable,
            _ => Verdict::Unknown,
        }
    }
}

/// A question that ends with the run.
fn question(run: &Run<'_>) -> Question {
    let mut limits = Limits::default().nodes(NODES).memory(MEMORY);
    limits.time = run.limits().time;
    Question::default().threads(1).limits(limits).cancel(run.cancel().clone())
}

impl Labels {
    /// Whether the solution pushes every box: one that stays is only a wall.
    pub(crate) fn push_every_box(&self, level: &Level) -> bool {
        let mut left = level.boxes().to_vec();
        let mut replay = Replay::new(level);
        for step in self.solution.steps() {
            if let Ok(Some((from, _))) = replay.step(step.dir) {
                left.retain(|&at| at != from);
            }
        }
        left.is_empty()
    }
}

impl Wants {
    /// Whether a labelled level is as wanted.
    pub fn hold(&self, labels: &Labels) -> bool {
        let figures = labels.solution.figures();
        let within = |band: &Option<std::ops::RangeInclusive<usize>>, figure| {
            band.as_ref().is_none_or(|band| band.contains(&figure))
        };
        let judged = self.difficulty.as_ref().is_none_or(|band| {
            labels.difficulty.as_ref().is_some_and(|found| band.contains(&found.value))
        });
        judged
            && figures.pushes > 0
            && within(&self.pushes, figures.pushes)
            && within(&self.moves, figures.moves)
            && within(&self.box_lines, figures.box_lines)
    }
}

//! Measuring the difficulty of a level.

use kuraban_board::Cells;
use kuraban_level::{Level, Rules};
use kuraban_search::{Claim, Clock, Objective, Question, Silent, Ties};
use kuraban_verify::Solution;

use super::{Course, Difficulty, Features};
use crate::answer::least_pushes;
use crate::{AskError, Solver, Status};

/// A level that was solved and judged.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Measured {
    /// How hard it is; `None` where no solution was found, and for boulder puzzles.
    pub difficulty: Option<Difficulty>,
    /// What that is judged by.
    pub features: Option<Features>,
    /// The solution with the fewest pushes, or the best that was found.
    pub solution: Option<Solution>,
    /// How the search for it ended.
    pub status: Status,
}

impl Difficulty {
    /// Solves a level and judges it: first by the greedy engine, then for the fewest pushes. The
    /// clock runs over both searches, of which the first gets at most half of the time; a limit that
    /// is reached makes the result an estimate.
    pub fn measure(
        level: &Level,
        question: &Question,
        clock: &dyn Clock,
    ) -> Result<Measured, AskError> {
        let mut measured = Measured {
            difficulty: None,
            features: None,
            solution: None,
            status: Status::Limit,
        };
        if level.rules() == Rules::Boulders {
            return Ok(measured);
        }
        let mut first = question.clone();
        first.limits.time = first.limits.time.map(|time| time / 2);
        let (greedy, ended) = greedy_effort(level, &first, clock)?;
        let least = question.clone().objective(Objective::Pushes).ties(Ties::Least);
        let answer =
            Solver::new("auto")?.solve_with(level, &least, clock, &mut Silent)?;
        measured.status = answer.status;
        let Some(solution) = answer.solution else { return Ok(measured) };
        let mut features = Features::of(level, &solution, greedy);
        features.exact = ended && answer.optimal.contains(&Claim::PushesThenMoves);
        measured.difficulty = Some(Difficulty::of(&features));
        measured.features = Some(features);
        measured.solution = Some(solution);
        Ok(measured)
    }
}

impl Features {
    /// The features of a level and its solution with the fewest pushes, whose greedy effort is
    /// known. They are taken for exact.
    pub fn of(level: &Level, solution: &Solution, greedy: u64) -> Self {
        let figures = solution.figures();
        let bound = least_pushes(level).unwrap_or(0);
        Self {
            boxes: Cells::new(level).boxes.len(),
            greedy,
            moves: figures.moves,
            gap: (figures.pushes as u64).saturating_sub(bound),
            course: Some(Course::of(level, solution.steps().iter().map(|step| step.dir))),
            exact: true,
            ..Self::default()
        }
    }
}

/// Expansions of the greedy engine `push` on one thread, and whether it came to an end: a
/// solution, or the proof that there is none.
pub fn greedy_effort(
    level: &Level,
    question: &Question,
    clock: &dyn Clock,
) -> Result<(u64, bool), AskError> {
    let question = question.clone().objective(Objective::Any).threads(1);
    let answer = Solver::new("push")?.solve_with(level, &question, clock, &mut Silent)?;
    let ended = matches!(answer.status, Status::Solved | Status::Unsolvable);
    Ok((answer.account.expanded, ended && answer.reason.is_none()))
}

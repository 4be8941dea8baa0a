//! A first solution made shorter for a moment.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use kuraban_board::{Site, look};
use kuraban_level::{Level, Rules};
use kuraban_search::{
    Claim, Clock, Drive, Found, Later, Listener, Objective, Question, Run, Search, Stop,
};

use crate::Answer;

/// For how long at least.
const LEAST: Duration = Duration::from_millis(250);
/// For how long at most.
const MOST: Duration = Duration::from_secs(1);

/// Shortens the solution of an answer, moves first and then pushes, until it is proved least or
/// for as long as finding it took: a quarter of a second at least, a second at most. What is
/// proved is claimed. An answer without a solution stays as it is; so does that to a boulder
/// puzzle.
///
/// The clock is the one that was running when the answer was found, so that the limits of the
/// question hold for both together.
///
/// ```
/// use kuraban::{Claim, Level, Question, Silent, Solver, SystemClock, shorten};
///
/// let level: Level = "#######\n#     #\n#@ $ .#\n#     #\n#######".parse()?;
/// let (clock, question) = (SystemClock::start(), Question::default());
/// let first = Solver::new("auto")?.solve_with(&level, &question, &clock, &mut Silent)?;
/// let answer = shorten(&level, first, &question, &clock, &mut Silent);
/// assert!(answer.optimal.contains(&Claim::Moves));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn shorten(
    level: &Level,
    first: Answer,
    question: &Question,
    clock: &dyn Clock,
    listener: &mut dyn Listener,
) -> Answer {
    match Shortening::begin(level, first, question, clock) {
        Ok(mut shortening) => {
            while shortening.turn(Drive::STRETCH, listener).is_continue() {}
            shortening.answer()
        }
        Err(first) => *first,
    }
}

/// A first solution being made shorter in turns, as [`shorten`] does it in one go.
pub struct Shortening<'a> {
    level: Level,
    first: Answer,
    known: Found,
    search: Box<dyn Search>,
    run: Run<'a>,
    drive: Drive,
    /// Whether it ends before the time of the question.
    is_brief: bool,
}

impl<'a> Shortening<'a> {
    /// Begins to shorten the solution of an answer; `Err` is an answer that stays as it is.
    pub fn begin(
        level: &Level,
        first: Answer,
        question: &Question,
        clock: &'a dyn Clock,
    ) -> Result<Self, Box<Answer>> {
        let is_done = level.rules() == Rules::Boulders
            || first.optimal.contains(&Claim::MovesThenPushes);
        let solution = first.solution.as_ref().filter(|_| !is_done);
        let Some(solution) = solution else { return Err(Box::new(first)) };
        let now = clock.elapsed();
        let ours = now + now.clamp(LEAST, MOST);
        let theirs = question.limits.time;
        let mut limits =
            question.limits.time(theirs.map_or(ours, |theirs| theirs.min(ours)));
        let used = first.account.expanded;
        limits.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(used));
        let known =
            Found { by: first.found_by.unwrap_or_default(), ..Found::of(solution) };
        Ok(Self {
            search: begin(level, question, &known),
            level: level.clone(),
            first,
            known,
            run: Run::new(limits, question.cancel.clone(), clock),
            drive: Drive::new(),
            is_brief: theirs.is_none_or(|at| at > ours),
        })
    }

    /// Gives one turn of that much work, in units of about a microsecond. `Break`: there is nothing
    /// left to do.
    pub fn turn(&mut self, work: u64, listener: &mut dyn Listener) -> ControlFlow<()> {
        self.drive.turn(&mut *self.search, &self.run, work, listener)
    }

    /// What is known now.
    pub fn answer(self) -> Answer {
        let Self { level, first, known, run, drive, is_brief, .. } = self;
        let mut outcome = drive.outcome();
        let is_ours = outcome.stop == Some(Stop::Time) && is_brief;
        if is_ours || outcome.stop == Some(Stop::Memory) {
            // Only the time for this is over, or the memory: nobody asked for more.
            outcome.stop = None;
        }
        let rank = |found: &Found| {
            let played = kuraban_verify::Solution::check(&level, &found.steps).ok();
            played.map(|played| Objective::Moves.rank(&played.figures()))
        };
        if outcome.best.as_ref().is_none_or(|best| rank(best) > rank(&known)) {
            outcome.best = Some(known);
        }
        outcome.account.add(&first.account);
        for (claim, at_least) in first.bounds {
            let bound = outcome.bounds.entry(claim).or_default();
            *bound = (*bound).max(at_least);
        }
        let mut answer = Answer::conclude(&level, "auto", false, outcome, run.elapsed());
        answer.engine = first.engine;
        if answer.reason == Some("gave up") {
            answer.reason = None;
        }
        answer
    }
}

fn begin(level: &Level, question: &Question, known: &Found) -> Box<dyn Search> {
    let (level, question) = (Arc::new(level.clone()), question.clone());
    let steps = known.steps.clone();
    Later::boxed("shorten", move |turn| {
        let site = Site::new(look(&level, turn)?);
        Ok(Box::new(kuraban_push::shorten(&level, &site, &question, &steps)))
    })
}

//! A solve on its way.

use std::ops::ControlFlow;

use kuraban::{
    Answer, AskError, Asking, Cancel, Clock, Entry, Level, Optimising, Question, Report,
    Shortening, output,
};

use super::asked::Task;
use super::{Done, Files, Follower, Pass, PlannerAsked, Solve};

/// A solve that advances in turns.
pub struct Solving<'a> {
    entry: Entry,
    level: Level,
    question: Question,
    clock: &'a dyn Clock,
    phase: Phase<'a>,
}

/// What is being done.
enum Phase<'a> {
    /// Searching for a solution that is to be shortened, or not.
    Search(Asking<'a>, bool),
    Shorten(Shortening<'a>),
    Optimise(Optimising<'a>),
    /// The planner works in one go.
    Plan(PlannerAsked, Files),
    Over,
}

impl Solve {
    /// Begins, with what the host has: its clock, threads, and files for the planner.
    pub fn begin(
        self,
        clock: &dyn Clock,
        threads: usize,
        cancel: Cancel,
        files: Files,
    ) -> Result<Solving<'_>, AskError> {
        let Self { entry, level, question, task } = self;
        let question = question.threads(threads).cancel(cancel);
        let phase = match task {
            Task::Search { solver, shortens } => {
                Phase::Search(solver.begin(&level, &question, clock, false)?, shortens)
            }
            Task::Optimise(wish) => {
                Phase::Optimise(Optimising::begin(&level, wish, &question, clock, None)?)
            }
            Task::Plan(asked) => Phase::Plan(asked, files),
        };
        Ok(Solving { entry, level, question, clock, phase })
    }
}

impl Solving<'_> {
    /// Gives one turn of that much work, in units of about a microsecond. Tells the end once.
    pub fn turn(&mut self, work: u64, follower: &dyn Follower) -> Option<Done> {
        let Self { level, question, clock, phase, .. } = self;
        let gains = matches!(phase, Phase::Optimise(_));
        let mut pass = Pass { follower, level, clock: *clock, gains };
        let goes_on = match phase {
            Phase::Search(asking, _) => Ok(asking.turn(work, &mut pass)),
            Phase::Shorten(shortening) => Ok(shortening.turn(work, &mut pass)),
            Phase::Optimise(optimising) => optimising.turn(work, &mut pass),
            Phase::Plan(asked, files) => {
                let told = asked.plan(level, question, files, *clock, &mut pass);
                self.phase = Phase::Over;
                return Some(match told {
                    Ok((answer, notes)) => Done { notes, ..self.done(&answer) },
                    Err(why) => Done::failed(&why),
                });
            }
            Phase::Over => return None,
        };
        match goes_on {
            Ok(ControlFlow::Continue(())) => None,
            Ok(ControlFlow::Break(())) => self.next(),
            Err(error) => {
                self.phase = Phase::Over;
                Some(Done::failed(&error.to_string()))
            }
        }
    }

    /// Goes on to what comes next, or tells the end.
    fn next(&mut self) -> Option<Done> {
        match std::mem::replace(&mut self.phase, Phase::Over) {
            Phase::Search(asking, true) => {
                let first = asking.answer();
                match Shortening::begin(&self.level, first, &self.question, self.clock) {
                    Ok(shortening) => {
                        self.phase = Phase::Shorten(shortening);
                        None
                    }
                    Err(first) => Some(self.done(&first)),
                }
            }
            Phase::Search(asking, false) => Some(self.done(&asking.answer())),
            Phase::Shorten(shortening) => Some(self.done(&shortening.answer())),
            Phase::Optimise(optimising) => {
                let done = optimising.optimised();
                Some(Done {
                    before: done.before,
                    stable: done.stable,
                    least: done.least.iter().map(|figure| figure.name()).collect(),
                    ..self.done(&done.answer)
                })
            }
            Phase::Plan(..) | Phase::Over => None,
        }
    }

    fn done(&self, answer: &Answer) -> Done {
        let plan = answer.solution.as_ref();
        Done {
            report: Report::of(&self.level, answer).with_entry(&self.entry),
            plan: plan.map_or(vec![], |solution| output::plan(&self.level, solution)),
            files: vec![],
            notes: vec![],
            before: None,
            stable: None,
            least: vec![],
        }
    }
}

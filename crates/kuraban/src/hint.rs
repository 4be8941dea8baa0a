//! The next push, and whether a position can still be solved.

use kuraban_level::{Level, Rules};
use kuraban_verify::{Replay, Solution};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::report::Word;
use crate::trouble::why_lost;
use crate::{Answer, Status};

/// What to do next in a position, as `hint` prints it. Squares are `row * width + column`
/// from zero.
///
/// ```
/// use kuraban::{Hint, Level, Question, solve};
///
/// let level: Level = "######\n#@ $.#\n######".parse()?;
/// let hint = Hint::of(&level, &solve(&level, &Question::default())?);
/// assert_eq!((hint.solvable, hint.steps.as_deref()), (Some(true), Some("rR")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, Eq, PartialEq)]
#[cfg_attr(feature = "serde", derive(Deserialize, Serialize))]
#[non_exhaustive]
pub struct Hint {
    /// How the search for it ended, as in a report.
    pub status: Word,
    /// Why there is no hint: the limit that was reached.
    pub reason: Option<String>,
    /// Whether it can be solved from here: proved one way or the other, or not known.
    pub solvable: Option<bool>,
    /// Whether there is nothing left to be done.
    pub already_solved: bool,
    /// Why it cannot be solved, in sentences; none where only a search has shown it.
    pub lost_because: Vec<String>,
    /// The walk and the push, as step letters; without a push where walking is enough.
    pub steps: Option<String>,
    /// The push.
    pub push: Option<Push>,
    /// Moves of the solution that is known from here, all steps counted.
    pub moves_left: Option<usize>,
    /// Pushes of it.
    pub pushes_left: Option<usize>,
}

/// One push.
#[derive(Clone, Debug, Eq, PartialEq)]
#[cfg_attr(feature = "serde", derive(Deserialize, Serialize))]
#[non_exhaustive]
pub struct Push {
    /// Where the box (or boulder) stands.
    pub from: usize,
    /// Where it goes.
    pub to: usize,
    /// `up`, `right`, `down` or `left`.
    pub direction: Word,
    /// Whether it comes to a goal.
    pub to_goal: bool,
}

impl Hint {
    /// What the rules see without a search: that nothing is left to be done, or that the
    /// position is lost.
    pub fn at_once(level: &Level) -> Option<Self> {
        if level.is_solved_at_start() {
            return Some(Self {
                status: Status::Solved.name().into(),
                solvable: Some(true),
                already_solved: true,
                moves_left: Some(0),
                pushes_left: Some(0),
                ..Self::default()
            });
        }
        let lost_because = why_lost(level);
        (!lost_because.is_empty()).then(|| Self {
            status: Status::Unsolvable.name().into(),
            solvable: Some(false),
            lost_because,
            ..Self::default()
        })
    }

    /// What an answer tells about the position that was asked about.
    pub fn of(level: &Level, answer: &Answer) -> Self {
        let mut hint = Self {
            status: answer.status.name().into(),
            reason: answer.reason.map(str::to_owned),
            ..Self::default()
        };
        match (&answer.solution, &answer.status) {
            (Some(solution), _) => hint.first_push(level, solution),
            (None, Status::Unsolvable) => {
                hint.solvable = Some(false);
                hint.lost_because = why_lost(level);
            }
            (None, Status::Error(why)) => hint.reason = Some(why.clone()),
            (None, _) => {}
        }
        hint
    }

    fn first_push(&mut self, level: &Level, solution: &Solution) {
        let steps = solution.steps();
        let figures = solution.figures();
        let first = steps.iter().position(|step| step.push);
        let shown = &steps[..first.map_or(steps.len(), |first| first + 1)];
        let mut replay = Replay::new(level);
        self.push = shown.iter().find_map(|step| {
            let (from, to) = replay.step(step.dir).ok()??;
            let to_goal = level.rules() == Rules::Boxes && level.square(to).goal;
            Some(Push { from, to, direction: step.dir.word().into(), to_goal })
        });
        self.solvable = Some(true);
        self.already_solved = steps.is_empty();
        self.steps = (!steps.is_empty()).then(|| kuraban_level::lurd::write(shown));
        self.moves_left = Some(figures.moves);
        self.pushes_left = Some(figures.pushes);
    }

    /// The hint in words.
    pub fn words(&self, level: &Level) -> String {
        let thing = if level.rules() == Rules::Boxes { "box" } else { "boulder" };
        let Some(steps) = &self.steps else {
            return match (self.already_solved, self.solvable) {
                (true, _) => "Solved already: nothing is left to be done.".into(),
                (_, Some(false)) if self.lost_because.is_empty() => {
                    "Lost: a search has tried everything from here.".into()
                }
                (_, Some(false)) => {
                    format!("Lost: {}", self.lost_because.join("\n      "))
                }
                _ => "Not known: neither a solution nor a proof was found.".into(),
            };
        };
        let walk = &steps[..steps.len() - usize::from(self.push.is_some())];
        match &self.push {
            None => format!("Walk {steps}: no push is needed."),
            Some(push) => {
                let Push { from, direction, to_goal, .. } = push;
                let goal = if *to_goal { ", onto a goal" } else { "" };
                let pushed = format!(
                    "the {thing} at {} {direction}{goal}",
                    level.square_name(*from)
                );
                if walk.is_empty() {
                    format!("Push {pushed}.")
                } else {
                    format!("Walk {walk}, then push {pushed}.")
                }
            }
        }
    }
}

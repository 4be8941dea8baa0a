//! What became of a solution, for people and programs.

use std::fmt::Write as _;
use std::io;

use kuraban::{Figure, Figures, Goal, Optimised, Report, Status, trouble::why_lost};
use serde::Serialize;

use super::gains::{Gain, others, pair, word};
use super::known::Best;
use crate::answers::Asked;
use crate::args::{Form, Optimise};
use crate::say::tell;
use crate::solve::write_form;
use crate::words::{count, stopped};

/// What `--json` prints: the report of `solve`, and what became of the solution.
#[derive(Serialize)]
pub(super) struct Told<'a> {
    #[serde(flatten)]
    report: Report,
    goal: String,
    before: Option<Figures>,
    stable: Option<Stable>,
    /// The figures at the head of the goal that are proved least, in its order.
    least: Vec<&'static str>,
    gains: &'a [Gain],
    pool: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    known: Option<Best>,
    #[serde(skip_serializing_if = "Option::is_none")]
    against_known: Option<&'static str>,
    /// The solution in the form that was asked for, line by line.
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<Vec<String>>,
    /// With `--both`, the same for the other goal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) other: Option<Box<Told<'a>>>,
}

#[derive(Serialize)]
struct Stable {
    k: usize,
    figures: Vec<&'static str>,
}

impl Told<'_> {
    /// Adds a warning of the run.
    pub(super) fn warn(&mut self, warning: Option<String>) {
        self.report.warnings.extend(warning);
    }
}

fn names(figures: &[Figure]) -> Vec<&'static str> {
    figures.iter().map(|figure| figure.name()).collect()
}

/// One goal's run on one level.
pub(super) struct Run {
    pub(super) goal: Goal,
    pub(super) done: Optimised,
    pub(super) gains: Vec<Gain>,
}

impl Run {
    pub(super) fn told(
        &self,
        command: &Optimise,
        asked: Asked<'_>,
        best: Option<Best>,
    ) -> io::Result<Told<'_>> {
        let Optimised { answer, before, stable, pool, .. } = &self.done;
        let figures = || names(self.goal.figures());
        let mut report = asked.report(answer);
        if answer.status == Status::Unsolvable {
            report.lost_because = why_lost(asked.level);
        }
        Ok(Told {
            report,
            goal: self.goal.to_string(),
            before: *before,
            stable: stable.map(|k| Stable { k, figures: figures() }),
            least: names(&self.done.least),
            gains: &self.gains,
            pool: pool.len(),
            known: best,
            against_known: best.and_then(|best| self.mark(best)),
            output: self.formed(command, asked)?,
            other: None,
        })
    }

    /// The solution in a form, line by line.
    fn formed(
        &self,
        command: &Optimise,
        asked: Asked<'_>,
    ) -> io::Result<Option<Vec<String>>> {
        let Some(solution) = &self.done.answer.solution else { return Ok(None) };
        if command.form == Form::Lurd {
            return Ok(None);
        }
        let mut text = Vec::new();
        let Asked { item, level, .. } = asked;
        write_form(command.form, &command.input, item, level, solution, &mut text)?;
        Ok(Some(String::from_utf8_lossy(&text).lines().map(str::to_owned).collect()))
    }

    /// How the first figure compares with the best known.
    fn mark(&self, best: Best) -> Option<&'static str> {
        let figures = self.done.answer.solution.as_ref()?.figures();
        let (ours, best) = match self.goal.figures()[0] {
            Figure::Moves => (figures.moves, best.moves),
            Figure::Pushes => (figures.pushes, best.pushes),
            _ => return None,
        };
        Some(match ours.cmp(&best) {
            std::cmp::Ordering::Less => "<",
            std::cmp::Ordering::Equal => "=",
            std::cmp::Ordering::Greater => ">",
        })
    }

    /// What is proved least: what any report claims, and the figures of the goal.
    fn proved(&self) -> Vec<String> {
        let claims = self.done.answer.optimal.iter();
        let mut proved: Vec<_> = claims.map(|claim| claim.name().to_owned()).collect();
        let least = names(&self.done.least).join(",");
        if !least.is_empty() && !proved.contains(&least) {
            proved.push(least);
        }
        proved
    }

    /// One line for people.
    pub(super) fn summary(&self, name: &str, best: Option<Best>) -> String {
        let Optimised { answer, before, stable, .. } = &self.done;
        let Some(solution) = &answer.solution else {
            return match (&answer.status, answer.reason) {
                (Status::Unsolvable, _) => format!("{name}no solution: proved"),
                (Status::Error(why), _) => format!("bug: {name}{why}"),
                (_, reason) => {
                    format!("{name}not solved: {}", stopped(reason.unwrap_or("gave up")))
                }
            };
        };
        let figures = solution.figures();
        let (moves, pushes) = (figures.moves, figures.pushes);
        let mut text = format!(
            "{name}{} (of which {})",
            count(moves, "move"),
            count(pushes, "push")
        );
        text += &others(&self.goal, &figures);
        let first = self.goal.figures()[0];
        if let Some(before) = before
            && self.goal.rank(before) != self.goal.rank(&figures)
        {
            let (old, new) = (first.of(before), first.of(&figures));
            let part = 100.0 * (old as f64 - new as f64) / old.max(1) as f64;
            let word = word(first);
            let _ =
                write!(text, "; was {}, -{part:.1} % {word}", pair(&self.goal, before));
        } else {
            text += "; no better one was found";
        }
        if let Some(best) = best
            && let Some(mark) = self.mark(best)
        {
            let _ =
                write!(text, "; {mark} the best known {}/{}", best.moves, best.pushes);
        }
        let proved = self.proved();
        if !proved.is_empty() {
            let _ = write!(text, "; proved least: {}", proved.join("; "));
        }
        if let Some(boxes) = stable
            && self.done.least.len() < self.goal.figures().len()
        {
            let boxes = count(*boxes, "box");
            let _ = write!(text, "; stable: no better one within {boxes} of it");
        }
        if let Some(reason) = answer.reason {
            let _ = write!(text, "; {}", stopped(reason));
        } else if self.done.least.len() < self.goal.figures().len() {
            text += "; nothing is left to try";
        }
        text
    }
}

/// What collections are told at the end.
pub(super) struct Sums {
    /// Solutions that were given.
    pub(super) given: usize,
    /// Solutions that there are now.
    pub(super) levels: usize,
    /// For each goal.
    goals: Vec<(Goal, Sum)>,
}

/// What the solutions for one goal sum up to.
#[derive(Default)]
struct Sum {
    levels: usize,
    moves: usize,
    pushes: usize,
    /// Levels with fewer, as many and more than the best known, and the known sums.
    marks: [usize; 3],
    known: (usize, usize),
}

impl Sums {
    pub(super) fn of(goals: &[Goal]) -> Self {
        let goals = goals.iter().map(|goal| (goal.clone(), Sum::default())).collect();
        Self { given: 0, levels: 0, goals }
    }

    pub(super) fn add(&mut self, run: &Run, best: Option<Best>) {
        let Some(solution) = &run.done.answer.solution else { return };
        self.levels += 1;
        let sum = self.goals.iter_mut().find(|(goal, _)| *goal == run.goal);
        let Some((_, sum)) = sum else { return };
        sum.levels += 1;
        sum.moves += solution.figures().moves;
        sum.pushes += solution.figures().pushes;
        if let Some(best) = best
            && let Some(mark) = run.mark(best)
        {
            let place = ["<", "=", ">"].iter().position(|known| *known == mark);
            sum.marks[place.unwrap_or(2)] += 1;
            sum.known.0 += best.moves;
            sum.known.1 += best.pushes;
        }
    }

    /// Whether some solution was compared with the best known.
    pub(super) fn is_marked(&self) -> bool {
        self.goals.iter().any(|(_, sum)| sum.marks != [0; 3])
    }

    /// Tells a line for each goal.
    pub(super) fn tell(&self) {
        for (goal, sum) in &self.goals {
            let name = match &*self.goals {
                [_] => String::new(),
                _ => format!("goal {goal}: "),
            };
            tell!("{name}{}", sum.told());
        }
    }
}

impl Sum {
    fn told(&self) -> String {
        let Self { levels, moves, pushes, marks: [less, same, more], known } = self;
        let mut text = format!(
            "{}: {moves} moves, {pushes} pushes in all",
            count(*levels, "solution")
        );
        if less + same + more > 0 {
            let (best_moves, best_pushes) = known;
            let _ = write!(
                text,
                "; best known {best_moves} and {best_pushes}: {less} better, {same} as good, \
                 {more} worse"
            );
        }
        text
    }
}

//! What an engine is, and what it can conclude.

use kuraban_level::{Dir, Level, Rules};

use crate::{Claim, Objective, Run, Stop};

/// A solution as an engine hands it over. It counts for nothing until the referee has played it.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Found {
    /// The player's steps; pushes follow from the level. With boulders a push carries the
    /// player along.
    pub steps: Vec<Dir>,
    /// What the engine has proved about them.
    pub optimal: Vec<Claim>,
}

/// What an engine concluded.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Verdict {
    /// Here is a solution.
    Solved(Found),
    /// There is none: the engine is complete and looked everywhere.
    Unsolvable,
    /// The engine is out of ideas, which proves nothing.
    GaveUp,
}

/// What an engine promises of its answers.
#[derive(Clone, Copy, Debug)]
pub struct Promise {
    /// The rule sets it plays by.
    pub rules: &'static [Rules],
    /// Whether [`Verdict::Unsolvable`] from it is a proof it can give at all.
    pub complete: bool,
    /// The objectives whose answers it proves least.
    pub optimal: &'static [Objective],
    /// One line for people.
    pub about: &'static str,
}

/// A way to solve levels.
///
/// Engines are values without state: `solve` may be called from several threads at once.
pub trait Engine: Send + Sync {
    /// Stable short name, as typed on the command line and written in reports.
    fn name(&self) -> &'static str;

    /// What it promises.
    fn promise(&self) -> Promise;

    /// Its strategies that can be chosen, as in `NAME:STRATEGY+STRATEGY`, each with a line for
    /// people. Most engines have none.
    fn strategies(&self) -> Vec<(&'static str, &'static str)> {
        Vec::new()
    }

    /// Why it cannot be used for this level and objective, if so, in words for the user.
    ///
    /// The default refuses rules that are not in the promise, and `actions` on boxes.
    fn refuses(&self, level: &Level, objective: Objective) -> Option<String> {
        let name = self.name();
        if !self.promise().rules.contains(&level.rules()) {
            return Some(format!(
                "the engine `{name}` does not play by the rules of {}",
                level.rules().name()
            ));
        }
        if objective == Objective::Actions && level.rules() == Rules::Boxes {
            return Some("the objective `actions` is for boulder puzzles only".into());
        }
        None
    }

    /// Searches until there is a verdict, or until `run` says stop.
    fn solve(
        &self,
        level: &Level,
        objective: Objective,
        run: &mut Run<'_>,
    ) -> Result<Verdict, Stop>;
}

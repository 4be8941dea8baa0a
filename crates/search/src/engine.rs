//! What an engine is, and what it promises.

use std::sync::Arc;

use kuraban_level::{Dir, Level, Rules};

use crate::{Cancel, Found, Limits, Objective, Search, Ties};

/// What is asked of an engine, and how far it may go.
///
/// ```
/// use kuraban_search::{Objective, Question};
///
/// let question = Question::default().objective(Objective::Pushes).threads(2);
/// assert_eq!(question.seed, 0);
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Question {
    /// What the solution is to be least in.
    pub objective: Objective,
    /// Whether the moves are to be least among the solutions with the fewest pushes.
    pub ties: Ties,
    /// Threads that may be used; zero is one.
    pub threads: usize,
    /// The seed of everything random.
    pub seed: u64,
    /// How far to go.
    pub limits: Limits,
    /// Stops the search from outside.
    pub cancel: Cancel,
    /// The steps of a known solution: a search for the least begins with it, and proves that it
    /// is least or finds a better one. Steps that solve nothing are ignored.
    pub known: Option<Arc<[Dir]>>,
}

impl Question {
    /// Sets what the solution is to be least in.
    #[must_use]
    pub fn objective(mut self, objective: Objective) -> Self {
        self.objective = objective;
        self
    }

    /// Sets what is asked of solutions that have equally few pushes.
    #[must_use]
    pub fn ties(mut self, ties: Ties) -> Self {
        self.ties = ties;
        self
    }

    /// Sets the number of threads.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Sets the seed.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Sets the limits.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// The known solution, for a race to begin with.
    pub fn given(&self) -> Option<Found> {
        let steps = self.known.as_ref()?.to_vec();
        Some(Found { steps, by: "known", ..Found::default() })
    }

    /// Begins with a known solution.
    #[must_use]
    pub fn known(mut self, steps: &[Dir]) -> Self {
        self.known = Some(steps.into());
        self
    }

    /// Sets the cancel token.
    #[must_use]
    pub fn cancel(mut self, cancel: Cancel) -> Self {
        self.cancel = cancel;
        self
    }
}

/// Why an engine cannot be used for a level and an objective, in words for the user.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(pub String);

/// What an engine promises about its answers.
#[derive(Clone, Copy, Debug)]
pub struct Promise {
    /// The rule sets it plays by.
    pub rules: &'static [Rules],
    /// Whether it can prove that there is no solution ([`crate::Stage::Unsolvable`]).
    pub complete: bool,
    /// The objectives whose answers it proves least.
    pub optimal: &'static [Objective],
    /// One line for people.
    pub about: &'static str,
}

/// A way to solve levels. Engines are values without state: each search is begun anew.
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

    /// The same engine with these of its strategies only. `None` where one is not among them.
    fn with_strategies(&self, _names: &[&str]) -> Option<Box<dyn Engine>> {
        None
    }

    /// Whether it can be used for this level and objective.
    ///
    /// The default refuses rules that are not in the promise, and objectives that mean nothing
    /// by the rules of the level.
    fn accepts(&self, level: &Level, objective: Objective) -> Result<(), Refusal> {
        accepts(self, level, objective)
    }

    /// Begins a search on a level. That takes no time: the search looks at the level in its
    /// first turn. Only for levels it [accepts](Engine::accepts).
    fn begin(&self, level: &Arc<Level>, question: &Question) -> Box<dyn Search>;
}

/// The default of [`Engine::accepts`].
pub fn accepts<E: Engine + ?Sized>(
    engine: &E,
    level: &Level,
    objective: Objective,
) -> Result<(), Refusal> {
    let name = engine.name();
    if !engine.promise().rules.contains(&level.rules()) {
        return Err(Refusal(format!(
            "the engine `{name}` does not play by the rules of {}",
            level.rules().name()
        )));
    }
    if !objective.rules().contains(&level.rules()) {
        let names: Vec<_> = objective.rules().iter().map(|rules| rules.name()).collect();
        return Err(Refusal(format!(
            "the objective `{objective}` is for levels with {} only",
            names.join(" and ")
        )));
    }
    Ok(())
}

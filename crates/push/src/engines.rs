//! The engines of this crate, as hosts see them.

use std::sync::Arc;

use kuraban_board::deadlock::RuleSet;
use kuraban_board::{LARGEST, Site, look, too_large};
use kuraban_level::{Level, Rules};
use kuraban_search::{
    Engine, Later, Objective, Promise, Question, Refusal, Search, Stage,
};

use crate::best_first::WhenFull;
use crate::kind::{Kind, begin};
use crate::least::Least;
use crate::rating::Bounds;

/// An engine by pushes or pulls.
#[derive(Clone, Debug)]
pub struct PushEngine {
    name: &'static str,
    about: &'static str,
    optimal: &'static [Objective],
    /// The greedy search that it is; none where it proves what is least.
    greedy: Option<Kind>,
    /// The deadlock rules it asks.
    rules: RuleSet,
    /// What its bound counts.
    bounds: Bounds,
}

/// Greedy search by pulls, from the solved positions to the start.
pub const PULL: PushEngine = PushEngine {
    name: "pull",
    about: "greedy search by pulls, from the solved level back to the start",
    optimal: &[],
    greedy: Some(Kind::Pull(WhenFull::Forgets)),
    rules: RuleSet::ALL,
    bounds: Bounds::Groups,
};

/// Greedy search by pushes.
pub const PUSH: PushEngine = PushEngine {
    name: "push",
    about: "greedy search by pushes, with deadlock rules",
    optimal: &[],
    greedy: Some(Kind::Push(WhenFull::Forgets)),
    rules: RuleSet::ALL,
    bounds: Bounds::Groups,
};

/// Search by pulls that weighs those made against those to come: shorter solutions than greedy
/// search, in more time.
pub const WEIGHTED: PushEngine = PushEngine {
    name: "weighted",
    about: "search by pulls that weighs the pushes made: shorter solutions, more time",
    optimal: &[],
    greedy: Some(Kind::WeightedPull),
    rules: RuleSet::ALL,
    bounds: Bounds::Groups,
};

/// Fewest pushes or fewest moves, proved.
pub const OPTIMAL: PushEngine = PushEngine {
    name: "optimal",
    about: "A*, forward and backward: fewest pushes, moves or half movements, proved",
    optimal: &[Objective::Pushes, Objective::Moves, Objective::Robot],
    greedy: None,
    rules: RuleSet::ALL,
    bounds: Bounds::Groups,
};

impl PushEngine {
    /// The same engine with other deadlock rules. All are sound: switching one off costs time only.
    #[must_use]
    pub const fn rules(mut self, rules: RuleSet) -> Self {
        self.rules = rules;
        self
    }

    /// The same engine with another bound, where it proves the fewest pushes.
    #[must_use]
    pub const fn bounds(mut self, bounds: Bounds) -> Self {
        self.bounds = bounds;
        self
    }
}

impl Engine for PushEngine {
    fn name(&self) -> &'static str {
        self.name
    }

    fn promise(&self) -> Promise {
        Promise {
            rules: &[Rules::Boxes],
            complete: true,
            optimal: self.optimal,
            about: self.about,
        }
    }

    fn accepts(&self, level: &Level, objective: Objective) -> Result<(), Refusal> {
        kuraban_search::accepts(self, level, objective)?;
        // What it can do only on bitboards, and who can do it without.
        let (does, others) = match (&self.greedy, objective) {
            (Some(Kind::Push(_)), _) | (None, Objective::Any | Objective::Pushes) => {
                return Ok(());
            }
            (Some(_), _) => ("searches by pulls".to_owned(), "`push` and `reverse` have"),
            (None, _) => (format!("proves `{objective}`"), "`astar` has"),
        };
        if let Some(spots) = too_large(level) {
            return Err(Refusal(format!(
                "the engine `{}` {does} on boards of up to {LARGEST} squares, and this one \
                 has {spots}; {others} no such bound",
                self.name,
            )));
        }
        Ok(())
    }

    fn begin(&self, level: &Arc<Level>, question: &Question) -> Box<dyn Search> {
        let (engine, level, question) =
            (self.clone(), Arc::clone(level), question.clone());
        Later::boxed(self.name, move |turn| {
            let site = Site::new(look(&level, turn)?);
            let Some(kind) = engine.greedy else {
                let question = question.threads(1);
                let least = Least::with(
                    &level,
                    &site,
                    &question,
                    vec![],
                    engine.rules,
                    engine.bounds,
                );
                return Ok(Box::new(least));
            };
            let mut searches = begin(&level, &site, &[kind], engine.rules);
            searches.pop().ok_or(Stage::GaveUp)
        })
    }
}

/// The greedy searches that look for any solution, as members of a race: pulls first.
pub fn finders(level: &Arc<Level>, site: &Site, weighted: bool) -> Vec<Box<dyn Search>> {
    let mut kinds = vec![Kind::Pull(WhenFull::Forgets), Kind::Push(WhenFull::Forgets)];
    if weighted {
        kinds.push(Kind::WeightedPull);
    }
    begin(level, site, &kinds, RuleSet::ALL)
}

/// All engines of this crate.
pub fn engines() -> Vec<Box<dyn Engine>> {
    vec![Box::new(PULL), Box::new(PUSH), Box::new(WEIGHTED), Box::new(OPTIMAL)]
}

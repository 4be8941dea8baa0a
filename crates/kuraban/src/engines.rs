//! The engines by name.

use kuraban_fess::FessEngine;
use kuraban_search::Engine;

use crate::auto::Auto;

/// All engines, `auto` first.
///
/// ```
/// let names: Vec<_> = kuraban::engines().iter().map(|engine| engine.name()).collect();
/// assert_eq!(names[..2], ["auto", "pull"]);
/// ```
pub fn engines() -> Vec<Box<dyn Engine>> {
    let mut engines: Vec<Box<dyn Engine>> = vec![Box::new(Auto)];
    engines.extend(kuraban_push::engines());
    engines.push(Box::new(FessEngine::default()));
    #[cfg(feature = "sat")]
    engines.push(Box::new(kuraban_sat::SatEngine));
    engines.extend(kuraban_classic::engines());
    engines
}

/// An engine in words, as `engines` and the web page list it.
///
/// ```
/// let engines = kuraban::engines();
/// let listed = kuraban::Listed::of(&*engines[0]);
/// assert_eq!((listed.name, listed.complete), ("auto", true));
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Listed {
    /// Its stable name.
    pub name: &'static str,
    /// The rules it plays by.
    pub rules: Vec<&'static str>,
    /// Whether it proves that a level has no solution.
    pub complete: bool,
    /// The objectives for which its solutions are proved least.
    pub optimal: Vec<&'static str>,
    /// How it works, in a line.
    pub about: &'static str,
    /// What can be chosen, as in `NAME:STRATEGY+STRATEGY`.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub strategies: Vec<ListedStrategy>,
}

/// A strategy in words.
#[derive(Clone, Debug, Eq, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct ListedStrategy {
    /// Its stable name.
    pub name: &'static str,
    /// How it works, in a line.
    pub about: &'static str,
}

impl Listed {
    /// Lists an engine.
    pub fn of(engine: &dyn Engine) -> Self {
        let promise = engine.promise();
        let strategies = engine.strategies().into_iter();
        Self {
            name: engine.name(),
            rules: promise.rules.iter().map(|rules| rules.name()).collect(),
            complete: promise.complete,
            optimal: promise.optimal.iter().map(|objective| objective.name()).collect(),
            about: promise.about,
            strategies: strategies
                .map(|(name, about)| ListedStrategy { name, about })
                .collect(),
        }
    }
}

/// Why there is no such engine.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages explain variants and fields")]
pub enum NoEngine {
    #[error("there is no engine `{name}`; the engines are {}", names.join(", "))]
    Unknown { name: String, names: Vec<&'static str> },
    #[error("the engine `{0}` has no strategies to choose from")]
    NoStrategies(&'static str),
    #[error("`{strategy}` is no strategy of `{engine}`; they are {}", names.join(", "))]
    UnknownStrategy { engine: &'static str, strategy: String, names: Vec<&'static str> },
    #[error("the strategy `{0}` is named twice")]
    Twice(String),
}

/// The engine with this name. `NAME:STRATEGY` and `NAME:STRATEGY+STRATEGY` choose among the
/// strategies of an engine that has some.
pub fn engine(name: &str) -> Result<Box<dyn Engine>, NoEngine> {
    let (base, chosen) = match name.split_once(':') {
        Some((base, chosen)) => (base, Some(chosen)),
        None => (name, None),
    };
    let mut all = engines();
    let Some(index) = all.iter().position(|engine| engine.name() == base) else {
        let names = all.iter().map(|engine| engine.name()).collect();
        return Err(NoEngine::Unknown { name: name.to_owned(), names });
    };
    let engine = all.swap_remove(index);
    let Some(chosen) = chosen else { return Ok(engine) };
    let known = engine.strategies();
    if known.is_empty() {
        return Err(NoEngine::NoStrategies(engine.name()));
    }
    let chosen: Vec<&str> = chosen.split('+').collect();
    for (index, name) in chosen.iter().enumerate() {
        if chosen[..index].contains(name) {
            return Err(NoEngine::Twice((*name).to_owned()));
        }
        if !known.iter().any(|(known, _)| known == name) {
            let names = known.iter().map(|&(name, _)| name).collect();
            let (engine, strategy) = (engine.name(), (*name).to_owned());
            return Err(NoEngine::UnknownStrategy { engine, strategy, names });
        }
    }
    Ok(engine.with_strategies(&chosen).expect("each is one of its strategies"))
}

/// How many threads the machine runs at once.
pub fn machine_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strategies_are_chosen_by_name() {
        for name in ["fess", "fess:alternate", "fess:plan-near+plan-best", "bfs"] {
            assert!(engine(name).is_ok(), "{name}");
        }
        for (name, why) in [
            ("fezz", "there is no engine `fezz`; the engines are auto"),
            ("bfs:alternate", "has no strategies"),
            ("fess:", "`` is no strategy of `fess`; they are plan-near"),
            ("fess:plan", "`plan` is no strategy"),
            ("fess:alternate+alternate", "named twice"),
        ] {
            let told = engine(name).err().expect(name).to_string();
            assert!(told.contains(why), "{name}: {told}");
        }
    }
}

//! The engines by name.

use kuraban_fess::{FessEngine, Strategy};
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
    let mut strategies: Vec<Strategy> = Vec::new();
    for part in chosen.split('+') {
        let Ok(strategy) = part.parse() else {
            let names = known.iter().map(|&(name, _)| name).collect();
            let (engine, strategy) = (engine.name(), part.to_owned());
            return Err(NoEngine::UnknownStrategy { engine, strategy, names });
        };
        if strategies.contains(&strategy) {
            return Err(NoEngine::Twice(part.to_owned()));
        }
        strategies.push(strategy);
    }
    Ok(Box::new(FessEngine::with(&strategies)))
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

//! The engines by name.

use kuraban_fess::{FessEngine, Strategy};
use kuraban_search::Engine;

use crate::auto::Auto;

/// All engines, `auto` first; those that use threads may use this many.
pub fn engines(threads: usize) -> Vec<Box<dyn Engine>> {
    let mut engines: Vec<Box<dyn Engine>> = vec![Box::new(Auto::new(threads))];
    engines.extend(kuraban_push::engines());
    engines.push(Box::new(FessEngine::default()));
    engines.push(Box::new(kuraban_sat::SatEngine));
    engines.extend(kuraban_classic::engines());
    engines
}

/// The engine with this name.
pub fn engine(name: &str, threads: usize) -> Option<Box<dyn Engine>> {
    choose_engine(name, threads).ok()
}

/// The engine with this name, or why there is none, in words for the user. `NAME:STRATEGY` and
/// `NAME:STRATEGY+STRATEGY` choose among the strategies of an engine that has some.
pub fn choose_engine(name: &str, threads: usize) -> Result<Box<dyn Engine>, String> {
    let (base, chosen) = match name.split_once(':') {
        Some((base, chosen)) => (base, Some(chosen)),
        None => (name, None),
    };
    let mut all = engines(threads);
    let Some(index) = all.iter().position(|engine| engine.name() == base) else {
        let names: Vec<_> = all.iter().map(|engine| engine.name()).collect();
        return Err(format!("the engines are {}", names.join(", ")));
    };
    let engine = all.swap_remove(index);
    let Some(chosen) = chosen else { return Ok(engine) };
    let known = engine.strategies();
    if known.is_empty() {
        return Err(format!("the engine `{base}` has no strategies to choose from"));
    }
    let mut strategies: Vec<Strategy> = Vec::new();
    for part in chosen.split('+') {
        let Ok(strategy) = part.parse() else {
            let names: Vec<_> = known.iter().map(|&(name, _)| name).collect();
            return Err(format!(
                "`{part}` is no strategy of `{base}`; they are {}",
                names.join(", ")
            ));
        };
        if strategies.contains(&strategy) {
            return Err(format!("the strategy `{part}` is named twice"));
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
        for name in ["fess", "fess:landmark-ends", "fess:plan-near+plan-best", "bfs"] {
            assert!(engine(name, 1).is_some(), "{name}");
        }
        for (name, why) in [
            ("fezz", "the engines are auto"),
            ("bfs:landmark", "has no strategies"),
            ("fess:", "`` is no strategy of `fess`; they are plan-near"),
            ("fess:plan", "`plan` is no strategy"),
            ("fess:plan-near+plan-near", "named twice"),
        ] {
            let told = choose_engine(name, 1).err().expect(name);
            assert!(told.contains(why), "{name}: {told}");
        }
    }
}

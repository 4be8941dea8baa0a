//! The engines by name.

use kuraban_search::Engine;

use crate::auto::Auto;

/// All engines, `auto` first; those that use threads may use this many.
pub fn engines(threads: usize) -> Vec<Box<dyn Engine>> {
    let mut engines: Vec<Box<dyn Engine>> = vec![Box::new(Auto::new(threads))];
    engines.extend(kuraban_push::engines());
    engines.push(Box::new(kuraban_fess::FessEngine::default()));
    engines.push(Box::new(kuraban_sat::SatEngine));
    engines.extend(kuraban_classic::engines());
    engines
}

/// The engine with this name.
pub fn engine(name: &str, threads: usize) -> Option<Box<dyn Engine>> {
    engines(threads).into_iter().find(|engine| engine.name() == name)
}

/// How many threads the machine runs at once.
pub fn machine_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

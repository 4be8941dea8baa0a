//! The engines by name.

use kuraban_search::Engine;

/// All engines, `auto` first.
pub fn engines() -> Vec<Box<dyn Engine>> {
    let mut engines: Vec<Box<dyn Engine>> = vec![Box::new(crate::auto::Auto)];
    engines.extend(kuraban_classic::engines());
    engines
}

/// The engine with this name.
pub fn engine(name: &str) -> Option<Box<dyn Engine>> {
    engines().into_iter().find(|engine| engine.name() == name)
}

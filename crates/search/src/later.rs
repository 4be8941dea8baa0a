//! A search that looks at its level in its first turn.

use crate::{Account, Farthest, Search, Stage, Turn};

/// Looks at the level; returns the search to continue with, or an answer at once.
type Make = Box<dyn FnOnce(&mut Turn<'_>) -> Result<Box<dyn Search>, Stage> + Send>;

/// A search that is made in its first turn, because [`Engine::begin`] must take no time.
///
/// [`Engine::begin`]: crate::Engine::begin
pub struct Later {
    name: &'static str,
    make: Option<Make>,
    search: Option<Box<dyn Search>>,
}

impl Later {
    /// A search of this name that `make` makes.
    pub fn boxed(
        name: &'static str,
        make: impl FnOnce(&mut Turn<'_>) -> Result<Box<dyn Search>, Stage> + Send + 'static,
    ) -> Box<dyn Search> {
        Box::new(Self { name, make: Some(Box::new(make)), search: None })
    }
}

impl Search for Later {
    fn name(&self) -> &'static str {
        self.name
    }

    fn advance(&mut self, turn: &mut Turn<'_>) -> Stage {
        if let Some(make) = self.make.take() {
            match make(turn) {
                Ok(search) => self.search = Some(search),
                Err(stage) => return stage,
            }
        }
        self.search.as_mut().map_or(Stage::GaveUp, |search| search.advance(turn))
    }

    fn account(&self) -> Account {
        self.search.as_ref().map_or_else(Account::default, |search| search.account())
    }

    fn farthest(&self) -> Option<Farthest> {
        self.search.as_ref()?.farthest()
    }
}

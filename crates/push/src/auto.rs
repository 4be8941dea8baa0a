//! The race of several searches, chosen by level.

use std::fmt;
use std::sync::Arc;

use kuraban_board::Layout;
use kuraban_level::{Level, Rules};
use kuraban_search::{Engine, Objective, Promise, Run, Stop, Verdict};

use crate::best_first::Detectors;
use crate::engines::{Kind, Thorough, at_once, begin};
use crate::guest::Guest;
use crate::member::Member;
use crate::race::race;

/// Floor spots above which, and boxes above which, a level is large: guidance counts there more
/// than speed. Guessed after the level sets.
const LARGE: usize = 90;
const MANY: usize = 9;

/// Several searches at once, chosen by level and objective.
#[derive(Clone, Copy)]
pub struct Auto {
    threads: usize,
    guests: fn() -> Vec<Arc<dyn Engine>>,
}

impl fmt::Debug for Auto {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let guests: Vec<&str> =
            (self.guests)().iter().map(|guest| guest.name()).collect();
        f.debug_struct("Auto")
            .field("threads", &self.threads)
            .field("guests", &guests)
            .finish()
    }
}

impl Auto {
    /// Races on this many threads.
    pub fn new(threads: usize) -> Self {
        Self { threads: threads.max(1), guests: Vec::new }
    }

    /// Lets other engines take part where any solution will do, the most promising first. They
    /// need not know of turns. They are made for every level anew, so that they can share what
    /// they know of it.
    #[must_use]
    pub fn with_guests(self, guests: fn() -> Vec<Arc<dyn Engine>>) -> Self {
        Self { guests, ..self }
    }

    fn fitting_guests(&self, level: &Level) -> Vec<Arc<dyn Engine>> {
        let fits =
            |guest: &Arc<dyn Engine>| guest.refuses(level, Objective::Any).is_none();
        (self.guests)().into_iter().filter(fits).collect()
    }

    /// The members for a level on which any solution will do, the most promising first.
    fn members(
        &self,
        level: &Level,
        layout: Layout,
        memory: usize,
    ) -> Vec<Box<dyn Member>> {
        let large = layout.floor.len() > LARGE && layout.boxes.len() > MANY;
        let mut kinds = vec![Kind::Pull, Kind::Push];
        if self.threads > 2 && !large {
            kinds.push(Kind::WeightedPull);
        }
        let mut guests = self.fitting_guests(level);
        if !large {
            guests.truncate(1);
        }
        let share = memory / (guests.len() + 1);
        let mut members = begin(level, layout, &kinds, Detectors::default(), share);
        // The first of them goes first.
        for guest in guests.into_iter().rev() {
            let guest: Box<dyn Member> = Box::new(Guest::new(guest, level, share));
            // Guests are for large levels; on small ones there is one, after the first turns.
            members.insert(if large { 0 } else { members.len() }, guest);
        }
        members
    }
}

impl Default for Auto {
    /// Races on as many threads as the machine runs at once.
    fn default() -> Self {
        Self::new(std::thread::available_parallelism().map_or(1, usize::from))
    }
}

impl Engine for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn promise(&self) -> Promise {
        Promise {
            rules: &[Rules::Boxes],
            complete: true,
            optimal: &[Objective::Pushes, Objective::Moves, Objective::Robot],
            about: "several searches at once, chosen by level and objective",
        }
    }

    fn solve(
        &self,
        level: &Level,
        objective: Objective,
        run: &mut Run<'_>,
    ) -> Result<Verdict, Stop> {
        if objective != Objective::Any {
            let guests = self.fitting_guests(level);
            let thorough = Thorough {
                detectors: Detectors::default(),
                threads: self.threads,
                guests: &guests,
            };
            return thorough.solve(level, objective, run);
        }
        let layout = Layout::new(level);
        if let Some(verdict) = at_once(level, &layout) {
            return Ok(verdict);
        }
        let members = self.members(level, layout, run.memory_limit());
        race(level, objective, members, self.threads, run)
    }
}

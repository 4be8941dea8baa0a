//! Shorter solutions out of one that another search finds.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kuraban_board::Ground;
use kuraban_level::{Dir, Level};
use kuraban_optimise::{Goal, Task, Team};
use kuraban_search::{Account, Search, Stage, Turn};
use kuraban_verify::Solution;

/// Holds the first solution that a scout finds, until the improver takes it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known(Arc<Mutex<Slot>>);

#[derive(Debug, Default)]
enum Slot {
    #[default]
    Nothing,
    Steps(Vec<Dir>),
    Taken,
}

impl Known {
    /// Leaves a solution; the first one stays.
    pub(crate) fn leave(&self, steps: &[Dir]) {
        let mut slot = self.lock();
        if matches!(*slot, Slot::Nothing) {
            *slot = Slot::Steps(steps.to_vec());
        }
    }

    /// Whether a solution was ever left.
    pub(crate) fn is_found(&self) -> bool {
        !matches!(*self.lock(), Slot::Nothing)
    }

    fn take(&self) -> Option<Vec<Dir>> {
        let mut slot = self.lock();
        match std::mem::replace(&mut *slot, Slot::Taken) {
            Slot::Steps(steps) => Some(steps),
            other => {
                *slot = other;
                None
            }
        }
    }

    /// Whether nobody is left who could leave a solution.
    fn is_abandoned(&self) -> bool {
        Arc::strong_count(&self.0) == 1
    }

    fn lock(&self) -> MutexGuard<'_, Slot> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is to be improved, and how.
#[derive(Clone, Debug)]
pub(crate) struct Improvement {
    /// Where the solution is left.
    pub(crate) known: Known,
    /// What is to become less.
    pub(crate) goal: Goal,
    /// Work after which the solution stays as it is.
    pub(crate) work: u64,
}

/// Waits for a solution, and looks for better ones near it.
pub(crate) struct Improver<const W: usize> {
    ground: Arc<Ground<W>>,
    level: Arc<Level>,
    task: Improvement,
    team: Option<Team<W>>,
}

impl<const W: usize> Improver<W> {
    pub(crate) fn new(
        ground: Arc<Ground<W>>,
        level: Arc<Level>,
        task: Improvement,
    ) -> Self {
        Self { ground, level, task, team: None }
    }
}

impl<const W: usize> Search for Improver<W> {
    fn name(&self) -> &'static str {
        "improve"
    }

    fn advance(&mut self, turn: &mut Turn<'_>) -> Stage {
        if self.task.work == 0 {
            return Stage::GaveUp;
        }
        if let Some(team) = &mut self.team {
            self.task.work = self.task.work.saturating_sub(turn.left());
            return team.advance(turn);
        }
        let Some(steps) = self.task.known.take() else {
            let is_abandoned = self.task.known.is_abandoned();
            return if is_abandoned { Stage::GaveUp } else { Stage::Working };
        };
        let Ok(given) = Solution::check(&self.level, &steps) else {
            return Stage::GaveUp;
        };
        let task = Task::new(Arc::clone(&self.level), self.task.goal.clone());
        let team = Team::new(Arc::clone(&self.ground), task.given(vec![given]));
        self.team = Some(team);
        Stage::Working
    }

    fn account(&self) -> Account {
        self.team.as_ref().map_or_else(Account::default, Search::account)
    }
}

#[cfg(test)]
mod tests {
    use kuraban_board::Layout;
    use kuraban_level::lurd;
    use kuraban_search::{Cancel, Limits, Run};

    use super::*;

    /// Improves until nothing more is gained; tells the figures at the end.
    fn improved(level: &Level, steps: &[Dir], goal: Goal) -> (usize, usize) {
        let known = Known::default();
        known.leave(steps);
        let task = Improvement { known, goal, work: u64::MAX };
        let ground = Ground::<2>::new(Layout::new(level));
        let mut improver = Improver::new(ground, Arc::new(level.clone()), task);
        let clock = || std::time::Duration::ZERO;
        let run = Run::new(Limits::default(), Cancel::default(), &clock);
        let mut figures = (usize::MAX, usize::MAX);
        loop {
            let stage = improver.advance(&mut Turn::new(&run, 10_000, 1 << 26));
            if let Stage::Found(found) | Stage::Solved(found) = &stage {
                let solution = Solution::check(level, &found.steps).expect("a solution");
                figures = (solution.figures().pushes, solution.figures().moves);
            }
            if !stage.goes_on() {
                return figures;
            }
        }
    }

    #[test]
    fn takes_the_detours_out_of_a_solution() {
        let level: Level =
            "#########\n#       #\n# @$  . #\n#       #\n#       #\n#########"
                .parse()
                .unwrap();
        // The box goes down and up again before it goes where it belongs.
        let detour = lurd::read("RurDlddrUluRR").expect("steps");
        let steps: Vec<Dir> = detour.iter().map(|step| step.dir).collect();
        assert!(Solution::check(&level, &steps).is_ok());
        assert_eq!(improved(&level, &steps, Goal::pushes()), (3, 3));
        assert_eq!(improved(&level, &steps, Goal::moves()), (3, 3));
    }
}

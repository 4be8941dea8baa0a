//! The engine as hosts see it.

use std::sync::Arc;

use kuraban_board::{Board, Layout};
use kuraban_level::{Dir, Level, Rules};
use kuraban_search::{Engine, Found, Objective, Promise, Run, Stop, Verdict};

use crate::solver::Solver;
use crate::strategy::{Status, Strategy};

/// Feature-space search along a packing plan.
#[derive(Clone, Debug)]
pub struct FessEngine {
    strategies: Vec<Strategy>,
}

impl Default for FessEngine {
    /// All strategies in turns.
    fn default() -> Self {
        Self::with(&Strategy::ALL)
    }
}

impl FessEngine {
    /// These strategies in turns.
    pub fn with(strategies: &[Strategy]) -> Self {
        Self { strategies: strategies.to_vec() }
    }
}

/// A [`Solver`] on a board of any size.
pub(crate) trait Steps: Send {
    fn step(&mut self) -> Status;
    fn expanded(&self) -> u64;
    fn generated(&self) -> u64;
    fn bytes(&self) -> usize;
    fn describe(&self) -> String;
}

impl<const W: usize> Steps for Solver<W> {
    fn step(&mut self) -> Status {
        Solver::step(self)
    }

    fn expanded(&self) -> u64 {
        Solver::expanded(self)
    }

    fn generated(&self) -> u64 {
        Solver::generated(self)
    }

    fn bytes(&self) -> usize {
        Solver::bytes(self)
    }

    fn describe(&self) -> String {
        Solver::describe(self)
    }
}

fn begin<const W: usize>(layout: Layout, strategies: &[Strategy]) -> Box<dyn Steps> {
    Box::new(Solver::new(Arc::new(Board::<W>::from_layout(layout)), strategies))
}

/// Begins on a board of as few words as fit; boards that fit none are not searched.
pub(crate) fn solver(layout: Layout, strategies: &[Strategy]) -> Option<Box<dyn Steps>> {
    Some(match layout.words() {
        0..=2 => begin::<2>(layout, strategies),
        3..=4 => begin::<4>(layout, strategies),
        5..=8 => begin::<8>(layout, strategies),
        9..=16 => begin::<16>(layout, strategies),
        17..=64 => begin::<64>(layout, strategies),
        _ => return None,
    })
}

impl Engine for FessEngine {
    fn name(&self) -> &'static str {
        "fess"
    }

    fn promise(&self) -> Promise {
        Promise {
            rules: &[Rules::Boxes],
            complete: false,
            optimal: &[],
            about: "feature-space search over macro moves, along a packing plan",
        }
    }

    fn solve(
        &self,
        level: &Level,
        _: Objective,
        run: &mut Run<'_>,
    ) -> Result<Verdict, Stop> {
        let layout = Layout::new(level);
        if layout.refuted.is_some() {
            return Ok(Verdict::GaveUp);
        }
        let solved = |steps: Vec<Dir>| Verdict::Solved(Found { steps, optimal: Vec::new() });
        if level.is_solved_at_start() || layout.boxes.is_empty() {
            return Ok(solved(Vec::new()));
        }
        run.look()?;
        let Some(mut solver) = solver(layout, &self.strategies) else { return Ok(Verdict::GaveUp) };
        loop {
            let before = solver.expanded();
            let status = solver.step();
            if solver.expanded() > before {
                run.tick()?;
            } else {
                run.look()?;
            }
            run.statistics.generated = solver.generated();
            match status {
                Status::Working => run.hold(solver.bytes())?,
                Status::News => run.trace(|| solver.describe()),
                Status::Solved(steps) => return Ok(solved(steps)),
                Status::GaveUp => return Ok(Verdict::GaveUp),
            }
        }
    }
}

//! The engines of this crate, as hosts see them.

use std::sync::Arc;

use kuraban_board::{Board, Layout};
use kuraban_level::{Level, Rules};
use kuraban_search::{Engine, Found, Objective, Promise, Run, Stop, Verdict};

use crate::best_first::{Order, Progress, Search, Settings};
use crate::path;

/// Calls a function that is generic over the words of a board, with as few of them as fit.
macro_rules! with_words {
    ($words:expr, $call:ident($($argument:expr),*)) => {
        match $words {
            0..=1 => $call::<1>($($argument),*),
            2 => $call::<2>($($argument),*),
            3..=4 => $call::<4>($($argument),*),
            5..=8 => $call::<8>($($argument),*),
            9..=16 => $call::<16>($($argument),*),
            17..=64 => $call::<64>($($argument),*),
            _ => Ok(Verdict::GaveUp),
        }
    };
}

/// Greedy search by pulls, from the solved positions to the start.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pull;

/// Greedy search by pushes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Push;

impl Engine for Pull {
    fn name(&self) -> &'static str {
        "pull"
    }

    fn promise(&self) -> Promise {
        Promise {
            rules: &[Rules::Boxes],
            complete: true,
            optimal: &[],
            about: "greedy search by pulls, from the solved level back to the start",
        }
    }

    fn solve(
        &self,
        level: &Level,
        _: Objective,
        run: &mut Run<'_>,
    ) -> Result<Verdict, Stop> {
        let layout = Layout::new(level);
        with_words!(layout.words(), greedy_pull(layout, run))
    }
}

impl Engine for Push {
    fn name(&self) -> &'static str {
        "push"
    }

    fn promise(&self) -> Promise {
        Promise {
            rules: &[Rules::Boxes],
            complete: true,
            optimal: &[],
            about: "greedy search by pushes, with deadlock detectors",
        }
    }

    fn solve(
        &self,
        level: &Level,
        _: Objective,
        run: &mut Run<'_>,
    ) -> Result<Verdict, Stop> {
        let layout = Layout::new(level);
        with_words!(layout.words(), greedy_push(layout, run))
    }
}

fn greedy_pull<const W: usize>(layout: Layout, run: &mut Run<'_>) -> Result<Verdict, Stop> {
    search_alone::<W, true>(layout, Settings::new(Order::Greedy), run)
}

fn greedy_push<const W: usize>(layout: Layout, run: &mut Run<'_>) -> Result<Verdict, Stop> {
    search_alone::<W, false>(layout, Settings::new(Order::Greedy), run)
}

/// Runs one search to its end or to a limit.
fn search_alone<const W: usize, const PULL: bool>(
    layout: Layout,
    settings: Settings,
    run: &mut Run<'_>,
) -> Result<Verdict, Stop> {
    if layout.refuted.is_some() {
        return Ok(Verdict::Unsolvable);
    }
    if layout.boxes == layout.goals {
        return Ok(Verdict::Solved(Found::default()));
    }
    let board = Arc::new(Board::<W>::from_layout(layout));
    let mut search = Search::<W, PULL>::new(Arc::clone(&board), settings);
    loop {
        run.tick()?;
        run.hold(search.bytes())?;
        let progress = search.expand();
        run.statistics.generated = search.generated;
        run.statistics.open = search.open() as u64;
        match progress {
            Progress::Working => {}
            Progress::Exhausted => return Ok(Verdict::Unsolvable),
            Progress::Solved(id) => {
                let steps = path::steps(&board, &search.pushes(id))
                    .expect("the pushes of a search can be made");
                return Ok(Verdict::Solved(Found { steps, optimal: Vec::new() }));
            }
        }
    }
}

/// All engines of this crate.
pub fn engines() -> Vec<Box<dyn Engine>> {
    vec![Box::new(Pull), Box::new(Push)]
}

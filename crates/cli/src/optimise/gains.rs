//! Gains as they come.

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::time::Duration;

use kuraban::{
    Event, Figure, Figures, Found, Goal, Level, Listener, Solution, SystemClock,
};
use serde::Serialize;

use crate::watch::Watch;

/// One gain, as `--json` tells it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Gain {
    seconds: f64,
    arm: &'static str,
    #[serde(flatten)]
    figures: Figures,
}

/// Tells gains as they come.
pub(super) struct Gains<'a> {
    watch: Watch,
    level: &'a Level,
    goal: &'a Goal,
    clock: &'a SystemClock,
    is_quiet: bool,
    last: Option<Figures>,
    all: Vec<Gain>,
}

impl<'a> Gains<'a> {
    pub(super) fn new(
        watch: Watch,
        level: &'a Level,
        goal: &'a Goal,
        clock: &'a SystemClock,
        is_quiet: bool,
    ) -> Self {
        Self { watch, level, goal, clock, is_quiet, last: None, all: Vec::new() }
    }

    /// Ends the progress line; what was gained.
    pub(super) fn end(self) -> Vec<Gain> {
        self.watch.finish();
        self.all
    }

    fn gain(&mut self, found: &Found) {
        let Ok(solution) = Solution::check(self.level, &found.steps) else { return };
        let figures = solution.figures();
        let rank = |figures: &Figures| self.goal.rank(figures);
        if self.last.as_ref().is_some_and(|last| rank(last) <= rank(&figures)) {
            return;
        }
        // The first one may come from the user.
        let arm = if found.by.is_empty() { "given" } else { found.by };
        let elapsed = kuraban::Clock::elapsed(self.clock);
        if !self.is_quiet {
            let before = self
                .last
                .map_or(String::new(), |last| format!("{} -> ", pair(self.goal, &last)));
            let now = pair(self.goal, &figures);
            self.watch.line(&format!("{}  {before}{now}   {arm}", time(elapsed)));
        }
        self.last = Some(figures);
        let seconds = elapsed.as_secs_f64();
        self.all.push(Gain { seconds, arm, figures });
    }
}

impl Listener for Gains<'_> {
    fn hear(&mut self, event: &Event<'_>) -> ControlFlow<()> {
        if let Event::Solution(found) = event {
            self.gain(found);
        }
        self.watch.hear(event)
    }
}

fn time(elapsed: Duration) -> String {
    format!("{:6.1}s", elapsed.as_secs_f64())
}

/// Moves and pushes, and the other figures that matter.
pub(super) fn pair(goal: &Goal, figures: &Figures) -> String {
    format!("{}/{}{}", figures.moves, figures.pushes, others(goal, figures))
}

/// The figures of a goal besides moves and pushes.
pub(super) fn others(goal: &Goal, figures: &Figures) -> String {
    use Figure::{Moves, Pushes};
    let mut text = String::new();
    let others = goal.figures().iter().filter(|figure| ![Moves, Pushes].contains(figure));
    for figure in others {
        let _ = write!(text, ", {} {}", figure.of(figures), word(*figure));
    }
    text
}

/// What a figure counts.
pub(super) fn word(figure: Figure) -> String {
    match figure {
        Figure::Robot => "half movements".to_owned(),
        figure => figure.name().replace('-', " "),
    }
}

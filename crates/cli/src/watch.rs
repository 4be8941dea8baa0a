//! The live progress line and the trace.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use kuraban::{Account, BestCell, Claim, Event, Level, Listener, Solution};

use crate::say::tell;
use crate::words::count;

/// Shows progress on a terminal, and the trace where it is wanted.
pub(crate) struct Watch {
    trace: bool,
    told: bool,
    engine: String,
    limit: Option<Duration>,
    level: Level,
    /// Moves and pushes of the best solution so far.
    best: Option<(usize, usize)>,
    bounds: BTreeMap<Claim, u64>,
    /// Whether a bar shows how much of the time is used.
    has_bar: bool,
    bar: ProgressBar,
}

impl Watch {
    pub(crate) fn new(
        level: &Level,
        engine: &str,
        trace: bool,
        limit: Option<Duration>,
    ) -> Self {
        let terminal = io::stderr().is_terminal();
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        if terminal && !trace {
            bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(8));
            let style = ProgressStyle::with_template("{spinner} {wide_msg}");
            bar.set_style(style.expect("the template is well formed"));
        }
        Self {
            trace,
            told: false,
            engine: engine.to_owned(),
            limit,
            level: level.clone(),
            best: None,
            bounds: BTreeMap::new(),
            has_bar: false,
            bar,
        }
    }

    /// Shows how much of the time is used, where all of it usually is: a bar, in runs that are
    /// long enough to look at.
    pub(crate) fn with_bar(mut self) -> Self {
        self.has_bar = self.limit.is_some_and(|limit| limit >= LONG);
        self
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }

    /// Writes a line above the progress.
    pub(crate) fn line(&self, text: &str) {
        self.bar.suspend(|| tell!("{text}"));
    }

    /// Whether a trace was asked for but the engine wrote none.
    pub(crate) fn missed_trace(&self) -> bool {
        self.trace && !self.told
    }

    fn progress(&self, account: &Account, elapsed: Duration) {
        let seconds = elapsed.as_secs_f64();
        let rate = account.expanded as f64 / seconds.max(1e-6);
        let columns = usize::from(console::Term::stderr().size().1);
        let bar = match self.limit.filter(|_| self.has_bar) {
            Some(limit) => format!("{} ", drawn(elapsed, limit, columns)),
            None => String::new(),
        };
        let left = self.limit.map(|limit| {
            let left = limit.saturating_sub(elapsed).as_secs_f64();
            format!(", {left:.0} s left")
        });
        let packed = account.best_cell.map(|cell| format!(", {}", standing(&cell)));
        let best = self.best.map(|(moves, pushes)| format!(", {moves}/{pushes}"));
        let head =
            [format!("{}: {seconds:.1} s", self.engine), format!("{seconds:.0} s")];
        // What matters most first: a narrow terminal shows no more.
        let parts = [
            &head[usize::from(self.has_bar)..][..1],
            &[known(self.best, &self.bounds), best.unwrap_or_default()],
            &[left.unwrap_or_default()],
            &[packed.unwrap_or_default()],
            &[format!(", {} states", short(account.expanded as f64))],
            &[format!(", {} MiB", account.bytes >> 20)],
            &[format!(", {}/s", short(rate))],
            &[frontier(account)],
        ];
        let room = columns.saturating_sub(SPINNER + bar.chars().count());
        self.bar.set_message(format!("{bar}{}", fitting(&parts, room)));
        self.bar.tick();
    }
}

impl Listener for Watch {
    #[expect(clippy::print_stderr, reason = "the trace and bugs go to standard error")]
    fn hear(&mut self, event: &Event<'_>) -> ControlFlow<()> {
        match event {
            Event::Progress { account, elapsed } => self.progress(account, *elapsed),
            Event::Solution(found) => {
                let played = Solution::check(&self.level, &found.steps).ok();
                self.best = played.map(|solution| {
                    let figures = solution.figures();
                    (figures.moves, figures.pushes)
                });
            }
            Event::Bound(claim, at_least) => {
                self.bounds.insert(*claim, *at_least);
            }
            Event::Trace(line) => {
                self.told = true;
                eprintln!("{line}");
            }
            Event::Fault(fault) => {
                tell!("bug: `{}` failed: {}; the others go on", fault.by, fault.what);
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn wants_trace(&self) -> bool {
        self.trace
    }
}

/// Columns of the spinner and the gap behind it.
const SPINNER: usize = 2;

/// Runs of at least this time get a bar.
const LONG: Duration = Duration::from_secs(5);

/// How much of the time is used, as a bar of at most a quarter of the line.
fn drawn(elapsed: Duration, limit: Duration, columns: usize) -> String {
    let cells = (columns / 4).clamp(5, 20);
    let used = elapsed.as_secs_f64() / limit.as_secs_f64().max(1e-6);
    let full = ((used * cells as f64) as usize).min(cells);
    format!("{}{}", "█".repeat(full), "░".repeat(cells - full))
}

/// The parts that fit into a line, whole, each in the first of its wordings that fits; the first
/// part always is there.
fn fitting(parts: &[&[String]], room: usize) -> String {
    let mut line = String::new();
    let mut used = 0;
    for part in parts {
        let length = |words: &String| words.chars().count();
        let fits = part.iter().find(|words| used + length(words) <= room);
        let first = part.last().filter(|_| line.is_empty());
        if let Some(words) = fits.or(first) {
            used += length(words);
            line.push_str(words);
        }
    }
    line
}

/// The best solution so far, and what any solution needs.
fn known(best: Option<(usize, usize)>, bounds: &BTreeMap<Claim, u64>) -> String {
    let at_least = |claim| {
        bounds.get(&claim).map_or(String::new(), |bound| format!(" (at least {bound})"))
    };
    let (moves, pushes) = (at_least(Claim::Moves), at_least(Claim::Pushes));
    match best {
        Some(best) => {
            format!(", best {} moves{moves}, {} pushes{pushes}", best.0, best.1)
        }
        None if moves.is_empty() && pushes.is_empty() => String::new(),
        None if pushes.is_empty() => format!(", moves{moves}"),
        None => format!(", pushes{pushes}"),
    }
}

/// Depth and waiting states, of engines that count them.
fn frontier(account: &Account) -> String {
    if account.depth == 0 && account.open == 0 {
        return String::new();
    }
    format!(", depth {}, {} open", account.depth, short(account.open as f64))
}

/// The best cell in words, short enough for a line that holds more.
pub(crate) fn standing(cell: &BestCell) -> String {
    let BestCell { strategy, packed, boxes, .. } = cell;
    match cell.plan {
        Some((done, of)) => format!(
            "{strategy} {packed}/{boxes} packed, {}, step {done}/{of}",
            count(cell.regions, "region")
        ),
        None => format!("{strategy} {packed}/{boxes} on its landmark"),
    }
}

/// 1234567 as 1.23M.
fn short(number: f64) -> String {
    match number {
        n if n >= 1e9 => format!("{:.2}G", n / 1e9),
        n if n >= 1e6 => format!("{:.2}M", n / 1e6),
        n if n >= 1e4 => format!("{:.1}k", n / 1e3),
        n => format!("{n:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use std::slice::from_ref;

    use super::*;

    #[test]
    fn the_best_cell_is_told_in_words() {
        let cell = BestCell {
            strategy: "plan-near",
            packed: 17,
            boxes: 22,
            regions: 1,
            plan: Some((19, 26)),
        };
        assert_eq!(standing(&cell), "plan-near 17/22 packed, 1 region, step 19/26");
        assert_eq!(
            standing(&BestCell { plan: None, ..cell }),
            "plan-near 17/22 on its landmark"
        );
    }

    #[test]
    fn the_best_solution_stands_beside_its_bound() {
        let bounds = BTreeMap::from([(Claim::Pushes, 152)]);
        assert_eq!(known(None, &BTreeMap::new()), "");
        assert_eq!(known(None, &bounds), ", pushes (at least 152)");
        assert_eq!(
            known(Some((516, 172)), &bounds),
            ", best 516 moves, 172 pushes (at least 152)"
        );
    }

    #[test]
    fn a_narrow_terminal_gets_whole_parts() {
        let [head, long, brief, states, memory] = [
            "auto: 1.0 s",
            ", best 516 moves, 172 pushes",
            ", 516/172",
            ", 1.23M states",
            ", 7 MiB",
        ]
        .map(str::to_owned);
        let best = [long.clone(), brief];
        let parts = [from_ref(&head), &best, from_ref(&states), from_ref(&memory)];
        assert_eq!(fitting(&parts, 80), [&*head, &long, &states, &memory].concat());
        assert_eq!(fitting(&parts, 38), "auto: 1.0 s, 516/172, 1.23M states");
        assert_eq!(fitting(&parts, 30), "auto: 1.0 s, 516/172, 7 MiB");
        assert_eq!(fitting(&parts, 5), "auto: 1.0 s");
    }

    #[test]
    fn the_bar_shows_the_time_that_is_used() {
        let seconds = Duration::from_secs;
        assert_eq!(drawn(seconds(0), seconds(60), 40), "░░░░░░░░░░");
        assert_eq!(drawn(seconds(30), seconds(60), 40), "█████░░░░░");
        assert_eq!(drawn(seconds(99), seconds(60), 200).chars().count(), 20);
    }

    #[test]
    fn what_an_engine_does_not_count_is_left_out() {
        let mut account = Account::default();
        assert_eq!(frontier(&account), "");
        (account.depth, account.open) = (3, 12_000);
        assert_eq!(frontier(&account), ", depth 3, 12.0k open");
    }
}

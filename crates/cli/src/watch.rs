//! The live progress line and the trace.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use kuraban::{Event, Listener, Statistics};

/// Shows progress on a terminal, and the trace where it is wanted.
pub(crate) struct Watch {
    trace: bool,
    told: bool,
    engine: String,
    limit: Option<Duration>,
    bar: ProgressBar,
}

impl Watch {
    pub(crate) fn new(engine: &str, trace: bool, limit: Option<Duration>) -> Self {
        let terminal = io::stderr().is_terminal();
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        if terminal && !trace {
            bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(8));
            let style = ProgressStyle::with_template("{spinner} {msg}");
            bar.set_style(style.expect("the template is well formed"));
        }
        Self { trace, told: false, engine: engine.to_owned(), limit, bar }
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }

    /// Whether a trace was asked for and the engine had nothing to tell.
    pub(crate) fn missed_trace(&self) -> bool {
        self.trace && !self.told
    }

    fn progress(&self, statistics: &Statistics, elapsed: Duration) {
        let seconds = elapsed.as_secs_f64();
        let rate = statistics.expanded as f64 / seconds.max(1e-6);
        let left = self.limit.map_or(String::new(), |limit| {
            format!(", {:.0} s left", limit.saturating_sub(elapsed).as_secs_f64())
        });
        self.bar.set_message(format!(
            "{}: {} states, {}/s, depth {}, {} open, {} MiB, {seconds:.1} s{left}",
            self.engine,
            short(statistics.expanded as f64),
            short(rate),
            statistics.depth,
            short(statistics.open as f64),
            statistics.bytes >> 20,
        ));
        self.bar.tick();
    }
}

impl Listener for Watch {
    #[expect(clippy::print_stderr, reason = "the trace goes to standard error")]
    fn hear(&mut self, event: &Event<'_>) {
        match event {
            Event::Progress { statistics, elapsed } => {
                self.progress(statistics, *elapsed);
            }
            Event::Solution(found) => {
                self.bar
                    .println(format!("found a solution of {} moves", found.steps.len()));
            }
            Event::Trace(line) => {
                self.told = true;
                eprintln!("{line}");
            }
            _ => {}
        }
    }

    fn wants_trace(&self) -> bool {
        self.trace
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

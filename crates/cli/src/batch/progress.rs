//! How far a run is, while it runs.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use kuraban_batch::Event;
use serde::Serialize;

use super::args::Show;
use crate::say::tell;
use crate::words::{grouped, span};

/// Tells progress in the way that was asked for.
pub(super) struct Progress {
    show: Show,
    bar: ProgressBar,
    told: Instant,
}

/// Progress for programs.
#[derive(Serialize)]
struct Told<'a> {
    done: u64,
    total: u64,
    by_status: &'a std::collections::BTreeMap<kuraban::Word, u64>,
    seconds: f64,
    eta_seconds: Option<f64>,
    slowest: Option<u64>,
    slowest_seconds: Option<f64>,
}

impl Progress {
    pub(super) fn new(show: Show) -> Self {
        let terminal = io::stderr().is_terminal();
        let show = match show {
            Show::Auto if terminal => Show::Bar,
            Show::Auto => Show::Lines,
            show => show,
        };
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        if show == Show::Bar {
            bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(8));
            let style = ProgressStyle::with_template("{bar:16} {wide_msg}");
            bar.set_style(style.expect("the template is well formed"));
        }
        Self { show, bar, told: Instant::now() }
    }

    pub(super) fn hear(&mut self, event: &Event<'_>) {
        /// Time between two lines.
        const LINES: Duration = Duration::from_secs(30);
        const JSON: Duration = Duration::from_secs(1);
        match event {
            Event::Progress(progress) => match self.show {
                Show::Bar => {
                    self.bar.set_length(progress.total);
                    self.bar.set_position(progress.done);
                    self.bar.set_message(line(progress));
                }
                Show::Lines if self.told.elapsed() >= LINES => {
                    self.told = Instant::now();
                    tell!("{}", line(progress));
                }
                Show::Json if self.told.elapsed() >= JSON => {
                    self.told = Instant::now();
                    let told = Told {
                        done: progress.done,
                        total: progress.total,
                        by_status: &progress.by_status,
                        seconds: progress.elapsed.as_secs_f64(),
                        eta_seconds: progress.eta.map(|eta| eta.as_secs_f64()),
                        slowest: progress.slowest.map(|(n, _)| n),
                        slowest_seconds: progress.slowest.map(|(_, time)| time.as_secs_f64()),
                    };
                    tell!("{}", serde_json::to_string(&told).unwrap_or_default());
                }
                _ => {}
            },
            Event::Deadly { n } => self.bar.suspend(|| {
                tell!("warning: level {n} is not tried again: several processes died over it");
            }),
            _ => {}
        }
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// The line for people.
fn line(progress: &kuraban_batch::Progress) -> String {
    let kuraban_batch::Progress { done, total, by_status, .. } = progress;
    let here = progress.here();
    let rate = here as f64 / progress.elapsed.as_secs_f64().max(0.001);
    let percent = done * 100 / (*total).max(1);
    let mut parts = vec![format!("{}/{} {percent}%", grouped(*done), grouped(*total))];
    if progress.waiting_for > 0 {
        parts.push(format!(
            "waiting for {} parts that others are at",
            progress.waiting_for
        ));
        return parts.join(" | ");
    }
    parts.push(format!("{}/s", grouped(rate as u64)));
    parts.extend(progress.eta.map(|eta| format!("eta {}", span(eta.as_secs_f64()))));
    if here > 0 {
        let shares = by_status.iter().map(|(status, &count)| match &**status {
            "error" => format!("error {count}"),
            status => format!("{status} {:.1}%", count as f64 * 100.0 / here as f64),
        });
        parts.push(shares.collect::<Vec<_>>().join(" "));
    }
    let slow = progress.slowest.filter(|(_, time)| time.as_secs() > 0);
    parts.extend(
        slow.map(|(n, time)| format!("slowest now: #{n} {}", span(time.as_secs_f64()))),
    );
    parts.join(" | ")
}

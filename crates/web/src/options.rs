//! What the server is started with.

use std::path::PathBuf;
use std::time::Duration;

/// How the server is started.
#[derive(Clone, Debug, Default)]
pub struct ServeOptions {
    /// The port; zero for a free one.
    pub port: u16,
    /// An external SAT solver that the page may use.
    pub solver: Option<PathBuf>,
    /// A folder in which the SAT planner's files appear.
    pub files: Option<PathBuf>,
    /// What the server allows.
    pub limits: Limits,
}

/// What the server allows, in all and to a single request.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Solves that run at the same time; more wait for their turn.
    pub running: usize,
    /// Solves that run or wait; more are refused.
    pub unfinished: usize,
    /// What it allows to each question.
    pub each: kuraban_api::Limits,
    /// The largest request body, in bytes.
    pub body: usize,
    /// Connections at the same time; beyond that, those that never asked anything are
    /// closed.
    pub connections: usize,
    /// How long a solve goes on when nobody asks about it.
    pub unattended: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        let running =
            std::thread::available_parallelism().map_or(2, usize::from).clamp(1, 16);
        Self {
            running,
            unfinished: 64,
            each: kuraban_api::Limits {
                memory: half_of_memory() / running,
                ..kuraban_api::Limits::default()
            },
            body: 4 << 20,
            // Below the common limit of 1024 open files.
            connections: 800,
            // A browser lets a hidden page ask once in a minute; one that is closed says so.
            unattended: Duration::from_secs(90),
        }
    }
}

/// Half of the machine's memory, if the system tells how much there is.
fn half_of_memory() -> usize {
    /// Where the system does not tell.
    const GUESS: usize = 4 << 30;
    let told = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("MemTotal:"))?.to_owned();
        line.split_whitespace().nth(1)?.parse::<usize>().ok()
    });
    told.map_or(GUESS, |kibibytes| kibibytes * 1024) / 2
}

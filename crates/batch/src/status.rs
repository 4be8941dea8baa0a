//! How far a run is, for whoever looks on.

use std::collections::{BTreeMap, HashSet};

use kuraban::Word;
use serde::{Deserialize, Serialize};

use crate::answers::results;
use crate::{Error, Run, segment};

/// How far the last pass is.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Status {
    /// The pass, counted from one.
    pub pass: u32,
    /// Its levels, and those with a row on the disk.
    pub levels: u64,
    /// Levels with a row on the disk.
    pub done: u64,
    /// Its parts, and those that are sealed.
    pub parts: usize,
    /// Parts that are sealed.
    pub sealed: usize,
    /// Attempts at others, and those whose process is alive.
    pub attempts: usize,
    /// Attempts whose process is alive, as far as can be told from here.
    pub alive: usize,
    /// Rows by their status.
    pub by_status: BTreeMap<Word, u64>,
    /// Processor time of all rows.
    pub cpu_seconds: f64,
    /// Processor time that the rest takes if it is like what is done.
    pub cpu_seconds_left: Option<f64>,
    /// Levels a second of processor time.
    pub rate: Option<f64>,
    /// Workers of the processes at work here, as far as can be told.
    pub workers: usize,
    /// Seconds until the end if each of them has a processor to itself.
    pub eta_seconds: Option<f64>,
    /// Parts of earlier passes that are not sealed, as some were damaged and put aside.
    pub earlier_missing: usize,
}

/// What is wanted of a row.
#[derive(Deserialize)]
struct Brief {
    n: u64,
    status: Word,
    cpu_seconds: Option<f64>,
}

impl Run {
    /// How far the last pass is. Reads all its rows, and writes nothing.
    pub fn status(&self) -> Result<Status, Error> {
        let pass = self.description().last();
        let place = self.place();
        let listing = place.list()?;
        let mut status = Status {
            pass: pass.pass,
            levels: pass.levels(),
            parts: pass.parts(),
            sealed: listing.sealed.len(),
            ..Status::default()
        };
        for part in 0..pass.parts() {
            let open = listing.open.get(&part).map_or(&[][..], Vec::as_slice);
            let mut seen = HashSet::new();
            for bytes in results(&place, (part, pass.sizes[part]), open)? {
                for line in segment::rows(&bytes) {
                    let Ok(brief) = serde_json::from_slice::<Brief>(line) else {
                        continue;
                    };
                    if seen.insert(brief.n) {
                        status.done += 1;
                        *status.by_status.entry(brief.status).or_default() += 1;
                        status.cpu_seconds += brief.cpu_seconds.unwrap_or_default();
                    }
                }
            }
            if !listing.is_sealed(part) {
                status.attempts += open.len();
                status.alive += open.iter().filter(|who| place.is_alive(who)).count();
            }
        }
        for earlier in &self.description().passes[..pass.pass as usize - 1] {
            status.earlier_missing += self.until(earlier).missing()?.len();
        }
        status.workers = listing.slots.iter().map(|who| place.workers(who)).sum();
        // A level that killed its processes has a row, but nobody knows its time.
        let errors = status.by_status.get("error").copied().unwrap_or_default();
        let timed = status.done.saturating_sub(errors);
        if timed > 0 && status.cpu_seconds > 0.0 {
            let left = status.levels.saturating_sub(status.done) as f64;
            let left = status.cpu_seconds / timed as f64 * left;
            status.rate = Some(timed as f64 / status.cpu_seconds);
            status.cpu_seconds_left = Some(left);
            status.eta_seconds =
                (status.workers > 0).then(|| left / status.workers as f64);
        }
        Ok(status)
    }
}

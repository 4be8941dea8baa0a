//! How far a run is, for whoever looks on.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::time::SystemTime;

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
    /// Rows a second, between the first and the last change of the results.
    pub rate: Option<f64>,
    /// Seconds until the end at that rate.
    pub eta_seconds: Option<f64>,
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
        let (mut first, mut last) = (None::<SystemTime>, None::<SystemTime>);
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
            let changed =
                fs::metadata(place.sealed(part)).and_then(|data| data.modified());
            if let Ok(changed) = changed {
                first = Some(first.map_or(changed, |first| first.min(changed)));
                last = Some(last.map_or(changed, |last| last.max(changed)));
            }
        }
        let left = status.levels.saturating_sub(status.done) as f64;
        if status.done > 0 {
            status.cpu_seconds_left =
                Some(status.cpu_seconds / status.done as f64 * left);
        }
        let span =
            first.zip(last).and_then(|(first, last)| last.duration_since(first).ok());
        // The first part to be sealed was done when the span began.
        let counted =
            status.done.saturating_sub(status.levels / status.parts.max(1) as u64);
        if let Some(span) = span.filter(|span| !span.is_zero() && counted > 0) {
            let rate = counted as f64 / span.as_secs_f64();
            (status.rate, status.eta_seconds) = (Some(rate), Some(left / rate));
        }
        Ok(status)
    }
}

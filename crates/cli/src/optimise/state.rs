//! The state of a run in a file: stopped or killed, it goes on from there.

use std::io;
use std::path::{Path, PathBuf};

use kuraban::{Goal, Level, SavedRun, Saver, Solution, identity};
use serde::{Deserialize, Serialize};

use crate::files;
use crate::given::Given;
use crate::input::in_words;
use crate::say::tell;
use crate::words::clean;

/// The state of a run as it is written to a file.
#[derive(Deserialize, Serialize)]
pub(super) struct State {
    level: String,
    goal: String,
    seed: u64,
    pool: Vec<String>,
    starts: usize,
    tried: Vec<(u64, usize, u32)>,
}

impl State {
    /// Reads where an earlier run ended; `None` where there was none.
    pub(super) fn read(
        path: &Path,
        level: &Level,
        goal: &Goal,
    ) -> Result<Option<SavedRun>, String> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(in_words(error).to_string()),
        };
        if text.is_empty() {
            return Ok(None);
        }
        let state: Self = serde_json::from_str(&text)
            .map_err(|error| format!("not the state of a run: {error}"))?;
        if state.level != identity::exact(level) {
            return Err("this is the state of a run on another level".to_owned());
        }
        if state.goal != goal.to_string() {
            return Err(format!(
                "this is the state of a run for the goal {}",
                clean(&state.goal)
            ));
        }
        let pool = state
            .pool
            .iter()
            .map(|letters| Given::play(level, letters).map(|given| given.solution));
        let pool = pool.collect::<Result<Vec<_>, _>>()?;
        Ok(Some(SavedRun::new(pool, state.tried, state.starts)))
    }

    /// Writes where a run stands, whenever it says so.
    pub(super) fn saver(path: PathBuf, level: &Level, goal: &Goal, seed: u64) -> Saver {
        let (level, goal) = (identity::exact(level), goal.to_string());
        let mut is_told = false;
        Box::new(move |saved: &SavedRun| {
            let state = Self {
                level: level.clone(),
                goal: goal.clone(),
                seed,
                pool: saved.pool.iter().map(Solution::lurd).collect(),
                starts: saved.starts,
                tried: saved.tried.clone(),
            };
            let written = files::whole(&path, |out| {
                serde_json::to_writer(&mut *out, &state)?;
                writeln!(out)?;
                Ok(((), true))
            });
            if let Err(error) = written
                && !std::mem::replace(&mut is_told, true)
            {
                tell!("warning: {error}; the run goes on");
            }
        })
    }
}

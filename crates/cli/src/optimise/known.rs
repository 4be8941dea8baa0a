//! What is known before anything is shortened: solutions, and the best figures of a table.

use std::io;
use std::path::Path;

use serde::Serialize;

use crate::answers::Asked;
use crate::args::Optimise;
use crate::csv::Table;
use crate::given::{Given, Givens};
use crate::input;
use crate::say::tell;
use crate::words::clean;

/// What the command line names besides levels.
pub(super) struct Known {
    pub(super) givens: Givens,
    table: Option<Table>,
}

impl Known {
    /// `None` where something is not understood, which is told.
    pub(super) fn read(command: &Optimise) -> io::Result<Option<Self>> {
        let steps = command.steps.as_deref().map(input::text_argument).transpose()?;
        let Some(givens) = Givens::read(&command.solutions, steps)? else {
            return Ok(None);
        };
        let mut table = None;
        if let Some(path) = &command.table {
            let columns: [&[&str]; 3] = [&["level"], &["best_moves"], &["best_pushes"]];
            table = Table::read(&input::text_file(path)?, &columns);
            if table.is_none() {
                tell!(
                    "error: {}: a table of known results has the columns level, \
                     best_moves, best_pushes",
                    clean(path)
                );
                return Ok(None);
            }
        }
        Ok(Some(Self { givens, table }))
    }

    /// Everything given for a level or stored with it, played by the referee; the error says what
    /// is wrong. Where a part of the given solution stays as it is, only that one counts.
    pub(super) fn given(
        &self,
        command: &Optimise,
        asked: Asked<'_>,
        nth: usize,
    ) -> Result<Vec<Given>, String> {
        let mut given = self.givens.of(asked, nth)?;
        if command.steps.is_some() && (command.range.is_some() || command.keep_end) {
            return Ok(given.split_off(given.len().saturating_sub(1)));
        }
        let index = asked.item.entry.index;
        for game in &asked.item.entry.games {
            match Given::play(asked.level, &game.letters) {
                Ok(played) => given.push(played),
                Err(why) if !game.is_snapshot() => {
                    let file = asked.item.file;
                    tell!("warning: {file}, level {index}: stored, but {why}");
                }
                Err(_) => {}
            }
        }
        Ok(given)
    }

    /// The best known moves and pushes of a level.
    pub(super) fn best(&self, asked: Asked<'_>) -> Option<Best> {
        let file = asked.item.file;
        let name = Path::new(file).file_name()?;
        let index = asked.item.entry.index.to_string();
        let table = self.table.as_ref()?;
        let row = table.rows().find(|get| {
            let same = get(&["file"]).is_none_or(|named| Path::new(named) == name);
            get(&["level"]) == Some(&index) && (same || file == "-")
        })?;
        let number = |column: &str| row(&[column])?.parse().ok();
        Some(Best { moves: number("best_moves")?, pushes: number("best_pushes")? })
    }
}

/// The best known figures of a level.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Best {
    pub(super) moves: usize,
    pub(super) pushes: usize,
}

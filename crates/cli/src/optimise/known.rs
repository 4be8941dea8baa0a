//! What is known before anything is shortened: solutions, and the best figures of a table.

use std::io;
use std::path::Path;

use kuraban::{Level, NotSolved, Solution, lurd};
use serde::Serialize;

use crate::answers::Asked;
use crate::args::Optimise;
use crate::csv::Table;
use crate::input;
use crate::say::tell;
use crate::solutions::Solutions;
use crate::words::{clean, illegal_step};

/// What the command line names besides levels.
pub(super) struct Known {
    /// Steps of the only level.
    pub(super) steps: Option<String>,
    /// Each with the name of its file.
    solutions: Vec<(String, Solutions)>,
    table: Option<Table>,
}

impl Known {
    /// `None` where something is not understood, which is told.
    pub(super) fn read(command: &Optimise) -> io::Result<Option<Self>> {
        let mut solutions = Vec::new();
        for path in &command.solutions {
            match Solutions::read(&input::text_file(path)?) {
                Ok(read) => solutions.push((path.clone(), read)),
                Err(why) => {
                    tell!("error: {}: not a file of solutions: {why}", clean(path));
                    return Ok(None);
                }
            }
        }
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
        let steps = command.steps.as_deref().map(input::text_argument).transpose()?;
        Ok(Some(Self { steps, solutions, table }))
    }

    /// Everything given for a level, played by the referee; the error says what is wrong.
    pub(super) fn given(
        &self,
        asked: Asked<'_>,
        nth: usize,
    ) -> Result<Vec<Given>, String> {
        if self.steps.is_some() && asked.item.several {
            return Err(input::SEVERAL.to_owned());
        }
        let mut given = Vec::new();
        let index = asked.item.entry.index;
        for (file, read) in &self.solutions {
            for game in read.of(asked.item, nth) {
                match Given::play(asked.level, &game.letters) {
                    Ok(played) => given.push(played),
                    Err(_) if game.is_snapshot() => {}
                    Err(why) => {
                        return Err(format!("{}, level {index}: {why}", clean(file)));
                    }
                }
            }
        }
        if let Some(letters) = &self.steps {
            given.push(Given::play(asked.level, letters)?);
        }
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
        let name = Path::new(asked.item.file).file_name()?;
        let index = asked.item.entry.index.to_string();
        let table = self.table.as_ref()?;
        let row = table.rows().find(|get| {
            let same = get(&["file"]).is_none_or(|file| Path::new(file) == name);
            get(&["level"]) == Some(&index) && same
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

/// A solution that was given.
pub(super) struct Given {
    pub(super) solution: Solution,
    /// Steps that came after the solved position.
    pub(super) cut: usize,
}

impl Given {
    /// Plays letters; the error says why they do not solve the level.
    pub(super) fn play(level: &Level, letters: &str) -> Result<Self, String> {
        let no = |why: String| format!("this is no solution: {why}");
        let steps = lurd::read(letters).map_err(|error| no(error.to_string()))?;
        let dirs: Vec<_> = steps.iter().map(|step| step.dir).collect();
        let solution = Solution::check(level, &dirs).map_err(|error| match error {
            NotSolved::Illegal { index, why } => no(illegal_step(index, &why)),
            NotSolved::Unfinished => no(error.to_string()),
        })?;
        let cut = dirs.len() - solution.steps().len();
        Ok(Self { solution, cut })
    }
}

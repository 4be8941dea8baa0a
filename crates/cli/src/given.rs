//! Solutions that the command line gives, played by the referee.

use std::io;
use std::path::Path;

use kuraban::{Level, NotSolved, Solution, lurd};

use crate::answers::Asked;
use crate::input;
use crate::say::tell;
use crate::solutions::Solutions;
use crate::words::{clean, illegal_step};

/// Files of solutions, and steps of the only level.
pub(crate) struct Givens {
    /// Each with the name of its file.
    files: Vec<(String, Solutions)>,
    steps: Vec<String>,
}

impl Givens {
    /// Reads files of solutions; `None` where one is not understood, which is told.
    pub(crate) fn read(
        paths: &[String],
        steps: Option<String>,
    ) -> io::Result<Option<Self>> {
        let mut files = Vec::new();
        for path in paths {
            match Solutions::read(&input::text_file(path)?) {
                Ok(read) => files.push((path.clone(), read)),
                Err(why) => {
                    tell!("error: {}: not a file of solutions: {why}", clean(path));
                    return Ok(None);
                }
            }
        }
        Ok(Some(Self { files, steps: steps.into_iter().collect() }))
    }

    /// Reads files of solutions; a name that is no file is taken for steps. Where there are several
    /// files of levels, numbers of levels need the name of theirs. `None` where something is
    /// wrong, which is told.
    pub(crate) fn read_or_take(
        names: &[String],
        levels: &[String],
    ) -> io::Result<Option<Self>> {
        let dashes = names.iter().chain(levels).filter(|name| *name == "-").count();
        if !names.is_empty() && dashes > 1 {
            tell!("error: standard input can be read once only");
            return Ok(None);
        }
        let (steps, paths): (Vec<String>, Vec<String>) = names
            .iter()
            .cloned()
            .partition(|name| !Path::new(name).exists() && lurd::read(name).is_ok());
        let Some(read) = Self::read(&paths, None)? else { return Ok(None) };
        let unclear = read.files.iter().find(|(_, read)| !read.names_files());
        if let (Some((path, _)), [_, _, ..]) = (unclear, levels) {
            tell!(
                "error: {}: it does not say which file its levels are in: give one file of \
                 levels, or a table with the column `file`",
                clean(path)
            );
            return Ok(None);
        }
        Ok(Some(Self { steps, ..read }))
    }

    /// Whether there is nothing for any level.
    pub(crate) fn is_empty(&self) -> bool {
        self.files.is_empty() && self.steps.is_empty()
    }

    /// Whether there are steps of one level, which cannot be meant for several.
    pub(crate) fn is_of_one(&self) -> bool {
        !self.steps.is_empty()
    }

    /// Everything given for a level; the error says what is wrong. `nth` counts the levels that are
    /// looked at, from zero.
    pub(crate) fn of(&self, asked: Asked<'_>, nth: usize) -> Result<Vec<Given>, String> {
        if self.is_of_one() && asked.item.several {
            return Err(input::SEVERAL.to_owned());
        }
        let mut given = Vec::new();
        let index = asked.item.entry.index;
        for (file, read) in &self.files {
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
        for letters in &self.steps {
            given.push(Given::play(asked.level, letters)?);
        }
        Ok(given)
    }
}

/// A solution that was given.
pub(crate) struct Given {
    pub(crate) solution: Solution,
    /// Steps that came after the solved position.
    pub(crate) cut: usize,
}

impl Given {
    /// Plays letters; the error says why they do not solve the level.
    pub(crate) fn play(level: &Level, letters: &str) -> Result<Self, String> {
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

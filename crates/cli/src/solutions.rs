//! Solutions of many levels: those stored with them, or a file of their own.
//!
//! A file of solutions is what `solve` prints (text with a line `; INDEX TITLE` before each
//! answer, or JSON), a table with the columns `level` and `solution` (or `lurd`), as `bench`
//! writes it, plain lines of steps, one for each level, or levels with their solutions (SOK).

use std::collections::HashMap;
use std::path::Path;

use kuraban::{Entry, Format, Reader, SavedGame, identity};
use serde::Deserialize;

use crate::csv::Table;
use crate::input::Item;

/// Where solutions come from.
pub(crate) enum Solutions {
    /// From the levels' own file.
    Stored,
    /// Of numbered levels.
    Numbered(Vec<Given>),
    /// Lines without numbers.
    Lines(Vec<String>),
    /// With their boards, by the exact identity of each.
    OfBoards(HashMap<String, Vec<SavedGame>>),
}

/// A solution with the number of its level.
#[derive(Deserialize)]
pub(crate) struct Given {
    /// The levels' file, where it is named.
    file: Option<String>,
    #[serde(alias = "level")]
    index: usize,
    #[serde(alias = "lurd")]
    solution: Option<String>,
}

impl Solutions {
    /// Reads a file of solutions. The error says which line is not understood.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
        if first.trim_start().starts_with('{') {
            return json(text).map(Self::Numbered);
        }
        let columns: [&[&str]; 2] = [&["level", "index"], &["solution", "lurd"]];
        if let Some(table) = Table::read(text, &columns) {
            if let Some(line) = table.misfit() {
                return Err(format!("line {line}: not as many fields as the first line"));
            }
            let given = table.rows().zip(table.lines()).map(|(get, line)| {
                let level = get(columns[0]).unwrap_or_default();
                let no = || format!("line {line}: `{level}` is no number of a level");
                Ok(Given {
                    file: get(&["file"]).map(str::to_owned),
                    index: level.parse().map_err(|_| no())?,
                    solution: get(columns[1]).map(str::to_owned),
                })
            });
            return given.collect::<Result<_, String>>().map(Self::Numbered);
        }
        // Boards are no steps, so a file of levels is no file of lines.
        lines(text).or_else(|why| boards(text).unwrap_or(Err(why)))
    }

    /// Whether it says whose levels the solutions are of, where there are several files.
    pub(crate) fn names_files(&self) -> bool {
        match self {
            Self::Numbered(given) => given.iter().all(|given| given.file.is_some()),
            Self::Stored | Self::Lines(_) | Self::OfBoards(_) => true,
        }
    }

    /// The solutions of a level; `nth` counts the levels that are looked at, from zero.
    pub(crate) fn of(&self, item: &Item<'_>, nth: usize) -> Vec<SavedGame> {
        let saved =
            |letters: &String| SavedGame { title: None, letters: letters.clone() };
        match self {
            Self::Stored => item.entry.games.clone(),
            Self::Numbered(given) => given
                .iter()
                .filter(|given| given.is_of(item.file, &item.entry))
                .filter_map(|given| given.solution.as_ref().map(saved))
                .collect(),
            // Several solutions, or one that is broken into lines.
            Self::Lines(lines) if !item.several => {
                let whole: Vec<_> =
                    lines.iter().filter(|line| solves(&item.entry, line)).collect();
                match &*whole {
                    [] => vec![saved(&lines.concat())],
                    whole => whole.iter().map(|line| saved(line)).collect(),
                }
            }
            Self::Lines(lines) => lines.get(nth).map(saved).into_iter().collect(),
            Self::OfBoards(games) => {
                let level = item.entry.level.as_ref().ok();
                let games = level.and_then(|level| games.get(&identity::exact(level)));
                games.cloned().unwrap_or_default()
            }
        }
    }
}

/// Whether steps solve a level by themselves.
fn solves(entry: &Entry, letters: &str) -> bool {
    let (Ok(level), Ok(steps)) = (&entry.level, kuraban::lurd::read(letters)) else {
        return false;
    };
    kuraban::play(level, &steps).solves()
}

impl Given {
    fn is_of(&self, file: &str, entry: &Entry) -> bool {
        let name = |path| Path::new(path).file_name();
        let same = self.file.as_deref().is_none_or(|named| name(named) == name(file));
        self.index == entry.index && (same || file == "-")
    }
}

fn json(text: &str) -> Result<Vec<Given>, String> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(number, line)| {
            serde_json::from_str(line)
                .map_err(|error| format!("line {}: {error}", number + 1))
        })
        .collect()
}

/// Levels with their solutions; `None` where there is no level.
fn boards(text: &str) -> Option<Result<Solutions, String>> {
    let entries = Reader::new(Box::new(text.as_bytes()), Format::Auto);
    let mut is_level = false;
    let mut games: HashMap<String, Vec<SavedGame>> = HashMap::new();
    for Entry { level, games: stored, .. } in entries {
        let Ok(level) = level else { continue };
        is_level = true;
        if !stored.is_empty() {
            games.entry(identity::exact(&level)).or_default().extend(stored);
        }
    }
    let why = "there are levels, but no solutions with them";
    let read = if games.is_empty() {
        Err(why.to_owned())
    } else {
        Ok(Solutions::OfBoards(games))
    };
    is_level.then_some(read)
}

/// Lines of steps; `; INDEX TITLE` says whose they are.
fn lines(text: &str) -> Result<Solutions, String> {
    let mut given: Vec<Given> = Vec::new();
    let mut bare = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if let Some(heading) = line.strip_prefix(';') {
            let index = heading.split_whitespace().next().and_then(|n| n.parse().ok());
            let index = index.ok_or_else(|| {
                format!("line {}: `;` is followed by the number of a level", number + 1)
            })?;
            given.push(Given { file: None, index, solution: None });
        } else if line.is_empty() {
        } else if let Err(error) = kuraban::lurd::read(line) {
            return Err(format!("line {}, {error}", number + 1));
        } else if let Some(last) = given.last_mut() {
            last.solution.get_or_insert_default().push_str(line);
        } else {
            bare.push(line.to_owned());
        }
    }
    match (given.is_empty(), bare.is_empty()) {
        (true, true) => Err("there is nothing in it".into()),
        (false, true) => Ok(Solutions::Numbered(given)),
        (true, false) => Ok(Solutions::Lines(bare)),
        (false, false) => Err("some solutions stand before the first number".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered(text: &str) -> Vec<(usize, Option<String>)> {
        match Solutions::read(text) {
            Ok(Solutions::Numbered(given)) => {
                given.into_iter().map(|given| (given.index, given.solution)).collect()
            }
            Ok(_) => panic!("not numbered"),
            Err(why) => panic!("{why}"),
        }
    }

    #[test]
    fn all_that_is_printed_is_read() {
        let expected = vec![(2, Some("rR".to_owned())), (5, None)];
        assert_eq!(numbered("; 2 A title\nr\nR\n\n; 5\n"), expected);
        assert_eq!(
            numbered(
                "{\"index\":2,\"solution\":\"rR\"}\n{\"index\":5,\"solution\":null}\n"
            ),
            expected
        );
        assert_eq!(numbered("level,title,lurd\n2,\"a, b\",rR\n5,,\n"), expected);
        assert!(
            matches!(Solutions::read("rR\nlL\n"), Ok(Solutions::Lines(l)) if l.len() == 2)
        );
    }

    #[test]
    fn levels_bring_their_solutions() {
        let text = "; A title\n####\n#@$.#\n####\n\nSolution\nR\n";
        let text = text.replace("####\n", "#####\n");
        let Ok(Solutions::OfBoards(games)) = Solutions::read(&text) else {
            panic!("not read")
        };
        let all: Vec<_> = games.values().flatten().map(|game| &*game.letters).collect();
        assert_eq!(all, ["R"]);
        let bare = Solutions::read("#####\n#@$.#\n#####\n");
        assert!(bare.is_err_and(|why| why.contains("no solutions with them")));
    }

    #[test]
    fn what_is_not_understood_is_named_by_its_line() {
        for (text, line) in [
            ("rR\nhello\n", "line 2"),
            ("{\"a\":1}", "line 1"),
            ("; x", "line 1"),
            ("level,lurd\n1,rR\n\nx,rR\n", "line 4: `x`"),
            ("level,lurd\n1\n", "line 2"),
            ("\n", "nothing"),
        ] {
            let Err(why) = Solutions::read(text) else { panic!("{text} was read") };
            assert!(why.contains(line), "{why}");
        }
    }
}

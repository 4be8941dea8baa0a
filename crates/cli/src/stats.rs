//! `kuraban stats`: a collection in numbers.

use std::collections::hash_map::Entry as Slot;
use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use kuraban::{Entry, Level, SavedGame, identity, lurd, play};
use serde::Serialize;

use crate::args;
use crate::csv::Table;
use crate::difficulty::measure;
use crate::input::{self, Next};
use crate::say;
use crate::words::{clean, columns, count, wrapped};
use crate::{diagnose, exit, write_json};

/// A file of levels in numbers, as `--json` prints it.
#[derive(Default, Serialize)]
struct Stats {
    file: String,
    /// All that stand where a level is expected.
    levels: usize,
    /// Those that are no levels.
    invalid: usize,
    /// Why the file could not be read as levels.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    already_solved: usize,
    width: Option<Spread>,
    height: Option<Spread>,
    boxes: Option<Spread>,
    rules: BTreeMap<&'static str, usize>,
    dialects: BTreeMap<&'static str, usize>,
    /// Levels with steps in the file that solve them.
    with_solution: usize,
    /// Steps in the file that solve their level, and those that do not.
    solutions: usize,
    other_games: usize,
    /// What a table says of these levels.
    known: Option<Known>,
    duplicates: Vec<Duplicate>,
    /// With `--difficulty`.
    #[serde(skip_serializing_if = "Option::is_none")]
    difficulty: Option<Judged>,
}

/// How hard the levels of a file are.
#[derive(Default, Serialize)]
struct Judged {
    /// Levels without a solution that was found.
    unknown: usize,
    /// Boulder puzzles, which are not judged.
    boulders: usize,
    /// Levels that were judged by a solution that is not proved least.
    estimates: usize,
    /// Levels by the word for their difficulty, from very easy to very hard.
    bands: BTreeMap<&'static str, usize>,
    /// The numbers of levels with their difficulty, from 0 to 100.
    values: Vec<(usize, f64)>,
}

impl Judged {
    fn add(&mut self, index: usize, difficulty: Option<kuraban::Difficulty>) {
        let Some(difficulty) = difficulty else {
            self.unknown += 1;
            return;
        };
        self.estimates += usize::from(!difficulty.exact);
        *self.bands.entry(difficulty.band()).or_default() += 1;
        self.values.push((index, difficulty.value));
    }

    /// Counts by band, and the easiest and the hardest level.
    fn words(&self) -> String {
        let bands = kuraban::difficulty::BANDS
            .iter()
            .filter_map(|band| Some(format!("{} {band}", self.bands.get(band)?)));
        let mut words: Vec<String> = bands.collect();
        if self.unknown > 0 {
            words.push(format!("{} not known", self.unknown));
        }
        if self.boulders > 0 {
            let puzzles = count(self.boulders, "boulder puzzle");
            words.push(format!("{puzzles} not judged"));
        }
        let hardest = self.values.iter().rev().max_by(|a, b| a.1.total_cmp(&b.1));
        if let Some((index, value)) = hardest
            && self.values.len() > 1
        {
            words.push(format!("the hardest is {index} ({} of 100)", value.floor()));
        }
        if self.estimates > 0 {
            words.push(format!("{} by estimate", self.estimates));
        }
        words.join(", ")
    }
}

/// The least, the middle and the largest of some numbers, and their sum.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
struct Spread {
    least: usize,
    median: usize,
    most: usize,
    sum: usize,
}

impl Spread {
    fn of(mut numbers: Vec<usize>) -> Option<Self> {
        numbers.sort_unstable();
        let (least, most) = (*numbers.first()?, *numbers.last()?);
        let median = numbers[(numbers.len() - 1) / 2];
        Some(Self { least, median, most, sum: numbers.iter().sum() })
    }

    fn words(self) -> String {
        let Self { least, median, most, .. } = self;
        if least == most {
            return least.to_string();
        }
        format!("{least} to {most}, median {median}")
    }
}

/// Results of a table, summed up.
#[derive(Default, Serialize)]
struct Known {
    table: String,
    /// Levels with a known number of pushes, and those where it is proved least.
    levels: usize,
    proved: usize,
    pushes: u64,
    moves: u64,
}

/// A level that is the same puzzle as an earlier one.
#[derive(Serialize)]
struct Duplicate {
    level: usize,
    of: usize,
    /// The earlier one's file, where it is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    of_file: Option<String>,
    /// Whether the boards are equal, not only turned, mirrored or with the player elsewhere in
    /// his zone.
    exact: bool,
}

/// The puzzles so far: where each was seen first (the number of its file and of the level),
/// and its exact hash.
#[derive(Default)]
struct Seen(HashMap<String, (usize, usize, String)>);

impl Seen {
    /// Takes in a level. Where it was seen before: file, level, and whether it is equal.
    fn add(
        &mut self,
        level: &Level,
        file: usize,
        index: usize,
    ) -> Option<(usize, usize, bool)> {
        let exact = identity::exact(level);
        match self.0.entry(identity::canonical(level)) {
            Slot::Vacant(slot) => {
                slot.insert((file, index, exact));
                None
            }
            Slot::Occupied(known) => {
                let (file, index, id) = known.get();
                Some((*file, *index, *id == exact))
            }
        }
    }
}

pub(crate) fn run(command: &args::Stats, out: &mut impl Write) -> io::Result<u8> {
    let mut worst = exit::DONE;
    let mut seen = Seen::default();
    let mut is_told = false;
    for (number, file) in command.files.iter().enumerate() {
        let mut stats = Stats { file: file.clone(), ..Stats::default() };
        stats.difficulty = command.judge.time.map(|_| Judged::default());
        let mut sizes = [const { Vec::new() }; 3];
        let mut indices = Vec::new();
        input::each(std::slice::from_ref(file), &command.input, |item| {
            stats.levels += 1;
            let level = match &item.entry.level {
                Ok(level) => level,
                Err(problems) => {
                    stats.invalid += 1;
                    worst = exit::INVALID;
                    let is_file = item.entry.is_file_problem();
                    stats.reason = is_file.then(|| problems.to_string());
                    say::text(&diagnose::problems(item.file, &item.entry));
                    return Ok(Next::Go);
                }
            };
            let index = item.entry.index;
            stats.add(&item.entry, level);
            indices.push(index);
            let numbers = [level.width(), level.height(), level.boxes().len()];
            for (all, number) in sizes.iter_mut().zip(numbers) {
                all.push(number);
            }
            if let (Some(judged), Some(time)) =
                (&mut stats.difficulty, command.judge.time)
            {
                if level.rules() == kuraban::Rules::Boxes {
                    judged.add(index, measure(level, time));
                } else {
                    judged.boulders += 1;
                }
            }
            if let Some((file, of, exact)) = seen.add(level, number, index) {
                let of_file = (file != number).then(|| command.files[file].clone());
                stats.duplicates.push(Duplicate { level: index, of, of_file, exact });
            }
            Ok(Next::Go)
        })?;
        [stats.width, stats.height, stats.boxes] = sizes.map(Spread::of);
        stats.known = known(command, file, &indices)?;
        if command.json {
            write_json(out, &stats)?;
        } else if stats.reason.is_none() || stats.levels > 1 {
            if command.files.len() > 1 {
                let blank = if is_told { "\n" } else { "" };
                writeln!(out, "{blank}; {}", clean(file))?;
            }
            is_told = true;
            tell(&stats, out)?;
        }
    }
    Ok(worst)
}

impl Stats {
    fn add(&mut self, entry: &Entry, level: &Level) {
        *self.rules.entry(level.rules().name()).or_default() += 1;
        *self.dialects.entry(entry.dialect.name()).or_default() += 1;
        self.already_solved += usize::from(level.is_solved_at_start());
        let solves = |game: &&SavedGame| {
            lurd::read(&game.letters).is_ok_and(|steps| play(level, &steps).solves())
        };
        let solutions = entry.games.iter().filter(solves).count();
        self.with_solution += usize::from(solutions > 0);
        self.solutions += solutions;
        self.other_games += entry.games.len() - solutions;
    }
}

/// What the table that was named, or the one beside the file, says of these levels.
fn known(
    command: &args::Stats,
    file: &str,
    levels: &[usize],
) -> io::Result<Option<Known>> {
    let beside = || {
        let beside: PathBuf = Path::new(file).with_file_name("known_results.csv");
        (file != "-" && beside.is_file()).then_some(beside)
    };
    let Some(path) = command.known.clone().or_else(beside) else { return Ok(None) };
    let path = path.display().to_string();
    let text = input::text_file(&path)?;
    let columns: [&[&str]; 2] = [&["level"], &["best_pushes"]];
    let Some(table) = Table::read(&text, &columns) else {
        let wrong = format!("`{path}` has no columns `level` and `best_pushes`");
        return Err(io::Error::other(wrong));
    };
    let mut known = Known { table: path, ..Known::default() };
    let name = Path::new(file).file_name().and_then(|name| name.to_str());
    for get in table.rows() {
        let level = get(&["level"]).and_then(|level| level.parse().ok());
        let here = get(&["file"]).is_none_or(|file| Some(file) == name)
            && level.is_some_and(|level| levels.binary_search(&level).is_ok());
        let number = |name| get(&[name]).and_then(|text| text.parse::<u64>().ok());
        if let (true, Some(pushes)) = (here, number("best_pushes")) {
            known.levels += 1;
            known.pushes += pushes;
            known.moves += number("best_moves").unwrap_or(0);
            known.proved += usize::from(number("push_optimal") == Some(pushes));
        }
    }
    Ok((known.levels > 0).then_some(known))
}

fn tell(stats: &Stats, out: &mut impl Write) -> io::Result<()> {
    let mut lines: Vec<(&str, String)> = Vec::new();
    let invalid = match stats.invalid {
        0 => String::new(),
        some => format!(" ({some} invalid)"),
    };
    lines.push(("levels", format!("{}{invalid}", stats.levels)));
    let spreads =
        [("width", stats.width), ("height", stats.height), ("boxes", stats.boxes)];
    for (name, spread) in spreads {
        lines.extend(spread.map(|spread| (name, spread.words())));
    }
    for (name, counts) in [("rules", &stats.rules), ("dialects", &stats.dialects)] {
        let all: Vec<_> = counts.iter().map(|(name, n)| format!("{n} {name}")).collect();
        if !all.is_empty() {
            lines.push((name, all.join(", ")));
        }
    }
    if stats.already_solved > 0 {
        lines.push(("solved", format!("{} already at the start", stats.already_solved)));
    }
    if stats.solutions + stats.other_games > 0 {
        let (levels, solutions) =
            (count(stats.with_solution, "level"), count(stats.solutions, "solution"));
        let others = match stats.other_games {
            0 => String::new(),
            some => format!("; {} that do not solve", count(some, "game")),
        };
        lines.push(("stored", format!("{solutions} of {levels}{others}")));
    }
    if let Some(known) = &stats.known {
        let Known { table, levels, proved, pushes, moves } = known;
        let levels = count(*levels, "level");
        lines.push((
            "known",
            format!(
                "{levels}: {pushes} pushes in all ({proved} proved least), {moves} moves"
            ),
        ));
        lines.push(("", format!("from {}", clean(table))));
    }
    lines.push(("same", same(&stats.duplicates)));
    if let Some(judged) = &stats.difficulty {
        lines.push(("how hard", judged.words()));
    }
    for (name, value) in lines {
        writeln!(out, "{}", wrapped(&format!("{name:<9} "), &value, columns()))?;
    }
    Ok(())
}

/// The duplicates in words.
fn same(duplicates: &[Duplicate]) -> String {
    /// More are not listed for people.
    const MANY: usize = 10;
    if duplicates.is_empty() {
        return "no level occurs twice".into();
    }
    let mut listed: Vec<String> = duplicates
        .iter()
        .take(MANY)
        .map(|duplicate| {
            let Duplicate { level, of, of_file, exact } = duplicate;
            let file =
                of_file.as_ref().map_or(String::new(), |f| format!(" of {}", clean(f)));
            let turned = if *exact { "" } else { " (turned, mirrored or walked)" };
            format!("{level} is {of}{file}{turned}")
        })
        .collect();
    if duplicates.len() > MANY {
        listed.push(format!("{} more", duplicates.len() - MANY));
    }
    format!("{}: {}", count(duplicates.len(), "duplicate"), listed.join(", "))
}

//! Whether what lies in a run is right.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::Write as _;

use kuraban::{lurd, play};
use serde::Serialize;

use crate::place::{Place, sync_folder, who};
use crate::segment::Block;
use crate::{Error, LevelLine, Pass, Row, Run, levels};

/// What a look at all files of a run has found.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Checked {
    /// Parts that are not sealed, of all passes.
    pub missing: usize,
    /// Rows of sealed parts.
    pub rows: u64,
    /// Solutions that were played.
    pub replayed: u64,
    /// Damaged parts that were put aside, of all passes.
    pub mended: usize,
    /// What is wrong, with its place.
    pub faults: Vec<String>,
}

/// The rows of one sealed part, and what is wrong with it.
#[derive(Default)]
pub(crate) struct Segment {
    /// Rows that nothing is wrong with.
    pub(crate) rows: Vec<Row>,
    /// How many others there are.
    pub(crate) wrong: u64,
    pub(crate) replayed: u64,
    pub(crate) faults: Vec<String>,
}

/// Looks at the rows of a part: whether each level has one, and each what it says.
pub(crate) fn segment(
    lines: &[LevelLine],
    bytes: &[u8],
    pass: u32,
    replay: bool,
) -> Segment {
    let mut found = Segment::default();
    if !crate::is_whole(bytes) {
        found
            .faults
            .push("a block does not fit its checksum, or is cut short".to_owned());
    }
    let mut wanted: HashMap<u64, &LevelLine> =
        lines.iter().map(|line| (line.n, line)).collect();
    for row in crate::rows(bytes) {
        let row: Row = match serde_json::from_slice(row) {
            Ok(row) => row,
            Err(why) => {
                found.faults.push(format!("a row cannot be read: {why}"));
                continue;
            }
        };
        match wanted.remove(&row.n) {
            None => found.faults.push(format!(
                "level {} is there twice, or belongs to another part",
                row.n
            )),
            Some(line) => {
                found.replayed += u64::from(replay && row.solution.is_some());
                if let Some(why) = wrong(line, &row, pass, replay) {
                    found.faults.push(format!("level {}: {why}", row.n));
                    found.wrong += 1;
                } else {
                    found.rows.push(row);
                }
            }
        }
    }
    let mut missing: Vec<u64> = wanted.into_keys().collect();
    missing.sort_unstable();
    if let Some(first) = missing.first() {
        found
            .faults
            .push(format!("{} levels have no row, the first is {first}", missing.len()));
    }
    found
}

/// What is wrong with a row.
fn wrong(line: &LevelLine, row: &Row, pass: u32, replay: bool) -> Option<String> {
    if row.id != line.id {
        return Some(format!("the row is about the level {}, not {}", row.id, line.id));
    }
    if row.pass != pass {
        return Some(format!("the row is of pass {}", row.pass));
    }
    if (row.status == "solved") != row.solution.is_some() {
        return Some(format!("`{}` does not fit its solution", row.status));
    }
    if !replay {
        return None;
    }
    let level = match line.level() {
        Ok(level) => level,
        Err(why) => return Some(why),
    };
    let solution = row.solution.as_ref()?;
    let steps = match lurd::read(solution) {
        Ok(steps) => steps,
        Err(why) => return Some(why.to_string()),
    };
    let played = play(&level, &steps);
    let figures = played.figures;
    let told = [row.moves, row.pushes, row.box_lines, row.box_changes]
        .into_iter()
        .chain([row.pushing_sessions, row.player_lines, row.robot_half_moves]);
    let counted = [figures.moves, figures.pushes, figures.box_lines, figures.box_changes]
        .into_iter()
        .chain([
            figures.pushing_sessions,
            figures.player_lines,
            figures.robot_half_moves,
        ]);
    if !played.solves() || !played.case_errors.is_empty() {
        return Some("the solution does not solve the level".to_owned());
    }
    if !told.eq(counted.map(Some)) {
        return Some("the solution's figures are wrong".to_owned());
    }
    let over = |name: &str, figure: usize| {
        let bound = row.lower_bound.get(name);
        bound.is_some_and(|&bound| bound > figure as u64).then(|| {
            format!(
                "the solution has fewer {name} than the bound that is said to be proved"
            )
        })
    };
    over("pushes", figures.pushes).or_else(|| over("moves", figures.moves))
}

impl Run {
    /// Looks at every sealed part of every pass: missing and doubled levels, checksums,
    /// identities; with `replay`, every solution is played and counted.
    pub fn check(&self, replay: bool) -> Result<Checked, Error> {
        self.check_passes((replay, false))
    }

    /// Looks at the run as [`Run::check`] does, and puts damaged parts aside. Their sound rows
    /// become an attempt that [`Run::run`] takes over; it makes the others anew.
    pub fn mend(&self, replay: bool) -> Result<Checked, Error> {
        self.check_passes((replay, true))
    }

    fn check_passes(&self, how: (bool, bool)) -> Result<Checked, Error> {
        let mut checked = Checked::default();
        for pass in &self.description().passes {
            self.check_pass(pass, how, &mut checked)?;
        }
        Ok(checked)
    }

    fn check_pass(
        &self,
        pass: &Pass,
        (replay, mend): (bool, bool),
        checked: &mut Checked,
    ) -> Result<(), Error> {
        let place = self.place_of(pass);
        let listing = place.list()?;
        checked.missing += listing.missing(pass.parts()).len();
        for part in listing.sealed {
            let name = format!("pass {}, part {part}", pass.pass);
            if part >= pass.parts() {
                checked.faults.push(format!("{name}: there is no such part"));
                continue;
            }
            let read = |path: std::path::PathBuf| {
                fs::read(&path).map_err(Error::io("read", &path))
            };
            let lines = levels::read_part(&read(place.level_part(part))?, part)?;
            if lines.len() as u64 != pass.sizes[part] {
                checked
                    .faults
                    .push(format!("{name}: its levels are not as many as told"));
            }
            let found = segment(&lines, &read(place.sealed(part))?, pass.pass, replay);
            if mend && !found.faults.is_empty() {
                put_aside(&place, part, &found.rows)?;
                checked.mended += 1;
            }
            checked.rows += found.rows.len() as u64 + found.wrong;
            checked.replayed += found.replayed;
            let faults = found.faults.into_iter();
            checked.faults.extend(faults.map(|why| format!("{name}: {why}")));
        }
        Ok(())
    }
}

/// Makes an attempt of the sound rows of a sealed part, and takes the part's name away. Whoever
/// comes in between finds a part that is sealed, or one that is not.
fn put_aside(place: &Place, part: usize, sound: &[Row]) -> Result<(), Error> {
    let who = who();
    let mut block = Block::default();
    for row in sound {
        block.add(&row.line());
    }
    if let Some((bytes, _)) = block.take() {
        let open = place.open(part, &who);
        let write = || {
            let mut file = File::create_new(&open)?;
            file.write_all(&bytes)?;
            file.sync_all()
        };
        write().map_err(Error::io("write", &open))?;
    }
    let sealed = place.sealed(part);
    let damaged = place.damaged(part, &who);
    fs::rename(&sealed, &damaged).map_err(Error::io("rename", &sealed))?;
    sync_folder(&place.results());
    Ok(())
}

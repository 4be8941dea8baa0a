//! What the tests share: a runner, a brute-force reference, levels.

#![allow(dead_code, clippy::allow_attributes, reason = "not every test uses everything")]
#![allow(clippy::print_stdout, reason = "tests that are skipped say so")]

use std::collections::{HashSet, VecDeque};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use kuraban_level::{Dir, Level};
use kuraban_sat::{Outcome, Planner, SatError};
use kuraban_search::{Cancel, Limits, Run, Silent};
use kuraban_verify::Replay;

/// Seed 003's example.
pub(crate) const EXAMPLE: &str = "######\n#+   #\n#$$$.#\n#.   #\n######\n";

pub(crate) fn level(text: &str) -> Level {
    text.parse().expect("a level")
}

pub(crate) fn with_run<T>(limits: Limits, work: impl FnOnce(&mut Run<'_>) -> T) -> T {
    let began = Instant::now();
    let clock = || began.elapsed();
    let mut listener = Silent;
    let mut run = Run::new(limits, Cancel::default(), &clock, &mut listener);
    work(&mut run)
}

pub(crate) fn seconds(seconds: u64) -> Limits {
    Limits { time: Some(Duration::from_secs(seconds)), ..Limits::default() }
}

pub(crate) fn plan(planner: &Planner, level: &Level) -> Result<Outcome, SatError> {
    with_run(seconds(300), |run| planner.plan(level, run))
}

/// Fewest moves and fewest pushes by trying everything; `None` where there is no solution.
/// Plain breadth-first search over (player, boxes); pushes by putting plain steps first.
pub(crate) fn least(level: &Level) -> Option<(u32, u32)> {
    Some((search(level, false)?, search(level, true)?))
}

fn search(level: &Level, pushes_only: bool) -> Option<u32> {
    let start = Replay::new(level);
    let key = |position: &Replay<'_>| {
        let boxes: Vec<bool> =
            (0..level.squares().len()).map(|at| position.has_box(at)).collect();
        (position.player(), boxes)
    };
    let mut done = HashSet::new();
    let mut queue = VecDeque::from([(start, 0)]);
    while let Some((position, cost)) = queue.pop_front() {
        if position.is_solved() {
            return Some(cost);
        }
        if !done.insert(key(&position)) {
            continue;
        }
        for dir in Dir::ALL {
            let mut next = position.clone();
            match next.step(dir) {
                Ok(None) if pushes_only => queue.push_front((next, cost)),
                Ok(_) => queue.push_back((next, cost + 1)),
                Err(_) => {}
            }
        }
    }
    None
}

/// A reproducible sequence of numbers.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % end
    }

    /// A small level at random, closed by walls or open at the edge.
    pub(crate) fn level(&mut self) -> Level {
        loop {
            let (width, height) = (4 + self.below(3), 3 + self.below(3));
            let open = self.below(4) == 0;
            let mut rows = vec![vec![' '; width]; height];
            for (y, row) in rows.iter_mut().enumerate() {
                for (x, square) in row.iter_mut().enumerate() {
                    let edge = x == 0 || y == 0 || x + 1 == width || y + 1 == height;
                    if (edge && !open) || self.below(7) == 0 {
                        *square = '#';
                    }
                }
            }
            let mut put = |from: &str, to: &str| {
                for _ in 0..20 {
                    let (y, x) = (self.below(height), self.below(width));
                    if let Some(index) = from.find(rows[y][x]) {
                        rows[y][x] = to.as_bytes()[index] as char;
                        return;
                    }
                }
            };
            let boxes = 1 + put_count(width * height);
            for _ in 0..boxes {
                put(" ", "$");
                put(" $", ".*");
            }
            put(" .", "@+");
            let text: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
            let text = text.join("\n").replace(' ', "-");
            if let Ok(level) = text.parse::<Level>() {
                return level;
            }
        }
    }
}

fn put_count(squares: usize) -> usize {
    usize::from(squares > 20)
}

/// A folder of the levels that are not ours to copy; `None`, with a word, where it is missing.
pub(crate) fn shared(path: &str) -> Option<PathBuf> {
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared").join(path);
    if path.exists() {
        return Some(path);
    }
    println!("skipped: there is no {}", path.display());
    None
}

/// A program of the system; `None`, with a word, where it is missing.
pub(crate) fn program(name: &str) -> Option<PathBuf> {
    let found = std::env::split_paths(&std::env::var_os("PATH")?)
        .map(|folder| folder.join(name))
        .find(|path| path.is_file());
    if found.is_none() {
        println!("skipped: there is no program {name}");
    }
    found
}

/// Boards in a text, in XSB letters; seed 003's letters are understood too.
pub(crate) fn boards(text: &str) -> Vec<Level> {
    let mut boards = vec![String::new()];
    for line in text.lines() {
        let letters = "#@$.*+-_ SsCcX";
        let last = boards.last_mut().expect("there is one from the start");
        if line.contains('#') && line.chars().all(|letter| letters.contains(letter)) {
            last.push_str(line);
            last.push('\n');
        } else if !last.is_empty() {
            boards.push(String::new());
        }
    }
    let to_xsb = |letter| match letter {
        'S' => '@',
        's' => '+',
        'C' => '$',
        'c' => '*',
        'X' => '.',
        other => other,
    };
    boards.retain(|board| !board.is_empty());
    boards
        .iter()
        .map(|board| level(&board.chars().map(to_xsb).collect::<String>()))
        .collect()
}

/// A folder of this test's own, empty.
pub(crate) fn folder(name: &str) -> PathBuf {
    let path =
        std::env::temp_dir().join(format!("kuraban-sat-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a temporary folder");
    path
}

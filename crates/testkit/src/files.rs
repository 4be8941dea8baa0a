//! Levels from files: our own, and those of others that lie beside the project in `../shared`.

use std::env;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use kuraban_level::{Dir, Format, Level, Reader};

/// Set this to `1` where `../shared` must exist: a test that lacks something in it then
/// fails.
const NEED: &str = "KURABAN_NEED_SHARED";

/// A level and steps that are said to solve it.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The collection and the number of the level in it, from one.
    pub label: String,
    /// The level.
    pub level: Level,
    /// The steps.
    pub steps: Vec<Dir>,
}

/// The place of a file or folder in `../shared`.
///
/// Where it is missing, the caller's test has nothing to do, and [`skip`] says so. If
/// `KURABAN_NEED_SHARED` is `1`, that is a failure; `cargo xtask test` sets it where
/// `../shared` exists.
pub fn shared(path: &str) -> Option<PathBuf> {
    let place = root().join("../shared").join(path);
    if place.exists() {
        return Some(place);
    }
    let needed = env::var_os(NEED).is_some_and(|value| value == "1");
    assert!(!needed, "{NEED} is 1, but there is no {}", place.display());
    skip(&format!("../shared/{path}"));
    None
}

/// Says on standard error that the calling test skips something, and what it would need. It
/// bypasses the test harness, which hides the output of passing tests.
pub fn skip(needs: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    let word = format!("SKIPPED: {test} needs {needs}\n");
    // Where standard error is closed nobody listens.
    let _ = io::stderr().write_all(word.as_bytes());
}

/// The levels of a collection in `../shared/levels`.
pub fn shared_levels(name: &str) -> Option<Vec<Level>> {
    Some(levels(&read(&shared(&format!("levels/{name}.xsb"))?)))
}

/// The levels of a collection in `../shared/levels` whose solutions lie there too.
pub fn shared_solved(name: &str) -> Option<Vec<Solved>> {
    let solutions = read(&shared(&format!("levels/solutions/{name}.csv"))?);
    let levels = shared_levels(name)?;
    let solved = |line: &str| {
        let number: usize = line.split(',').next()?.parse().ok()?;
        let steps = line.rsplit(',').next()?.chars().filter_map(Dir::from_letter);
        let level = levels.get(number - 1).expect("a level of the collection").clone();
        Some(Solved { label: format!("{name} {number}"), level, steps: steps.collect() })
    };
    let solved: Vec<Solved> = solutions.lines().filter_map(solved).collect();
    assert!(!solved.is_empty(), "{name} has solutions");
    Some(solved)
}

/// The levels of a text in any notation, every one of which has to be right.
pub fn levels(text: &str) -> Vec<Level> {
    Reader::new(text.as_bytes(), Format::Auto)
        .map(|entry| match entry.level {
            Ok(level) => level,
            Err(problems) => panic!("level {}: {problems}", entry.index),
        })
        .collect()
}

/// The levels of our own collection, `levels/kuraban.xsb`.
pub fn own() -> Vec<Level> {
    own_solved().into_iter().map(|solved| solved.level).collect()
}

/// The levels of our own collection with the solutions that stand in it.
pub fn own_solved() -> Vec<Solved> {
    let text = read(&root().join("levels/kuraban.xsb"));
    Reader::new(text.as_bytes(), Format::Auto)
        .zip(1..)
        .map(|(entry, number)| Solved {
            label: format!("kuraban {number}"),
            level: entry.level.expect("a level"),
            steps: entry.games[0].letters.chars().filter_map(Dir::from_letter).collect(),
        })
        .collect()
}

/// The workspace's folder.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    let bytes = std::fs::read(path);
    let bytes = bytes.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    String::from_utf8_lossy(&bytes).into_owned()
}

//! Families of boards, small to large: no engine needs much more than is recorded.
//!
//! `families.csv` holds, for every board and engine that is done within [`MOST_WORK`], how many
//! expansions and how much work it took. A change of search that needs less, or more for a reason,
//! records them anew:
//!
//! ```sh
//! cargo test -p kuraban --test families -- --ignored
//! ```

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use kuraban::{
    Cancel, Engine, Level, Limits, Objective, Question, Run, Stage, Turn, engines,
};
use kuraban_testkit::{comb, from_rows, hall, room, snake};

/// Work beyond which an engine is not recorded: a fifth of a second, roughly.
const MOST_WORK: u64 = 200_000;
/// Work of a turn.
const TURN: u64 = 10_000;
/// Work allowed beyond the record: half of it, and a little more where it is small.
const SPARE: (u64, u64) = (20, 2_000);

fn families() -> Vec<(String, Level)> {
    let mut all = Vec::new();
    let mut add = |name: &str, make: &dyn Fn(usize) -> Level, sizes: &[usize]| {
        all.extend(sizes.iter().map(|&size| (format!("{name} {size}"), make(size))));
    };
    add("corridor", &corridor, &[10, 100, 1_000]);
    add("queue", &queue, &[1, 10, 100, 1_000]);
    add("snake", &snake, &[15, 63]);
    add("hall with a box", &|size| hall(size, size, 1), &[10, 30, 100]);
    add("hall of boxes", &|boxes| hall(16, 16, boxes), &[2, 4, 8]);
    add("comb", &comb, &[4, 40, 400]);
    add("rows", &rows, &[1, 3, 10, 100, 300, 1_000]);
    all
}

/// A straight corridor: a box at one end, its goal at the other.
fn corridor(length: usize) -> Level {
    let mut row = vec![b' '; length + 2];
    (row[0], row[length + 1]) = (b'#', b'#');
    (row[1], row[2], row[length]) = (b'@', b'$', b'.');
    from_rows(&[vec![b'#'; length + 2], row, vec![b'#'; length + 2]])
}

/// Boxes in a corridor, one behind the other: none can be pushed unless it is alone.
fn queue(boxes: usize) -> Level {
    let length = 2 * boxes + 1;
    let mut row = vec![b'$'; length + 2];
    (row[0], row[length + 1], row[1]) = (b'#', b'#', b'@');
    row[boxes + 2..=length].fill(b'.');
    from_rows(&[vec![b'#'; length + 2], row, vec![b'#'; length + 2]])
}

/// Boxes far from each other, each one push above its goal.
fn rows(boxes: usize) -> Level {
    let side = (1..=boxes).find(|side| side * side >= boxes).expect("a side");
    let (width, height) = (2 * side + 3, 3 * boxes.div_ceil(side) + 3);
    let mut rows = room(width, height);
    for number in 0..boxes {
        let (row, column) = (2 + 3 * (number / side), 2 + 2 * (number % side));
        (rows[row][column], rows[row + 1][column]) = (b'$', b'.');
    }
    rows[1][1] = b'@';
    from_rows(&rows)
}

/// Expansions and work until the search is done; none where that takes too much.
fn measure(
    engine: &dyn Engine,
    level: &Arc<Level>,
    objective: Objective,
) -> Option<(u64, u64)> {
    engine.accepts(level, objective).ok()?;
    let stands_still = || Duration::ZERO;
    let limits = Limits::default().memory(1 << 29);
    let run = Run::new(limits, Cancel::default(), &stands_still);
    let mut search = engine.begin(level, &Question::default().objective(objective));
    let mut work = 0;
    while work <= MOST_WORK {
        let mut turn = Turn::new(&run, TURN, run.memory());
        let stage = search.advance(&mut turn);
        work += TURN - turn.left() + turn.debt();
        match stage {
            Stage::Working | Stage::Found(_) => {}
            Stage::Solved(_) | Stage::Unsolvable => {
                return Some((search.account().expanded, work));
            }
            Stage::GaveUp | Stage::Full => return None,
            Stage::Failed(fault) => panic!("{}: {fault:?}", engine.name()),
        }
    }
    None
}

fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/families.csv")
}

#[test]
fn no_engine_needs_much_more_than_is_recorded() {
    let (families, engines) = (families(), engines());
    let record = std::fs::read_to_string(file()).expect("the record");
    let mut checked = 0;
    let mut worse = Vec::new();
    for line in record.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let &[board, objective, engine, expanded, work] = &*fields else {
            panic!("not a row: {line}");
        };
        let (_, level) = families.iter().find(|(name, _)| name == board).expect(board);
        let Some(engine) = engines.iter().find(|known| known.name() == engine) else {
            // Left out by a feature.
            continue;
        };
        let number = |text: &str| text.parse::<u64>().expect("a number");
        let most = (number(expanded) * 3 / 2 + SPARE.0, number(work) * 3 / 2 + SPARE.1);
        let objective = objective.parse().expect("an objective");
        match measure(&**engine, &Arc::new(level.clone()), objective) {
            Some(took) if took.0 <= most.0 && took.1 <= most.1 => {}
            took => worse.push(format!("{line}: {took:?}")),
        }
        checked += 1;
    }
    assert!(worse.is_empty(), "{worse:#?}");
    assert!(checked > 100, "only {checked} rows");
}

/// Writes the record.
#[test]
#[ignore = "writes tests/families.csv"]
fn record() {
    let mut text = "board,objective,engine,expanded,work\n".to_owned();
    for (board, level) in families() {
        let level = Arc::new(level);
        for objective in [Objective::Any, Objective::Pushes] {
            for engine in engines() {
                if let Some((expanded, work)) = measure(&*engine, &level, objective) {
                    let name = engine.name();
                    let _ =
                        writeln!(text, "{board},{objective},{name},{expanded},{work}");
                }
            }
        }
    }
    std::fs::write(file(), text).expect("written");
}

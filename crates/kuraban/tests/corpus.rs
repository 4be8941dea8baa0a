//! Our own levels: what `expected.csv` says about them holds.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::time::Duration;

use kuraban::{
    Claim, Entry, Format, Limits, Objective, Question, Reader, Rules, Solution, Status,
    identity, lurd, play, solve,
};

fn levels() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels")
}

fn read(file: &str) -> Vec<Entry> {
    let path = levels().join(file);
    let input =
        File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Reader::new(BufReader::new(input), Format::Auto).collect()
}

/// One row of `expected.csv`.
struct Expected {
    file: String,
    level: usize,
    title: String,
    pushes: Option<usize>,
    moves: Option<usize>,
    min_pushes: Option<usize>,
    bfs: bool,
}

fn expected() -> Vec<Expected> {
    let text =
        std::fs::read_to_string(levels().join("expected.csv")).expect("expected.csv");
    text.lines()
        .skip(1)
        .map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            let [file, level, title, pushes, moves, min_pushes, bfs] = fields[..] else {
                panic!("{line}");
            };
            Expected {
                file: file.into(),
                level: level.parse().unwrap(),
                title: title.into(),
                pushes: pushes.parse().ok(),
                moves: moves.parse().ok(),
                min_pushes: min_pushes.parse().ok(),
                bfs: bfs == "yes",
            }
        })
        .collect()
}

#[test]
fn every_file_is_read_without_a_complaint() {
    let mut seen = 0;
    for folder in [".", "dialects", "seeds"] {
        for file in std::fs::read_dir(levels().join(folder)).unwrap().flatten() {
            let name = file.file_name().into_string().unwrap();
            let is_level = file.path().is_file()
                && ["xsb", "txt", "sok", "slc"].iter().any(|end| name.ends_with(end));
            if !is_level {
                continue;
            }
            for entry in read(&format!("{folder}/{name}")) {
                seen += 1;
                let level =
                    entry.level.unwrap_or_else(|problems| panic!("{name}: {problems}"));
                assert!(entry.warnings.is_empty(), "{name}: {:?}", entry.warnings);
                assert!(
                    level.rules() == Rules::Boulders || level.is_enclosed(),
                    "{name}"
                );
            }
        }
    }
    assert!(seen > 80, "{seen}");
}

#[test]
fn the_collection_keeps_its_promises() {
    let entries = read("kuraban.xsb");
    let (mut long, mut titles, mut puzzles) = (0, HashSet::new(), HashSet::new());
    for entry in &entries {
        let title = entry.title.clone().expect("every level has a title");
        let level = entry.level.as_ref().expect("a level");
        assert!(titles.insert(title.clone()), "two levels are called {title}");
        assert!(puzzles.insert(identity::canonical(level)), "{title} is there twice");
        let steps = lurd::read(&entry.games[0].letters).expect("steps");
        let played = play(level, &steps);
        assert!(played.solves() && played.case_errors.is_empty(), "{title}");
        long += usize::from(played.figures.pushes > 50);
    }
    assert!(entries.len() >= 30 && long >= 10, "{} levels, {long} long", entries.len());
    let beyond =
        expected().iter().filter(|row| row.file == "kuraban.xsb" && !row.bfs).count();
    assert!(beyond >= 5, "{beyond} levels are beyond plain breadth-first search");
}

#[test]
fn the_table_says_what_the_files_say() {
    let mut files: HashMap<String, Vec<Entry>> = HashMap::new();
    for row in expected() {
        let entries = files.entry(row.file.clone()).or_insert_with(|| read(&row.file));
        let entry = &entries[row.level - 1];
        let name = format!("{} {}", row.file, row.level);
        assert_eq!(entry.title.as_deref().unwrap_or(""), row.title, "{name}");
        // A saved game that does not solve its level is a snapshot, not a solution.
        let level = entry.level.as_ref().expect("a level");
        let solution = entry.games.iter().find_map(|game| {
            let steps = lurd::read(&game.letters).expect("steps");
            let dirs: Vec<_> = steps.iter().map(|step| step.dir).collect();
            Solution::check(level, &dirs).ok()
        });
        let figures = solution.map(|solution| solution.figures());
        let counts = (figures.map(|f| f.pushes), figures.map(|f| f.moves));
        assert_eq!(counts, (row.pushes, row.moves), "{name}");
        if let (Some(least), Some(figures)) = (row.min_pushes, figures) {
            assert!(least <= figures.pushes, "{name}");
        }
    }
}

/// `auto` solves what plain search solves, and what it calls optimal is what exhaustive search
/// found; a limit is allowed where a test machine is slow, a wrong claim is not.
#[test]
fn auto_agrees_with_what_is_known() {
    let mut files: HashMap<String, Vec<Entry>> = HashMap::new();
    let (mut solved, mut proved, mut asked) = (0, 0, 0);
    for row in expected().into_iter().filter(|row| row.bfs) {
        let entries = files.entry(row.file.clone()).or_insert_with(|| read(&row.file));
        let level = entries[row.level - 1].level.as_ref().expect("a level");
        let Some(least) = row.min_pushes else { continue };
        asked += 1;
        let limits = Limits::default().time(Duration::from_secs(3)).memory(1 << 30);
        for objective in [Objective::Any, Objective::Pushes] {
            let question = Question::default().objective(objective).limits(limits);
            let answer = solve(level, &question.threads(2)).expect("it can be asked");
            let name = format!("{} {} {objective}", row.file, row.level);
            assert!(
                matches!(answer.status, Status::Solved | Status::Limit),
                "{name}: {:?}",
                answer.status
            );
            let bound = answer.bounds.get(&Claim::Pushes).copied().unwrap_or(0);
            assert!(bound <= least as u64, "{name}: bound {bound} over {least}");
            let Some(solution) = &answer.solution else { continue };
            solved += usize::from(objective == Objective::Any);
            if answer.optimal.contains(&Claim::Pushes) {
                proved += usize::from(objective == Objective::Pushes);
                assert_eq!(solution.figures().pushes, least, "{name}");
            }
        }
    }
    assert!(solved * 10 >= asked * 9, "solved {solved} of {asked}");
    assert!(proved * 10 >= asked * 8, "proved {proved} of {asked}");
}

/// A solution with the fewest pushes is proved to have the fewest moves among those. If a
/// limit comes first, the answer says so and keeps the proof of the pushes.
#[test]
fn ties_are_settled_with_proof_or_a_limit_is_told() {
    let ask = |level, nodes| {
        let mut limits = Limits::default();
        limits.nodes = nodes;
        let question = Question::default().objective(Objective::Pushes).limits(limits);
        solve(level, &question).expect("it can be asked")
    };
    let entries = read("kuraban.xsb");
    let mut cuts = 0;
    for number in [10, 12, 13, 16, 17, 19] {
        let entry = &entries[number - 1];
        let level = entry.level.as_ref().expect("a level");
        let whole = ask(level, None);
        assert!(whole.optimal.contains(&Claim::PushesThenMoves), "{number}");
        assert_eq!(whole.reason, None, "{number}");
        let cut = ask(level, Some(whole.account.expanded * 3 / 4));
        if cut.optimal.contains(&Claim::Pushes)
            && !cut.optimal.contains(&Claim::PushesThenMoves)
        {
            assert_eq!(cut.reason, Some("nodes"), "{number}");
            cuts += 1;
        }
    }
    assert!(cuts > 0, "some limit came between the two proofs");
}

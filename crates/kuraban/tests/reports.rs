//! What is printed as JSON can be read back.

#![cfg(all(feature = "sat", feature = "serde"))]

use std::fmt::Debug;
use std::path::Path;
use std::time::Duration;

use kuraban::sat::{Backend, Encoding, Files, Planner};
use kuraban::{
    Cancel, Checked, Dialect, Entry, Facts, Format, Level, Limits, Objective,
    PackingPlan, Question, Reader, Report, Run, SatReport, Silent, Solver, Strategy,
    Turn, lurd, play, sat,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

const ONE_PUSH: &str = "#####\n#@$.#\n#####\n";
const LOST: &str = "######\n#@ $.#\n#$  .#\n######\n";
const ROOM: &str = "#########\n#   #   #\n#@$   . #\n# $ # . #\n#   #   #\n#########\n";

fn entry(text: &str) -> Entry {
    Reader::new(text.as_bytes(), Format::Auto).next().expect("an entry")
}

fn level(text: &str) -> Level {
    text.parse().expect("a level")
}

/// Writes, reads and writes again.
fn comes_back<T: Debug + DeserializeOwned + PartialEq + Serialize>(value: &T) {
    let text = serde_json::to_string(value).expect("JSON");
    let back: T = serde_json::from_str(&text).expect(&text);
    assert_eq!(&back, value);
    assert_eq!(serde_json::to_string(&back).expect("JSON"), text);
}

/// The report of an engine, with a time that JSON holds exactly.
fn report(text: &str, engine: &str, question: &Question) -> Report {
    let level = level(text);
    let solver = Solver::new(engine).expect("an engine");
    let answer = solver.solve(&level, question).expect("an answer");
    let mut report = Report::of(&level, &answer).with_entry(&entry(text));
    report.seconds = 0.125;
    report
}

#[test]
fn reports_of_every_status_come_back() {
    let least = Question::default().objective(Objective::Pushes);
    let short = Question::default().limits(Limits::default().nodes(1));
    for (text, engine, question, status) in [
        (ONE_PUSH, "bfs", &least, "solved"),
        (ROOM, "auto", &least, "solved"),
        (LOST, "bfs", &least, "unsolvable"),
        (ROOM, "bfs", &short, "limit"),
    ] {
        let report = report(text, engine, question);
        assert_eq!(report.status, status);
        comes_back(&report);
    }
    for text in ["#####\n#@$ #\n#####\n", "", "no level"] {
        let entry = entry(text);
        let problems = entry.level.as_ref().expect_err("no level").to_string();
        comes_back(&Report::invalid(&entry, problems));
    }
    comes_back(&Report::cancelled());
    comes_back(&Report::failed("panic: \"out of luck\"\n".to_owned()));
}

#[test]
fn reports_on_boulders_and_of_the_sat_planner_come_back() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels");
    let boulders =
        std::fs::read_to_string(folder.join("dialects/boulder.txt")).expect("a file");
    let report = report(&boulders, "bfs", &Question::default());
    assert!(report.actions_count.is_some_and(|count| count > 0));
    comes_back(&report);

    let level = level(ONE_PUSH);
    let planner = Planner {
        encoding: Encoding::Push,
        max_steps: 5,
        any: false,
        solver: Backend::Embedded,
        files: Files::default(),
    };
    let (limits, cancel) = (Limits::default(), Cancel::default());
    let stands_still = || Duration::ZERO;
    let (answer, outcome) =
        sat::plan(&planner, &level, None, (limits, &cancel), &stands_still, &mut Silent)
            .expect("an answer");
    let mut report = Report::of(&level, &answer);
    report.sat = Some(SatReport::new(&planner, &outcome));
    for call in report.sat.iter_mut().flat_map(|sat| &mut sat.calls) {
        call.seconds = 0.5;
    }
    assert!(report.sat.as_ref().is_some_and(|sat| !sat.calls.is_empty()));
    comes_back(&report);
}

#[test]
fn what_is_missing_is_empty_and_what_is_new_is_left_out() {
    let report: Report =
        serde_json::from_str(r#"{"index":3,"status":"solved","news":[1]}"#)
            .expect("a report");
    assert_eq!((report.index, &*report.status), (3, "solved"));
    assert!(report.optimal.is_empty() && report.solution.is_none());
    assert!(serde_json::from_str::<Report>("{}").is_err());
}

#[test]
fn a_level_without_a_file_has_a_report() {
    let level = level(ONE_PUSH);
    let answer = kuraban::solve(&level, &Question::default()).expect("an answer");
    let bare = Report::of(&level, &answer);
    assert_eq!((bare.index, bare.dialect.as_deref()), (1, None));
    let entry = Entry { title: Some("One".into()), ..entry(ONE_PUSH) };
    let full = bare.clone().with_entry(&entry);
    assert_eq!(full.title.as_deref(), Some("One"));
    assert_eq!(full.dialect.as_deref(), Some(Dialect::Xsb.name()));
    assert_eq!((full.id, full.solution), (bare.id, bare.solution));
}

#[test]
fn facts_plans_and_replays_come_back() {
    let level = level(ROOM);
    comes_back(&Facts::new(&entry(ROOM), &level));
    comes_back(&Facts::of(&level));

    let stands_still = || Duration::ZERO;
    let run = Run::new(Limits::default(), Cancel::default(), &stands_still);
    let mut turn = Turn::new(&run, u64::MAX, run.memory());
    let plan = PackingPlan::new(&level, Strategy::PLAN_NEAR, &mut turn).expect("a plan");
    assert!(plan.steps.as_ref().is_some_and(|steps| !steps.is_empty()));
    comes_back(&plan);

    for letters in ["R", "ruuu", ""] {
        let steps = lurd::read(letters).expect("steps");
        comes_back(&Checked::new(&play(&level, &steps), vec!["#@ #".to_owned()]));
    }
}

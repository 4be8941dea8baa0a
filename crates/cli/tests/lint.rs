//! `kuraban lint` as users call it.

mod common;

use common::{LEVEL, err, run};
use kuraban_testkit::Folder;
use serde_json::Value;

/// A trivial box, and another.
const TWO: &str = "#######\n#@$.  #\n#  $ .#\n#######\nTitle: Two\nAuthor: Me\n";
const BROKEN: &str = "######\n#$ .@#\n#    #\n######\nTitle: Corner\nAuthor: Me\n";

fn out(output: &std::process::Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn code(arguments: &[&str], input: &str) -> Option<i32> {
    run(arguments, input).status.code()
}

#[test]
fn findings_are_told_with_what_is_known() {
    let told = run(&["lint"], TWO);
    assert_eq!(told.status.code(), Some(0), "{}", err(&told));
    let text = out(&told);
    assert!(text.starts_with("level 1 Two   7x4, 2 boxes   3 pushes, "), "{text}");
    assert!(text.contains("(proved)   difficulty "), "{text}");
    assert!(
        text.contains("  warning B2  box c2 is home in 1 push, first thing"),
        "{text}"
    );
    assert!(text.contains("\n  why: "), "{text}");
}

#[test]
fn json_has_the_fields_of_the_contract() {
    let told = out(&run(&["lint", "--json"], TWO));
    let report: Value = serde_json::from_str(&told).expect("one object");
    assert_eq!((&report["index"], &report["status"]), (&1.into(), &"checked".into()));
    assert_eq!(report["fingerprint"]["pushes"], 3);
    assert_eq!(report["fingerprint"]["proved"][0], "pushes");
    for field in ["ways", "plans", "alive", "dead"] {
        assert!(report["fingerprint"][field].is_number(), "{field}");
    }
    assert_eq!(report["difficulty"]["model"], "2");
    for field in ["greedy", "moves", "gap"] {
        assert!(report["difficulty"]["terms"][field].is_number(), "{field}");
    }
    let finding = &report["findings"][0];
    assert_eq!(
        (&finding["rule"], &finding["severity"]),
        (&"B2".into(), &"warning".into())
    );
    assert_eq!(finding["squares"][0], serde_json::json!([1, 2]));
    assert_eq!(finding["evidence"]["pushes_without"], 2);
    assert!(finding["fix"].is_null());
    assert_eq!(report["unsettled"], serde_json::json!([]));
    let twice = out(&run(&["lint", "--json"], TWO));
    assert_eq!(told, twice);
}

#[test]
fn exit_codes_tell_how_bad_it_is() {
    assert_eq!(code(&["lint", "-q"], LEVEL), Some(0));
    assert_eq!(code(&["lint", "-q"], TWO), Some(0));
    assert_eq!(code(&["lint", "-q", "--strict"], TWO), Some(1));
    assert_eq!(code(&["lint", "-q", "--strict", "--rules", "S"], TWO), Some(0));
    assert_eq!(code(&["lint", "-q"], BROKEN), Some(1));
    // Hiding findings does not make the level better.
    assert_eq!(code(&["lint", "-q", "--severity", "error"], BROKEN), Some(1));
    assert_eq!(code(&["lint", "-q", "--strict", "--nodes", "1"], TWO), Some(2));
    let unbalanced = run(&["lint", "--json"], "######\n#@$$.#\n######\n");
    assert_eq!(unbalanced.status.code(), Some(3));
    assert!(out(&unbalanced).contains("\"rule\":\"S2\""), "{}", out(&unbalanced));
    assert_eq!(code(&["lint", "--rules", "X1"], TWO), Some(3));
    assert_eq!(code(&["lint", "--fix", "core"], TWO), Some(3));
}

#[test]
fn a_limit_leaves_rules_unsettled() {
    let told = out(&run(&["lint", "--nodes", "1", "--json"], TWO));
    let report: Value = serde_json::from_str(&told).expect("one object");
    let unsettled = report["unsettled"].as_array().expect("a list");
    assert!(unsettled.contains(&"B2".into()), "{told}");
    assert!(report["because"]["B2"].is_string(), "{told}");
    assert!(out(&run(&["lint", "--nodes", "1"], TWO)).contains("\n  unsettled   "));
}

#[test]
fn rules_explain_themselves() {
    let one = run(&["lint", "--explain", "b2"], "");
    assert!(out(&one).starts_with("B2 trivial box (warning)\n  A box that"), "{one:?}");
    let all = out(&run(&["lint", "--explain", "all", "--json"], ""));
    assert_eq!(all.lines().count(), kuraban_lint::RULES.len());
    assert_eq!(code(&["lint", "--explain", "Z1"], ""), Some(3));
}

#[test]
fn a_library_and_the_levels_before_are_known() {
    let folder = Folder::new("lint-library");
    let known = folder.place("known.xsb");
    std::fs::write(&known, TWO).expect("written");
    let known = known.to_str().expect("a name");
    let again = out(&run(&["lint", "--rules", "D1", "--library", known], TWO));
    assert!(again.contains("error   D1  the same puzzle as level 1 of "), "{again}");
    let twice = out(&run(&["lint", "--rules", "D1,F2"], &format!("{TWO}\n{TWO}")));
    assert!(twice.contains("D1  the same puzzle as level 1 (Two)"), "{twice}");
    assert!(twice.contains("F2  level 1 has the same title"), "{twice}");
    let missing = run(&["lint", "--library", "no-such-file"], TWO);
    assert_eq!(missing.status.code(), Some(3));
    assert!(err(&missing).contains("no such file"), "{}", err(&missing));
}

#[test]
fn changes_are_written_whole() {
    let folder = Folder::new("lint-fix");
    let place = folder.place("fixed.xsb");
    let name = place.to_str().expect("a name");
    let corridor = "#########\n#    @$.#\n#########\nTitle: Long\n";
    assert_eq!(code(&["lint", "-q", "--fix", "core", "-o", name], corridor), Some(0));
    let fixed = std::fs::read_to_string(&place).expect("a file");
    assert!(fixed.contains("#####@$.#") && fixed.contains("Title: Long"), "{fixed}");
    let shown = out(&run(
        &["lint", "-q", "--fix", "trim", "-o", "-"],
        "######\n#@$.##\n######\n",
    ));
    assert!(shown.contains("#####\n#@$.#\n#####\n"), "{shown}");
}

#[test]
fn the_intended_solution_is_compared() {
    let room = "########\n#      #\n# $  . #\n#@$  . #\n#      #\n########\n";
    let text = out(&run(&["lint", "--intended", "rrdrulurulldldrrr"], room));
    assert!(text.contains("warning U1  another plan solves it in 6 pushes"), "{text}");
    let wrong = run(&["lint", "--intended", "rr"], room);
    assert_eq!(wrong.status.code(), Some(3));
    let stored = format!("{room}Title: Stored\nSolution\nduududRRRllluRRR\n");
    let text = out(&run(&["lint"], &stored));
    assert!(
        text.contains("note    U2  the same plan takes 6 pushes and 10 moves"),
        "{text}"
    );
}

#[test]
fn findings_are_drawn() {
    let folder = Folder::new("lint-picture");
    let place = folder.place("findings.svg");
    let name = place.to_str().expect("a name");
    assert_eq!(code(&["lint", "-q", "--picture", name], TWO), Some(0));
    let svg = std::fs::read_to_string(&place).expect("a file");
    assert!(svg.contains("warning B2: box c2 is home in 1 push"), "{svg}");
    assert_eq!(code(&["lint", "--picture", "findings.doc"], TWO), Some(3));
}

#[test]
fn what_is_wrong_for_all_levels_is_said_once() {
    let two = format!("{TWO}\n\n{TWO}");
    let output = run(&["lint", "--intended", "rrR"], &two);
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(err(&output).matches("error").count(), 1, "{}", err(&output));
    assert!(err(&output).contains("--level"), "{}", err(&output));
}

#[test]
fn a_fix_that_nothing_offers_is_said() {
    let output = run(&["lint", "--fix", "trim", "-o", "-"], TWO);
    assert!(err(&output).contains("no finding offers `trim`"), "{}", err(&output));
    let thick = format!("##########\n{}", TWO.replace("#######\n", "##########\n"));
    let output = run(&["lint", "--fix", "trim", "-o", "-"], &thick);
    assert!(err(&output).contains("1 of 1 level changed by `trim`"), "{}", err(&output));
}

#[test]
fn our_own_collection_has_no_warnings() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../levels/rising.sok");
    let told = run(&["lint", "--rules", "-T,-U", "--severity", "warning", file], "");
    let told = out(&told);
    assert_eq!(told.lines().filter(|line| line.contains(" level ")).count(), 100);
    let warnings: Vec<&str> =
        told.lines().filter(|line| line.starts_with("  warning")).collect();
    assert!(warnings.is_empty(), "{warnings:#?}");
    assert!(!told.contains("unsettled"), "{told}");
}

#[test]
fn show_and_stats_tell_how_hard_levels_are() {
    let shown = out(&run(&["show", "--difficulty", "-"], TWO));
    assert!(shown.contains("\nhow hard  "), "{shown}");
    let json: Value =
        serde_json::from_str(&out(&run(&["show", "--json", "--difficulty", "-"], TWO)))
            .expect("one object");
    let linted: Value =
        serde_json::from_str(&out(&run(&["lint", "--json"], TWO))).expect("one object");
    // The same value, the same reasons.
    assert_eq!(json["difficulty"], linted["difficulty"]);
    let reasons = json["difficulty"]["reasons"].as_array().expect("a list");
    assert!(!reasons.is_empty(), "{json}");
    let stats = out(&run(&["stats", "--difficulty", "-"], TWO));
    assert!(stats.contains("\nhow hard  1 very easy"), "{stats}");
}

#[test]
fn boulder_puzzles_are_said_not_to_be_judged() {
    const BOULDERS: &str = "startpos = Position(0,0)\ngoalpos = Position(0,2)\nstartAreaState = [[0,1,0,0]]\n";
    for (arguments, what) in [
        (&["lint", "-"][..], "boulder puzzles are not judged"),
        (&["show", "--difficulty", "-"], "boulder puzzles are not judged"),
        (&["stats", "--difficulty", "-"], "1 boulder puzzle not judged"),
    ] {
        let output = run(arguments, BOULDERS);
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(told.contains(what), "{arguments:?}: {told}");
    }
}

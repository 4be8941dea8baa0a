//! Each rule: a level that fires it and a near miss that does not.
//!
//! The levels stand in `rules.xsb`, the findings of those that fire in `rules.jsonl`. With
//! `KURABAN_WRITE_GOLDEN=1` the findings are written again: look at the difference.

use std::collections::BTreeSet;
use std::path::Path;

use kuraban::{
    Dialect, Entry, Format, Level, Question, Reader, Solution, Symmetry, lurd,
};
use kuraban_lint::{Budget, Collection, Depth, RULES, Report, Severity, Subject};

fn check(entry: &Entry, rules: &str, collection: &Collection) -> Report {
    check_intended(entry, rules, collection, None)
}

fn check_intended(
    entry: &Entry,
    rules: &str,
    collection: &Collection,
    intended: Option<&str>,
) -> Report {
    let level = entry.level.as_ref().expect("a level");
    let intended = intended.map(|letters| {
        let steps: Vec<_> =
            lurd::read(letters).unwrap().iter().map(|step| step.dir).collect();
        Solution::check(level, &steps).expect("a solution")
    });
    let stands_still = || std::time::Duration::ZERO;
    let subject = Subject::new(entry, level, collection, intended.as_ref());
    let mut budget = Budget::new(Question::default(), &stands_still, Depth::USUAL);
    let selection = rules.parse().expect("rules");
    subject.check(&selection, &mut budget)
}

fn entry(text: &str) -> Entry {
    let mut entry = Entry::bare(Dialect::Xsb, Ok(text.parse().expect("a level")));
    (entry.title, entry.author) = (Some("A title".into()), Some("An author".into()));
    entry
}

/// Adds a level as the linter does after checking it with all rules.
fn add(collection: &mut Collection, number: usize, entry: &Entry) {
    let level = entry.level.as_ref().expect("a level");
    let stands_still = || std::time::Duration::ZERO;
    let checked = {
        let subject = Subject::new(entry, level, collection, None);
        let mut budget = Budget::new(Question::default(), &stands_still, Depth::USUAL);
        let report = subject.check(&kuraban_lint::Selection::default(), &mut budget);
        subject.checked(&report, &budget)
    };
    let label = format!("level {number}");
    collection.add(label, number, entry.title.as_deref(), level, checked);
}

fn found(report: &Report) -> Vec<&str> {
    report.findings.iter().map(|finding| finding.rule).collect()
}

#[test]
fn every_rule_fires_where_it_should_and_nowhere_near() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let text = std::fs::read_to_string(folder.join("rules.xsb")).expect("the levels");
    let mut golden = String::new();
    let mut tried = BTreeSet::new();
    for entry in Reader::new(text.as_bytes(), Format::Auto) {
        let title = entry.title.clone().expect("a title");
        let (id, what) = title.split_once(' ').expect("a rule and what it does");
        let report = check(&entry, id, &Collection::default());
        assert!(report.unsettled.is_empty(), "{title}: {:?}", report.because);
        match what {
            "fires" => {
                assert!(found(&report).contains(&id), "{title}");
                for finding in &report.findings {
                    let told = serde_json::json!({ "level": title, "finding": finding });
                    golden.push_str(&told.to_string());
                    golden.push('\n');
                }
            }
            "misses" => assert!(report.findings.is_empty(), "{title}: {report:?}"),
            other => panic!("{other}"),
        }
        tried.insert((id.to_owned(), what.to_owned()));
    }
    let path = folder.join("rules.jsonl");
    if std::env::var_os("KURABAN_WRITE_GOLDEN").is_some() {
        std::fs::write(&path, &golden).expect("written");
    }
    let expected = std::fs::read_to_string(&path).expect("the findings");
    assert!(golden == expected, "the findings are not those of rules.jsonl:\n{golden}");
    // The others compare levels or texts, and have tests below.
    let elsewhere =
        ["S2", "U1", "U2", "D1", "D2", "D3", "D4", "D5", "F1", "F2", "F4", "F6"];
    for rule in RULES.iter().filter(|rule| !elsewhere.contains(&rule.id)) {
        for what in ["fires", "misses"] {
            assert!(tried.contains(&(rule.id.into(), what.into())), "{} {what}", rule.id);
        }
    }
}

#[test]
fn b2_is_a_note_where_the_box_is_in_the_way_of_the_others() {
    let entry =
        entry("  ######\n### .  #\n# ..#$ #\n#  $ @##\n## $$ #\n # #.##\n #   #\n #####");
    let report = check(&entry, "B2", &Collection::default());
    let [finding] = &report.findings[..] else { panic!("{report:?}") };
    assert_eq!(finding.severity, Severity::Note);
    assert!(finding.text.ends_with("but it is in the way of the others"), "{finding:?}");
}

#[test]
fn s2_tells_that_boxes_and_goals_do_not_match() {
    let read = |text: &str| {
        let entry = Reader::new(text.as_bytes(), Format::Auto).next().expect("an entry");
        Report::invalid(&entry, "no level".into())
    };
    let fires = read("######\n#@$$.#\n######\n");
    assert_eq!(found(&fires), ["S2"]);
    assert_eq!(fires.findings[0].text, "2 boxes but 1 goal");
    assert_eq!(fires.worst(), Some(Severity::Error));
    // Another fault is not this one.
    assert!(read("######\n# $ .#\n######\n").findings.is_empty());
}

/// Two boxes and two goals in a room.
const ROOM: &str = "########\n#      #\n# $  . #\n#@$  . #\n#      #\n########";

#[test]
fn u1_and_u2_compare_with_the_intended_solution() {
    let none = Collection::default();
    let ask = |rules: &str, lurd: &str| {
        let report = check_intended(&entry(ROOM), rules, &none, Some(lurd));
        (found(&report).join(" "), report)
    };
    // Each box straight home.
    let short = "RRRllluRRR";
    assert_eq!(ask("U1,U2", short).0, "");
    // A walk to and fro first: the same plan, made shorter.
    let (rules, report) = ask("U1,U2", &format!("duudud{short}"));
    assert_eq!(rules, "U2", "{report:?}");
    // The lower box goes to the upper goal, the upper box to the lower one.
    let (rules, report) = ask("U1,U2", "rrdrulurulldldrrr");
    assert_eq!(rules, "U1", "{report:?}");
    let evidence = &report.findings[0].evidence["solution"];
    assert_eq!(evidence.as_str().map(str::len), Some(short.len()));
}

#[test]
fn f1_f2_f4_and_f6_look_at_the_text_and_the_file() {
    let plain = entry("######\n#@$ .#\n######");
    assert_eq!(found(&check(&plain, "F", &Collection::default())), [""; 0]);
    let mut bare = plain.clone();
    bare.author = None;
    assert_eq!(found(&check(&bare, "F1", &Collection::default())), ["F1"]);
    let mut named = Collection::default();
    named.with_author(true);
    assert_eq!(found(&check(&bare, "F1", &named)), [""; 0]);

    let mut hard = Entry::bare(Dialect::Xsb, Ok(kuraban_testkit::own().swap_remove(11)));
    hard.title.clone_from(&plain.title);
    let mut before = Collection::default();
    add(&mut before, 1, &hard);
    assert_eq!(found(&check(&plain, "F2", &before)), ["F2"]);
    let mut other = plain.clone();
    other.title = Some("Another title".into());
    assert_eq!(found(&check(&other, "F2", &before)), [""; 0]);
    assert_eq!(found(&check(&plain, "F6", &before)), ["F6"]);
    assert_eq!(found(&check(&hard, "F6", &before)), [""; 0]);
    before.begin_file();
    assert_eq!(found(&check(&plain, "F2,F6", &before)), [""; 0]);

    let quoted = "> #####\n> #@$.#\n> #####\n";
    let quoted = Reader::new(quoted.as_bytes(), Format::Auto).next().expect("an entry");
    assert_eq!(found(&check(&quoted, "F4", &Collection::default())), ["F4"]);
    assert_eq!(found(&check(&plain, "F4", &Collection::default())), [""; 0]);
}

#[test]
fn d1_to_d5_find_levels_again() {
    let first = entry("########\n#@ $   #\n# $  . #\n#    . #\n###   ##\n########");
    let level = first.level.as_ref().unwrap();
    let mut known = Collection::default();
    add(&mut known, 1, &first);

    let turned = Symmetry::ALL[6].level(level);
    let same = Entry::bare(Dialect::Xsb, Ok(turned));
    assert_eq!(found(&check(&same, "D1", &known)), ["D1"]);
    assert_eq!(found(&check(&same, "D2,D3,D4", &known)), [""; 0]);

    let near = entry("########\n#@ $   #\n# $  . #\n#    . #\n####  ##\n########");
    let report = check(&near, "D1,D2", &known);
    assert_eq!(found(&report), ["D2"]);
    assert!(report.findings[0].text.starts_with("only 1 square differs"), "{report:?}");
    let start = entry("########\n#@    $#\n#    . #\n#  $ . #\n###   ##\n########");
    assert_eq!(found(&check(&start, "D2", &known)), ["D2"]);
    let far = entry("########\n#@ $   #\n# $   .#\n#     .#\n####  ##\n########");
    assert_eq!(found(&check(&far, "D1,D2,D4", &known)), [""; 0]);

    // A dead end behind the player is all the difference.
    let core = entry("######\n##@$.#\n######");
    let longer = entry("#########\n#    @$.#\n#########");
    let mut cores = Collection::default();
    add(&mut cores, 1, &core);
    assert_eq!(found(&check(&longer, "D1,D2,D3", &cores)), ["D3"]);
    let no_core = entry("##########\n#    @$ .#\n##########");
    assert_eq!(found(&check(&no_core, "D3", &cores)), [""; 0]);

    let larger = entry(
        "###########\n#@ $     ##\n# $  .   ##\n#    .    #\n###   ##  #\n###########",
    );
    let mut larges = Collection::default();
    add(&mut larges, 1, &larger);
    assert_eq!(found(&check(&first, "D4", &larges)), ["D4"]);
    assert_eq!(found(&check(&far, "D4", &larges)), [""; 0]);

    let corridor = entry("###############\n#@$          .#\n###############");
    let wider =
        entry("################\n##.          $@#\n###        #####\n  ##########");
    let longer = entry("################\n#@$           .#\n################");
    let mut solutions = Collection::default();
    add(&mut solutions, 1, &corridor);
    let report = check(&wider, "D5", &solutions);
    assert_eq!(found(&report), ["D5"]);
    assert_eq!(found(&check(&longer, "D5", &solutions)), [""; 0]);
}

#[test]
fn a_level_that_is_too_large_is_unsettled_and_not_fine() {
    let level: Level = kuraban_testkit::SCATTERED.parse().expect("a level");
    let large = Entry::bare(Dialect::Xsb, Ok(level));
    let stands_still = || std::time::Duration::ZERO;
    let depth = Depth { table: 1000, level: 1000, ..Depth::USUAL };
    let mut budget = Budget::new(Question::default(), &stands_still, depth);
    let (collection, level) = (Collection::default(), large.level.as_ref().unwrap());
    let subject = Subject::new(&large, level, &collection, None);
    let report = subject.check(&"T1,S6,S1".parse().unwrap(), &mut budget);
    assert_eq!(report.unsettled, ["S6", "T1"], "{:?}", report.because);
    assert_eq!(found(&report), [""; 0]);
}

#[test]
fn the_table_of_rules_is_in_order() {
    let ids: Vec<&str> = RULES.iter().map(|rule| rule.id).collect();
    let unique: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), unique.len());
    for rule in RULES {
        let families = kuraban_lint::Rule::FAMILIES;
        assert!(families.iter().any(|&(id, _)| id == &rule.id[..1]), "{}", rule.id);
        assert!(rule.about.ends_with('.'), "{}", rule.id);
    }
}

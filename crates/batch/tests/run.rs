//! Runs from beginning to end.

mod common;

use std::collections::HashSet;
use std::fs;

use common::{asked, options, rows, small_run};
use kuraban::Cancel;
use kuraban_batch::{
    ActionSet, COLUMNS, Dedup, Error, Event, Export, Filter, Per, Plan, Run, Worker,
    commit_line,
};
use kuraban_testkit::{Folder, collection};

#[test]
fn rows_do_not_depend_on_threads() {
    let folder = Folder::new("batch-threads");
    let (one, four) = (small_run(&folder, "one", 120), small_run(&folder, "four", 120));
    assert!(one.run(&options(1), &mut |_| {}).expect("done").complete);
    let mut told = Vec::new();
    let done = four
        .run(&options(4), &mut |event| {
            if let Event::Progress(progress) = event {
                told.push((progress.done, progress.total));
            }
        })
        .expect("done");
    assert!(done.complete);
    assert_eq!(done.rows, four.description().levels);
    assert!(told.is_sorted(), "{told:?}");
    assert_eq!(told.last(), Some(&(done.rows, done.rows)));
    let (one, four) = (rows(one.folder()), rows(four.folder()));
    assert_eq!(one.len() as u64, done.rows);
    assert_eq!(one, four);
    assert!(one.iter().any(|row| row.is_least("pushes,moves")), "some are proved");
    assert!(one.iter().any(|row| !row.is_least("pushes")), "some are not");
}

#[test]
fn a_part_can_travel_as_bytes() {
    let folder = Folder::new("batch-bytes");
    let (here, there) = (small_run(&folder, "here", 60), small_run(&folder, "there", 60));
    here.run(&options(2), &mut |_| {}).expect("done");
    let worker = Worker::read(&there.description().text(), &Cancel::default());
    let worker = worker.expect("a worker");
    for part in there.missing().expect("parts") {
        let bytes = there.part_bytes(part).expect("levels");
        let mut heard = 0;
        let segment = worker.solve_part(&bytes, &mut |done| heard = done);
        let segment = segment.expect("solved").expect("not cancelled");
        assert_eq!(heard as u64, there.description().last().sizes[part]);
        // What is damaged, cut short, or of another part is refused.
        let mut damaged = segment.clone();
        damaged[20] ^= 1;
        assert!(there.adopt(part, &damaged).is_err());
        assert!(there.adopt(part, &segment[..segment.len() - 1]).is_err());
        assert!(!matches!(there.adopt((part + 1) % 3, &segment), Ok(true)));
        assert!(there.adopt(part, &segment).expect("adopted"));
        assert!(!there.adopt(part, &segment).expect("was there already"));
    }
    assert!(there.missing().expect("parts").is_empty());
    assert_eq!(rows(here.folder()), rows(there.folder()));
    let stopped = Cancel::default();
    stopped.cancel();
    let worker = Worker::new(there.description(), &stopped).expect("a worker");
    let bytes = there.part_bytes(0).expect("levels");
    assert_eq!(worker.solve_part(&bytes, &mut |_| {}).expect("no error"), None);
}

/// A part may be taken apart: its levels travel alone, and one that kills is given up.
#[test]
fn a_level_that_kills_elsewhere_is_one_error() {
    let folder = Folder::new("batch-given-up");
    let (here, there) = (small_run(&folder, "here", 20), small_run(&folder, "there", 20));
    here.run(&options(1), &mut |_| {}).expect("done");
    let worker = Worker::new(there.description(), &Cancel::default()).expect("a worker");
    let mut given_up = Vec::new();
    for part in there.missing().expect("parts") {
        let bytes = there.part_bytes(part).expect("levels");
        given_up.push(there.part(part).expect("levels")[0].n);
        let mut segment = Vec::new();
        for (index, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
            segment.extend(if index == 0 {
                worker.give_up_part(line, 3).expect("a row")
            } else {
                worker.solve_part(line, &mut |_| {}).expect("solved").expect("a row")
            });
        }
        assert!(there.adopt(part, &segment).expect("adopted"));
    }
    for (expected, found) in rows(here.folder()).iter().zip(rows(there.folder())) {
        if given_up.contains(&found.n) {
            let told = (&*found.status, found.reason.as_deref());
            assert_eq!(told, ("error", Some("process died 3 times")));
            assert_eq!((found.boxes, &found.id), (expected.boxes, &expected.id));
        } else {
            assert_eq!(*expected, found);
        }
    }
}

/// Who would sell a wrong solution with a right checksum is found out.
#[test]
fn a_false_solution_is_not_adopted() {
    let folder = Folder::new("batch-false");
    let run = small_run(&folder, "run", 20);
    let worker = Worker::new(run.description(), &Cancel::default()).expect("a worker");
    let segment = worker.solve_part(&run.part_bytes(0).expect("levels"), &mut |_| {});
    let segment = segment.expect("solved").expect("not cancelled");
    let text: Vec<String> = kuraban_batch::rows(&segment)
        .map(|row| String::from_utf8(row.to_vec()).expect("UTF-8"))
        .collect();
    let solved =
        text.iter().position(|row| row.contains("\"solution\":\"")).expect("one");
    for (from, to) in
        [("\"solution\":\"", "\"solution\":\"u"), ("\"moves\":", "\"moves\":1")]
    {
        let mut rows = text.clone();
        rows[solved] = rows[solved].replacen(from, to, 1);
        let lines = rows.join("\n") + "\n";
        let mut forged = lines.clone().into_bytes();
        forged.extend(commit_line(rows.len() as u64, lines.as_bytes()));
        let why = run.adopt(0, &forged).expect_err("refused").to_string();
        assert!(why.contains("part 0: level"), "{why}");
    }
    assert!(run.adopt(0, &segment).expect("the true one is adopted"));
}

#[test]
fn a_worker_refuses_what_it_would_answer_otherwise() {
    let folder = Folder::new("batch-version");
    let run = small_run(&folder, "run", 5);
    let mut other = run.description().clone();
    other.kuraban = "0.0.1".to_owned();
    let refused = Worker::read(&other.text(), &Cancel::default());
    assert!(matches!(refused, Err(Error::Version { .. })));
    let mut other = run.description().clone();
    other.passes[0].question.nodes = Some(1);
    let refused = Worker::read(&other.text(), &Cancel::default());
    assert!(matches!(refused, Err(Error::QuestionHash)));
    let newer = run.description().text().replace("\"format\":1", "\"format\":2");
    let refused = Worker::read(&newer, &Cancel::default());
    assert!(matches!(refused, Err(Error::Format { found: 2, .. })));
    assert!(Worker::read("{", &Cancel::default()).is_err());
}

/// Completes a run, stopping it after every second part that is sealed; how many calls that took.
fn calls_with_stops(run: &Run) -> usize {
    for calls in 1..=400 {
        let options = options(2);
        let cancel = options.cancel.clone();
        let mut seen = 0;
        let done = run.run(&options, &mut |event| {
            if matches!(event, Event::Sealed { .. }) {
                seen += 1;
                if seen == 2 {
                    cancel.cancel();
                }
            }
        });
        if done.expect("no error").complete {
            return calls;
        }
    }
    panic!("it goes on for ever")
}

#[test]
fn a_run_that_is_stopped_is_gone_on_with() {
    let folder = Folder::new("batch-stop");
    let whole = small_run(&folder, "whole", 400);
    whole.run(&options(2), &mut |_| {}).expect("done");
    // Workers may be done before the second part is sealed; then another run is cut.
    let cut = (0..20).find_map(|number| {
        let cut = small_run(&folder, &format!("cut-{number}"), 400);
        (calls_with_stops(&cut) > 1).then_some(cut)
    });
    let cut = cut.expect("one of them was stopped");
    assert_eq!(rows(whole.folder()), rows(cut.folder()));
    let again = cut.run(&options(2), &mut |_| panic!("there is nothing to tell"));
    let again = again.expect("done");
    assert!(again.complete && again.rows == 0 && again.adopted == 0);
    let leftovers = fs::read_dir(cut.folder().join("results/p1")).expect("a folder");
    for entry in leftovers {
        let name = entry.expect("an entry").file_name();
        let name = name.to_string_lossy();
        assert!(name.starts_with("part-") && name.ends_with(".jsonl"), "{name} was left");
    }
}

#[test]
fn duplicates_invalid_levels_and_filters_are_counted() {
    let folder = Folder::new("batch-plan");
    let one = "#####\n#@$.#\n#####\n\n";
    let turned = "#####\n#.$@#\n#####\n\n";
    let other = "######\n#@ $.#\n######\n\n";
    let wrong = "#####\n#@$ #\n#####\n\n";
    fs::create_dir_all(folder.place("in/deep")).expect("a folder");
    folder.write("in/a.xsb", &[one, one, turned, wrong].concat());
    folder.write("in/deep/b.xsb", &[other, one].concat());
    folder.write("in/.hidden", "no level");
    let sources = [folder.place("in")];
    let make = |name: &str, change: &dyn Fn(&mut Plan)| {
        let mut plan = Plan::new(asked());
        change(&mut plan);
        Run::create(folder.place(name), &sources, &plan)
    };
    let run = make("exact", &|_| {}).expect("a run");
    let told = run.description();
    assert_eq!((told.levels, told.duplicates, told.invalid), (3, 2, 1));
    assert_eq!(
        told.sources.iter().map(|source| source.levels).collect::<Vec<_>>(),
        [3, 2]
    );
    assert!(folder.read("exact/invalid.jsonl").contains("1 box but 0 goals"));
    assert_eq!(run.differs_from(&sources).expect("read"), None);
    let run = make("canonical", &|plan| plan.dedup = Dedup::Canonical).expect("a run");
    assert_eq!(run.description().levels, 2);
    let run = make("none", &|plan| plan.dedup = Dedup::None).expect("a run");
    assert_eq!(run.description().levels, 5);
    let filter: Filter = "width=6".parse().expect("a filter");
    let run = make("some", &|plan| plan.filter = Some(filter.clone())).expect("a run");
    assert_eq!((run.description().levels, run.description().left_out), (1, 4));
    let late: Filter = "status=solved".parse().expect("a filter");
    let why =
        make("late", &|plan| plan.filter = Some(late.clone())).expect_err("refused");
    assert!(why.to_string().contains("player_reach"), "{why}");
    assert!(matches!(make("exact", &|_| {}), Err(Error::NotEmpty(_))));
    let engine = make("engine", &|plan| plan.asked.engine = "fezz".to_owned());
    assert!(engine.expect_err("no engine").to_string().contains("fezz"));
    assert!(!folder.place("engine").exists());
    folder.write("in/a.xsb", one);
    let run = Run::open(folder.place("exact")).expect("a run");
    let differs = || run.differs_from(&sources).expect("read").expect("it does");
    assert!(differs().ends_with("in/a.xsb` has changed"), "{}", differs());

    // Every place of a level is told where that is asked for.
    let run = Run::open(folder.place("exact")).expect("a run");
    run.run(&options(1), &mut |_| {}).expect("done");
    let mut export = Export::default();
    export.columns = Some(["file", "index", "pushes"].map(str::to_owned).to_vec());
    (export.per, export.actions) = (Per::Source, Some(ActionSet::Jumanji));
    let out = folder.place("table.csv");
    assert_eq!(run.export(&out, &export).expect("a table"), 5);
    let table = folder.read("table.csv");
    let rows: HashSet<&str> = table.lines().skip(1).collect();
    assert_eq!(table.lines().next(), Some("file,index,pushes,actions"));
    let deep = folder.path("in/deep/b.xsb");
    assert!(rows.contains(&*format!("{deep},1,1,11")), "{table}");
    assert!(rows.contains(&*format!("{deep},2,1,1")), "{table}");
    let names =
        |names: &[&str]| Some(names.iter().map(|&name| name.to_owned()).collect());
    export.columns = names(&["actions", "pushes"]);
    run.export(&out, &export).expect("a table");
    let table = folder.read("table.csv");
    assert_eq!(table.lines().take(2).collect::<Vec<_>>(), ["actions,pushes", "1,1"]);
    export.actions = None;
    let why = run.export(&out, &export).expect_err("which actions?").to_string();
    assert!(why.contains("action set"), "{why}");
    export.columns = names(&["action"]);
    let why = run.export(&out, &export).expect_err("no column").to_string();
    assert!(why.contains("warnings") && !why.contains("actions"), "{why}");
}

#[test]
fn status_tells_who_is_at_work_and_for_how_long() {
    let folder = Folder::new("batch-status");
    let run = small_run(&folder, "run", 400);
    let mut seen = None;
    let mut options = options(3);
    options.sync = std::time::Duration::ZERO;
    run.run(&options, &mut |_| {
        let status = run.status().expect("status");
        if status.done > 0 && status.done < status.levels {
            seen.get_or_insert(status);
        }
    })
    .expect("done");
    let seen = seen.expect("something is told while it works");
    assert_eq!(seen.workers, 3);
    let left = seen.cpu_seconds / seen.done as f64 * (seen.levels - seen.done) as f64;
    assert!((seen.cpu_seconds_left.expect("some") - left).abs() < 1e-9);
    assert!((seen.eta_seconds.expect("some") - left / 3.0).abs() < 1e-9);
    let after = run.status().expect("status");
    assert_eq!((after.workers, after.eta_seconds), (0, None));
    assert_eq!((after.done, after.cpu_seconds_left), (after.levels, Some(0.0)));
}

#[test]
fn another_pass_joins_what_is_known() {
    let folder = Folder::new("batch-again");
    let run = small_run(&folder, "run", 60);
    let filter: Filter = "status=limit or (status=solved and not optimal_pushes)"
        .parse()
        .expect("a filter");
    let mut more = asked();
    more.nodes = Some(50_000);
    assert!(matches!(run.again(&filter, more.clone(), 7), Err(Error::Unfinished { .. })));
    run.run(&options(2), &mut |_| {}).expect("done");
    let before = rows(run.folder());
    let open = |rows: &[kuraban_batch::Row]| {
        rows.iter().filter(|row| row.status == "limit" || !row.is_least("pushes")).count()
    };
    assert!(open(&before) > 0, "something is left to do");
    let mut other = more.clone();
    other.objective = kuraban::Objective::Moves;
    assert!(run.again(&filter, other, 7).is_err());
    let second = run.again(&filter, more.clone(), 7).expect("a pass");
    assert_eq!(second.description().last().levels(), open(&before) as u64);
    assert!(!second.missing().expect("parts").is_empty());
    let late = run.again(&filter, more.clone(), 7).expect_err("the run has gone on");
    assert!(late.to_string().contains("somebody else"), "{late}");
    second.run(&options(2), &mut |_| {}).expect("done");
    let after = rows(run.folder());
    assert_eq!(after.len(), before.len());
    assert!(open(&after) < open(&before));
    for (old, new) in before.iter().zip(&after) {
        assert_eq!(old.id, new.id);
        assert!(new.pushes.unwrap_or(usize::MAX) <= old.pushes.unwrap_or(usize::MAX));
        assert!(new.pass == 1 || open(std::slice::from_ref(old)) == 1);
    }
    assert!(second.check(true).expect("checked").faults.is_empty());
    let none: Filter = "pushes>9999".parse().expect("a filter");
    assert!(matches!(second.again(&none, more, 7), Err(Error::NothingLeft(_))));

    // Statistics tell the same.
    let stats = second.stats().expect("stats");
    assert_eq!(stats.answered, after.len() as u64);
    let settled = after.len() - open(&after);
    assert_eq!(stats.settled, settled as u64);
    assert_eq!(stats.quantiles["expanded"].count, after.len());
    for (name, plot) in stats.plots() {
        assert!(plot.starts_with("<svg") && plot.ends_with("</svg>\n"), "{name}");
        assert!(!plot.contains("NaN") && !plot.contains("inf"), "{name}: {plot}");
    }
    let status = second.status().expect("status");
    assert_eq!((status.pass, status.done), (2, open(&before) as u64));
}

#[test]
fn damage_is_found() {
    let folder = Folder::new("batch-damage");
    let run = small_run(&folder, "run", 40);
    run.run(&options(2), &mut |_| {}).expect("done");
    let fine = run.check(true).expect("checked");
    assert_eq!(
        (fine.missing, fine.faults.len(), fine.rows),
        (0, 0, run.description().levels)
    );
    assert!(fine.replayed > 0);
    let place = folder.place("run/results/p1/part-00001.jsonl");
    let good = fs::read(&place).expect("a part");
    let faults = |bytes: &[u8]| {
        fs::write(&place, bytes).expect("written");
        run.check(false).expect("checked").faults.len()
    };
    let mut flipped = good.clone();
    flipped[good.len() / 2] ^= 4;
    assert!(faults(&flipped) > 0);
    assert!(faults(&good[..good.len() - 2]) > 0);
    assert!(faults(&[good.clone(), good.clone()].concat()) > 0);
    assert_eq!(faults(&good), 0);
    fs::remove_file(&place).expect("deleted");
    assert_eq!(run.check(false).expect("checked").missing, 1);
}

#[test]
fn damage_is_told_by_whoever_reads_rows_and_can_be_mended() {
    let folder = Folder::new("batch-mend");
    let run = small_run(&folder, "run", 40);
    run.run(&options(2), &mut |_| {}).expect("done");
    let filter: Filter = "boxes>0".parse().expect("a filter");
    // The part of an earlier pass is mended like one of the last.
    for pass in 1..=2 {
        let run = Run::open(run.folder()).expect("a run");
        let before = rows(run.folder());
        let place = folder.place("run/results/p1/part-00001.jsonl");
        let good = fs::read(&place).expect("a part");
        let mut flipped = good.clone();
        flipped[good.len() / 2] ^= 4;
        for bad in [&flipped[..], &good[..good.len() - 2], b""] {
            fs::write(&place, bad).expect("written");
            assert!(run.run(&options(1), &mut |_| {}).expect("names only").complete);
            let told = [
                run.stats().err(),
                run.status().err().filter(|_| pass == 1),
                run.export(&folder.place("t.csv"), &Export::default()).err(),
                run.again(&filter, asked(), 7).err(),
                Run::merge(folder.place("merged"), std::slice::from_ref(&run)).err(),
            ];
            for error in told.iter().flatten() {
                assert!(
                    error.to_string().contains("pass 1, part 1 is damaged"),
                    "{error}"
                );
            }
            assert_eq!(told.iter().flatten().count(), if pass == 1 { 5 } else { 4 });
        }
        // A row that was changed together with its checksum is found and made anew, too.
        let text = String::from_utf8(good).expect("UTF-8");
        let text = text.replacen("\"pass\":1", "\"pass\":9", 1);
        let lines: Vec<&str> =
            text.lines().filter(|line| !line.starts_with("{\"#")).collect();
        let mut wrong = (lines.join("\n") + "\n").into_bytes();
        wrong.extend(commit_line(lines.len() as u64, &wrong));
        fs::write(&place, &wrong).expect("written");
        let checked = run.mend(true).expect("checked");
        assert_eq!(
            (checked.faults.len(), checked.mended),
            (1, 1),
            "{:?}",
            checked.faults
        );
        let again = run.again(&filter, asked(), 7);
        assert!(matches!(again, Err(Error::Unfinished { missing: 1, .. })));
        let earlier = || run.status().expect("status").earlier_missing;
        assert_eq!(earlier(), pass - 1);
        let done = run.run(&options(2), &mut |_| {}).expect("done");
        assert_eq!(earlier(), 0);
        assert!(done.complete);
        assert_eq!((done.rows, done.adopted), (1, lines.len() as u64 - 1));
        assert_eq!(run.mend(true).expect("checked").faults, [""; 0]);
        assert_eq!(rows(run.folder()), before);
        if pass == 1 {
            let second = run.again(&filter, asked(), 7).expect("a pass");
            second.run(&options(2), &mut |_| {}).expect("done");
        }
    }
}

#[test]
fn runs_of_one_question_become_one() {
    let folder = Folder::new("batch-merge");
    let (a, b) = (small_run(&folder, "a", 50), small_run(&folder, "b", 70));
    assert!(matches!(
        Run::merge(folder.place("early"), &[a.clone(), b.clone()]),
        Err(Error::Unfinished { .. })
    ));
    for run in [&a, &b] {
        run.run(&options(2), &mut |_| {}).expect("done");
    }
    // The first fifty of b are those of a.
    let both = Run::merge(folder.place("both"), &[a.clone(), b.clone()]).expect("a run");
    assert_eq!(both.description().levels, b.description().levels);
    let checked = both.check(true).expect("checked");
    assert_eq!((checked.missing, checked.faults), (0, Vec::new()));
    let ids = |rows: Vec<kuraban_batch::Row>| -> HashSet<String> {
        rows.into_iter().map(|row| format!("{} {:?}", row.id, row.solution)).collect()
    };
    assert_eq!(ids(rows(both.folder())), ids(rows(b.folder())));
    let other = folder.write("other.xsb", &collection(9, 5));
    let mut plan = Plan::new(asked());
    plan.asked.nodes = Some(7);
    let other = Run::create(folder.place("other"), &[other], &plan).expect("a run");
    other.run(&options(1), &mut |_| {}).expect("done");
    assert!(matches!(Run::merge(folder.place("no"), &[a, other]), Err(Error::Merge(_))));
}

#[test]
fn tables_say_the_same() {
    let folder = Folder::new("batch-tables");
    let run = small_run(&folder, "run", 30);
    run.run(&options(2), &mut |_| {}).expect("done");
    // Texts of times are not compared: there is more than one for a number.
    let names: Vec<&str> = COLUMNS.iter().map(|column| column.name).collect();
    let names: Vec<&str> =
        names.into_iter().filter(|name| !name.ends_with("seconds")).collect();
    let mut export = Export::default();
    export.columns = Some(names.iter().map(|&name| name.to_owned()).collect());
    let levels = run.description().levels;
    for name in ["t.csv", "t.jsonl"] {
        assert_eq!(run.export(&folder.place(name), &export).expect("a table"), levels);
    }
    assert!(run.export(&folder.place("t.xls"), &export).is_err());
    let (csv, jsonl) = (folder.read("t.csv"), folder.read("t.jsonl"));
    assert_eq!(csv.lines().next(), Some(&*names.join(",")));
    assert_eq!(csv.lines().count() as u64, levels + 1);
    assert_eq!(jsonl.lines().count() as u64, levels);
    for (fields, object) in csv.lines().skip(1).zip(jsonl.lines()) {
        let object: serde_json::Value = serde_json::from_str(object).expect("JSON");
        let told: Vec<String> = names
            .iter()
            .map(|&name| match &object[name] {
                serde_json::Value::Null => String::new(),
                serde_json::Value::String(text) => kuraban_batch::quoted(text),
                value => value.to_string(),
            })
            .collect();
        assert_eq!(told.join(","), fields);
    }
    #[cfg(feature = "parquet")]
    parquet(&run, &folder, &export, &jsonl);
    #[cfg(not(feature = "parquet"))]
    assert!(run.export(&folder.place("t.parquet"), &export).is_err());
}

/// The same values come back out of a Parquet file.
#[cfg(feature = "parquet")]
fn parquet(run: &Run, folder: &Folder, export: &Export, jsonl: &str) {
    use parquet::file::reader::{FileReader as _, SerializedFileReader};
    use parquet::record::Field;
    use serde_json::Value;

    let place = folder.place("t.parquet");
    run.export(&place, export).expect("a table");
    let file = fs::File::open(&place).expect("a file");
    let reader = SerializedFileReader::new(file).expect("Parquet");
    let notes = reader.metadata().file_metadata().key_value_metadata().expect("notes");
    assert_eq!(notes[0].key, "kuraban.run");
    let rows: Vec<_> = reader.get_row_iter(None).expect("rows").collect();
    assert_eq!(rows.len(), jsonl.lines().count());
    for (row, line) in rows.into_iter().zip(jsonl.lines()) {
        let told: Value = serde_json::from_str(line).expect("JSON");
        for (name, field) in row.expect("a row").get_column_iter() {
            let read = match field {
                Field::Null => Value::Null,
                Field::Bool(is) => (*is).into(),
                Field::Int(number) => (*number).into(),
                Field::Long(number) => (*number).into(),
                Field::Double(number) => (*number).into(),
                Field::Str(text) => text.clone().into(),
                other => panic!("{name}: {other:?}"),
            };
            assert_eq!(read, told[name], "{name}");
        }
    }
}

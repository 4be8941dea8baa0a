//! `batch` from the outside: whatever happens to the process, nothing is lost and nothing is
//! doubled.
#![cfg(target_os = "linux")]

mod common;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use common::{LEVEL, err, kuraban, run};
use kuraban_testkit::{Folder, Random, collection};
use serde_json::Value;

/// Set this to `1` for two hundred kills instead of twenty.
const LONG: &str = "KURABAN_LONG";

fn code(output: &Output) -> Option<i32> {
    output.status.code()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

/// The words of `batch start` on a collection of random levels.
fn start<'a>(place: &'a str, source: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let words = ["batch", "start", place, source, "--objective", "pushes"];
    let limits = ["--nodes", "2000", "--memory", "64MiB", "--part-size", "100"];
    [&words[..], &limits, more].concat()
}

/// The rows of a run by level, without what differs from one run to the next.
fn rows(place: &str) -> BTreeMap<u64, Value> {
    let output = run(&["batch", "export", place, "-o", "-"], "");
    assert_eq!(code(&output), Some(0), "{}", err(&output));
    let mut rows = BTreeMap::new();
    for line in out(&output).lines() {
        let mut row: Value = serde_json::from_str(line).expect("JSON");
        for name in ["seconds", "cpu_seconds", "peak_bytes", "file"] {
            row[name] = Value::Null;
        }
        let n = row["n"].as_u64().expect("a number");
        assert!(rows.insert(n, row).is_none(), "{n} is there twice");
    }
    rows
}

/// A run that nobody disturbed.
fn undisturbed(folder: &Folder, source: &str) -> BTreeMap<u64, Value> {
    let place = folder.path("undisturbed");
    let output = run(&start(&place, source, &["--threads", "1"]), "");
    assert_eq!(code(&output), Some(0), "{}", err(&output));
    rows(&place)
}

fn is_right(place: &str) {
    let output = run(&["batch", "check", "--replay", place], "");
    assert_eq!(code(&output), Some(0), "{}{}", out(&output), err(&output));
}

#[test]
fn kills_at_random_times_lose_and_double_nothing() {
    let long = std::env::var_os(LONG).is_some_and(|value| value == "1");
    let kills = if long { 200 } else { 20 };
    let folder = Folder::new("batch-kill");
    let source = folder.path("levels.xsb");
    fs::write(&source, collection(3, 2_000)).expect("written");
    let expected = undisturbed(&folder, &source);
    let mut random = Random::new(11);
    let (mut killed, mut runs) = (0, 0);
    while killed < kills {
        runs += 1;
        let place = folder.path(&format!("run-{runs}"));
        let words = start(
            &place,
            &source,
            &["--threads", "2", "--sync", "20ms", "--progress", "json"],
        );
        let mut told = 0;
        // A run is killed again and again until it is complete; then comes the next.
        loop {
            let mut child = kuraban()
                .args(&words)
                .stderr(Stdio::piped())
                .stdout(Stdio::null())
                .spawn()
                .expect("the program starts");
            std::thread::sleep(Duration::from_millis(30 + random.below(400) as u64));
            let ended = child.try_wait().expect("a process").is_some() || killed >= kills;
            if !ended {
                child.kill().expect("killed");
                killed += 1;
            }
            let output = child.wait_with_output().expect("it ends");
            // What was told is on the disk.
            for line in err(&output).lines().filter(|line| line.starts_with('{')) {
                let progress: Value = serde_json::from_str(line).expect("JSON");
                told = told.max(progress["done"].as_u64().expect("a number"));
            }
            if let Ok(status) =
                fs::metadata(folder.place(&format!("run-{runs}/run.json")))
            {
                assert!(status.len() > 0);
                let output = run(&["batch", "status", "--json", &place], "");
                let status: Value = serde_json::from_str(&out(&output)).expect("JSON");
                assert!(status["done"].as_u64() >= Some(told), "{status} after {told}");
            }
            if ended {
                break;
            }
        }
        let output = run(&words, "");
        assert_eq!(code(&output), Some(0), "{}", err(&output));
        is_right(&place);
        assert_eq!(rows(&place), expected);
        fs::remove_dir_all(&place).expect("deleted");
    }
}

/// Runs on a full disk until something was written before it was full.
const TRIES: usize = 20;

/// A run where files may have at most 16 KiB: small blocks fit, the parts do not. What is told of it
/// then.
fn fill_the_disk(place: &str, source: &str) -> Value {
    let new = start(place, source, &[]);
    let new: Vec<&str> =
        new.iter().map(|&word| if word == "start" { "new" } else { word }).collect();
    assert_eq!(code(&run(&new, "")), Some(0));
    let script = "ulimit -f 16; exec \"$0\" batch run \"$1\" --sync 0 --threads 1";
    let output = Command::new("bash")
        .args(["-c", script, env!("CARGO_BIN_EXE_kuraban"), place])
        .output()
        .expect("bash");
    assert_eq!(code(&output), Some(75), "{}", err(&output));
    assert!(err(&output).contains("cannot write"), "{}", err(&output));
    let status = run(&["batch", "status", "--json", place], "");
    serde_json::from_str(&out(&status)).expect("JSON")
}

#[test]
fn a_full_disk_is_told_and_the_run_goes_on_elsewhere() {
    let folder = Folder::new("batch-full");
    let source = folder.path("levels.xsb");
    fs::write(&source, collection(4, 300)).expect("written");
    let expected = undisturbed(&folder, &source);
    // Where the process has to wait long, all rows of a part are one block, and nothing fits.
    let cut_short = (0..TRIES).find_map(|number| {
        let place = folder.path(&format!("run-{number}"));
        let status = fill_the_disk(&place, &source);
        (status["done"].as_u64() > Some(0)).then_some((place, status))
    });
    let (place, status) = cut_short.expect("what was written before counts");
    assert_eq!(status["sealed"].as_u64(), Some(0));
    let output = run(&["batch", "run", &place, "--json"], "");
    assert_eq!(code(&output), Some(0), "{}", err(&output));
    let done: Value = serde_json::from_str(&out(&output)).expect("JSON");
    assert_eq!(done["adopted"], status["done"], "{done}");
    is_right(&place);
    assert_eq!(rows(&place), expected);
}

#[test]
fn an_interrupt_is_gone_on_from_by_the_same_command() {
    let folder = Folder::new("batch-stop");
    let source = folder.path("levels.xsb");
    fs::write(&source, collection(5, 400)).expect("written");
    let expected = undisturbed(&folder, &source);
    let place = folder.path("run");
    let words = start(&place, &source, &["--threads", "1"]);
    let child = kuraban().args(&words).stderr(Stdio::piped()).spawn().expect("it starts");
    std::thread::sleep(Duration::from_millis(60));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    let output = child.wait_with_output().expect("it ends");
    // Before the run exists an interrupt just ends the program.
    assert!(matches!(code(&output), Some(2 | 0) | None), "{}", err(&output));
    let late = run(&[&words[..], &["--stop-after", "1ms"]].concat(), "");
    assert!(matches!(code(&late), Some(2 | 0)), "{}", err(&late));
    let output = run(&words, "");
    assert_eq!(code(&output), Some(0), "{}", err(&output));
    assert_eq!(rows(&place), expected);
}

#[test]
fn workers_of_their_own_answer_alike_and_stop_when_told() {
    let folder = Folder::new("batch-isolate");
    let source = folder.path("levels.xsb");
    fs::write(&source, collection(5, 40)).expect("written");
    let place = folder.path("run");
    let output = run(&start(&place, &source, &["--isolate", "--threads", "2"]), "");
    assert_eq!(code(&output), Some(0), "{}", err(&output));
    assert_eq!(rows(&place), undisturbed(&folder, &source));
    // A room that takes minutes: its worker is told to stop, and does.
    let room = "##############\n#@           #\n# $ $ $ $ $  #\n#            #\n\
                #  $ $ $ $ $ #\n#            #\n# .   . .  . #\n#  .  .   .  #\n\
                # . .   .    #\n#            #\n##############\n";
    fs::write(&source, room).expect("written");
    let place = folder.path("room");
    let words = ["batch", "start", &place, &source, "--objective", "pushes"];
    let began = Instant::now();
    let stop = ["--isolate", "--threads", "1", "--stop-after", "300ms"];
    let output = run(&[&words[..], &stop].concat(), "");
    assert_eq!(code(&output), Some(2), "{}", err(&output));
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
}

#[test]
fn a_run_of_another_question_is_refused() {
    let folder = Folder::new("batch-other");
    let source = folder.path("levels.xsb");
    fs::write(&source, LEVEL).expect("written");
    let place = folder.path("run");
    let words = ["batch", "start", &place, &source];
    assert_eq!(code(&run(&words, "")), Some(0));
    let again = run(&words, "");
    assert_eq!(code(&again), Some(0));
    assert!(err(&again).contains("nothing was left to do"), "{}", err(&again));
    for (more, why) in [
        (
            &["--objective", "moves"][..],
            "it is for the objective `any`; or name a new folder",
        ),
        (&["--nodes", "7"], "kuraban batch again"),
        (&["--ties", "none"], "or name a new folder"),
        (&["--dedup", "none"], "other levels"),
        (&["--part-size", "0"], "from 1"),
    ] {
        let other = run(&[&words[..], more].concat(), "");
        assert_eq!(code(&other), Some(3), "{more:?}");
        assert!(err(&other).contains(why), "{}", err(&other));
    }
    fs::write(&source, [LEVEL, "\n", LEVEL].concat()).expect("written");
    let changed = run(&words, "");
    assert_eq!(code(&changed), Some(3));
    assert!(err(&changed).contains("levels.xsb` has changed"), "{}", err(&changed));
    for (words, why) in [
        (vec!["batch", "run", "/nowhere"], "no run"),
        (vec!["batch", "new", &place, &source], "not empty"),
        (vec!["batch", "shard", &place, "7"], "the parts are 0 to 0"),
        (vec!["batch", "new", "/tmp/none", "/nowhere.xsb"], "cannot read"),
        (vec!["batch", "export", &place, "-o", "x.xls"], ".csv, .jsonl, .parquet"),
        (
            vec!["batch", "export", &place, "-o", "x.csv", "--where", "colour=red"],
            "no field",
        ),
        (
            vec!["batch", "export", &place, "-o", "x.csv", "--columns", "colour"],
            "no column",
        ),
    ] {
        let output = run(&words, "");
        assert_eq!(code(&output), Some(3), "{words:?} {}", err(&output));
        assert!(err(&output).contains(why), "{words:?} {}", err(&output));
    }
}

#[test]
fn shards_make_a_run_and_status_tells_what_is_missing() {
    let folder = Folder::new("batch-shard");
    let source = folder.path("levels.xsb");
    fs::write(&source, collection(6, 50)).expect("written");
    let place = folder.path("run");
    let new = ["batch", "new", &place, &source, "--nodes", "500", "--part-size", "10"];
    assert_eq!(code(&run(&new, "")), Some(0));
    let missing = out(&run(&["batch", "status", &place, "--missing"], ""));
    let parts: Vec<&str> = missing.lines().collect();
    assert!(parts.len() >= 4, "{missing}");
    for part in &parts {
        let output = run(&["batch", "shard", &place, part], "");
        assert_eq!(code(&output), Some(0), "{}", err(&output));
        let told: Value = serde_json::from_str(&out(&output)).expect("one JSON object");
        assert_eq!(told["part"].to_string(), **part);
        assert_eq!((&told["sealed"], &told["errors"]), (&true.into(), &0.into()));
    }
    assert_eq!(out(&run(&["batch", "status", &place, "--missing"], "")), "");
    is_right(&place);
    let output = run(&["batch", "stats", &place, "--plots", &folder.path("plots")], "");
    assert_eq!(code(&output), Some(0), "{}", err(&output));
    assert!(out(&output).contains("50 of 50 levels"), "{}", out(&output));
    assert!(folder.read("plots/cactus.svg").contains("<polyline"));
    let output =
        run(&["batch", "again", &place, "--where", "status=solved", "--nodes", "9"], "");
    assert_eq!(code(&output), Some(0), "{}", err(&output));
    let output = run(&["batch", "status", &place], "");
    assert!(out(&output).starts_with("pass 2: 0 of"), "{}", out(&output));
    let merged = folder.path("merged");
    let output = run(&["batch", "merge", &place, "-o", &merged], "");
    assert_eq!(code(&output), Some(3), "the second pass is not done");
    assert_eq!(code(&run(&["batch", "run", &place], "")), Some(0));
    assert_eq!(code(&run(&["batch", "merge", &place, "-o", &merged], "")), Some(0));
    assert_eq!(rows(&merged).len(), 50);
}

#[test]
fn damage_is_told_and_mended() {
    let folder = Folder::new("batch-damaged");
    let source = folder.path("levels.xsb");
    fs::write(&source, collection(8, 30)).expect("written");
    let place = folder.path("run");
    let words =
        ["batch", "start", &place, &source, "--nodes", "500", "--part-size", "10"];
    assert_eq!(code(&run(&words, "")), Some(0));
    let expected = rows(&place);
    let part = folder.place("run/results/p1/part-00001.jsonl");
    let mut bytes = fs::read(&part).expect("a part");
    bytes[30] ^= 1;
    fs::write(&part, bytes).expect("written");
    let (table, merged) = (folder.path("t.csv"), folder.path("merged"));
    for words in [
        &["batch", "export", &place, "-o", &table][..],
        &["batch", "export", &place, "-o", "-"],
        &["batch", "stats", &place],
        &["batch", "status", &place],
        &["batch", "again", &place, "--where", "boxes>0"],
        &["batch", "merge", &place, "-o", &merged],
    ] {
        let output = run(words, "");
        assert_eq!(code(&output), Some(4), "{words:?}");
        assert!(err(&output).contains("part 1 is damaged"), "{}", err(&output));
        assert_eq!(out(&output), "");
    }
    assert!(!folder.place("t.csv").exists());
    let output = run(&["batch", "check", &place], "");
    assert_eq!(code(&output), Some(4));
    assert!(out(&output).contains("--mend"), "{}", out(&output));
    let output = run(&["batch", "check", &place, "--mend"], "");
    assert_eq!(code(&output), Some(2), "there is work to do: {}", out(&output));
    assert!(out(&output).contains("put aside: 1 part"), "{}", out(&output));
    assert_eq!(code(&run(&["batch", "run", &place], "")), Some(0));
    is_right(&place);
    assert_eq!(rows(&place), expected);
}

#[test]
fn some_parts_are_not_the_whole() {
    let folder = Folder::new("batch-parts");
    let source = folder.path("levels.xsb");
    fs::write(&source, collection(6, 50)).expect("written");
    let place = folder.path("run");
    let new = ["batch", "new", &place, &source, "--nodes", "500", "--part-size", "10"];
    assert_eq!(code(&run(&new, "")), Some(0));
    let words = ["batch", "run", &place, "--parts", "0-1"];
    for _ in 0..2 {
        let output = run(&words, "");
        assert_eq!(code(&output), Some(0), "{}", err(&output));
        let told = "the parts named are complete, 3 of 5 parts still missing";
        assert!(err(&output).contains(told), "{}", err(&output));
    }
    // Levels without a row are left out of tables.
    let known = rows(&place).len();
    assert!(0 < known && known < 50, "{known}");
    let told: Value =
        serde_json::from_str(&out(&run(&[&words[..], &["--json"]].concat(), "")))
            .expect("JSON");
    assert_eq!(told["missing_parts"], 3);
    let output = run(&["batch", "run", &place, "--json"], "");
    let told: Value = serde_json::from_str(&out(&output)).expect("JSON");
    assert_eq!((&told["complete"], &told["missing_parts"]), (&true.into(), &0.into()));
}

#[test]
fn a_run_may_lie_among_its_sources() {
    let folder = Folder::new("batch-among");
    folder.write("a.xsb", LEVEL);
    let (place, source) = (folder.path("run"), folder.path(""));
    let words = ["batch", "start", &place, &source];
    assert_eq!(code(&run(&words, "")), Some(0));
    let again = run(&words, "");
    assert_eq!(code(&again), Some(0), "{}", err(&again));
    let table = folder.path("labels.csv");
    assert_eq!(code(&run(&["batch", "export", &place, "-o", &table], "")), Some(0));
    let new = run(&words, "");
    assert_eq!(code(&new), Some(3));
    assert!(err(&new).contains("labels.csv` was not among its files"), "{}", err(&new));
    assert_eq!(code(&run(&["batch", "run", &place], "")), Some(0));
    fs::remove_file(&table).expect("deleted");
    fs::remove_file(folder.place("a.xsb")).expect("deleted");
    let gone = run(&words, "");
    assert_eq!(code(&gone), Some(3));
    assert!(err(&gone).contains("a.xsb` was among its files"), "{}", err(&gone));
}

#[test]
fn pipes_devices_and_broken_links_are_skipped() {
    let folder = Folder::new("batch-pipes");
    fs::create_dir_all(folder.place("in/deep")).expect("a folder");
    folder.write("in/deep/a.xsb", LEVEL);
    let pipe = folder.path("in/pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    for (to, name) in [
        ("/dev/zero", "device"),
        ("/nowhere/at/all", "nothing"),
        ("itself", "itself"),
        ("..", "deep/up"),
    ] {
        let link = folder.place(&format!("in/{name}"));
        std::os::unix::fs::symlink(to, link).expect("a link");
    }
    let (place, source) = (folder.path("run"), folder.path("in"));
    let words = ["timeout", "20", env!("CARGO_BIN_EXE_kuraban"), "batch", "start"];
    let start = |source: &str| {
        let mut command = Command::new(words[0]);
        command.args(&words[1..]).args([&place, source]).output().expect("timeout")
    };
    let output = start(&source);
    assert_eq!(code(&output), Some(0), "{}", err(&output));
    let told = "1 level in 1 part, 5 skipped that are no files";
    assert!(err(&output).contains(told), "{}", err(&output));
    let listed = folder.read("run/invalid.jsonl");
    for name in ["pipe", "device", "nothing", "itself", "deep/up"] {
        assert!(listed.contains(&format!("in/{name}\"")), "{name}: {listed}");
    }
    assert_eq!(code(&start(&source)), Some(0), "the same command goes on");
    fs::remove_dir_all(&place).expect("deleted");
    let output = start(&pipe);
    assert_eq!(code(&output), Some(3));
    assert!(err(&output).contains("name a file"), "{}", err(&output));
}

#[test]
fn what_stays_wrong_is_not_worth_another_try() {
    let folder = Folder::new("batch-stays");
    let source = folder.path("levels.xsb");
    fs::write(&source, LEVEL).expect("written");
    let place = folder.path("run");
    assert_eq!(code(&run(&["batch", "new", &place, &source], "")), Some(0));
    let (inside, table) = (folder.path("levels.xsb/run"), folder.path("no/such/t.csv"));
    fs::remove_file(folder.place("run/levels/part-00000.jsonl")).expect("deleted");
    for words in [
        &["batch", "new", &inside, &source][..],
        &["batch", "export", &place, "-o", &table],
        &["batch", "run", &place],
        &["batch", "shard", &place, "0"],
        &["batch", "export", &place, "-o", "-"],
        &["batch", "stats", &place, "--plots", &inside],
    ] {
        let output = run(words, "");
        assert_eq!(code(&output), Some(3), "{words:?} {}", err(&output));
        assert!(err(&output).starts_with("error: cannot "), "{}", err(&output));
    }
}

/// The show piece: a folder of Boxoban levels, labelled completely.
#[test]
fn boxoban_is_labelled_completely() {
    let Some(levels) = kuraban_testkit::shared_levels("boxoban_unfiltered_test") else {
        return;
    };
    let folder = Folder::new("batch-boxoban");
    let mut text = String::new();
    for (index, level) in levels.iter().take(100).enumerate() {
        let rows =
            kuraban::write::rows(level, &kuraban::Alphabet::of(kuraban::Dialect::Xsb));
        let _ = write!(text, "; {index}\n{}\n\n", rows.join("\n"));
    }
    fs::create_dir(folder.place("unfiltered")).expect("a folder");
    folder.write("unfiltered/000.txt", &text);
    let (place, table) = (folder.path("run"), folder.path("labels.jsonl"));
    let source = folder.path("unfiltered");
    let began = Instant::now();
    let ask = ["batch", "start", &place, &source, "--objective", "pushes", "--export"];
    let output = run(&[&ask[..], &["labels.xls"]].concat(), "");
    assert_eq!(code(&output), Some(3), "it is refused before the work");
    assert!(!folder.place("run").exists(), "{}", err(&output));
    let output = run(&[&ask[..], &[&table, "--actions", "jumanji"]].concat(), "");
    assert_eq!(code(&output), Some(0), "{} {:?}", err(&output), began.elapsed());
    let table = folder.read("labels.jsonl");
    assert_eq!(table.lines().count(), 100);
    for line in table.lines() {
        let row: Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(row["status"], "solved", "{line}");
        assert!(
            row["optimal"].as_str().is_some_and(|all| all.contains("pushes,moves")),
            "{line}"
        );
        let (moves, actions) = (row["moves"].as_u64(), row["actions"].as_str());
        assert_eq!(actions.map(|actions| actions.len() as u64), moves);
    }
}

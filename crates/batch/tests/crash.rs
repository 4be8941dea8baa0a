//! Processes that die, at every step of writing, over one level, or at random: nothing is lost,
//! nothing is doubled.
#![cfg(unix)]

mod common;

use std::env;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use common::{open_or_make, options, rows, small_run};
use kuraban_batch::{Options, Row, Run};
use kuraban_testkit::{Folder, Random, collection};

/// Holds the folder that the other process is to work on.
const CHILD: &str = "KURABAN_BATCH_CHILD";

/// Works on a run; started by the other tests as a process of its own.
#[test]
#[ignore = "the other tests start it"]
fn child() {
    let folder = env::var_os(CHILD).expect("a folder");
    let mut options = options(2);
    options.sync = Duration::from_millis(5);
    let run = open_or_make(Path::new(&folder));
    let done = run.run(&options, &mut |_| {}).expect("done");
    assert!(done.complete);
}

fn start(folder: &Path, settings: &[(&str, String)]) -> Child {
    Command::new(env::current_exe().expect("this program"))
        .args(["--exact", "child", "--ignored", "--quiet"])
        .env(CHILD, folder)
        .envs(settings.iter().map(|(name, value)| (name, value)))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts")
}

/// Whether the process came to its end.
fn ends(mut child: Child) -> bool {
    child.wait().expect("it ends").success()
}

/// Every level of the run has a row, and everything in it is right.
fn is_right(run: &Run, rows_before: &[Row]) {
    let checked = run.check(true).expect("checked");
    assert_eq!((checked.missing, &checked.faults), (0, &Vec::new()));
    assert_eq!(checked.rows, run.description().levels);
    assert_eq!(rows(run.folder()), rows_before);
}

#[test]
fn an_abort_at_any_step_loses_and_doubles_nothing() {
    let folder = Folder::new("batch-steps");
    let whole = small_run(&folder, "whole", 24);
    whole.run(&options(1), &mut |_| {}).expect("done");
    let expected = rows(whole.folder());
    let mut steps = 0;
    loop {
        steps += 1;
        let name = format!("run-{steps}");
        // The process makes the run as well.
        let place = folder.place(&name);
        folder.write(&format!("{name}.xsb"), &collection(7, 24));
        if ends(start(&place, &[("KURABAN_ABORT_AT", steps.to_string())])) {
            break;
        }
        // The next one aborts as well, while it takes over.
        ends(start(&place, &[("KURABAN_ABORT_AT", (steps % 7 + 1).to_string())]));
        let run = open_or_make(&place);
        let done = run.run(&options(1), &mut |_| {}).expect("done");
        assert!(done.complete, "step {steps}");
        is_right(&run, &expected);
        std::fs::remove_dir_all(run.folder()).expect("deleted");
    }
    assert!(steps > 20, "there are more steps than {steps}");
    let names = std::fs::read_dir(folder.as_ref()).expect("a folder").flatten();
    for name in names.map(|entry| entry.file_name().to_string_lossy().into_owned()) {
        assert!(!name.starts_with('.'), "{name} was left");
    }
}

#[test]
fn a_level_that_kills_ends_as_one_error() {
    let folder = Folder::new("batch-deadly");
    let whole = small_run(&folder, "whole", 24);
    whole.run(&options(1), &mut |_| {}).expect("done");
    let run = small_run(&folder, "run", 24);
    let deadly = [("KURABAN_DEADLY", "11".to_owned())];
    let mut deaths = 0;
    while !ends(start(run.folder(), &deadly)) {
        deaths += 1;
        assert!(deaths < 10, "it goes on dying");
    }
    assert_eq!(deaths, 3);
    let (expected, found) = (rows(whole.folder()), rows(run.folder()));
    assert_eq!(found.len(), expected.len());
    for (expected, found) in expected.iter().zip(&found) {
        if found.n == 11 {
            assert_eq!(&*found.status, "error");
            assert_eq!(found.reason.as_deref(), Some("process died 3 times"));
        } else {
            assert_eq!(expected, found);
        }
    }
    // Another pass asks again.
    let filter = "status=error".parse().expect("a filter");
    let again = run.again(&filter, common::asked(), 10).expect("a pass");
    again.run(&options(1), &mut |_| {}).expect("done");
    let found = rows(run.folder());
    assert_eq!(found[11].solution, expected[11].solution);
}

/// Answers levels; started as the worker of other tests.
#[test]
#[ignore = "the other tests start it"]
fn worker() {
    let input = std::io::BufReader::new(std::io::stdin());
    kuraban_batch::serve(input, &mut std::io::stdout()).expect("served");
}

/// Options that solve in processes of their own; these die over some level as the setting says.
fn isolated(threads: usize, setting: &str) -> Options {
    let this = env::current_exe().expect("this program");
    let words = ["--exact", "worker", "--ignored", "--quiet", "--nocapture"];
    let command = ["env".into(), setting.into(), this.into()].into_iter();
    let mut options = options(threads);
    options.isolate = Some(command.chain(words.map(Into::into)).collect());
    options
}

#[test]
fn workers_of_their_own_answer_alike_and_die_alone() {
    let folder = Folder::new("batch-isolated");
    let whole = small_run(&folder, "whole", 24);
    whole.run(&options(1), &mut |_| {}).expect("done");
    let expected = rows(whole.folder());
    let run = small_run(&folder, "run", 24);
    assert!(run.run(&isolated(2, "A=1"), &mut |_| {}).expect("done").complete);
    is_right(&run, &expected);
    // One process aborts, another asks for more memory than it may have.
    for (setting, n) in [("KURABAN_DEADLY=11", 11), ("KURABAN_GREEDY=3", 3)] {
        let run = small_run(&folder, setting, 24);
        let done = run.run(&isolated(2, setting), &mut |_| {}).expect("we live");
        assert_eq!((done.complete, done.errors()), (true, 1), "{setting}");
        for (expected, found) in expected.iter().zip(&rows(run.folder())) {
            if found.n == n {
                let why = found.reason.as_deref().unwrap_or_default();
                assert!(why.starts_with("process died 3 times: signal: 6"), "{why}");
            } else {
                assert_eq!(expected, found);
            }
        }
    }
    let mut wrong = options(1);
    wrong.isolate = Some(vec!["no-such-program".into()]);
    let run = small_run(&folder, "wrong", 24);
    assert!(run.run(&wrong, &mut |_| {}).is_err());
}

#[test]
fn two_processes_share_a_run_and_one_of_them_dies() {
    let folder = Folder::new("batch-two");
    let whole = small_run(&folder, "whole", 200);
    whole.run(&options(1), &mut |_| {}).expect("done");
    let run = small_run(&folder, "run", 200);
    let mut random = Random::new(5);
    let mut first = start(run.folder(), &[]);
    let second = start(run.folder(), &[]);
    std::thread::sleep(Duration::from_millis(20 + random.below(200) as u64));
    first.kill().expect("killed");
    first.wait().expect("it ends");
    assert!(ends(second), "the other one finishes the run");
    is_right(&run, &rows(whole.folder()));
}

/// While somebody is at a part, others leave it alone, unless they are asked for that part.
#[test]
fn a_part_is_not_solved_twice_without_need() {
    let folder = Folder::new("batch-share");
    let work = |run: &Run| {
        let mut options = options(1);
        options.sync = Duration::ZERO;
        run.run(&options, &mut |_| {}).expect("done")
    };
    let is_shared = |run: &Run| {
        let (a, b) = std::thread::scope(|scope| {
            let (a, b) = (scope.spawn(|| work(run)), scope.spawn(|| work(run)));
            (a.join().expect("no panic"), b.join().expect("no panic"))
        });
        assert!(a.complete && b.complete);
        assert!(run.check(true).expect("checked").faults.is_empty());
        a.rows + b.rows < run.description().levels * 7 / 4
    };
    // Both may begin the same parts at the same moment, but not all of them, and not every time.
    let run = (0..8).find_map(|number| {
        let run = small_run(&folder, &format!("run-{number}"), 1_500);
        is_shared(&run).then_some(run)
    });
    let run = run.expect("two processes share a run");
    let done = run.shard(0, &Options::default(), &mut |_| {}).expect("done");
    assert!(done.sealed && done.adopted == done.rows);
}

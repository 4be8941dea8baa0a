//! Everything that must hold before a change lands, step by step.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Instant, SystemTime};

use crate::tools::{
    self, CHROMIUM, COMPILER, NODE, NPM, PARALLEL, PYTHON, SHELLCHECK, Tool,
};
use crate::{cargo, root, site, target};

/// One thing to be tried.
struct Step {
    name: &'static str,
    /// `--skip-` and this leaves it out.
    option: &'static str,
    /// Left out of the fast round.
    slow: bool,
    run: fn(&Options) -> Result<(), Stop>,
}

/// Why a step did not pass.
enum Stop {
    /// Something that it needs is not there.
    Missing(String),
    /// What it would test is missing, and cannot be installed.
    Nothing(String),
    Failed(String),
}

const STEPS: [Step; 12] = [
    Step { name: "format", option: "format", slow: false, run: format },
    Step { name: "lints", option: "lints", slow: false, run: lints },
    Step { name: "tests", option: "tests", slow: false, run: tests },
    Step { name: "documentation", option: "docs", slow: false, run: documentation },
    Step { name: "acceptance cases", option: "acceptance", slow: true, run: acceptance },
    Step { name: "CaDiCaL", option: "cadical", slow: true, run: cadical },
    Step { name: "Parquet", option: "parquet", slow: true, run: parquet },
    Step { name: "many machines", option: "deploy", slow: true, run: deploy },
    Step { name: "Python", option: "python", slow: true, run: python },
    Step { name: "the interface", option: "interface", slow: true, run: interface },
    Step { name: "browser tests", option: "browser", slow: true, run: browser },
    Step { name: "the page with no server", option: "site", slow: true, run: no_server },
];

/// Exit code of a script that could not get what it needs (as of automake).
const COULD_NOT: i32 = 77;

/// What is asked for.
#[derive(Debug, Default, Eq, PartialEq)]
pub(crate) struct Options {
    fast: bool,
    strict: bool,
    /// More of what is tried at random.
    long: bool,
    /// Options of steps that are left out.
    skip: Vec<&'static str>,
}

impl Options {
    /// `Err` holds the unknown word.
    pub(crate) fn read<'a>(words: &[&'a str]) -> Result<Self, &'a str> {
        let mut options = Self::default();
        for &word in words {
            let step = word
                .strip_prefix("--skip-")
                .and_then(|option| STEPS.iter().find(|step| step.option == option));
            match (word, step) {
                ("--fast", _) => options.fast = true,
                ("--strict", _) => options.strict = true,
                ("--long", _) => options.long = true,
                (_, Some(step)) => options.skip.push(step.option),
                _ => return Err(word),
            }
        }
        Ok(options)
    }
}

/// The result of a step.
enum Outcome {
    Passed(f64),
    Skipped(String),
    Failed(String),
    NotReached,
}

/// Takes the steps in turn up to the first that fails, and sums up.
pub(crate) fn test(options: &Options) -> Result<(), String> {
    let started = Instant::now();
    let mut failed = None;
    let mut outcomes = Vec::new();
    for step in &STEPS {
        let outcome = match failed {
            None => take(step, options),
            Some(_) => Outcome::NotReached,
        };
        if let Outcome::Failed(why) = &outcome {
            failed = Some(format!("{}: {why}", step.name));
        }
        outcomes.push((step.name, outcome));
    }
    println!("\n{}", summary(&outcomes));
    if let Some(failed) = failed {
        return Err(failed);
    }
    if !outcomes.iter().any(|(_, outcome)| matches!(outcome, Outcome::Passed(_))) {
        return Err("no step was taken".to_owned());
    }
    println!("everything tried holds ({:.0} s)", started.elapsed().as_secs_f64());
    Ok(())
}

fn take(step: &Step, options: &Options) -> Outcome {
    let option = format!("--skip-{}", step.option);
    if options.skip.contains(&step.option) {
        return Outcome::Skipped(format!("{option} was given"));
    }
    if options.fast && step.slow {
        return Outcome::Skipped("--fast was given".to_owned());
    }
    println!("== {}", step.name);
    let started = Instant::now();
    match (step.run)(options) {
        Ok(()) => Outcome::Passed(started.elapsed().as_secs_f64()),
        Err(Stop::Missing(why)) if options.strict => Outcome::Failed(why),
        Err(Stop::Missing(why)) => {
            Outcome::Skipped(format!("{why} (`cargo xtask test {option}` does not try)"))
        }
        Err(Stop::Nothing(why)) => Outcome::Skipped(why),
        Err(Stop::Failed(why)) => Outcome::Failed(why),
    }
}

fn summary(outcomes: &[(&str, Outcome)]) -> String {
    let line = |(name, outcome): &(&str, Outcome)| match outcome {
        Outcome::Passed(seconds) => format!("passed: {name} ({seconds:.0} s)"),
        Outcome::Skipped(why) => format!("skipped: {name}: {why}"),
        Outcome::Failed(why) => format!("FAILED: {name}: {why}"),
        Outcome::NotReached => format!("not reached: {name}"),
    };
    outcomes.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn format(_: &Options) -> Result<(), Stop> {
    tools::component("fmt", "rustfmt").map_err(Stop::Missing)?;
    run(cargo().args(["fmt", "--all", "--check"]))
}

fn lints(_: &Options) -> Result<(), Stop> {
    tools::component("clippy", "clippy").map_err(Stop::Missing)?;
    let arguments = ["clippy", "--workspace", "--all-targets", "--quiet"];
    run(cargo().args(arguments).args(["--", "-D", "warnings"]))
}

/// Where `../shared` lies beside the project no test may leave it out.
fn tests(options: &Options) -> Result<(), Stop> {
    let mut command = cargo();
    command.args(["test", "--workspace", "--quiet"]);
    if shared().is_dir() {
        command.env("KURABAN_NEED_SHARED", "1");
    }
    if options.long {
        let since = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
        let seed = since.as_secs().to_string();
        println!("property tests begin at PROPTEST_RNG_SEED={seed}");
        command.env("KURABAN_LONG", "1").env("PROPTEST_RNG_SEED", seed);
    }
    run(&mut command)
}

fn documentation(_: &Options) -> Result<(), Stop> {
    let arguments = ["doc", "--workspace", "--no-deps", "--quiet"];
    run(cargo().args(arguments).env("RUSTDOCFLAGS", "-D warnings"))
}

/// The acceptance cases, where they lie beside the project, by the release build.
fn acceptance(_: &Options) -> Result<(), Stop> {
    let cases = shared().join("acceptance/run.py");
    if !cases.is_file() {
        return Err(Stop::Nothing(format!("there is no {}", cases.display())));
    }
    let python = get(&PYTHON)?;
    run(cargo().args(["build", "--release", "--quiet"]))?;
    let binary = target().join("release/kuraban");
    run(Command::new(python).arg(cases).arg(binary).args(["--time", "60s"]))
}

/// What is built only where it is asked for: `CaDiCaL` as a solver.
fn cadical(_: &Options) -> Result<(), Stop> {
    get(&COMPILER)?;
    let arguments = ["test", "--quiet", "--package", "kuraban-cli", "--package"];
    let rest = ["kuraban-sat", "--features", "kuraban-cli/cadical", "--test", "cadical"];
    run(cargo().args(arguments).args(rest))
}

/// What is built only for releases: tables as Parquet. The tests of the Python package, which is
/// built with it, read all columns of a run back with pyarrow.
fn parquet(options: &Options) -> Result<(), Stop> {
    let test = |package: &str, test: &str| {
        let arguments =
            ["test", "--quiet", "--package", package, "--features", "parquet"];
        run(cargo().args(arguments).args(["--test", test]))
    };
    test("kuraban-cli", "generate")?;
    let tried_there = !options.long && !options.skip.contains(&"python");
    if tried_there && PYTHON.get().is_ok() {
        return Ok(());
    }
    test("kuraban-batch", "run")
}

/// The recipes for many machines, with the release build.
fn deploy(_: &Options) -> Result<(), Stop> {
    for tool in [&PYTHON, &PARALLEL, &SHELLCHECK] {
        get(tool)?;
    }
    run(cargo().args(["build", "--release", "--quiet"]))?;
    let script = root().join("deploy/test.sh");
    run(Command::new("sh").arg(script).current_dir(root()))
}

/// The Python package: its wheel is built, installed and tried.
fn python(options: &Options) -> Result<(), Stop> {
    let python = get(&PYTHON)?;
    let folder = root().join("python");
    for arguments in [
        &["fmt", "--check"][..],
        &["clippy", "--locked", "--quiet", "--", "-D", "warnings"],
    ] {
        let mut command = cargo();
        command.env("CARGO_TARGET_DIR", target());
        run(command.env("PYO3_PYTHON", &python).args(arguments).current_dir(&folder))?;
    }
    // Its answers are compared with those of the command line.
    run(cargo().args(["build", "--release", "--quiet"]))?;
    let mut command = Command::new("sh");
    command.arg(folder.join("run-tests.sh")).current_dir(root());
    command.env("KURABAN_PROGRAM", target().join("release/kuraban"));
    command.args(options.long.then_some("--long"));
    if shared().is_dir() {
        command.env("KURABAN_NEED_SHARED", "1");
    }
    run(&mut command)
}

/// The server's interface against its description.
fn interface(_: &Options) -> Result<(), Stop> {
    get(&PYTHON)?;
    let script = root().join("crates/web/tests/interface.sh");
    run(Command::new("sh").arg(script).current_dir(root()))
}

/// The page in a real browser.
fn browser(_: &Options) -> Result<(), Stop> {
    get(&NODE)?;
    get(&NPM)?;
    let chromium = get(&CHROMIUM)?;
    let script = root().join("crates/web/tests/run.sh");
    run(Command::new("sh").arg(script).env("CHROMIUM", chromium).current_dir(root()))
}

/// The same page with no server in a real browser. Without the standard library of its target
/// there is nothing to test.
fn no_server(_: &Options) -> Result<(), Stop> {
    get(&NODE)?;
    get(&NPM)?;
    let chromium = get(&CHROMIUM)?;
    tools::compile_target(site::TRIPLE).map_err(Stop::Nothing)?;
    site::site().map_err(Stop::Failed)?;
    let mut command = Command::new("sh");
    command.arg(root().join("crates/web/tests/run.sh")).arg("--site");
    command.env("KURABAN_SITE", site::folder()).env("CHROMIUM", chromium);
    run(command.current_dir(root()))
}

fn get(tool: &Tool) -> Result<PathBuf, Stop> {
    tool.get().map_err(Stop::Missing)
}

fn shared() -> PathBuf {
    root().join("../shared")
}

fn run(command: &mut Command) -> Result<(), Stop> {
    let program = Path::new(command.get_program()).display().to_string();
    let status = command.status().map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => {
            Stop::Missing(format!("{program} is not installed"))
        }
        _ => Stop::Failed(format!("{program}: {error}")),
    })?;
    match status.code() {
        Some(0) => Ok(()),
        Some(COULD_NOT) => {
            Err(Stop::Missing("it could not get what it needs, see above".into()))
        }
        _ => Err(Stop::Failed(format!("{status}; see above"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_can_be_left_out() {
        for step in &STEPS {
            let option = format!("--skip-{}", step.option);
            let options = Options::read(&[&option, "--fast"]).expect("options");
            assert_eq!((options.fast, &options.skip[..]), (true, &[step.option][..]));
            assert!(matches!(take(step, &options), Outcome::Skipped(_)));
        }
        assert_eq!(Options::read(&["--skip-nothing"]), Err("--skip-nothing"));
    }

    #[test]
    fn what_is_missing_is_told_and_fails_only_where_it_must() {
        let run =
            |_: &Options| Err(Stop::Missing("chromium is not installed".to_owned()));
        let step = Step { name: "page", option: "page", slow: true, run };
        let outcome = take(&step, &Options::default());
        assert_eq!(
            summary(&[("page", outcome), ("more", Outcome::Passed(2.4))]),
            "skipped: page: chromium is not installed (`cargo xtask test --skip-page` does \
             not try)\npassed: more (2 s)"
        );
        let strict = Options { strict: true, ..Options::default() };
        assert!(matches!(take(&step, &strict), Outcome::Failed(_)));
    }

    #[test]
    fn a_program_that_is_not_there_is_missing_and_not_a_failure() {
        let stop = run(&mut Command::new("no-such-program"));
        assert!(
            matches!(stop, Err(Stop::Missing(why)) if why.contains("no-such-program"))
        );
        let stop = run(Command::new("sh").args(["-c", "exit 77"]));
        assert!(matches!(stop, Err(Stop::Missing(_))));
        let stop = run(Command::new("sh").args(["-c", "exit 1"]));
        assert!(matches!(stop, Err(Stop::Failed(_))));
    }
}

//! Releases: everything that is handed out, in one folder with its checksums.
//!
//! | file | what | by |
//! | --- | --- | --- |
//! | `kuraban-VERSION-TARGET.tar.gz` | the program with man pages and completions | cargo, tar |
//! | `kuraban_VERSION-1_ARCH.deb` | the same as a Debian package | cargo-deb |
//! | `kuraban-VERSION-*.whl` | the Python package, where `python/` is there | maturin |
//! | `SHA256SUMS` | checksums of all of them | sha256sum |
//!
//! The program is static where rustup has the musl target.

mod check;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::tools::{self, PYTHON};
use crate::{cargo, root, target};

const VERSION: &str = env!("CARGO_PKG_VERSION");
const SHELLS: [(&str, &str); 3] = [
    ("bash", "bash-completion/completions/kuraban"),
    ("zsh", "zsh/vendor-completions/_kuraban"),
    ("fish", "fish/vendor_completions.d/kuraban.fish"),
];

/// What is made, and what could not be for want of a program.
#[derive(Default)]
struct Made {
    files: Vec<PathBuf>,
    skipped: Vec<String>,
}

/// What came of a step; `Err` says what it lacks. That is no failure.
type Tried<T> = Result<T, String>;

impl Made {
    fn add(&mut self, what: &str, made: Tried<PathBuf>) {
        match made {
            Ok(file) => self.files.push(file),
            Err(why) => self.skipped.push(format!("{what}: {why}")),
        }
    }
}

/// Builds all packages; with `is_check`, each is installed into a clean folder and tried.
pub(crate) fn dist(is_check: bool) -> Result<(), String> {
    let out = target().join("packages");
    let _ = fs::remove_dir_all(&out);
    create(&out)?;
    let triple = triple()?;
    println!("== the program for {triple}");
    let arguments =
        ["build", "--profile", "dist", "--locked", "--package", "kuraban-cli"];
    let features = ["--features", "parquet"];
    run(cargo().args(arguments).args(features).args(["--target", &triple]))?;
    let built = target().join(&triple).join("dist");
    let binary = built.join("kuraban");
    share(&binary, &built.join("share"))?;
    let mut made = Made::default();
    println!("== archive");
    made.files.push(archive(&built, &triple, &out)?);
    println!("== Debian package");
    made.add("Debian package", debian(&triple, &out)?);
    println!("== Python package");
    made.add("Python package", wheel(&out)?);
    sums(&out, &made.files)?;
    if is_check {
        made.skipped.extend(check::check(&out, &binary, &made.files)?);
    }
    println!();
    for file in &made.files {
        let bytes = fs::metadata(file).map_or(0, |about| about.len());
        println!("made: {} ({:.1} MB)", file.display(), bytes as f64 / 1e6);
    }
    for skipped in &made.skipped {
        println!("skipped: {skipped}");
    }
    println!("made: {}", out.join("SHA256SUMS").display());
    Ok(())
}

/// The machine's own target, linked statically where rustup can do that.
fn triple() -> Result<String, String> {
    let about = told(Command::new("rustc").arg("-vV"))?;
    let host = about.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.ok_or("rustc does not tell its host")?.to_owned();
    let Some((arch, _)) = host.split_once("-unknown-linux-") else { return Ok(host) };
    let musl = format!("{arch}-unknown-linux-musl");
    if tools::compile_target(&musl).is_ok() {
        return Ok(musl);
    }
    println!(
        "note: rustup has no {musl}: the program is linked with this machine's libraries"
    );
    Ok(host)
}

/// Man pages and completions, from the program itself.
fn share(binary: &Path, folder: &Path) -> Result<(), String> {
    let _ = fs::remove_dir_all(folder);
    let man = folder.join("man/man1");
    create(&man)?;
    run(Command::new(binary).arg("man").arg(&man))?;
    run(Command::new("gzip").args(["-9", "--no-name", "--recursive"]).arg(&man))?;
    for (shell, place) in SHELLS {
        let place = folder.join(place);
        create(place.parent().unwrap_or(folder))?;
        let script = told(Command::new(binary).args(["completions", shell]))?;
        write(&place, script)?;
    }
    Ok(())
}

/// The program with what belongs to it, under a folder of its own; `share` as in `/usr/share`.
fn archive(built: &Path, triple: &str, out: &Path) -> Result<PathBuf, String> {
    let name = format!("kuraban-{VERSION}-{triple}");
    let folder = built.join(&name);
    let _ = fs::remove_dir_all(&folder);
    create(&folder)?;
    copy(&built.join("kuraban"), &folder.join("bin/kuraban"))?;
    for file in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        copy(&root().join(file), &folder.join(file))?;
    }
    run(Command::new("cp").arg("-r").arg(built.join("share")).arg(&folder))?;
    let file = out.join(format!("{name}.tar.gz"));
    // The same files give the same archive.
    let date = told(Command::new("git").args(["log", "-1", "--format=%cI"]));
    let date =
        date.map_or_else(|_| "1970-01-01".to_owned(), |date| date.trim().to_owned());
    let mut tar = Command::new("tar");
    tar.args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner"])
        .args([format!("--mtime={date}"), "-C".to_owned()])
        .arg(built)
        .args(["--use-compress-program=gzip -n9", "-cf"])
        .arg(&file)
        .arg(&name);
    run(&mut tar)?;
    Ok(file)
}

fn debian(triple: &str, out: &Path) -> Result<Tried<PathBuf>, String> {
    let tool = match tools::from_crates("cargo-deb") {
        Ok(tool) => tool,
        Err(why) => return Ok(Err(why)),
    };
    let arguments = ["--package", "kuraban-cli", "--profile", "dist", "--no-build"];
    let before = ["--no-strip", "--target", triple, "--output"];
    let mut command = Command::new(tool);
    run(command.arg("deb").args(arguments).args(before).arg(out).current_dir(root()))?;
    one(out, "deb").map(Ok)
}

/// The wheel, where there is a Python package.
fn wheel(out: &Path) -> Result<Tried<PathBuf>, String> {
    let folder = root().join("python");
    if !folder.join("pyproject.toml").is_file() {
        return Ok(Err("there is no python/pyproject.toml".to_owned()));
    }
    let maturin = PYTHON.get().and_then(|python| tools::from_python(&python, "maturin"));
    let maturin = match maturin {
        Ok(maturin) => maturin,
        Err(why) => return Ok(Err(why)),
    };
    let mut command = Command::new(maturin);
    let arguments = ["build", "--profile", "dist", "--locked", "--out"];
    run(command.args(arguments).arg(out).current_dir(folder))?;
    one(out, "whl").map(Ok)
}

fn sums(out: &Path, files: &[PathBuf]) -> Result<(), String> {
    let names = files.iter().filter_map(|file| file.file_name());
    let sums = told(Command::new("sha256sum").args(names).current_dir(out))?;
    write(&out.join("SHA256SUMS"), sums)
}

/// The only file of a kind in a folder.
fn one(folder: &Path, kind: &str) -> Result<PathBuf, String> {
    let files = fs::read_dir(folder).map_err(|error| error.to_string())?;
    let mut files = files.flatten().map(|entry| entry.path());
    files
        .find(|path| path.extension().is_some_and(|found| found == kind))
        .ok_or_else(|| format!("no .{kind} was made"))
}

fn create(folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

fn write(file: &Path, text: impl AsRef<[u8]>) -> Result<(), String> {
    fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    create(to.parent().unwrap_or(to))?;
    fs::copy(from, to).map_err(|error| format!("{}: {error}", from.display()))?;
    Ok(())
}

/// Runs a command that has to succeed.
fn run(command: &mut Command) -> Result<(), String> {
    let name = Path::new(command.get_program()).display().to_string();
    let status = command.status().map_err(|error| format!("{name}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{name}: {status}; see above")) }
}

/// What a command that has to succeed prints.
fn told(command: &mut Command) -> Result<String, String> {
    let name = Path::new(command.get_program()).display().to_string();
    let output = command.output().map_err(|error| format!("{name}: {error}"))?;
    if !output.status.success() {
        let why = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{name}: {}: {}", output.status, why.trim()));
    }
    String::from_utf8(output.stdout).map_err(|error| format!("{name}: {error}"))
}

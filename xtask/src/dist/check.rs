//! Each package installed into a clean folder and tried as a user would.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Tried, copy, create, run, told, write};
use crate::root;
use crate::tools::{self, BUILDAH, PYTHON};

const LEVEL: &str = "levels/first-steps.xsb";

/// Tries all packages; what could not be tried, and why.
pub(super) fn check(
    out: &Path,
    binary: &Path,
    files: &[PathBuf],
) -> Result<Vec<String>, String> {
    println!("== checks");
    run(Command::new("sha256sum")
        .args(["--check", "--quiet", "SHA256SUMS"])
        .current_dir(out))?;
    let clean = out.join("check");
    create(&clean)?;
    let mut skipped = Vec::new();
    for file in files {
        match file.extension().and_then(|kind| kind.to_str()) {
            Some("gz") => archive(file, &clean.join("archive"))?,
            Some("deb") => debian(file, &clean.join("debian"))?,
            Some("whl") => wheel(file, &clean.join("python"))?,
            _ => return Err(format!("{}: nobody tries it", file.display())),
        }
    }
    if let Err(why) = container(binary, &clean.join("container"))? {
        skipped.push(format!("container: {why}"));
    }
    std::fs::remove_dir_all(&clean).map_err(|error| error.to_string())?;
    Ok(skipped)
}

/// The program solves a level, and its referee agrees; its pages and scripts are there.
fn program(binary: &Path, share: &Path) -> Result<(), String> {
    let level = root().join(LEVEL);
    let version = told(Command::new(binary).arg("--version"))?;
    if !version.contains(super::VERSION) {
        return Err(format!("{}: {version}", binary.display()));
    }
    let solve = ["solve", "--quiet", "--objective", "pushes"];
    let steps = told(Command::new(binary).args(solve).arg(&level))?;
    told(Command::new(binary).arg("verify").arg(&level).arg(steps.trim()))?;
    let man = ["man/man1/kuraban.1.gz", "man/man1/kuraban-optimise.1.gz"];
    for place in super::SHELLS.map(|(_, place)| place).into_iter().chain(man) {
        is_filled(&share.join(place))?;
    }
    run(Command::new("bash").arg("-n").arg(share.join(super::SHELLS[0].1)))
}

fn is_filled(file: &Path) -> Result<(), String> {
    let is_filled = file.metadata().is_ok_and(|about| about.len() > 0);
    if is_filled {
        Ok(())
    } else {
        Err(format!("{} is missing or empty", file.display()))
    }
}

fn archive(file: &Path, folder: &Path) -> Result<(), String> {
    create(folder)?;
    let mut tar = Command::new("tar");
    run(tar.arg("-xzf").arg(file).args(["--strip-components=1", "-C"]).arg(folder))?;
    program(&folder.join("bin/kuraban"), &folder.join("share"))?;
    println!("tried: {}", file.display());
    Ok(())
}

/// Installs with dpkg into a root of its own, and removes it again.
fn debian(file: &Path, folder: &Path) -> Result<(), String> {
    create(&folder.join("var/lib/dpkg/info"))?;
    create(&folder.join("var/lib/dpkg/updates"))?;
    write(&folder.join("var/lib/dpkg/status"), "")?;
    let dpkg = || {
        let mut dpkg = Command::new("dpkg");
        dpkg.arg("--root").arg(folder).args(["--force-not-root", "--log=/dev/null"]);
        dpkg
    };
    told(dpkg().arg("--install").arg(file))?;
    let share = folder.join("usr/share");
    is_filled(&share.join("doc/kuraban/copyright"))?;
    program(&folder.join("usr/bin/kuraban"), &share)?;
    told(dpkg().args(["--remove", "kuraban"]))?;
    if folder.join("usr/bin/kuraban").exists() {
        return Err("dpkg did not remove the program".to_owned());
    }
    println!("tried: {}", file.display());
    Ok(())
}

/// A level becomes a run and the run a table, by the package alone.
const TRY_WHEEL: &str = "
import sys, kuraban
assert kuraban.__version__ == sys.argv[2], kuraban.__version__
run = kuraban.Run.new('run', [sys.argv[1]])
assert run.run() and run.check(replay=True)['faults'] == []
assert run.export('table.parquet') == run.levels > 0
assert open('table.parquet', 'rb').read(4) == b'PAR1'
";

/// Installs into a virtual environment of its own, and labels levels with it.
fn wheel(file: &Path, folder: &Path) -> Result<(), String> {
    let python = tools::environment(&PYTHON.get()?, folder)?;
    told(Command::new(&python).args(["-m", "pip", "install", "--quiet"]).arg(file))?;
    let mut try_wheel = Command::new(&python);
    try_wheel.args(["-c", TRY_WHEEL]).arg(root().join(LEVEL)).arg(super::VERSION);
    told(try_wheel.current_dir(folder))?;
    println!("tried: {}", file.display());
    Ok(())
}

/// The last stage of the Containerfile, with the program that was built already: base images
/// come from registries that need not be there.
fn container(binary: &Path, folder: &Path) -> Result<Tried<()>, String> {
    let buildah = match BUILDAH.get() {
        Ok(buildah) => buildah,
        Err(why) => return Ok(Err(why)),
    };
    copy(binary, &folder.join("kuraban"))?;
    let ask = || {
        let mut command = Command::new(&buildah);
        let store = folder.join("store");
        command.args(["--storage-driver", "vfs", "--root"]).arg(&store);
        command.arg("--runroot").arg(store.join("run"));
        command
    };
    let mut build = ask();
    build.args([
        "build",
        "--isolation",
        "chroot",
        "--target",
        "packed",
        "--tag",
        "kuraban",
    ]);
    build.arg("--file").arg(root().join("Containerfile")).arg(folder);
    // Not every machine lets it work at all.
    if let Err(why) = told(ask().args(["from", "--name", "empty", "scratch"])) {
        return Ok(Err(format!("buildah cannot work here: {why}")));
    }
    told(&mut build)?;
    let name = told(ask().args(["from", "--name", "kuraban-check", "kuraban"]))?;
    let level =
        std::fs::read_to_string(root().join(LEVEL)).map_err(|error| error.to_string())?;
    write(&folder.join("level"), level)?;
    told(ask().args(["copy", name.trim()]).arg(folder.join("level")).arg("/level"))?;
    let solve = ["/kuraban", "solve", "--quiet", "/level"];
    let tried =
        told(ask().args(["run", "--isolation", "chroot", name.trim(), "--"]).args(solve));
    told(ask().args(["rm", name.trim()]))?;
    let tried = match tried {
        Ok(_) => Ok(()),
        Err(why) => Err(format!("buildah cannot run it here: {why}")),
    };
    if tried.is_ok() {
        println!("tried: the last stage of the Containerfile");
    }
    Ok(tried)
}

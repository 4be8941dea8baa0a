//! Programs that steps need, and where they come from.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A program that is no part of Rust.
pub(crate) struct Tool {
    /// The names it goes by; the first is what it is called.
    pub(crate) names: &'static [&'static str],
    /// The variable that may hold its place instead.
    pub(crate) variable: Option<&'static str>,
    /// The Debian package that it is in.
    pub(crate) package: &'static str,
}

pub(crate) const PYTHON: Tool =
    Tool { names: &["python3"], variable: None, package: "python3" };
pub(crate) const PARALLEL: Tool =
    Tool { names: &["parallel"], variable: None, package: "parallel" };
pub(crate) const SHELLCHECK: Tool =
    Tool { names: &["shellcheck"], variable: None, package: "shellcheck" };
pub(crate) const COMPILER: Tool =
    Tool { names: &["c++", "g++", "clang++"], variable: Some("CXX"), package: "g++" };
pub(crate) const NODE: Tool =
    Tool { names: &["node"], variable: None, package: "nodejs" };
pub(crate) const NPM: Tool = Tool { names: &["npm"], variable: None, package: "npm" };
pub(crate) const CHROMIUM: Tool = Tool {
    names: &["chromium", "chromium-browser", "google-chrome"],
    variable: Some("CHROMIUM"),
    package: "chromium",
};

pub(crate) const BUILDAH: Tool =
    Tool { names: &["buildah"], variable: None, package: "buildah" };

impl Tool {
    /// Where it is. It is installed where that may be done: by root, on a Debian. `Err` says
    /// what is missing.
    pub(crate) fn get(&self) -> Result<PathBuf, String> {
        if let Some(place) = self.find() {
            return Ok(place);
        }
        let name = self.names[0];
        if !may_install() {
            return Err(format!(
                "{name} is not installed, and only root on a Debian can install it from here"
            ));
        }
        println!("== installing the package {} with apt-get", self.package);
        let apt = |arguments: &[&str]| {
            let mut command = Command::new("apt-get");
            command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
            command.output().is_ok_and(|output| output.status.success())
        };
        let install = ["install", "-y", self.package];
        let _ = apt(&install) || (apt(&["update"]) && apt(&install));
        self.find().ok_or_else(|| {
            format!("{name} is not installed, and `apt-get {}` failed", install.join(" "))
        })
    }

    fn find(&self) -> Option<PathBuf> {
        let given = self.variable.and_then(env::var_os).filter(|given| !given.is_empty());
        given
            .map(PathBuf::from)
            .or_else(|| self.names.iter().find_map(|name| on_path(name)))
    }
}

/// Whether packages of the system can be installed without asking anybody.
fn may_install() -> bool {
    let user = Command::new("id").arg("-u").output();
    let root = user.is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    root && on_path("apt-get").is_some()
}

fn on_path(name: &str) -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders)
        .map(|folder| folder.join(name))
        .find(|place| place.is_file())
}

/// A program from crates.io: one that is there, or installed under the target folder.
pub(crate) fn from_crates(name: &str) -> Result<PathBuf, String> {
    let folder = crate::target().join("tools");
    let own = folder.join("bin").join(name);
    if let Some(place) = on_path(name).or_else(|| own.is_file().then(|| own.clone())) {
        return Ok(place);
    }
    println!("== installing {name} with cargo");
    let status = crate::cargo()
        .args(["install", "--quiet", "--locked", name, "--root"])
        .arg(&folder)
        .status();
    if status.is_ok_and(|status| status.success()) {
        return Ok(own);
    }
    Err(format!("{name} is not installed, and `cargo install {name}` failed"))
}

/// A program from the Python index: one that is there, or installed into an environment under the
/// target folder.
pub(crate) fn from_python(python: &Path, name: &str) -> Result<PathBuf, String> {
    if let Some(place) = on_path(name) {
        return Ok(place);
    }
    let folder = crate::target().join("tools").join(name);
    let own = folder.join("bin").join(name);
    if own.is_file() {
        return Ok(own);
    }
    println!("== installing {name} with pip");
    let inner = environment(python, &folder)?;
    let status =
        Command::new(inner).args(["-m", "pip", "install", "--quiet", name]).status();
    if status.is_ok_and(|status| status.success()) {
        return Ok(own);
    }
    Err(format!("{name} is not installed, and `pip install {name}` failed"))
}

/// A virtual environment; its interpreter.
pub(crate) fn environment(python: &Path, folder: &Path) -> Result<PathBuf, String> {
    let made = Command::new(python).args(["-m", "venv"]).arg(folder).status();
    if made.is_ok_and(|status| status.success()) {
        return Ok(folder.join("bin/python"));
    }
    Err("python3 cannot make a virtual environment (on Debian: the package python3-venv)"
        .into())
}

/// Whether rustup has the standard library of a target, or can get it; `Err` says what to do.
pub(crate) fn compile_target(triple: &str) -> Result<(), String> {
    let rustup = |arguments: &[&str]| {
        let output = Command::new("rustup").args(arguments).output().ok()?;
        output.status.success().then_some(output.stdout)
    };
    let is_there = || {
        let sysroot = Command::new("rustc").args(["--print", "sysroot"]).output().ok()?;
        let sysroot = String::from_utf8(sysroot.stdout).ok()?;
        let library = Path::new(sysroot.trim()).join("lib/rustlib").join(triple);
        library.is_dir().then_some(())
    };
    if is_there().is_some() || rustup(&["target", "add", triple]).is_some() {
        return Ok(());
    }
    Err(format!(
        "the standard library for {triple} is not installed: `rustup target add {triple}` does it"
    ))
}

/// Whether cargo has a subcommand that is a component of its own; `Err` says how to get it.
pub(crate) fn component(subcommand: &str, component: &str) -> Result<(), String> {
    let output = crate::cargo().args([subcommand, "--version"]).output();
    if output.is_ok_and(|output| output.status.success()) {
        return Ok(());
    }
    Err(format!(
        "{component} is not installed: `rustup component add {component}` does it"
    ))
}

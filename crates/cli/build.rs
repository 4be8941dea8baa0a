//! Tells the program which commit it is built from.
//!
//! `KURABAN_VERSION` is `0.1.0 (c4583c5, 2026-11-16)`, with `-dirty` after the commit where sources
//! differ from it, and the bare version where the sources do not lie in a checkout of their own
//! (`cargo package`, an archive) or there is no git.

use std::path::Path;
use std::process::Command;

/// What the program is made of, from the workspace's folder.
const SOURCES: [&str; 6] = [
    "crates/*/src/**",
    "crates/*/Cargo.toml",
    "crates/*/build.rs",
    "crates/web/page",
    "levels",
    "Cargo.*",
];

fn main() {
    let mut version = env!("CARGO_PKG_VERSION").to_owned();
    println!("cargo:rerun-if-changed=build.rs");
    // A folder that lies ignored in another project's checkout is not a checkout of
    // Kuraban.
    if git(&["ls-files", "--error-unmatch", "build.rs"]).is_some()
        && let Some(commit) = commit()
    {
        version = format!("{version} ({commit})");
        watch();
    }
    println!("cargo:rustc-env=KURABAN_VERSION={version}");
}

fn commit() -> Option<String> {
    let hash = git(&["rev-parse", "--short=7", "HEAD"])?;
    let date = git(&["log", "-1", "--format=%cs"])?;
    let sources = SOURCES.map(|path| format!(":(top,glob){path}"));
    let clean = ["diff", "--quiet", "HEAD", "--"].into_iter();
    let clean: Vec<&str> = clean.chain(sources.iter().map(String::as_str)).collect();
    let mark = if git(&clean).is_some() { "" } else { "-dirty" };
    Some(format!("{hash}{mark}, {date}"))
}

/// Asks to run again when the commit or a source changes; a changed source rebuilds the
/// program anyway. Cargo takes a missing path for a change, so only existing ones are
/// named.
fn watch() {
    let branch = git(&["symbolic-ref", "--quiet", "HEAD"]);
    let names = ["HEAD", "logs/HEAD", "packed-refs"].into_iter();
    for name in names.chain(branch.as_deref()) {
        // In a worktree `.git` is a file, and branches are not stored next to HEAD.
        let path = git(&["rev-parse", "--git-path", name]);
        rerun(path.as_deref().map(Path::new));
    }
    let root = Path::new("../..");
    let crates = std::fs::read_dir(root.join("crates")).into_iter().flatten().flatten();
    for each in crates {
        for name in ["src", "page", "Cargo.toml", "build.rs"] {
            rerun(Some(&each.path().join(name)));
        }
    }
    for name in ["levels", "Cargo.toml", "Cargo.lock"] {
        rerun(Some(&root.join(name)));
    }
}

fn rerun(path: Option<&Path>) {
    if let Some(path) = path.filter(|path| path.exists()) {
        println!("cargo:rerun-if-changed={}", path.display());
    }
}

/// The first line of what git prints; `None` where it fails or there is none.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.lines().next().unwrap_or("").to_owned())
}

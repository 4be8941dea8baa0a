//! The page with no server: a folder that any file server can serve, also from a sub-path.
//!
//! | file | from |
//! | --- | --- |
//! | `index.html`, `style.css`, `js/*` | `crates/web/page`, the host of the page changed |
//! | `js/tab.js`, `js/worker.js`, `manifest.json`, `sw.js` | `crates/tab/site` |
//! | `kuraban.wasm` | `crates/tab`, with the shipped levels |

use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{cargo, root, target, tools};

/// What the module is compiled for.
pub(crate) const TRIPLE: &str = "wasm32-unknown-unknown";

/// What the module may weigh, in bytes, and what gzip may make of it. Brotli makes less than a third of
/// it: 0.73 MB.
const MOST: usize = 2_600_000;
const MOST_GZIP: usize = 1_050_000;

/// Room for recursion in engines; as much as browsers allow to workers. Guessed.
const STACK: usize = 4 << 20;
/// All memory of a worker: what searches may hold, and as much again while a table grows.
const MEMORY: usize = 3 << 30;

/// How code is generated. Bulk memory instructions leave the module for every copy, which takes a
/// quarter of the time of a search: boards are copied often. With less inlining and unrolling the
/// module is a fifth smaller and no slower; with none of it, larger again and slower by half. All
/// measured with V8 on XSokoban 1 to 10.
const FLAGS: &str = "-C target-cpu=mvp \
     -C target-feature=+mutable-globals,+nontrapping-fptoint,+sign-ext \
     -C llvm-args=-inline-threshold=10 -C llvm-args=-unroll-threshold=50";

/// The page loads, embeds and asks nothing foreign. The module is compiled in workers, to which
/// the policy of the page does not apply.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
     img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; \
     base-uri 'none'; form-action 'none'";

/// Changes of `index.html`: what is there, and what takes its place.
const CHANGES: [(&str, &str); 2] = [
    ("<html lang=\"en\">", "<html lang=\"en\" data-host=\"tab\">"),
    ("href=\"js/server.js\"", "href=\"js/tab.js\""),
];

/// The folder.
pub(crate) fn folder() -> PathBuf {
    target().join("site")
}

/// Builds the module and writes the folder.
pub(crate) fn site() -> Result<(), String> {
    tools::compile_target(TRIPLE)?;
    let mut command = cargo();
    command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", FLAGS);
    command.args(["rustc", "--quiet", "--locked", "--package", "kuraban-tab", "--lib"]);
    command.args(["--crate-type", "cdylib", "--profile", "site", "--target", TRIPLE]);
    command.args(["--", "-C", &format!("link-arg=-zstack-size={STACK}")]);
    command.args(["-C", &format!("link-arg=--max-memory={MEMORY}")]);
    let status = command.status().map_err(|error| format!("cargo: {error}"))?;
    if !status.success() {
        return Err(format!("cargo: {status}; see above"));
    }
    let module = target().join(TRIPLE).join("site/kuraban_tab.wasm");
    let module = read(&module)?;
    let compressed = compressed(&module);
    let files = files(module)?;
    write(&files, &folder())?;
    let bytes: usize = files.values().map(Vec::len).sum();
    let module = files["kuraban.wasm"].len();
    let megabytes = |bytes: usize| bytes as f64 / 1e6;
    println!(
        "made: {} ({} files, {:.2} MB, the module {:.2} MB{})",
        folder().display(),
        files.len(),
        megabytes(bytes),
        megabytes(module),
        compressed.map_or_else(String::new, |bytes| {
            format!(", {:.2} MB as gzip", megabytes(bytes))
        })
    );
    light(module, compressed)
}

/// Fails where the module has become too heavy.
fn light(module: usize, compressed: Option<usize>) -> Result<(), String> {
    for (what, bytes, most) in
        [("", module, MOST), (" as gzip", compressed.unwrap_or(0), MOST_GZIP)]
    {
        if bytes > most {
            return Err(format!("the module has {bytes} bytes{what}, more than {most}"));
        }
    }
    Ok(())
}

/// All files by name.
fn files(module: Vec<u8>) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let mut files = BTreeMap::new();
    for folder in ["crates/web/page", "crates/tab/site"] {
        gather(&root().join(folder), "", &mut files)?;
    }
    files.insert("kuraban.wasm".to_owned(), module);
    let index = String::from_utf8_lossy(&files["index.html"]).into_owned();
    files.insert("index.html".to_owned(), changed(index)?.into_bytes());
    // Only the server's page asks it, and the worker that keeps the files is not kept itself.
    files.remove("js/server.js");
    let keeper = files.remove("sw.js").unwrap_or_default();
    let mut hasher = DefaultHasher::new();
    files.hash(&mut hasher);
    let names: Vec<String> = files
        .keys()
        .map(|name| format!("'{}'", name.replace("index.html", "./")))
        .collect();
    let keeper = String::from_utf8_lossy(&keeper)
        .replace("#VERSION", &format!("{:016x}", hasher.finish()))
        .replace("#FILES", &format!("[{}]", names.join(", ")));
    files.insert("sw.js".to_owned(), keeper.into_bytes());
    Ok(files)
}

/// `index.html` for this host.
fn changed(mut index: String) -> Result<String, String> {
    let policy = format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <link rel=\"manifest\" href=\"manifest.json\">\n"
    );
    let title = "<title>";
    let more = format!("{policy}{title}");
    for (from, to) in CHANGES.into_iter().chain([(title, more.as_str())]) {
        if index.matches(from).count() != 1 {
            return Err(format!("index.html should hold `{from}` once"));
        }
        index = index.replace(from, to);
    }
    Ok(index)
}

/// Adds the files below a folder.
fn gather(
    folder: &Path,
    under: &str,
    files: &mut BTreeMap<String, Vec<u8>>,
) -> Result<(), String> {
    let entries =
        fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for entry in entries.flatten() {
        let name = format!("{under}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            gather(&entry.path(), &format!("{name}/"), files)?;
        } else {
            files.insert(name, read(&entry.path())?);
        }
    }
    Ok(())
}

/// Writes the folder anew.
fn write(files: &BTreeMap<String, Vec<u8>>, folder: &Path) -> Result<(), String> {
    let _ = fs::remove_dir_all(folder);
    for (name, bytes) in files {
        let file = folder.join(name);
        let made = fs::create_dir_all(file.parent().unwrap_or(folder));
        made.and_then(|()| fs::write(&file, bytes))
            .map_err(|error| format!("{}: {error}", file.display()))?;
    }
    Ok(())
}

fn read(file: &Path) -> Result<Vec<u8>, String> {
    fs::read(file).map_err(|error| format!("{}: {error}", file.display()))
}

/// What gzip makes of it, where gzip is there.
fn compressed(bytes: &[u8]) -> Option<usize> {
    let mut command = Command::new("gzip");
    command.args(["-9", "-c"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut gzip = command.spawn().ok()?;
    let mut input = gzip.stdin.take()?;
    let bytes = bytes.to_vec();
    let writer =
        std::thread::spawn(move || std::io::Write::write_all(&mut input, &bytes));
    let output = gzip.wait_with_output().ok()?;
    writer.join().ok()?.ok()?;
    output.status.success().then_some(output.stdout.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heavy_module_fails() {
        assert_eq!(light(MOST, Some(MOST_GZIP)), Ok(()));
        assert_eq!(light(MOST, None), Ok(()));
        assert!(light(MOST + 1, None).is_err());
        assert!(light(1, Some(MOST_GZIP + 1)).is_err_and(|why| why.contains("gzip")));
    }

    #[test]
    fn the_folder_holds_the_page_with_its_host() {
        let files = files(b"module".to_vec()).expect("the page is there");
        let text = |name: &str| String::from_utf8_lossy(&files[name]).into_owned();
        let index = text("index.html");
        assert!(
            index.contains("data-host=\"tab\"") && index.contains("default-src 'none'")
        );
        assert!(!index.contains("href=\"/js") && !index.contains("src=\"/"));
        let keeper = text("sw.js");
        assert!(!keeper.contains('#'), "{keeper}");
        for name in
            files.keys().filter(|name| !["index.html", "sw.js"].contains(&&name[..]))
        {
            assert!(keeper.contains(&format!("'{name}'")), "{name}");
        }
        assert!(
            !files.contains_key("js/server.js") && files.contains_key("js/worker.js")
        );
    }
}

//! Modules at the top of the crate form no cycle: each imports only what lies below it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// What each top-level module imports from others of this crate, tests left out.
type Imports = BTreeMap<String, BTreeSet<String>>;

/// Modules that only exist in tests, and the crate's own page.
const LEFT_OUT: [&str; 3] = ["lib", "brute", "traces"];

fn collect(path: &Path, module: Option<&str>, imports: &mut Imports) {
    for entry in fs::read_dir(path).expect("a folder") {
        let path = entry.expect("an entry").path();
        let stem = path.file_stem().and_then(|stem| stem.to_str()).expect("a name");
        let module = module.unwrap_or(stem);
        if LEFT_OUT.contains(&module) {
            continue;
        }
        if path.is_dir() {
            collect(&path, Some(module), imports);
            continue;
        }
        let text = fs::read_to_string(&path).expect("source");
        let code = text.split("#[cfg(test)]").next().expect("the first part");
        let found = imports.entry(module.to_owned()).or_default();
        for part in code.split("crate::").skip(1) {
            let name: String = part
                .chars()
                .take_while(|c| c.is_ascii_lowercase() || *c == '_')
                .collect();
            if !name.is_empty() && name != module {
                found.insert(name);
            }
        }
    }
}

/// Modules that lie on a cycle, or above one: what is left when modules without imports are
/// taken away again and again.
fn tangled(mut imports: Imports) -> Imports {
    loop {
        let free: Vec<String> = imports
            .iter()
            .filter(|(_, below)| below.is_empty())
            .map(|(module, _)| module.clone())
            .collect();
        if free.is_empty() {
            return imports;
        }
        for module in &free {
            imports.remove(module);
        }
        for below in imports.values_mut() {
            below.retain(|module| !free.contains(module));
        }
    }
}

#[test]
fn no_module_imports_itself_by_way_of_others() {
    let mut imports = Imports::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), None, &mut imports);
    assert!(imports.len() > 10, "the source was found");
    let tangled = tangled(imports);
    assert!(tangled.is_empty(), "{tangled:#?}");
}

#[test]
fn cycles_are_found() {
    let set = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    let imports: Imports = [
        ("tree".to_owned(), set(&["store"])),
        ("store".to_owned(), set(&[])),
        ("spaces".to_owned(), set(&["tree", "strategies"])),
        ("strategies".to_owned(), set(&["spaces"])),
    ]
    .into();
    let left: Vec<String> = tangled(imports).into_keys().collect();
    assert_eq!(left, ["spaces", "strategies"]);
}

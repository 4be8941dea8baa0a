//! Pictures in `docs/pictures` that the program draws: the same bytes every time.

use std::fs;
use std::path::Path;
use std::process::Command;

const FOLDER: &str = "docs/pictures";
const FIRST: &str = "levels/first-steps.xsb";
const OURS: &str = "levels/kuraban.xsb";
/// A solution of the first level with the fewest moves: what is found in time need not be the same
/// every time.
const STEPS: &str = "luUluuRDRRRRRurDlllllddlUluRRRRRRdRUlllllluurDldRRRRRuR";

/// Each picture with the arguments that draw it; `STEPS` stands for the solution above.
const PICTURES: [(&str, &[&str]); 19] = [
    ("first-steps.svg", &["draw", FIRST]),
    ("first-steps-played.svg", &["animate", FIRST, "STEPS"]),
    (
        "first-steps-solution.svg",
        &["draw", FIRST, "--what", "solution", "--solution", "STEPS"],
    ),
    (
        "first-steps-steps.svg",
        &["draw", FIRST, "--what", "steps", "--solution", "STEPS", "--tile", "16"],
    ),
    (
        "first-steps-visits.svg",
        &["draw", FIRST, "--what", "heat:visits", "--solution", "STEPS"],
    ),
    (
        "first-steps-pushes.svg",
        &["draw", FIRST, "--what", "heat:pushes", "--solution", "STEPS"],
    ),
    ("first-steps-distance.svg", &["draw", FIRST, "--what", "heat:distance"]),
    ("first-steps-dead.svg", &["draw", FIRST, "--what", "dead"]),
    (
        "first-steps-bfs.svg",
        &["draw", FIRST, "--what", "heat:search", "--engine", "bfs", "--nodes", "10000"],
    ),
    (
        "first-steps-astar.svg",
        &["draw", FIRST, "--what", "heat:search", "--engine", "astar"],
    ),
    ("counter.svg", &["draw", "--level", "5", OURS]),
    (
        "counter-bfs.svg",
        &[
            "draw", "--level", "5", OURS, "--what", "tree", "--engine", "bfs", "--tile",
            "10",
        ],
    ),
    (
        "counter-astar.svg",
        &[
            "draw", "--level", "5", OURS, "--what", "tree", "--engine", "astar",
            "--tile", "14",
        ],
    ),
    (
        "counter-greedy.svg",
        &[
            "draw", "--level", "5", OURS, "--what", "tree", "--engine", "greedy",
            "--tile", "14",
        ],
    ),
    (
        "counter-reverse.svg",
        &[
            "draw", "--level", "5", OURS, "--what", "tree", "--engine", "reverse",
            "--tile", "14",
        ],
    ),
    (
        "gate-bfs.svg",
        &[
            "draw", "--level", "11", OURS, "--what", "tree", "--engine", "bfs", "--tile",
            "20",
        ],
    ),
    (
        "gate-astar.svg",
        &[
            "draw", "--level", "11", OURS, "--what", "tree", "--engine", "astar",
            "--tile", "20",
        ],
    ),
    (
        "gate-frontier.svg",
        &[
            "draw",
            "--level",
            "11",
            OURS,
            "--what",
            "frontier",
            "--engine",
            "bfs,reverse,dfs",
        ],
    ),
    ("lint.svg", &["lint", "-q", "--level", "26", "--time", "0", "--picture", "-", OURS]),
];

/// Draws them again.
pub(crate) fn write(root: &Path) -> Result<(), String> {
    for (name, arguments) in PICTURES {
        let path = root.join(FOLDER).join(name);
        fs::write(&path, drawn(root, arguments)?)
            .map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

/// Fails where one is not what the program draws now.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    for (name, arguments) in PICTURES {
        let stored = fs::read(root.join(FOLDER).join(name)).unwrap_or_default();
        if stored != drawn(root, arguments)? {
            return Err(format!(
                "{FOLDER}/{name} is out of date: run `cargo xtask docs`"
            ));
        }
    }
    Ok(())
}

fn drawn(root: &Path, arguments: &[&str]) -> Result<Vec<u8>, String> {
    let binary = crate::target().join("release/kuraban");
    let arguments =
        arguments.iter().map(|&word| if word == "STEPS" { STEPS } else { word });
    let output = Command::new(&binary)
        .args(arguments.clone())
        .current_dir(root)
        .output()
        .map_err(|error| format!("{}: {error}; build it first", binary.display()))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let (line, why) = (arguments.collect::<Vec<_>>().join(" "), output.stderr);
    Err(format!("kuraban {line}: {}", String::from_utf8_lossy(&why)))
}

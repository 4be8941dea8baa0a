//! `CaDiCaL`, switched on when the command line is built.
#![cfg(feature = "cadical")]

mod common;

use common::{LEVEL, err, run};

#[test]
fn cadical_plans_and_proves() {
    let output = run(&["sat", "--json", "--cadical", "-"], LEVEL);
    let row: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert_eq!((&row["solution"], &row["optimal"][0]), (&"rR".into(), &"moves".into()));
    let output = run(&["sat", "--cadical", "-", "/usr/bin/minisat"], LEVEL);
    assert_eq!(output.status.code(), Some(3), "one solver is enough");
}

//! `kuraban engines`.

use std::io::{self, Write};

use kuraban::{Objective, Rules};
use serde::Serialize;

use crate::args::Engines;
use crate::{exit, write_json};

#[derive(Serialize)]
struct Listed {
    name: &'static str,
    rules: Vec<&'static str>,
    complete: bool,
    optimal: Vec<&'static str>,
    about: &'static str,
}

pub(crate) fn run(command: &Engines, out: &mut impl Write) -> io::Result<u8> {
    for engine in kuraban::engines(1) {
        let promise = engine.promise();
        let listed = Listed {
            name: engine.name(),
            rules: promise.rules.iter().map(|&rules| Rules::name(rules)).collect(),
            complete: promise.complete,
            optimal: promise
                .optimal
                .iter()
                .map(|&objective| Objective::name(objective))
                .collect(),
            about: promise.about,
        };
        if command.json {
            write_json(out, &listed)?;
            continue;
        }
        writeln!(out, "{:<14} {}", listed.name, listed.about)?;
        let proves = if listed.complete {
            "proves unsolvable levels"
        } else {
            "cannot prove a level unsolvable"
        };
        let optimal = match listed.optimal.as_slice() {
            [] => "promises no optimum".to_owned(),
            some => format!("least {}", some.join(", ")),
        };
        writeln!(out, "{:<14} {}; {proves}; {optimal}", "", listed.rules.join(" and "))?;
    }
    Ok(exit::DONE)
}

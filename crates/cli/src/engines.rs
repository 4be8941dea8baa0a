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
    /// What can be chosen, as in `--engine NAME:STRATEGY+STRATEGY`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    strategies: Vec<Choice>,
}

#[derive(Serialize)]
struct Choice {
    name: &'static str,
    about: &'static str,
}

pub(crate) fn run(command: &Engines, out: &mut impl Write) -> io::Result<u8> {
    for engine in kuraban::engines() {
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
            strategies: engine
                .strategies()
                .into_iter()
                .map(|(name, about)| Choice { name, about })
                .collect(),
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
        if !listed.strategies.is_empty() {
            let name = listed.name;
            writeln!(out, "{:<14} strategies, chosen as in {name}:A or {name}:A+B:", "")?;
        }
        for choice in &listed.strategies {
            writeln!(out, "{:<14}   {:<17} {}", "", choice.name, choice.about)?;
        }
    }
    Ok(exit::DONE)
}

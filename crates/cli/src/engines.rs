//! `kuraban engines`.

use std::io::{self, Write};

use kuraban::Listed;

use crate::args::Engines;
use crate::{exit, write_json};

pub(crate) fn run(command: &Engines, out: &mut impl Write) -> io::Result<u8> {
    for engine in kuraban::engines() {
        let listed = Listed::of(&*engine);
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

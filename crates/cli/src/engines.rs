//! `kuraban engines`.

use std::io::{self, Write};

use kuraban::Listed;

use crate::args::Engines;
use crate::words::{columns, wrapped};
use crate::{exit, write_json};

pub(crate) fn run(command: &Engines, out: &mut impl Write) -> io::Result<u8> {
    /// Columns of an engine's name.
    const NAME: usize = 15;
    let columns = columns();
    for engine in kuraban::engines() {
        let listed = Listed::of(&*engine);
        if command.json {
            write_json(out, &listed)?;
            continue;
        }
        let mut line =
            |head: &str, text: &str| writeln!(out, "{}", wrapped(head, text, columns));
        let gap = " ".repeat(NAME);
        line(&format!("{:<NAME$}", listed.name), listed.about)?;
        let proves = if listed.complete {
            "proves unsolvable levels"
        } else {
            "cannot prove a level unsolvable"
        };
        let optimal = match listed.optimal.as_slice() {
            [] => "promises no optimum".to_owned(),
            some => format!("least {}", some.join(", ")),
        };
        let rules = listed.rules.join(" and ");
        line(&gap, &format!("{rules}; {proves}; {optimal}"))?;
        if !listed.strategies.is_empty() {
            let name = listed.name;
            line(&gap, &format!("strategies, chosen as in {name}:A or {name}:A+B:"))?;
        }
        // The longest names leave little room on a narrow terminal.
        let gap = if columns < 80 { "    " } else { &gap };
        for choice in &listed.strategies {
            line(&format!("{gap}  {:<17} ", choice.name), choice.about)?;
        }
    }
    Ok(exit::DONE)
}

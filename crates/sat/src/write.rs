//! Formulas as text: DIMACS for programs, names for people.

use std::io::{self, Write};

use crate::formula::{Formula, Section};

/// Writes DIMACS. The header is the first line and exact; comment lines (`c`) follow: remarks,
/// then each variable's number and name.
pub fn dimacs(formula: &Formula, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "p cnf {} {}", formula.variables(), formula.len())?;
    for remark in formula.remarks() {
        writeln!(out, "c {remark}")?;
    }
    for (number, name) in (1..).zip(formula.names()) {
        writeln!(out, "c {number} {name}")?;
    }
    for clause in formula.clauses() {
        for lit in clause {
            write!(out, "{} ", lit.number())?;
        }
        writeln!(out, "0")?;
    }
    Ok(())
}

/// Writes clauses with names: one line each, literals joined by ` v `, negation as `-`.
pub fn readable(formula: &Formula, out: &mut impl Write) -> io::Result<()> {
    for remark in formula.remarks() {
        writeln!(out, "{remark}")?;
    }
    writeln!(
        out,
        "Places are (x,y): x counts columns to the right, y counts rows downward, both from 0.\n\
         The last number of a fluent or action is the time step t, from 0; an action at t leads \
         to t+1.\n\
         (The lines of a printed plan count steps from 1 and give places as [row,column].)\n\
         One line is one clause: `-` negates, ` v ` means or; `false` is the clause that \
         cannot hold."
    )?;
    let mut sections = formula.sections().iter().peekable();
    for (index, clause) in formula.clauses().enumerate() {
        while let Some((section, _)) = sections.next_if(|(_, first)| *first <= index) {
            heading(*section, out)?;
        }
        if clause.is_empty() {
            write!(out, "false")?;
        }
        for (position, lit) in clause.iter().enumerate() {
            let or = if position == 0 { "" } else { " v " };
            let not = if lit.is_positive() { "" } else { "-" };
            write!(out, "{or}{not}{}", formula.names()[lit.index()])?;
        }
        writeln!(out)?;
    }
    for (section, _) in sections {
        heading(*section, out)?;
    }
    Ok(())
}

fn heading(section: Section, out: &mut impl Write) -> io::Result<()> {
    match section {
        Section::Initial => writeln!(out, "\nInitial State:"),
        Section::Step(t) => writeln!(out, "\nStep {t}:"),
        Section::Goal => writeln!(out, "\nGoal State:"),
    }
}

/// Writes an answer as MiniSat does: `SAT` and the model, `UNSAT`, or `INDET`.
pub fn answer(
    model: Option<&[bool]>,
    known: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    match model {
        Some(values) => {
            writeln!(out, "SAT")?;
            for (number, &value) in (1i64..).zip(values) {
                write!(out, "{} ", if value { number } else { -number })?;
            }
            writeln!(out, "0")
        }
        None if known => writeln!(out, "UNSAT"),
        None => writeln!(out, "INDET"),
    }
}

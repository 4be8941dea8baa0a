//! Any DIMACS program as a solver.
//!
//! MiniSat's convention is `program input output`, with the answer in the output file;
//! CaDiCaL and Kissat print `s` and `v` lines and would write a proof to a second file, so
//! they get the input only. Exit code 10 means satisfiable, 20 unsatisfiable.

use std::fs::{self, File};
use std::io::{Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitStatus;

use kuraban_level::Saved;

use crate::error::{Halt, SatError};
use crate::files::write_file;
use crate::solver::process::{Ended, Process};
use crate::solver::{Answer, Solver};
use crate::watch::{Pause, Watch};
use crate::{Formula, Lit, write};

/// An answer may take this many bytes for each variable, plus [`SPARE_BYTES`]; the rest is
/// not read.
const VARIABLE_BYTES: usize = 16;
/// For statistics and greetings.
const SPARE_BYTES: usize = 4 << 20;
/// How much of a complaint is worth repeating.
const COMPLAINT_LETTERS: usize = 200;

/// An external solver and its two files.
pub struct External {
    program: PathBuf,
    input: PathBuf,
    output: PathBuf,
    formula: Formula,
    model: Vec<bool>,
    conflicts: Option<u64>,
}

impl External {
    /// Will run `program`; both files are overwritten with each call.
    pub fn new(program: &Path, input: &Path, output: &Path) -> Self {
        Self {
            program: program.into(),
            input: input.into(),
            output: output.into(),
            formula: Formula::default(),
            model: Vec::new(),
            conflicts: None,
        }
    }

    /// Writes the formula, unless the run is over before that.
    fn write_input(&self, watch: &mut Watch<'_, '_>) -> Result<Option<Pause>, SatError> {
        let run = watch.run();
        let written = write_file(&self.input, &|| run.stop(), |mut out| {
            write::dimacs(&self.formula, &mut out)
        });
        match written {
            Ok(()) => Ok(watch.look()),
            Err(Halt::Stop(stop)) => Ok(Some(Pause::Stop(stop))),
            Err(Halt::Error(error)) => Err(error),
            Err(Halt::Turn | Halt::TooLarge(_)) => {
                unreachable!("files are written at once")
            }
        }
    }

    fn write_output(&self, model: Option<&[bool]>, known: bool) -> Result<(), SatError> {
        let mut text = Vec::new();
        write::answer(model, known, &mut text).expect("writing to memory");
        let failed = |error| SatError::Write { path: self.output.clone(), error };
        let mut file = Saved::begin(&self.output).map_err(failed)?;
        file.write_all(&text).and_then(|()| file.keep()).map_err(failed)
    }

    fn most_bytes(&self) -> usize {
        SPARE_BYTES + VARIABLE_BYTES * self.formula.variables()
    }

    /// What the program left in its output file, if it is one.
    fn read_output(&self) -> String {
        let mut bytes = Vec::new();
        if fs::metadata(&self.output).is_ok_and(|data| data.is_file())
            && let Ok(file) = File::open(&self.output)
        {
            // What was read before an error still counts.
            let _ = file.take(self.most_bytes() as u64).read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }

    fn takes_a_proof_file(&self) -> bool {
        let name = self.program.file_name().unwrap_or_default().to_string_lossy();
        ["cadical", "kissat"].iter().any(|known| name.to_lowercase().contains(known))
    }

    fn judge(
        &mut self,
        status: ExitStatus,
        printed: &str,
        complained: &str,
    ) -> Result<Answer, SatError> {
        let file = self.read_output();
        let said = Said::read(&file).or_else(|| Said::read(printed));
        let contradiction = |what: String| SatError::Contradiction {
            program: self.program.clone(),
            what,
        };
        let satisfiable = match (status.code(), &said) {
            (Some(10), Some(Said::Model(_))) => true,
            (Some(20), Some(Said::None)) => false,
            (Some(0), Some(said)) => matches!(said, Said::Model(_)),
            (Some(code @ (10 | 20)), Some(_)) => {
                return Err(contradiction(format!(
                    "its exit code is {code} but its answer says otherwise"
                )));
            }
            _ => {
                let said = complaint(complained);
                let program = self.program.clone();
                return Err(SatError::NoAnswer {
                    program,
                    how: status.to_string(),
                    said,
                });
            }
        };
        if !satisfiable {
            self.write_output(None, true)?;
            return Ok(Answer::Unsatisfiable);
        }
        let Some(Said::Model(literals)) = said else { unreachable!("checked above") };
        self.model = vec![false; self.formula.variables()];
        for number in literals {
            let index = number.unsigned_abs() as usize - 1;
            match self.model.get_mut(index) {
                Some(value) => *value = number > 0,
                None => return Err(contradiction(format!("{number} is no variable"))),
            }
        }
        if let Some(clause) = self.formula.violated(|lit| self.value(lit)) {
            return Err(contradiction(format!(
                "its model leaves clause {} unsatisfied",
                clause + 1
            )));
        }
        self.write_output(Some(&self.model), true)?;
        Ok(Answer::Satisfiable)
    }
}

impl Solver for External {
    fn load(&mut self, formula: &Formula, _: &mut Watch<'_, '_>) -> Option<Pause> {
        self.formula = formula.clone();
        None
    }

    fn solve(
        &mut self,
        assumptions: &[Lit],
        watch: &mut Watch<'_, '_>,
    ) -> Result<Answer, SatError> {
        for &lit in assumptions {
            self.formula.clause([lit]);
        }
        // An old answer must not be taken for this one.
        match fs::remove_file(&self.output) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(SatError::Write { path: self.output.clone(), error });
            }
            _ => {}
        }
        if let Some(pause) = self.write_input(watch)? {
            return Ok(Answer::Unknown(pause));
        }
        let mut arguments = vec![self.input.as_path()];
        if !self.takes_a_proof_file() {
            arguments.push(&self.output);
        }
        let failed = |error| SatError::Program { program: self.program.clone(), error };
        let process = Process::start(&self.program, &arguments, self.most_bytes());
        let ended = process
            .and_then(|process| process.wait(watch, self.formula.bytes()))
            .map_err(failed)?;
        match ended {
            Ended::Paused(pause) => {
                self.write_output(None, false)?;
                Ok(Answer::Unknown(pause))
            }
            Ended::Done { status, printed, complained } => {
                self.conflicts = read_conflicts(&printed);
                self.judge(status, &printed, &complained)
            }
        }
    }

    fn value(&self, lit: Lit) -> bool {
        self.model[lit.index()] == lit.is_positive()
    }

    fn conflicts(&self) -> Option<u64> {
        self.conflicts
    }
}

/// The last line of what a program complained of, fit to be printed.
fn complaint(text: &str) -> String {
    let line = text.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or("");
    if line.is_empty() {
        return String::new();
    }
    let letters = line.chars().take(COMPLAINT_LETTERS);
    let clean = letters.map(|letter| match letter {
        '\t' => ' ',
        letter if letter.is_control() => char::REPLACEMENT_CHARACTER,
        letter => letter,
    });
    format!(": {}", clean.collect::<String>())
}

/// An answer in either form.
#[derive(Debug, Eq, PartialEq)]
enum Said {
    Model(Vec<i32>),
    None,
}

impl Said {
    /// MiniSat's file (`SAT` and a line of literals, `UNSAT`) or `s` and `v` lines.
    fn read(text: &str) -> Option<Self> {
        let mut satisfiable = None;
        let mut literals = Vec::new();
        let mut numbers = |line: &str| {
            let words =
                line.split_whitespace().map_while(|word| word.parse::<i32>().ok());
            literals
                .extend(words.take_while(|&number| number != 0 && number != i32::MIN));
        };
        for line in text.lines() {
            match line.trim() {
                "SAT" | "s SATISFIABLE" => satisfiable = Some(true),
                "UNSAT" | "s UNSATISFIABLE" => satisfiable = Some(false),
                line => {
                    if let Some(values) = line.strip_prefix("v ") {
                        numbers(values);
                    } else if satisfiable == Some(true)
                        && line.starts_with(|c: char| c == '-' || c.is_ascii_digit())
                    {
                        numbers(line);
                    }
                }
            }
        }
        Some(if satisfiable? { Self::Model(literals) } else { Self::None })
    }
}

/// MiniSat, CaDiCaL and Kissat print `conflicts: N` somewhere in their statistics, and leave it
/// out where there was none.
fn read_conflicts(text: &str) -> Option<u64> {
    let found = text
        .lines()
        .map(|line| line.trim_start_matches("c ").trim_start())
        .find(|line| line.starts_with("conflicts"))
        .and_then(|line| line.split([':', ' ']).find_map(|word| word.parse().ok()));
    let speaks =
        ["Solved by unit propagation", "Solved by simplification", "[ statistics ]"];
    found.or_else(|| speaks.iter().any(|words| text.contains(words)).then_some(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_of_answers_are_read() {
        let model = Some(Said::Model(vec![1, -2, 3]));
        assert_eq!(Said::read("SAT\n1 -2 3 0\n"), model);
        assert_eq!(Said::read("c hello\ns SATISFIABLE\nv 1 -2\nv 3 0\n"), model);
        assert_eq!(Said::read("UNSAT\n"), Some(Said::None));
        assert_eq!(Said::read("s UNSATISFIABLE"), Some(Said::None));
        assert_eq!(Said::read("INDET\n"), None);
        assert_eq!(Said::read("c no answer\n"), None);
    }

    #[test]
    fn complaints_are_short_and_harmless() {
        assert_eq!(complaint(" \n\n"), "");
        assert_eq!(complaint("one\n two \n\n"), ": two");
        assert_eq!(complaint("\u{1b}[31mred"), ": \u{fffd}[31mred");
        assert_eq!(complaint(&"x".repeat(1000)).len(), COMPLAINT_LETTERS + 2);
    }

    #[test]
    fn conflicts_are_found() {
        assert_eq!(read_conflicts("conflicts             : 35   (1 /sec)"), Some(35));
        assert_eq!(read_conflicts("c x\nc conflicts:  12  3.4 per second"), Some(12));
        assert_eq!(read_conflicts("nothing"), None);
    }
}

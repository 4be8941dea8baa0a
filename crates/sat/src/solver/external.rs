//! Any DIMACS program as a solver.
//!
//! MiniSat's convention is `program input output`, with the answer in the output file; CaDiCaL
//! and Kissat print `s` and `v` lines and would take a second file for a proof to be written, so
//! they get the input only. Exit code 10 means satisfiable, 20 unsatisfiable.

use std::fs::{self, File};
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::error::SatError;
use crate::solver::{Answer, Solver};
use crate::watch::{Pause, Watch};
use crate::{Formula, Lit, write};

/// Between two looks at the program.
const NAP: Duration = Duration::from_millis(2);
/// A program that prints more has gone wrong.
const MAX_OUTPUT: u64 = 1 << 30;

/// An external solver and its two files.
pub struct External<'w, 'r> {
    program: PathBuf,
    input: PathBuf,
    output: PathBuf,
    watch: &'w Watch<'w, 'r>,
    formula: Formula,
    model: Vec<bool>,
    conflicts: Option<u64>,
}

impl<'w, 'r> External<'w, 'r> {
    /// Will run `program`; both files are overwritten with each call.
    pub fn new(
        program: &Path,
        input: &Path,
        output: &Path,
        watch: &'w Watch<'w, 'r>,
    ) -> Self {
        Self {
            program: program.into(),
            input: input.into(),
            output: output.into(),
            watch,
            formula: Formula::default(),
            model: Vec::new(),
            conflicts: None,
        }
    }

    fn write_input(&self) -> Result<(), SatError> {
        let failed = |error| SatError::Write { path: self.input.clone(), error };
        let mut file = BufWriter::new(File::create(&self.input).map_err(failed)?);
        write::dimacs(&self.formula, &mut file).map_err(failed)?;
        file.flush().map_err(failed)
    }

    fn write_output(&self, model: Option<&[bool]>) -> Result<(), SatError> {
        let mut text = Vec::new();
        write::answer(model, true, &mut text).expect("writing to memory");
        fs::write(&self.output, text)
            .map_err(|error| SatError::Write { path: self.output.clone(), error })
    }

    fn takes_a_proof_file(&self) -> bool {
        let name = self.program.file_name().unwrap_or_default().to_string_lossy();
        ["cadical", "kissat"].iter().any(|known| name.to_lowercase().contains(known))
    }

    fn start(&self) -> Result<Child, SatError> {
        let mut command = Command::new(&self.program);
        command.arg(&self.input);
        if !self.takes_a_proof_file() {
            command.arg(&self.output);
        }
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
            .spawn()
            .map_err(|error| SatError::Program { program: self.program.clone(), error })
    }

    /// Waits for the program's end, or ends it when the run is over.
    fn wait(&self, child: &mut Child) -> Result<Result<ExitStatus, Pause>, SatError> {
        let failed = |error| SatError::Program { program: self.program.clone(), error };
        loop {
            if let Some(status) = child.try_wait().map_err(failed)? {
                return Ok(Ok(status));
            }
            if let Some(bytes) = resident_bytes(child.id()) {
                self.watch.hold(bytes + self.formula.bytes());
            }
            if let Some(pause) = self.watch.look() {
                // It may have ended by itself in between; then there is nothing to kill.
                let _ = child.kill();
                child.wait().map_err(failed)?;
                return Ok(Err(pause));
            }
            thread::sleep(NAP);
        }
    }

    fn judge(
        &mut self,
        status: ExitStatus,
        printed: &str,
        complained: &str,
    ) -> Result<Answer, SatError> {
        let file = fs::read_to_string(&self.output).unwrap_or_default();
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
                let tail: String = complained.trim().lines().last().unwrap_or("").into();
                let said = if tail.is_empty() { tail } else { format!(": {tail}") };
                let program = self.program.clone();
                return Err(SatError::NoAnswer {
                    program,
                    how: status.to_string(),
                    said,
                });
            }
        };
        if !satisfiable {
            self.write_output(None)?;
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
        self.write_output(Some(&self.model))?;
        Ok(Answer::Satisfiable)
    }
}

impl Solver for External<'_, '_> {
    fn load(&mut self, formula: &Formula) {
        self.formula = formula.clone();
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Result<Answer, SatError> {
        for &lit in assumptions {
            self.formula.clause([lit]);
        }
        self.write_input()?;
        // An old answer must not be taken for this one.
        match fs::remove_file(&self.output) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(SatError::Write { path: self.output.clone(), error });
            }
            _ => {}
        }
        if let Some(pause) = self.watch.look() {
            return Ok(Answer::Unknown(pause));
        }
        let mut child = self.start()?;
        let printed = listen(child.stdout.take());
        let complained = listen(child.stderr.take());
        let status = self.wait(&mut child)?;
        let status = match status {
            Ok(status) => status,
            Err(pause) => return Ok(Answer::Unknown(pause)),
        };
        let text = |thread: JoinHandle<Vec<u8>>| {
            String::from_utf8_lossy(&thread.join().unwrap_or_default()).into_owned()
        };
        let (printed, complained) = (text(printed), text(complained));
        self.conflicts = read_conflicts(&printed);
        self.judge(status, &printed, &complained)
    }

    fn value(&self, lit: Lit) -> bool {
        self.model[lit.index()] == lit.is_positive()
    }

    fn conflicts(&self) -> Option<u64> {
        self.conflicts
    }
}

/// Reads a pipe to its end so that the program never waits for us.
fn listen(pipe: Option<impl Read + Send + 'static>) -> JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(pipe) = pipe {
            // What was read before an error still counts.
            let _ = pipe.take(MAX_OUTPUT).read_to_end(&mut bytes);
        }
        bytes
    })
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

/// Bytes a process holds in memory, where the system tells.
fn resident_bytes(id: u32) -> Option<usize> {
    let text = fs::read_to_string(format!("/proc/{id}/statm")).ok()?;
    let pages: usize = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
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
    fn conflicts_are_found() {
        assert_eq!(read_conflicts("conflicts             : 35   (1 /sec)"), Some(35));
        assert_eq!(read_conflicts("c x\nc conflicts:  12  3.4 per second"), Some(12));
        assert_eq!(read_conflicts("nothing"), None);
    }
}

//! Workers as processes of their own: what one of them breaks, or takes beyond its memory, does
//! not touch the others.
//!
//! A process reads the run's description and then levels, a line each, and writes rows. Its
//! address space is limited, also for the programs that it starts. When its input ends it stops: so
//! it is cancelled, and so it does not outlive whoever started it.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use kuraban::Cancel;

use crate::{DEADLY, Description, Error, LevelLine, Row, Worker};

/// What a process may take beside the memory of a level: program, stacks, buffers. A guess, as
/// is the quarter of that memory for what engines do not count.
const SPARE: u64 = 256 << 20;
/// Before a process is started again that could not be started.
const PAUSE: Duration = Duration::from_millis(200);

/// The processes of a run's workers.
pub(crate) struct Crew<'a> {
    command: &'a [OsString],
    description: String,
    stop: &'a Cancel,
    /// By worker. Without its input a process stops.
    inputs: Vec<Mutex<Option<ChildStdin>>>,
}

/// The process of one worker.
pub(crate) struct Member {
    child: Child,
    rows: BufReader<ChildStdout>,
}

impl<'a> Crew<'a> {
    /// Processes by this command for so many workers; none is started.
    pub(crate) fn new(
        command: &'a [OsString],
        description: &Description,
        stop: &'a Cancel,
        workers: usize,
    ) -> Result<Self, Error> {
        if cfg!(not(unix)) || command.is_empty() {
            let why = "workers as processes of their own need Unix";
            return Err(Error::Usage(why.to_owned()));
        }
        let inputs = (0..workers).map(|_| Mutex::default()).collect();
        Ok(Self { command, description: description.text(), stop, inputs })
    }

    /// Starts the process of a worker.
    pub(crate) fn start(&self, worker: usize) -> Result<Member, Error> {
        let program = &self.command[0];
        let start = || -> io::Result<Member> {
            let mut command = Command::new(program);
            command.args(&self.command[1..]).stdin(Stdio::piped());
            // It dies with a message about memory; the row tells that it died.
            command.stdout(Stdio::piped()).stderr(Stdio::null());
            // Ctrl-C is for us.
            #[cfg(unix)]
            std::os::unix::process::CommandExt::process_group(&mut command, 0);
            let mut child = command.spawn()?;
            let pipes = child.stdin.take().zip(child.stdout.take());
            let (mut input, rows) = pipes.expect("both are piped");
            // Where it has died already, its rows end, too.
            let _ = input.write_all(self.description.as_bytes());
            *self.input(worker) = Some(input);
            Ok(Member { child, rows: BufReader::new(rows) })
        };
        start().map_err(Error::io("start", program.as_ref()))
    }

    /// The row of a level, and what has to be said of it by `alone` if process after process dies
    /// over it. `None` where the work was cancelled.
    pub(crate) fn answer(
        &self,
        worker: usize,
        member: &mut Option<Member>,
        line: &LevelLine,
        alone: &Worker,
    ) -> Option<Row> {
        let mut how = String::new();
        for _ in 0..DEADLY {
            if self.stop.is_cancelled() {
                return None;
            }
            if member.is_none() {
                match self.start(worker) {
                    Ok(started) => *member = Some(started),
                    Err(why) => {
                        how = why.to_string();
                        thread::sleep(PAUSE);
                        continue;
                    }
                }
            }
            let asked = member.as_mut().and_then(|member| self.ask(worker, member, line));
            if asked.is_some() {
                return asked;
            }
            how = self.end(worker, member.take());
        }
        let stopped = self.stop.is_cancelled();
        (!stopped)
            .then(|| alone.failed(line, format!("process died {DEADLY} times: {how}")))
    }

    /// Hands over a level and waits for its row; `None` where the process ends instead.
    fn ask(&self, worker: usize, member: &mut Member, line: &LevelLine) -> Option<Row> {
        let mut text = serde_json::to_vec(line).expect("a level can be written");
        text.push(b'\n');
        {
            let mut input = self.input(worker);
            // From here on `stop` finds the input, and ends the wait for the row.
            if self.stop.is_cancelled() {
                return None;
            }
            // The process always reads, so this does not wait.
            input.as_mut()?.write_all(&text).ok()?;
        }
        let mut row = Vec::new();
        loop {
            row.clear();
            if member.rows.read_until(b'\n', &mut row).ok()? == 0 {
                return None;
            }
            // What else is printed, by a library say, is passed over.
            if let Ok(row) = serde_json::from_slice::<Row>(&row)
                && (row.n, &row.id) == (line.n, &line.id)
            {
                return Some(row);
            }
        }
    }

    /// Waits for the end of a process; how it ended.
    pub(crate) fn end(&self, worker: usize, member: Option<Member>) -> String {
        self.input(worker).take();
        let Some(Member { mut child, rows }) = member else { return String::new() };
        drop(rows);
        child.wait().map_or_else(|why| why.to_string(), |status| status.to_string())
    }

    /// Lets all processes stop.
    pub(crate) fn stop(&self) {
        for worker in 0..self.inputs.len() {
            self.input(worker).take();
        }
    }

    fn input(&self, worker: usize) -> std::sync::MutexGuard<'_, Option<ChildStdin>> {
        self.inputs[worker].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a process for [`Options::isolate`](crate::Options::isolate) does: reads a description and
/// levels, and writes rows until its input ends. It limits its own address space by the memory of
/// a level.
pub fn serve(
    mut input: impl BufRead + Send + 'static,
    out: &mut impl Write,
) -> Result<(), Error> {
    let mut description = String::new();
    let pipe = || Error::io("use", "the pipe of a worker".as_ref());
    input.read_line(&mut description).map_err(pipe())?;
    let description = Description::read(&description)?;
    limit_memory(&description);
    let cancel = Cancel::default();
    let worker = Worker::new(&description, &cancel)?;
    let (given, levels) = mpsc::channel();
    let reader = move || {
        for line in input.lines().map_while(Result::ok) {
            if given.send(line).is_err() {
                break;
            }
        }
        cancel.cancel();
    };
    thread::Builder::new().spawn(reader).map_err(pipe())?;
    for line in levels {
        let line: LevelLine = serde_json::from_str(&line)
            .map_err(|why| Error::Description(why.to_string()))?;
        let Some(row) = worker.answer(&line) else { break };
        out.write_all(&row.line()).and_then(|()| out.flush()).map_err(pipe())?;
    }
    Ok(())
}

/// Limits the address space of this process. Where that cannot be done, the engines' own counting
/// is what limits it.
fn limit_memory(description: &Description) {
    let Some(memory) = description.last().question.memory else { return };
    let memory = memory as u64;
    let most = memory.saturating_add(memory / 4).saturating_add(SPARE);
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let before = getrlimit(Resource::As).maximum;
        let most = Some(before.map_or(most, |before| most.min(before)));
        let _ = setrlimit(Resource::As, Rlimit { current: most, maximum: most });
    }
    #[cfg(not(unix))]
    let _ = most;
}

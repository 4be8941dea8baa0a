//! A program that runs within our limits, and never outlives them.

use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::watch::{Pause, Watch};

/// Time between two checks of the program.
const NAP: Duration = Duration::from_millis(2);
/// For what is still in the pipes when the program has ended.
const LAST_WORDS: Duration = Duration::from_secs(2);
/// What is kept of a pipe's end.
const TAIL: usize = 1 << 14;

/// How a program ended.
pub(crate) enum Ended {
    /// By itself.
    Done {
        /// Its exit status.
        status: ExitStatus,
        /// The first part of what it printed.
        printed: String,
        /// The last part of what it complained of.
        complained: String,
    },
    /// By us, because the run is over.
    Paused(Pause),
}

/// A program with a process group of its own, so that whatever it starts ends with it.
pub(crate) struct Process {
    child: Child,
    printed: Pipe,
    complained: Pipe,
}

impl Process {
    /// Starts `program`. Of what it prints `most` bytes are kept.
    pub(crate) fn start(
        program: &Path,
        arguments: &[&Path],
        most: usize,
    ) -> io::Result<Self> {
        let mut command = Command::new(program);
        command.args(arguments);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let printed = Pipe::listen(child.stdout.take(), most, Keep::First);
        let complained = Pipe::listen(child.stderr.take(), TAIL, Keep::Last);
        Ok(Self { child, printed, complained })
    }

    /// Waits for the program's end, or ends it when the run is over. `bytes` is what we hold
    /// ourselves.
    pub(crate) fn wait(
        mut self,
        watch: &mut Watch<'_, '_>,
        bytes: usize,
    ) -> io::Result<Ended> {
        let status = loop {
            if let Some(status) = self.child.try_wait()? {
                break status;
            }
            let theirs = resident_bytes(self.child.id()).unwrap_or(0);
            watch.hold(bytes + theirs + self.printed.len());
            if let Some(pause) = watch.look() {
                return Ok(Ended::Paused(pause));
            }
            thread::sleep(NAP);
        };
        self.end_group();
        let ends = Instant::now() + LAST_WORDS;
        while !(self.printed.is_over() && self.complained.is_over()) {
            if let Some(pause) = watch.look() {
                return Ok(Ended::Paused(pause));
            }
            if Instant::now() >= ends {
                break;
            }
            thread::sleep(NAP);
        }
        let (printed, complained) = (self.printed.text(), self.complained.text());
        Ok(Ended::Done { status, printed, complained })
    }

    /// Ends everything that the program has started and left in its group.
    fn end_group(&self) {
        #[cfg(unix)]
        if let Some(group) =
            i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw)
        {
            // The group may be empty by now.
            let _ =
                rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
    }
}

impl Drop for Process {
    /// Whatever happened, nothing goes on in the background.
    fn drop(&mut self) {
        if matches!(self.child.try_wait(), Ok(None)) {
            self.end_group();
            // It may have ended in between; then there is nothing to kill.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

#[derive(Clone, Copy)]
enum Keep {
    First,
    Last,
}

/// A pipe that is read to its end, so the program never waits for us; beyond a bound the
/// data is dropped.
struct Pipe {
    kept: Arc<Mutex<Vec<u8>>>,
    thread: JoinHandle<()>,
}

impl Pipe {
    fn listen(pipe: Option<impl Read + Send + 'static>, most: usize, keep: Keep) -> Self {
        let kept = Arc::new(Mutex::new(Vec::new()));
        let shared = Arc::clone(&kept);
        let thread = thread::spawn(move || {
            let Some(mut pipe) = pipe else { return };
            let mut buffer = vec![0; 1 << 16];
            loop {
                match pipe.read(&mut buffer) {
                    Ok(0) => return,
                    Ok(read) => {
                        let mut kept =
                            shared.lock().unwrap_or_else(PoisonError::into_inner);
                        keep.add(&mut kept, &buffer[..read], most);
                    }
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(_) => return,
                }
            }
        });
        Self { kept, thread }
    }

    fn is_over(&self) -> bool {
        self.thread.is_finished()
    }

    fn len(&self) -> usize {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    fn text(&self) -> String {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&kept).into_owned()
    }
}

impl Keep {
    fn add(self, kept: &mut Vec<u8>, new: &[u8], most: usize) {
        match self {
            Self::First => {
                let room = most.saturating_sub(kept.len()).min(new.len());
                kept.extend_from_slice(&new[..room]);
            }
            Self::Last => {
                kept.extend_from_slice(new);
                let over = kept.len().saturating_sub(most);
                kept.drain(..over);
            }
        }
    }
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
    fn pipes_keep_a_bounded_part() {
        let text = |keep| {
            let pipe = Pipe::listen(Some(&b"0123456789"[..]), 4, keep);
            while !pipe.is_over() {
                thread::sleep(NAP);
            }
            pipe.text()
        };
        assert_eq!(text(Keep::First), "0123");
        assert_eq!(text(Keep::Last), "6789");
    }
}

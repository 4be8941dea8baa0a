//! Standard input as it comes: whoever writes one level and waits gets its answer.

use std::io::{self, BufRead, IsTerminal, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use crate::interrupt;
use crate::say::tell;

/// After this much silence what has come is looked at; a guess, shorter than people notice.
const QUIET: Duration = Duration::from_millis(50);
/// Bytes read at once.
const CHUNK: usize = 1 << 16;
/// Chunks that may wait.
const WAITING: usize = 4;

/// Standard input, read by a thread of its own. Where nothing comes for a moment, reading it
/// fails with `WouldBlock`, and can be tried again. It ends where it is interrupted.
pub(crate) struct Stream {
    chunks: Receiver<io::Result<Vec<u8>>>,
    now: Vec<u8>,
    used: usize,
    ended: bool,
}

impl Stream {
    pub(crate) fn open() -> io::Result<Self> {
        if io::stdin().is_terminal() {
            tell!(
                "reading levels from the keyboard: an empty line or Ctrl-D ends a level, \
                 Ctrl-C ends this (`kuraban solve --help` tells more)"
            );
        }
        let (sender, chunks) = sync_channel(WAITING);
        std::thread::Builder::new().name("input".into()).spawn(move || {
            let mut input = io::stdin().lock();
            loop {
                let mut chunk = vec![0; CHUNK];
                let read = match input.read(&mut chunk) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    read => read,
                };
                let last = !matches!(read, Ok(1..));
                chunk.truncate(*read.as_ref().unwrap_or(&0));
                if sender.send(read.map(|_| chunk)).is_err() || last {
                    break;
                }
            }
        })?;
        Ok(Self { chunks, now: Vec::new(), used: 0, ended: false })
    }
}

impl BufRead for Stream {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.used == self.now.len() && !self.ended {
            self.used = 0;
            self.now.clear();
            match self.chunks.recv_timeout(QUIET) {
                Ok(chunk) => self.now = chunk?,
                Err(RecvTimeoutError::Timeout) if !interrupt::came() => {
                    return Err(io::ErrorKind::WouldBlock.into());
                }
                Err(_) => {}
            }
            self.ended = self.now.is_empty();
        }
        Ok(&self.now[self.used..])
    }

    fn consume(&mut self, count: usize) {
        self.used += count;
    }
}

impl Read for Stream {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(to)?;
        self.consume(count);
        Ok(count)
    }
}

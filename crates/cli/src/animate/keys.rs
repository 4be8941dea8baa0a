//! Keys of a terminal, one by one.

use std::fs::File;
use std::io::{self, Read};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

/// What can be typed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Key {
    Pause,
    Back,
    Forward,
    First,
    Last,
    Faster,
    Slower,
    Quit,
}

/// The keyboard, without waiting for the end of a line. Ctrl-C still interrupts.
pub(crate) struct Keys {
    terminal: File,
    before: Termios,
}

impl Keys {
    pub(crate) fn open() -> io::Result<Self> {
        // Standard input may be a file of levels.
        let terminal = File::open("/dev/tty")?;
        let before = tcgetattr(&terminal)?;
        let mut modes = before.clone();
        modes.local_modes -= LocalModes::ICANON | LocalModes::ECHO;
        tcsetattr(&terminal, OptionalActions::Now, &modes)?;
        Ok(Self { terminal, before })
    }

    /// The next key, if one comes within a time. Keys that mean nothing are passed over.
    pub(crate) fn next(&mut self, wait: Duration) -> io::Result<Option<Key>> {
        let timeout = Timespec {
            tv_sec: wait.as_secs() as i64,
            tv_nsec: i64::from(wait.subsec_nanos()),
        };
        let mut waiting = [PollFd::new(&self.terminal, PollFlags::IN)];
        match poll(&mut waiting, Some(&timeout)) {
            Ok(0) | Err(rustix::io::Errno::INTR) => return Ok(None),
            Err(error) => return Err(error.into()),
            Ok(_) => {}
        }
        let mut bytes = [0; 16];
        let count = self.terminal.read(&mut bytes)?;
        Ok(if count == 0 { Some(Key::Quit) } else { read(&bytes[..count]) })
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        // Nothing is left to be done where the terminal is gone.
        let _ = tcsetattr(&self.terminal, OptionalActions::Now, &self.before);
    }
}

/// The key that terminals send these bytes for.
fn read(bytes: &[u8]) -> Option<Key> {
    match bytes {
        b" " | b"\n" => Some(Key::Pause),
        b"\x1b[D" | b"\x1b[A" | b"\x1bOD" | b"\x1bOA" | b"h" => Some(Key::Back),
        b"\x1b[C" | b"\x1b[B" | b"\x1bOC" | b"\x1bOB" | b"l" => Some(Key::Forward),
        b"\x1b[H" | b"\x1b[1~" | b"0" => Some(Key::First),
        b"\x1b[F" | b"\x1b[4~" | b"$" => Some(Key::Last),
        b"+" | b"=" => Some(Key::Faster),
        b"-" | b"_" => Some(Key::Slower),
        b"q" | b"Q" | b"\x1b" | b"\x04" => Some(Key::Quit),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_known_by_their_bytes() {
        assert_eq!(read(b" "), Some(Key::Pause));
        assert_eq!(read(b"\x1b[C"), Some(Key::Forward));
        assert_eq!(read(b"\x1bOD"), Some(Key::Back));
        assert_eq!(read(b"q"), Some(Key::Quit));
        assert_eq!(read(b"\x1b[5~"), None);
    }
}

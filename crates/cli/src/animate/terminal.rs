//! A film on the terminal, with keys.

use std::io::{self, IsTerminal, Write};

use kuraban::{Alphabet, Dialect, Rules, write};
use kuraban_draw::{Film, Style};

use crate::draw::args::Animate;
use crate::say;

/// The boards of all frames, one below another.
pub(crate) fn boards(film: &Film) -> String {
    let boards: Vec<String> =
        (0..film.frames().len()).map(|index| board(film, index)).collect();
    boards.join("\n")
}

/// A frame in letters, with what is told of it.
fn board(film: &Film, index: usize) -> String {
    let level = film.level();
    let dialect =
        if level.rules() == Rules::Boulders { Dialect::Boulder } else { Dialect::Xsb };
    let rows = write::rows(&film.position(index), &Alphabet::of(dialect));
    let rows: Vec<&str> = rows.iter().map(|row| row.trim_end()).collect();
    let mut text = rows.join("\n");
    text.push('\n');
    text.push_str(&film.caption(index));
    text.push('\n');
    text
}

/// Plays a film where somebody looks and types; elsewhere its boards are written.
pub(crate) fn play(
    film: &Film,
    command: &Animate,
    out: &mut impl Write,
) -> io::Result<()> {
    #[cfg(unix)]
    if io::stdout().is_terminal()
        && let Ok(keys) = keys::Keys::open()
    {
        return playing::play(film, command, keys, out);
    }
    #[cfg(not(unix))]
    let _ = command;
    out.write_all(boards(film).as_bytes())
}

/// What a frame looks like here: pixels as half blocks, or letters.
fn lines(
    film: &Film,
    index: usize,
    command: &Animate,
    (rows, columns): (u16, u16),
) -> Vec<String> {
    // The last line tells how far it is.
    let rows = usize::from(rows).saturating_sub(2).max(1);
    let columns = usize::from(columns).max(1);
    let level = film.level();
    if say::colours(&io::stdout()) {
        let fits = (columns / level.width()).min(2 * rows / level.height());
        let asked = command.looks.tile().map_or(MOST_PIXELS, |tile| tile as usize);
        let tile = fits.min(asked) as u32;
        let style = command.looks.style(crate::draw::form::Form::Svg);
        let style = Style { tile, title: false, coordinates: false, ..style };
        if tile > 0
            && let Ok(drawing) = film.picture(index).draw(&style)
        {
            return drawing.canvas(true).half_blocks();
        }
    }
    board(film, index).lines().map(|line| line.chars().take(columns).collect()).collect()
}

/// Larger squares do not look better.
const MOST_PIXELS: usize = 16;

#[cfg(unix)]
mod playing {
    use std::time::{Duration, Instant};

    use super::keys::{Key, Keys};
    use super::*;
    use crate::interrupt;

    /// The alternate screen; whatever happens, the terminal is left as it was.
    struct Screen<'a, W: Write>(&'a mut W);

    impl<'a, W: Write> Screen<'a, W> {
        fn open(out: &'a mut W) -> io::Result<Self> {
            out.write_all(b"\x1b[?1049h\x1b[?25l\x1b[2J")?;
            out.flush()?;
            Ok(Self(out))
        }
    }

    impl<W: Write> Drop for Screen<'_, W> {
        fn drop(&mut self) {
            // Nothing is left to be done where the terminal is gone.
            let _ = self.0.write_all(b"\x1b[0m\x1b[?25h\x1b[?1049l");
            let _ = self.0.flush();
        }
    }

    /// Where a film stands.
    struct Player {
        index: usize,
        is_paused: bool,
        /// Powers of the square root of two, by which it is faster.
        speed: i32,
        is_over: bool,
    }

    impl Player {
        fn press(&mut self, key: Key, last: usize) {
            match key {
                Key::Pause => {
                    // At the end, space begins again.
                    if self.index == last {
                        (self.index, self.is_paused) = (0, false);
                    } else {
                        self.is_paused = !self.is_paused;
                    }
                }
                Key::Back => {
                    (self.index, self.is_paused) = (self.index.saturating_sub(1), true);
                }
                Key::Forward => {
                    (self.index, self.is_paused) = ((self.index + 1).min(last), true);
                }
                Key::First => (self.index, self.is_paused) = (0, true),
                Key::Last => (self.index, self.is_paused) = (last, true),
                Key::Faster => self.speed = (self.speed + 1).min(12),
                Key::Slower => self.speed = (self.speed - 1).max(-8),
                Key::Quit => self.is_over = true,
            }
        }
    }

    pub(super) fn play(
        film: &Film,
        command: &Animate,
        mut keys: Keys,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let screen = Screen::open(out)?;
        let last = film.frames().len() - 1;
        let mut player = Player { index: 0, is_paused: false, speed: 0, is_over: false };
        let mut shown: Vec<String> = Vec::new();
        let mut size = (0, 0);
        let mut since = Instant::now();
        let mut drawn = None;
        while !player.is_over && !interrupt::came() {
            let now = console::Term::stdout().size();
            if now != size {
                (size, drawn) = (now, None);
                shown.clear();
                screen.0.write_all(b"\x1b[2J")?;
            }
            let state = (player.index, player.is_paused, player.speed);
            if drawn != Some(state) {
                let mut lines = lines(film, player.index, command, size);
                lines.push(status(film, &player, last, usize::from(size.1)));
                update(screen.0, &shown, &lines)?;
                (shown, drawn) = (lines, Some(state));
            }
            let time = f64::from(film.shown(player.index)) / 1000.0;
            let time = time / 2f64.sqrt().powi(player.speed);
            let left = Duration::from_secs_f64(time).saturating_sub(since.elapsed());
            let is_still = player.is_paused || player.index == last;
            let wait = if is_still { Duration::from_millis(100) } else { left };
            if let Some(key) = keys.next(wait.min(Duration::from_millis(100)))? {
                player.press(key, last);
                since = Instant::now();
            } else if !is_still && since.elapsed().as_secs_f64() >= time {
                player.index += 1;
                since = Instant::now();
            }
        }
        Ok(())
    }

    fn status(film: &Film, player: &Player, last: usize, columns: usize) -> String {
        let state = match (player.is_paused, player.index == last) {
            (_, true) => "end: space again",
            (true, _) => "paused: space",
            _ => "space: pause",
        };
        let text = format!(
            "{} / {}  {state}  arrows: step  +/-: speed  q: quit",
            film.caption(player.index),
            film.frames()[last].moves
        );
        text.chars().take(columns).collect()
    }

    /// Writes the lines that have changed.
    fn update(out: &mut impl Write, before: &[String], now: &[String]) -> io::Result<()> {
        for (row, line) in now.iter().enumerate() {
            if before.get(row) != Some(line) {
                write!(out, "\x1b[{};1H\x1b[0m{line}\x1b[K", row + 1)?;
            }
        }
        if before.len() > now.len() {
            write!(out, "\x1b[{};1H\x1b[0m\x1b[J", now.len() + 1)?;
        }
        out.flush()
    }
}

#[cfg(unix)]
mod keys {
    use std::fs::File;
    use std::io::{self, Read};
    use std::time::Duration;

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

    /// What can be typed.
    #[derive(Clone, Copy, Debug, Eq, PartialEq)]
    pub(super) enum Key {
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
    pub(super) struct Keys {
        terminal: File,
        before: Termios,
    }

    impl Keys {
        pub(super) fn open() -> io::Result<Self> {
            // Standard input may be a file of levels.
            let terminal = File::open("/dev/tty")?;
            let before = tcgetattr(&terminal)?;
            let mut modes = before.clone();
            modes.local_modes -= LocalModes::ICANON | LocalModes::ECHO;
            tcsetattr(&terminal, OptionalActions::Now, &modes)?;
            Ok(Self { terminal, before })
        }

        /// The next key, if one comes within a time. Keys that mean nothing are passed over.
        pub(super) fn next(&mut self, wait: Duration) -> io::Result<Option<Key>> {
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
}

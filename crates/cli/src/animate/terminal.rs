//! A film on the terminal, with keys.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use kuraban_draw::{Film, Style};

use crate::animate::boards::board;
use crate::animate::keys::{Key, Keys};
use crate::draw::args::Animate;
use crate::draw::form::Form;
use crate::{interrupt, say};

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
        let style = command.looks.style(Form::Svg);
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

pub(crate) fn play(
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

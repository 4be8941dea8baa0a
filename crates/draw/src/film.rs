//! A solution being played, as frames.

use kuraban_level::words::count;
use kuraban_level::{Dir, Level, Rules, Step, by_name};
use kuraban_verify::{IllegalStep, Replay};

use crate::picture::{Picture, Thing};
use crate::style::TooLarge;

/// What a frame is.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum By {
    /// A step of the player.
    #[default]
    Move,
    /// A push; walks are left out.
    Push,
    /// Pushes without a walk between them.
    Session,
}

/// A text that says not what a frame is.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("`{0}` is no kind of frame")]
pub struct NoBy(pub String);

by_name!(By, in By::ALL, else NoBy);

impl By {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Move, Self::Push, Self::Session];

    /// The stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::Push => "push",
            Self::Session => "session",
        }
    }
}

/// How a solution is played.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Pace {
    /// Milliseconds of a frame.
    pub ms: u32,
    /// Whether steps without a push take a third of that.
    pub fast_walk: bool,
    /// What a frame is.
    pub by: By,
    /// Steps that were made before the first frame.
    pub from: usize,
    /// Steps that were made at the last frame, at most.
    pub to: usize,
    /// How often it is played; zero is for ever.
    pub loops: u16,
    /// Whether a line below tells how far it is.
    pub caption: bool,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            ms: 120,
            fast_walk: false,
            by: By::Move,
            from: 0,
            to: usize::MAX,
            loops: 0,
            caption: false,
        }
    }
}

/// How long the last frame stays, in milliseconds.
pub(crate) const HOLD: u32 = 1500;
/// The most steps that are played.
const MOST_STEPS: usize = 50_000;

/// One position of a film.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Frame {
    /// Where the player stands.
    pub player: usize,
    /// Where he looks to.
    pub facing: Dir,
    /// Where each box stands; a box keeps its place in this list.
    pub boxes: Vec<usize>,
    /// Steps so far, counted from the level's start.
    pub moves: usize,
    /// Pushes among them.
    pub pushes: usize,
    /// Milliseconds since the frame before.
    pub ms: u32,
}

/// Steps being played on a level, each checked by the referee.
///
/// ```
/// use kuraban_draw::{Film, Pace, Style};
/// use kuraban_level::{Level, lurd};
///
/// let level: Level = "######\n#@$ .#\n######".parse()?;
/// let film = Film::new(&level, &lurd::read("RR")?, &Pace::default())?;
/// assert_eq!(film.frames().len(), 3);
/// let svg = film.animated_svg(&Style::default())?;
/// assert!(svg.contains("<animateTransform"));
/// let gif = film.gif(&Style::default().tile(16))?;
/// assert_eq!(&gif[..6], b"GIF89a");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Film {
    level: Level,
    pub(crate) title: Option<String>,
    pub(crate) frames: Vec<Frame>,
    pub(crate) pace: Pace,
}

/// Why steps do not make a film.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
pub enum NoFilm {
    /// A step cannot be made.
    #[error(transparent)]
    Illegal(#[from] IllegalStep),
    /// There are too many.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// It would begin where the steps have ended.
    #[error("the steps end after {}: there is nothing to play after {from}", count(*moves, "move"))]
    #[expect(missing_docs, reason = "the message explains the fields")]
    Over { moves: usize, from: usize },
}

impl Film {
    /// Plays steps. They need not solve the level; only their directions count.
    pub fn new(level: &Level, steps: &[Step], pace: &Pace) -> Result<Self, NoFilm> {
        if steps.len() > MOST_STEPS {
            return Err(TooLarge::Frames(steps.len()).into());
        }
        if pace.from > 0 && pace.from >= steps.len() {
            return Err(NoFilm::Over { moves: steps.len(), from: pace.from });
        }
        let (all, pushes) = played(level, steps, pace)?;
        let last = pace.to.min(steps.len());
        let first = pace.from.min(last);
        let is_push = |made: usize| pushes.get(made.wrapping_sub(1)) == Some(&true);
        let is_kept = |&made: &usize| match pace.by {
            _ if made == first || made == last => true,
            By::Move => true,
            By::Push => is_push(made),
            By::Session => is_push(made) && !is_push(made + 1),
        };
        let made = all.into_iter().enumerate().skip(first).take(last - first + 1);
        let mut frames: Vec<Frame> =
            made.filter(|(made, _)| is_kept(made)).map(|(_, frame)| frame).collect();
        frames[0].ms = 0;
        Ok(Self { level: level.clone(), title: None, frames, pace: *pace })
    }

    /// Calls it something.
    #[must_use]
    pub fn titled(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// The positions, the first one included.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// The picture of a frame.
    pub fn picture(&self, index: usize) -> Picture {
        let frame = &self.frames[index];
        let boulders = self.level.rules() == Rules::Boulders;
        let thing = if boulders { Thing::Boulder } else { Thing::Box };
        let mut picture = Picture::of(&self.level);
        picture.things = frame.boxes.iter().map(|&at| (at, thing)).collect();
        picture.things.push((frame.player, Thing::Player(frame.facing)));
        picture.title.clone_from(&self.title);
        picture
    }

    /// The position of a frame, as a level of its own.
    pub fn position(&self, index: usize) -> Level {
        let frame = &self.frames[index];
        position(&self.level, &frame.boxes, frame.player)
            .expect("playing by the rules leaves a level a level")
    }

    /// The board without anything on it.
    pub(crate) fn stage(&self) -> Picture {
        let mut picture = self.picture(0);
        picture.things.clear();
        picture
    }

    /// The level that is played.
    pub fn level(&self) -> &Level {
        &self.level
    }

    /// How long a frame is seen, in milliseconds.
    pub fn shown(&self, index: usize) -> u32 {
        self.frames.get(index + 1).map_or(HOLD, |next| next.ms)
    }

    /// What is told of a frame.
    pub fn caption(&self, index: usize) -> String {
        let frame = &self.frames[index];
        format!("moves {}, pushes {}", frame.moves, frame.pushes)
    }
}

/// A level with its boxes and player elsewhere; `None` where they cannot stand there.
pub(crate) fn position(level: &Level, boxes: &[usize], player: usize) -> Option<Level> {
    let mut squares = level.squares().to_vec();
    for square in &mut squares {
        square.has_box = false;
    }
    for &at in boxes {
        squares[at].has_box = true;
    }
    Level::new(level.rules(), level.width(), squares, &[player]).ok()
}

/// The positions before and after each step, and whether each step was a push.
fn played(
    level: &Level,
    steps: &[Step],
    pace: &Pace,
) -> Result<(Vec<Frame>, Vec<bool>), IllegalStep> {
    let mut position = Replay::new(level);
    let mut now = Frame {
        player: level.player(),
        facing: steps.first().map_or(Dir::Down, |step| step.dir),
        boxes: level.boxes().to_vec(),
        moves: 0,
        pushes: 0,
        ms: 0,
    };
    let (mut frames, mut pushes) = (vec![now.clone()], Vec::with_capacity(steps.len()));
    for (index, step) in steps.iter().enumerate() {
        let pushed = position.step(step.dir).map_err(|why| IllegalStep { index, why })?;
        if let Some((from, to)) = pushed
            && let Some(at) = now.boxes.iter_mut().find(|at| **at == from)
        {
            *at = to;
        }
        let is_push = pushed.is_some();
        let is_fast = pace.fast_walk && !is_push && pace.by == By::Move;
        now.player = position.player();
        now.facing = step.dir;
        now.moves += 1;
        now.pushes += usize::from(is_push);
        now.ms = (if is_fast { pace.ms / 3 } else { pace.ms }).max(1);
        frames.push(now.clone());
        pushes.push(is_push);
    }
    Ok((frames, pushes))
}

#[cfg(test)]
mod tests {
    use kuraban_level::lurd;

    use super::*;

    fn film(by: By, from: usize, to: usize) -> Film {
        let level: Level = "########\n#@$ $..#\n#      #\n########".parse().unwrap();
        let steps = lurd::read("drruRRdlllluRRR").unwrap();
        let pace = Pace { by, from, to, fast_walk: true, ..Pace::default() };
        Film::new(&level, &steps, &pace).unwrap_or_else(|why| panic!("{why}"))
    }

    fn moves(by: By, from: usize, to: usize) -> Vec<usize> {
        film(by, from, to).frames().iter().map(|frame| frame.moves).collect()
    }

    #[test]
    fn frames_are_moves_pushes_or_sessions() {
        // The steps 5, 6, 13, 14 and 15 are pushes.
        assert_eq!(moves(By::Move, 0, usize::MAX), (0..=15).collect::<Vec<_>>());
        assert_eq!(moves(By::Move, 3, 5), [3, 4, 5]);
        assert_eq!(moves(By::Push, 0, usize::MAX), [0, 5, 6, 13, 14, 15]);
        assert_eq!(moves(By::Session, 0, usize::MAX), [0, 6, 15]);
        assert_eq!(moves(By::Session, 2, 14), [2, 6, 14]);
        assert_eq!(moves(By::Move, 14, 99), [14, 15]);
    }

    #[test]
    fn walks_can_be_fast() {
        let film = film(By::Move, 0, usize::MAX);
        let times: Vec<u32> = film.frames()[..6].iter().map(|frame| frame.ms).collect();
        assert_eq!(times, [0, 40, 40, 40, 40, 120]);
        assert_eq!((film.shown(0), film.shown(15)), (40, HOLD));
    }

    #[test]
    fn a_film_does_not_begin_at_the_end() {
        let level: Level = "#####\n#@$.#\n#####".parse().unwrap();
        let pace = Pace { from: 1, ..Pace::default() };
        let why = Film::new(&level, &lurd::read("R").unwrap(), &pace).unwrap_err();
        assert_eq!(
            why.to_string(),
            "the steps end after 1 move: there is nothing to play after 1"
        );
    }

    #[test]
    fn illegal_steps_are_named() {
        let level: Level = "#####\n#@$.#\n#####".parse().unwrap();
        let steps = lurd::read("Rr").unwrap();
        let film = Film::new(&level, &steps, &Pace::default());
        assert!(matches!(film, Err(NoFilm::Illegal(IllegalStep { index: 1, .. }))));
    }
}

//! Many boards, stepped together.

use std::sync::Arc;

use crate::buffers::{Finals, Piece, Told};
use crate::game::Game;
use crate::observe::{Codes, LAYERED_COLOURS, Painter, Pixels, Planes, TinyPixels};
use crate::part::{Part, Step};
use crate::random::Stream;
use crate::{Autoreset, Levels, Observation, Options, OptionsError, Seen};

/// Many boards that are stepped together, each at its own level and place in it.
///
/// Boards are numbered from zero. What happens to one depends on its index, its seed and its
/// actions alone. An example is at the top of the crate.
pub struct Batch {
    game: Game,
    parts: Vec<Part>,
    pixels: Option<Pixels>,
    observation_bytes: usize,
    begun: bool,
}

/// How boards begin anew.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reset<'a> {
    /// The seeds of their random streams; none: the streams go on. Boards that were never seeded
    /// have the seed zero.
    pub seeds: Option<Seeds<'a>>,
    /// Which boards begin anew; none: all.
    pub mask: Option<&'a [bool]>,
    /// The level of each board; none: what comes next.
    pub levels: Option<&'a [u32]>,
}

/// Seeds of random streams.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Seeds<'a> {
    /// One for all: each board has the stream of this seed and its index.
    One(u64),
    /// One for each board: it has the stream of that seed and the index zero.
    Each(&'a [u64]),
}

/// Why boards cannot be stepped or reset.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages explain variants and fields")]
#[non_exhaustive]
pub enum BatchError {
    #[error("action {action} of board {board} is none of 0 to {}", count - 1)]
    Action { board: usize, action: i64, count: usize },
    #[error("{what}: {found} instead of {expected}")]
    Length { what: &'static str, found: usize, expected: usize },
    #[error("the boards must be reset before the first step")]
    NotReset,
    #[error("the episode of board {0} is over; reset it first")]
    Over(usize),
    #[error("there is no level {level}; there are {count}")]
    NoLevel { level: u32, count: usize },
}

impl Batch {
    /// So many boards on these levels, in parts for so many threads. The boards must be
    /// [reset](Batch::reset) before the first step.
    ///
    /// Starting threads costs some 50 µs in each step (measured): they pay for thousands of boards
    /// and large observations.
    pub fn new(
        levels: &Arc<Levels>,
        boards: usize,
        threads: usize,
        options: Options,
    ) -> Result<Self, OptionsError> {
        options.check()?;
        if boards == 0 {
            return Err(OptionsError::NoBoards);
        }
        let bytes: usize =
            options.observation.shape(levels.height(), levels.width()).iter().product();
        let observation_bytes = bytes
            .checked_mul(boards)
            .filter(|&all| isize::try_from(all).is_ok())
            .ok_or(OptionsError::TooLarge { boards, bytes })?;
        let pixels = (options.observation == Observation::Rgb)
            .then(|| Pixels::new(levels.width()));
        let game = Game::new(levels, boards, options);
        let size = boards.div_ceil(threads.clamp(1, boards));
        let parts = (0..boards)
            .step_by(size)
            .map(|first| Part::new(&game, first, size.min(boards - first)))
            .collect();
        Ok(Self { game, parts, pixels, observation_bytes, begun: false })
    }

    /// How many boards there are.
    pub fn boards(&self) -> usize {
        self.game.boards
    }

    /// How the boards are played.
    pub fn options(&self) -> &Options {
        &self.game.options
    }

    /// What is played.
    pub fn levels(&self) -> &Arc<Levels> {
        &self.game.levels
    }

    /// Bytes of the observations of all boards.
    pub fn observation_bytes(&self) -> usize {
        self.observation_bytes
    }

    /// The codes of a board as it stands.
    pub fn codes(&self, board: usize) -> &[u8] {
        let size = self.parts[0].len();
        self.parts[board / size].codes(board % size, self.game.levels.squares())
    }

    /// Begins new episodes; writes the observations of all boards, and where they stand.
    pub fn reset(
        &mut self,
        reset: &Reset<'_>,
        observations: &mut [u8],
        told: Told<'_>,
    ) -> Result<(), BatchError> {
        let count = self.game.levels.len();
        self.check_lengths(observations, &told)?;
        let boards = self.boards();
        let check =
            |what, found: Option<usize>| check(what, found.unwrap_or(boards), boards);
        if let Some(Seeds::Each(seeds)) = reset.seeds {
            check("seeds", Some(seeds.len()))?;
        }
        check("a mask", reset.mask.map(<[bool]>::len))?;
        check("levels", reset.levels.map(<[u32]>::len))?;
        let wrong = |&&level: &&u32| level as usize >= count;
        if let Some(&level) = reset.levels.and_then(|all| all.iter().find(wrong)) {
            return Err(BatchError::NoLevel { level, count });
        }
        let begins = |board: usize| reset.mask.is_none_or(|mask| mask[board]);
        if !self.begun && !(0..boards).all(begins) {
            return Err(BatchError::NotReset);
        }
        let size = self.parts[0].len();
        for board in (0..boards).filter(|&board| begins(board)) {
            let (part, index) = (&mut self.parts[board / size], board % size);
            match reset.seeds {
                Some(Seeds::One(seed)) => {
                    part.seed(index, Stream::new(seed, board as u64));
                }
                Some(Seeds::Each(seeds)) => {
                    part.seed(index, Stream::new(seeds[board], 0));
                }
                None => {}
            }
            part.begin(&self.game, index, reset.levels.map(|levels| levels[board]));
        }
        self.begun = true;
        self.paint(Show, observations, told, None);
        Ok(())
    }

    /// One step of every board, an action for each. `seen` says what the observations hold when it
    /// begins. Where episodes begin anew in the same step, `finals` is told how they ended.
    pub fn step(
        &mut self,
        actions: &[i64],
        seen: Seen,
        observations: &mut [u8],
        told: Told<'_>,
        finals: Option<Finals<'_>>,
    ) -> Result<(), BatchError> {
        let boards = self.boards();
        check("actions", actions.len(), boards)?;
        self.check_lengths(observations, &told)?;
        if let Some(finals) = &finals {
            check("final observations", finals.observations.len(), observations.len())?;
            check("final figures", finals.shortest(), boards)?;
        }
        let count = self.game.options.actions.count();
        let is_wrong = |&action: &i64| !(0..count as i64).contains(&action);
        if let Some(board) = actions.iter().position(is_wrong) {
            return Err(BatchError::Action { board, action: actions[board], count });
        }
        if !self.begun {
            return Err(BatchError::NotReset);
        }
        if self.game.options.autoreset == Autoreset::Disabled
            && let Some(board) = self.parts.iter().find_map(Part::over)
        {
            return Err(BatchError::Over(board));
        }
        self.paint(Step { actions, seen }, observations, told, finals);
        Ok(())
    }

    fn check_lengths(
        &self,
        observations: &[u8],
        told: &Told<'_>,
    ) -> Result<(), BatchError> {
        check("bytes of observations", observations.len(), self.observation_bytes)?;
        check("figures", told.shortest(), self.boards())
    }

    /// Does something with all parts, by the painter of the observation.
    fn paint(
        &mut self,
        work: impl Work,
        observations: &mut [u8],
        told: Told<'_>,
        finals: Option<Finals<'_>>,
    ) {
        let Self { game, parts, pixels, .. } = self;
        let all = All { game, parts, observations, told, finals };
        match (game.options.observation, pixels) {
            (Observation::Codes, _) => all.work(&Codes, work),
            (Observation::Planes, _) => all.work(&Planes, work),
            (Observation::Tiny, _) => all.work(&TinyPixels, work),
            (Observation::TinyChw, _) => all.work(&LAYERED_COLOURS, work),
            (Observation::Rgb, Some(pixels)) => all.work(pixels, work),
            (Observation::Rgb, None) => unreachable!("made with the batch"),
        }
    }
}

fn check(what: &'static str, found: usize, expected: usize) -> Result<(), BatchError> {
    let error = BatchError::Length { what, found, expected };
    if found == expected { Ok(()) } else { Err(error) }
}

/// What is done with every part.
trait Work: Copy + Send {
    /// The same for the first so many boards, and for the others.
    fn split(self, at: usize) -> (Self, Self);

    /// Does it.
    fn run(self, game: &Game, painter: &impl Painter, part: &mut Part, piece: Piece<'_>);
}

/// All parts, and where they write.
struct All<'a> {
    game: &'a Game,
    parts: &'a mut [Part],
    observations: &'a mut [u8],
    told: Told<'a>,
    finals: Option<Finals<'a>>,
}

impl All<'_> {
    fn work(self, painter: &impl Painter, mut work: impl Work) {
        let Self { game, parts, mut observations, mut told, mut finals } = self;
        let bytes = observations.len() / game.boards;
        let (last, others) = parts.split_last_mut().expect("at least one board");
        std::thread::scope(move |scope| {
            for part in others {
                let count = part.len();
                let (here, rest) = observations.split_at_mut(count * bytes);
                let (told_here, told_rest) = told.split(count);
                let (finals_here, finals_rest) =
                    finals.map(|finals| finals.split(count)).unzip();
                let (work_here, work_rest) = work.split(count);
                (observations, told, finals, work) =
                    (rest, told_rest, finals_rest, work_rest);
                let piece =
                    Piece { observations: here, told: told_here, finals: finals_here };
                scope.spawn(move || work_here.run(game, painter, part, piece));
            }
            work.run(game, painter, last, Piece { observations, told, finals });
        });
    }
}

/// Drawing all boards.
#[derive(Clone, Copy)]
struct Show;

impl Work for Show {
    fn split(self, _: usize) -> (Self, Self) {
        (self, self)
    }

    fn run(self, game: &Game, painter: &impl Painter, part: &mut Part, piece: Piece<'_>) {
        let Piece { observations, mut told, .. } = piece;
        part.show(game, painter, observations, &mut told);
    }
}

impl Work for Step<'_> {
    fn split(self, at: usize) -> (Self, Self) {
        let (here, rest) = self.actions.split_at(at);
        (Self { actions: here, ..self }, Self { actions: rest, ..self })
    }

    fn run(self, game: &Game, painter: &impl Painter, part: &mut Part, piece: Piece<'_>) {
        part.step(game, painter, self, piece);
    }
}

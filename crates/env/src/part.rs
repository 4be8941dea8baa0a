//! The boards that one thread plays.

use crate::buffers::{Piece, Told};
use crate::dead::Judges;
use crate::game::{Game, Outcome};
use crate::levels::code;
use crate::observe::{Painter, Seen};
use crate::random::Stream;
use crate::{Autoreset, Order};

/// What a square with the player becomes without him is so much less.
const PLAYER_LESS: u8 = code::PLAYER - code::FLOOR;

/// One board.
struct Board {
    stream: Stream,
    /// How many episodes were begun.
    episodes: u64,
    player: u32,
    level: u32,
    boxes: u32,
    on_goals: u32,
    steps: u32,
    most_steps: u32,
    /// The squares that the last step may have changed.
    touched: [u32; 3],
    /// Whether the observation before the last is of another episode.
    is_new: bool,
    is_over: bool,
}

/// What every board is to do.
#[derive(Clone, Copy)]
pub(crate) struct Step<'a> {
    pub(crate) actions: &'a [i64],
    pub(crate) seen: Seen,
}

/// Some boards of a batch, one after the other.
pub(crate) struct Part {
    /// The index of the first one.
    first: usize,
    boards: Vec<Board>,
    codes: Vec<u8>,
    /// One for each board; none where lost positions do not end episodes.
    judges: Vec<Judges>,
}

impl Part {
    /// So many boards, of which none has begun.
    pub(crate) fn new(game: &Game, first: usize, count: usize) -> Self {
        let board = |index| Board {
            stream: Stream::new(0, (first + index) as u64),
            episodes: 0,
            player: 0,
            level: 0,
            boxes: 0,
            on_goals: 0,
            steps: 0,
            most_steps: 0,
            touched: [0; 3],
            is_new: true,
            is_over: true,
        };
        let judged = if game.options.end_on_deadlock { count } else { 0 };
        Self {
            first,
            boards: (0..count).map(board).collect(),
            codes: vec![code::WALL; count * game.levels.squares()],
            judges: (0..judged).map(|_| Judges::default()).collect(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.boards.len()
    }

    /// The first board whose episode is over.
    pub(crate) fn over(&self) -> Option<usize> {
        let over = self.boards.iter().position(|board| board.is_over);
        over.map(|index| self.first + index)
    }

    /// The codes of a board.
    pub(crate) fn codes(&self, index: usize, squares: usize) -> &[u8] {
        &self.codes[index * squares..][..squares]
    }

    /// Gives a board another stream, and lets it begin at its first level.
    pub(crate) fn seed(&mut self, index: usize, stream: Stream) {
        (self.boards[index].stream, self.boards[index].episodes) = (stream, 0);
    }

    /// Begins an episode, on a level that is chosen or comes next.
    pub(crate) fn begin(&mut self, game: &Game, index: usize, level: Option<u32>) {
        let squares = game.levels.squares();
        let codes = &mut self.codes[index * squares..][..squares];
        self.boards[index].begin(game, self.first + index, level, codes);
    }

    /// Draws all boards, and tells where they stand.
    pub(crate) fn show(
        &mut self,
        game: &Game,
        painter: &impl Painter,
        out: &mut [u8],
        told: &mut Told<'_>,
    ) {
        let (squares, bytes) = (game.levels.squares(), out.len() / self.len());
        for (index, board) in self.boards.iter_mut().enumerate() {
            let codes = &self.codes[index * squares..][..squares];
            painter.whole(&mut out[index * bytes..][..bytes], codes);
            board.is_new = true;
            board.tell(told, index, 0.0, false, false);
        }
    }

    /// One step of every board.
    pub(crate) fn step(
        &mut self,
        game: &Game,
        painter: &impl Painter,
        step: Step<'_>,
        piece: Piece<'_>,
    ) {
        let Step { actions, seen } = step;
        let Piece { observations: out, mut told, mut finals } = piece;
        let told = &mut told;
        let (squares, bytes) = (game.levels.squares(), out.len() / self.len());
        let boards = self.boards.iter_mut().zip(self.codes.chunks_exact_mut(squares));
        let boards = boards.zip(out.chunks_exact_mut(bytes)).zip(actions);
        for (index, (((board, codes), out), &action)) in boards.enumerate() {
            if board.is_over && game.options.autoreset == Autoreset::NextStep {
                board.begin(game, self.first + index, None, codes);
                painter.whole(out, codes);
                board.tell(told, index, 0.0, false, false);
                continue;
            }
            let before = board.touched;
            let outcome = board.play(game, action, codes);
            let solved = board.on_goals == board.boxes;
            let reward = game.reward(outcome, solved);
            let lost = outcome.pushed
                && !solved
                && self.judges.get_mut(index).is_some_and(|judges| {
                    judges.is_lost(&game.levels, board.level, codes)
                });
            let ended = solved || lost;
            let timed_out = !ended && board.steps >= board.most_steps;
            board.is_over = ended || timed_out;
            let mut repaint = false;
            board.tell(told, index, reward, ended, timed_out);
            if board.is_over && game.options.autoreset == Autoreset::SameStep {
                if let Some(finals) = &mut finals {
                    let out = &mut finals.observations[index * bytes..][..bytes];
                    painter.whole(out, codes);
                    finals.level[index] = told.level[index];
                    finals.boxes_on_target[index] = told.boxes_on_target[index];
                    finals.solved[index] = told.solved[index];
                }
                board.begin(game, self.first + index, None, codes);
                board.tell(told, index, reward, ended, timed_out);
                repaint = true;
            }
            if repaint
                || seen == Seen::Never
                || (seen == Seen::BeforeLast && board.is_new)
            {
                painter.whole(out, codes);
            } else {
                if seen == Seen::BeforeLast {
                    painter.change(out, before, codes);
                }
                painter.change(out, board.touched, codes);
            }
            board.is_new = repaint;
        }
    }
}

impl Board {
    fn begin(&mut self, game: &Game, index: usize, level: Option<u32>, codes: &mut [u8]) {
        let count = game.levels.len() as u64;
        let next = match game.options.order {
            Order::Random => self.stream.below(count as u32),
            Order::Sequential => {
                let round = self.episodes.wrapping_mul(game.boards as u64);
                (round.wrapping_add(index as u64) % count) as u32
            }
        };
        let level = level.unwrap_or(next);
        let most = game.options.max_steps;
        self.most_steps = match game.options.min_steps {
            Some(least) => least + self.stream.below(most - least + 1),
            None if most == 0 => u32::MAX,
            None => most,
        };
        let start = game.levels.start(level);
        codes.copy_from_slice(game.levels.codes(level as usize));
        self.episodes += 1;
        self.level = level;
        (self.player, self.boxes, self.on_goals) =
            (start.player, start.boxes, start.on_goals);
        self.steps = 0;
        self.touched = [start.player; 3];
        (self.is_new, self.is_over) = (true, false);
    }

    #[inline]
    fn play(&mut self, game: &Game, action: i64, codes: &mut [u8]) -> Outcome {
        let by = game.distance(action);
        let at = self.player as usize;
        let to = at.wrapping_add_signed(by);
        // Beyond the edge only where the player faces a wall.
        let beyond = to.wrapping_add_signed(by);
        let beyond = if beyond < codes.len() { beyond } else { to };
        let outcome = game.outcome(action, codes[to], codes[beyond]);
        codes[beyond] = outcome.beyond;
        codes[to] = outcome.to;
        codes[at] -= PLAYER_LESS * outcome.moved;
        self.touched = [at as u32, to as u32, beyond as u32];
        self.player =
            at.wrapping_add_signed(by * isize::from(outcome.moved as i8)) as u32;
        self.on_goals = self.on_goals.wrapping_add_signed(i32::from(outcome.change));
        self.steps += 1;
        outcome
    }

    #[inline]
    fn tell(
        &self,
        told: &mut Told<'_>,
        index: usize,
        reward: f64,
        ended: bool,
        timed_out: bool,
    ) {
        told.rewards[index] = reward;
        told.terminated[index] = ended;
        told.truncated[index] = timed_out;
        told.level[index] = self.level as i32;
        told.boxes_on_target[index] = self.on_goals as i32;
        told.solved[index] = self.on_goals == self.boxes;
    }
}

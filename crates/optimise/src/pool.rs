//! What all lanes know: the best solution, other good ones, and what was tried.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use kuraban_board::{Bits, Board};
use kuraban_level::{Dir, Level};
use kuraban_verify::Solution;

use crate::SavedRun;
use crate::goal::{Goal, Prices};
use crate::way::Way;

/// Solutions kept at most.
const MOST: usize = 32;
/// Others are kept when they cost at most this much more than the best, in per cent.
const WITHIN: usize = 10;
/// Others are kept when this part of their box sets, in per cent, is not in another kept one.
const NEW_SETS: usize = 20;

/// Windows in which a search in vain is remembered, at most: 24 MB.
const MOST_VAIN: usize = 1_000_000;

/// A solution with what else matters, the number of an arm, and how often its patience was doubled.
type Claim = (u64, usize, u32);

/// A solution that the referee has played.
#[derive(Clone, Debug)]
pub(crate) struct Kept<const W: usize> {
    pub(crate) way: Way<W>,
    pub(crate) solution: Solution,
    /// What found it.
    pub(crate) by: &'static str,
}

/// The best solution so far, others that are nearly as good, and what was tried in vain.
#[derive(Debug)]
pub(crate) struct Pool<const W: usize> {
    level: Arc<Level>,
    goal: Goal,
    prices: Arc<Prices>,
    /// The best one first.
    pub(crate) kept: Vec<Arc<Kept<W>>>,
    /// What was tried or is being tried: solution, number of the arm, and how long.
    tried: HashSet<Claim>,
    /// What each lane is trying.
    running: HashMap<usize, Claim>,
    /// Windows that were searched in vain, and whether patience ran out.
    vain: HashMap<u64, bool>,
    /// Solutions that are or were shortened by the usual tubes, and what came out.
    descended: HashSet<u64>,
    /// Solutions that something began with.
    begun: HashSet<u64>,
    /// How many starts were taken.
    starts: usize,
    /// Boxes that may stand elsewhere without the best solution getting better; with all of them
    /// it is proved to be the best.
    pub(crate) stable: Option<usize>,
    /// Whether the best solution is new since it was told last.
    pub(crate) is_news: bool,
}

impl<const W: usize> Pool<W> {
    pub(crate) fn new(level: Arc<Level>, goal: Goal, prices: Arc<Prices>) -> Self {
        let (kept, tried) = (Vec::new(), HashSet::new());
        Self {
            level,
            goal,
            prices,
            kept,
            tried,
            running: HashMap::new(),
            vain: HashMap::new(),
            descended: HashSet::new(),
            begun: HashSet::new(),
            starts: 0,
            stable: None,
            is_news: false,
        }
    }

    /// The best solution so far.
    pub(crate) fn best(&self) -> Option<&Arc<Kept<W>>> {
        self.kept.first()
    }

    /// Whether nothing has begun with this way yet. It counts as begun with from now on.
    pub(crate) fn is_new(&mut self, way: &Way<W>) -> bool {
        self.begun.insert(fingerprint(way))
    }

    /// Whether this way was not yet shortened by the usual tubes. It counts as shortened from now
    /// on.
    pub(crate) fn descend(&mut self, way: &Way<W>) -> bool {
        self.descended.insert(fingerprint(way))
    }

    /// Has a way played by the referee, and keeps it if it is the best. Tells whether it is.
    pub(crate) fn offer(
        &mut self,
        board: &Board<W>,
        way: &Way<W>,
        by: &'static str,
    ) -> bool {
        let Some(solution) = self.played(board, way) else { return false };
        let rank = |solution: &Solution| self.goal.rank(&solution.figures());
        let is_best =
            self.best().is_none_or(|best| rank(&solution) < rank(&best.solution));
        if is_best {
            let way = way.clone();
            self.kept.insert(0, Arc::new(Kept { way, solution, by }));
            self.tidy(board);
            (self.stable, self.is_news) = (None, true);
        }
        is_best
    }

    /// Keeps a way beside the best one, if it is nearly as good and different enough.
    pub(crate) fn keep(&mut self, board: &Board<W>, way: &Way<W>, by: &'static str) {
        let Some(solution) = self.played(board, way) else { return };
        let kept = Arc::new(Kept { way: way.clone(), solution, by });
        let cost = kept.way.cost();
        let at = self.kept.partition_point(|known| known.way.cost() <= cost);
        self.kept.insert(at, kept);
        self.tidy(board);
    }

    fn played(&self, board: &Board<W>, way: &Way<W>) -> Option<Solution> {
        let steps: Vec<Dir> = way.steps(board, &self.prices)?;
        Solution::check(&self.level, &steps).ok()
    }

    /// Drops what is not good enough or much like a better one.
    fn tidy(&mut self, board: &Board<W>) {
        let Some(best) = self.best() else { return };
        let first = |kept: &Kept<W>| self.prices.first(kept.way.cost());
        let most = first(best) + first(best) * WITHIN / 100;
        let mut known: Vec<HashSet<u64>> = Vec::new();
        let kept = std::mem::take(&mut self.kept);
        for kept in kept {
            let sets: HashSet<u64> =
                kept.way.stances.iter().map(|at| board.boxes_key(at.boxes)).collect();
            let is_new = known.iter().all(|known| {
                100 * sets.difference(known).count() >= NEW_SETS * sets.len()
            });
            if is_new && known.len() < MOST && self.prices.first(kept.way.cost()) <= most
            {
                known.push(sets);
                self.kept.push(kept);
            }
        }
    }

    /// All box sets of all kept solutions, each once.
    pub(crate) fn sets(&self) -> Vec<Bits<W>> {
        let mut seen = HashSet::new();
        let all = self.kept.iter().flat_map(|kept| &kept.way.stances);
        all.map(|at| at.boxes).filter(|boxes| seen.insert(*boxes.words())).collect()
    }

    /// Claims an arm, by its number, and its patience for a way; `false` where it was claimed
    /// before. `salt` is what else matters. A lane has one claim at a time.
    pub(crate) fn claim(
        &mut self,
        lane: usize,
        way: &Way<W>,
        (arm, patience): (usize, u32),
        salt: u64,
    ) -> bool {
        let claim = (fingerprint(way) ^ salt, arm, patience);
        let is_new = self.tried.insert(claim);
        if is_new {
            self.running.insert(lane, claim);
        }
        is_new
    }

    /// What a lane was trying was searched to the end in vain: more patience would not help.
    pub(crate) fn exhaust(&mut self, lane: usize, levels: u32) {
        if let Some(&(what, arm, _)) = self.running.get(&lane) {
            self.tried.extend((0..=levels).map(|level| (what, arm, level)));
        }
    }

    /// The number of the next start, if it is below `most`. It counts as taken from now on.
    pub(crate) fn next_start(&mut self, most: usize) -> Option<usize> {
        let next = self.starts;
        self.starts += usize::from(next < most);
        (next < most).then_some(next)
    }

    /// How many starts were taken.
    pub(crate) fn starts(&self) -> usize {
        self.starts
    }

    /// Whether a window was searched in vain before, by its key; and if so, whether that search
    /// had run out of patience.
    pub(crate) fn was_vain(&self, window: u64) -> Option<bool> {
        self.vain.get(&window).copied()
    }

    /// A window was searched in vain.
    pub(crate) fn note_vain(&mut self, window: u64, is_tired: bool) {
        if self.vain.len() >= MOST_VAIN {
            self.vain.clear();
        }
        self.vain.insert(window, is_tired);
    }

    /// What another run needs to go on.
    pub(crate) fn saved(&self) -> SavedRun {
        // The first arm may have given a proof: another run has to find it again.
        let is_over = |claim: &&Claim| {
            claim.1 > 0 && !self.running.values().any(|one| one == *claim)
        };
        let mut tried: Vec<_> = self.tried.iter().filter(is_over).copied().collect();
        tried.sort_unstable();
        let pool = self.kept.iter().map(|kept| kept.solution.clone()).collect();
        SavedRun::new(pool, tried, self.starts)
    }

    /// Goes on where another run ended; its solutions are given like any others.
    pub(crate) fn go_on_from(&mut self, saved: &SavedRun) {
        self.tried.extend(&saved.tried);
        self.starts = saved.starts;
    }
}

/// A number for a way: equal ways have equal numbers.
fn fingerprint<const W: usize>(way: &Way<W>) -> u64 {
    way.pushes.iter().fold(0, |sum: u64, push| {
        (sum ^ u64::from(push.pack())).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
    })
}

//! What all strategies on a level share.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use kuraban_board::moves::{Leg, Mover};
use kuraban_board::{Bits, Board, Meeting, Position};
use kuraban_search::Turn;

use crate::deadlock::{Deadlocks, wobblers};
use crate::level::Statics;
use crate::tree::Score;

/// Tables of the level, verdicts on corrals, positions reached from either end. Searches in
/// several threads may use it at once.
#[derive(Debug)]
pub(crate) struct Shared<const W: usize> {
    pub(crate) statics: Statics<W>,
    deadlocks: Deadlocks<W>,
    pub(crate) meeting: Arc<Meeting>,
    /// See [`Shared::endings`].
    endings: OnceLock<Box<[usize]>>,
    /// How many searches use it, or will.
    users: Arc<AtomicUsize>,
}

impl<const W: usize> Shared<W> {
    pub(crate) fn new(
        statics: Statics<W>,
        meeting: Arc<Meeting>,
        users: Arc<AtomicUsize>,
    ) -> Arc<Self> {
        let (deadlocks, endings) = (Deadlocks::default(), OnceLock::new());
        Arc::new(Self { statics, deadlocks, meeting, endings, users })
    }

    /// All tables of a board on which no other search is, in one go.
    pub(crate) fn alone(board: Board<W>) -> Arc<Self> {
        let board = Arc::new(board);
        let meeting = Arc::new(Meeting::new(&board));
        Self::new(Statics::new(&board), meeting, Arc::default())
    }

    /// The position to begin with.
    pub(crate) fn start(&self) -> Position<W> {
        let start = self.statics.map.board.start;
        Position::new(&self.statics.map.board, start.boxes, start.player)
    }

    /// The level's squares of the boxes, ascending, and of the player.
    pub(crate) fn squares(&self, position: &Position<W>) -> (Vec<usize>, usize) {
        let layout = &self.statics.map.board.layout;
        let boxes = position.boxes.iter().map(|spot| layout.square(spot)).collect();
        (boxes, layout.square(position.player))
    }

    /// Where the player stands in the solved positions that backward searches begin with: in each of
    /// their regions that has pulls, unless no way to it comes from the start. Then none comes from a
    /// position on the way either.
    pub(crate) fn endings(&self, turn: &mut Turn<'_>) -> &[usize] {
        self.endings.get_or_init(|| {
            let map = &self.statics.map;
            let (goals, start) = (map.board.goals, map.board.start.boxes);
            let zones = map.board.parts(map.board.floor.minus(goals));
            let is_only = zones.len() == 1;
            let mut mover = Mover::default();
            let mut is_fit = |zone: Bits<W>| {
                map.can_pull(goals, zone)
                    && (is_only
                        || !wobblers::is_lost(
                            map,
                            &mut mover,
                            (goals, zone),
                            start,
                            turn,
                        ))
            };
            let fit = zones.into_iter().filter(|&zone| is_fit(zone));
            fit.map(|zone| zone.first().expect("zones are not empty")).collect()
        })
    }

    /// Whether there is a way from a position to a solution.
    #[inline]
    pub(crate) fn is_met(&self, position: &Position<W>) -> bool {
        self.meeting.is_pulled(&self.statics.map.board, position)
    }

    /// The pushes from a position to a solution, where [`Shared::is_met`].
    pub(crate) fn finish(&self, position: &Position<W>) -> Option<Vec<Leg>> {
        self.meeting.finish(&self.statics.map.board, position)
    }

    /// Enters a position that a forward search expands, reached by a push from another one.
    pub(crate) fn enter_pushed(
        &self,
        from: &Position<W>,
        code: u32,
        position: &Position<W>,
    ) {
        let board = &self.statics.map.board;
        self.meeting.enter_pushed(from.key(board), code, position.key(board));
    }

    /// Whether there is a way from the start to a position.
    #[inline]
    pub(crate) fn is_pushed(&self, position: &Position<W>) -> bool {
        self.meeting.is_pushed(&self.statics.map.board, position)
    }

    /// Enters a position that a backward search expands, reached by a pull from another one.
    pub(crate) fn enter_pulled(
        &self,
        from: &Position<W>,
        code: u32,
        position: &Position<W>,
    ) {
        let board = &self.statics.map.board;
        self.meeting.enter_pulled(from.key(board), code, position.key(board));
    }

    /// Leaves positions that a backward search could pull to, by score and key, as hints for
    /// forward searches: the best first.
    pub(crate) fn leave_hints(&self, mut hints: Vec<(Score, u64)>) {
        hints.sort_unstable();
        self.meeting.enter_hints(hints.into_iter().map(|(_, key)| key));
    }

    /// The tests for dead ends; they can be made by many threads at once.
    pub(crate) fn deadlocks(&self) -> &Deadlocks<W> {
        &self.deadlocks
    }

    /// Bytes taken, shared out among the searches that use it: together they count all of them.
    pub(crate) fn bytes_each(&self) -> usize {
        let users = self.users.load(Ordering::Relaxed).max(1);
        let own = self.statics.bytes() + self.deadlocks().bytes();
        own.div_ceil(users) + self.meeting.bytes_each()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kuraban_board::{Board, meeting};
    use kuraban_level::Level;
    use kuraban_search::Stage;
    use kuraban_verify::Solution;

    use super::*;
    use crate::spaces::ahead::Ahead;
    use crate::spaces::backward::homeward::Homeward;
    use crate::spaces::toward_landmark::Toward;
    use crate::strategies::joint::JointSearches;
    use crate::strategies::{Work, begin};
    use crate::strategy::{Nearer, Strategy};
    use crate::tree::{Choice, Listing, Serving, Space, Tree, Ways};

    /// Boxes that have to cross from one room to the other.
    const ROOMS: &str = "\
###########
#    #    #
# $$ #  . #
# $    .. #
#  $ #  . #
#@   #    #
###########";

    fn shared(text: &str) -> (Level, Arc<Shared<2>>) {
        let level: Level = text.parse().expect("a level");
        let shared = Shared::alone(Board::new(&level));
        (level, shared)
    }

    /// Expands positions forward, toward the start itself, so that they are far from solved.
    fn go_forward(shared: &Arc<Shared<2>>, count: usize) {
        let boxes = shared.statics.map.board.start.boxes;
        let order = Toward::new(Arc::clone(shared), boxes, Nearer::ByBoxes);
        let mut space = Ahead::by_order(shared, order);
        let mut tree = Tree::new(Ways {
            listed: 16,
            renews: false,
            weighs: false,
            localizes: false,
            serving: Serving::Cells,
        });
        kuraban_search::without_limits(|turn| {
            tree.add_roots(&mut space, &[shared.start()], turn);
            while tree.expanded() < count {
                tree.step(&mut space, turn);
            }
        });
    }

    /// A strategy that begins at the goals.
    fn from_goals(shared: &Arc<Shared<2>>, turn: &mut Turn<'_>) -> Box<dyn Work> {
        begin((shared, &JointSearches::default()), Strategy::GOALS_WORTH, turn)
    }

    /// The backward search alone, until it is done: its expansions and the solution.
    fn go_backward(shared: &Arc<Shared<2>>) -> (u64, Vec<kuraban_level::Dir>) {
        kuraban_search::without_limits(|turn| {
            let mut work = from_goals(shared, turn);
            for _ in 0..800 {
                if let Stage::Solved(found) = work.step(turn) {
                    assert_eq!(work.best_cell(), None, "it was the backward search");
                    return (work.expanded(), found.steps);
                }
            }
            panic!("no meeting in the first backward stretch");
        })
    }

    #[test]
    fn a_backward_search_meets_a_forward_one() {
        let (level, alone) = shared(ROOMS);
        let (without, steps) = go_backward(&alone);
        Solution::check(&level, &steps).expect("a solution");
        let (_, met) = shared(ROOMS);
        go_forward(&met, 60);
        let (with, steps) = go_backward(&met);
        Solution::check(&level, &steps).expect("a solution");
        assert!(with < without, "{with} and {without} expansions");
    }

    /// The moves out of a position.
    fn choices<S: Space>(space: &mut S, state: &S::State) -> Vec<Choice> {
        let (mut choices, known) = (Vec::new(), &|_| false);
        kuraban_search::without_limits(|turn| {
            space.choices(state, &mut Listing { known, turn, choices: &mut choices });
        });
        choices
    }

    /// The moves out of the start with the positions after them.
    fn children(shared: &Arc<Shared<2>>) -> Vec<(u32, Position<2>)> {
        let boxes = shared.statics.map.board.start.boxes;
        let order = Toward::new(Arc::clone(shared), boxes, Nearer::ByBoxes);
        let mut space = Ahead::by_order(shared, order);
        let at = shared.start();
        let choices = choices(&mut space, &at);
        choices.iter().map(|choice| (choice.code, space.play(&at, choice.code))).collect()
    }

    #[test]
    fn positions_taken_for_others_are_no_meetings() {
        let (_, shared) = shared(ROOMS);
        let (board, meeting) = (&*shared.statics.map.board, &shared.meeting);
        let children = children(&shared);
        assert!(children.len() > 5, "a level with some moves");
        let root = meeting::solved(board)[0].key(board);
        meeting.hints.allow(1_000);
        for (index, (code, place)) in children.iter().enumerate() {
            let key = place.key(board);
            // The move of another one, as where two keys agree in what is kept of them.
            let (other, _) = children[(index + 1) % children.len()];
            meeting.enter_pushed(shared.start().key(board), other, key);
            match index % 3 {
                0 => meeting.enter_hints([key].into_iter()),
                1 => meeting.enter_pulled(root, *code, key),
                _ => {
                    meeting.enter_pulled(root, *code, key ^ 7 << 40);
                    meeting.enter_pulled(key ^ 7 << 40, other, key);
                }
            }
            let known = meeting.from_goals.has(key) || meeting.hints.has(key);
            assert!(known && meeting.from_start.has(key), "it seems to be there");
            assert!(!meeting.is_pulled(board, place), "{place:?}");
            assert!(!meeting.is_pushed(board, place), "{place:?}");
        }
        // And the search finds its way all the same.
        let solved = kuraban_search::without_limits(|turn| {
            let mut work = from_goals(&shared, turn);
            (0..10_000).any(|_| matches!(work.step(turn), Stage::Solved(_)))
        });
        assert!(solved, "among false hints");
    }

    #[test]
    fn one_pull_away_is_enough() {
        let (_, shared) = shared(ROOMS);
        let (board, meeting) = (&*shared.statics.map.board, &shared.meeting);
        let mut space = Homeward::open(&shared);
        let root = kuraban_search::without_limits(|turn| space.roots(turn))[0];
        assert_eq!(meeting.finish(board, &root), Some(Vec::new()));
        let choices = choices(&mut space, &root);
        assert!(choices.len() > 5, "a level with some pulls");
        for choice in choices {
            let place = space.play(&root, choice.code);
            assert!(!meeting.from_goals.has(place.key(board)));
            assert_eq!(meeting.finish(board, &place).map(|legs| legs.len()), Some(1));
        }
        assert_eq!(meeting.begin(board, &shared.start()), Some(Vec::new()));
        assert_eq!(meeting.finish(board, &shared.start()), None);
    }
}

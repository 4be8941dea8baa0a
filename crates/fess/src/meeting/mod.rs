//! Where searches from both ends of a level meet.
//!
//! Every search, whatever its strategy and thread, enters the positions it expands, with the
//! moves that led there. A forward search that comes upon a position of a backward one is done,
//! and the other way round: the two ways are joined by their links and played, so that nothing
//! has to be found again and no pruning stands in the way.

mod hints;
mod reached;

use kuraban_board::Bits;
use kuraban_board::moves::{Leg, steps_from};
use kuraban_board::moves::{Macro, Mover, Way};

use self::hints::Hints;
use self::reached::Reached;
use crate::level::Statics;
use crate::moves::expander::Place;

/// Positions beside those of backward searches that are kept for every position expanded.
const HINTS: usize = 8;

/// Parts that tables for several threads are made of, locked one at a time; a power of two.
const PARTS: usize = 4;

/// The part that a key belongs to: the half of it that tables keep says nothing about it.
#[inline]
fn part_of(key: u64) -> usize {
    key as usize % PARTS
}

/// What searches from both ends have reached.
#[derive(Debug)]
pub(crate) struct Meeting {
    from_start: Reached,
    from_goals: Reached,
    /// Positions one pull away from those of the backward searches.
    hints: Hints,
}

impl Meeting {
    pub(crate) fn new<const W: usize>(statics: &Statics<W>) -> Self {
        let (from_start, from_goals) = (Reached::default(), Reached::default());
        from_start.enter_root(start(statics).key(statics), 0);
        for (number, place) in solved(statics).iter().enumerate() {
            from_goals.enter_root(place.key(statics), number as u32);
        }
        Self { from_start, from_goals, hints: Hints::default() }
    }

    /// Bytes taken.
    pub(crate) fn bytes(&self) -> usize {
        self.from_start.bytes() + self.from_goals.bytes() + self.hints.bytes()
    }

    /// Enters a position that a forward search expands, reached by a push from another one.
    pub(crate) fn enter_pushed(&self, from: u64, code: u32, key: u64) {
        self.from_start.enter(from, code, key);
        self.hints.allow(HINTS);
    }

    /// Enters a position that a backward search expands, reached by a pull from another one.
    pub(crate) fn enter_pulled(&self, from: u64, code: u32, key: u64) {
        self.from_goals.enter(from, code, key);
        self.hints.allow(HINTS);
    }

    /// Enters positions one pull away from one that a backward search expands.
    pub(crate) fn enter_hints(&self, keys: impl Iterator<Item = u64>) {
        self.hints.enter(keys);
    }

    /// Whether there is a way from a position to a solution.
    #[inline]
    pub(crate) fn is_pulled<const W: usize>(
        &self,
        statics: &Statics<W>,
        place: &Place<W>,
    ) -> bool {
        let key = place.key(statics);
        (self.from_goals.has(key) || self.hints.has(key))
            && self.finish(statics, place).is_some()
    }

    /// Whether there is a way from the start to a position.
    #[inline]
    pub(crate) fn is_pushed<const W: usize>(
        &self,
        statics: &Statics<W>,
        place: &Place<W>,
    ) -> bool {
        self.from_start.has(place.key(statics)) && self.begin(statics, place).is_some()
    }

    /// The pushes from the start to a position that a forward search has reached.
    pub(crate) fn begin<const W: usize>(
        &self,
        statics: &Statics<W>,
        place: &Place<W>,
    ) -> Option<Vec<Leg>> {
        let (_, codes) = self.from_start.way(place.key(statics))?;
        let mut at = start(statics);
        let mut legs = Vec::with_capacity(codes.len());
        for code in codes {
            let action = Macro::unpack(code);
            legs.push(Leg::push(&statics.map.board, action));
            at = after(statics, &at, action)?;
        }
        let start = statics.map.board.start;
        (at == *place && plays(statics, start.boxes, start.player, &legs)).then_some(legs)
    }

    /// The pushes from a position to a solution, where a backward search has reached it or a
    /// position one push away.
    pub(crate) fn finish<const W: usize>(
        &self,
        statics: &Statics<W>,
        place: &Place<W>,
    ) -> Option<Vec<Leg>> {
        if let Some(legs) = self.finish_from_reached(statics, place) {
            return Some(legs);
        }
        let map = &statics.map;
        let free = map.board.floor.minus(place.boxes);
        let zone = map.board.flood(Bits::of(usize::from(place.player)), free);
        let (mut mover, mut found) = (Mover::default(), Vec::new());
        for from in place.boxes {
            let live = map.board.live;
            mover.moves(&map.board, Way::Push, from, free, zone, live, &mut found);
        }
        found.into_iter().find_map(|(action, _, zone)| {
            let player = zone.first()? as u16;
            let next = Place { boxes: action.boxes(place.boxes), player };
            let mut legs = vec![Leg::push(&map.board, action)];
            legs.extend(self.finish_from_reached(statics, &next)?);
            Some(legs)
        })
    }

    fn finish_from_reached<const W: usize>(
        &self,
        statics: &Statics<W>,
        place: &Place<W>,
    ) -> Option<Vec<Leg>> {
        let (root, codes) = self.from_goals.way(place.key(statics))?;
        let mut at = *solved(statics).get(root as usize)?;
        let mut legs = Vec::with_capacity(codes.len());
        for code in codes {
            let action = Macro::unpack(code);
            legs.push(Leg::undo(action, usize::from(at.player)));
            at = after(statics, &at, action)?;
        }
        legs.reverse();
        let player = usize::from(place.player);
        (at == *place && plays(statics, place.boxes, player, &legs)).then_some(legs)
    }
}

/// Whether these moves can be made one after the other.
fn plays<const W: usize>(
    statics: &Statics<W>,
    boxes: Bits<W>,
    player: usize,
    legs: &[Leg],
) -> bool {
    steps_from(&statics.map.board, boxes, player, legs).is_some()
}

/// The position after a move; `None` where nothing is as the move needs it, which happens where
/// one position was taken for another.
fn after<const W: usize>(
    statics: &Statics<W>,
    at: &Place<W>,
    action: Macro,
) -> Option<Place<W>> {
    let (from, to) = (usize::from(action.from), usize::from(action.to));
    let boxes = action.boxes(at.boxes);
    let player = action.player(&statics.map.board);
    let fits = at.boxes.has(from)
        && (from == to || !at.boxes.has(to))
        && statics.map.board.floor.minus(boxes).has(player);
    fits.then(|| Place::new(statics, boxes, player))
}

/// The position to begin with.
pub(crate) fn start<const W: usize>(statics: &Statics<W>) -> Place<W> {
    let start = statics.map.board.start;
    Place::new(statics, start.boxes, start.player)
}

/// The solved positions, one for each zone of the player.
fn solved<const W: usize>(statics: &Statics<W>) -> Vec<Place<W>> {
    let board = &statics.map.board;
    board
        .parts(board.floor.minus(board.goals))
        .into_iter()
        .map(|part| Place {
            boxes: board.goals,
            player: part.first().expect("parts are not empty") as u16,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kuraban_board::Board;
    use kuraban_level::Level;
    use kuraban_verify::Solution;

    use super::*;
    use crate::shared::Shared;
    use crate::spaces::ahead::Ahead;
    use crate::spaces::backward::{Aim, Backward};
    use crate::spaces::toward_landmark::Toward;
    use crate::strategies::Landmark;
    use crate::strategies::{Status, Work as _};
    use crate::tree::{Space as _, Tree, Ways};

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
        let statics = Statics::new(Arc::new(Board::new(&level)));
        (level, Shared::new(statics))
    }

    /// Expands positions forward, toward the start itself, so that they are far from solved.
    fn go_forward(shared: &Arc<Shared<2>>, count: usize) {
        let boxes = shared.statics.map.board.start.boxes;
        let order = Toward::new(Arc::clone(shared), boxes);
        let mut space = Ahead::new(shared, Box::new(order));
        let mut tree = Tree::new(Ways { listed: 16, renews: false, weighs: false });
        kuraban_search::without_limits(|turn| {
            tree.add_roots(&mut space, &[start(&shared.statics)], turn);
            while tree.expanded() < count {
                tree.step(&mut space, turn);
            }
        });
    }

    /// The backward search alone, until it is done: its expansions and the solution.
    fn go_backward(shared: &Arc<Shared<2>>) -> (u64, Vec<kuraban_level::Dir>) {
        kuraban_search::without_limits(|turn| {
            let mut work = Landmark::new(shared, "landmark-ends", turn);
            for _ in 0..1_000 {
                if let Status::Solved(steps) = work.step(turn) {
                    assert_eq!(work.best_cell(), None, "it was the backward search");
                    return (work.expanded(), steps);
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

    /// The moves out of the start with the positions after them.
    fn children(shared: &Arc<Shared<2>>) -> Vec<(u32, Place<2>)> {
        let boxes = shared.statics.map.board.start.boxes;
        let order = Toward::new(Arc::clone(shared), boxes);
        let mut space = Ahead::new(shared, Box::new(order));
        let (at, mut choices) = (start(&shared.statics), Vec::new());
        kuraban_search::without_limits(|turn| {
            space.choices(&at, &|_| false, turn, &mut choices);
        });
        choices.iter().map(|choice| (choice.code, space.play(&at, choice.code))).collect()
    }

    #[test]
    fn positions_taken_for_others_are_no_meetings() {
        let (_, shared) = shared(ROOMS);
        let (statics, meeting) = (&shared.statics, &shared.meeting);
        let children = children(&shared);
        assert!(children.len() > 5, "a level with some moves");
        let root = solved(statics)[0].key(statics);
        meeting.hints.allow(1_000);
        for (index, (code, place)) in children.iter().enumerate() {
            let key = place.key(statics);
            // The move of another one, as where two keys agree in what is kept of them.
            let (other, _) = children[(index + 1) % children.len()];
            meeting.enter_pushed(start(statics).key(statics), other, key);
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
            assert!(!meeting.is_pulled(statics, place), "{place:?}");
            assert!(!meeting.is_pushed(statics, place), "{place:?}");
        }
        // And the search finds its way all the same.
        let solved = kuraban_search::without_limits(|turn| {
            let mut work = Landmark::new(&shared, "landmark-ends", turn);
            (0..10_000).any(|_| matches!(work.step(turn), Status::Solved(_)))
        });
        assert!(solved, "among false hints");
    }

    #[test]
    fn one_pull_away_is_enough() {
        let (_, shared) = shared(ROOMS);
        let (statics, meeting) = (&shared.statics, &shared.meeting);
        let mut space = Backward::new(Arc::clone(&shared), Aim::OpenBoard);
        let (root, mut choices) = (space.roots()[0], Vec::new());
        assert_eq!(meeting.finish(statics, &root.place()), Some(Vec::new()));
        kuraban_search::without_limits(|turn| {
            space.choices(&root, &|_| false, turn, &mut choices);
        });
        assert!(choices.len() > 5, "a level with some pulls");
        for choice in choices {
            let place = space.play(&root, choice.code).place();
            assert!(!meeting.from_goals.has(place.key(statics)));
            assert_eq!(meeting.finish(statics, &place).map(|legs| legs.len()), Some(1));
        }
        assert_eq!(meeting.begin(statics, &start(statics)), Some(Vec::new()));
        assert_eq!(meeting.finish(statics, &start(statics)), None);
    }
}

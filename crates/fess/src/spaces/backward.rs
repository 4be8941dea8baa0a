//! The plan search: boxes are pulled off the goals and vanish in start squares.
//!
//! What remains is an order in which goals and parking places can be filled, whichever box goes
//! where. As soon as a box can vanish, nothing else is tried, which makes the search tiny.

use std::sync::Arc;

use kuraban_board::LoneBox;
use kuraban_board::Position;
use kuraban_board::Scene;
use kuraban_board::deadlock::corral;
use kuraban_board::deadlock::matching::has_perfect;
use kuraban_board::deadlock::sealed::unpullable;
use kuraban_board::deadlock::walls::wallify;
use kuraban_board::moves::{Macro, Made, Mover, Way};
use kuraban_board::{Bits, FAR};
use kuraban_level::Dir;
use kuraban_search::Turn;

use crate::advisors::shows_more;
use crate::deadlock::wobblers;
use crate::features::{dead_ends, distance, regions, shut};
use crate::level::Statics;
use crate::level::rooms::Sight;
use crate::moves::pushes::{WIDE, WIDE_MOVE, thin};
use crate::moves::stops::pointless_pull;
use crate::plan::Plan;
use crate::shared::Shared;
use crate::tree::{Choice, Field, Judgement, Progress, Score, Space, Tree};

/// A box must vanish at least this far from where it stood, unless rooms lie between.
const APART: u16 = 6;

/// Marks a move whose box vanishes.
const VANISHES: u32 = 1 << 26;

/// Boxes, the lowest spot of the player's zone, start squares that can still take a box.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Remaining<const W: usize> {
    pub(crate) boxes: Bits<W>,
    pub(crate) player: usize,
    pub(crate) bases: Bits<W>,
}

impl<const W: usize> Remaining<W> {
    /// Boxes and player alone.
    pub(crate) fn place(&self) -> Position<W> {
        Position { boxes: self.boxes, player: self.player }
    }
}

/// Of boxes that can vanish, which one goes first.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(crate) enum First {
    /// The one that vanishes farthest away.
    Far,
    /// The one that vanishes nearest.
    Near,
}

/// What the search is for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Aim {
    /// A packing plan.
    Plan(First),
    /// The most open position that can be found.
    OpenBoard,
    /// The same, with few dead ends.
    OpenEnds,
}

impl Aim {
    /// Whether it is an open position.
    fn opens(self) -> bool {
        matches!(self, Self::OpenBoard | Self::OpenEnds)
    }
}

/// The fields of a score in a search for a plan.
mod plan {
    use super::Field;

    pub(super) const DISTANCE: Field = Field::lowest(24).more_is_better();
    pub(super) const ROOMS: Field = DISTANCE.above(8);
    pub(super) const ON_GOALS: Field = ROOMS.above(10);
    pub(super) const REGIONS: Field = ON_GOALS.above(9);
    pub(super) const BOXES: Field = REGIONS.above(10);
}

/// The fields of a score in a search for an open board.
mod open {
    use super::Field;

    pub(super) const DISTANCE: Field = Field::lowest(24).more_is_better();
    pub(super) const ENDS: Field = DISTANCE.above(10);
    pub(super) const SHUT: Field = ENDS.above(10);
    pub(super) const ROOMS: Field = SHUT.above(8);
    pub(super) const REGIONS: Field = ROOMS.above(9);
}

/// What is counted.
#[derive(Clone, Copy, Debug)]
struct Counts {
    boxes: usize,
    regions: usize,
    on_goals: usize,
    rooms: usize,
    /// Boxes that cannot be pulled in any direction, walls and boxes being as they are; only
    /// counted where there is a single region.
    shut: usize,
    /// Free cells in dead ends; only counted for [`Aim::OpenEnds`] in a single region.
    ends: usize,
    distance: u32,
}

impl Counts {
    /// Most important first: for an open board, regions, rooms, shut boxes, dead ends.
    fn score(&self, aim: Aim) -> Score {
        if aim.opens() {
            return open::REGIONS.put(self.regions)
                | open::ROOMS.put(self.rooms)
                | open::SHUT.put(self.shut)
                | open::ENDS.put(self.ends)
                | open::DISTANCE.put(self.distance as usize);
        }
        plan::BOXES.put(self.boxes)
            | plan::REGIONS.put(self.regions)
            | plan::ON_GOALS.put(self.on_goals)
            | plan::ROOMS.put(self.rooms)
            | plan::DISTANCE.put(self.distance as usize)
    }
}

/// A pull, the regions after it, boxes and player's zone after it.
type Moved<const W: usize> = (Macro, u16, Bits<W>, Bits<W>);

struct Pull<const W: usize> {
    action: Macro,
    vanishes: bool,
    state: Remaining<W>,
    zone: Bits<W>,
    /// Regions with the box standing where it was pulled to.
    regions_there: u16,
    counts: Counts,
    advised: bool,
}

/// The plan search's space.
#[derive(Debug)]
pub(crate) struct Backward<const W: usize> {
    shared: Arc<Shared<W>>,
    aim: Aim,
    mover: Mover<W>,
    found: Vec<Made<W>>,
    sight: Sight,
}

impl<const W: usize> Backward<W> {
    pub(crate) fn new(shared: Arc<Shared<W>>, aim: Aim) -> Self {
        Self {
            shared,
            aim,
            mover: Mover::default(),
            found: Vec::new(),
            sight: Sight::default(),
        }
    }

    /// The solved position with the player in each of its regions.
    pub(crate) fn roots(&self) -> Vec<Remaining<W>> {
        let map = &self.shared.statics.map;
        let board = &map.board;
        let mut mover = Mover::default();
        let parts = map.board.parts(board.floor.minus(board.goals));
        let count = parts.len();
        parts
            .into_iter()
            .filter(|&part| self.can_pull(board.goals, part))
            .filter(|&part| {
                let bases = board.start.boxes;
                count == 1
                    || !wobblers::is_lost(map, &mut mover, board.goals, part, bases)
            })
            .map(|part| Remaining {
                boxes: board.goals,
                player: part.first().expect("parts are not empty"),
                bases: board.start.boxes,
            })
            .collect()
    }

    fn can_pull(&self, boxes: Bits<W>, zone: Bits<W>) -> bool {
        let map = &self.shared.statics.map;
        Dir::ALL.into_iter().any(|dir| {
            let two = zone & map.board.shift(zone, !dir);
            map.board.shift(two, !dir).meets(boxes)
        })
    }

    fn zone(&self, state: &Remaining<W>) -> Bits<W> {
        let map = &self.shared.statics.map;
        let free = map.board.floor.minus(state.boxes);
        map.board.flood(Bits::of(state.player), free)
    }

    fn counts(&self, boxes: Bits<W>, regions: usize) -> Counts {
        let map = &self.shared.statics.map;
        Counts {
            boxes: boxes.len(),
            regions,
            on_goals: (boxes & map.board.goals).len(),
            rooms: self.sight.broken(&self.shared.statics.rooms, map, boxes),
            shut: if regions == 1 { shut::count(map, boxes) } else { 0 },
            ends: match self.aim {
                Aim::OpenEnds if regions == 1 => dead_ends::count(map, boxes),
                _ => 0,
            },
            distance: distance::to_all_goals(map, boxes),
        }
    }

    /// The pulls that make sense, with the regions and the position after each.
    pub(crate) fn moves(
        &mut self,
        state: &Remaining<W>,
        turn: &mut Turn<'_>,
    ) -> Vec<(Macro, u16, Position<W>)> {
        let each = |(action, regions, boxes, zone): Moved<W>| {
            let player = zone.first().expect("the player stands somewhere");
            (action, regions, Position { boxes, player })
        };
        self.sensible(state, turn).into_iter().map(each).collect()
    }

    fn sensible(&mut self, state: &Remaining<W>, turn: &mut Turn<'_>) -> Vec<Moved<W>> {
        let map = &self.shared.statics.map;
        let board = &map.board;
        let free = board.floor.minus(state.boxes);
        let zone = self.zone(state);
        let mut enter = Bits::EMPTY;
        for base in state.bases {
            enter |= map.pushed_to[base];
        }
        enter &= board.live;
        let mut moves = Vec::new();
        for from in state.boxes {
            self.found.clear();
            self.mover.moves(
                &map.board,
                Way::Pull,
                from,
                free,
                zone,
                enter,
                &mut self.found,
            );
            let keep =
                if W > WIDE { thin(state.boxes.len(), self.found.len()) } else { 1 };
            for (index, &(action, regions, after)) in self.found.iter().enumerate() {
                if W > WIDE && turn.overdraw(WIDE_MOVE).is_break() {
                    return Vec::new();
                }
                let is_base = state.bases.has(usize::from(action.to));
                if keep > 1 && !is_base && !index.is_multiple_of(keep) {
                    continue;
                }
                let boxes = action.boxes(state.boxes);
                let to = usize::from(action.to);
                if state.bases.has(to) || self.is_sensible(state, to, boxes, after) {
                    moves.push((action, regions, boxes, after));
                }
            }
        }
        moves
    }

    fn pulls(&mut self, state: &Remaining<W>, turn: &mut Turn<'_>) -> Vec<Pull<W>> {
        let moves = self.sensible(state, turn);
        let pull = |(action, regions, boxes, zone): Moved<W>| {
            let player = zone.first().expect("the player stands somewhere");
            Pull {
                action,
                vanishes: false,
                state: Remaining { boxes, player, bases: state.bases },
                zone,
                regions_there: regions,
                counts: self.counts(boxes, usize::from(regions)),
                advised: false,
            }
        };
        let mut pulls = Vec::with_capacity(moves.len());
        for moved in moves {
            if W > WIDE && turn.overdraw(WIDE_MOVE).is_break() {
                break;
            }
            pulls.push(pull(moved));
        }
        pulls
    }

    fn is_sensible(
        &self,
        state: &Remaining<W>,
        to: usize,
        boxes: Bits<W>,
        zone: Bits<W>,
    ) -> bool {
        let map = &self.shared.statics.map;
        let board = &map.board;
        let free = board.floor.minus(boxes);
        if !board.start.boxes.has(to)
            && (self.shared.statics.stops.pull.has(to) || pointless_pull(map, free, to))
        {
            return false;
        }
        let home =
            boxes.minus(board.start.boxes).is_empty() && zone.has(board.start.player);
        if !home && !self.can_pull(boxes, zone) {
            return false;
        }
        state.bases.iter().all(|base| map.pushed_to[base].meets(boxes))
    }

    /// The start squares where boxes may vanish: the largest groups of uncovered ones between
    /// which a box can be pushed both ways. None where the player does not reach them all.
    fn sinks(&self, state: &Remaining<W>, zone: Bits<W>) -> Bits<W> {
        let map = &self.shared.statics.map;
        let lone = LoneBox::new(&map.board.layout, map.board.floor.minus(state.boxes));
        let open: Vec<(usize, Bits<W>)> = state
            .bases
            .minus(state.boxes)
            .iter()
            .map(|base| (base, lone.reached_from(Bits::of(base))))
            .collect();
        let mut grouped = Bits::EMPTY;
        let mut groups = Vec::new();
        for (index, &(first, reached)) in open.iter().enumerate() {
            if grouped.has(first) {
                continue;
            }
            let mut group = Bits::of(first);
            for &(base, back) in &open[index + 1..] {
                if !grouped.has(base) && reached.has(base) && back.has(first) {
                    group.insert(base);
                }
            }
            grouped |= group;
            groups.push(group);
        }
        let most = groups.iter().map(Bits::len).max().unwrap_or(0);
        let mut sinks = Bits::EMPTY;
        for group in groups.into_iter().filter(|group| group.len() == most) {
            sinks |= group;
        }
        if sinks.minus(zone).is_empty() { sinks } else { Bits::EMPTY }
    }

    /// Whether two cells are far enough from each other for a box to vanish on the way.
    fn are_apart(&self, from: usize, to: usize) -> bool {
        let statics = &self.shared.statics;
        if statics.map.walk_distance(from, to) >= APART {
            return true;
        }
        let stride = statics.map.board.layout.stride;
        let crosses = from / stride != to / stride && from % stride != to % stride;
        match (statics.rooms.of(from), statics.rooms.of(to)) {
            (Some(one), Some(other)) => one != other,
            (Some(room), None) => !statics.rooms.areas[room].has(to) && crosses,
            (None, Some(room)) => !statics.rooms.areas[room].has(from) && crosses,
            (None, None) => false,
        }
    }

    /// Whether the boxes can have come from the bases, one each.
    fn can_match(&self, boxes: Bits<W>, bases: Bits<W>) -> bool {
        let map = &self.shared.statics.map;
        let rows: Vec<Bits<W>> =
            bases.iter().map(|base| map.pushed_to[base] & boxes).collect();
        has_perfect(&rows)
    }

    /// Lets boxes vanish where they can, and then leaves no other move.
    fn eliminate(&self, state: &Remaining<W>, zone: Bits<W>, pulls: &mut Vec<Pull<W>>) {
        let map = &self.shared.statics.map;
        let sinks = self.sinks(state, zone);
        let mut seen = Bits::<W>::EMPTY;
        for pull in pulls.iter_mut() {
            let (from, to) = (usize::from(pull.action.from), usize::from(pull.action.to));
            if !sinks.has(to) || seen.has(from) || !self.are_apart(from, to) {
                continue;
            }
            let (boxes, bases) = (state.boxes.without(from), state.bases.without(to));
            if !self.can_match(boxes, bases) {
                continue;
            }
            seen.insert(from);
            pull.vanishes = true;
            let free = map.board.floor.minus(boxes);
            pull.zone = map.board.flood(Bits::of(pull.action.player(&map.board)), free);
            let player = pull.zone.first().expect("the player stands somewhere");
            pull.state = Remaining { boxes, player, bases };
            pull.counts = self.counts(boxes, map.board.count_parts(free));
        }
        if !seen.is_empty() {
            pulls.retain(|pull| pull.vanishes);
        }
    }

    /// Names the moves that go first.
    fn advise(
        &self,
        first: First,
        state: &Remaining<W>,
        zone: Bits<W>,
        pulls: &mut [Pull<W>],
    ) {
        let map = &self.shared.statics.map;
        let pockets = self.shared.statics.stops.pockets;
        let goals = map.board.goals;
        if pulls.iter().any(|pull| pull.vanishes) {
            let stray = pulls.iter().position(|pull| {
                let from = usize::from(pull.action.from);
                !goals.has(from) && !state.bases.has(from)
            });
            let named = stray.or_else(|| {
                first_best(pulls, |pull| {
                    let (from, to) =
                        (usize::from(pull.action.from), usize::from(pull.action.to));
                    let walk = map.walk_distance(from, to);
                    let order = match first {
                        First::Far => u16::MAX - walk,
                        First::Near => walk,
                    };
                    Some((pockets.has(from), pull.regions_there, order))
                })
            });
            if let Some(index) = named {
                pulls[index].advised = true;
            }
            return;
        }
        let here = self.counts(state.boxes, regions::count(map, state.boxes));
        let next = self.next_kills(state, zone);
        let named = [
            first_best(pulls, |pull| {
                let (from, to) =
                    (usize::from(pull.action.from), usize::from(pull.action.to));
                let after = pull.counts;
                let helps = goals.has(from)
                    && after.regions <= here.regions
                    && after.rooms <= here.rooms
                    && after.distance > here.distance;
                let far = FAR - map.push_distance(to, from);
                helps.then(|| {
                    (pockets.has(from), !next.has(to), after.regions, after.rooms, far)
                })
            }),
            first_best(pulls, |pull| {
                (pull.counts.regions < here.regions).then(|| pull.counts.score(self.aim))
            }),
            first_best(pulls, |pull| {
                (pull.counts.rooms < here.rooms).then(|| pull.counts.score(self.aim))
            }),
            first_best(pulls, |pull| {
                let after = (pull.state.boxes, pull.zone);
                let to = usize::from(pull.action.to);
                shows_more(map, (state.boxes, zone), after, to, Way::Pull)
                    .then(|| pull.counts.score(self.aim))
            }),
        ];
        for index in named.into_iter().flatten() {
            pulls[index].advised = true;
        }
    }

    /// Names the best move, if it makes things better and does not empty a pocket.
    fn advise_opening(&self, state: &Remaining<W>, pulls: &mut [Pull<W>]) {
        let map = &self.shared.statics.map;
        let free = map.board.floor.minus(state.boxes);
        let here = self.counts(state.boxes, map.board.count_parts(free)).score(self.aim);
        let pockets = self.shared.statics.stops.pockets;
        let named = first_best(pulls, |pull| {
            let score = pull.counts.score(self.aim);
            (score < here && !pockets.has(usize::from(pull.action.from))).then_some(score)
        });
        if let Some(index) = named {
            pulls[index].advised = true;
        }
    }

    /// Leaves the positions after `pulls` as hints for forward searches, the best ones first.
    fn leave_hints(&self, pulls: &[Pull<W>]) {
        let statics = &self.shared.statics;
        let mut keys: Vec<(Score, u64)> = pulls
            .iter()
            .map(|p| (p.counts.score(self.aim), p.state.place().key(&statics.map.board)))
            .collect();
        keys.sort_unstable();
        self.shared.meeting.enter_hints(keys.into_iter().map(|(_, key)| key));
    }

    /// Whether no box has vanished.
    fn is_whole(&self, state: &Remaining<W>) -> bool {
        state.bases == self.shared.statics.map.board.start.boxes
    }

    /// The cells from which a box could vanish with its next move.
    fn next_kills(&self, state: &Remaining<W>, zone: Bits<W>) -> Bits<W> {
        let map = &self.shared.statics.map;
        let sinks = self.sinks(state, zone);
        let lone = LoneBox::new(&map.board.layout, map.board.floor.minus(state.boxes));
        let far = |&spot: &usize| {
            sinks.iter().all(|sink| map.walk_distance(sink, spot) >= APART)
        };
        lone.reached_from(sinks).iter().filter(far).collect()
    }

    /// Whether playing forward from `state` one would first have to deal with a corral of which
    /// the box moved last is no part.
    fn is_unplayable(&self, state: &Remaining<W>, moved: Option<usize>) -> bool {
        let map = &self.shared.statics.map;
        let free = map.board.floor.minus(state.boxes);
        if state.boxes.minus(map.board.goals).is_empty()
            || map.board.count_parts(free) == 1
        {
            return false;
        }
        let scene = Scene::plain(&map.board, state.boxes, state.player);
        let Ok(walled) = wallify(&map.board, &scene) else { return false };
        corral::movers(&map.board, &walled)
            .is_some_and(|boxes| moved.is_none_or(|moved| !boxes.has(moved)))
    }
}

/// The first of the best by `rank`, less being better.
fn first_best<const W: usize, K: Ord>(
    pulls: &[Pull<W>],
    mut rank: impl FnMut(&Pull<W>) -> Option<K>,
) -> Option<usize> {
    let mut best: Option<(K, usize)> = None;
    for (index, pull) in pulls.iter().enumerate() {
        if let Some(rank) = rank(pull)
            && best.as_ref().is_none_or(|(known, _)| rank < *known)
        {
            best = Some((rank, index));
        }
    }
    best.map(|(_, index)| index)
}

impl<const W: usize> Space for Backward<W> {
    type State = Remaining<W>;
    type Keeper = Statics<W>;

    fn keeper(&self) -> &Statics<W> {
        &self.shared.statics
    }

    fn score(&mut self, state: &Remaining<W>) -> Score {
        let map = &self.shared.statics.map;
        let regions = regions::count(map, state.boxes);
        self.counts(state.boxes, regions).score(self.aim)
    }

    fn cell(&self, score: Score) -> u64 {
        match self.aim {
            Aim::Plan(_) => score & !plan::DISTANCE.mask(),
            Aim::OpenBoard | Aim::OpenEnds => {
                score & (open::REGIONS.mask() | open::ROOMS.mask())
            }
        }
    }

    fn choices(
        &mut self,
        state: &Remaining<W>,
        known: &dyn Fn(u64) -> bool,
        turn: &mut Turn<'_>,
        out: &mut Vec<Choice>,
    ) {
        let zone = self.zone(state);
        let mut pulls = self.pulls(state, turn);
        match self.aim {
            Aim::Plan(first) => {
                self.eliminate(state, zone, &mut pulls);
                pulls.retain(|pull| !known(self.key(&pull.state)));
                self.advise(first, state, zone, &mut pulls);
            }
            Aim::OpenBoard | Aim::OpenEnds => {
                pulls.retain(|pull| !known(self.key(&pull.state)));
                self.leave_hints(&pulls);
                self.advise_opening(state, &mut pulls);
            }
        }
        let meeting = &self.shared.meeting;
        out.extend(pulls.iter().map(|pull| Choice {
            code: pull.action.pack() | if pull.vanishes { VANISHES } else { 0 },
            score: pull.counts.score(self.aim),
            advised: pull.advised,
            done: self.aim.opens()
                && meeting.is_pushed(&self.shared.statics.map.board, &pull.state.place()),
        }));
    }

    fn play(&self, state: &Remaining<W>, code: u32) -> Remaining<W> {
        let map = &self.shared.statics.map;
        let action = Macro::unpack(code);
        let (boxes, bases) = if code & VANISHES != 0 {
            (
                state.boxes.without(usize::from(action.from)),
                state.bases.without(usize::from(action.to)),
            )
        } else {
            (action.boxes(state.boxes), state.bases)
        };
        let free = map.board.floor.minus(boxes);
        let zone = map.board.flood(Bits::of(action.player(&map.board)), free);
        let player = zone.first().expect("the player stands somewhere");
        Remaining { boxes, player, bases }
    }

    fn judge(&mut self, _: &Remaining<W>, code: u32, child: &Remaining<W>) -> Judgement {
        let vanishes = code & VANISHES != 0;
        let moved = (!vanishes).then(|| usize::from(Macro::unpack(code).to));
        if !vanishes && W <= WIDE {
            let zone = self.zone(child);
            let map = &self.shared.statics.map;
            if !self.can_match(child.boxes, child.bases) {
                return Judgement::Dead;
            }
            let left = unpullable(&map.board, map.board.floor, child.boxes, zone);
            if !left.minus(map.board.start.boxes).is_empty() {
                return Judgement::Dead;
            }
            // Where a box can vanish, a shut-in player may get out by that.
            if !child.bases.meets(zone) || self.aim.opens() {
                let (mover, position) = (&mut self.mover, (child.boxes, zone));
                let deadlocks = self.shared.deadlocks();
                if deadlocks.is_shut_in(map, mover, position, child.bases) {
                    return Judgement::Dead;
                }
            }
        }
        if !self.aim.opens() && self.is_unplayable(child, moved) {
            return Judgement::Refused;
        }
        Judgement::Alive
    }

    fn is_done(&self, state: &Remaining<W>) -> bool {
        state.boxes.is_empty()
            || state.boxes.minus(state.bases).is_empty()
                && self.zone(state).has(self.shared.statics.map.board.start.player)
    }

    fn enter(&self, from: &Remaining<W>, code: u32, state: &Remaining<W>) {
        if self.is_whole(state) {
            let statics = &self.shared.statics;
            let (from, place) = (
                from.place().key(&statics.map.board),
                state.place().key(&statics.map.board),
            );
            self.shared.meeting.enter_pulled(from, code, place);
        }
    }
}

/// The moves from the solved position to `node`, as plans want them, and the boxes left there.
pub(crate) fn plan<const W: usize>(
    (tree, space): (&Tree<Backward<W>>, &Backward<W>),
    node: u32,
) -> Plan<W> {
    let (_, codes) = tree.path(node);
    let moves: Vec<(usize, usize, bool)> = codes
        .iter()
        .map(|&code| {
            let action = Macro::unpack(code);
            (usize::from(action.from), usize::from(action.to), code & VANISHES != 0)
        })
        .collect();
    let end = tree.state(space, node);
    Plan::new(&moves, end.boxes, end.bases)
}

/// Whether the plan search has come to an end, and with which node.
pub(crate) fn ended<const W: usize>(
    tree: &Tree<Backward<W>>,
    progress: Progress,
) -> Option<u32> {
    match progress {
        Progress::Working => None,
        Progress::Done(node, _) => Some(node),
        Progress::Exhausted => tree.best_node(),
    }
}

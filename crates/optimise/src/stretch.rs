//! The cheapest way between two positions that stays in a tube.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;

use kuraban_board::bound::warm::Matcher;
use kuraban_board::deadlock::freeze;
use kuraban_board::store::{Chunks, HalfKeys};
use kuraban_board::{Bits, Board, Position, Push, WIDE};
use kuraban_level::Dir;
use kuraban_search::{Account, Pause, Turn};

use crate::goal::Prices;
use crate::queue::Queue;
use crate::tube::{Near, Tube};
use crate::walk::{each_push, price_of};
use crate::way::Stance;

/// Where a stretch ends, and what is to come after it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct End<const W: usize> {
    pub(crate) boxes: Bits<W>,
    /// The push after the stretch: what it costs depends on where the player ends.
    pub(crate) next: Option<Push>,
    /// Where the player has to end, if that matters.
    pub(crate) player: Option<u16>,
}

/// What is asked for.
#[derive(Clone, Debug)]
pub(crate) struct Errand<const W: usize> {
    pub(crate) from: Stance<W>,
    pub(crate) to: End<W>,
    pub(crate) tube: Arc<Tube>,
    /// Only ways that cost less count, the push after the stretch included.
    pub(crate) below: u128,
    /// States that may be expanded.
    pub(crate) patience: u64,
    /// Breaks ties between equally cheap ways; zero keeps the first.
    pub(crate) seed: u64,
    /// What tells states with the same boxes apart, and what counts.
    pub(crate) grain: Grain,
}

/// What tells states with the same boxes apart.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(crate) enum Grain {
    /// The player's very spot and the way of the last push: all figures count.
    Fine,
    /// The player's zone. Only ways with fewer pushes count: that leaves a small part of the states.
    /// Moves break ties, roughly. Prices have pushes first.
    Coarse,
}

/// How a stretch ended.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Ended {
    /// The cheapest way in the tube.
    Found(Vec<Push>),
    /// No way in the tube is cheap enough.
    Nothing,
    /// It ran out of patience or memory; the best way so far, if there is one.
    Tired(Option<Vec<Push>>),
}

/// A box set with the player; and how it was reached.
#[derive(Clone, Copy, Debug, Default)]
struct State {
    cost: u128,
    parent: u32,
    /// The next state with the same boxes.
    next: u32,
    set: u32,
    /// What tells it apart from those; see [`code`]. The top bit says whether it is closed.
    code: u16,
    /// Where the player is.
    player: u16,
}

/// Set in the code of a closed state.
const CLOSED: u16 = 1 << 15;

impl State {
    fn is_closed(&self) -> bool {
        self.code & CLOSED != 0
    }
}

const NONE: u32 = u32::MAX;

/// The player's spot and the way of the last push as one number. Spots are below 4096.
fn code(player: u16, last: Option<Dir>) -> u16 {
    player << 3 | last.map_or(4, Dir::index) as u16
}

/// The way of the last push, where the code tells it.
fn last_push(code: u16) -> Option<Dir> {
    let last = usize::from(code & 7);
    (last < 4).then(|| Dir::from_index(last))
}

/// The player's zone as such a number.
fn zone_code<const W: usize>(zone: Bits<W>) -> u16 {
    code(zone.first().expect("the player stands in its zone") as u16, None)
}

/// What is being expanded.
struct Parent<const W: usize> {
    id: u32,
    at: Stance<W>,
    /// The key of its boxes.
    key: u64,
    /// The player's zone, where zones are told apart.
    zone: Bits<W>,
}

/// An exact search over states in the tube, by cost. Only lost positions are left out.
pub(crate) struct Stretch<const W: usize> {
    board: Arc<Board<W>>,
    prices: Arc<Prices>,
    errand: Errand<W>,
    /// Box sets; the first state of each, and how many pushes it needs at least.
    sets: Chunks<u64>,
    first: Chunks<u32>,
    /// Where pushes are bounded: those that the start needs, and one more than any way may have.
    layers: (usize, usize),
    keys: HalfKeys,
    states: Chunks<State>,
    queue: Queue,
    near: Near,
    /// The set that was compared last.
    compared: u32,
    /// The bound of pushes, where it pays.
    matcher: Option<Matcher<W>>,
    best: Option<u32>,
    expanded: u64,
    generated: u64,
}

impl<const W: usize> Stretch<W> {
    /// Work of an expansion. Measured, roughly.
    const EXPANSION: u64 = 2;

    pub(crate) fn new(
        board: Arc<Board<W>>,
        prices: Arc<Prices>,
        errand: Errand<W>,
    ) -> Self {
        let mut stretch = Self {
            queue: Queue::new(prices.rises),
            board,
            prices,
            sets: Chunks::new(W),
            first: Chunks::new(2),
            layers: (0, 0),
            keys: HalfKeys::default(),
            states: Chunks::new(1),
            near: Near::default(),
            compared: NONE,
            matcher: None,
            best: None,
            expanded: 0,
            generated: 0,
            errand,
        };
        // On wide boards the distances of a window take longer than a look at the clock may wait.
        if stretch.prices.by_pushes && W <= WIDE {
            let (board, boxes) = (&stretch.board, stretch.errand.from.boxes);
            let end = stretch.errand.to.boxes;
            let len = board.layout.len;
            stretch.matcher = Some(if end == board.goals {
                Matcher::new(&board.to_goal, len, boxes)
            } else {
                Matcher::new(&board.distances_to(end), len, boxes)
            });
        }
        let from = stretch.errand.from;
        // A start that can never end has nothing to expand.
        let matcher = stretch.matcher.as_ref();
        let bound = matcher.map_or(Some(0), Matcher::total).unwrap_or(u32::MAX >> 1);
        stretch.layers = (bound as usize, stretch.prices.first(stretch.errand.below) + 1);
        let key = stretch.board.boxes_key(from.boxes);
        let set = stretch.add_set(key, from.boxes, bound);
        let code = stretch.code_of(&from);
        stretch.add_state(set, code, from.player, 0, NONE);
        stretch.end_at_once();
        stretch
    }

    /// Work of setting it up.
    pub(crate) fn setup(&self) -> u64 {
        let boxes = self.errand.from.boxes.len() as u64;
        20 + if self.matcher.is_some() { boxes * boxes / 8 + 10 * boxes } else { 0 }
    }

    /// Where the boxes stand at the end already, no push at all is a way.
    fn end_at_once(&mut self) {
        let Errand { from, to, below, grain, .. } = &mut self.errand;
        if from.boxes == to.boxes
            && let Some(next) = to.next
            && let Some(price) = price_of(&self.board, &self.prices, from, next)
        {
            let price = if *grain == Grain::Coarse { 0 } else { price };
            if price < *below {
                *below = price;
                self.best = Some(0);
            }
        }
    }

    /// What tells a position apart from others with the same boxes.
    fn code_of(&self, at: &Stance<W>) -> u16 {
        match self.errand.grain {
            Grain::Fine => code(at.player, at.last),
            Grain::Coarse => zone_code(self.board.zone(at.boxes, usize::from(at.player))),
        }
    }

    /// The layer of a state: by pushes made and still to be made, and then by pushes made; nearly
    /// all ways to a state come from earlier layers. Without a bound, by the first figure.
    fn layer(&self, cost: u128, bound: u32) -> usize {
        let figure = self.prices.first(cost);
        if self.matcher.is_none() {
            return figure;
        }
        let (least, width) = self.layers;
        (figure + bound as usize).saturating_sub(least) * width + figure
    }

    /// The last layer that any state may be in.
    fn last_layer(&self) -> usize {
        let most = self.prices.first(self.errand.below);
        if self.matcher.is_none() {
            return most;
        }
        let (least, width) = self.layers;
        (most.saturating_sub(least) + 1) * width
    }

    fn add_set(&mut self, key: u64, boxes: Bits<W>, bound: u32) -> u32 {
        let set = self.sets.len() as u32;
        self.sets.push(boxes.words());
        self.first.push(&[NONE, bound]);
        self.keys.add(key, set);
        set
    }

    fn add_state(
        &mut self,
        set: u32,
        code: u16,
        player: u16,
        cost: u128,
        parent: u32,
    ) -> u32 {
        let id = self.states.len() as u32;
        let of_set = self.first.record_mut(set as usize);
        let next = std::mem::replace(&mut of_set[0], id);
        let bound = of_set[1];
        self.states.push(&[State { cost, parent, next, set, code, player }]);
        self.queue.put(cost, self.layer(cost, bound), id);
        id
    }

    fn state(&self, id: u32) -> &State {
        &self.states.record(id as usize)[0]
    }

    fn boxes(&self, set: u32) -> Bits<W> {
        let words = self.sets.record(set as usize);
        Bits::from_words(words.try_into().expect("it is that wide"))
    }

    fn stance(&self, state: &State) -> Stance<W> {
        let last = last_push(state.code);
        Stance { boxes: self.boxes(state.set), player: state.player, last }
    }

    /// Works until it has ended, or until the turn is over.
    pub(crate) fn advance(&mut self, turn: &mut Turn<'_>) -> ControlFlow<Pause, Ended> {
        loop {
            if self.expanded >= self.errand.patience {
                return Continue(Ended::Tired(self.way()));
            }
            if turn.hold(self.bytes_soon()).is_break() {
                return Continue(Ended::Tired(self.way()));
            }
            if let Break(pause) = turn.expand(Self::EXPANSION) {
                return Break(pause);
            }
            if !self.expand() {
                return Continue(self.way().map_or(Ended::Nothing, Ended::Found));
            }
        }
    }

    /// Expands the cheapest state; whether there was one.
    fn expand(&mut self) -> bool {
        let (id, state) = loop {
            let Some(id) = self.queue.next() else { return false };
            let state = *self.state(id);
            let bound = self.first.record(state.set as usize)[1];
            let at_least = state.cost + self.prices.bound(bound);
            if !state.is_closed() && at_least < self.errand.below {
                break (id, state);
            }
        };
        self.states.record_mut(id as usize)[0].code |= CLOSED;
        self.expanded += 1;
        let at = self.stance(&state);
        if at.boxes == self.errand.to.boxes && self.errand.to.next.is_none() {
            // Solved: nothing that comes after can be better.
            return true;
        }
        let (board, prices) = (Arc::clone(&self.board), Arc::clone(&self.prices));
        if self.compared != state.set {
            self.errand.tube.compare(at.boxes, &mut self.near);
            self.compared = state.set;
        }
        if let Some(matcher) = &mut self.matcher {
            matcher.go_to(at.boxes);
        }
        let key = board.boxes_key(at.boxes);
        let zone = match self.errand.grain {
            Grain::Fine => Bits::EMPTY,
            Grain::Coarse => board.zone(at.boxes, usize::from(at.player)),
        };
        let parent = Parent { id, at, key, zone };
        each_push(&board, &prices, &at, board.live, |push, price| {
            self.child(&board, &parent, push, state.cost + price);
        });
        true
    }

    fn child(&mut self, board: &Board<W>, parent: &Parent<W>, push: Push, cost: u128) {
        self.generated += 1;
        if cost >= self.errand.below {
            return;
        }
        let from = usize::from(push.from);
        let to = board.step(from, push.dir);
        if !self.errand.tube.has_after(&self.near, from, to) {
            return;
        }
        let boxes = parent.at.boxes.without(from).with(to);
        let key = parent.key ^ board.box_key(from) ^ board.box_key(to);
        let sets = &self.sets;
        let is_it = |set: u32| sets.record(set as usize) == boxes.words();
        let known = self.keys.find(key, is_it);
        let next = Stance { boxes, player: push.from, last: Some(push.dir) };
        let grain = self.errand.grain;
        let code = || match grain {
            Grain::Fine => code(push.from, Some(push.dir)),
            Grain::Coarse => {
                let position = Position { boxes, player: from };
                zone_code(board.zone_after(position, parent.zone, to))
            }
        };
        let reached = if let Some(set) = known {
            let bound = self.first.record(set as usize)[1];
            if cost + self.prices.bound(bound) >= self.errand.below {
                return;
            }
            let code = code();
            self.reach(set, code, push.from, cost, parent.id)
        } else {
            let mut bound = 0;
            if let Some(matcher) = &mut self.matcher {
                let Some(pushes) = matcher.total_after(from, to) else { return };
                if cost + self.prices.bound(pushes) >= self.errand.below {
                    return;
                }
                bound = pushes;
            }
            if freeze::is_lost(board, boxes) {
                return;
            }
            let code = code();
            let set = self.add_set(key, boxes, bound);
            Some(self.add_state(set, code, push.from, cost, parent.id))
        };
        if let Some(id) = reached
            && boxes == self.errand.to.boxes
        {
            self.finish(board, &next, id, cost);
        }
    }

    /// Reaches a state of a known box set; tells which, if it is new or cheaper than before.
    fn reach(
        &mut self,
        set: u32,
        code: u16,
        player: u16,
        cost: u128,
        parent: u32,
    ) -> Option<u32> {
        let &[mut id, bound] = self.first.record(set as usize) else { return None };
        let is_coarse = self.errand.grain == Grain::Coarse;
        while id != NONE {
            let seed = self.errand.seed;
            let state = &mut self.states.record_mut(id as usize)[0];
            if state.code & !CLOSED != code {
                id = state.next;
                continue;
            }
            let is_even = self.prices.first(cost) == self.prices.first(state.cost);
            if is_coarse && is_even {
                // As many pushes: the way with fewer moves, while that is still open.
                if cost < state.cost && !state.is_closed() {
                    (state.cost, state.parent, state.player) = (cost, parent, player);
                }
                return None;
            }
            if cost == state.cost && seed != 0 && !state.is_closed() {
                // One of two equally cheap ways, by lot.
                if scramble(seed, parent, state.parent) {
                    state.parent = parent;
                }
                return None;
            }
            if cost >= state.cost {
                return None;
            }
            // Distances look at a box alone, and the player beside it on any side: a push may
            // lower the bound by more than one. So a state may be reached too late, and is
            // expanded again then.
            (state.cost, state.parent, state.player) = (cost, parent, player);
            state.code = code;
            self.queue.put(cost, self.layer(cost, bound), id);
            return Some(id);
        }
        Some(self.add_state(set, code, player, cost, parent))
    }

    /// The end was reached: from now on only what is cheaper counts.
    fn finish(&mut self, board: &Board<W>, at: &Stance<W>, id: u32, cost: u128) {
        let End { next, player, .. } = self.errand.to;
        if player.is_some_and(|player| player != at.player) {
            return;
        }
        let after = match next {
            None => Some(0),
            Some(next) => price_of(board, &self.prices, at, next),
        };
        let Some(after) = after else { return };
        let total = match self.errand.grain {
            Grain::Fine => cost + after,
            Grain::Coarse => self.prices.of_first(self.prices.first(cost)),
        };
        if total < self.errand.below {
            self.errand.below = total;
            self.best = Some(id);
        }
    }

    /// The best way so far.
    fn way(&self) -> Option<Vec<Push>> {
        let mut pushes = Vec::new();
        let mut state = self.state(self.best?);
        while state.parent != NONE {
            let before = self.state(state.parent);
            pushes.push(self.push_between(before.set, state.set)?);
            state = before;
        }
        pushes.reverse();
        Some(pushes)
    }

    /// The push that leads from one box set to another.
    fn push_between(&self, from: u32, to: u32) -> Option<Push> {
        let (from, to) = (self.boxes(from), self.boxes(to));
        let (left, taken) = (from.minus(to).first()?, to.minus(from).first()?);
        let dir =
            Dir::ALL.into_iter().find(|&dir| self.board.step(left, dir) == taken)?;
        Some(Push { from: left as u16, dir })
    }

    /// Bytes taken by what does not grow.
    fn bytes_beside(&self) -> usize {
        self.errand.tube.bytes() + self.matcher.as_ref().map_or(0, Matcher::bytes)
    }

    fn bytes(&self) -> usize {
        self.bytes_beside()
            + self.sets.bytes()
            + self.first.bytes()
            + self.states.bytes()
            + self.keys.bytes()
            + self.queue.bytes()
    }

    /// Bytes taken at most after one more expansion.
    fn bytes_soon(&self) -> usize {
        // A push for each side of each box.
        let more = 4 * self.errand.from.boxes.len();
        self.bytes_beside()
            + self.sets.bytes_with(more)
            + self.first.bytes_with(more)
            + self.states.bytes_with(more)
            + self.keys.bytes_with(more)
            + self.queue.bytes_with(more, self.last_layer())
    }

    pub(crate) fn account(&self) -> Account {
        let mut account = Account::new(self.expanded, self.generated, self.bytes());
        account.open = self.queue.len() as u64;
        account
    }
}

/// One of two, by lot.
fn scramble(seed: u64, one: u32, other: u32) -> bool {
    let mixed = (u64::from(one) << 32 | u64::from(other)) ^ seed;
    mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 63 != 0
}

#[cfg(test)]
mod tests {
    use std::ops::Range;
    use std::time::Duration;

    use kuraban_level::Level;
    use kuraban_search::without_limits;
    use kuraban_testkit::{Random, Rooms, Solved, shared_solved, thread_cpu};
    use kuraban_verify::Solution;

    use super::*;
    use crate::brute::{Moment, cheapest, dirs, poor};
    use crate::way::Way;
    use crate::{Figure, Goal};

    /// Moments of brute force at most; levels with more are left out.
    const MOST: usize = 25_000;

    /// A way on its board.
    struct Case<const W: usize> {
        board: Arc<Board<W>>,
        prices: Arc<Prices>,
        way: Way<W>,
    }

    impl<const W: usize> Case<W> {
        fn new(level: &Level, goal: &Goal, steps: &[Dir]) -> Self {
            let (board, prices) = (Arc::new(Board::new(level)), Prices::new(goal));
            let solution = Solution::check(level, steps).expect("a solution");
            let steps = dirs(solution.steps());
            let way = Way::of_steps(&board, &prices, level, &steps).expect("a way");
            Self { board, prices: Arc::new(prices), way }
        }

        /// What the way costs now from `range.start` to the push after the range.
        fn paid(&self, range: &Range<usize>) -> u128 {
            let last = (range.end + 1).min(self.way.len());
            self.way.paid[last] - self.way.paid[range.start]
        }

        /// The cheapest way for a range in the tube that costs less than `below`.
        fn search(
            &self,
            range: &Range<usize>,
            differ: Option<usize>,
            below: u128,
            seed: u64,
            player: Option<u16>,
        ) -> Ended {
            let errand = self.errand(range, differ, below);
            let end = End { player, ..errand.to };
            self.end(Errand { to: end, seed, ..errand })
        }

        /// The fewest pushes for a range in the tube, if there is a way with fewer than now.
        fn search_alone(&self, range: &Range<usize>, differ: usize) -> Ended {
            let below = self.prices.of_first(range.len());
            let errand = self.errand(range, Some(differ), below);
            self.end(Errand { grain: Grain::Coarse, ..errand })
        }

        fn errand(
            &self,
            range: &Range<usize>,
            differ: Option<usize>,
            below: u128,
        ) -> Errand<W> {
            let known = self.way.sets(range.start..=range.end);
            Errand {
                from: self.way.stances[range.start],
                to: End {
                    boxes: self.way.stances[range.end].boxes,
                    next: self.way.pushes.get(range.end).copied(),
                    player: None,
                },
                tube: Arc::new(Tube::new(&known, self.board.layout.len, differ)),
                below,
                patience: u64::MAX,
                seed: 0,
                grain: Grain::Fine,
            }
        }

        fn end(&self, errand: Errand<W>) -> Ended {
            let (board, prices) = (Arc::clone(&self.board), Arc::clone(&self.prices));
            let mut stretch = Stretch::new(board, prices, errand);
            match without_limits(|turn| stretch.advance(turn)) {
                Continue(ended) => ended,
                Break(pause) => panic!("{pause:?}"),
            }
        }

        /// What a range costs with other pushes, the push after it included.
        fn cost(&self, range: &Range<usize>, pushes: &[Push]) -> u128 {
            let (board, prices) = (&self.board, &self.prices);
            let way = self.way.spliced(board, prices, range.clone(), pushes);
            let way = way.expect("they can be made, and the rest after them");
            let last = (range.start + pushes.len() + 1).min(way.len());
            way.paid[last] - way.paid[range.start]
        }

        /// The squares of a box set.
        fn squares(&self, boxes: Bits<W>) -> Vec<usize> {
            boxes.iter().map(|spot| self.board.layout.square(spot)).collect()
        }

        /// The same by brute force.
        fn least(
            &self,
            level: &Level,
            goal: &Goal,
            range: &Range<usize>,
            differ: usize,
            player: Option<u16>,
        ) -> Option<Vec<usize>> {
            let square = |spot: usize| self.board.layout.square(spot);
            let at = &self.way.stances[range.start];
            // Boxes that are walls of the board never move.
            let on_board = self.squares(self.board.start.boxes);
            let walls: Vec<usize> = level.boxes().to_vec();
            let walls = walls.into_iter().filter(|at| !on_board.contains(at));
            let walls: Vec<usize> = walls.collect();
            let whole = |boxes: Bits<W>| {
                let mut all = [self.squares(boxes), walls.clone()].concat();
                all.sort_unstable();
                all
            };
            let from = Moment {
                player: square(usize::from(at.player)),
                boxes: whole(at.boxes),
                before: at.last.map(|dir| (dir, true)),
                last_box: at
                    .last
                    .map(|dir| square(self.board.step(usize::from(at.player), dir))),
            };
            if range.start == 0 {
                assert_eq!(from, Moment::start(level));
            }
            let player = player.map(|player| square(usize::from(player)));
            let known: Vec<Vec<usize>> =
                self.way.sets(range.start..=range.end).into_iter().map(whole).collect();
            let end = known.last().expect("the end").clone();
            let next = self.way.pushes.get(range.end);
            let is_in = |boxes: &[usize]| {
                // When the boxes are on their goals, the game is over.
                let is_over = next.is_none() && boxes == end;
                !is_over
                    && known.iter().any(|known| {
                        boxes.iter().filter(|at| !known.contains(at)).count() <= differ
                    })
            };
            let next = next.map(|push| (square(usize::from(push.from)), push.dir));
            cheapest(
                level,
                &from,
                MOST,
                |figures| goal.rank(figures),
                is_in,
                |played| match next {
                    None => {
                        let stands = played.push.map(|(from, _)| from);
                        played.after == end && (player.is_none() || player == stands)
                    }
                    Some(next) => played.before == end && played.push == Some(next),
                },
            )
        }
    }

    /// The figures of a cost in the order of the goal.
    fn rank(goal: &Goal, prices: &Prices, cost: u128) -> Vec<usize> {
        let figures = goal.figures();
        let bits = (u128::BITS / figures.len() as u32).min(32);
        assert_eq!(
            prices.first(cost),
            (cost >> (bits * (figures.len() as u32 - 1))) as usize
        );
        let field = |index| (cost >> (bits * index)) as usize & ((1 << bits) - 1);
        (0..figures.len() as u32).rev().map(field).collect()
    }

    /// The lazy search against enumeration, for whole solutions and windows of them.
    #[test]
    fn the_tube_is_searched_exactly() {
        let goals = [
            "moves,pushes",
            "pushes,moves",
            "box-changes,player-lines,moves",
            "robot,box-lines",
            "sessions,pushes",
        ];
        let goals = goals.map(|goal| goal.parse::<Goal>().expect("a goal"));
        let mut random = Random::new(14);
        let (mut levels, mut compared, mut windows) = (0, 0, 0);
        let (mut gains, mut narrow) = (0, 0);
        while levels < 200 {
            let rooms = if levels % 2 == 0 { Rooms::SMALL } else { Rooms::CROWDED };
            let level = rooms.next(&mut random);
            let Some(steps) = poor(&level, &mut random) else { continue };
            let goal = &goals[levels % goals.len()];
            levels += 1;
            let case = Case::<2>::new(&level, goal, &steps);
            let len = case.way.len();
            let from = random.below(len);
            let to = from + 1 + random.below(len - from);
            for range in [0..len, from..to] {
                let now = case.paid(&range);
                let mut costs = Vec::new();
                for differ in [0, 1, 2] {
                    let least = case.least(&level, goal, &range, differ, None);
                    let Some(least) = least else { continue };
                    let told = format!("{goal}, {range:?}, {differ}: {level:?}");
                    // Its own cost is allowed: then there is always a way.
                    let ended = case.search(&range, Some(differ), now + 1, 0, None);
                    let Ended::Found(pushes) = &ended else {
                        panic!("{ended:?}: {told}")
                    };
                    let cost = case.cost(&range, pushes);
                    assert_eq!(rank(goal, &case.prices, cost), least, "{told}");
                    compared += 1;
                    windows += usize::from(range.end < len || range.start > 0);
                    gains += usize::from(cost < now);
                    costs.push(cost);
                    // Only what is cheaper counts.
                    let ended = case.search(&range, Some(differ), cost, 0, None);
                    assert_eq!(ended, Ended::Nothing, "{told}");
                    // Ties are broken in another way, and nothing else changes.
                    let ended = case.search(&range, Some(differ), cost + 1, 77, None);
                    let Ended::Found(pushes) = &ended else {
                        panic!("{ended:?}: {told}")
                    };
                    assert_eq!(case.cost(&range, pushes), cost, "{told}");
                }
                assert!(costs.is_sorted_by(|narrow, wide| narrow >= wide));
                narrow += usize::from(costs.first() > costs.last());
            }
        }
        assert!(compared > 900 && windows > 400, "{compared}, {windows} windows");
        assert!(gains > 80 && narrow > 25, "{gains} gains, {narrow} narrow tubes");
    }

    /// Pushes alone: as few as brute force finds in the tube, or nothing where the way has no more
    /// than that.
    #[test]
    fn pushes_alone_are_searched_exactly() {
        let goal: Goal = "pushes".parse().expect("a goal");
        let mut random = Random::new(16);
        let (mut levels, mut gains, mut nothing, mut windows) = (0, 0, 0, 0);
        while levels < 150 {
            let rooms = if levels % 2 == 0 { Rooms::SMALL } else { Rooms::CROWDED };
            let level = rooms.next(&mut random);
            let Some(steps) = poor(&level, &mut random) else { continue };
            levels += 1;
            let case = Case::<2>::new(&level, &goal, &steps);
            let len = case.way.len();
            let from = random.below(len);
            let to = from + 1 + random.below(len - from);
            for range in [0..len, from..to] {
                for differ in [0, 1, 2] {
                    let least = case.least(&level, &goal, &range, differ, None);
                    let Some(&[least]) = least.as_deref() else { continue };
                    let least = least - usize::from(range.end < len);
                    let ended = case.search_alone(&range, differ);
                    let told = format!("{range:?}, {differ}: {level:?}");
                    if least == range.len() {
                        assert_eq!(ended, Ended::Nothing, "{told}");
                        nothing += 1;
                        continue;
                    }
                    let Ended::Found(pushes) = &ended else {
                        panic!("{ended:?}: {told}")
                    };
                    assert_eq!(pushes.len(), least, "{told}");
                    let now = case.paid(&range);
                    assert!(case.cost(&range, pushes) < now, "{told}");
                    gains += 1;
                    windows += usize::from(range.len() < len);
                }
            }
        }
        assert!(gains > 60 && windows > 10, "{gains} gains, {windows} in windows");
        assert!(nothing > 200, "{nothing} in vain");
    }

    /// The same where the player has to end on the square where it ends now. Boxes that are solved
    /// with the player elsewhere are no way on.
    #[test]
    fn the_last_square_can_be_kept() {
        let goal = Goal::moves();
        let mut random = Random::new(15);
        let (mut levels, mut dearer) = (0, 0);
        while levels < 60 {
            let level = Rooms::SMALL.next(&mut random);
            let Some(steps) = poor(&level, &mut random) else { continue };
            levels += 1;
            let case = Case::<2>::new(&level, &goal, &steps);
            let range = 0..case.way.len();
            let now = case.paid(&range);
            let player = case.way.stances.last().map(|last| last.player);
            let Some(least) = case.least(&level, &goal, &range, 1, player) else {
                continue;
            };
            let ended = case.search(&range, Some(1), now + 1, 0, player);
            let Ended::Found(pushes) = &ended else { panic!("{ended:?}: {level:?}") };
            assert_eq!(pushes.last().map(|push| push.from), player);
            let cost = case.cost(&range, pushes);
            assert_eq!(rank(&goal, &case.prices, cost), least, "{level:?}");
            let Ended::Found(free) = case.search(&range, Some(1), now + 1, 0, None)
            else {
                panic!("there is a way")
            };
            dearer += usize::from(cost > case.cost(&range, &free));
        }
        assert!(dearer > 2, "{dearer} end elsewhere if they may");
    }

    /// Nothing that is left out is needed by a known solution: the search follows it.
    #[test]
    fn known_solutions_are_followed() {
        let mut followed = 0;
        for (name, every) in [("microban1", 12), ("xsokoban", 9)] {
            let Some(solved) = shared_solved(name) else { continue };
            for Solved { label, level, steps } in solved.iter().step_by(every) {
                for goal in [Goal::pushes(), Goal::moves()] {
                    let case = Case::<16>::new(level, &goal, steps);
                    let len = case.way.len();
                    for range in [0..len, len / 3..2 * len / 3] {
                        let now = case.paid(&range);
                        let ended = case.search(&range, Some(0), now + 1, 0, None);
                        let Ended::Found(pushes) = ended else {
                            panic!("{label}, {goal}, {range:?}: {ended:?}")
                        };
                        assert!(case.cost(&range, &pushes) <= now, "{label}, {goal}");
                    }
                    followed += 1;
                }
            }
            // One box elsewhere, where that is quick.
            for Solved { label, level, steps } in solved.iter().take(4) {
                let goal =
                    Goal::new(vec![Figure::Pushes, Figure::Moves]).expect("a goal");
                let case = Case::<16>::new(level, &goal, steps);
                let range = 0..case.way.len().min(40);
                let now = case.paid(&range);
                let ended = case.search(&range, Some(1), now + 1, 0, None);
                let Ended::Found(pushes) = ended else { panic!("{label}: {ended:?}") };
                assert!(case.cost(&range, &pushes) <= now, "{label}");
            }
        }
        assert!(followed > 30 || shared_solved("xsokoban").is_none(), "{followed}");
    }

    /// A tube with one box round 20 boxes and 401 pushes: `XSokoban` 67.
    #[test]
    fn a_whole_round_is_small() {
        let Some(solved) = shared_solved("xsokoban") else { return };
        let Solved { level, steps, .. } = &solved[66];
        let case = Case::<4>::new(level, &Goal::moves(), steps);
        let range = 0..case.way.len();
        assert!(case.board.layout.boxes.len() == 20 && range.len() > 400);
        let errand = case.errand(&range, Some(1), case.paid(&range));
        let begin = thread_cpu();
        let (board, prices) = (Arc::clone(&case.board), Arc::clone(&case.prices));
        let mut stretch = Stretch::new(board, prices, errand);
        let ended = without_limits(|turn| stretch.advance(turn));
        let (spent, account) = (thread_cpu().saturating_sub(begin), stretch.account());
        assert!(matches!(ended, Continue(Ended::Found(_))), "{ended:?}");
        assert!(account.bytes < 300 << 20, "{account:?}");
        // Without optimisation it takes longer.
        let is_quick = spent < Duration::from_secs(3);
        assert!(is_quick || cfg!(debug_assertions), "{spent:?} {account:?}");
    }

    /// Where boxes come back to where they stood, the best is not to push at all.
    #[test]
    fn a_loop_can_be_left_out() {
        let level: Level = "#######\n#     #\n# @$ .#\n#     #\n#######".parse().unwrap();
        let steps: Vec<Dir> =
            "RurrdLulldRR".chars().filter_map(Dir::from_letter).collect();
        let case = Case::<1>::new(&level, &Goal::moves(), &steps);
        assert_eq!(case.way.len(), 4);
        let range = 0..2;
        let now = case.paid(&range);
        assert_eq!(case.search(&range, Some(1), now, 0, None), Ended::Found(Vec::new()));
    }

    /// Patience and memory end a search; what it has found by then is kept.
    #[test]
    fn tired_searches_keep_what_they_have() {
        let mut random = Random::new(3);
        let (mut tired, mut kept) = (0, 0);
        let mut levels = 0;
        while levels < 40 {
            let level = Rooms::SMALL.next(&mut random);
            let Some(steps) = poor(&level, &mut random) else { continue };
            levels += 1;
            let case = Case::<2>::new(&level, &Goal::moves(), &steps);
            let range = 0..case.way.len();
            let now = case.paid(&range);
            for patience in [0, 3, 10, 30, 100] {
                let errand = Errand { patience, ..case.errand(&range, None, now + 1) };
                let (board, prices) = (Arc::clone(&case.board), Arc::clone(&case.prices));
                let mut stretch = Stretch::new(board, prices, errand);
                let Continue(ended) = without_limits(|turn| stretch.advance(turn)) else {
                    panic!("the turn has no end")
                };
                assert!(stretch.account().expanded <= patience);
                tired += usize::from(matches!(ended, Ended::Tired(_)));
                if let Ended::Tired(Some(pushes)) = ended {
                    kept += 1;
                    assert!(case.cost(&range, &pushes) <= now);
                }
            }
        }
        assert!(tired > 30 && kept > 0, "{tired} were tired, {kept} had something");
    }
}

//! The cheapest way between two positions that stays in a tube.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;

use kuraban_board::bound::warm::Matcher;
use kuraban_board::deadlock::freeze;
use kuraban_board::store::{Chunks, HalfKeys};
use kuraban_board::{Bits, Board, Push};
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

/// A box set, the player's spot, the way of the last push; and how it was reached.
#[derive(Clone, Copy, Debug, Default)]
struct State {
    cost: u128,
    parent: u32,
    /// The next state with the same boxes.
    next: u32,
    set: u32,
    /// Player and direction; see [`code`].
    code: u16,
    is_closed: bool,
}

const NONE: u32 = u32::MAX;

/// The player's spot and the way of the last push as one number. Spots are below 4096.
fn code(player: u16, last: Option<Dir>) -> u16 {
    player << 3 | last.map_or(4, Dir::index) as u16
}

/// The opposite of [`code`].
fn decode(code: u16) -> (u16, Option<Dir>) {
    let last = usize::from(code & 7);
    (code >> 3, (last < 4).then(|| Dir::from_index(last)))
}

/// An exact search over states in the tube, by cost. Only lost positions are left out.
pub(crate) struct Stretch<const W: usize> {
    board: Arc<Board<W>>,
    prices: Arc<Prices>,
    errand: Errand<W>,
    /// Box sets, and the first state of each.
    sets: Chunks<u64>,
    first: Chunks<u32>,
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
            first: Chunks::new(1),
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
        if stretch.prices.by_pushes {
            let (board, boxes) = (&stretch.board, stretch.errand.from.boxes);
            let end = stretch.errand.to.boxes;
            let len = board.layout.len;
            stretch.matcher = Some(if end == board.goals {
                Matcher::new(&board.to_goal, len, boxes)
            } else {
                Matcher::new(&board.distances_to_goals(end, Bits::EMPTY), len, boxes)
            });
        }
        let from = stretch.errand.from;
        let set = stretch.add_set(stretch.board.boxes_key(from.boxes), from.boxes);
        stretch.add_state(set, code(from.player, from.last), 0, NONE);
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
        let Errand { from, to, below, .. } = &mut self.errand;
        if from.boxes == to.boxes
            && let Some(next) = to.next
            && let Some(price) = price_of(&self.board, &self.prices, from, next)
            && price < *below
        {
            *below = price;
            self.best = Some(0);
        }
    }

    fn add_set(&mut self, key: u64, boxes: Bits<W>) -> u32 {
        let set = self.sets.len() as u32;
        self.sets.push(boxes.words());
        self.first.push(&[NONE]);
        self.keys.add(key, set);
        set
    }

    fn add_state(&mut self, set: u32, code: u16, cost: u128, parent: u32) {
        let id = self.states.len() as u32;
        let first = &mut self.first.record_mut(set as usize)[0];
        let next = std::mem::replace(first, id);
        self.states.push(&[State { cost, parent, next, set, code, is_closed: false }]);
        self.queue.put(cost, self.prices.first(cost), id);
    }

    fn state(&self, id: u32) -> &State {
        &self.states.record(id as usize)[0]
    }

    fn stance(&self, state: &State) -> Stance<W> {
        let words = self.sets.record(state.set as usize);
        let boxes = Bits::from_words(words.try_into().expect("it is that wide"));
        let (player, last) = decode(state.code);
        Stance { boxes, player, last }
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
            if !state.is_closed && state.cost < self.errand.below {
                break (id, state);
            }
        };
        self.states.record_mut(id as usize)[0].is_closed = true;
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
        each_push(&board, &prices, &at, board.live, |push, price| {
            self.child(&board, id, &at, key, push, state.cost + price);
        });
        true
    }

    fn child(
        &mut self,
        board: &Board<W>,
        parent: u32,
        at: &Stance<W>,
        key: u64,
        push: Push,
        cost: u128,
    ) {
        self.generated += 1;
        if cost >= self.errand.below {
            return;
        }
        let from = usize::from(push.from);
        let to = board.step(from, push.dir);
        if !self.errand.tube.has_after(&self.near, from, to) {
            return;
        }
        let boxes = at.boxes.without(from).with(to);
        let key = key ^ board.box_key(from) ^ board.box_key(to);
        let sets = &self.sets;
        let is_it = |set: u32| sets.record(set as usize) == boxes.words();
        let code = code(push.from, Some(push.dir));
        if let Some(set) = self.keys.find(key, is_it) {
            if !self.reach(set, code, cost, parent) {
                return;
            }
        } else {
            if let Some(matcher) = &mut self.matcher {
                let Some(pushes) = matcher.total_after(from, to) else { return };
                if cost + self.prices.bound(pushes) >= self.errand.below {
                    return;
                }
            }
            if freeze::is_lost(board, boxes) {
                return;
            }
            let set = self.add_set(key, boxes);
            self.add_state(set, code, cost, parent);
        }
        if boxes == self.errand.to.boxes {
            self.finish(board, boxes, push, cost);
        }
    }

    /// Reaches a state of a known box set; whether that is new or cheaper than before.
    fn reach(&mut self, set: u32, code: u16, cost: u128, parent: u32) -> bool {
        let mut id = self.first.record(set as usize)[0];
        while id != NONE {
            let seed = self.errand.seed;
            let state = &mut self.states.record_mut(id as usize)[0];
            if state.code == code {
                if cost == state.cost && seed != 0 && !state.is_closed {
                    // One of two equally cheap ways, by lot.
                    if scramble(seed, parent, state.parent) {
                        state.parent = parent;
                    }
                    return false;
                }
                if cost >= state.cost {
                    return false;
                }
                (state.cost, state.parent) = (cost, parent);
                self.queue.put(cost, self.prices.first(cost), id);
                return true;
            }
            id = state.next;
        }
        self.add_state(set, code, cost, parent);
        true
    }

    /// The end was reached: from now on only what is cheaper counts.
    fn finish(&mut self, board: &Board<W>, boxes: Bits<W>, push: Push, cost: u128) {
        let End { next, player, .. } = self.errand.to;
        if player.is_some_and(|player| player != push.from) {
            return;
        }
        let at = Stance { boxes, player: push.from, last: Some(push.dir) };
        let after = match next {
            None => Some(0),
            Some(next) => price_of(board, &self.prices, &at, next),
        };
        let Some(total) = after.map(|after| cost + after) else { return };
        if total < self.errand.below {
            self.errand.below = total;
            let set = self.keys.find(board.boxes_key(boxes), |set| {
                self.sets.record(set as usize) == boxes.words()
            });
            let code = code(push.from, Some(push.dir));
            let mut id = self.first.record(set.expect("it was added") as usize)[0];
            while self.state(id).code != code {
                id = self.state(id).next;
            }
            self.best = Some(id);
        }
    }

    /// The best way so far.
    fn way(&self) -> Option<Vec<Push>> {
        let mut pushes = Vec::new();
        let mut state = self.state(self.best?);
        while state.parent != NONE {
            let (from, dir) = decode(state.code);
            pushes.push(Push { from, dir: dir.expect("it was pushed") });
            state = self.state(state.parent);
        }
        pushes.reverse();
        Some(pushes)
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
            + self.queue.bytes_with(more, self.prices.first(self.errand.below))
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

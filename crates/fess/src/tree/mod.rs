//! The search tree of a feature space.
//!
//! What waits is served by the cells of its features ([`Cells`]) or by what it is worth ([`ByWorth`]).
//! Moves are kept as bare numbers, best first; positions that were not expanded are not stored.

mod by_worth;
mod cell;
mod cells;
mod score;
mod worth;

use kuraban_board::store::{Chunks, Table};
use kuraban_search::Turn;

use by_worth::ByWorth;
use cells::Cells;

pub(crate) use score::{Field, Score};
pub(crate) use worth::{Counts, Terms, Worth, power};

/// A move out of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    /// The move as the space numbers it, below 2^30.
    pub(crate) code: u32,
    /// Features of the position after it.
    pub(crate) score: Score,
    /// Whether an advisor names it.
    pub(crate) advised: bool,
    /// Whether it ends the search.
    pub(crate) done: bool,
    /// What it adds to the weight of the way: the tree weighs it.
    weight: u8,
    /// What it is worth, in trees that go by that.
    worth: f32,
}

impl Choice {
    /// A move that no advisor has named so far.
    pub(crate) fn new(code: u32, score: Score, done: bool) -> Self {
        Self { code, score, advised: false, done, weight: 0, worth: 0.0 }
    }
}

/// What a space lists the moves of a position with.
pub(crate) struct Listing<'a, 't> {
    /// Whether a position is known already, by its key.
    pub(crate) known: &'a dyn Fn(u64) -> bool,
    pub(crate) turn: &'a mut Turn<'t>,
    /// The list, empty at first.
    pub(crate) choices: &'a mut Vec<Choice>,
}

/// The one advisor of spaces without a plan: names the best of `choices` if it is better than
/// the position that they lead out of.
pub(crate) fn advise_best<'a>(
    choices: impl Iterator<Item = &'a mut Choice>,
    here: Score,
) {
    if let Some(best) = choices.min_by_key(|choice| choice.score)
        && best.score < here
    {
        best.advised = true;
    }
}

/// What the thorough tests say about a move that is about to be taken.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Judgement {
    Alive,
    /// The position after it is lost.
    Dead,
    /// The move is not wanted, though others may lead to the same position.
    Refused,
}

/// How positions are told apart and kept.
pub(crate) trait Keep<P> {
    /// Identifies a position.
    fn key(&self, position: &P) -> u64;
    /// Words of a position that is kept.
    fn width(&self) -> usize;
    /// Keeps a position in words that are zero.
    fn pack(&self, position: &P, out: &mut [u16]);
    fn unpack(&self, packed: &[u16]) -> P;
}

/// What is searched.
pub(crate) trait Space {
    type State: Copy;
    /// What knows how positions are kept.
    fn keeper(&self) -> &impl Keep<Self::State>;
    /// Identifies a position.
    fn key(&self, state: &Self::State) -> u64 {
        self.keeper().key(state)
    }
    fn score(&mut self, state: &Self::State) -> Score;
    /// The cell of a score.
    fn cell(&self, score: Score) -> u64;
    /// What a position with this score is worth.
    fn worth(&self, _: Score) -> Worth {
        Worth::EQUAL
    }
    /// What a move out of a position is worth, where `last` is the move that led to that position, and
    /// `score` is the score after the move.
    fn worth_after(
        &self,
        last: Option<u32>,
        state: &Self::State,
        code: u32,
        score: Score,
    ) -> Worth {
        let is_far = last.is_some_and(|last| self.are_far(last, code));
        self.worth(score).after(is_far, self.is_aside(state, code))
    }
    /// Lists the moves out of a position, except those to positions already known.
    fn choices(&mut self, state: &Self::State, list: &mut Listing<'_, '_>);
    fn play(&self, state: &Self::State, code: u32) -> Self::State;
    /// Whether two moves are made far from each other.
    fn are_far(&self, one: u32, other: u32) -> bool;
    /// Whether a move out of a position is made far from all that is left to be done there. Where
    /// nearly everything is in place, what is not is then dealt with before anything else is moved.
    fn is_aside(&self, state: &Self::State, code: u32) -> bool;
    /// Thorough tests of a move about to be taken.
    fn judge(&mut self, state: &Self::State, code: u32, child: &Self::State)
    -> Judgement;
    /// Bytes in the tables of the space.
    fn bytes(&self) -> usize;
    /// Whether the search is at its end there.
    fn is_done(&self, state: &Self::State) -> bool;
    /// Hears of a position that is expanded, reached from another one by a move.
    fn enter(&self, from: &Self::State, code: u32, state: &Self::State);
}

/// What goes first in a tree.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Serving {
    /// Cells in turn, and the best one.
    Cells,
    /// What is worth most. Each node sends one in so many visits to the next of its children instead.
    ByWorth(u32),
}

/// How a tree goes about its work.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ways {
    /// Moves of a position listed at a time.
    pub(crate) listed: usize,
    /// Whether an advisor whose move was lost names another.
    pub(crate) renews: bool,
    /// Whether moves that no advisor names weigh more.
    pub(crate) weighs: bool,
    /// Whether moves far from the last one weigh more, unless an advisor names them. Where parts of a
    /// board have little to do with each other, a move that prepares something is then followed up
    /// before others are prepared elsewhere (Junghanns and Schaeffer, *Relevance cuts*, 1998).
    pub(crate) localizes: bool,
    pub(crate) serving: Serving,
}

/// What one move came to.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Expanded {
    /// There is more to do.
    More,
    /// The search is done, by this move out of this node or, without a move, in it.
    Done(u32, Option<u32>),
    /// Nothing is left to be tried.
    Exhausted,
}

/// No parent.
const ROOT: u32 = u32::MAX;
/// Instead of a node: the position is lost.
const LOST: u32 = u32::MAX;
/// Instead of a place in the list of moves: there is none yet.
const UNLISTED: u32 = u32::MAX;
/// Where the weight of a listed move begins, above its code.
const WEIGHT_SHIFT: u32 = 30;
/// The code of a listed move.
const CODE: u32 = (1 << WEIGHT_SHIFT) - 1;

/// Nodes looked at on walks that are one unit of work. Guessed.
const LOOKS_A_UNIT: u64 = 64;

/// An expanded position; what stands in it is kept apart.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    parent: u32,
    code: u32,
    /// The best on the way from the root, where cells are served.
    record: u32,
    /// Its place in the common list of moves, made with the first listing: later ones are never
    /// longer.
    moves: u32,
    /// Moves listed there, and how many of them were taken.
    listed: u16,
    taken: u16,
    weight: u16,
    /// Whether there are moves beyond those listed.
    more: bool,
}

impl Node {
    /// The move that led to it; `None` to a root.
    fn last_move(&self) -> Option<u32> {
        (self.parent != ROOT).then_some(self.code)
    }
}

/// The nodes that wait for their next move.
#[derive(Debug)]
enum Waiting {
    Cells(Cells),
    ByWorth(ByWorth),
}

impl Waiting {
    fn is_empty(&self) -> bool {
        match self {
            Self::Cells(cells) => cells.is_empty(),
            Self::ByWorth(worths) => worths.is_empty(),
        }
    }

    /// The node that is to go next, and the weight of its way with its next move; `None` where it was
    /// the turn of those of which none waits.
    fn next(&mut self) -> Option<(u32, u16)> {
        match self {
            Self::Cells(cells) => cells.next(),
            Self::ByWorth(worths) => worths.next().map(|node| (node, 0)),
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Self::Cells(cells) => cells.bytes(),
            Self::ByWorth(worths) => worths.bytes(),
        }
    }
}

/// The search tree. Each call is given its space. The tree itself knows no boards, so most of it
/// is compiled once, not for every space and width.
#[derive(Debug)]
pub(crate) struct Tree {
    nodes: Chunks<Node>,
    /// The positions of the nodes, packed.
    states: Chunks<u16>,
    moves: Chunks<u32>,
    /// Positions that were expanded, by node, or found dead.
    known: Table,
    waiting: Waiting,
    best: Score,
    best_node: u32,
    listed: usize,
    renews: bool,
    weighs: bool,
    localizes: bool,
    choices: Vec<Choice>,
    pub(crate) generated: u64,
    /// Moves taken that the thorough tests turned down.
    pub(crate) rejected: u64,
}

impl Tree {
    /// An empty tree.
    pub(crate) fn new(ways: Ways) -> Self {
        let waiting = match ways.serving {
            Serving::Cells => Waiting::Cells(Cells::new()),
            Serving::ByWorth(every) => Waiting::ByWorth(ByWorth::new(every)),
        };
        Self {
            nodes: Chunks::new(1),
            states: Chunks::new(0),
            moves: Chunks::new(1),
            known: Table::default(),
            waiting,
            best: Score::MAX,
            best_node: 0,
            listed: ways.listed.min(usize::from(u16::MAX)),
            renews: ways.renews,
            weighs: ways.weighs,
            localizes: ways.localizes,
            choices: Vec::new(),
            generated: 0,
            rejected: 0,
        }
    }

    /// How many positions were expanded.
    pub(crate) fn expanded(&self) -> usize {
        self.nodes.len()
    }

    /// The node that came farthest first; `None` in a tree without roots.
    pub(crate) fn best_node(&self) -> Option<u32> {
        (self.expanded() > 0).then_some(self.best_node)
    }

    /// The best score so far.
    pub(crate) fn best(&self) -> Score {
        self.best
    }

    /// How many cells there are; none where they are not served.
    pub(crate) fn cells(&self) -> usize {
        match &self.waiting {
            Waiting::Cells(cells) => cells.count(),
            Waiting::ByWorth(_) => 0,
        }
    }

    /// Bytes in the tables.
    pub(crate) fn bytes(&self) -> usize {
        self.nodes.bytes()
            + self.states.bytes()
            + self.moves.bytes()
            + self.known.bytes()
            + self.waiting.bytes()
    }

    #[inline]
    fn node(&self, id: u32) -> &Node {
        &self.nodes.record(id as usize)[0]
    }

    #[inline]
    fn node_mut(&mut self, id: u32) -> &mut Node {
        &mut self.nodes.record_mut(id as usize)[0]
    }

    /// The next move of a node.
    #[inline]
    fn next_move(&self, node: &Node) -> u32 {
        self.moves.record((node.moves + u32::from(node.taken)) as usize)[0]
    }

    /// The position of a node.
    pub(crate) fn state<S: Space>(&self, space: &S, node: u32) -> S::State {
        space.keeper().unpack(self.states.record(node as usize))
    }

    /// The moves from the root to a node, and that root.
    pub(crate) fn path(&self, node: u32) -> (u32, Vec<u32>) {
        let mut codes = Vec::new();
        let mut at = node;
        while self.node(at).parent != ROOT {
            codes.push(self.node(at).code);
            at = self.node(at).parent;
        }
        codes.reverse();
        (at, codes)
    }

    /// Adds positions to begin with.
    pub(crate) fn add_roots<S: Space>(
        &mut self,
        space: &mut S,
        states: &[S::State],
        turn: &mut Turn<'_>,
    ) -> Expanded {
        self.states = Chunks::new(space.keeper().width());
        for state in states {
            self.known.insert(space.key(state), LOST);
        }
        for &state in states {
            self.known.insert(space.key(&state), self.nodes.len() as u32);
            let outcome = self.expand(space, state, None, turn);
            if outcome != Expanded::More {
                return outcome;
            }
        }
        Expanded::More
    }

    /// Takes one move; it may be turned down.
    pub(crate) fn step<S: Space>(
        &mut self,
        space: &mut S,
        turn: &mut Turn<'_>,
    ) -> Expanded {
        if self.waiting.is_empty() {
            return Expanded::Exhausted;
        }
        if let Waiting::ByWorth(worths) = &mut self.waiting {
            // Where this ends the run, whoever asks next hears of it.
            let _ = turn.overdraw(worths.news() / LOOKS_A_UNIT);
        }
        let Some((id, weight)) = self.waiting.next() else { return Expanded::More };
        let state = self.state(space, id);
        let code = self.next_move(self.node(id));
        let child = space.play(&state, code & CODE);
        let key = space.key(&child);
        self.node_mut(id).taken += 1;
        if self.known.has(key) {
            self.wait(space, id, &state, false, turn);
            return Expanded::More;
        }
        match space.judge(&state, code & CODE, &child) {
            Judgement::Refused => {
                self.rejected += 1;
                self.wait(space, id, &state, false, turn);
                Expanded::More
            }
            Judgement::Dead => {
                self.rejected += 1;
                self.known.insert(key, LOST);
                if self.renews && code >> WEIGHT_SHIFT == 0 {
                    self.advise_again(space, id, &state, turn);
                } else {
                    self.wait(space, id, &state, false, turn);
                }
                Expanded::More
            }
            Judgement::Alive => {
                self.known.insert(key, self.nodes.len() as u32);
                self.wait(space, id, &state, false, turn);
                let from = (id, code & CODE, weight);
                self.expand(space, child, Some(from), turn)
            }
        }
    }

    /// Lets a node wait, by its next move that leads to a new position. `is_fresh`:
    /// its moves were listed just now, so their scores are at hand.
    fn wait<S: Space>(
        &mut self,
        space: &mut S,
        id: u32,
        state: &S::State,
        mut is_fresh: bool,
        turn: &mut Turn<'_>,
    ) {
        loop {
            let node = *self.node(id);
            if node.taken == node.listed {
                if !node.more || !self.list_more(space, id, state, turn) {
                    if let Waiting::ByWorth(worths) = &mut self.waiting {
                        worths.put(id, None);
                    }
                    return;
                }
                is_fresh = true;
                continue;
            }
            let code = self.next_move(&node);
            let child = space.play(state, code & CODE);
            if self.known.has(space.key(&child)) {
                self.node_mut(id).taken += 1;
                continue;
            }
            let weight = node.weight.saturating_add((code >> WEIGHT_SHIFT) as u16);
            let score = if is_fresh {
                self.choices[usize::from(node.taken)].score
            } else {
                space.score(&child)
            };
            match &mut self.waiting {
                Waiting::Cells(cells) => cells.put(id, node.record, weight, score),
                Waiting::ByWorth(worths) => {
                    let worth =
                        space.worth_after(node.last_move(), state, code & CODE, score);
                    worths.put(id, Some(worth.sum()));
                }
            }
            return;
        }
    }

    /// Lists the moves of a node anew after a move that an advisor named has turned out lost:
    /// the advisor may name another.
    fn advise_again<S: Space>(
        &mut self,
        space: &mut S,
        id: u32,
        state: &S::State,
        turn: &mut Turn<'_>,
    ) {
        let mut choices = std::mem::take(&mut self.choices);
        choices.clear();
        let known = &|key| match self.known.get(key) {
            None => false,
            Some(LOST) => true,
            Some(node) => self.node(node).parent != id,
        };
        space.choices(state, &mut Listing { known, turn, choices: &mut choices });
        self.weigh(space, id, state, &mut choices);
        self.list(id, &choices);
        self.choices = choices;
        self.wait(space, id, state, true, turn);
    }

    /// Lists the next moves of a node whose list is used up. All that were listed before lead to
    /// known positions by now.
    fn list_more<S: Space>(
        &mut self,
        space: &mut S,
        id: u32,
        state: &S::State,
        turn: &mut Turn<'_>,
    ) -> bool {
        let mut choices = std::mem::take(&mut self.choices);
        choices.clear();
        let known = &|key| self.known.has(key);
        space.choices(state, &mut Listing { known, turn, choices: &mut choices });
        for choice in &mut choices {
            choice.advised = false;
        }
        self.weigh(space, id, state, &mut choices);
        self.list(id, &choices);
        self.choices = choices;
        self.node(id).taken < self.node(id).listed
    }

    /// Lists the first of `choices` as the moves of a node. A node that was listed before keeps
    /// its place: the new list is never longer than the old one.
    fn list(&mut self, id: u32, choices: &[Choice]) {
        let old = *self.node(id);
        let is_first = old.moves == UNLISTED;
        let place = if is_first { self.moves.len() } else { old.moves as usize };
        let most = if is_first { self.listed } else { usize::from(old.listed) };
        let kept = choices.len().min(most);
        for (offset, choice) in choices[..kept].iter().enumerate() {
            let code = choice.code | u32::from(choice.weight) << WEIGHT_SHIFT;
            if is_first {
                self.moves.push(&[code]);
            } else {
                self.moves.record_mut(place + offset)[0] = code;
            }
        }
        let node = self.node_mut(id);
        node.moves = place as u32;
        node.taken = 0;
        node.listed = kept as u16;
        node.more = kept < choices.len();
    }

    fn expand<S: Space>(
        &mut self,
        space: &mut S,
        state: S::State,
        from: Option<(u32, u32, u16)>,
        turn: &mut Turn<'_>,
    ) -> Expanded {
        let score = space.score(&state);
        let (parent, code, _) = from.unwrap_or((ROOT, 0, 0));
        let id = self.add(space, from, score);
        space.keeper().pack(&state, self.states.add());
        if parent != ROOT {
            space.enter(&self.state(space, parent), code, &state);
        }
        if space.is_done(&state) {
            return Expanded::Done(id, None);
        }
        let mut choices = std::mem::take(&mut self.choices);
        choices.clear();
        let known = &|key| self.known.has(key);
        space.choices(&state, &mut Listing { known, turn, choices: &mut choices });
        self.generated += choices.len() as u64;
        let end = choices.iter().find(|choice| choice.done).map(|choice| choice.code);
        if end.is_none() {
            self.weigh(space, id, &state, &mut choices);
            // Of at most two moves the best is free.
            if let [first] | [first, _] = choices.as_mut_slice() {
                first.weight = 0;
            }
            self.list(id, &choices);
        }
        self.choices = choices;
        if end.is_some() {
            return Expanded::Done(id, end);
        }
        self.wait(space, id, &state, true, turn);
        Expanded::More
    }

    /// Adds a root, or the node that a move of a parent leads to, with its weight.
    fn add<S: Space>(
        &mut self,
        space: &S,
        from: Option<(u32, u32, u16)>,
        score: Score,
    ) -> u32 {
        let id = self.nodes.len() as u32;
        let (parent, code, weight) = from.unwrap_or((ROOT, 0, 0));
        let above = from.map(|(parent, ..)| self.node(parent).record);
        let record = match &mut self.waiting {
            Waiting::Cells(cells) => {
                let best = cells.best_with(above, score);
                cells.enter(above, best, space.cell(best))
            }
            Waiting::ByWorth(worths) => {
                worths.enter(from.map(|(parent, ..)| parent));
                0
            }
        };
        self.nodes.push(&[Node {
            parent,
            code,
            record,
            moves: UNLISTED,
            listed: 0,
            taken: 0,
            weight,
            more: false,
        }]);
        if score < self.best {
            (self.best, self.best_node) = (score, id);
        }
        id
    }

    /// Weighs the moves out of a node, and sorts them: the lightest first, and of equal ones the
    /// best. By worth none weighs anything.
    fn weigh<S: Space>(
        &self,
        space: &S,
        id: u32,
        state: &S::State,
        choices: &mut [Choice],
    ) {
        let last = self.node(id).last_move();
        if let Waiting::ByWorth(_) = self.waiting {
            for choice in &mut *choices {
                let worth = space.worth_after(last, state, choice.code, choice.score);
                choice.worth = worth.sum();
            }
            return best_first(choices);
        }
        let last = last.filter(|_| self.localizes);
        for choice in &mut *choices {
            let is_far = last.is_some_and(|last| space.are_far(last, choice.code));
            let is_aside = space.is_aside(state, choice.code);
            let weight = u8::from(self.weighs) + u8::from(is_far) + u8::from(is_aside);
            choice.weight = if choice.advised { 0 } else { weight };
        }
        best_first(choices);
    }
}

/// Sorts moves: the lightest first, of equal ones what is worth most, then the best. It knows no spaces, so
/// that it is compiled once.
fn best_first(choices: &mut [Choice]) {
    choices.sort_by(|one, other| {
        let by_weight = one.weight.cmp(&other.weight);
        let by_worth = || other.worth.total_cmp(&one.worth);
        by_weight.then_with(by_worth).then_with(|| one.score.cmp(&other.score))
    });
}

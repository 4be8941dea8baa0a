//! A best-first search that takes turns and looks out for searches from the other end.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;

use kuraban_board::moves::{self, Leg, Macro};
use kuraban_board::{Board, Ground, Position};
use kuraban_level::Dir;
use kuraban_search::{Account, Ceiling, Claim, Found, Pause, Search, Stage, Turn};

use crate::best_first::{BestFirst, Order, Settings};
use crate::nodes::Expanded;
use crate::path;
use crate::rating::Bounds;

/// Work of an expansion by single pushes or pulls. Measured, roughly.
const EXPANSION: u64 = 3;
/// Searches for any solution test pushes for more dead ends. The work of an expansion there is the
/// number of boxes, squared, divided by this. Measured: 4 µs with nine boxes, 15 with sixteen, 100
/// with fifty.
const THOROUGH: usize = 16;
/// Searches for any solution by pulls match boxes with start squares for each child: its work is
/// the number of boxes, divided by this. Measured: 0.2 µs with sixteen boxes, 1.3 with a hundred.
const MATCHED: u64 = 32;
/// Expansions between two checks of the memory; their children have room reserved.
pub(crate) const HOLD_EVERY: u64 = 8;
/// Expansions between two checks of whether it is time to meet other searches.
const TOUCH: u64 = 64;
/// Expansions between two attempts to join a way with one from the other end: playing the joined
/// way takes about as long. Guessed.
const PATIENCE: u64 = 200;
/// Expansions after which a search enters its positions where the other end can find them.
const MEET_AFTER: u64 = 20_000;

/// A best-first search on one board.
pub(crate) struct Single<const W: usize, const PULL: bool> {
    name: &'static str,
    ground: Arc<Ground<W>>,
    settings: Settings,
    ceiling: Ceiling,
    search: Option<BestFirst<W, PULL>>,
    /// Whether it looks out for searches from the other end.
    meets: bool,
    /// Pushes of the shortest solution joined here so far.
    shortest: usize,
    /// No ways are joined before so many expansions.
    look_again: u64,
    /// Bytes that it may take.
    memory: usize,
}

impl<const W: usize, const PULL: bool> Single<W, PULL> {
    /// A search that may meet another one.
    pub(crate) fn new(
        name: &'static str,
        ground: &Arc<Ground<W>>,
        settings: Settings,
        meets: bool,
    ) -> Self {
        let ground = Arc::clone(ground);
        Self {
            name,
            ground,
            settings,
            ceiling: Ceiling::default(),
            search: None,
            meets,
            shortest: usize::MAX,
            look_again: 0,
            memory: 0,
        }
    }

    /// Looks only for solutions that come to less.
    pub(crate) fn below(mut self, ceiling: &Ceiling) -> Self {
        self.ceiling = ceiling.clone();
        self
    }

    fn prepare(&mut self, turn: &mut Turn<'_>) -> ControlFlow<Pause> {
        if self.search.is_none() {
            let board = self.ground.board(turn)?;
            let search =
                BestFirst::new(board, self.settings, self.ceiling.clone(), turn)?;
            self.search = Some(search);
        }
        Continue(())
    }

    /// Looks for a position that searches from the other end know; returns the steps of the
    /// solution through it.
    fn keep_in_touch(&mut self) -> Option<Vec<Dir>> {
        let search = self.search.as_mut()?;
        if self.meets && search.meeting.is_none() && search.nodes.expanded >= MEET_AFTER {
            let meeting = self.ground.meeting(search.board());
            meeting.join();
            search.meeting = Some(meeting);
        }
        let met = search.met.take()?;
        if search.nodes.expanded < self.look_again {
            return None;
        }
        self.look_again = search.nodes.expanded + PATIENCE;
        let (board, meeting) = (search.board(), search.meeting.as_ref()?);
        let (position, mine) = (search.position(met), search.pushes(met));
        let mine =
            mine.into_iter().map(|push| Leg::push(board, Macro::push(board, push)));
        let legs: Vec<Leg> = if PULL {
            meeting.begin(board, &position)?.into_iter().chain(mine).collect()
        } else {
            mine.chain(meeting.finish(board, &position)?).collect()
        };
        // Every leg takes at least one push.
        if legs.len() >= self.shortest {
            return None;
        }
        let steps = moves::steps(board, &legs)?;
        let pushes = solved_in(board, &steps)?;
        if pushes >= self.shortest {
            return None;
        }
        self.shortest = pushes;
        Some(steps)
    }

    /// Reports the bound that the waiting nodes prove.
    fn prove(&mut self, turn: &mut Turn<'_>) {
        if self.settings.order == Order::Optimal
            && let Some(search) = &mut self.search
            && let Some(lowest) = search.lowest()
        {
            // What cannot be better than a known solution was left out.
            turn.prove(Claim::Pushes, search.cut.min(lowest as u64));
        }
    }

    fn found(&self, steps: Vec<Dir>, optimal: Vec<Claim>) -> Found {
        Found { steps, optimal, by: self.name() }
    }

    /// Bytes in the tables, with its share of what is shared.
    fn bytes(&self) -> usize {
        let bytes = self.search.as_ref().map_or(0, BestFirst::bytes);
        bytes.saturating_add(self.bytes_shared())
    }

    fn bytes_shared(&self) -> usize {
        let meeting = self.search.as_ref().and_then(|search| search.meeting.as_ref());
        meeting.map_or(0, |meeting| meeting.bytes_each())
    }

    /// Asks whether the next expansions find room, and makes some where there is none.
    fn hold(&mut self, turn: &mut Turn<'_>) -> ControlFlow<Pause> {
        self.memory = turn.memory();
        if turn.hold(self.bytes()).is_break() {
            let shared = self.bytes_shared();
            if let Some(search) = &mut self.search {
                search.make_room(shared, turn)?;
            }
            turn.hold(self.bytes())?;
        }
        Continue(())
    }
}

/// The pushes among these steps, if they solve the level.
fn solved_in<const W: usize>(board: &Board<W>, steps: &[Dir]) -> Option<usize> {
    let Position { mut boxes, mut player } = board.start;
    let mut pushes = 0;
    for &dir in steps {
        player = board.floor_step(player, dir)?;
        if boxes.has(player) {
            boxes = boxes.without(player).with(board.floor_step(player, dir)?);
            pushes += 1;
        }
    }
    (boxes == board.goals).then_some(pushes)
}

impl<const W: usize, const PULL: bool> Drop for Single<W, PULL> {
    fn drop(&mut self) {
        let meeting = self.search.as_ref().and_then(|search| search.meeting.as_ref());
        if let Some(meeting) = meeting {
            meeting.leave();
        }
    }
}

impl<const W: usize, const PULL: bool> Search for Single<W, PULL> {
    /// A proof is named after what its bound counts.
    fn name(&self) -> &'static str {
        let counts = self.search.as_ref().map(BestFirst::counts);
        match (PULL, counts.unwrap_or(Bounds::Matching)) {
            (false, Bounds::Pairs) => "least-push+pairs",
            (false, Bounds::Triples) => "least-push+triples",
            (false, Bounds::Groups) => "least-push+groups",
            (true, Bounds::Pairs | Bounds::Triples | Bounds::Groups) => {
                "least-pull+pairs"
            }
            (_, Bounds::Matching) => self.name,
        }
    }

    fn advance(&mut self, turn: &mut Turn<'_>) -> Stage {
        if let Break(pause) = self.prepare(turn) {
            return pause.stage();
        }
        let is_optimal = self.settings.order == Order::Optimal;
        let boxes = self.search.as_ref().map_or(0, |search| search.board().goals.len());
        let price = if PULL || is_optimal {
            EXPANSION
        } else {
            EXPANSION.max((boxes * boxes / THOROUGH) as u64)
        };
        for count in 0.. {
            let has_met = self.search.as_ref().is_some_and(|search| search.met.is_some());
            if (count % TOUCH == 0 || has_met)
                && let Some(steps) = self.keep_in_touch()
            {
                let found = self.found(steps, Vec::new());
                return if is_optimal {
                    Stage::Found(found)
                } else {
                    Stage::Solved(found)
                };
            }
            if count % HOLD_EVERY == 0
                && let Break(pause) = self.hold(turn)
            {
                return pause.stage();
            }
            if turn.expand(price).is_break() {
                break;
            }
            let Some(search) = &mut self.search else { break };
            let before = search.nodes.generated;
            let expanded = search.expand(turn);
            if PULL && !is_optimal {
                let children = search.nodes.generated - before;
                // Where this ends the run, what was found is still told.
                let _ = turn.overdraw(children * boxes as u64 / MATCHED);
            }
            match expanded {
                Expanded::More => {}
                Expanded::Stopped => return Stage::Working,
                // It forgot too much to know.
                Expanded::Exhausted if search.nodes.forgotten.is_some() => {
                    return Stage::Full;
                }
                Expanded::Exhausted if search.cut == u64::MAX => {
                    return Stage::Unsolvable;
                }
                Expanded::Exhausted => {
                    // Only what cannot be better than a known solution was left out.
                    turn.prove(Claim::Pushes, search.cut);
                    return Stage::GaveUp;
                }
                Expanded::Solved(id) => {
                    let steps = path::steps(search.board(), &search.pushes(id))
                        .expect("the pushes of a search can be made");
                    let optimal = if is_optimal { vec![Claim::Pushes] } else { vec![] };
                    return Stage::Solved(self.found(steps, optimal));
                }
            }
        }
        self.prove(turn);
        Stage::Working
    }

    fn account(&self) -> Account {
        self.search.as_ref().map_or_else(Account::default, |search| {
            // What it wants next it gets only once there is room.
            let bytes = self.bytes().min(self.memory);
            Account::new(search.nodes.expanded, search.nodes.generated, bytes)
        })
    }
}

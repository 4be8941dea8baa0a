//! What two boxes cost each other.
//!
//! The least assignment moves every box as if it were alone. For a box on `x` bound for the goal
//! `g` and one on `y` bound for `h`, the *extra* is the exact number of pushes that bring the two
//! there with no other box on the board, less the pushes of each alone. The **penalty** of the pair
//! is the least extra over all ordered pairs of goals.
//!
//! Penalties of disjoint pairs add up, and they add to the least assignment: take any solution and
//! the goal each box ends on. Its pushes split by box. Those of a pair alone bring these two to
//! their goals, as taking other boxes away never makes that harder: they are at least the two
//! distances and the penalty. All other boxes need at least their distance. The distances sum to at
//! least the least assignment. The boxes must be told apart and the difference taken goal by goal:
//! the least cost of a pair for free goals less its own assignment would not be a bound, as the
//! assignment of all boxes may already pay more for these two.
//!
//! For backward search the ends are the starts of the boxes, and the player begins where he does.

use std::ops::ControlFlow::{self, Continue};

use kuraban_level::Dir;
use kuraban_search::{Pause, Turn};

use crate::deadlock::subsets::End;
use crate::{Bits, Board, Distances, FAR, Push};

/// The penalty of boxes that cannot be finished, whatever the others do.
pub const LOST: u8 = u8::MAX;

/// States of two boxes above which no table is made: it would take minutes.
const MOST_STATES: usize = 1 << 18;
/// Visits of states above which no table is made; a visit takes some ten nanoseconds. Guessed.
const MOST_VISITS: usize = 200_000_000;
/// Visits of states per unit of work. Measured, roughly.
const VISITS: usize = 50;

/// The penalties of all pairs of live spots, in one direction of play.
#[derive(Clone, Debug)]
pub struct Pairs<const W: usize> {
    /// Per live spot: the spots with which some zone of the player has a penalty.
    partners: Vec<Bits<W>>,
    /// Per pair of live spots: its first zone in `zones`; the next entry is where they end.
    first: Vec<u32>,
    /// Zones with a penalty.
    zones: Vec<(Bits<W>, u8)>,
}

impl<const W: usize> Pairs<W> {
    /// Makes the table; nothing on boards that are too large for it, or where a goal or a start is
    /// no live spot. `Break` only when the run is over.
    pub fn new(
        board: &Board<W>,
        end: End,
        memory: usize,
        turn: &mut Turn<'_>,
    ) -> ControlFlow<Pause, Option<Self>> {
        let live = board.live_spots().len();
        let ends = board.layout.goals.len();
        if !(board.goals | board.start.boxes).minus(board.live).is_empty() {
            return Continue(None);
        }
        let visits = live.saturating_mul(live).saturating_mul(ends * ends);
        if live * live / 2 > MOST_STATES || visits > MOST_VISITS {
            return Continue(None);
        }
        let Some(states) = States::new(board, memory, turn)? else {
            return Continue(None);
        };
        let penalties = states.penalties(board, end, turn)?;
        Continue(Some(Self::of(board, &states, &penalties)))
    }

    /// Keeps the zones that have a penalty.
    fn of(board: &Board<W>, states: &States<W>, penalties: &[u8]) -> Self {
        let live = board.live_spots();
        let mut pairs = Self {
            partners: vec![Bits::EMPTY; live.len()],
            first: vec![0],
            zones: Vec::new(),
        };
        for high in 0..live.len() {
            for low in 0..high {
                for state in states.of_pair(low, high) {
                    if penalties[state] > 0 {
                        pairs.zones.push((states.zones[state], penalties[state]));
                        pairs.partners[low].insert(live[high] as usize);
                        pairs.partners[high].insert(live[low] as usize);
                    }
                }
                pairs.first.push(pairs.zones.len() as u32);
            }
        }
        pairs
    }

    /// Bytes taken.
    pub fn bytes(&self) -> usize {
        self.partners.len() * size_of::<Bits<W>>()
            + self.first.len() * size_of::<u32>()
            + self.zones.len() * size_of::<(Bits<W>, u8)>()
    }

    /// The boxes among these that may cost something together with the one on a live spot.
    #[inline]
    pub fn partners(&self, board: &Board<W>, spot: usize, boxes: Bits<W>) -> Bits<W> {
        self.partners[board.live_index(spot)] & boxes
    }

    /// The penalty of boxes on two live spots.
    #[inline]
    pub fn penalty(
        &self,
        board: &Board<W>,
        one: usize,
        other: usize,
        player: usize,
    ) -> u8 {
        let (one, other) = (board.live_index(one), board.live_index(other));
        let pair = rank(one.min(other), one.max(other));
        let zones = &self.zones[self.first[pair] as usize..self.first[pair + 1] as usize];
        let zone = zones.iter().find(|(zone, _)| zone.has(player));
        zone.map_or(0, |&(_, penalty)| penalty)
    }

    /// The highest penalty of a pair among these boxes.
    pub(super) fn highest(&self, board: &Board<W>, boxes: Bits<W>, player: usize) -> u8 {
        let mut highest = 0;
        for one in boxes {
            for other in self.partners(board, one, boxes) {
                if one < other {
                    highest = highest.max(self.penalty(board, one, other, player));
                }
            }
        }
        highest
    }
}

/// The number of two live spots, the lower one first, among all pairs.
#[inline]
fn rank(low: usize, high: usize) -> usize {
    high * (high - 1) / 2 + low
}

/// All states of two boxes on live spots, and how one comes from another by a push.
struct States<const W: usize> {
    /// Per pair: its first state; the next entry is where they end.
    first: Vec<u32>,
    /// The player's zone of each state.
    zones: Vec<Bits<W>>,
    /// Per state: its first step in `before`; the next entry is where they end.
    steps: Vec<u32>,
    /// The states from which one push leads here, doubled; the lowest bit says that the lower box
    /// was the higher one.
    before: Vec<u32>,
    /// The same for the states to which one push leads, in search for backward penalties.
    after_steps: Vec<u32>,
    after: Vec<u32>,
}

impl<const W: usize> States<W> {
    fn new(
        board: &Board<W>,
        memory: usize,
        turn: &mut Turn<'_>,
    ) -> ControlFlow<Pause, Option<Self>> {
        let live = board.live_spots();
        let (mut first, mut zones) = (vec![0], Vec::new());
        for high in 0..live.len() {
            turn.overdraw(1 + high as u64 / 4)?;
            for low in 0..high {
                let boxes = Bits::of(live[low] as usize).with(live[high] as usize);
                zones.extend(board.zones(boxes));
                first.push(zones.len() as u32);
            }
            // Steps, distances and penalties: some sixty bytes a state.
            let bytes = zones.len() * (size_of::<Bits<W>>() + 64);
            if bytes > memory || zones.len() > MOST_STATES {
                return Continue(None);
            }
        }
        let mut states = Self {
            first,
            zones,
            steps: Vec::new(),
            before: Vec::new(),
            after_steps: vec![0],
            after: Vec::new(),
        };
        let mut count = vec![0_u32; states.zones.len() + 1];
        for high in 0..live.len() {
            turn.overdraw(1 + high as u64 / 4)?;
            for low in 0..high {
                for state in states.of_pair(low, high) {
                    let from = states.after.len();
                    states.push_on(board, [low, high], state);
                    for step in &states.after[from..] {
                        count[(step >> 1) as usize + 1] += 1;
                    }
                    states.after_steps.push(states.after.len() as u32);
                }
            }
        }
        for index in 1..count.len() {
            count[index] += count[index - 1];
        }
        states.steps.clone_from(&count);
        states.before = vec![0; states.after.len()];
        for state in 0..states.zones.len() {
            for step in states.after_of(state) {
                let place = &mut count[(states.after[step] >> 1) as usize];
                states.before[*place as usize] =
                    (state as u32) << 1 | states.after[step] & 1;
                *place += 1;
            }
        }
        Continue(Some(states))
    }

    /// Adds the steps from a state by one push.
    fn push_on(&mut self, board: &Board<W>, pair: [usize; 2], state: usize) {
        let live = board.live_spots();
        let spots = pair.map(|index| live[index] as usize);
        let boxes = Bits::of(spots[0]).with(spots[1]);
        let zone = self.zones[state];
        for dir in Dir::ALL {
            for spot in board.pushable(boxes, zone, board.live, dir) {
                let next = board.pushed(boxes, Push { from: spot as u16, dir });
                let moved = board.live_index(board.step(spot, dir));
                let is_low = spot == spots[0];
                let rest = pair[usize::from(is_low)];
                let (low, high) = (moved.min(rest), moved.max(rest));
                let turned = (moved < rest) != is_low;
                let to = self.of_pair(low, high);
                let to = to.into_iter().find(|&to| self.zones[to].has(next.player));
                let to = to.expect("the player stands in a zone");
                self.after.push((to as u32) << 1 | u32::from(turned));
            }
        }
    }

    fn of_pair(&self, low: usize, high: usize) -> std::ops::Range<usize> {
        let pair = rank(low, high);
        self.first[pair] as usize..self.first[pair + 1] as usize
    }

    fn after_of(&self, state: usize) -> std::ops::Range<usize> {
        self.after_steps[state] as usize..self.after_steps[state + 1] as usize
    }

    fn before_of(&self, state: usize) -> std::ops::Range<usize> {
        self.steps[state] as usize..self.steps[state + 1] as usize
    }

    /// The penalty of every state: breadth first from each pair of ends, over states and which
    /// box belongs to which end.
    fn penalties(
        &self,
        board: &Board<W>,
        end: End,
        turn: &mut Turn<'_>,
    ) -> ControlFlow<Pause, Vec<u8>> {
        let distances = match end {
            End::Goals => &board.to_goal,
            End::Starts => &board.from_start,
        };
        let ends = match end {
            End::Goals => &board.layout.goals,
            End::Starts => &board.layout.boxes,
        };
        let mut penalties = vec![LOST; self.zones.len()];
        let mut pushes = vec![FAR; 2 * self.zones.len()];
        let mut queue = Vec::new();
        for one in 0..ends.len() {
            for other in 0..one {
                turn.overdraw((2 * self.zones.len() / VISITS) as u64 + 1)?;
                self.explore(
                    board,
                    end,
                    [ends[one], ends[other]],
                    &mut pushes,
                    &mut queue,
                );
                let columns = [one, other];
                self.lower(board, distances, columns, &pushes, &mut penalties);
            }
        }
        Continue(penalties)
    }

    /// Pushes between every state and two ends; doubled states, odd where the higher box belongs
    /// to the first end.
    fn explore(
        &self,
        board: &Board<W>,
        end: End,
        ends: [usize; 2],
        pushes: &mut [u16],
        queue: &mut Vec<u32>,
    ) {
        pushes.fill(FAR);
        queue.clear();
        let [one, other] = ends.map(|spot| board.live_index(spot));
        let turned = usize::from(one > other);
        for state in self.of_pair(one.min(other), one.max(other)) {
            let is_end = match end {
                End::Goals => true,
                End::Starts => self.zones[state].has(board.start.player),
            };
            if is_end {
                pushes[2 * state + turned] = 0;
                queue.push((2 * state + turned) as u32);
            }
        }
        let mut head = 0;
        while let Some(&at) = queue.get(head) {
            head += 1;
            let (state, next) = (at as usize / 2, pushes[at as usize] + 1);
            let steps = match end {
                End::Goals => &self.before[self.before_of(state)],
                End::Starts => &self.after[self.after_of(state)],
            };
            for &step in steps {
                let to = step ^ (at & 1);
                if pushes[to as usize] == FAR {
                    pushes[to as usize] = next;
                    queue.push(to);
                }
            }
        }
    }

    /// Lowers penalties to the extra for two ends.
    fn lower(
        &self,
        board: &Board<W>,
        distances: &Distances,
        columns: [usize; 2],
        pushes: &[u16],
        penalties: &mut [u8],
    ) {
        let live = board.live_spots();
        for (high, &spot) in live.iter().enumerate() {
            let up = distances.row(spot as usize);
            for (low, &spot) in live[..high].iter().enumerate() {
                let down = distances.row(spot as usize);
                for state in self.of_pair(low, high) {
                    for turned in 0..2 {
                        let exact = pushes[2 * state + turned];
                        if exact != FAR {
                            let alone = down[columns[turned]] + up[columns[1 - turned]];
                            let extra = (exact - alone).min(u16::from(LOST) - 1) as u8;
                            penalties[state] = penalties[state].min(extra);
                        }
                    }
                }
            }
        }
    }
}

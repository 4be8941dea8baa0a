//! What a few boxes cost each other, found by a search when it is asked for.
//!
//! The penalty of a group of boxes is that of a pair (see [`pairs`](super::pairs)) for more than
//! two: the least, over all ways to send the boxes to goals of their own, of the exact pushes with
//! no other box on the board, less the pushes of each box alone. Penalties of disjoint groups add
//! up, by the same argument.

use kuraban_level::Dir;

use crate::bound::pairs::LOST;
use crate::store::HalfKeys;
use crate::{Bits, Board, FAR, Push};

/// Boxes of a group at most.
pub const MOST: usize = 6;

/// Where the boxes of a state are, by their live numbers, and the lowest spot of the player's zone.
type Name = [u16; MOST + 1];
/// A goal, and what it costs a box: its distance now less its distance at the start.
type Choice = (i16, u16);
/// A goal that a box cannot reach.
const NO_CHOICE: Choice = (i16::MAX, u16::MAX);

/// A* over the states of a group: boxes that are told apart, and the player's zone.
///
/// The key of a state is a bound of what every way through it comes to: pushes made, and the least
/// assignment of the boxes to goals, where a goal costs a box its distance now less its distance at
/// the start. The key of the start is zero. A lone distance is the least over the sides of a box, so
/// a push may take more than one off it, and the sum may fall. So a child waits at no lower key than
/// its parent, and a state that is reached by fewer pushes is expanded again.
#[derive(Debug, Default)]
pub struct Group<const W: usize> {
    states: Vec<State>,
    /// The player's zone of each state.
    zones: Vec<Bits<W>>,
    numbers: HalfKeys,
    /// Numbers of states that wait, by key.
    waiting: Vec<Vec<u32>>,
    /// Per box and live spot: its cheapest goals, ascending, as many as there are boxes. Some least
    /// assignment needs no others.
    choices: Vec<Option<[Choice; MOST]>>,
    /// The state that the last answer came from, where it is the end of a way.
    end: Option<u32>,
    /// States expanded since the group was made.
    pub expanded: u64,
}

#[derive(Clone, Copy, Debug)]
struct State {
    name: Name,
    pushes: u16,
    is_closed: bool,
    /// The state before, and the push that led here: a box and its direction.
    before: (u32, u8, Dir),
}

impl<const W: usize> Group<W> {
    /// The penalty of boxes on these live spots, the player being on `player`; [`LOST`] where they
    /// cannot be finished. After `most` expansions it answers with the lowest key that waits, a bound
    /// of the penalty.
    pub fn penalty(
        &mut self,
        board: &Board<W>,
        spots: &[usize],
        player: usize,
        most: u64,
    ) -> u8 {
        debug_assert!(spots.len() <= MOST, "a group is small");
        self.states.clear();
        self.zones.clear();
        self.numbers = HalfKeys::default();
        self.waiting.iter_mut().for_each(Vec::clear);
        self.choices.clear();
        self.choices.resize(spots.len() * board.live_spots().len(), None);
        let boxes: Bits<W> = spots.iter().copied().collect();
        let zone = board.zone(boxes, player);
        let mut name = Name::default();
        for (index, &spot) in spots.iter().enumerate() {
            name[index] = board.live_index(spot) as u16;
        }
        self.end = None;
        self.reach(board, spots, (name, zone), 0, 0, (u32::MAX, 0, Dir::Up));
        let until = self.expanded + most;
        let mut end = LOST;
        for key in 0..LOST {
            while let Some(number) =
                self.waiting.get_mut(usize::from(key)).and_then(Vec::pop)
            {
                let state = self.states[number as usize];
                if let Some(alone) = pushes_alone(board, spots, &state.name) {
                    let value = state.pushes.saturating_sub(alone);
                    let value = value.min(u16::from(LOST) - 1) as u8;
                    if value < end {
                        (end, self.end) = (value, Some(number));
                    }
                }
                if end <= key {
                    return end;
                }
                if self.expanded >= until {
                    self.end = None;
                    return key;
                }
                if !state.is_closed {
                    self.expand(board, spots, number, key);
                }
            }
        }
        end
    }

    /// The pushes of the way that the last answer came from: where the box was, and its direction.
    pub fn way(&self, board: &Board<W>) -> Option<Vec<Push>> {
        let mut way = Vec::new();
        let mut state = self.states[self.end? as usize];
        while state.before.0 != u32::MAX {
            let (before, index, dir) = state.before;
            state = self.states[before as usize];
            let from = board.live_spots()[usize::from(state.name[usize::from(index)])];
            way.push(Push { from, dir });
        }
        way.reverse();
        Some(way)
    }

    fn expand(&mut self, board: &Board<W>, spots: &[usize], number: u32, key: u8) {
        self.expanded += 1;
        let state = &mut self.states[number as usize];
        state.is_closed = true;
        let State { name, pushes, .. } = *state;
        let live = board.live_spots();
        let at = |index: usize| live[usize::from(name[index])] as usize;
        let boxes: Bits<W> = (0..spots.len()).map(at).collect();
        let zone = self.zones[number as usize];
        for dir in Dir::ALL {
            let pushable = board.pushable(boxes, zone, board.live, dir);
            for index in (0..spots.len()).filter(|&index| pushable.has(at(index))) {
                let to = board.step(at(index), dir);
                let next = board.pushed(boxes, Push { from: at(index) as u16, dir });
                let zone = board.zone_after(next, zone, to);
                let mut name = name;
                name[index] = board.live_index(to) as u16;
                self.reach(
                    board,
                    spots,
                    (name, zone),
                    pushes + 1,
                    key,
                    (number, index as u8, dir),
                );
            }
        }
    }

    /// Lets a state wait at no lower key than `least`, unless it is known with as few pushes or
    /// some box has no goal. The zone completes its name.
    fn reach(
        &mut self,
        board: &Board<W>,
        spots: &[usize],
        (mut name, zone): (Name, Bits<W>),
        pushes: u16,
        least: u8,
        before: (u32, u8, Dir),
    ) {
        name[MOST] = zone.first().expect("the player stands in its zone") as u16;
        let mut hash = board.player_key(usize::from(name[MOST]));
        for (index, &live) in name[..spots.len()].iter().enumerate() {
            let spot = board.live_spots()[usize::from(live)] as usize;
            hash ^= board.box_key(spot).rotate_left(11 * index as u32);
        }
        let states = &self.states;
        let known =
            self.numbers.find(hash, |number| states[number as usize].name == name);
        if known.is_some_and(|number| states[number as usize].pushes <= pushes) {
            return;
        }
        let Some(rest) = self.least_assignment(board, spots, &name) else { return };
        let key = (i32::from(pushes) + rest).clamp(i32::from(least), i32::from(LOST) - 1);
        let state = State { name, pushes, is_closed: false, before };
        let number = known.unwrap_or(self.states.len() as u32);
        if known.is_some() {
            self.states[number as usize] = state;
        } else {
            self.numbers.add(hash, number);
            self.states.push(state);
            self.zones.push(zone);
        }
        if self.waiting.len() <= key as usize {
            self.waiting.resize_with(key as usize + 1, Vec::new);
        }
        self.waiting[key as usize].push(number);
    }

    /// What the cheapest goals cost, no two boxes having the same one; `None` where there are none.
    fn least_assignment(
        &mut self,
        board: &Board<W>,
        spots: &[usize],
        name: &Name,
    ) -> Option<i32> {
        let live = board.live_spots();
        let mut rows = [[NO_CHOICE; MOST]; MOST];
        for (index, &start) in spots.iter().enumerate() {
            let at = usize::from(name[index]);
            rows[index] =
                *self.choices[index * live.len() + at].get_or_insert_with(|| {
                    cheapest(board, start, live[at] as usize, spots.len())
                });
        }
        let rows = &rows[..spots.len()];
        let floor: i32 = rows.iter().map(|row| i32::from(row[0].0)).sum();
        let mut best = i32::MAX;
        assign(rows, &mut [u16::MAX; MOST], 0, floor, &mut best);
        (best < i32::from(i16::MAX) / 2).then_some(best)
    }
}

/// The cheapest goals of a box that began on `start` and stands on `spot`.
fn cheapest<const W: usize>(
    board: &Board<W>,
    start: usize,
    spot: usize,
    count: usize,
) -> [Choice; MOST] {
    let mut best = [NO_CHOICE; MOST];
    let rows = board.to_goal.row(spot).iter().zip(board.to_goal.row(start));
    for (goal, (&now, &before)) in rows.enumerate() {
        // A goal out of reach at the start is out of reach for good.
        if now == FAR || before == FAR {
            continue;
        }
        let mut choice = (now as i16 - before as i16, goal as u16);
        for place in &mut best[..count] {
            if choice < *place {
                std::mem::swap(place, &mut choice);
            }
        }
    }
    best
}

/// Tries goals for the boxes from the `index`th on; `floor` is what the goals chosen so far and the
/// cheapest of all others cost.
fn assign(
    rows: &[[Choice; MOST]],
    taken: &mut [u16; MOST],
    index: usize,
    floor: i32,
    best: &mut i32,
) {
    if floor >= *best {
        return;
    }
    let Some(row) = rows.get(index) else {
        *best = floor;
        return;
    };
    for &(cost, goal) in row {
        if goal != NO_CHOICE.1 && !taken[..index].contains(&goal) {
            taken[index] = goal;
            let floor = floor + i32::from(cost) - i32::from(row[0].0);
            assign(rows, taken, index + 1, floor, best);
        }
    }
}

/// If every box stands on a goal: the pushes that the boxes need to these goals, each alone.
fn pushes_alone<const W: usize>(
    board: &Board<W>,
    spots: &[usize],
    name: &Name,
) -> Option<u16> {
    let mut sum = 0;
    for (&start, &live) in spots.iter().zip(name) {
        let spot = board.live_spots()[usize::from(live)] as usize;
        let goal = board.layout.goals.iter().position(|&goal| goal == spot)?;
        sum += board.to_goal.row(start)[goal];
    }
    Some(sum)
}

//! All positions of a small level, with exact distances to the end.

use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

use kuraban_level::{Dir, Level, Rules, Square};
use kuraban_search::{Account, Pause, Run, Stop, Turn};

use crate::board::Board;
use crate::breadth::Layers;
use crate::key::Layout;
use crate::nodes::Id;
use crate::opening::Opening;
use crate::space::{Pulls, Pushes, Space, Successors};
use crate::work::{Flow, Work};
use crate::zone::Zone;

/// Which positions are wanted.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Scope {
    /// Those that play from the start can reach, lost ones included.
    #[default]
    Reachable,
    /// Those from which the level can be solved, wherever it starts.
    Solvable,
}

/// All positions of a level, each with the fewest pushes that solve it from there.
///
/// A position is the boxes and the player's zone; the player stands on the first square of it, in
/// reading order. The reachable positions are numbered by the pushes that lead to them, so the
/// start is the first; the solvable ones by the pushes to go, so the solved ones come first.
///
/// The distances are exact, and a position without one is proved lost: nothing is pruned but
/// repeated positions. Those that can be reached are found by pushes; then the solved ones among
/// them are played backward, by pulls, over all that were found.
///
/// ```
/// use kuraban_classic::{Positions, Scope};
///
/// let level = "######\n#@$ .#\n######".parse()?;
/// let all = Positions::of(&level, Scope::Reachable, 1000)?;
/// assert_eq!((all.len(), all.pushes_to_go(0)), (3, Some(2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Positions {
    level: Arc<Level>,
    board: Arc<Board>,
    layout: Layout,
    layers: Layers,
    to_go: ToGo,
}

/// The pushes to go from each position.
enum ToGo {
    /// The depth of its layer.
    Depth,
    /// By number; [`LOST`] where there is no way.
    Listed(Vec<u32>),
}

/// The distance of a lost position.
const LOST: u32 = u32::MAX;

/// Why there is no table.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum NoPositions {
    /// Only levels with boxes have one.
    #[error("a boulder puzzle has no table of positions")]
    Boulders,
    /// There are more than were asked for.
    #[error("the level has more than {0} positions")]
    TooMany(usize),
    /// A limit of the run was reached.
    #[error("stopped by the limit of {}", .0.name())]
    Stopped(Stop),
}

impl Positions {
    /// Finds all positions, if there are at most so many.
    pub fn of(level: &Level, scope: Scope, most: usize) -> Result<Self, NoPositions> {
        kuraban_search::without_limits(|turn| Self::in_turn(level, scope, most, turn))
    }

    /// The same within the limits of a run.
    pub fn within(
        level: &Level,
        scope: Scope,
        most: usize,
        run: &Run<'_>,
    ) -> Result<Self, NoPositions> {
        Self::in_turn(level, scope, most, &mut Turn::new(run, u64::MAX, run.memory()))
    }

    fn in_turn(
        level: &Level,
        scope: Scope,
        most: usize,
        turn: &mut Turn<'_>,
    ) -> Result<Self, NoPositions> {
        if level.rules() == Rules::Boulders {
            return Err(NoPositions::Boulders);
        }
        let mut account = Account::default();
        match find(level, scope, most, &mut Work::new(turn, &mut account)) {
            Continue(found) => found.ok_or(NoPositions::TooMany(most)),
            Break(pause) => Err(stopped_by(pause)),
        }
    }

    /// The level.
    pub fn level(&self) -> &Level {
        &self.level
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.layers.nodes.len()
    }

    /// Whether there are none: no position is solvable.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The fewest pushes that solve a position; `None` where it is lost.
    pub fn pushes_to_go(&self, position: usize) -> Option<u32> {
        match &self.to_go {
            ToGo::Depth => Some(self.layers.depth_of(position as Id)),
            ToGo::Listed(all) => Some(all[position]).filter(|&pushes| pushes != LOST),
        }
    }

    /// The squares of the boxes, ascending, and of the player.
    pub fn squares(&self, position: usize) -> (Vec<usize>, usize) {
        let mut boxes = Vec::new();
        let key = self.layers.nodes.key(position as Id);
        let (player, _) = self.layout.read(key, &mut boxes);
        let cells = &self.board.cells;
        let square = |cell: u32| cells.square(kuraban_board::Cell::new(cell as usize));
        (boxes.into_iter().map(square).collect(), square(player))
    }

    /// The position as a level of its own.
    pub fn position(&self, position: usize) -> Level {
        let (boxes, player) = self.squares(position);
        let mut squares: Vec<Square> = self.level.squares().to_vec();
        for cell in self.board.cells.iter() {
            squares[self.board.cells.square(cell)].has_box = false;
        }
        for at in boxes {
            squares[at].has_box = true;
        }
        for &(at, decoration) in self.level.decorations() {
            squares[at] = decoration;
        }
        Level::new(Rules::Boxes, self.level.width(), squares, &[player])
            .expect("boxes and player elsewhere make a level")
    }

    /// Calls `visit` for every push from every position, in their order: the position, the square
    /// of the box, where it goes, and the position after the push. Only pushes between positions
    /// of the table are visited.
    pub fn pushes(
        &self,
        run: &Run<'_>,
        mut visit: impl FnMut(usize, usize, Dir, usize),
    ) -> Result<(), NoPositions> {
        let mut turn = Turn::new(run, u64::MAX, run.memory());
        let mut account = Account::default();
        let mut work = Work::new(&mut turn, &mut account);
        let mut pushes = Pushes::new(&self.board, None);
        let mut after = Successors::default();
        let nodes = &self.layers.nodes;
        for id in 0..nodes.len() as Id {
            let made = match work.spend(pushes.price()) {
                Continue(()) => pushes.expand(nodes.key(id), &mut after, &mut work),
                stopped @ Break(_) => stopped,
            };
            if let Break(pause) = made {
                return Err(stopped_by(pause));
            }
            for (key, edge) in after.iter(pushes.key_bytes()) {
                if let Some(found) = nodes.find(key) {
                    let cell = kuraban_board::Cell::new((edge.action / 4) as usize);
                    let dir = Dir::from_index(edge.action as usize);
                    visit(
                        id as usize,
                        self.board.cells.square(cell),
                        dir,
                        found as usize,
                    );
                }
            }
        }
        Ok(())
    }

    /// The number of the position in which a level starts. It must be this level after some play.
    pub fn find(&self, level: &Level) -> Option<usize> {
        let is_same = |(a, b): (&Square, &Square)| (a.wall, a.goal) == (b.wall, b.goal);
        let (own, squares) = (self.level.squares(), level.squares());
        if level.rules() != Rules::Boxes
            || (level.width(), squares.len()) != (self.level.width(), own.len())
            || !own.iter().zip(squares).all(is_same)
        {
            return None;
        }
        let cells = &self.board.cells;
        let number = |square: usize| cells.cell(square).map(|cell| cell.index() as u32);
        let boxes: Vec<u32> = level.boxes().iter().filter_map(|&at| number(at)).collect();
        if boxes.len() != self.board.boxes.len() {
            return None;
        }
        let mut zone = Zone::new(&self.board);
        let player = zone.fill(&self.board, &boxes, number(level.player())?);
        let mut key = Vec::new();
        self.layout.write(&boxes, player, 0, &mut key);
        self.layers.nodes.find(&key).map(|id| id as usize)
    }
}

fn stopped_by(pause: Pause) -> NoPositions {
    NoPositions::Stopped(match pause {
        Pause::Memory => Stop::Memory,
        Pause::Stop(stop) => stop,
        // A turn of endless work is not used up.
        Pause::Turn => Stop::Time,
    })
}

/// Finds all positions; `None` where there are too many.
fn find(
    level: &Level,
    scope: Scope,
    most: usize,
    work: &mut Work<'_, '_>,
) -> Flow<Option<Positions>> {
    let level = Arc::new(level.clone());
    let board = Opening::new(&level, false).advance(work)?.board;
    work.take(4 * Zone::bytes(&board))?;
    let (mut pushes, mut pulls) = (Pushes::new(&board, None), Pulls::new(&board));
    let space: &mut dyn Space = match scope {
        Scope::Reachable => &mut pushes,
        Scope::Solvable => &mut pulls,
    };
    let mut layers = Layers::new(space);
    layers.begin(space, work)?;
    let mut count = layers.nodes.len();
    while count <= most && !layers.frontier().is_empty() {
        let one_more = |_: &[u8], _| {
            count += 1;
            count > most
        };
        layers.deepen(space, work, one_more, false)?;
    }
    if count > most {
        return Continue(None);
    }
    let to_go = match scope {
        Scope::Reachable => {
            ToGo::Listed(play_backward(&layers, &mut pushes, &mut pulls, work)?)
        }
        Scope::Solvable => ToGo::Depth,
    };
    let layout = Layout::new(board.len(), board.boxes.len(), 0);
    Continue(Some(Positions { level, board, layout, layers, to_go }))
}

/// The pushes to go from each position that pushes have reached: breadth-first pulls from the
/// solved ones, over these positions only. The position before a push is where a pull leads, so
/// each is found first from where the fewest pushes are left.
fn play_backward(
    layers: &Layers,
    pushes: &mut Pushes,
    pulls: &mut Pulls,
    work: &mut Work<'_, '_>,
) -> Flow<Vec<u32>> {
    let nodes = &layers.nodes;
    work.take(2 * nodes.len() * size_of::<u32>())?;
    let mut to_go = vec![LOST; nodes.len()];
    let mut queue: Vec<Id> = Vec::with_capacity(nodes.len());
    for id in 0..nodes.len() as Id {
        if pushes.is_final(nodes.key(id)) {
            to_go[id as usize] = 0;
            queue.push(id);
        }
    }
    let mut before = Successors::default();
    let mut next = 0;
    while let Some(&id) = queue.get(next) {
        work.spend(pulls.price())?;
        pulls.expand(nodes.key(id), &mut before, work)?;
        for (key, _) in before.iter(pulls.key_bytes()) {
            if let Some(found) = nodes.find(key)
                && to_go[found as usize] == LOST
            {
                to_go[found as usize] = to_go[id as usize] + 1;
                queue.push(found);
            }
        }
        next += 1;
    }
    Continue(to_go)
}

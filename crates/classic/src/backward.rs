//! The engines that pull: from the solved positions to the start, or to meet the pushes half
//! way.

use std::ops::ControlFlow::Continue;
use std::sync::Arc;

use kuraban_level::{Level, Rules};
use kuraban_search::{
    Claim, Engine, Found, Objective, Promise, Question, Refusal, Search, Stage,
};

use crate::board::Board;
use crate::breadth::Layers;
use crate::classic::{Classic, Explorer};
use crate::nodes::{Id, Nodes};
use crate::opening::Opened;
use crate::space::{Pulls, Pushes, Space, prove_pushes};
use crate::trail::Telling;
use crate::ways::{From, Leading, SecondPass};
use crate::work::{Flow, Work};
use crate::zone::Zone;

/// An engine that pulls.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Backward {
    name: &'static str,
    about: &'static str,
    /// Whether it pushes, too.
    meets: bool,
}

impl Backward {
    /// Every backward engine: breadth-first pulls from every solved position until the start is
    /// reached, and pushes and pulls, a layer at a time on the smaller side, until they meet.
    pub(crate) const ALL: [Self; 2] = [
        Self {
            name: "reverse",
            about: "breadth-first pulls from all solved positions back to the start",
            meets: false,
        },
        Self {
            name: "bidirectional",
            about: "breadth-first pushes and pulls that meet half way",
            meets: true,
        },
    ];
}

impl Engine for Backward {
    fn name(&self) -> &'static str {
        self.name
    }

    fn promise(&self) -> Promise {
        Promise {
            rules: &[Rules::Boxes],
            complete: true,
            optimal: &[Objective::Pushes],
            about: self.about,
        }
    }

    fn accepts(&self, level: &Level, objective: Objective) -> Result<(), Refusal> {
        let name = self.name;
        if level.rules() == Rules::Boulders {
            return Err(Refusal(format!(
                "the engine `{name}` cannot be used with boulders: it begins at the end, and \
                 the final positions of the boulders are not known"
            )));
        }
        kuraban_search::accepts(self, level, objective)?;
        if matches!(objective, Objective::Any | Objective::Pushes) {
            return Ok(());
        }
        Err(Refusal(format!(
            "the engine `{name}` counts pushes only: it cannot be used for the objective \
             `{objective}`"
        )))
    }

    fn begin(&self, level: &Arc<Level>, question: &Question) -> Box<dyn Search> {
        let (meets, objective) = (self.meets, question.objective);
        Box::new(Classic::new(self.name, level, objective, false, move |opened| {
            let settles = objective == Objective::Pushes;
            if meets {
                Box::new(Passes::new(opened, settles, Meeting::new))
            } else {
                Box::new(Passes::new(opened, settles, Reverse::new))
            }
        }))
    }
}

/// The first pass of a search that pulls.
trait FirstPass: Send {
    /// Works until there is a solution; its number of pushes, and how to write it down.
    fn search(&mut self, work: &mut Work<'_, '_>) -> Flow<Option<(u32, Telling)>>;

    /// What [`Telling::advance`] reads: a space and the states of both ends.
    fn states(&mut self) -> (&mut dyn Space, [&Nodes; 2]);

    /// Prepares what the second pass needs.
    fn prepare(&mut self, work: &mut Work<'_, '_>) -> Flow;

    /// Begins the second pass.
    fn settle(self, board: &Arc<Board>, pushes: u32) -> SecondPass;
}

/// The passes of a search that pulls.
struct Passes<P> {
    board: Arc<Board>,
    /// Whether the moves are settled, too.
    settles: bool,
    make: fn(&Arc<Board>) -> P,
    /// None before the first turn and in the second pass.
    first: Option<P>,
    /// The pushes of the solution being written down, and how much of it is done.
    telling: Option<(u32, Telling)>,
    /// The pushes of the solution that was told.
    told: Option<u32>,
    second: Option<SecondPass>,
}

impl<P: FirstPass> Passes<P> {
    fn new(opened: Opened, settles: bool, make: fn(&Arc<Board>) -> P) -> Self {
        Self {
            board: opened.board,
            settles,
            make,
            first: None,
            telling: None,
            told: None,
            second: None,
        }
    }
}

impl<P: FirstPass> Explorer for Passes<P> {
    fn advance(&mut self, work: &mut Work<'_, '_>) -> Flow<Stage> {
        if let Some(second) = &mut self.second {
            return second.advance(work);
        }
        if self.first.is_none() {
            work.take(4 * Zone::bytes(&self.board))?;
        }
        let first = self.first.get_or_insert_with(|| (self.make)(&self.board));
        let Some(pushes) = self.told else {
            if self.telling.is_none() {
                self.telling = first.search(work)?;
                let least = self.telling.as_ref().map_or(0, |&(pushes, _)| pushes);
                prove_pushes(least, work);
            }
            let Some((pushes, telling)) = &mut self.telling else {
                return Continue(Stage::Unsolvable);
            };
            let (space, tables) = first.states();
            let steps = telling.advance(&self.board, space, tables, work)?;
            self.told = Some(*pushes);
            let found = Found { steps, optimal: vec![Claim::Pushes], by: "" };
            return Continue(if self.settles {
                Stage::Found(found)
            } else {
                Stage::Solved(found)
            });
        };
        first.prepare(work)?;
        let first = self.first.take().expect("it was just prepared");
        self.second.insert(first.settle(&self.board, pushes)).advance(work)
    }
}

/// Pulls only.
struct Reverse {
    pulls: Pulls,
    layers: Layers,
    proved: u32,
}

impl Reverse {
    fn new(board: &Arc<Board>) -> Self {
        let pulls = Pulls::new(board);
        Self { layers: Layers::new(&pulls), pulls, proved: 0 }
    }
}

impl FirstPass for Reverse {
    fn search(&mut self, work: &mut Work<'_, '_>) -> Flow<Option<(u32, Telling)>> {
        let Self { pulls, layers, proved } = self;
        layers.begin(pulls, work)?;
        while !layers.frontier().is_empty() {
            if *proved <= layers.depth() {
                *proved = layers.depth() + 1;
                prove_pushes(*proved, work);
            }
            let start = layers.deepen(pulls, work, |_, edge| edge.is_final, false)?;
            if let Some(start) = start {
                return Continue(Some((layers.depth(), Telling::to_root(start))));
            }
        }
        Continue(None)
    }

    fn states(&mut self) -> (&mut dyn Space, [&Nodes; 2]) {
        (&mut self.pulls, [&self.layers.nodes; 2])
    }

    fn prepare(&mut self, _: &mut Work<'_, '_>) -> Flow {
        Continue(())
    }

    fn settle(self, board: &Arc<Board>, pushes: u32) -> SecondPass {
        let layers = self.layers;
        let depth_of = move |key: &[u8]| {
            layers.nodes.find(key).map(|id| pushes - layers.depth_of(id))
        };
        SecondPass::new(board, From::Start, pushes, Box::new(depth_of))
    }
}

/// Pushes and pulls.
struct Meeting {
    pushes: Pushes,
    pulls: Pulls,
    ahead: Layers,
    back: Layers,
    /// Which side is being expanded; none between two layers.
    side: Option<Side>,
    /// The complete layers of both sides before the last one.
    complete: (u32, u32),
    leading: Option<Leading>,
    marks: Vec<u64>,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Side {
    Ahead,
    Back,
}

impl Meeting {
    fn new(board: &Arc<Board>) -> Self {
        let (pushes, pulls) = (Pushes::new(board, None), Pulls::new(board));
        Self {
            ahead: Layers::new(&pushes),
            back: Layers::new(&pulls),
            pushes,
            pulls,
            side: None,
            complete: (0, 0),
            leading: None,
            marks: Vec::new(),
        }
    }

    /// Chooses the smaller side, unless a side is chosen already.
    fn choose(&mut self, work: &mut Work<'_, '_>) -> Side {
        *self.side.get_or_insert_with(|| {
            self.complete = (self.ahead.depth(), self.back.depth());
            prove_pushes(self.complete.0 + self.complete.1 + 1, work);
            if self.ahead.frontier().len() <= self.back.frontier().len() {
                Side::Ahead
            } else {
                Side::Back
            }
        })
    }

    /// Expands a layer of the chosen side, until it meets the other.
    fn deepen(&mut self, side: Side, work: &mut Work<'_, '_>) -> Flow<Option<(Id, Id)>> {
        let Self { pushes, pulls, ahead, back, .. } = self;
        Continue(match side {
            Side::Ahead => {
                let is_met = |key: &[u8], _| back.nodes.find(key).is_some();
                let met = ahead.deepen(pushes, work, is_met, false)?;
                met.and_then(|id| Some((id, back.nodes.find(ahead.nodes.key(id))?)))
            }
            Side::Back => {
                let is_met = |key: &[u8], _| ahead.nodes.find(key).is_some();
                let met = back.deepen(pulls, work, is_met, false)?;
                met.and_then(|id| Some((ahead.nodes.find(back.nodes.key(id))?, id)))
            }
        })
    }
}

impl FirstPass for Meeting {
    /// Both sides hold every state up to their depth, and no state is on both: every solution has
    /// more pushes than the two depths together. So the first state that turns up on both sides is
    /// on a solution with the fewest.
    fn search(&mut self, work: &mut Work<'_, '_>) -> Flow<Option<(u32, Telling)>> {
        self.ahead.begin(&mut self.pushes, work)?;
        self.back.begin(&mut self.pulls, work)?;
        while !self.ahead.frontier().is_empty() && !self.back.frontier().is_empty() {
            let side = self.choose(work);
            let met = self.deepen(side, work)?;
            self.side = None;
            let total = self.complete.0 + self.complete.1 + 1;
            work.account.depth = u64::from(total);
            if let Some((ahead, back)) = met {
                return Continue(Some((total, Telling::meeting(ahead, back))));
            }
        }
        Continue(None)
    }

    fn states(&mut self) -> (&mut dyn Space, [&Nodes; 2]) {
        (&mut self.pushes, [&self.ahead.nodes, &self.back.nodes])
    }

    /// Uses complete layers only: an unfinished one is left to the other side.
    fn prepare(&mut self, work: &mut Work<'_, '_>) -> Flow {
        let leading = self.leading.get_or_insert_with(|| {
            let layer = self.back.layer(self.complete.1);
            let beyond = layer.flat_map(|id| self.back.nodes.key(id));
            Leading::new(self.complete.0, beyond.copied().collect())
        });
        self.marks = leading.advance(&mut self.pulls, &self.ahead, work)?;
        Continue(())
    }

    fn settle(self, board: &Arc<Board>, total: u32) -> SecondPass {
        let Self { ahead, back, complete, marks, .. } = self;
        let depth_of = move |key: &[u8]| {
            if let Some(id) = ahead.nodes.find(key)
                && ahead.depth_of(id) <= complete.0
            {
                let leads_on = marks[id as usize / 64] >> (id % 64) & 1 == 1;
                return leads_on.then(|| ahead.depth_of(id));
            }
            let depth = back.nodes.find(key).map(|id| back.depth_of(id));
            depth.filter(|&depth| depth <= complete.1).map(|depth| total - depth)
        };
        SecondPass::new(board, From::Start, total, Box::new(depth_of))
    }
}

//! Strategies that fill goals: a plan by searching backward, then forward along it; or forward
//! without a plan.

use std::sync::Arc;

use kuraban_board::{Position, WIDE};
use kuraban_search::{BestCell, Stage, Turn};

use crate::features::Features;
use crate::plan::Plan;
use crate::shared::Shared;
use crate::spaces::along_plan::{AlongPlan, ByPlan};
use crate::strategies::anew::{Anew, Opened};
use crate::strategies::joined;
use crate::strategies::joint::{Joint, JointSearches};
use crate::strategies::planning::Planning;
use crate::strategies::{LISTED, Work};
use crate::strategy::{Along, Counts, Method, Strategy};
use crate::tree::{Expanded, Serving, Space as _, Tree, Ways};

/// Work of a move of the plan search. Measured, roughly.
const PLANNED: u64 = 40;

enum Phase<const W: usize> {
    /// The board is being opened, before a plan is made.
    Opening,
    /// At the start of a search without a plan.
    Unplanned,
    Planning(Joint<Planning<W>>),
    Forward(Box<(Tree, AlongPlan<W>)>),
    Over,
}

impl<const W: usize> Phase<W> {
    /// Expansions and successors of the search at work, but for those of a plan search.
    fn counts(&self) -> (u64, u64) {
        match self {
            Self::Forward(work) => (work.0.expanded() as u64, work.0.generated),
            Self::Opening | Self::Unplanned | Self::Planning(_) | Self::Over => (0, 0),
        }
    }
}

/// A packing plan being made and followed.
pub(crate) struct Planned<const W: usize> {
    shared: Arc<Shared<W>>,
    name: &'static str,
    along: Along,
    /// Where plans are made, unless there is one from the start.
    anew: Option<Box<Anew<W>>>,
    /// Where the last plan was made, or is being made.
    home: Position<W>,
    phase: Phase<W>,
    /// What made the plan that leads on from the start: held, so that others find it.
    _planning: Option<Joint<Planning<W>>>,
    /// Expansions and successors of searches that are over.
    gone: (u64, u64),
    /// Expansions of the search for the last plan.
    plan_took: u64,
    steps: usize,
}

impl<const W: usize> Planned<W> {
    pub(crate) fn new(
        (shared, joint): (&Arc<Shared<W>>, &JointSearches<W>),
        name: &'static str,
        along: Along,
        turn: &mut Turn<'_>,
    ) -> Self {
        let anew = along.anew.then(|| Box::new(Anew::new(joint.ahead(shared, turn))));
        let planning = match along.first {
            Some(first) if anew.is_none() => joint.planning(shared, first, turn),
            _ => None,
        };
        let phase = match along.first {
            _ if anew.is_some() => Phase::Opening,
            Some(_) => planning.clone().map_or(Phase::Over, Phase::Planning),
            // There boxes and goals are too many to be matched for every move.
            None if W > WIDE => Phase::Over,
            None => Phase::Unplanned,
        };
        Self {
            shared: Arc::clone(shared),
            name,
            along,
            anew,
            home: shared.start(),
            phase,
            _planning: planning,
            gone: (0, 0),
            plan_took: 0,
            steps: 0,
        }
    }

    /// A strategy at its beginning; `None` where it does not fill goals.
    pub(crate) fn of(
        shared: &Arc<Shared<W>>,
        strategy: Strategy,
        turn: &mut Turn<'_>,
    ) -> Option<Self> {
        let Method::Pack(along) = strategy.method else { return None };
        Some(Self::new((shared, &JointSearches::default()), strategy.name, along, turn))
    }

    /// Makes the plan, if any, without following it: the forward search's view of it, and the
    /// expansions it took.
    pub(crate) fn view(mut self, turn: &mut Turn<'_>) -> Option<(AlongPlan<W>, u64)> {
        while matches!(self.phase, Phase::Unplanned | Phase::Planning(_)) {
            turn.overdraw(PLANNED).continue_value()?;
            self.step(turn);
        }
        match self.phase {
            Phase::Forward(work) => Some((work.1, self.plan_took)),
            Phase::Opening | Phase::Unplanned | Phase::Planning(_) | Phase::Over => None,
        }
    }

    /// Opens the board by one move, and begins a plan where that is done.
    fn open(&mut self, turn: &mut Turn<'_>) -> Stage {
        let Some(anew) = &mut self.anew else { return Stage::GaveUp };
        match anew.open(&mut self.gone, turn) {
            Opened::More => Stage::Working,
            Opened::Met(node, last) => anew.opener().with(|opener| {
                let shared = (&*self.shared, self.name);
                joined::pushed(shared, opener.parts(), (node, last))
            }),
            Opened::Home(home) => self.plan_from(home, turn),
            Opened::Exhausted => {
                self.retire();
                Stage::GaveUp
            }
        }
    }

    /// Begins a plan that leads on from `home`.
    fn plan_from(&mut self, home: Position<W>, turn: &mut Turn<'_>) -> Stage {
        let Some(first) = self.along.first else { return Stage::GaveUp };
        self.home = home;
        let planning = Planning::new(&self.shared, first, home, turn);
        // Where no plan leads on from there, the board is opened further.
        let planning = planning.map(Joint::new);
        self.phase = planning.map_or(Phase::Opening, Phase::Planning);
        Stage::Working
    }

    /// Gives up the search at work, and keeps its counts.
    fn retire(&mut self) {
        let (expanded, generated) = self.phase.counts();
        self.gone.0 += expanded;
        self.gone.1 += generated;
        self.phase = Phase::Over;
    }

    /// Goes over from planning to searching along the plan.
    fn follow(&mut self, plan: Plan<W>, turn: &mut Turn<'_>) -> Stage {
        self.steps = plan.steps.len();
        let guide = ByPlan::new(Arc::clone(&self.shared), plan, self.along);
        let mut space = AlongPlan::new(&self.shared, guide);
        let mut tree = Tree::new(Ways {
            listed: LISTED,
            renews: self.along.renews,
            weighs: true,
            localizes: self.along.localizes(),
            serving: Serving::Cells,
        });
        // From the start too: a plan made elsewhere may lead on from there as well, and on 61 levels that
        // take long four more are solved so. The way to where it was made may not have been kept.
        let start = self.shared.start();
        let goes_on = self.home != start && self.shared.is_pushed(&self.home);
        let roots = if goes_on { vec![self.home, start] } else { vec![start] };
        let outcome = tree.add_roots(&mut space, &roots, turn);
        self.phase = Phase::Forward(Box::new((tree, space)));
        let stage = self.conclude(outcome);
        self.tell(stage, turn)
    }

    /// What the outcome of a forward move means.
    fn conclude(&mut self, outcome: Expanded) -> Stage {
        let Phase::Forward(work) = &self.phase else { return Stage::GaveUp };
        match outcome {
            Expanded::More => Stage::Working,
            Expanded::Exhausted => {
                self.retire();
                Stage::GaveUp
            }
            Expanded::Done(node, last) => {
                let (tree, space) = &**work;
                let shared = (&*self.shared, self.name);
                joined::pushed(shared, (tree, space), (node, last))
            }
        }
    }
}

impl<const W: usize> Work for Planned<W> {
    fn step(&mut self, turn: &mut Turn<'_>) -> Stage {
        match &mut self.phase {
            Phase::Over => Stage::GaveUp,
            Phase::Opening => self.open(turn),
            Phase::Unplanned => self.follow(Plan::default(), turn),
            Phase::Planning(planning) => {
                let taken = planning.take_move(|planning| {
                    let before = planning.counts();
                    let plan = planning.step(turn).cloned();
                    (plan, before, planning.counts())
                });
                let Some((plan, before, after)) = taken else { return Stage::Working };
                self.gone.0 += after.0 - before.0;
                self.gone.1 += after.1 - before.1;
                let Some(plan) = plan else { return Stage::Working };
                self.plan_took = after.0;
                self.follow(plan, turn)
            }
            Phase::Forward(work) => {
                let (tree, space) = &mut **work;
                let before = tree.best();
                let outcome = tree.step(space, turn);
                let best = tree.best();
                let cell = Features::cell(best);
                if let Some(anew) = &mut self.anew
                    && anew.is_stuck(cell, outcome)
                {
                    let place = tree.best_node().map(|node| tree.state(space, node));
                    let home = anew.go_on(place);
                    self.retire();
                    self.phase = Phase::Opening;
                    return home
                        .map_or(Stage::Working, |home| self.plan_from(home, turn));
                }
                let stage = self.conclude(outcome);
                if best == before { stage } else { self.tell(stage, turn) }
            }
        }
    }

    fn expanded(&self) -> u64 {
        self.gone.0 + self.phase.counts().0
    }

    fn generated(&self) -> u64 {
        self.gone.1 + self.phase.counts().1
    }

    /// Features of filled goals take longer, and counting settled boxes takes longest.
    fn price(&self) -> u64 {
        match self.along.counts {
            Counts::Settled => 6,
            _ => 3,
        }
    }

    fn bytes(&self) -> usize {
        let opened = self.anew.as_ref().map_or(0, |anew| anew.bytes());
        opened
            + match &self.phase {
                Phase::Planning(planning) => planning.bytes(Planning::bytes),
                Phase::Forward(work) => work.0.bytes() + work.1.bytes(),
                Phase::Opening | Phase::Unplanned | Phase::Over => 0,
            }
    }

    fn best_cell(&self) -> Option<BestCell> {
        let Phase::Forward(work) = &self.phase else { return None };
        let (tree, space) = &**work;
        let best = tree.best();
        let (plans, done) = (self.along.first.is_some(), Features::packed_of(best));
        Some(BestCell {
            strategy: self.name,
            packed: if plans { space.guide.plan.placed(done) } else { done },
            boxes: self.shared.statics.map.board.goals.len(),
            regions: Features::regions_of(best),
            plan: plans.then_some((done, self.steps)),
        })
    }

    fn best_place(&self) -> Option<(Vec<usize>, usize)> {
        let Phase::Forward(work) = &self.phase else { return None };
        let (tree, space) = &**work;
        Some(self.shared.squares(&tree.state(space, tree.best_node()?)))
    }

    fn describe(&self) -> String {
        let name = self.name;
        match &self.phase {
            Phase::Opening => {
                format!("{name}: opening the board, {} expanded", self.expanded())
            }
            Phase::Unplanned => format!("{name}: at the start"),
            Phase::Planning(planning) => {
                let (expanded, _) = planning.with(|planning| planning.counts());
                format!("{name}: planning, {expanded} expanded")
            }
            Phase::Forward(work) => format!(
                "{name}: planned in {}; packed {} of {}, {} expanded, {} turned down, {} cells, \
                 {} in corrals",
                self.plan_took,
                Features::packed_of(work.0.best()),
                self.steps,
                work.0.expanded(),
                work.0.rejected,
                work.0.cells(),
                work.1.corrals(),
            ),
            Phase::Over => format!("{name}: out of ideas"),
        }
    }
}

#[cfg(test)]
mod tests {
    use kuraban_board::Board;
    use kuraban_level::Level;
    use kuraban_verify::Solution;

    use super::*;

    #[test]
    fn plans_made_on_the_way_lead_to_solutions() {
        let own = include_str!("../../../../levels/kuraban.xsb");
        let level = kuraban_testkit::levels(own).pop().expect("a level");
        let shared: Arc<Shared<8>> = Shared::alone(Board::new(&level));
        let along = Along { anew: true, ..crate::strategy::NEAR };
        let start = shared.start();
        kuraban_search::without_limits(|turn| {
            let mut work = Planned::new(
                (&shared, &JointSearches::default()),
                "plan-anew",
                along,
                turn,
            );
            work.anew.as_mut().expect("it plans on the way").hurry();
            let mut homes = vec![start];
            for _ in 0..20_000 {
                match work.step(turn) {
                    Stage::Working => {}
                    Stage::Solved(found) => {
                        Solution::check(&level, &found.steps).expect("a solution");
                        assert!(homes.len() > 2, "only {} plans", homes.len() - 1);
                        return;
                    }
                    end => panic!("{end:?}"),
                }
                if homes.last() != Some(&work.home) {
                    homes.push(work.home);
                }
            }
            panic!("not solved: {}", work.describe());
        });
    }

    #[test]
    fn gives_up_where_nothing_is_left_to_plan_from() {
        let text = "######\n#@$  #\n#  . #\n#$  .#\n######";
        let level: Level = text.parse().expect("a level");
        let shared: Arc<Shared<2>> = Shared::alone(Board::new(&level));
        let along = Along { anew: true, ..crate::strategy::NEAR };
        let ended = kuraban_search::without_limits(|turn| {
            let mut work = Planned::new(
                (&shared, &JointSearches::default()),
                "plan-anew",
                along,
                turn,
            );
            (0..20_000).map(|_| work.step(turn)).find(|stage| *stage != Stage::Working)
        });
        assert_eq!(ended, Some(Stage::GaveUp));
    }
}

//! The engine as hosts see it.

use std::sync::{Arc, OnceLock};

use kuraban_board::Layout;
use kuraban_level::{Dir, Level, Rules};
use kuraban_search::{BestCell, Engine, Found, Objective, Promise, Run, Stop, Verdict};

use crate::search::{Common, Stage};
use crate::strategy::Strategy;

/// Feature-space search.
#[derive(Clone, Debug)]
pub struct FessEngine {
    strategies: Vec<Strategy>,
    team: Option<Arc<Team>>,
}

/// What the engines of a team share: the first level that any of them is given.
#[derive(Debug, Default)]
struct Team(OnceLock<(Level, Option<Common>)>);

impl Team {
    /// What is known of the level; engines that are given another one work alone.
    fn common(&self, level: &Level, layout: &Layout) -> Option<Common> {
        let begin = || (level.clone(), Common::new(layout.clone()));
        let (known, common) = self.0.get_or_init(begin);
        if known == level { common.clone() } else { Common::new(layout.clone()) }
    }
}

impl Default for FessEngine {
    /// The usual strategies in turns.
    fn default() -> Self {
        Self::with(&Strategy::USUAL)
    }
}

impl FessEngine {
    /// These strategies in turns.
    pub fn with(strategies: &[Strategy]) -> Self {
        Self { strategies: strategies.to_vec(), team: None }
    }

    /// Engines that work on one level together, each with strategies of its own and each in any
    /// thread: they share tables, verdicts on dead ends, and the positions they reach, so that
    /// any of them can meet any other. A team is made for one level.
    pub fn team(parts: &[&[Strategy]]) -> Vec<Self> {
        let team = Arc::new(Team::default());
        let member = |strategies: &&[Strategy]| Self {
            strategies: strategies.to_vec(),
            team: Some(Arc::clone(&team)),
        };
        parts.iter().map(member).collect()
    }
}

impl Engine for FessEngine {
    fn name(&self) -> &'static str {
        "fess"
    }

    fn promise(&self) -> Promise {
        Promise {
            rules: &[Rules::Boxes],
            complete: false,
            optimal: &[],
            about: "feature-space search over macro moves, along packing plans and toward \
                    landmarks",
        }
    }

    fn strategies(&self) -> Vec<(&'static str, &'static str)> {
        Strategy::ALL.map(|strategy| (strategy.name(), strategy.about())).into()
    }

    fn solve(
        &self,
        level: &Level,
        _: Objective,
        run: &mut Run<'_>,
    ) -> Result<Verdict, Stop> {
        let layout = Layout::new(level);
        // Boxes that became walls are where they have to be.
        let fixed = level.boxes().len().saturating_sub(layout.boxes.len());
        if layout.refuted.is_some() {
            return Ok(Verdict::GaveUp);
        }
        let solved =
            |steps: Vec<Dir>| Verdict::Solved(Found { steps, optimal: Vec::new() });
        if level.is_solved_at_start() || layout.boxes.is_empty() {
            return Ok(solved(Vec::new()));
        }
        run.look()?;
        let common = match &self.team {
            Some(team) => team.common(level, &layout),
            None => Common::new(layout),
        };
        let Some(common) = common else { return Ok(Verdict::GaveUp) };
        let mut search = common.search(&self.strategies, run.memory_limit());
        loop {
            let before = search.expanded();
            let stage = search.step(1);
            if search.expanded() == before {
                run.look()?;
            }
            for _ in before..search.expanded() {
                run.tick()?;
            }
            run.statistics.generated = search.generated();
            run.hold(search.bytes())?;
            if search.has_news() {
                run.best_cell = search.best_cell().map(|cell| BestCell {
                    packed: cell.packed + fixed,
                    boxes: cell.boxes + fixed,
                    ..cell
                });
                run.trace(|| search.describe());
            }
            match stage {
                Stage::Working => {}
                Stage::Solved(steps) => return Ok(solved(steps)),
                Stage::Full => return Err(Stop::Memory),
                Stage::GaveUp => return Ok(Verdict::GaveUp),
            }
        }
    }
}

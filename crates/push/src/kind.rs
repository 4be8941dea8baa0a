//! The searches of this crate, on a board as small as fits.

use std::sync::Arc;

use kuraban_board::deadlock::RuleSet;
use kuraban_board::{Ground, Site, by_width};
use kuraban_level::Level;
use kuraban_search::{Ceiling, Search};

use crate::best_first::{Order, Settings, WhenFull};
use crate::improve::{Improvement, Improver};
use crate::plain::Plain;
use crate::rating::Bounds;
use crate::single::Single;
use crate::walker::{Measure, Walker};

/// A search of this crate.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    /// Greedy pulls.
    Pull(WhenFull),
    /// Greedy pushes.
    Push(WhenFull),
    /// Pulls made and a multiple of the bound.
    WeightedPull,
    /// Fewest pushes, forward, and fewer than the best known.
    LeastPush(Ceiling, Bounds),
    /// The same, backward.
    LeastPull(Ceiling, Bounds),
    /// Fewest moves, half movements, or moves among the solutions with fewest pushes.
    Walk(Measure),
    /// Shorter stretches of a solution that others find.
    Improve(Improvement),
}

/// How many pushes made weigh as much as one push of the bound.
const WEIGHT: u16 = 3;

impl Kind {
    fn begin<const W: usize>(
        &self,
        level: &Arc<Level>,
        ground: &Arc<Ground<W>>,
        rules: RuleSet,
        meets: bool,
    ) -> Box<dyn Search> {
        let greedy = |&when| Settings::new(Order::Greedy(when), rules);
        let weighted = Settings::new(Order::Weighted(WEIGHT), rules);
        let optimal = |&bounds: &Bounds| Settings {
            bounds,
            ..Settings::new(Order::Optimal, rules)
        };
        let ground_of = || Arc::clone(ground);
        match self {
            Self::Pull(when) => {
                Box::new(Single::<W, true>::new("pull", ground, greedy(when), meets))
            }
            Self::Push(when) => {
                Box::new(Single::<W, false>::new("push", ground, greedy(when), meets))
            }
            Self::WeightedPull => {
                Box::new(Single::<W, true>::new("weighted", ground, weighted, false))
            }
            Self::LeastPush(ceiling, bounds) => Box::new(
                Single::<W, false>::new("least-push", ground, optimal(bounds), meets)
                    .below(ceiling),
            ),
            Self::LeastPull(ceiling, bounds) => Box::new(
                Single::<W, true>::new("least-pull", ground, optimal(bounds), meets)
                    .below(ceiling),
            ),
            Self::Walk(measure) => Box::new(Walker::new(ground_of(), *measure, rules)),
            Self::Improve(task) => {
                Box::new(Improver::new(ground_of(), Arc::clone(level), task.clone()))
            }
        }
    }
}

/// Begins searches on a level, on the smallest bitboard that fits it. On a level that fits none
/// there is one search without bitboards, which proves pushes only. Several searches meet each
/// other, and whoever else is on the site.
pub(crate) fn begin(
    level: &Arc<Level>,
    site: &Site,
    kinds: &[Kind],
    rules: RuleSet,
) -> Vec<Box<dyn Search>> {
    fn on_board<const W: usize>(
        level: &Arc<Level>,
        site: &Site,
        kinds: &[Kind],
        rules: RuleSet,
    ) -> Vec<Box<dyn Search>> {
        let ground = site.ground::<W>();
        let begin = |kind: &Kind| kind.begin(level, &ground, rules, kinds.len() > 1);
        kinds.iter().map(begin).collect()
    }
    by_width!(
        site.layout().words(),
        W => on_board::<W>(level, site, kinds, rules),
        else match &kinds[0] {
            Kind::LeastPull(..) | Kind::LeastPush(..) | Kind::Walk(Measure::Pushes) => {
                vec![Box::new(Plain::new(level, true))]
            }
            Kind::Pull(_) | Kind::Push(_) | Kind::WeightedPull => {
                vec![Box::new(Plain::new(level, false))]
            }
            Kind::Walk(_) | Kind::Improve(_) => Vec::new(),
        }
    )
}

//! `auto`: the engine that chooses.

use std::sync::Arc;

use kuraban_board::{LARGEST, Site, look};
use kuraban_fess::Strategy;
use kuraban_level::{Level, Rules};
use kuraban_push::Least;
use kuraban_search::{Engine, Later, Objective, Promise, Question, Race, Search};

/// Chooses by rules, size and objective: boulder puzzles are searched breadth-first, levels with
/// boxes by a race of the push, pull, feature-space and classic searches.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Auto;

/// A level with more floor squares and more boxes than this is large: there guidance counts
/// more than speed. Guessed from the level sets.
const LARGE: usize = 90;
const MANY: usize = 9;
/// So is one with more boxes than this on however few squares. Guessed.
const CROWD: usize = 20;
/// A board with more squares than this is huge: there the cheap searches go first, as the
/// tables of the others take long. Guessed.
const HUGE: usize = 1_024;
/// Work of the first turns of cheap searches on huge boards: a tenth of a second each.
const HUGE_TURN: u64 = 100_000;
/// The greedy search needs as much memory as others together to begin on the largest boards; with
/// this share it does with twice what it needs alone.
const GREEDY_SHARE: u32 = 4;
/// Work of the first turn of pulls where there are bitboards: they solve most open boards soon,
/// or not at all.
const PULL_TURN: u64 = 500_000;

/// Work of the first turn of push searches on large levels: less than a sixth of that of the
/// others, as guidance counts more there. Measured on Sasquatch I, II and IV: most of what the
/// feature spaces solve comes 1.2 times as early as with a quarter.
const SIDE_TURN: u64 = 300;

/// Work of the race after which the strategies that do not begin at once join on levels that are not
/// large: about a second. Guessed.
const LATE: u64 = 1_000_000;
/// On large levels: work of the race after which the first strategies that head for landmarks join,
/// about a tenth of a second. Guessed.
const SOON: u64 = 200_000;
/// How many of them join first. For about eight seconds they share all the time that is for landmarks.
/// By the times of each strategy alone on 64 hard levels, the
/// best choices differ by no more than luck does.
const FIRST_HEADING: usize = 4;
/// On large levels: work of the race after which the last ones join, about eight seconds of one thread.
/// A long run gains more by yet another way to search than by more time for the others. Guessed.
const LAST: u64 = 16_000_000;

impl Engine for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn promise(&self) -> Promise {
        Promise {
            rules: &[Rules::Boxes, Rules::Boulders],
            complete: true,
            optimal: Objective::LEAST,
            about: "several searches at once, chosen by level and objective",
        }
    }

    fn begin(&self, level: &Arc<Level>, question: &Question) -> Box<dyn Search> {
        let (level, question) = (Arc::clone(level), question.clone());
        Later::boxed(self.name(), move |turn| {
            if level.rules() == Rules::Boulders {
                return Ok(classic("bfs", &level, &question));
            }
            let site = Site::new(look(&level, turn)?);
            let layout = site.layout();
            Ok(match question.objective {
                Objective::Any => Box::new(finders(&level, &site, &question)),
                _ if layout.len > LARGEST => Box::new(exact(&level, &site, &question)),
                _ => {
                    let scouts = if layout.len > HUGE {
                        vec![classic("greedy", &level, &any(&question))]
                    } else {
                        kuraban_fess::teams(&level, &site, &Strategy::kinds())
                    };
                    Box::new(Least::new(&level, &site, &question, scouts))
                }
            })
        })
    }
}

/// Begins one of the classic searches.
fn classic(name: &str, level: &Arc<Level>, question: &Question) -> Box<dyn Search> {
    let engines = kuraban_classic::engines();
    let engine = engines.iter().find(|engine| engine.name() == name);
    engine.expect("it is one of the engines").begin(level, question)
}

/// The same question about any solution.
fn any(question: &Question) -> Question {
    question.clone().objective(Objective::Any)
}

/// The strategies that work as one member of the race. On large levels two members fill goals, and
/// each strategy that heads for landmarks is one. Plans lead to a solution soon or never, landmarks
/// often late: of 53 hard levels that the strategies of an earlier set solve alone in 4 s, such shares
/// solve 50 in 18.5 s, equal ones 47. On other levels push searches are to keep their part of the time.
fn parts(is_large: bool) -> Vec<&'static [Strategy]> {
    let [filling, heading] = Strategy::kinds();
    if is_large {
        let filling = filling.chunks(filling.len().div_ceil(2));
        filling.chain(heading.chunks(1)).collect()
    } else {
        vec![filling, heading]
    }
}

/// The race for any solution, the most promising search first.
fn finders(level: &Arc<Level>, site: &Site, question: &Question) -> Race {
    let layout = site.layout();
    let (squares, boxes) = (layout.floor.len(), layout.boxes.len());
    let is_large = squares > LARGE && boxes > MANY || boxes > CROWD;
    let is_huge = layout.len > HUGE;
    let is_beyond = layout.len > LARGEST;
    let mut race = Race::new("auto", level, Objective::Any).threads(question.threads);
    let weighted = question.threads > 2 && !is_large;
    let by_pushes = kuraban_push::finders(level, site, weighted);
    let mut by_features = kuraban_fess::teams(level, site, &parts(is_large));
    // Push searches or plans solve most small levels, and many large ones.
    let (at_once, late) = if is_large { (2, SOON) } else { (1, LATE) };
    let mut others = by_features.split_off(by_features.len().min(at_once));
    let joins = |place: usize| {
        if is_large && place >= FIRST_HEADING { LAST } else { late }
    };
    // Push searches use up memory quickly: together they get as much as one feature-space
    // search.
    let (little, much) = (1, by_pushes.len() as u32);
    if is_large && !is_huge {
        for search in by_features.drain(..) {
            race.enter_with(search, much);
        }
        for (place, search) in others.drain(..).enumerate() {
            race.enter_after(joins(place), search, much);
        }
    }
    if is_huge {
        race = race.first_turn(if is_beyond { HUGE_TURN } else { HUGE_TURN / 2 });
        let share = if is_beyond { GREEDY_SHARE } else { 1 };
        race.enter_with(classic("greedy", level, &any(question)), share * much);
        race = race.first_turn(if is_beyond { HUGE_TURN } else { PULL_TURN });
    }
    if is_large && !is_huge {
        race = race.first_turn(SIDE_TURN);
    }
    for search in by_pushes {
        race.enter_with(search, little);
        if is_huge {
            race = race.first_turn(HUGE_TURN);
        }
    }
    if is_huge {
        race = race.first_turn(HUGE_TURN / 4);
    }
    if is_beyond {
        // Plain breadth-first pulls can give proofs for which greedy search takes too long.
        race.enter_with(classic("reverse", level, &any(question)), much);
    }
    for search in by_features {
        race.enter_with(search, much);
    }
    for (place, search) in others.into_iter().enumerate() {
        race.enter_after(joins(place), search, much);
    }
    race
}

/// The race for a least solution on boards that fit no bitboard.
fn exact(level: &Arc<Level>, site: &Site, question: &Question) -> Race {
    let mut race = Race::new("auto", level, question.objective).threads(question.threads);
    if let Some(known) = question.given() {
        race.begin_with(known);
    }
    race.enter_with(classic("astar", level, question), 4);
    race.enter_with(classic("greedy", level, &any(question)), 2);
    for search in kuraban_push::finders(level, site, false) {
        race.enter_with(search, 1);
    }
    race
}

#[cfg(test)]
mod tests {
    use kuraban_search::{Limits, Stage, ask};

    use super::*;

    #[test]
    fn the_winner_is_told() {
        let level: Level = "######\n#@$ .#\n######".parse().expect("a level");
        let outcome = ask(&Auto, &level, &Question::default());
        let Stage::Solved(found) = outcome.stage else { panic!("{outcome:?}") };
        assert_eq!(found.by, "pull");
        let question = Question::default().objective(Objective::Pushes);
        let question = question.limits(Limits::default().nodes(1_000));
        let outcome = ask(&Auto, &level, &question);
        assert_eq!(outcome.account.proved_by, Some("least-push"));
    }

    /// Their order decides which of them join first.
    #[test]
    fn four_strategies_that_head_for_landmarks_join_first() {
        let [_, heading] = Strategy::kinds();
        let first = [
            Strategy::ALTERNATE,
            Strategy::GOALS_WORTH,
            Strategy::ALTERNATE_WORTH,
            Strategy::STRAIGHT_WORTH,
        ];
        assert_eq!(heading[..FIRST_HEADING], first);
    }
}

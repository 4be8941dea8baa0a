//! Levels that were made: as wanted, solvable or proved not to be, the same for any number of
//! threads.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use kuraban::{
    Cancel, Claim, Limits, Objective, Question, Run, Solution, Solver, Status, after,
    identity, lurd,
};
use kuraban_generate::write::{Split, entry};
use kuraban_generate::{
    Change, Filled, Label, Made, Maker, Order, Preset, Recipe, Short, Source, Wants,
};

fn unlimited<T>(work: impl FnOnce(&Run<'_>) -> T) -> T {
    let clock = || Duration::ZERO;
    work(&Run::new(Limits::default(), Cancel::default(), &clock))
}

fn fill(recipe: &Recipe, from: u64, count: u64, threads: usize) -> (Vec<Made>, Filled) {
    let order = Order { from, count, threads, ..Order::default() };
    let mut levels = Vec::new();
    let filled = unlimited(|run| {
        recipe.fill(&order, run, |made| {
            levels.push(made);
            ControlFlow::Continue(())
        })
    });
    (levels, filled.expect("a good recipe"))
}

/// A level as it is written, with all that is said about it.
fn text(made: &Made) -> String {
    format!("{} {:?} {:?}", made.index, entry(made), made.twin)
}

fn recipes() -> Vec<Recipe> {
    let exact = Recipe {
        maker: Maker::Exact,
        size: (6, 5),
        boxes: 2..=3,
        wants: Wants { pushes: Some(5..=9), ..Wants::default() },
        label: Label::Pushes,
        ..Preset::Small.recipe()
    };
    let twins = Recipe { unsolvable: 0.5, ..Preset::Boxoban.recipe() };
    vec![Preset::Small.recipe(), Preset::Boxoban.recipe(), exact, twins]
}

#[test]
fn threads_do_not_matter_and_levels_have_their_place() {
    for recipe in recipes() {
        let (one, filled) = fill(&recipe, 0, 12, 1);
        assert_eq!((filled.levels, filled.short), (12, None));
        for threads in [2, 4] {
            let (several, _) = fill(&recipe, 0, 12, threads);
            assert!(one.iter().map(text).eq(several.iter().map(text)));
        }
        let middle = one[5].index;
        let (rest, _) = fill(&recipe, middle, 7, 2);
        assert!(one[5..].iter().map(text).eq(rest.iter().map(text)));
        let (other, _) = fill(&Recipe { seed: 1, ..recipe.clone() }, 0, 12, 1);
        assert!(!one.iter().map(text).eq(other.iter().map(text)));
    }
}

#[test]
fn levels_are_new_solved_and_as_wanted() {
    for recipe in recipes() {
        let mut known = HashSet::new();
        for made in fill(&recipe, 0, 25, 1).0 {
            assert!(known.insert(made.id.clone()), "twice: {:?}", made.level);
            assert_eq!(made.id, identity::canonical(&made.level));
            if made.twin.is_some() {
                continue;
            }
            let dirs: Vec<_> =
                made.labels.solution.steps().iter().map(|s| s.dir).collect();
            let replayed = Solution::check(&made.level, &dirs).expect("a solution");
            assert_eq!(replayed.figures(), made.labels.solution.figures());
            let pushes = replayed.figures().pushes;
            let wanted = recipe.wants.pushes.as_ref();
            assert!(pushes > 0 && wanted.is_none_or(|band| band.contains(&pushes)));
            if recipe.label.judges() {
                // Another engine than the one that labelled it.
                let question = Question::default().objective(Objective::Pushes);
                let solver = Solver::new("bfs").expect("an engine");
                let answer = solver.solve(&made.level, &question).expect("an answer");
                let least = answer.solution.expect("a solution").figures();
                assert_eq!(
                    (least.pushes, least.moves),
                    (pushes, replayed.figures().moves)
                );
                assert!(made.labels.proved.contains(&Claim::PushesThenMoves));
            }
        }
    }
}

#[test]
fn twins_are_proved_dead_by_another_engine() {
    let recipe = Recipe {
        unsolvable: 1.0,
        size: (6, 6),
        boxes: 3..=3,
        ..Preset::Boxoban.recipe()
    };
    let (mut pushes, mut walls) = (0, 0);
    for made in fill(&recipe, 0, 40, 1).0 {
        let solver = Solver::new("bfs").expect("an engine");
        let answer = solver.solve(&made.level, &Question::default()).expect("an answer");
        assert_eq!(answer.status, Status::Unsolvable, "{:?}", made.level);
        match made.twin.expect("a twin").change {
            Change::Push { fatal, .. } => {
                pushes += 1;
                assert!(fatal.ends_with(|letter: char| letter.is_ascii_uppercase()));
            }
            Change::Wall { square } => {
                walls += 1;
                assert!(made.level.square(square).wall);
            }
        }
    }
    assert!(pushes > 10 && walls > 2, "{pushes} {walls}");
}

#[test]
fn a_fatal_push_leads_from_the_solution_to_the_twin() {
    let twins = Recipe { unsolvable: 1.0, ..Preset::Boxoban.recipe() };
    let mut tried = 0;
    for made in fill(&twins, 0, 10, 1).0 {
        let Some(Change::Push { after: before, fatal, depth }) =
            made.twin.as_ref().map(|twin| &twin.change)
        else {
            continue;
        };
        // The solution is that of the other twin, whose start is the same room's.
        let (solvable, _) =
            fill(&Recipe { unsolvable: 0.0, ..twins.clone() }, made.index, 1, 1);
        let Some(solvable) = solvable.first().filter(|level| level.index == made.index)
        else {
            continue;
        };
        if made.twin.as_ref().map(|twin| &twin.of) != Some(&solvable.id) {
            continue;
        }
        tried += 1;
        let mut steps = solvable.labels.solution.steps()[..*before].to_vec();
        steps.extend(lurd::read(fatal).expect("letters"));
        let reached = after(&solvable.level, &steps).expect("legal steps");
        assert_eq!(identity::canonical(&reached), made.id);
        assert!(depth.is_none_or(|depth| depth < 1000));
    }
    assert!(tried > 0);
}

#[test]
fn difficulty_can_be_had_and_flat_sets_are_flat() {
    let wants = Wants { difficulty: Some(15.0..=22.0), ..Wants::default() };
    let recipe = Recipe { wants, ..Preset::Small.recipe() };
    for made in fill(&recipe, 0, 6, 1).0 {
        let value = made.labels.difficulty.expect("it was asked for").value;
        assert!((15.0..=22.0).contains(&value), "{value}");
    }
    let mut flat = Recipe { flat: true, ..Preset::Small.recipe() };
    flat.wants.difficulty = Some(10.0..=20.0);
    assert_eq!(flat.wants_of(19).difficulty, Some(19.0..=20.0));
    flat.wants.difficulty = None;
    let mut tenths = [0; 10];
    for made in fill(&flat, 0, 20, 1).0 {
        let value = made.labels.difficulty.expect("it was asked for").value;
        tenths[((value - 5.0) / 5.0).min(9.0) as usize] += 1;
    }
    assert!(tenths.iter().all(|&count| (1..=3).contains(&count)), "{tenths:?}");
}

#[test]
fn boxoban_levels_have_its_letters_and_about_its_lengths() {
    let (mut pushes, mut moves) = (Vec::new(), Vec::new());
    let recipe = Recipe { label: Label::Pushes, ..Preset::Boxoban.recipe() };
    for made in fill(&recipe, 0, 300, 1).0 {
        let level = &made.level;
        assert_eq!((level.width(), level.height(), level.boxes().len()), (10, 10, 4));
        assert!(level.boxes().iter().all(|&at| !level.square(at).goal));
        assert!(!level.square(level.player()).goal);
        pushes.push(made.labels.solution.figures().pushes);
        moves.push(made.labels.solution.figures().moves);
    }
    let middle = |all: &mut Vec<usize>| {
        all.sort_unstable();
        all[all.len() / 2]
    };
    let (pushes, moves) = (middle(&mut pushes), middle(&mut moves));
    // Boxoban's own: 12 and 31.
    assert!(
        (10..=14).contains(&pushes) && (27..=36).contains(&moves),
        "{pushes} {moves}"
    );
}

#[test]
fn variants_differ_by_a_few_squares() {
    // A moat around the level, and walls that nobody comes to.
    let level = "############\n#          #\n# ######## #\n# #  #   # #\n# # $  . # #\n\
        # # $@ . # #\n# #  #   # #\n# ######## #\n#          #\n############"
        .parse();
    let source =
        Source { level: level.expect("a level"), credit: String::new(), edits: 3 };
    let recipe = Recipe {
        maker: Maker::Vary,
        source: Some(source.clone()),
        wants: Wants { pushes: Some(8..=20), ..Wants::default() },
        ..Preset::Small.recipe()
    };
    for made in fill(&recipe, 0, 5, 1).0 {
        assert!((1..=3).contains(&source.changed(&made.level)), "{:?}", made.level);
        // Nothing changes but what the player can come to, and walls beside it.
        let level = &made.level;
        let reach = level.flood(vec![level.player()], |_| true);
        let beside = |at: usize| {
            [at + 1, at - 1, at + 12, at - 12].into_iter().any(|other| reach[other])
        };
        let is_changed = |at: &usize| level.square(*at) != source.level.square(*at);
        let mut changed = (0..level.squares().len()).filter(is_changed);
        assert!(changed.all(|at| reach[at] || beside(at)), "{level:?}");
        assert_ne!(made.id, identity::canonical(&source.level));
        assert!((8..=20).contains(&made.labels.solution.figures().pushes));
    }
}

/// The levels of an archive, on a clock that counts how often it is asked.
fn archive(order: &Order<'_>, looks: usize) -> (Vec<Made>, Filled) {
    let recipe = Recipe { wants: Wants::default(), ..Preset::Small.recipe() };
    let asked = AtomicUsize::new(0);
    let clock = || Duration::from_millis(asked.fetch_add(1, Ordering::Relaxed) as u64);
    let time = Duration::from_millis(looks as u64);
    let run = Run::new(Limits::default().time(time), Cancel::default(), &clock);
    let mut levels = Vec::new();
    let filled = recipe.fill_archive(4 * 256, order, &run, |made| {
        levels.push(made);
        ControlFlow::Continue(())
    });
    (levels, filled.expect("a good recipe"))
}

#[test]
fn an_archive_is_the_same_for_any_threads_time_and_first_index() {
    const LONG: usize = 1 << 40;
    let order = Order { count: 1000, threads: 1, ..Order::default() };
    let (whole, filled) = archive(&order, LONG);
    assert!(whole.len() > 15, "{}", whole.len());
    assert_eq!(filled.short, Some(Short::NoneFound));
    let (several, _) = archive(&Order { threads: 3, ..order }, LONG);
    assert!(whole.iter().map(text).eq(several.iter().map(text)));
    // A run that ends early cuts the list, and says so.
    let mut lengths = HashSet::new();
    for looks in (10..4_000).step_by(250) {
        let (few, filled) = archive(&order, looks);
        assert!(whole.iter().take(few.len()).map(text).eq(few.iter().map(text)));
        if few.len() < whole.len() {
            assert_eq!(filled.short, Some(Short::Stopped));
        }
        lengths.insert(few.len());
    }
    assert!(lengths.len() > 2 && lengths.contains(&0), "{lengths:?}");
    let from = whole[7].index;
    let (rest, _) = archive(&Order { from, ..order }, LONG);
    assert!(whole[7..].iter().map(text).eq(rest.iter().map(text)));
    let (few, filled) = archive(&Order { count: 3, ..order }, LONG);
    assert_eq!((few.len(), filled.short), (3, None));
}

#[test]
fn levels_that_are_to_be_avoided_are_left_out() {
    let recipe = Preset::Pocket.recipe();
    let (first, _) = fill(&recipe, 0, 2, 1);
    let known = first[0].id.clone();
    let avoid = |level: &kuraban::Level| identity::canonical(level) == known;
    let order = Order { count: 1, avoid: Some(&avoid), ..Order::default() };
    let mut levels = Vec::new();
    let filled = unlimited(|run| {
        recipe.fill(&order, run, |made| {
            levels.push(made);
            ControlFlow::Continue(())
        })
    });
    assert_eq!(filled.expect("a good recipe").repeated, 1);
    assert_eq!(text(&levels[0]), text(&first[1]));
}

#[test]
fn sets_share_no_room() {
    let split: Split = "0.5,0.25,0.25".parse().expect("a split");
    let mut sets = std::collections::HashMap::new();
    let exact = Recipe {
        maker: Maker::Exact,
        size: (3, 3),
        boxes: 1..=1,
        ..Preset::Small.recipe()
    };
    let exact = Recipe { wants: Wants::default(), ..exact };
    for made in fill(&exact, 0, 60, 1).0 {
        let set = split.of(&made.room);
        assert_eq!(*sets.entry(made.room).or_insert(set), set);
    }
    let used: HashSet<_> = sets.values().collect();
    assert_eq!(used.len(), 3);
}

#[test]
fn what_cannot_be_had_ends() {
    let wants = Wants { pushes: Some(500..=usize::MAX), ..Wants::default() };
    let recipe = Recipe {
        maker: Maker::Exact,
        size: (3, 3),
        boxes: 1..=1,
        wants,
        ..Preset::Small.recipe()
    };
    let (levels, filled) = fill(&recipe, 0, 1, 2);
    assert!(levels.is_empty());
    assert_eq!(filled.short, Some(Short::NoneFound));
    let cancel = Cancel::default();
    cancel.cancel();
    let clock = || Duration::ZERO;
    let run = Run::new(Limits::default(), cancel, &clock);
    let order = Order { count: 1, ..Order::default() };
    let filled = Preset::Hard.recipe().fill(&order, &run, |_| ControlFlow::Continue(()));
    assert_eq!(filled.expect("a good recipe").short, Some(Short::Stopped));
    let large = Recipe { size: (9, 9), ..Preset::Small.recipe() };
    assert!(large.check().is_err());
    assert!(Recipe { boxes: 0..=2, ..Preset::Small.recipe() }.check().is_err());
    assert!(Recipe { unsolvable: 1.5, ..Preset::Small.recipe() }.check().is_err());
    assert!(Recipe { maker: Maker::Vary, ..Preset::Small.recipe() }.check().is_err());
}

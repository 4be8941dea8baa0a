//! How fast levels are made, in seconds of the processor: `figures rooms|pushes|exact|evolve`.
#![expect(clippy::print_stdout, reason = "an example prints")]

use std::ops::ControlFlow;
use std::time::Duration;

use kuraban::{Cancel, Limits, Run};
use kuraban_generate::{Grid, Label, Measure, Order, Preset, Recipe, Room, Table, bits};
use kuraban_testkit::{Random, thread_cpu};

fn main() {
    let what = std::env::args().nth(1).unwrap_or_default();
    let preset = Preset::Boxoban.recipe();
    match what.as_str() {
        "rooms" => levels(&preset, 2_000),
        "pushes" => levels(&Recipe { label: Label::Pushes, ..preset }, 1_000),
        "flat" => levels(&Recipe { flat: true, ..preset }, 200),
        "small" => levels(&Preset::Small.recipe(), 100),
        "smallflat" => levels(&Recipe { flat: true, ..Preset::Small.recipe() }, 100),
        "pocket" => levels(&Preset::Pocket.recipe(), 100),
        "hard" => levels(&Recipe { label: Label::Pushes, ..Preset::Hard.recipe() }, 10),
        "exact" => exact(),
        _ => println!("usage: figures rooms|pushes|flat|small|exact"),
    }
}

/// Makes levels on one thread, and tells their middle figures.
fn levels(recipe: &Recipe, count: u64) {
    let clock = || Duration::ZERO;
    let run = Run::new(Limits::default(), Cancel::default(), &clock);
    let (mut pushes, mut moves, mut hard) = (Vec::new(), Vec::new(), Vec::new());
    let begun = thread_cpu();
    let order = Order { count, ..Order::default() };
    let filled = recipe.fill(&order, &run, |made| {
        let figures = made.labels.solution.figures();
        pushes.push(figures.pushes);
        moves.push(figures.moves);
        hard.extend(made.labels.difficulty.map(|found| found.value as usize));
        if pushes.len() % (count as usize / 2) == 1 {
            let rows = kuraban::write::rows(
                &made.level,
                &kuraban::Alphabet::of(kuraban::Dialect::Xsb),
            );
            println!("{}", rows.join("\n"));
        }
        ControlFlow::Continue(())
    });
    let seconds = thread_cpu().saturating_sub(begun).as_secs_f64();
    let filled = filled.expect("a good recipe");
    let middle = |all: &mut Vec<usize>| {
        all.sort_unstable();
        (all.first().copied(), all.get(all.len() / 2).copied(), all.last().copied())
    };
    println!(
        "{:.0} levels a second; {filled:?}; pushes {:?}, moves {:?}, difficulty {:?}",
        filled.levels as f64 / seconds,
        middle(&mut pushes),
        middle(&mut moves),
        middle(&mut hard),
    );
}

/// Labels every position of random rooms of six by six with three boxes.
fn exact() {
    const ROOMS: usize = 20_000;
    let grid = Grid::new(6, 6).expect("small enough");
    let mut random = Random::new(1);
    let mut rooms = Vec::new();
    while rooms.len() < ROOMS {
        let open = bits(grid.all()).filter(|_| random.below(4) > 0).sum::<u64>();
        let floor = grid.flood(1 << random.below(36), open);
        let mut squares: Vec<u64> = bits(floor).collect();
        if squares.len() < 12 {
            continue;
        }
        let mut goal = || squares.swap_remove(random.below(squares.len()));
        let goals = goal() | goal() | goal();
        rooms.push(Room { grid, floor, goals });
    }
    let clock = || Duration::ZERO;
    let run = &Run::new(Limits::default(), Cancel::default(), &clock);
    let mut table = Table::default();
    let mut positions = 0;
    let begun = thread_cpu();
    for room in &rooms {
        table.fill(room, Measure::Pushes, usize::MAX, run).expect("small enough");
        positions += table.positions().len();
    }
    let seconds = thread_cpu().saturating_sub(begun).as_secs_f64();
    println!(
        "{:.0} rooms a second, {} positions each, {:.1} million a second",
        ROOMS as f64 / seconds,
        positions / ROOMS,
        positions as f64 / seconds / 1e6
    );
}

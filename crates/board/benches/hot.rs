//! The functions that searches spend their time in.
//!
//! `cargo bench -p kuraban-board` runs it, with Criterion's comparison against the run before. The
//! positions come from a random play on a level of ordinary size; a figure is the time for all of
//! them, and elements per second are positions.

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use kuraban_board::bound::frozen::FrozenBound;
use kuraban_board::bound::warm::Matcher;
use kuraban_board::deadlock::corral::pi_corral;
use kuraban_board::deadlock::enclosed::Enclosed;
use kuraban_board::deadlock::freeze;
use kuraban_board::deadlock::subsets::{End, Subsets};
use kuraban_board::{Board, Position, Push, Scene};
use kuraban_level::{Dir, Level};
use kuraban_search::without_limits;
use kuraban_testkit::SCATTERED;

/// Positions of the play.
const POSITIONS: usize = 1000;

fn hot(criterion: &mut Criterion) {
    let level: Level = SCATTERED.parse().expect("a level");
    let board = Board::<2>::new(&level);
    let plays = random_play(&board, POSITIONS);
    let mut group = criterion.benchmark_group("hot");
    group.throughput(Throughput::Elements(plays.len() as u64));
    let mut report = |name: &str, run: &mut dyn FnMut(&Play)| {
        group.bench_function(name, |bencher| {
            bencher.iter(|| plays.iter().for_each(&mut *run));
        });
    };
    report("zone", &mut |play| {
        black_box(board.zone(play.at.boxes, play.at.player));
    });
    report("zone after a push", &mut |play| {
        black_box(board.zone_after(play.at, play.zone_before, play.to));
    });
    report("pushes", &mut |play| {
        for dir in Dir::ALL {
            black_box(board.pushable(play.at.boxes, play.zone, board.live, dir));
        }
    });
    report("pulls", &mut |play| {
        for dir in Dir::ALL {
            black_box(board.pullable(play.at.boxes, play.zone, board.live, dir));
        }
    });
    let mut matcher = Matcher::new(&board.to_goal, board.layout.len, board.start.boxes);
    report("matching, next position", &mut |play| {
        matcher.go_to(play.at.boxes);
        black_box(matcher.total());
    });
    report("matching, one child", &mut |play| {
        let spot = matcher_spot(&board, play);
        matcher.go_to(play.at.boxes);
        black_box(matcher.total_after(play.to, spot));
    });
    report("freeze", &mut |play| {
        black_box(freeze::frozen(&board, play.at.boxes));
    });
    let mut frozen_bound = FrozenBound::default();
    report("freeze and frozen bound", &mut |play| {
        let frozen = freeze::frozen(&board, play.at.boxes);
        if frozen.minus(board.goals).is_empty() {
            black_box(frozen_bound.total(&board, play.at.boxes, frozen));
        }
    });
    let mut tables = without_limits(|turn| Subsets::pairs(&board, End::Goals, turn))
        .continue_value()
        .expect("no limit");
    report("pairs", &mut |play| {
        black_box(tables.is_lost(&board, play.at.boxes, play.to, play.at.player));
    });
    let _ = without_limits(|turn| tables.add_triples(&board, End::Goals, turn));
    report("pairs and triples", &mut |play| {
        black_box(tables.is_lost(&board, play.at.boxes, play.to, play.at.player));
    });
    report("corral", &mut |play| {
        black_box(pi_corral(
            &board,
            &Scene::plain(&board, play.at.boxes, play.at.player),
        ));
    });
    let mut enclosed = Enclosed::default();
    report("enclosed rooms", &mut |play| {
        black_box(enclosed.lost_boxes(&board, play.at.boxes, play.zone, play.to));
    });
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    hot(&mut criterion);
    criterion.final_summary();
}

/// A position after a push, and what came before.
struct Play {
    at: Position<2>,
    to: usize,
    zone: kuraban_board::Bits<2>,
    zone_before: kuraban_board::Bits<2>,
}

/// The live spot next to the pushed box that is free, or else where it is.
fn matcher_spot(board: &Board<2>, play: &Play) -> usize {
    (board.around(kuraban_board::Bits::of(play.to)) & board.live)
        .minus(play.at.boxes)
        .first()
        .unwrap_or(play.to)
}

/// Positions of random pushes onto live spots, begun afresh where no push is left.
fn random_play(board: &Board<2>, count: usize) -> Vec<Play> {
    let mut seed = 1u64;
    let mut plays: Vec<Play> = Vec::new();
    let mut at = board.start;
    while plays.len() < count {
        let zone_before = board.zone(at.boxes, at.player);
        let mut pushes = Vec::new();
        for dir in Dir::ALL {
            for spot in board.pushable(at.boxes, zone_before, board.live, dir) {
                pushes.push(Push { from: spot as u16, dir });
            }
        }
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let Some(&push) = pushes.get((seed >> 33) as usize % pushes.len().max(1)) else {
            at = board.start;
            continue;
        };
        at = board.pushed(at.boxes, push);
        let to = board.step(push.from as usize, push.dir);
        plays.push(Play { at, to, zone: board.zone(at.boxes, at.player), zone_before });
        if seed >> 58 == 0 {
            at = board.start;
        }
    }
    plays
}

//! Nanoseconds of the functions that searches spend their time in.
//!
//! `cargo bench -p kuraban-board` runs it. The positions come from a random play on a level of
//! ordinary size; each figure is the least of several rounds, which other work on the machine
//! disturbs least.
#![expect(clippy::print_stdout, reason = "a benchmark prints its results")]

use std::hint::black_box;
use std::time::Instant;

use kuraban_board::bound::warm::Matcher;
use kuraban_board::deadlock::bipartite::Bipartite;
use kuraban_board::deadlock::corral::pi_corral;
use kuraban_board::deadlock::enclosed::Enclosed;
use kuraban_board::deadlock::freeze;
use kuraban_board::deadlock::subsets::{End, Subsets};
use kuraban_board::{Board, Position, Push};
use kuraban_level::{Dir, Level};

const LEVEL: &str = "\
############
#   #      #
# $   $  # #
# # $ ## $ #
#   $    $ #
##  #@#   ##
# $    $   #
# # ## # $ #
# . .  ....#
#  . #  .. #
############";

const ROUNDS: usize = 20;

fn main() {
    let level: Level = LEVEL.parse().expect("a level");
    let board = Board::<2>::new(&level);
    let plays = random_play(&board, 1000);
    let report = |name: &str, run: &mut dyn FnMut(&Play)| {
        let mut least = f64::MAX;
        for _ in 0..ROUNDS {
            let start = Instant::now();
            for play in &plays {
                run(play);
            }
            let each = start.elapsed().as_secs_f64() * 1e9 / plays.len() as f64;
            least = least.min(each);
        }
        println!("{name:24} {least:8.1} ns");
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
    let mut bipartite = Bipartite::new(End::Goals);
    report("freeze and bipartite", &mut |play| {
        let frozen = freeze::frozen(&board, play.at.boxes);
        black_box(bipartite.is_lost(&board, play.at.boxes, frozen));
    });
    let mut tables = Subsets::pairs(&board, End::Goals);
    report("pairs", &mut |play| {
        black_box(tables.is_lost(&board, play.at.boxes, play.to, play.at.player));
    });
    tables.add_triples(&board, End::Goals);
    report("pairs and triples", &mut |play| {
        black_box(tables.is_lost(&board, play.at.boxes, play.to, play.at.player));
    });
    report("corral", &mut |play| {
        black_box(pi_corral(&board, play.at.boxes, play.zone));
    });
    let mut enclosed = Enclosed::default();
    report("enclosed rooms", &mut |play| {
        black_box(enclosed.lost_boxes(&board, play.at.boxes, play.zone, play.to));
    });
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

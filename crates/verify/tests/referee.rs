//! The referee on games drawn by hand.

use kuraban_level::{Dir, Level, lurd};
use kuraban_verify::{
    Figures, Illegal, IllegalStep, LetterFigures, NotSolved, Solution, after, play,
};
use proptest::prelude::*;

fn level(text: &str) -> Level {
    text.parse().unwrap()
}

fn dirs(text: &str) -> Vec<Dir> {
    lurd::read(text).unwrap().iter().map(|step| step.dir).collect()
}

#[test]
fn a_solution_is_counted_as_players_count() {
    // The figures of one straight run, and of two boxes pushed one after the other.
    let corridor = level("########\n#@ $  .#\n########");
    let solution = Solution::check(&corridor, &dirs("rrrr")).unwrap();
    assert_eq!(solution.lurd(), "rRRR");
    let figures = Figures {
        moves: 4,
        pushes: 3,
        box_lines: 1,
        box_changes: 1,
        pushing_sessions: 1,
        player_lines: 1,
        robot_half_moves: 10,
    };
    assert_eq!(solution.figures(), figures);
    let two = level("######\n#    #\n#@$. #\n##$###\n##.###\n######");
    let played = play(&two, &lurd::read("RD").unwrap());
    assert!(played.solves());
    let figures = Figures {
        moves: 2,
        pushes: 2,
        box_lines: 2,
        box_changes: 2,
        pushing_sessions: 1,
        player_lines: 2,
        robot_half_moves: 8,
    };
    assert_eq!(played.figures, figures);
}

#[test]
fn illegal_steps_are_named_and_change_nothing() {
    let room = level("#####\n#@$$.\n#  .#\n#####");
    for (steps, index, why) in [
        ("u", 0, Illegal::Wall),
        ("r", 0, Illegal::Blocked),
        ("drrruu", 3, Illegal::Wall),
    ] {
        let played = play(&room, &lurd::read(steps).unwrap());
        assert_eq!(played.illegal, Some((index, why)), "{steps}");
        assert_eq!(played.steps.len(), index);
        assert!(!played.solves());
    }
    let open = level("#@\n$.");
    let played = play(&open, &lurd::read("r").unwrap());
    assert_eq!(played.illegal, Some((0, Illegal::Edge)));
}

#[test]
fn wrong_letter_case_is_listed_and_mended() {
    let corridor = level("######\n#@$ .#\n######");
    let played = play(&corridor, &lurd::read("rR").unwrap());
    assert_eq!(played.case_errors, [0]);
    assert_eq!(lurd::write(&played.steps), "RR");
    assert!(played.solves());
}

#[test]
fn a_solution_ends_at_the_first_solved_position() {
    let corridor = level("#######\n#@$. .#\n#$    #\n#######");
    assert_eq!(Solution::check(&corridor, &dirs("r")), Err(NotSolved::Unfinished));
    let corridor = level("#######\n#@$.  #\n#######");
    assert_eq!(Solution::check(&corridor, &dirs("rr")).unwrap().lurd(), "R");
    let past = play(&corridor, &lurd::read("RR").unwrap());
    assert!(!past.solves(), "the box was pushed over its goal");
    let done = level("####\n#@*#\n####");
    assert_eq!(Solution::check(&done, &[]).unwrap().lurd(), "");
}

#[test]
fn boulders_are_solved_by_the_player() {
    let text =
        "startpos = Position(0,0)\ngoalpos = Position(0,2)\nstartAreaState = [[0,1,0,0]]";
    let puzzle = level(text);
    let solution = Solution::check(&puzzle, &dirs("rr")).unwrap();
    assert_eq!((solution.lurd().as_str(), solution.figures().pushes), ("RR", 2));
    let refused = Solution::check(&puzzle, &dirs("rrr"));
    assert_eq!(refused.unwrap().lurd(), "RR", "what comes after the goal is cut off");
}

#[test]
fn a_level_after_its_solution_is_solved() {
    let room = level("#######\n#@$. .#\n# $   #\n#######  $");
    let steps = lurd::read("RRdlldlR").unwrap();
    let stuck = after(&room, &steps).unwrap_err();
    assert_eq!(stuck, IllegalStep { index: 4, why: Illegal::Blocked });
    let there = after(&room, &lurd::read("R").unwrap()).unwrap();
    assert_eq!(there, level("#######\n# @* .#\n# $   #\n#######  $"));
    assert_eq!(there.decorations(), room.decorations());
    assert_eq!(after(&room, &[]).unwrap(), room);

    let text =
        "startpos = Position(0,0)\ngoalpos = Position(0,2)\nstartAreaState = [[0,1,0,0]]";
    let solved = after(&level(text), &lurd::read("rr").unwrap()).unwrap();
    assert!(solved.is_solved_at_start());
}

proptest! {
    /// Relations between the figures hold for any legal game.
    #[test]
    fn figures_are_consistent(steps in "[udlr]{0,80}") {
        let room = level("########\n#  .   #\n# $@ $ #\n#   $  #\n# .  . #\n#      #\n########");
        let played = play(&room, &lurd::read(&steps).unwrap());
        let f = played.figures;
        prop_assert!(f.pushing_sessions <= f.box_lines && f.box_lines <= f.pushes);
        prop_assert!(f.box_changes <= f.box_lines && f.pushes <= f.moves);
        prop_assert!(f.player_lines <= f.moves && f.moves <= steps.len());
        prop_assert_eq!(f.robot_half_moves, 2 * (f.moves + f.box_lines));
        let letters = LetterFigures::of(&played.steps);
        prop_assert_eq!(letters.robot_half_moves, f.robot_half_moves);
        prop_assert_eq!((letters.moves, letters.pushes, letters.push_runs), (f.moves, f.pushes, f.box_lines));
    }
}

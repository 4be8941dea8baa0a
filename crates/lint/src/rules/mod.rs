//! The rules: one small family in each file, and the table of all of them.
#![expect(clippy::unnecessary_wraps, reason = "all rules are asked in the same way")]

mod boxes;
mod duplicates;
mod form;
mod goals;
mod idle;
mod outline;
mod solutions;
mod solved;
mod traps;
mod trivial;

use crate::finding::Severity::{self, Error, Note, Warning};
use crate::rule::Asked::{self, AtOnce, Experiment, Last, OnRequest, Solved};
use crate::rule::{Check, Rule};

pub(crate) use duplicates::steps;
pub use outline::trimmed;
pub(crate) use solved::unbalanced;

const fn rule(
    (id, name): (&'static str, &'static str),
    severity: Severity,
    asked: Asked,
    check: Check,
    about: &'static str,
) -> Rule {
    Rule { id, name, severity, asked, needs_table: false, about, check }
}

const fn by_table(
    (id, name): (&'static str, &'static str),
    severity: Severity,
    asked: Asked,
    check: Check,
    about: &'static str,
) -> Rule {
    Rule { id, name, severity, asked, needs_table: true, about, check }
}

/// All rules, family by family.
pub const RULES: &[Rule] = &[
    rule(
        ("S1", "open"),
        Error,
        AtOnce,
        outline::open,
        "The player can walk off the board: the walls do not close the level. Close the hole. In \
         notations with open boards the edge stands for a wall, and this is a note.",
    ),
    rule(
        ("S2", "counts"),
        Error,
        AtOnce,
        solved::counts,
        "There are not as many boxes as goals. Such a text is not read as a level at all; add what \
         is missing or take away what is left over.",
    ),
    rule(
        ("S3", "sealed"),
        Warning,
        AtOnce,
        outline::sealed,
        "Floor, boxes or goals that nobody can ever reach, even if there were no boxes. Open a way, \
         or fill it. Sealed boxes on goals are a note: decoration.",
    ),
    rule(
        ("S4", "solved"),
        Error,
        AtOnce,
        solved::already,
        "The level is solved before the first step: no box needs a push. Move a box off its goal.",
    ),
    rule(
        ("S5", "unsolvable"),
        Error,
        Solved,
        solved::unsolvable,
        "It is proved that the level has no solution. Where a rule sees why (a box in a corner, \
         boxes that block each other, a goal that nothing can fill), it is told; otherwise a search \
         has tried everything.",
    ),
    by_table(
        ("S6", "idle floor"),
        Note,
        Experiment,
        idle::floor,
        "Floor that can be filled with walls, all of it at once, and nothing changes: every \
         position keeps its pushes, the fewest moves stay the same. It draws the eye to where \
         nothing happens. `--fix core` fills it.",
    ),
    by_table(
        ("S7", "idle wall"),
        Note,
        Experiment,
        idle::wall,
        "Inner walls that can be opened, all of them at once, and nothing changes: no new push, no \
         shorter walk. They may be there for their looks; `--fix open` opens them. What is opened is \
         idle floor then (S6): keep the one or the other.",
    ),
    rule(
        ("S8", "load-bearing wall"),
        Note,
        OnRequest,
        idle::load_bearing,
        "Opening this inner wall makes the level shorter by so many pushes. The walls at the head of \
         the list are where the idea of the level sits. Only where it is asked for: `--rules +S8`.",
    ),
    rule(
        ("S9", "thick walls"),
        Note,
        AtOnce,
        outline::thick,
        "Walls that touch no floor, not even by a corner. They make the board larger than the \
         puzzle; `--fix trim` takes them away.",
    ),
    rule(
        ("S10", "dead ends"),
        Note,
        Experiment,
        outline::dead_ends,
        "Corridors that end nowhere and that no shortest solution enters. They may be traps, which \
         is fine; if not, fill them. Where S6 is asked, what it names is left out here.",
    ),
    rule(
        ("S11", "room unused"),
        Warning,
        Solved,
        outline::rooms,
        "A room, as `show --plan` finds them, that no shortest solution enters. A whole room \
         without a purpose misleads for long; give it one, or take it away.",
    ),
    rule(
        ("B1", "box is a wall"),
        Warning,
        Experiment,
        boxes::wall,
        "A box that stands on a goal from the start and can stay there for ever: with a wall in its \
         place the level needs just as many pushes. Make it a wall, or make it necessary to move it.",
    ),
    rule(
        ("B2", "trivial box"),
        Warning,
        Experiment,
        trivial::check,
        "A box that can go home at once and be forgotten, or that can wait where it stands and go \
         home last, without costing a push. The puzzle is that of the others. It is a note where the \
         others would need fewer pushes if the box were not there: then it is in their way.",
    ),
    rule(
        ("B3", "spare box"),
        Warning,
        Experiment,
        boxes::spare,
        "Without this box and the goal it ends on the level is no easier: its difficulty falls by \
         less than 2 of 100, near the ends of the scale by even less. Fewer boxes for the same puzzle are better.",
    ),
    rule(
        ("B4", "twin boxes"),
        Note,
        AtOnce,
        boxes::twins,
        "Two boxes that a mirror or a turn of the level exchanges, the player's zone included. Every \
         idea comes twice; players see it.",
    ),
    rule(
        ("B5", "untouched"),
        Note,
        Solved,
        boxes::untouched,
        "A box that no shortest solution touches. It is either a trap or an obstacle; see B1. On \
         levels without a table of positions only the solution that was found is looked at.",
    ),
    by_table(
        ("G1", "free packing"),
        Note,
        Experiment,
        goals::packing,
        "The goals can be filled in any order, or in one order only: all orders are tried, each goal \
         filled for good. Free packing makes a level easy, a forced order is half of the solution. \
         For up to five goals.",
    ),
    rule(
        ("G2", "far goal"),
        Note,
        AtOnce,
        goals::far,
        "A goal that only one box can ever get to, walls alone considered. Players see it at once, \
         and that box has its goal.",
    ),
    rule(
        ("G3", "stranded"),
        Error,
        AtOnce,
        goals::stranded,
        "A goal that no box can get to, or boxes that have fewer goals among them than they are, \
         walls alone considered. The level has no solution.",
    ),
    rule(
        ("U1", "cook"),
        Warning,
        Last,
        solutions::cook,
        "There is a solution with another plan and at most 95 % of the intended one's pushes or \
         moves, and no more of the other. Needs the author's solution: the one in the file, or `--intended`. Two solutions \
         have the same plan if every box rests on the same squares and ends on the same goal, whatever \
         turns they take in between.",
    ),
    rule(
        ("U2", "not shortest"),
        Note,
        Last,
        solutions::not_shortest,
        "The intended solution can be made shorter within its own plan. Needs the author's \
         solution.",
    ),
    by_table(
        ("U3", "many plans"),
        Note,
        Last,
        solutions::many_plans,
        "Among the solutions with the fewest pushes there are different plans. The finding tells \
         after how many pushes the first two part.",
    ),
    by_table(
        ("U4", "tight"),
        Note,
        Last,
        solutions::tight,
        "In all solutions with the fewest pushes every box goes the same way, push by push; only the \
         turns they take may differ. Many designers aim at that.",
    ),
    rule(
        ("U5", "idle start"),
        Note,
        Last,
        solutions::idle_start,
        "At the start only one push is possible, and perhaps after it again: the puzzle starts \
         later. `--fix start` offers the later start.",
    ),
    rule(
        ("U6", "long walk"),
        Note,
        Solved,
        solutions::long_walk,
        "More than 80 % of the moves of the shortest solution are walks. Bring things nearer, if the \
         walks are not the point.",
    ),
    rule(
        ("U7", "repetition"),
        Note,
        Solved,
        solutions::repetition,
        "More than four times a box is pushed the same way, as in long rows of goals. Fewer boxes \
         tell the same story.",
    ),
    by_table(
        ("T1", "fatal first"),
        Note,
        Last,
        traps::fatal_first,
        "How many of the pushes that are possible at the start lose the level at once, proved by the \
         table of all positions.",
    ),
    by_table(
        ("T2", "silent trap"),
        Note,
        Last,
        traps::silent,
        "The deepest mistake: after it, however one plays on, no simple test (a box on a dead \
         square, boxes that block each other for ever, no push left) sees for so many pushes that \
         the level is lost.",
    ),
    by_table(
        ("T3", "narrow"),
        Note,
        Last,
        traps::narrow,
        "The longest stretch of the shortest solution in which all pushes but one lose; told from \
         five pushes on.",
    ),
    rule(
        ("D1", "same"),
        Error,
        AtOnce,
        duplicates::same,
        "The same puzzle as an earlier level of these files, or as one of `--library`: equal after \
         turning and mirroring, with the player anywhere in his zone.",
    ),
    rule(
        ("D2", "near"),
        Warning,
        Last,
        duplicates::near,
        "At most three squares differ from an earlier level or one of `--library`, in the best of \
         the eight symmetries and all shifts; or walls and goals are the same and the start differs.",
    ),
    by_table(
        ("D3", "same core"),
        Warning,
        Last,
        duplicates::core,
        "The same puzzle as an earlier level of these files once idle floor (S6) is filled in both.",
    ),
    rule(
        ("D4", "inside"),
        Note,
        Last,
        duplicates::inside,
        "All of this level, its outline cut off, stands in an earlier level or in one of \
         `--library`.",
    ),
    rule(
        ("D5", "same solution"),
        Note,
        Last,
        duplicates::solution,
        "The shortest solution is, step by step, that of an earlier level of these files, turned or \
         mirrored perhaps.",
    ),
    rule(
        ("F1", "title or author missing"),
        Note,
        AtOnce,
        form::missing,
        "The level has no title, or neither it nor its file names an author.",
    ),
    rule(
        ("F2", "title twice"),
        Warning,
        AtOnce,
        form::title_twice,
        "An earlier level of the file has the same title.",
    ),
    rule(
        ("F3", "player's square"),
        Note,
        OnRequest,
        form::player_square,
        "Only the player's zone matters for pushes. A collection whose players all stand on the \
         first square of their zone can be compared more easily; `--fix start` moves him there. Only \
         where it is asked for: `--rules +F3`.",
    ),
    rule(
        ("F4", "odd text"),
        Note,
        AtOnce,
        form::odd_text,
        "What the reader found odd about the text: characters that are forgiven, lines that do not \
         fit.",
    ),
    rule(
        ("F5", "large"),
        Note,
        AtOnce,
        form::large,
        "Larger than 50 x 50, or more than 255 floor squares: some programs refuse the level.",
    ),
    rule(
        ("F6", "order"),
        Note,
        Solved,
        form::order,
        "The level is easier than the one before it by more than 15 of 100. Collections mostly get \
         harder.",
    ),
];

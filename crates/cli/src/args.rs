//! What can be typed.

use std::ops::Range;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use kuraban::sat::{Encoding, Planner};
use kuraban::{
    Alphabet, Cancel, Dialect, Format, Goal, Limits, Objective, Question, Rules,
    Strategy, Style, Ties, machine_threads, write,
};

use crate::batch::args::Batch;
use crate::draw::args::{Animate, Draw};
use crate::generate::args::Generate;
use crate::lint::args::Lint;
use crate::named::{Named, known};
use crate::pick::Picks;

/// Kuraban reads Sokoban levels in any notation, solves them with proofs, and checks solutions.
#[derive(Debug, Parser)]
#[command(
    name = "kuraban",
    version = env!("KURABAN_VERSION"),
    about = "A Sokoban solving system",
    long_about = "Kuraban (倉番, storehouse keeper) reads Sokoban levels in any notation and \
        answers with a solution that was replayed step by step, or with a proof that there is none.",
    after_help = "Exit codes: 0 solved or done, 1 proved unsolvable, 2 stopped by a limit or gave \
        up, 3 bad input or usage, or a file that cannot be written, 4 a bug.",
    after_long_help = "Examples:\n  \
        kuraban solve levels/first-steps.xsb\n  \
        kuraban solve --objective moves --json levels/kuraban.xsb\n  \
        kuraban show levels/seeds/seed-000.txt\n  \
        kuraban convert levels/seeds/seed-003.txt --to xsb\n  \
        kuraban verify levels/first-steps.xsb uu\n\n\
        Exit codes: 0 solved or done, 1 proved unsolvable, 2 stopped by a limit or gave up, \
        3 bad input or usage, or a file that cannot be written, 4 a bug."
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Solve levels
    #[command(after_long_help = "Examples:\n  \
        kuraban solve level.xsb                      a short solution, as letters\n  \
        kuraban solve --first level.xsb              the first solution that is found\n  \
        kuraban solve --objective pushes level.xsb   fewest pushes, proved\n  \
        kuraban solve --level 3,7-9 pack.sok         some levels of a collection\n  \
        kuraban solve --form plan map.txt            one line for each step\n  \
        cat level.txt | kuraban solve --json -       one JSON object per level")]
    Solve(Solve),
    /// Make solutions shorter
    #[command(after_long_help = "Examples:\n  \
        kuraban optimise level.xsb                          from the first solution found\n  \
        kuraban optimise level.xsb rrUdlL --goal pushes,moves\n  \
        kuraban optimise pack.xsb --solutions mine.sok --form sok -o shorter.sok\n  \
        kuraban optimise pack.xsb --solutions mine.csv --table known_results.csv --time 10s\n  \
        kuraban optimise --level 7 pack.xsb --state seven.json --time 8h\n\n\
        A gain is told as soon as it is found. `stable` means that no better solution differs \
        from this one by so many boxes at every moment; only `proved least` means that there is \
        none at all (`least` in --json: figures at the head of the goal).\n\n\
        Exit codes: 0 a solution was printed, better or not, 1 proved unsolvable, 2 no solution \
        was found, 3 bad input, 4 a bug.")]
    Optimise(Optimise),
    /// Draw levels and tell their facts
    #[command(after_long_help = "Examples:\n  \
        kuraban show level.xsb\n  \
        kuraban show --dead level.xsb           mark the squares where a box is lost\n  \
        kuraban show --plan level.xsb           rooms, and the order in which goals are filled\n  \
        kuraban show --difficulty level.xsb     how hard it is, and why\n  \
        kuraban show --json pack.sok            one JSON object per level")]
    Show(Show),
    /// Draw levels, solutions and searches as pictures
    #[command(after_long_help = "Examples:\n  \
        kuraban draw level.xsb -o level.svg\n  \
        kuraban draw --level 7 pack.sok --what solution --title -o seven.png\n  \
        kuraban draw level.xsb --what heat:distance -o distance.svg\n  \
        kuraban draw level.xsb --what tree --engine astar -o tree.svg\n  \
        kuraban draw old.xsb new.xsb --what diff -o diff.svg\n  \
        kuraban draw pack.xsb --what sheet -o sheet.html\n\n\
        What can be drawn: level; solution (trails with numbers); steps (one panel for each pushing \
        session); heat:visits, heat:pushes, heat:distance, heat:search; dead (squares where a box \
        is lost, tunnels, rooms); lint (findings, numbered); diff (two levels, or two solutions of one); tree and frontier (how \
        --engine searches); sheet (a collection on pages of A4); poster.\n\n\
        Exit codes: 0 drawn, 1 there is no solution to be drawn: proved, 2 none was found in time, \
        3 bad input, or a picture that would be too large.")]
    Draw(Draw),
    /// Play a solution: animated SVG, GIF, APNG, or on the terminal
    #[command(after_long_help = "Examples:\n  \
        kuraban animate level.xsb -o solution.svg        plays in any browser, and in READMEs\n  \
        kuraban animate --level 7 pack.sok rrUdlL -o seven.gif\n  \
        kuraban animate level.xsb --terminal\n  \
        kuraban solve level.txt --form sok | kuraban animate - -o solution.svg\n\n\
        Exit codes: 0 done, 1 there is no solution: proved, 2 none was found in time, 3 bad input.")]
    Animate(Animate),
    /// Write levels in another dialect
    #[command(after_long_help = "Examples:\n  \
        kuraban convert map.txt --to xsb\n  \
        kuraban convert pack.slc --to sok -o pack.sok\n  \
        kuraban convert --map 'wall=W,box=O,goal=x' level.txt --to glyph\n  \
        kuraban convert level.xsb --to rle           for links and clipboards")]
    Convert(Convert),
    /// Replay a solution and count it
    #[command(after_long_help = "Examples:\n  \
        kuraban verify level.xsb RurrddddlDR\n  \
        kuraban verify --level 3 pack.sok 3r2U\n  \
        kuraban verify level.xsb -                   the solution from standard input\n  \
        kuraban verify pack.sok                      the solutions stored in the file\n  \
        kuraban verify pack.xsb answers.txt          a file of solutions: what `solve` printed,\n  \
        \x20                                            with or without --json, a CSV, or SOK\n\n\
        Exit codes: 0 it solves, 1 legal but unfinished, 3 illegal or bad input. Of several, the\n\
        worst counts; a snapshot in a SOK file counts only where there is no solution at all.")]
    Verify(Verify),
    /// Tell the next push, or why a position cannot be solved
    #[command(after_long_help = "Examples:\n  \
        kuraban hint level.xsb                       the first push\n  \
        kuraban hint level.xsb uurRd                 the next one after these steps\n  \
        kuraban hint --level 3 --json pack.sok\n\n\
        Exit codes: 0 a hint, 1 proved lost, 2 not known within the limits, 3 bad input.")]
    Hint(Hint),
    /// Judge levels: what is broken, idle, trivial or repeated, and how hard they are
    #[command(after_long_help = "Examples:\n  \
        kuraban lint level.xsb\n  \
        kuraban lint --rules S,B pack.sok               only structure and boxes\n  \
        kuraban lint --rules +S8,-F level.xsb           with load-bearing walls, without form\n  \
        kuraban lint --library known.sok new.xsb        is one of them known already?\n  \
        kuraban lint --intended 3r2URd level.xsb        is there a better solution?\n  \
        kuraban lint --fix core -o smaller.xsb level.xsb\n  \
        kuraban lint --explain B2\n\n\
        A finding is a fact, proved or replayed. A rule that could not be settled within the limits \
        is listed as unsettled.\n\n\
        Exit codes: 0 no errors (with --strict no warnings), 1 an error was found (with --strict a \
        warning), 2 something is unsettled (with --strict) or stopped by you, 3 bad input.")]
    Lint(Lint),
    /// Tell a collection in numbers
    #[command(after_long_help = "Examples:\n  \
        kuraban stats pack.sok\n  \
        kuraban stats --known results.csv pack.xsb more.xsb\n  \
        kuraban stats --difficulty=1s pack.sok       how hard its levels are\n  \
        kuraban stats --json pack.sok                one JSON object per file")]
    Stats(Stats),
    /// Count what a solution string tells without its level
    #[command(after_long_help = "Example:\n  kuraban metrics uullU")]
    Metrics(Metrics),
    /// Plan by SAT: shortest plans within a bound, formulas to read, certificates
    #[command(after_long_help = "Examples:\n  \
        kuraban sat map.txt                                  shortest plan of at most 50 steps\n  \
        kuraban sat map.txt /usr/bin/minisat -O -s 20 -r encoding.txt\n  \
        kuraban sat map.txt --bound 13 --encoding move -i formula.cnf   write, do not solve\n  \
        kuraban sat map.txt --certificate proof              a folder that proves the optimum\n  \
        kuraban check-certificate proof")]
    Sat(Sat),
    /// Check a certificate written by `kuraban sat --certificate`
    CheckCertificate {
        /// The certificate's folder
        dir: PathBuf,
        /// One JSON object
        #[arg(long)]
        json: bool,
    },
    /// Run engines on levels and record what they do
    #[command(
        args_conflicts_with_subcommands = true,
        subcommand_negates_reqs = true,
        after_long_help = "Examples:\n  \
        kuraban bench levels/kuraban.xsb --engine auto,bfs --time 10s --out results\n  \
        kuraban bench levels/kuraban.xsb --engine auto,bfs --time 10s --out results --resume\n  \
        kuraban bench compare results later -o plot.svg\n\n\
        Each row of results.csv is on the disk as soon as it is known."
    )]
    Bench(Bench),
    /// Solve levels by the million: resumable, on any number of processes and machines
    #[command(
        subcommand,
        after_long_help = "Examples:\n  \
        kuraban batch start run boxoban/unfiltered --objective pushes\n  \
        kuraban batch status run\n  \
        kuraban batch export run -o labels.csv\n\n\
        A run is a folder. Whatever kills the program, the same command goes on with it.\n\n\
        Exit codes: 0 complete, 2 stopped early: the same command goes on, 3 bad usage, a run of \
        another question or a place that is not there, 4 rows that tell of a bug or are damaged, \
        75 a disk that is full or fails: try again."
    )]
    Batch(Batch),
    /// Make levels: small and hard ones, sets for training, variants of your own
    #[command(after_long_help = "Examples:\n  \
        kuraban generate                                       one small level\n  \
        kuraban generate --preset hard --seed 7                a hard one\n  \
        kuraban generate --difficulty 30-40 -n 20 -o set.sok   with solutions, fewest pushes proved\n  \
        kuraban generate --engine evolve --size 6x6 --boxes 3 --pushes 50- --time 60s\n  \
        kuraban generate --engine vary:mine.xsb --edits 3 -n 5\n  \
        kuraban generate --preset boxoban -n 100000 --label pushes --split 0.9,0.05,0.05 -o set/\n  \
        kuraban generate --preset boxoban -n 10000 --format npy --concepts -o arrays/\n\n\
        Level I of a seed is always the same level, on every machine and with any number of \
        threads; --time only cuts the list short.\n\n\
        Exit codes: 0 all levels were found, 2 fewer than asked for: those found are written, \
        3 bad usage or a place that takes no file.")]
    Generate(Box<Generate>),
    /// Serve the web page: draw, solve, watch and play levels in the browser
    #[command(after_long_help = "Examples:\n  \
        kuraban serve --open\n  \
        kuraban serve --port 8080 --solver /usr/bin/minisat --files /tmp/sat\n\n\
        The page is reachable from this machine only. Ctrl-C stops it.")]
    Serve(Serve),
    /// List the engines and what each promises
    Engines(Engines),
    /// Write a completion script for a shell
    #[command(after_long_help = "Example:\n  kuraban completions bash > kuraban.bash")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Write man pages into a folder
    Man {
        /// The folder
        dir: PathBuf,
    },
}

/// Where levels come from and how they are written.
#[derive(Args, Debug)]
pub(crate) struct Input {
    /// Only these levels of each file, as in 3,7-9 (from 1)
    #[arg(long = "level", value_name = "N,A-B")]
    pub(crate) picks: Option<Picks>,
    /// The dialect of the input
    #[arg(long, value_name = "DIALECT", default_value = "auto", value_parser = FORMATS)]
    format: Format,
    /// The characters of the input, as in 'wall=#,box=B,goal=o' (tiles: wall, floor, goal, box,
    /// box-on-goal, player, player-on-goal)
    #[arg(long, value_name = "MAP", conflicts_with = "format", value_parser = Alphabet::from_map)]
    map: Option<Alphabet>,
}

impl Input {
    /// How the notation of the input is known.
    pub(crate) fn format(&self) -> Format {
        match &self.map {
            Some(alphabet) => Format::Custom(Box::new(alphabet.clone())),
            None => self.format.clone(),
        }
    }
}

pub(crate) const FORMATS: Named<Format> = Named {
    names: || {
        let dialects = Dialect::NAMED.iter().map(|dialect| dialect.name());
        ["auto", "mixed"].into_iter().chain(dialects).collect()
    },
    read: |text| match text {
        "auto" => Ok(Format::Auto),
        "mixed" => Ok(Format::Mixed),
        name => name
            .parse()
            .map(Format::Given)
            .map_err(|_| known("dialects", &(FORMATS.names)())),
    },
};

#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(crate) struct Solve {
    /// Files with one or many levels; - is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub(crate) files: Vec<String>,
    #[command(flatten)]
    pub(crate) input: Input,
    /// The engine; `kuraban engines` lists them. Strategies can be chosen, as in
    /// fess:plan-near+alternate
    #[arg(long, value_name = "NAME", value_parser = ENGINES)]
    engine: Option<String>,
    /// What the solution is to be least in; actions is for boulders [default: the first solution,
    /// shortened for a moment]
    #[arg(long, value_name = "NAME", value_parser = OBJECTIVES)]
    objective: Option<Objective>,
    /// Among the solutions with the fewest pushes: the fewest moves, or whatever is found first
    /// [default: least]
    #[arg(long, value_name = "HOW", value_parser = TIES)]
    ties: Option<Ties>,
    /// Stop at the first solution, as `--objective any`, a named engine and `--nodes` do
    #[arg(long, conflicts_with = "objective")]
    first: bool,
    /// A known solution, or a file of solutions: levels with theirs (SOK), or a table with the columns
    /// level and lurd; - is standard input. It is proved least, or a better one is found. For
    /// --objective pushes, moves or robot, and the engines auto and optimal; may be given more than
    /// once
    #[arg(long, value_name = "FILE|LURD", requires = "objective")]
    pub(crate) known: Vec<String>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// The form of the answer; with --json it stands in the field `output`
    #[arg(long = "form", alias = "output", value_name = "FORM", default_value = "lurd")]
    pub(crate) output: Form,
    /// One JSON object per level
    #[arg(long)]
    pub(crate) json: bool,
    /// Tell what the engine does, expansion by expansion, on standard error
    #[arg(long)]
    pub(crate) trace: bool,
    /// No summary on standard error
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

impl Solve {
    /// The engine that is asked.
    pub(crate) fn engine(&self) -> &str {
        self.engine.as_deref().unwrap_or("auto")
    }

    /// What the solution is to be least in.
    pub(crate) fn objective(&self) -> Objective {
        self.objective.unwrap_or_default()
    }

    /// How ties are settled.
    pub(crate) fn ties(&self) -> Ties {
        self.ties.unwrap_or_default()
    }

    /// Why an option would have no effect.
    pub(crate) fn ignores(&self) -> Option<String> {
        let objective = self.objective();
        if self.ties.is_some() && objective != Objective::Pushes {
            return Some(format!(
                "--ties is for --objective pushes, not for `{objective}`"
            ));
        }
        if self.known.is_empty() { None } else { self.ignores_known() }
    }

    /// Why a known solution would not be used.
    fn ignores_known(&self) -> Option<String> {
        let proves = [Objective::Pushes, Objective::Moves, Objective::Robot];
        if !proves.contains(&self.objective()) {
            let objective = self.objective();
            return Some(format!("--known is not for the objective `{objective}`"));
        }
        let engine = self.engine();
        (!["auto", "optimal"].contains(&engine)).then(|| {
            format!("the engine `{engine}` takes no known solution; auto and optimal do")
        })
    }

    /// Whether the first solution is to be shortened for a moment. A limit of nodes is there to
    /// make answers reproducible, which a moment is not.
    pub(crate) fn shortens(&self) -> bool {
        let is_plain = self.engine.is_none() && self.objective.is_none();
        is_plain && !self.first && self.limits.nodes.is_none()
    }
}

#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(crate) struct Optimise {
    /// File with one or many levels; - is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// A solution of the only level, in any letter case; - is standard input
    #[arg(value_name = "LURD")]
    pub(crate) steps: Option<String>,
    #[command(flatten)]
    pub(crate) input: Input,
    /// Figures in their order: moves, pushes, box-lines, box-changes, sessions, player-lines, robot
    #[arg(long, value_name = "LIST", default_value = "moves,pushes")]
    pub(crate) goal: Goal,
    /// Twice: for moves,pushes and for pushes,moves; limits are for each
    #[arg(long, conflicts_with_all = ["goal", "range", "keep_end", "state"])]
    pub(crate) both: bool,
    /// A file of solutions: levels with theirs (SOK), what `solve` prints, a table with the
    /// columns level and lurd, or lines of steps; may be given more than once
    #[arg(long, value_name = "FILE")]
    pub(crate) solutions: Vec<String>,
    /// Only these pushes may change, as in 10-40 (from 1); walks are always made as short as can be.
    /// They are those of LURD or, without it, of the best solution given; not with --state
    #[arg(long, value_name = "A-B", value_parser = pushes, conflicts_with = "state")]
    pub(crate) range: Option<Range<usize>>,
    /// The player ends where he ends now: where the given solution first solves the level; not with
    /// --state
    #[arg(long, conflicts_with = "state")]
    pub(crate) keep_end: bool,
    /// Boxes that may stand elsewhere in searches for the whole solution, at most
    #[arg(long, value_name = "K", value_parser = tube)]
    pub(crate) tube: Option<usize>,
    /// Other first solutions that are looked for, at most [default: as many as time allows]
    #[arg(long, value_name = "N")]
    pub(crate) starts: Option<usize>,
    /// Go on from this file if it is there, and keep it up to date
    #[arg(long, value_name = "FILE")]
    pub(crate) state: Option<PathBuf>,
    /// A table of best known results with the columns `level`, `best_moves`, `best_pushes`
    #[arg(long, value_name = "FILE")]
    pub(crate) table: Option<String>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// The form of the answer
    #[arg(long, alias = "output", value_name = "FORM", default_value = "lurd")]
    pub(crate) form: Form,
    /// Where answers go; - is standard output [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// One JSON object per level
    #[arg(long)]
    pub(crate) json: bool,
    /// Nothing but the answer
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// A number of boxes.
fn tube(text: &str) -> Result<usize, String> {
    let boxes = text.parse().ok().filter(|&boxes| boxes > 0);
    boxes.ok_or_else(|| "a number of boxes from 1".to_owned())
}

/// `10-40` as a range from zero.
fn pushes(text: &str) -> Result<Range<usize>, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| text.trim().parse::<usize>().ok().filter(|&n| n > 0);
    match (number(first), number(last)) {
        (Some(first), Some(last)) if first <= last => Ok(first - 1..last),
        _ => Err("pushes are a range from 1, as in 10-40".to_owned()),
    }
}

/// How far to go, per level.
#[derive(Args, Debug)]
pub(crate) struct LimitArgs {
    /// Time per level, as in 500ms, 60s, 5m, 1h; 0 is no limit
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration)]
    time: Duration,
    /// Memory for the engine's tables, as in 500MiB, 4GiB
    #[arg(long, value_name = "SIZE", default_value = "4GiB", value_parser = size)]
    memory: usize,
    /// Expansions; with one thread the result is reproducible, that of `optimise` with any number
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Threads [default: as many as the machine has]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Seed of whatever an engine does at random (`optimise` does)
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
}

impl LimitArgs {
    /// The question that these limits and an objective make.
    pub(crate) fn question(&self, objective: Objective, cancel: &Cancel) -> Question {
        let mut limits = Limits::default().memory(self.memory);
        limits.time = (!self.time.is_zero()).then_some(self.time);
        limits.nodes = self.nodes;
        let threads = self.threads.map_or_else(machine_threads, usize::from);
        Question::default()
            .objective(objective)
            .threads(threads)
            .seed(self.seed)
            .limits(limits)
            .cancel(cancel.clone())
    }
}

/// Forms of an answer.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(crate) enum Form {
    /// Step letters, capitals for pushes
    Lurd,
    /// One line for each step: `1: push down from [1,1]` (row, column from 0)
    Plan,
    /// Commands of a robot that pushes cans; it first faces left
    Robot,
    /// Moves and pushes as separate actions; boulder puzzles only
    Actions,
    /// Every position drawn
    Boards,
    /// The level with its solution
    Sok,
}

impl Form {
    /// Why a solution of a level with these rules has no such form.
    pub(crate) fn misfit(self, rules: Rules) -> Option<&'static str> {
        let misfits = self == Self::Actions && rules == Rules::Boxes;
        misfits.then_some("the form `actions` is for boulder puzzles; try lurd or plan")
    }
}

#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(crate) struct Sat {
    /// File with the level; - is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// Path of an external SAT solver (minisat, cadical, kissat) [default: the embedded one]
    #[arg(value_name = "SOLVER")]
    pub(crate) solver: Option<PathBuf>,
    /// Use CaDiCaL, which is built in: slower on small formulas, stronger on hard ones
    #[cfg(feature = "cadical")]
    #[arg(long, conflicts_with_all = ["solver", "certificate"])]
    pub(crate) cadical: bool,
    #[command(flatten)]
    pub(crate) input_format: Input,
    /// Use the optimised encoding (`move`) for files and the external solver
    #[arg(short = 'O', long)]
    pub(crate) optimize: bool,
    /// The most steps a plan may have; with `--encoding push` the most pushes
    #[arg(short = 's', long, value_name = "N", default_value_t = Planner::MAX_STEPS)]
    pub(crate) maxsteps: u32,
    /// Where the last formula goes, as DIMACS (with --bound, - is standard output) [default with
    /// SOLVER: `solver_input.cnf`]
    #[arg(short = 'i', long, value_name = "F")]
    pub(crate) input: Option<PathBuf>,
    /// Where the answer to it goes [default with SOLVER: `solver_output.cnf`]
    #[arg(short = 'o', long, value_name = "F")]
    pub(crate) output: Option<PathBuf>,
    /// Where the last formula goes in readable form (with --bound, - is standard output)
    #[arg(short = 'r', long, value_name = "F")]
    pub(crate) readable: Option<PathBuf>,
    /// Any plan within the bound instead of a shortest one (no effect with `--encoding
    /// push`)
    #[arg(long)]
    pub(crate) any: bool,
    /// The encoding [default: basic, with -O move]
    #[arg(long, value_name = "NAME", value_parser = ENCODINGS, conflicts_with = "optimize")]
    pub(crate) encoding: Option<Encoding>,
    /// Write the formula of this bound to --input and --readable, or to standard output, without
    /// solving it; with --json only its size is printed
    #[arg(
        long,
        value_name = "K",
        conflicts_with_all = ["solver", "certificate", "any", "output"]
    )]
    pub(crate) bound: Option<u32>,
    /// Write a folder that proves the plan to be a shortest one
    #[arg(long, value_name = "DIR", conflicts_with = "solver")]
    pub(crate) certificate: Option<PathBuf>,
    /// Prune nothing in the certificate's formulas: less has to be trusted, but it is
    /// slower; not for `--encoding push`
    #[arg(long, requires = "certificate")]
    pub(crate) strict: bool,
    /// Time, as in 500ms, 60s, 5m; 0 is no limit
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration)]
    time: Duration,
    /// Memory for formulas and what is learnt from them
    #[arg(long, value_name = "SIZE", default_value = "4GiB", value_parser = size)]
    memory: usize,
    /// One JSON object per level
    #[arg(long)]
    pub(crate) json: bool,
    /// No summary on standard error
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

impl Sat {
    pub(crate) fn limits(&self) -> Limits {
        let mut limits = Limits::default().memory(self.memory);
        limits.time = (!self.time.is_zero()).then_some(self.time);
        limits
    }
}

const ENCODINGS: Named<Encoding> = Named {
    names: || Encoding::ALL.map(Encoding::name).to_vec(),
    read: |text| {
        let known = Encoding::ALL.into_iter().find(|encoding| encoding.name() == text);
        known.ok_or_else(|| self::known("encodings", &(ENCODINGS.names)()))
    },
};

#[derive(Args, Debug)]
pub(crate) struct Bench {
    #[command(subcommand)]
    pub(crate) action: Option<BenchAction>,
    /// Files with one or many levels
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<String>,
    #[command(flatten)]
    pub(crate) input: Input,
    /// The engines, separated by commas; with strategies as in fess:plan-near+alternate
    #[arg(
        long = "engine",
        value_name = "A,B",
        default_value = "auto",
        value_delimiter = ',',
        value_parser = ENGINES
    )]
    pub(crate) engines: Vec<String>,
    /// What solutions are to be least in; actions is for boulders
    #[arg(long, value_name = "NAME", default_value = "any", value_parser = OBJECTIVES)]
    pub(crate) objective: Objective,
    /// Among the solutions with the fewest pushes: the fewest moves, or whatever is found first
    #[arg(long, value_name = "HOW", default_value = "least", value_parser = TIES)]
    pub(crate) ties: Ties,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// Write results.csv, summary.md and cactus.svg into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Go on with the run in --out: what it holds is not done again
    #[arg(long, requires = "out", conflicts_with = "force")]
    pub(crate) resume: bool,
    /// Replace the run in --out
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
    /// Levels side by side; limits are for each of them, and without --threads the machine's
    /// threads are shared out
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = clap::value_parser!(u16).range(1..=1024)
    )]
    pub(crate) jobs: u16,
}

/// What else `bench` does.
#[derive(Debug, Subcommand)]
pub(crate) enum BenchAction {
    /// Compare two runs: levels gained and lost, and time where both have the answer
    Compare {
        /// The folder of the first run, or its results.csv
        a: PathBuf,
        /// The folder of the second run, or its results.csv
        b: PathBuf,
        /// Where a plot (SVG) goes: each level's time in A and B; - is standard output
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
    },
}

#[derive(Args, Debug)]
pub(crate) struct Serve {
    /// The port; 0 takes a free one
    #[arg(long, default_value_t = 0)]
    pub(crate) port: u16,
    /// Open the page in the browser
    #[arg(long)]
    pub(crate) open: bool,
    /// An external SAT solver that the page may use
    #[arg(long, value_name = "PATH")]
    pub(crate) solver: Option<PathBuf>,
    /// A folder for the files of the SAT planner
    #[arg(long, value_name = "DIR")]
    pub(crate) files: Option<PathBuf>,
}

/// Whether levels are solved to judge them.
#[derive(Args, Debug)]
pub(crate) struct Judge {
    /// Tell how hard levels are, and why (draw: a bar on sheets): each is solved, for at most this long
    /// [default: 10s]
    #[arg(
        id = "difficulty",
        long = "difficulty",
        value_name = "TIME",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "10s",
        value_parser = duration
    )]
    pub(crate) time: Option<Duration>,
}

#[derive(Args, Debug)]
pub(crate) struct Show {
    /// Files with one or many levels; - is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<String>,
    #[command(flatten)]
    pub(crate) input: Input,
    /// One JSON object per level
    #[arg(long)]
    pub(crate) json: bool,
    /// Mark the squares from which a box never reaches a goal with x
    #[arg(long)]
    pub(crate) dead: bool,
    #[command(flatten)]
    pub(crate) judge: Judge,
    /// Draw rooms, squares where boxes get in each other's way, and the packing plan that a
    /// strategy of the engine `fess` would follow [default: plan-near]
    #[arg(
        long,
        value_name = "STRATEGY",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "plan-near",
        value_parser = PLANS
    )]
    pub(crate) plan: Option<Strategy>,
}

#[derive(Args, Debug)]
pub(crate) struct Convert {
    /// Files with one or many levels; - is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<String>,
    #[command(flatten)]
    pub(crate) input: Input,
    /// What to write; sok, rle and boxoban are ways to write xsb
    #[arg(long, value_name = "DIALECT", value_parser = TARGETS)]
    pub(crate) to: (Dialect, Style),
    /// Where to write; - is standard output [default: standard output]
    #[arg(long, short, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// Run-length encoded rows, for links and clipboards (xsb): the same as --to rle
    #[arg(long)]
    pub(crate) rle: bool,
    /// One JSON object per level, its text in the field `text`
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Verify {
    /// File with the level; - is standard input
    pub(crate) file: String,
    /// The steps, in any letter case, run-length encoding allowed; or a file of solutions; - is
    /// standard input [default: the solutions stored in the file]
    #[arg(value_name = "LURD")]
    pub(crate) steps: Option<String>,
    #[command(flatten)]
    pub(crate) input: Input,
    /// One JSON object per solution
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Hint {
    /// File with the level; - is standard input
    pub(crate) file: String,
    /// The steps made so far, in any letter case; - is standard input
    #[arg(value_name = "LURD", default_value = "")]
    pub(crate) steps: String,
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// One JSON object per level
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Stats {
    /// Files with one or many levels; - is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<String>,
    #[command(flatten)]
    pub(crate) input: Input,
    /// A table of known results, CSV with the columns `file`, `level`, `best_pushes`,
    /// `best_moves`, `push_optimal` [default: `known_results.csv` beside the file, where there is
    /// one]
    #[arg(long, value_name = "FILE")]
    pub(crate) known: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) judge: Judge,
    /// One JSON object per file
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Metrics {
    /// The steps, capitals for pushes; may be empty; - is standard input
    #[arg(value_name = "LURD")]
    pub(crate) steps: String,
    /// One JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Engines {
    /// One JSON object per engine
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) const TIES: Named<Ties> = Named {
    names: || Ties::ALL.map(Ties::name).to_vec(),
    read: |text| text.parse().map_err(|why: kuraban::NoTies| why.to_string()),
};

pub(crate) const OBJECTIVES: Named<Objective> = Named {
    names: || Objective::ALL.map(Objective::name).to_vec(),
    read: |text| text.parse().map_err(|_| known("objectives", &(OBJECTIVES.names)())),
};

/// Strategies may follow an engine's name.
pub(crate) const ENGINES: Named<String> = Named {
    names: || kuraban::engines().iter().map(|engine| engine.name()).collect(),
    read: |text| {
        let engine = kuraban::engine(text).map_err(|why| why.to_string())?;
        drop(engine);
        Ok(text.to_owned())
    },
};

const PLANS: Named<Strategy> = Named {
    names: || {
        let plans = Strategy::ALL.into_iter().filter(|strategy| strategy.plans());
        plans.map(Strategy::name).collect()
    },
    read: |text| {
        let plans = Strategy::ALL.into_iter().filter(|strategy| strategy.plans());
        let found = plans.into_iter().find(|strategy| strategy.name() == text);
        found.ok_or_else(|| known("strategies with a plan", &(PLANS.names)()))
    },
};

const TARGETS: Named<(Dialect, Style)> = Named {
    names: || write::targets().collect(),
    read: |text| write::target(text).map_err(|_| known("dialects", &(TARGETS.names)())),
};

/// Splits `60s` into its number and unit.
fn split_unit(text: &str) -> Result<(f64, &str), String> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number = text[..end]
        .parse()
        .map_err(|_| format!("`{text}` does not begin with a number"))?;
    Ok((number, text[end..].trim()))
}

pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split_unit(text)?;
    let seconds = number
        * match unit {
            "ms" => 0.001,
            "" | "s" => 1.0,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            other => {
                return Err(format!("`{other}` is no unit of time; use ms, s, m or h"));
            }
        };
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

pub(crate) fn size(text: &str) -> Result<usize, String> {
    let (number, unit) = split_unit(text)?;
    let unit = match unit.to_ascii_lowercase().as_str() {
        "b" => 1.0,
        "" => return Err(format!("`{text}` of what? Say {text}MiB or {text}GiB")),
        "k" | "kib" => 1024.0,
        "kb" => 1e3,
        "m" | "mib" => 1024.0 * 1024.0,
        "mb" => 1e6,
        "g" | "gib" => 1024.0 * 1024.0 * 1024.0,
        "gb" => 1e9,
        other => return Err(format!("`{other}` is no unit of memory; use MiB or GiB")),
    };
    Ok((number * unit) as usize)
}

//! What can be typed after `batch`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum};
use kuraban::{Format, Objective, Ties, machine_threads};
use kuraban_batch::{ActionSet, Asked, Dedup, Filter, Per, memory_share};

use crate::args::{ENGINES, FORMATS, OBJECTIVES, TIES, duration, size};
use crate::named::{Named, known};

#[derive(Debug, Subcommand)]
pub(crate) enum Batch {
    /// Make a run and work on it; the same command again goes on with it
    #[command(after_long_help = "Examples:\n  \
        kuraban batch start run boxoban/unfiltered --objective pushes\n  \
        kuraban batch start run pack.sok --nodes 1000000 --threads 4")]
    Start {
        #[command(flatten)]
        new: New,
        #[command(flatten)]
        work: Work,
        /// When the run is complete, write its table: a name that ends in .csv, .jsonl or .parquet
        #[arg(long, value_name = "FILE")]
        export: Option<PathBuf>,
        /// Add solutions to the table as digits of an action set: gym, envpool, jumanji
        #[arg(long, value_name = "SET", value_parser = ACTIONS, requires = "export")]
        actions: Option<ActionSet>,
    },
    /// Make a run: read levels, drop duplicates, split them into parts
    New(New),
    /// Work on a run until it is complete; several processes may do so at once
    Run {
        /// The run's folder
        run: PathBuf,
        #[command(flatten)]
        work: Work,
    },
    /// Solve one part, for engines such as GNU parallel, Slurm and Kubernetes
    Shard {
        /// The run's folder
        run: PathBuf,
        /// The part, from 0
        part: usize,
        /// Levels side by side
        #[arg(long, value_name = "T", default_value_t = 1, value_parser = threads)]
        threads: u16,
        /// Rows are on the disk this long after they are known
        #[arg(long, value_name = "TIME", default_value = "1s", value_parser = duration)]
        sync: Duration,
        /// Solve in processes of their own, whose memory the system limits
        #[arg(long)]
        isolate: bool,
    },
    /// Solve levels from standard input, for `--isolate`
    #[command(hide = true)]
    Worker,
    /// Tell how far a run is; reads, never writes
    Status {
        /// The run's folder
        run: PathBuf,
        /// One JSON object
        #[arg(long)]
        json: bool,
        /// Only the numbers of the parts that are not done, one a line
        #[arg(long, conflicts_with = "json")]
        missing: bool,
    },
    /// Begin another pass over some levels, with other limits; `batch run` does the work
    #[command(after_long_help = "Example:\n  \
        kuraban batch again run --where 'status=limit' --nodes 100000000 --part-size 10\n  \
        kuraban batch run run")]
    Again {
        /// The run's folder
        run: PathBuf,
        /// Which levels, by what is known of them
        #[arg(long = "where", value_name = "EXPR")]
        filter: Filter,
        #[command(flatten)]
        limits: Limits,
        /// Levels of a part, about
        #[arg(long, value_name = "N", default_value = "100", value_parser = part_size)]
        part_size: usize,
    },
    /// Look for missing, doubled and damaged rows
    Check {
        /// The run's folder
        run: PathBuf,
        /// Play every solution
        #[arg(long)]
        replay: bool,
        /// Put damaged parts aside; `batch run` then makes anew what they lack
        #[arg(long)]
        mend: bool,
        /// One JSON object
        #[arg(long)]
        json: bool,
    },
    /// Write what is known as a table
    #[command(after_long_help = "Examples:\n  \
        kuraban batch export run -o labels.csv\n  \
        kuraban batch export run -o labels.jsonl --per source --actions jumanji\n  \
        kuraban batch export run -o - --where 'status=limit' --columns n,file,index")]
    Export(Export),
    /// Tell a run in numbers
    Stats {
        /// The run's folder
        run: PathBuf,
        /// One JSON object
        #[arg(long)]
        json: bool,
        /// Write plots (SVG) into this folder
        #[arg(long, value_name = "DIR")]
        plots: Option<PathBuf>,
    },
    /// Make one run of several that ask the same about other levels
    Merge {
        /// The runs' folders
        #[arg(value_name = "RUN", required = true)]
        runs: Vec<PathBuf>,
        /// The new run's folder
        #[arg(long, short, value_name = "RUN")]
        output: PathBuf,
    },
}

/// How a run is made.
#[derive(Args, Debug)]
pub(crate) struct New {
    /// The run's folder; it must not exist, or be empty
    pub(crate) run: PathBuf,
    /// Files of levels; of a folder, all files below it count
    #[arg(value_name = "FILE|DIR", required = true)]
    pub(crate) sources: Vec<PathBuf>,
    /// What solutions are to be least in; actions is for boulders
    #[arg(long, value_name = "NAME", default_value = "any", value_parser = OBJECTIVES)]
    objective: Objective,
    /// Among the solutions with the fewest pushes: the fewest moves, or whatever is found first
    #[arg(long, value_name = "HOW", default_value = "least", value_parser = TIES)]
    ties: Ties,
    #[command(flatten)]
    pub(crate) limits: Limits,
    /// Levels of a part, about: the unit of work for other machines
    #[arg(long, value_name = "N", default_value = "1000", value_parser = part_size)]
    pub(crate) part_size: usize,
    /// What makes two levels one: exact, canonical (turned, mirrored, walked), none
    #[arg(long, value_name = "HOW", default_value = "exact", value_parser = DEDUPS)]
    pub(crate) dedup: Dedup,
    /// Only levels for which this holds, as in 'boxes<=4 and width=10'
    #[arg(long = "where", value_name = "EXPR")]
    pub(crate) filter: Option<Filter>,
    /// The dialect of the files
    #[arg(long, value_name = "DIALECT", default_value = "auto", value_parser = FORMATS)]
    pub(crate) format: Format,
}

impl New {
    /// What is asked; `threads` share the memory.
    pub(crate) fn asked(&self, threads: usize) -> Asked {
        let memory = memory_share(threads);
        let asked = Asked {
            objective: self.objective,
            ties: self.ties,
            memory: Some(memory),
            ..Asked::default()
        };
        self.limits.over(asked, self.limits.is_bare())
    }
}

/// How far to go with each level, which is solved by one thread.
#[derive(Args, Debug)]
pub(crate) struct Limits {
    /// The engine; `kuraban engines` lists them [default: auto]
    #[arg(long, value_name = "NAME", value_parser = ENGINES)]
    engine: Option<String>,
    /// Expansions; rows are the same on every machine then
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Processor time, as in 500ms, 60s, 5m; 0 is no limit [default: 60s, where no other limit is
    /// given]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    cpu: Option<Duration>,
    /// Time by the clock; a busy machine reaches it sooner; 0 is no limit
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,
    /// Memory for the engine's tables [default: a share of what is free, 4GiB at most]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) memory: Option<usize>,
    /// Seed of whatever an engine does at random
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

impl Limits {
    /// Whether nothing limits the work on a level.
    pub(crate) fn is_bare(&self) -> bool {
        self.nodes.is_none() && self.cpu.is_none() && self.time.is_none()
    }

    /// These over others; of the limits all are replaced, unless `keep` is set.
    pub(crate) fn over(&self, mut asked: Asked, keep: bool) -> Asked {
        let some = |time: Option<Duration>| time.filter(|time| !time.is_zero());
        if !keep {
            (asked.nodes, asked.cpu, asked.time) =
                (self.nodes, some(self.cpu), some(self.time));
        }
        if let Some(engine) = &self.engine {
            asked.engine.clone_from(engine);
        }
        asked.memory = self.memory.or(asked.memory);
        asked.seed = self.seed.unwrap_or(asked.seed);
        asked
    }
}

/// How to work on a run.
#[derive(Args, Debug)]
pub(crate) struct Work {
    /// Levels side by side [default: as many as the machine has threads]
    #[arg(long, value_name = "T", value_parser = threads)]
    threads: Option<u16>,
    /// Only these parts, as in 0-99,107
    #[arg(long, value_name = "A-B,K", value_parser = parts)]
    pub(crate) parts: Option<Parts>,
    /// Rows are on the disk this long after they are known; 0 is at once
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = duration)]
    pub(crate) sync: Duration,
    /// Solve in processes of their own, whose memory the system limits
    #[arg(long)]
    pub(crate) isolate: bool,
    /// Stop after this long; the same command goes on
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) stop_after: Option<Duration>,
    /// How progress is told, on standard error
    #[arg(long, value_name = "HOW", default_value = "auto")]
    pub(crate) progress: Show,
    /// One JSON object at the end
    #[arg(long)]
    pub(crate) json: bool,
}

impl Work {
    pub(crate) fn threads(&self) -> usize {
        self.threads.map_or_else(machine_threads, usize::from).max(1)
    }
}

/// How progress is told.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(crate) enum Show {
    /// A bar on a terminal, otherwise lines
    Auto,
    /// A bar
    Bar,
    /// A line each half minute
    Lines,
    /// A JSON object each second
    Json,
    /// Not at all
    None,
}

/// Numbers of parts.
#[derive(Clone, Debug)]
pub(crate) struct Parts(pub(crate) Vec<usize>);

fn threads(text: &str) -> Result<u16, String> {
    let threads = text.parse().ok().filter(|threads| (1..=1024).contains(threads));
    threads.ok_or_else(|| "a number of threads from 1 to 1024".to_owned())
}

fn part_size(text: &str) -> Result<usize, String> {
    let size = text.parse().ok().filter(|&size| size > 0);
    size.ok_or_else(|| "a number of levels from 1".to_owned())
}

fn parts(text: &str) -> Result<Parts, String> {
    let wrong = || "parts are numbers and ranges from 0, as in 0-99,107".to_owned();
    let mut all = Vec::new();
    for piece in text.split(',') {
        let (first, last) = piece.split_once('-').unwrap_or((piece, piece));
        let number = |text: &str| text.trim().parse::<u32>().map_err(|_| wrong());
        let (first, last) = (number(first)? as usize, number(last)? as usize);
        if first > last || last - first > 10_000_000 {
            return Err(wrong());
        }
        all.extend(first..=last);
    }
    all.sort_unstable();
    all.dedup();
    Ok(Parts(all))
}

#[derive(Args, Debug)]
pub(crate) struct Export {
    /// The run's folder
    pub(crate) run: PathBuf,
    /// Where the table goes, by its ending: .csv, .jsonl, .parquet; - is standard output, as JSONL
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Only rows for which this holds
    #[arg(long = "where", value_name = "EXPR")]
    pub(crate) filter: Option<Filter>,
    /// Only these columns, in this order
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    pub(crate) columns: Option<Vec<String>>,
    /// Add solutions as digits of an action set: gym, envpool, jumanji
    #[arg(long, value_name = "SET", value_parser = ACTIONS)]
    pub(crate) actions: Option<ActionSet>,
    /// One row for each level, or one for each place where it stands in the files
    #[arg(long, value_name = "WHAT", default_value = "level", value_parser = PER)]
    pub(crate) per: Per,
}

const DEDUPS: Named<Dedup> = Named {
    names: || Dedup::NAMED.map(|(_, name)| name).to_vec(),
    read: |text| text.parse().map_err(|why: kuraban_batch::Error| why.to_string()),
};

const ACTIONS: Named<ActionSet> = Named {
    names: || ActionSet::NAMED.map(|(_, name)| name).to_vec(),
    read: |text| text.parse().map_err(|why: kuraban_batch::Error| why.to_string()),
};

const PER: Named<Per> = Named {
    names: || vec!["level", "source"],
    read: |text| match text {
        "level" => Ok(Per::Level),
        "source" => Ok(Per::Source),
        _ => Err(known("choices", &(PER.names)())),
    },
};

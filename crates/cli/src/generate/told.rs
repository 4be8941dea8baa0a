//! What is told of a run: how its levels can be made again, that it takes long, how it ended.

use std::fmt::Write as _;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

use kuraban::identity;
use kuraban_generate::{
    EMPTY, Filled, Label, Measure, NONE_AT_ALL, Preset, Recipe, Short, VERSION,
};

use super::args::{Band, Engine, Form, Generate};
use crate::say::tell;
use crate::words::{count, grouped, span};

impl Generate {
    /// What a file says about where its levels come from: the version of the generator, and the
    /// command that makes them again. Where a level was varied, its identity too.
    pub(super) fn provenance(&self, recipe: &Recipe, form: Form) -> String {
        let preset = Preset::NAMED.iter().find(|(preset, _)| *preset == self.preset);
        let mut words =
            preset.map_or(String::new(), |(_, name)| format!("--preset {name}"));
        let mut say = |option: &str, value: Option<String>| {
            if let Some(value) = value {
                let _ = write!(words, " --{option} {value}");
            }
        };
        say("engine", self.engine.as_ref().map(Engine::words));
        say("size", self.size.map(|(width, height)| format!("{width}x{height}")));
        say("boxes", self.boxes.as_ref().map(counts));
        say("difficulty", self.difficulty.as_ref().map(range));
        say("pushes", self.pushes.as_ref().map(counts));
        say("moves", self.moves.as_ref().map(counts));
        say("box-lines", self.box_lines.as_ref().map(counts));
        say("aim", (self.aim == Measure::Pushes).then(|| "pushes".to_owned()));
        say("effort", self.effort.map(|effort| effort.to_string()));
        let label = Label::NAMED.iter().find(|(label, _)| *label == self.label);
        say("label", label.map(|(_, name)| (*name).to_owned()));
        let share = (self.unsolvable > 0.0).then(|| self.unsolvable.to_string());
        say("unsolvable", share);
        let varies = recipe.source.is_some();
        say("level", (varies && self.level.get() > 1).then(|| self.level.to_string()));
        say("edits", varies.then(|| self.edits.to_string()));
        for file in &self.avoid {
            say("avoid", Some(file.clone()));
        }
        // It has no letters for what stands on goals: other levels are made.
        say("format", (form == Form::Boxoban).then(|| "boxoban".to_owned()));
        for (is_wanted, name) in
            [(self.flat, "flat"), (self.clean, "clean"), (self.rising, "rising")]
        {
            if is_wanted {
                let _ = write!(words, " --{name}");
            }
        }
        let _ = write!(words, " --seed {} --from {}", self.seed, self.from);
        if let Some(source) = &recipe.source {
            let id = identity::exact(&source.level);
            let credit = &source.credit;
            let space = if credit.is_empty() { "" } else { " " };
            let _ = write!(words, " (of the level {credit}{space}{id})");
        }
        format!("generator: kuraban {VERSION}, generate {words}")
    }

    /// The wishes that can fail, as they were typed.
    fn wishes(&self) -> String {
        let wishes = [
            ("difficulty", self.difficulty.as_ref().map(range)),
            ("pushes", self.pushes.as_ref().map(counts)),
            ("moves", self.moves.as_ref().map(counts)),
            ("box-lines", self.box_lines.as_ref().map(counts)),
            ("clean", self.clean.then(String::new)),
        ];
        let told: Vec<String> = wishes
            .into_iter()
            .filter_map(|(name, value)| Some(format!("--{name} {}", value?)))
            .map(|wish| wish.trim_end().to_owned())
            .collect();
        if told.is_empty() { String::new() } else { format!(" ({})", told.join(", ")) }
    }
}

impl Engine {
    fn words(&self) -> String {
        match self {
            Self::Maker(maker) => maker.name().to_owned(),
            Self::Archive => "archive".to_owned(),
            Self::Vary(file) => format!("vary:{file}"),
            Self::Unsolvable => "unsolvable".to_owned(),
        }
    }
}

/// A range as it is typed.
fn counts(band: &Band) -> String {
    let (from, to) = (band.start(), band.end());
    match to {
        &usize::MAX => format!("{from}-"),
        _ if from == to => from.to_string(),
        _ => format!("{from}-{to}"),
    }
}

fn range(band: &RangeInclusive<f64>) -> String {
    format!("{}-{}", band.start(), band.end())
}

/// Tells on standard error that nothing is found for long.
pub(super) struct Watch {
    found: Arc<AtomicU64>,
    watcher: Option<(Sender<()>, JoinHandle<()>)>,
}

/// So long nothing is said; each time it is said, twice as long as before.
const PATIENCE: Duration = Duration::from_secs(10);

impl Watch {
    pub(super) fn start(command: &Generate) -> Self {
        let found = Arc::new(AtomicU64::new(0));
        if command.quiet {
            return Self { found, watcher: None };
        }
        let (end, ended) = mpsc::channel();
        let (seen, wishes, asked) =
            (Arc::clone(&found), command.wishes(), grouped(command.count));
        let watcher = std::thread::spawn(move || {
            let (mut pause, mut before, mut waited) = (PATIENCE, 0, Duration::ZERO);
            while ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                let now = seen.load(Ordering::Relaxed);
                waited += pause;
                if now == before {
                    let time = span(waited.as_secs_f64());
                    tell!(
                        "no level as asked for{wishes} in {time}, {now} of {asked} so far; still \
                         looking: Ctrl-C ends it, --time limits it"
                    );
                    pause *= 2;
                } else {
                    waited = Duration::ZERO;
                }
                before = now;
            }
        });
        Self { found, watcher: Some((end, watcher)) }
    }

    pub(super) fn found_one(&self) {
        self.found.fetch_add(1, Ordering::Relaxed);
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some((end, watcher)) = self.watcher.take() {
            drop(end);
            // It only tells; what went wrong there is nothing to end the run for.
            let _ = watcher.join();
        }
    }
}

/// How it ended, in words.
pub(super) fn ended(command: &Generate, filled: &Filled, seconds: f64) {
    let levels = count(filled.levels as usize, "level");
    let repeated = match filled.repeated {
        0 => String::new(),
        left_out if command.clean => {
            format!("; {} left out: lint warns, or known already", grouped(left_out))
        }
        repeated if command.avoid.is_empty() => {
            format!("; {} had been there before", grouped(repeated))
        }
        repeated => format!("; {} known already, or nearly", grouped(repeated)),
    };
    if filled.levels >= command.count {
        if command.count > 1 {
            tell!("{levels} in {}{repeated}", span(seconds));
        }
        return;
    }
    let wishes = command.wishes();
    let why = match filled.short {
        Some(Short::NoneFound) if command.engine == Some(Engine::Archive) => {
            "there were no more kinds of rooms: a larger --effort finds some".to_owned()
        }
        Some(Short::NoneFound) if matches!(command.engine, Some(Engine::Vary(_))) => {
            format!("no more variants are as asked for{wishes}: allow more --edits")
        }
        Some(Short::NoneFound) if filled.levels + filled.repeated == 0 => format!(
            "{NONE_AT_ALL} indices gave no level as asked for{wishes}: ask for less, for a larger \
             --size or --effort, or begin elsewhere with --seed"
        ),
        Some(Short::NoneFound) => format!(
            "the last {EMPTY} indices gave nothing new{wishes}: ask for less, or for a larger --size"
        ),
        _ => format!("the limit was reached before more were found{wishes}"),
    };
    let asked = grouped(command.count);
    tell!("{levels} of {asked} in {}{repeated}: {why}", span(seconds));
}

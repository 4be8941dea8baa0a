//! `kuraban optimise`.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use kuraban::{
    Answer, Event, Figures, Found, Goal, Level, Listener, NotSolved, Objective,
    Optimised, Question, Report, SavedRun, Saver, Solution, Status, SystemClock, Wish,
    identity, lurd, optimise, trouble::why_lost,
};
use serde::{Deserialize, Serialize};

use crate::answers::{self, Asked};
use crate::args::{Form, Optimise};
use crate::csv::Table;
use crate::say::tell;
use crate::solutions::Solutions;
use crate::solve::write_form;
use crate::watch::Watch;
use crate::words::{clean, count, heading, illegal_step, stopped};
use crate::{exit, files, input, write_json};

/// Other first solutions that are looked for where nobody says how many: as many as time allows.
const STARTS: usize = 64;

pub(crate) fn run(command: &Optimise, out: &mut impl Write) -> io::Result<u8> {
    let Some(known) = Known::read(command)? else { return Ok(exit::INVALID) };
    if let Some(path) = &command.state {
        if std::fs::metadata(path).is_ok_and(|about| !about.is_file()) {
            tell!("error: {}: a state is kept in a plain file", path.display());
            return Ok(exit::INVALID);
        }
        kuraban::can_save(path)
            .map_err(|error| files::cannot_write(&path.display().to_string(), &error))?;
    }
    let (mut nth, mut is_refused) = (0, false);
    let files = std::slice::from_ref(&command.file);
    let mut sums = Sums::default();
    // What is meant for one level is refused once.
    let is_for_one = known.steps.is_some() || command.state.is_some();
    let asked = (files, &command.input, command.json);
    let code = answers::each(asked, out, |asked, out| {
        if is_for_one && asked.item.several && !command.json {
            if !std::mem::replace(&mut is_refused, true) {
                asked.refuse(false, input::SEVERAL, out)?;
            }
            return Ok(exit::INVALID);
        }
        let code = one(command, asked, &known, nth, &mut sums, out);
        nth += 1;
        code
    })?;
    if nth > 1 && !command.quiet {
        tell!("{}", sums.told());
    }
    if !command.solutions.is_empty() && sums.given == 0 && nth > 0 {
        tell!("warning: no solution that was given is one of these levels'");
    }
    Ok(code)
}

/// What the command line names besides levels.
struct Known {
    /// Steps of the only level.
    steps: Option<String>,
    solutions: Vec<Solutions>,
    table: Option<Table>,
}

impl Known {
    /// `None` where something is not understood, which is told.
    fn read(command: &Optimise) -> io::Result<Option<Self>> {
        let mut solutions = Vec::new();
        for path in &command.solutions {
            match Solutions::read(&input::text_file(path)?) {
                Ok(read) => solutions.push(read),
                Err(why) => {
                    tell!("error: {}: not a file of solutions: {why}", clean(path));
                    return Ok(None);
                }
            }
        }
        let mut table = None;
        if let Some(path) = &command.table {
            let columns: [&[&str]; 3] = [&["level"], &["best_moves"], &["best_pushes"]];
            table = Table::read(&input::text_file(path)?, &columns);
            if table.is_none() {
                tell!(
                    "error: {}: a table of known results has the columns level, \
                     best_moves, best_pushes",
                    clean(path)
                );
                return Ok(None);
            }
        }
        let steps = command.steps.as_deref().map(input::text_argument).transpose()?;
        Ok(Some(Self { steps, solutions, table }))
    }

    /// Everything given for a level, played by the referee; the error says what is wrong.
    fn given(&self, asked: Asked<'_>, nth: usize) -> Result<Vec<Solution>, String> {
        if self.steps.is_some() && asked.item.several {
            return Err(input::SEVERAL.to_owned());
        }
        let named = self.solutions.iter().flat_map(|read| read.of(asked.item, nth));
        let named = named.map(|game| game.letters).chain(self.steps.clone());
        let mut given = named
            .map(|letters| played(asked.level, &letters))
            .collect::<Result<Vec<_>, _>>()?;
        // Games stored with the level may be unfinished.
        let stored = asked.item.entry.games.iter();
        given.extend(stored.filter_map(|game| played(asked.level, &game.letters).ok()));
        Ok(given)
    }

    /// The best known moves and pushes of a level.
    fn best(&self, asked: Asked<'_>) -> Option<Best> {
        let name = Path::new(asked.item.file).file_name()?;
        let index = asked.item.entry.index.to_string();
        let table = self.table.as_ref()?;
        let row = table.rows().find(|get| {
            let same = get(&["file"]).is_none_or(|file| Path::new(file) == name);
            get(&["level"]) == Some(&index) && same
        })?;
        let number = |column: &str| row(&[column])?.parse().ok();
        Some(Best { moves: number("best_moves")?, pushes: number("best_pushes")? })
    }
}

/// The best known figures of a level.
#[derive(Clone, Copy, Debug, Serialize)]
struct Best {
    moves: usize,
    pushes: usize,
}

fn played(level: &Level, letters: &str) -> Result<Solution, String> {
    let no = |why: String| format!("this is no solution: {why}");
    let steps = lurd::read(letters).map_err(|error| no(error.to_string()))?;
    let dirs: Vec<_> = steps.iter().map(|step| step.dir).collect();
    Solution::check(level, &dirs).map_err(|error| match error {
        NotSolved::Illegal { index, why } => no(illegal_step(index, &why)),
        NotSolved::Unfinished => no(error.to_string()),
    })
}

/// The state of a run as it is written to a file.
#[derive(Deserialize, Serialize)]
struct State {
    level: String,
    goal: String,
    seed: u64,
    pool: Vec<String>,
    starts: usize,
    tried: Vec<(u64, usize, u32)>,
}

impl State {
    /// Reads where an earlier run ended; `None` where there was none.
    fn read(path: &Path, level: &Level, goal: &Goal) -> Result<Option<SavedRun>, String> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error.to_string()),
        };
        if text.is_empty() {
            return Ok(None);
        }
        let state: Self = serde_json::from_str(&text)
            .map_err(|error| format!("not the state of a run: {error}"))?;
        if state.level != identity::exact(level) {
            return Err("this is the state of a run on another level".to_owned());
        }
        if state.goal != goal.to_string() {
            return Err(format!(
                "this is the state of a run for the goal {}",
                clean(&state.goal)
            ));
        }
        let pool = state.pool.iter().map(|letters| played(level, letters));
        let pool = pool.collect::<Result<Vec<_>, _>>()?;
        Ok(Some(SavedRun::new(pool, state.tried, state.starts)))
    }

    /// Writes where a run stands, whenever it says so.
    fn saver(path: PathBuf, level: &Level, goal: &Goal, seed: u64) -> Saver {
        let (level, goal) = (identity::exact(level), goal.to_string());
        let mut is_told = false;
        Box::new(move |saved: &SavedRun| {
            let state = Self {
                level: level.clone(),
                goal: goal.clone(),
                seed,
                pool: saved.pool.iter().map(Solution::lurd).collect(),
                starts: saved.starts,
                tried: saved.tried.clone(),
            };
            let written = files::whole(&path, |out| {
                serde_json::to_writer(&mut *out, &state)?;
                writeln!(out)?;
                Ok(((), true))
            });
            if let Err(error) = written
                && !std::mem::replace(&mut is_told, true)
            {
                tell!("warning: {error}; the run goes on");
            }
        })
    }
}

/// One gain, as `--json` tells it.
#[derive(Clone, Debug, Serialize)]
struct Gain {
    seconds: f64,
    arm: &'static str,
    #[serde(flatten)]
    figures: Figures,
}

/// Tells gains as they come.
struct Gains<'a> {
    watch: Watch,
    level: &'a Level,
    goal: &'a Goal,
    clock: &'a SystemClock,
    is_quiet: bool,
    last: Option<Figures>,
    all: Vec<Gain>,
}

impl Gains<'_> {
    fn gain(&mut self, found: &Found) {
        let Ok(solution) = Solution::check(self.level, &found.steps) else { return };
        let figures = solution.figures();
        let rank = |figures: &Figures| self.goal.rank(figures);
        if self.last.as_ref().is_some_and(|last| rank(last) <= rank(&figures)) {
            return;
        }
        let elapsed = kuraban::Clock::elapsed(self.clock);
        if !self.is_quiet {
            let before = self
                .last
                .map_or(String::new(), |last| format!("{} -> ", pair(self.goal, &last)));
            let (now, by) = (pair(self.goal, &figures), found.by);
            let by = if by.is_empty() { String::new() } else { format!("   {by}") };
            self.watch.line(&format!("{}  {before}{now}{by}", time(elapsed)));
        }
        self.last = Some(figures);
        let seconds = elapsed.as_secs_f64();
        self.all.push(Gain { seconds, arm: found.by, figures });
    }
}

impl Listener for Gains<'_> {
    fn hear(&mut self, event: &Event<'_>) -> ControlFlow<()> {
        if let Event::Solution(found) = event {
            self.gain(found);
        }
        self.watch.hear(event)
    }
}

fn time(elapsed: Duration) -> String {
    format!("{:6.1}s", elapsed.as_secs_f64())
}

/// Moves and pushes, and the other figures that matter.
fn pair(goal: &Goal, figures: &Figures) -> String {
    use kuraban::Figure::{Moves, Pushes};
    let mut text = format!("{}/{}", figures.moves, figures.pushes);
    for figure in goal.figures().iter().filter(|figure| ![Moves, Pushes].contains(figure))
    {
        let _ =
            write!(text, ", {} {}", figure.of(figures), figure.name().replace('-', " "));
    }
    text
}

/// What `--json` prints: the report of `solve`, and what became of the solution.
#[derive(Serialize)]
struct Told<'a> {
    #[serde(flatten)]
    report: Report,
    goal: String,
    before: Option<Figures>,
    stable: Option<Stable>,
    gains: &'a [Gain],
    pool: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    known: Option<Best>,
    #[serde(skip_serializing_if = "Option::is_none")]
    against_known: Option<&'static str>,
    /// The solution in the form that was asked for, line by line.
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<Vec<String>>,
    /// With `--both`, the same for the other goal.
    #[serde(skip_serializing_if = "Option::is_none")]
    other: Option<Box<Told<'a>>>,
}

#[derive(Serialize)]
struct Stable {
    k: usize,
    figures: Vec<&'static str>,
}

/// One goal's run on one level.
struct Run {
    goal: Goal,
    done: Optimised,
    gains: Vec<Gain>,
}

impl Run {
    fn told(&self, asked: Asked<'_>, best: Option<Best>) -> Told<'_> {
        let Optimised { answer, before, stable, pool, .. } = &self.done;
        let figures = || self.goal.figures().iter().map(|figure| figure.name()).collect();
        let mut report = asked.report(answer);
        if answer.status == Status::Unsolvable {
            report.lost_because = why_lost(asked.level);
        }
        Told {
            report,
            goal: self.goal.to_string(),
            before: *before,
            stable: stable.map(|k| Stable { k, figures: figures() }),
            gains: &self.gains,
            pool: pool.len(),
            known: best,
            against_known: best.and_then(|best| self.mark(best)),
            output: None,
            other: None,
        }
    }

    /// The solution in a form, line by line.
    fn formed(
        &self,
        command: &Optimise,
        asked: Asked<'_>,
    ) -> io::Result<Option<Vec<String>>> {
        let Some(solution) = &self.done.answer.solution else { return Ok(None) };
        if command.form == Form::Lurd {
            return Ok(None);
        }
        let mut text = Vec::new();
        let Asked { item, level, .. } = asked;
        write_form(command.form, &command.input, item, level, solution, &mut text)?;
        Ok(Some(String::from_utf8_lossy(&text).lines().map(str::to_owned).collect()))
    }

    /// How the first figure compares with the best known.
    fn mark(&self, best: Best) -> Option<&'static str> {
        let figures = self.done.answer.solution.as_ref()?.figures();
        let (ours, best) = match self.goal.figures()[0] {
            kuraban::Figure::Moves => (figures.moves, best.moves),
            kuraban::Figure::Pushes => (figures.pushes, best.pushes),
            _ => return None,
        };
        Some(match ours.cmp(&best) {
            std::cmp::Ordering::Less => "<",
            std::cmp::Ordering::Equal => "=",
            std::cmp::Ordering::Greater => ">",
        })
    }

    /// One line for people.
    fn summary(&self, name: &str, best: Option<Best>) -> String {
        let Optimised { answer, before, stable, .. } = &self.done;
        let Some(solution) = &answer.solution else {
            return match (&answer.status, answer.reason) {
                (Status::Unsolvable, _) => format!("{name}no solution: proved"),
                (Status::Error(why), _) => format!("bug: {name}{why}"),
                (_, reason) => {
                    format!("{name}not solved: {}", stopped(reason.unwrap_or("gave up")))
                }
            };
        };
        let figures = solution.figures();
        let (moves, pushes) = (figures.moves, figures.pushes);
        let mut text = format!(
            "{name}{} (of which {})",
            count(moves, "move"),
            count(pushes, "push")
        );
        let first = self.goal.figures()[0];
        if let Some(before) = before
            && self.goal.rank(before) != self.goal.rank(&figures)
        {
            let (old, new) = (first.of(before), first.of(&figures));
            let part = 100.0 * (old as f64 - new as f64) / old.max(1) as f64;
            let word = first.name().replace('-', " ");
            let _ =
                write!(text, "; was {}, -{part:.1} % {word}", pair(&self.goal, before));
        } else {
            text += "; no better one was found";
        }
        if let Some(best) = best
            && let Some(mark) = self.mark(best)
        {
            let _ =
                write!(text, "; {mark} the best known {}/{}", best.moves, best.pushes);
        }
        if !answer.optimal.is_empty() {
            let claims: Vec<_> =
                answer.optimal.iter().map(|claim| claim.name()).collect();
            let _ = write!(text, "; proved least: {}", claims.join("; "));
        } else if let Some(boxes) = stable {
            let boxes = count(*boxes, "box");
            let _ = write!(text, "; stable: no better one within {boxes} of it");
        }
        if let Some(reason) = answer.reason {
            let _ = write!(text, "; {}", stopped(reason));
        }
        text
    }
}

/// What collections are told at the end.
#[derive(Default)]
struct Sums {
    /// Solutions that were given.
    given: usize,
    levels: usize,
    moves: usize,
    pushes: usize,
    /// Levels with fewer, as many and more than the best known, and the known sums.
    marks: [usize; 3],
    known: (usize, usize),
}

impl Sums {
    fn add(&mut self, run: &Run, best: Option<Best>) {
        let Some(solution) = &run.done.answer.solution else { return };
        self.levels += 1;
        self.moves += solution.figures().moves;
        self.pushes += solution.figures().pushes;
        if let Some(best) = best
            && let Some(mark) = run.mark(best)
        {
            let place = ["<", "=", ">"].iter().position(|known| *known == mark);
            self.marks[place.unwrap_or(2)] += 1;
            self.known.0 += best.moves;
            self.known.1 += best.pushes;
        }
    }

    fn told(&self) -> String {
        let Self { levels, moves, pushes, marks: [less, same, more], known, .. } = self;
        let mut text = format!(
            "{}: {moves} moves, {pushes} pushes in all",
            count(*levels, "solution")
        );
        if less + same + more > 0 {
            let (best_moves, best_pushes) = known;
            let _ = write!(
                text,
                "; best known {best_moves} and {best_pushes}: {less} better, {same} as good, \
                 {more} worse"
            );
        }
        text
    }
}

fn one(
    command: &Optimise,
    asked: Asked<'_>,
    known: &Known,
    nth: usize,
    sums: &mut Sums,
    out: &mut impl Write,
) -> io::Result<u8> {
    let Asked { item, level, cancel } = asked;
    if command.state.is_some() && item.several {
        asked.refuse(command.json, input::SEVERAL, out)?;
        return Ok(exit::INVALID);
    }
    if command.form == Form::Actions {
        let why = "the form `actions` is for boulder puzzles; try lurd or plan";
        asked.refuse(command.json, why, out)?;
        return Ok(exit::INVALID);
    }
    let mut given = match known.given(asked, nth) {
        Ok(given) => given,
        Err(why) => {
            asked.refuse(command.json, &why, out)?;
            return Ok(exit::INVALID);
        }
    };
    sums.given += given.len();
    let goals = if command.both {
        vec![Goal::moves(), Goal::pushes()]
    } else {
        vec![command.goal.clone()]
    };
    let question = command.limits.question(Objective::Any, cancel);
    let best = known.best(asked);
    let mut runs = Vec::new();
    for goal in goals {
        match shorten(command, asked, goal, given.clone(), &question) {
            Ok(run) => {
                // What helped one goal may help the other.
                given.extend(run.done.pool.iter().cloned());
                runs.push(run);
            }
            Err(why) => {
                asked.refuse(command.json, &why, out)?;
                return Ok(exit::INVALID);
            }
        }
    }
    if command.json {
        let mut told = Vec::new();
        for run in &runs {
            let output = run.formed(command, asked)?;
            told.push(Told { output, ..run.told(asked, best) });
        }
        let other = if told.len() > 1 { told.pop() } else { None };
        if let Some(mut told) = told.pop() {
            told.other = other.map(Box::new);
            write_json(out, &told)?;
        }
    }
    let mut code = exit::DONE;
    for run in &runs {
        let Optimised { answer, .. } = &run.done;
        if !command.json
            && let Some(solution) = &answer.solution
        {
            if item.several || command.both {
                let goal =
                    if command.both { format!(" ({})", run.goal) } else { String::new() };
                let title = item.entry.title.as_deref().unwrap_or_default();
                let title = format!("{title}{goal}");
                writeln!(out, "{}", heading(item.entry.index, Some(title.trim())))?;
            }
            write_form(command.form, &command.input, item, level, solution, out)?;
        }
        out.flush()?;
        sums.add(run, best);
        if !command.quiet && !command.json {
            let name = if item.several {
                format!("level {}: ", item.entry.index)
            } else {
                String::new()
            };
            tell!("{}", run.summary(&name, best));
            if answer.status == Status::Unsolvable {
                for why in why_lost(level) {
                    tell!("  {why}");
                }
            }
        }
        code = code.max(code_of(answer));
    }
    Ok(code)
}

fn code_of(answer: &Answer) -> u8 {
    match &answer.status {
        Status::Solved => exit::DONE,
        Status::Unsolvable => exit::UNSOLVABLE,
        Status::Limit => exit::LIMIT,
        _ => exit::BUG,
    }
}

/// Shortens for one goal; the error says why that cannot be done.
fn shorten(
    command: &Optimise,
    asked: Asked<'_>,
    goal: Goal,
    given: Vec<Solution>,
    question: &Question,
) -> Result<Run, String> {
    let Asked { item, level, .. } = asked;
    let path = command.state.as_deref();
    let in_file = |path: &Path, why: String| format!("{}: {why}", path.display());
    let saved = match path {
        Some(path) => {
            State::read(path, level, &goal).map_err(|why| in_file(path, why))?
        }
        None => None,
    };
    let saver =
        path.map(|path| State::saver(path.to_owned(), level, &goal, question.seed));
    let clock = SystemClock::start();
    let mut gains = Gains {
        watch: Watch::new(level, "optimise", false, question.limits.time),
        level,
        goal: &goal,
        clock: &clock,
        is_quiet: command.quiet || item.several || command.json,
        last: None,
        all: Vec::new(),
    };
    let wish = Wish::default()
        .goal(goal.clone())
        .given(given)
        .range(command.range.clone())
        .keep_end(command.keep_end)
        .tube(command.tube)
        .starts(command.starts.unwrap_or(STARTS))
        .saved(saved);
    let done = optimise(level, wish, question, &clock, &mut gains, saver);
    gains.watch.finish();
    let gains = gains.all;
    let done = done.map_err(|error| error.to_string())?;
    Ok(Run { goal, done, gains })
}

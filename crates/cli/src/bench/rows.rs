//! Rows of a record, as text and back.

use kuraban::{Cancel, Report, Ties, machine_threads};

use super::rising::Farthest;
use crate::args::Bench;
use crate::csv::{quoted, split};
use crate::words::count;

/// What a row is about.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) struct Key {
    pub(crate) file: String,
    pub(crate) engine: String,
    pub(crate) level: usize,
}

impl Key {
    pub(crate) fn of(file: &str, level: usize, engine: &str) -> Self {
        Self { file: file.to_owned(), engine: engine.to_owned(), level }
    }
}

/// The result of one engine on one level.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) key: Key,
    pub(crate) report: Report,
    /// Seconds of processor time, where they can be told from those of other levels.
    pub(crate) cpu: Option<f64>,
    /// How far the search came, where it goes over a feature space.
    pub(crate) farthest: Option<Farthest>,
}

impl Row {
    pub(crate) fn is_solved(&self) -> bool {
        self.report.status == "solved"
    }

    /// Whether the question was answered: with a solution (that is proved least, where that was
    /// asked for) or with a proof that there is none.
    pub(crate) fn is_answered(&self, objective: &str) -> bool {
        let proved = objective == "any"
            || self.report.optimal.iter().any(|claim| claim == objective);
        self.report.status == "unsolvable" || (self.is_solved() && proved)
    }

    /// The line for people.
    pub(crate) fn told(&self) -> String {
        let Self { key: Key { file, engine, level }, report, .. } = self;
        format!(
            "{engine} {} {level}: {} {:.3} s, {} expanded, {}",
            file.rsplit('/').next().unwrap_or_default(),
            report.reason.as_deref().unwrap_or(&report.status),
            report.seconds,
            report.expanded,
            report.pushes.map_or("no pushes".into(), |pushes| count(pushes, "push")),
        )
    }
}

/// What holds for all rows of a run.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Settings {
    pub(crate) objective: String,
    /// Empty where they are settled, as in records of old.
    ties: String,
    /// Time, memory in bytes, expansions; empty where there is no limit.
    limits: [String; 3],
    pub(crate) threads: usize,
    seed: u64,
    pub(crate) jobs: usize,
}

impl Settings {
    pub(crate) fn of(command: &Bench) -> Self {
        let jobs = usize::from(command.jobs);
        let shared = (machine_threads() / jobs).max(1);
        let question = command.limits.question(command.objective, &Cancel::default());
        let text = |value: Option<String>| value.unwrap_or_default();
        let limits = &question.limits;
        Self {
            objective: command.objective.name().to_owned(),
            ties: match command.ties {
                Ties::Least => String::new(),
                ties @ Ties::None => ties.name().to_owned(),
            },
            limits: [
                text(limits.time.map(|time| time.as_secs_f64().to_string())),
                text(limits.memory.map(|bytes| bytes.to_string())),
                text(limits.nodes.map(|nodes| nodes.to_string())),
            ],
            threads: command.limits.threads.map_or(shared, usize::from),
            seed: command.limits.seed,
            jobs,
        }
    }

    /// As they stand in a row.
    fn fields(&self) -> [String; 7] {
        let [time, memory, nodes] = self.limits.clone();
        let (threads, seed) = (self.threads.to_string(), self.seed.to_string());
        let (objective, ties) = (self.objective.clone(), self.ties.clone());
        [objective, time, memory, nodes, threads, seed, ties]
    }
}

/// The columns; those of the settings are [`Settings::fields`].
pub(crate) const HEADER: &str = "file,level,title,engine,status,reason,seconds,expanded,\
    generated,peak_bytes,moves,pushes,optimal,pushes_at_least,objective,time_limit,\
    memory_limit,nodes_limit,threads,seed,ties,found_by,proved_by,cpu_seconds,\
    best_cell,best_cell_at,id,solution";

/// One line, without its end.
pub(crate) fn line(row: &Row, settings: &Settings) -> String {
    let Row { key, report, cpu, farthest } = row;
    let number =
        |value: Option<usize>| value.map_or(String::new(), |value| value.to_string());
    let word = |value: Option<&str>| value.unwrap_or_default().to_owned();
    let bound = report.lower_bound.get("pushes");
    let mut fields = vec![
        key.file.clone(),
        key.level.to_string(),
        word(report.title.as_deref()),
        key.engine.clone(),
        report.status.to_string(),
        word(report.reason.as_deref()),
        format!("{:.6}", report.seconds),
        report.expanded.to_string(),
        report.generated.to_string(),
        report.peak_bytes.to_string(),
        number(report.moves),
        number(report.pushes),
        report.optimal.join(" ").replace(',', "+"),
        bound.map_or(String::new(), ToString::to_string),
    ];
    fields.extend(settings.fields());
    fields.extend([
        word(report.found_by.as_deref()),
        word(report.proved_by.as_deref()),
        cpu.map_or(String::new(), |cpu| format!("{cpu:.6}")),
        farthest.as_ref().map_or(String::new(), |best| best.cell.clone()),
        farthest.as_ref().map_or(String::new(), |best| format!("{:.1}", best.at)),
        word(report.id.as_deref()),
        word(report.solution.as_deref()),
    ]);
    let fields: Vec<String> = fields.iter().map(|field| quoted(field)).collect();
    fields.join(",")
}

/// The rows of a record, each with its settings. Columns are found by their names, so that
/// older records can be read; a line that was cut off is passed over.
pub(crate) fn read(text: &str) -> Result<Vec<(Row, Vec<String>)>, String> {
    let mut lines = text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n'));
    let header = split(lines.next().unwrap_or_default());
    let column = |name: &str| header.iter().position(|field| field == name);
    for name in ["file", "level", "engine", "status", "seconds"] {
        if column(name).is_none() {
            return Err(format!("there is no column `{name}`"));
        }
    }
    let names: Vec<&str> = HEADER.split(',').collect();
    let settings = &names[14..21];
    let mut rows = Vec::new();
    for line in lines {
        let fields = split(line);
        if fields.len() != header.len() {
            continue;
        }
        let get = |name: &str| column(name).map_or("", |at| fields[at].as_str());
        let some = |name: &str| Some(get(name)).filter(|text| !text.is_empty());
        let owned = |name: &str| some(name).map(str::to_owned);
        let mut report = Report::default();
        report.index = get("level").parse().unwrap_or_default();
        report.title = owned("title");
        report.status = get("status").to_owned().into();
        report.reason = owned("reason");
        report.seconds = get("seconds").parse().unwrap_or_default();
        report.expanded = get("expanded").parse().unwrap_or_default();
        report.generated = get("generated").parse().unwrap_or_default();
        report.peak_bytes = get("peak_bytes").parse().unwrap_or_default();
        report.moves = get("moves").parse().ok();
        report.pushes = get("pushes").parse().ok();
        let optimal = get("optimal").split(' ').filter(|claim| !claim.is_empty());
        report.optimal = optimal.map(|claim| claim.replace('+', ",").into()).collect();
        if let Ok(bound) = get("pushes_at_least").parse() {
            report.lower_bound.insert("pushes".into(), bound);
        }
        report.found_by = owned("found_by").map(Into::into);
        report.proved_by = owned("proved_by").map(Into::into);
        report.id = owned("id");
        report.solution = owned("solution");
        let key = Key::of(get("file"), report.index, get("engine"));
        let own = settings.iter().map(|name| get(name).to_owned()).collect();
        let at = get("best_cell_at").parse().ok();
        let farthest = at.map(|at| Farthest { cell: get("best_cell").to_owned(), at });
        let cpu = get("cpu_seconds").parse().ok();
        rows.push((Row { key, report, cpu, farthest }, own));
    }
    Ok(rows)
}

impl Settings {
    /// Whether a row was made with these.
    pub(crate) fn made(&self, fields: &[String]) -> bool {
        self.fields() == *fields
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_back_and_a_cut_one_is_passed_over() {
        let mut report = Report::default();
        report.title = Some("say \"hi\", you\nthere".into());
        report.status = "solved".into();
        report.optimal = vec!["pushes,moves".into()];
        report.solution = Some("rR".into());
        report.index = 3;
        let farthest =
            Some(Farthest { cell: "settle 3/4 packed, 1 region".into(), at: 2.5 });
        let key = Key::of("a,b.xsb", 3, "bfs");
        let row = Row { key, report, cpu: Some(0.5), farthest };
        let settings = Settings {
            objective: "any".into(),
            ties: String::new(),
            limits: ["10".into(), String::new(), String::new()],
            threads: 2,
            seed: 7,
            jobs: 1,
        };
        let whole = line(&row, &settings);
        let text = format!("{HEADER}\n{whole}\n{}", &whole[..20]);
        let read = read(&text).unwrap();
        assert_eq!(read.len(), 1);
        let (back, fields) = &read[0];
        assert_eq!(back.key, row.key);
        assert_eq!(back.report.title.as_deref(), Some("say \"hi\", you there"));
        assert_eq!(back.report.optimal, row.report.optimal);
        assert_eq!((back.cpu, &back.farthest), (Some(0.5), &row.farthest));
        assert!(settings.made(fields));
        assert_eq!(split(HEADER).len(), split(&whole).len());
    }
}

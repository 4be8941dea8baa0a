//! Where generated levels go.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use kuraban::{Dialect, Run, Saved, Style, WriteOptions, Writer};
use kuraban_batch::{Header, Rows, Table as TableForm};
use kuraban_generate::write::{
    Encoding, Npy, concepts, entry, fields, labels, level_header, level_row,
    state_header, state_row,
};
use kuraban_generate::{Filled, Made, Recipe, State, Table, title};

use super::args::{Engine, Form, Generate};
use crate::files;

/// Why a level was not taken.
pub(super) enum Refused {
    Io(io::Error),
    Level(String),
    /// The limit was reached before all of it was known.
    Stopped,
}

impl From<io::Error> for Refused {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// What is to be written, and where.
pub(super) struct Outputs {
    form: Form,
    /// A file or a folder; standard output without.
    path: Option<PathBuf>,
    is_folder: bool,
}

impl Outputs {
    pub(super) fn plan(command: &Generate) -> Result<Self, String> {
        let path = command.output.clone().filter(|path| !files::is_dash(path));
        let text = path.as_ref().map(|path| path.display().to_string());
        let ends_in_slash = text.as_ref().is_some_and(|text| text.ends_with('/'));
        let there = path.as_ref().is_some_and(|path| path.is_dir());
        let ending = path.as_ref().and_then(|path| path.extension()?.to_str());
        let form = match (command.format, ending) {
            (Some(form), _) => form,
            (None, _) if command.json => Form::Jsonl,
            (None, _) if ends_in_slash || there => Form::Boxoban,
            (None, Some("txt") | None) => Form::Xsb,
            (None, Some(ending)) => Form::named(ending).ok_or_else(|| {
                format!("`.{ending}` is the ending of no form: say --format")
            })?,
        };
        if form == Form::Npy && path.is_none() {
            return Err("arrays go into a folder: say -o FOLDER".to_owned());
        }
        if command.concepts && form != Form::Npy {
            return Err("--concepts is for --format npy".to_owned());
        }
        if command.states && path.is_none() {
            return Err("--states writes a second file: say -o".to_owned());
        }
        if form == Form::Parquet {
            "parquet".parse::<TableForm>().map_err(|why| why.to_string())?;
        }
        let boxoban_folder = form == Form::Boxoban && ending.is_none() && path.is_some();
        let is_folder = form == Form::Npy || ends_in_slash || there || boxoban_folder;
        if is_folder && !matches!(form, Form::Boxoban | Form::Npy) {
            return Err("only boxoban and npy are written into folders".to_owned());
        }
        let place = Self { form, path, is_folder };
        if command.split.is_some() && place.table().is_none() {
            return Err(
                "--split needs a place for the name of the set: a folder (-o FOLDER/), csv, jsonl \
                 or parquet"
                    .to_owned(),
            );
        }
        Ok(place)
    }

    pub(super) fn is_boxoban(&self) -> bool {
        self.form == Form::Boxoban
    }

    /// The table of levels: its form and, unless it goes to standard output, its file.
    fn table(&self) -> Option<(TableForm, Option<PathBuf>)> {
        match (self.form, &self.path) {
            (Form::Jsonl, path) => Some((TableForm::Jsonl, path.clone())),
            (Form::Csv, path) => Some((TableForm::Csv, path.clone())),
            (Form::Parquet, path) => Some((TableForm::Parquet, path.clone())),
            (_, Some(folder)) if self.is_folder => {
                Some((TableForm::Csv, Some(folder.join("levels.csv"))))
            }
            _ => None,
        }
    }

    /// The table of positions.
    fn states(&self) -> Option<(TableForm, PathBuf)> {
        let path = self.path.as_ref()?;
        let form = self.table().map_or(TableForm::Csv, |(form, _)| form);
        let ending = TableForm::NAMED.into_iter().find(|&(known, _)| known == form)?.1;
        let path = if self.is_folder {
            path.join(format!("states.{ending}"))
        } else {
            path.with_extension(format!("states.{ending}"))
        };
        Some((form, path))
    }

    /// Opens all that is to be written, has it written by `make`, and keeps it. What was found before
    /// a limit is kept too.
    pub(super) fn open(
        &self,
        command: &Generate,
        (recipe, run): (&Recipe, &Run<'_>),
        out: &mut impl Write,
        make: impl FnOnce(&mut dyn FnMut(&Made) -> Result<(), Refused>) -> io::Result<Filled>,
    ) -> io::Result<Filled> {
        let note = command.provenance(recipe, self.form);
        if let (true, Some(folder)) = (self.is_folder, &self.path) {
            files::new_folder(folder)?;
        }
        let mut levels = match self.table() {
            Some((form, Some(path))) => Some(Rowed::new(form, Place::file(&path)?)),
            Some((form, None)) => Some(Rowed::new(form, Place::memory())),
            None => None,
        };
        let mut states = match self.states().filter(|_| command.states) {
            Some((form, path)) => Some(Rowed::new(form, Place::file(&path)?)),
            None => None,
        };
        let is_text = matches!(self.form, Form::Xsb | Form::Sok | Form::Boxoban);
        let mut file = match &self.path {
            Some(path) if is_text && !self.is_folder => Some(Place::file(path)?),
            _ => None,
        };
        let mut text = Text::new(self.form, command, &note);
        let mut folder = Folder::new(self, command);
        let mut table = Table::default();
        let shown = levels.as_ref().and_then(|levels| levels.place.shared());
        let mut rows = match &mut levels {
            Some(levels) => Some(levels.begin(&level_header(), &note)?),
            None => None,
        };
        let mut state_rows = match &mut states {
            Some(states) => Some(states.begin(&state_header(), &note)?),
            None => None,
        };
        let mut is_any = false;
        let filled = make(&mut |made| {
            let positions = match &state_rows {
                Some(_) => State::all(&made.level, &mut table, run),
                None => None,
            };
            if state_rows.is_some() && positions.is_none() && run.stop().is_some() {
                return Err(Refused::Stopped);
            }
            is_any = true;
            if let Some(rows) = &mut rows {
                rows.row(&level_row(made, recipe.seed, command.split.as_ref()))?;
            }
            if let Some(shown) = &shown {
                let mut shown = shown.lock().unwrap_or_else(PoisonError::into_inner);
                out.write_all(&shown)?;
                shown.clear();
            }
            if let Some(rows) = &mut state_rows {
                for state in positions.into_iter().flatten() {
                    rows.row(&state_row(made, &state))?;
                }
            }
            if self.is_folder {
                folder
                    .take(made, command.split.map_or("", |split| split.of(&made.room)))?;
            } else if is_text {
                let text = text.write(made)?;
                if let Some(file) = &mut file {
                    file.write_all(text.as_bytes())?;
                } else {
                    out.write_all(text.as_bytes())?;
                    out.flush()?;
                }
            }
            Ok(())
        })?;
        rows.map(Rows::finish).transpose()?;
        state_rows.map(Rows::finish).transpose()?;
        if let Some(shown) = shown {
            out.write_all(&shown.lock().unwrap_or_else(PoisonError::into_inner))?;
        }
        folder.finish()?;
        // Where nothing was found, a file that was there stays as it is.
        if !is_any {
            return Ok(filled);
        }
        for place in
            levels.map(|rowed| rowed.place).into_iter().chain(states.map(|r| r.place))
        {
            place.keep()?;
        }
        file.map(Place::keep).transpose()?;
        Ok(filled)
    }
}

/// A file that appears whole, or memory that standard output gets bit by bit: it belongs to one
/// thread, and tables may be written by any.
enum Place {
    File(Saved, String),
    Memory(Arc<Mutex<Vec<u8>>>),
}

impl Place {
    fn file(path: &Path) -> io::Result<Self> {
        let name = format!("`{}`", path.display());
        let saved =
            Saved::begin(path).map_err(|error| files::cannot_write(&name, &error))?;
        Ok(Self::File(saved, name))
    }

    fn memory() -> Self {
        Self::Memory(Arc::default())
    }

    fn shared(&self) -> Option<Arc<Mutex<Vec<u8>>>> {
        match self {
            Self::File(..) => None,
            Self::Memory(shared) => Some(Arc::clone(shared)),
        }
    }

    fn keep(self) -> io::Result<()> {
        match self {
            Self::File(saved, name) => {
                saved.keep().map_err(|error| files::cannot_write(&name, &error))
            }
            Self::Memory(_) => Ok(()),
        }
    }
}

impl Write for Place {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::File(saved, name) => {
                saved.write(bytes).map_err(|error| files::cannot_write(name, &error))
            }
            Self::Memory(shared) => {
                shared.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A table and its place.
struct Rowed {
    form: TableForm,
    place: Place,
}

impl Rowed {
    fn new(form: TableForm, place: Place) -> Self {
        Self { form, place }
    }

    fn begin(&mut self, header: &Header, note: &str) -> io::Result<Rows<'_>> {
        Rows::begin(&mut self.place, self.form, header, note)
    }
}

/// Levels as text, one after the other.
struct Text {
    writer: Writer,
    form: Form,
    /// Boxoban's levels have one size, and variants keep their outline.
    keeps_walls: bool,
    /// What stands above the first level.
    head: Vec<String>,
    /// Titles that were given: none twice in a file.
    titles: HashSet<String>,
}

impl Text {
    fn new(form: Form, command: &Generate, note: &str) -> Self {
        let style = match form {
            Form::Sok => Style::Sok,
            Form::Boxoban => Style::Boxoban,
            _ => Style::Plain,
        };
        let alone = command.count == 1 && command.title.is_none() && form == Form::Xsb;
        let options = WriteOptions { style, alone };
        let title = command.title.as_ref().map(|title| format!("Collection: {title}"));
        let author = "Author: Kuraban".to_owned();
        let head: Vec<String> =
            title.into_iter().chain([author, note.to_owned()]).collect();
        let head = if alone { Vec::new() } else { head };
        let writer = Writer::new(Dialect::Xsb, options);
        let varies = matches!(command.engine, Some(Engine::Vary(_)));
        let keeps_walls = form == Form::Boxoban || varies;
        Self { writer, form, keeps_walls, head, titles: HashSet::new() }
    }

    fn write(&mut self, made: &Made) -> Result<String, Refused> {
        let mut entry = entry(made);
        entry.index = made.index as usize + 1;
        let other = (0_u32..).map(|number| title(&format!("{}{number}", made.id)));
        let titles = entry.title.take().into_iter().chain(other).take(MOST_TITLES);
        entry.title = titles.into_iter().find(|title| self.titles.insert(title.clone()));
        if self.form == Form::Xsb {
            entry.games.clear();
        }
        let mut text = match std::mem::take(&mut self.head) {
            head if head.is_empty() => String::new(),
            head => self.writer.begin(&head),
        };
        let cut = entry.level.as_ref().ok().filter(|_| !self.keeps_walls);
        let level = cut.unwrap_or(&made.level);
        let written = self.writer.write(&entry, level, &[]);
        text += &written.map_err(|why| Refused::Level(why.to_string()))?;
        Ok(text)
    }
}

/// Titles that are tried for a level. In a large file many go without.
const MOST_TITLES: usize = 100;

/// Levels of one set of a folder.
#[derive(Default)]
struct Set {
    text: String,
    in_text: usize,
    files: usize,
    boards: Vec<Npy>,
    labels: Option<Npy>,
    /// The actions of each solution, by length.
    actions: Vec<Vec<u8>>,
    concepts: Option<Npy>,
    /// Where each level's concepts begin, in steps; and their end.
    offsets: Vec<u64>,
}

/// A folder of levels: files of Boxoban's form, or arrays.
struct Folder {
    path: PathBuf,
    form: Form,
    encoding: Encoding,
    wants_concepts: bool,
    is_used: bool,
    sets: BTreeMap<&'static str, Set>,
}

/// Levels in a file of Boxoban's.
const IN_FILE: usize = 1000;
/// Fills short solutions up.
const NO_ACTION: u8 = 255;

impl Folder {
    fn new(outputs: &Outputs, command: &Generate) -> Self {
        Self {
            path: outputs.path.clone().unwrap_or_default(),
            form: outputs.form,
            encoding: command.encoding,
            wants_concepts: command.concepts,
            is_used: outputs.is_folder,
            sets: BTreeMap::new(),
        }
    }

    fn take(&mut self, made: &Made, name: &'static str) -> Result<(), Refused> {
        let set = self.sets.entry(name).or_default();
        if self.form == Form::Npy {
            return set.add(made, self.encoding, self.wants_concepts);
        }
        let options = WriteOptions { style: Style::Boxoban, alone: true };
        let board =
            Writer::new(Dialect::Xsb, options).write(&entry(made), &made.level, &[]);
        let board = board.map_err(|why| Refused::Level(why.to_string()))?;
        let _ = writeln!(set.text, "; {}\n{board}", set.in_text);
        set.in_text += 1;
        if set.in_text == IN_FILE {
            set.write_text(&self.path.join(name))?;
        }
        Ok(())
    }

    fn finish(mut self) -> io::Result<()> {
        if !self.is_used {
            return Ok(());
        }
        for (name, set) in &mut self.sets {
            let path = self.path.join(name);
            if self.form == Form::Npy {
                set.write_arrays(&path, self.encoding)?;
            } else if set.in_text > 0 {
                set.write_text(&path)?;
            }
        }
        Ok(())
    }
}

impl Set {
    fn write_text(&mut self, folder: &Path) -> io::Result<()> {
        files::folder(folder)?;
        let text = std::mem::take(&mut self.text);
        files::whole(&folder.join(format!("{:03}.txt", self.files)), |file| {
            file.write_all(text.as_bytes()).map(|()| ((), true))
        })?;
        (self.in_text, self.files) = (0, self.files + 1);
        Ok(())
    }

    fn add(
        &mut self,
        made: &Made,
        encoding: Encoding,
        concept: bool,
    ) -> Result<(), Refused> {
        let level = &made.level;
        let shape = [level.height(), level.width()];
        if self.boards.is_empty() {
            self.boards = encoding.layers().iter().map(|_| Npy::bytes(&shape)).collect();
        }
        if self.boards[0].shape != shape {
            return Err(Refused::Level("boards of an array have one size".to_owned()));
        }
        for (array, board) in self.boards.iter_mut().zip(encoding.board(level)) {
            array.push(1, &board);
        }
        self.labels.get_or_insert_with(fields).push(1, &labels(made));
        let solution = made.told().map(|labels| &labels.solution);
        let steps = solution.map_or(&[][..], kuraban::Solution::steps);
        self.actions.push(steps.iter().map(|step| encoding.action(step.dir)).collect());
        if concept {
            let array =
                self.concepts.get_or_insert_with(|| Npy::bytes(&[shape[0], shape[1], 2]));
            self.offsets.push(array.len as u64);
            if let Some(solution) = solution {
                let found = concepts(level, solution);
                array.push(found.steps, &found.bytes);
            }
        }
        Ok(())
    }

    fn write_arrays(&mut self, folder: &Path, encoding: Encoding) -> io::Result<()> {
        files::folder(folder)?;
        let write = |name: &str, array: &Npy| {
            files::whole(&folder.join(format!("{name}.npy")), |file| {
                file.write_all(&array.header())?;
                file.write_all(&array.bytes).map(|()| ((), true))
            })
        };
        for (name, array) in encoding.layers().iter().zip(&self.boards) {
            write(name, array)?;
        }
        if let Some(labels) = &self.labels {
            write("labels", labels)?;
        }
        let longest = self.actions.iter().map(Vec::len).max().unwrap_or(0);
        let mut actions = Npy::bytes(&[longest]);
        for mut steps in std::mem::take(&mut self.actions) {
            steps.resize(longest, NO_ACTION);
            actions.push(1, &steps);
        }
        write("actions", &actions)?;
        if let Some(concepts) = &self.concepts {
            write("concepts", concepts)?;
            let mut offsets = Npy { kind: "'<u8'".to_owned(), ..Npy::bytes(&[]) };
            for offset in self.offsets.iter().copied().chain([concepts.len as u64]) {
                offsets.push(1, &offset.to_le_bytes());
            }
            write("concept_offsets", &offsets)?;
        }
        Ok(())
    }
}

//! Text collections: boards, and the lines between them.
//!
//! Nothing encloses a level in these files; the kinds of lines give the structure. A board
//! is a run of rows. The text after it belongs to it, up to the heading of the next one: a
//! `;` line, where the file puts those before its boards, or a title on a line of its own.

use std::io::BufRead;
use std::mem;

use crate::problem::{Kind, Problem};
use crate::read::board::{self, Read};
use crate::read::detect::{self, DRAWN};
use crate::read::forgive;
use crate::read::lines::{Line, Lines, Next};
use crate::read::row::{self, Origin, Row};
use crate::{
    Alphabet, Dialect, Entry, Format, Level, MAX_SQUARES, Problems, SavedGame, Tile, lurd,
};

/// Text around one level beyond this many bytes is passed over.
const MAX_TEXT: usize = 1 << 20;

/// Text with its solutions beyond this many bytes is passed over.
const MAX_GAMES: usize = 32 << 20;

/// How boards of the file are read.
enum Mode {
    /// Each board by itself.
    Mixed,
    /// Like the first board whose dialect is clear, once there is one.
    Auto(Option<Dialect>),
    /// In this alphabet, whatever else would fit.
    Forced(Alphabet),
}

/// Rows as they come in, and the text that heads them.
#[derive(Default)]
struct Block {
    /// Where it begins, and how.
    first: Option<Problem>,
    rows: Vec<Row>,
    widest: usize,
    too_large: bool,
    bad_encoding: Option<Problem>,
    problem: Option<Problem>,
    heading: Vec<Line>,
    /// What was done to read it.
    remarks: Vec<&'static str>,
    /// Tabs before each row.
    indent: Option<usize>,
    /// The title that a link gives it.
    title: Option<String>,
}

#[expect(clippy::struct_excessive_bools, reason = "each is a fact about the text so far")]
pub(crate) struct TextReader<'a> {
    lines: Lines<'a>,
    mode: Mode,
    alphabets: Vec<Alphabet>,
    /// The board whose text is being collected.
    last: Option<Block>,
    /// The board whose rows are coming in.
    open: Option<Block>,
    /// Empty lines that are rows of the open board if another row follows.
    held: Vec<Line>,
    /// Text since the last board.
    between: Vec<Line>,
    between_bytes: usize,
    /// Whether `;` lines stand before their boards.
    comments_first: Option<bool>,
    /// Whether `Title:` lines stand before their boards.
    keys_first: bool,
    preamble: Vec<String>,
    finished: usize,
    any_text: bool,
    bad_encoding: Option<usize>,
    ended: bool,
    waiting: bool,
    /// Whether a code fence is open.
    fenced: bool,
    end_problem: Option<Problem>,
}

impl<'a> TextReader<'a> {
    pub(crate) fn new(input: Box<dyn BufRead + 'a>, format: Format) -> Self {
        let mode = match format {
            Format::Auto => Mode::Auto(None),
            Format::Mixed => Mode::Mixed,
            Format::Given(dialect) => Mode::Forced(Alphabet::of(dialect)),
            Format::Custom(alphabet) => Mode::Forced(*alphabet),
        };
        Self {
            lines: Lines::new(input),
            mode,
            alphabets: DRAWN.map(Alphabet::of).to_vec(),
            last: None,
            open: None,
            held: Vec::new(),
            between: Vec::new(),
            between_bytes: 0,
            comments_first: None,
            keys_first: false,
            preamble: Vec::new(),
            finished: 0,
            any_text: false,
            bad_encoding: None,
            ended: false,
            waiting: false,
            fenced: false,
            end_problem: None,
        }
    }

    pub(crate) fn preamble(&self) -> &[String] {
        &self.preamble
    }

    /// The next level, once the text after it is known.
    pub(crate) fn next_entry(&mut self) -> Option<Entry> {
        while !self.ended {
            match self.lines.next_line() {
                Some(Ok(Next::Line(line))) => {
                    self.waiting = false;
                    if let Some(entry) = self.take(line) {
                        return Some(entry);
                    }
                }
                Some(Ok(Next::Later)) => {
                    self.waiting = true;
                    if let Some(entry) = self.complete() {
                        return Some(entry);
                    }
                }
                Some(Err(problem)) => match &mut self.open {
                    Some(block) => block.problem = Some(problem),
                    None => self.end_problem = Some(problem),
                },
                None => (self.ended, self.waiting) = (true, false),
            }
        }
        if let Some(entry) = self.close_board() {
            return Some(entry);
        }
        if let Some(block) = self.last.take() {
            let after = mem::take(&mut self.between);
            return Some(self.finish(block, after));
        }
        if let Some(problem) = self.end_problem.take() {
            return Some(self.failure(problem));
        }
        if self.finished > 0 {
            return None;
        }
        let problem = match (self.bad_encoding, &self.mode) {
            (Some(line), _) => Problem::at(Kind::Encoding, line, 1, ""),
            (None, Mode::Forced(alphabet)) if self.any_text => {
                Problem::new(Kind::NoLevel(Some(alphabet.dialect())))
            }
            (None, _) if self.any_text => Problem::new(Kind::NoLevel(None)),
            (None, _) => Problem::new(Kind::Empty),
        };
        Some(self.failure(problem))
    }

    /// Whether the last entry was given before more of a stream had come.
    pub(crate) fn is_waiting(&self) -> bool {
        self.waiting
    }

    /// The level that can be answered while nothing more comes: its board has ended. What is
    /// said of it later is lost.
    fn complete(&mut self) -> Option<Entry> {
        if self.open.is_some() {
            return None;
        }
        let block = self.last.take()?;
        let mut after = mem::take(&mut self.between);
        if self.comments_first == Some(true) {
            self.between = self.split_heading(&mut after, false);
        }
        Some(self.finish(block, after))
    }

    fn failure(&mut self, problem: Problem) -> Entry {
        self.finished += 1;
        let line = problem.place.as_ref().map_or(1, |place| place.line);
        let dialect = match &self.mode {
            Mode::Forced(alphabet) => alphabet.dialect(),
            Mode::Auto(Some(dialect)) => *dialect,
            _ => Dialect::Xsb,
        };
        Entry { line, ..Entry::bare(dialect, Err(Problems::one(problem))) }
    }

    /// Takes one line in; gives the entry before it where a new board begins.
    fn take(&mut self, line: Line) -> Option<Entry> {
        if !line.text.trim().is_empty() {
            self.any_text = true;
        }
        if matches!(&self.mode, Mode::Forced(alphabet) if alphabet.dialect() == Dialect::Custom)
        {
            return self.take_plain(line);
        }
        if forgive::is_fence(&line.text) {
            self.fenced = !self.fenced;
            return self.close_board();
        }
        if let Some((rows, title)) = forgive::link(&line.text) {
            return self.take_link(&Line { text: rows, ..line }, title);
        }
        let (line, remarks, indent) = self.forgive(line);
        let (rows, taken) = (self.row_count(), self.take_plain(line));
        if self.row_count() > rows || self.open.is_some() && rows == 0 {
            self.remark(&remarks, indent);
        }
        taken
    }

    fn row_count(&self) -> usize {
        self.open.as_ref().map_or(0, |block| block.rows.len())
    }

    /// Undoes what was done to a row on its way; other lines stay as they are.
    fn forgive(&self, line: Line) -> (Line, Vec<&'static str>, usize) {
        let mut best = line.clone();
        let mut remarks = Vec::new();
        if let Some(plain) = forgive::unquoted(&best) {
            best = plain;
            remarks.push(forgive::QUOTES);
        }
        let quoted = !remarks.is_empty();
        let mut indent = 0;
        if let Some(plain) = forgive::without_tabs(&best) {
            indent = best.text.len() - plain.text.len();
            best = plain;
            remarks.push(forgive::TABS);
        }
        if let Some(plain) = forgive::spaces(&best) {
            best = plain;
            remarks.push(forgive::SPACES);
        }
        let is_row = |line: &Line| self.judge(line) > row::Kind::Bad;
        let row = !remarks.is_empty() && is_row(&best);
        // Text between quoted rows is quoted too.
        let quoted = quoted && (self.open.is_some() || self.last.is_some());
        if row || quoted { (best, remarks, indent) } else { (line, Vec::new(), 0) }
    }

    /// Notes what was done to the last row; an indent that is not common is a tab too many.
    fn remark(&mut self, remarks: &[&'static str], indent: usize) {
        let fenced = self.fenced.then_some(forgive::FENCE);
        let Some(block) = &mut self.open else { return };
        for &remark in remarks.iter().chain(&fenced) {
            if !block.remarks.contains(&remark) {
                block.remarks.push(remark);
            }
        }
        if *block.indent.get_or_insert(indent) != indent
            && let Some(row) = block.rows.last()
        {
            let kind = Kind::Character { found: '\t', dialect: Dialect::Xsb };
            let problem = Problem::at(kind, row.line, 1, row.source());
            block.problem.get_or_insert(problem);
        }
    }

    /// A link is a board of its own.
    fn take_link(&mut self, line: &Line, title: Option<String>) -> Option<Entry> {
        let before = self.close_board();
        self.open_board(line);
        if let Some(block) = &mut self.open {
            block.title = title;
            block.remarks.push(forgive::LINK);
        }
        before
    }

    fn take_plain(&mut self, line: Line) -> Option<Entry> {
        if line.latin && self.bad_encoding.is_none() {
            self.bad_encoding = Some(line.number);
        }
        let kind = self.judge(&line);
        if self.open.is_some() {
            if kind > row::Kind::No {
                self.add_row(&line);
                return None;
            }
            if line.text.is_empty() && self.blank_lines_are_rows() {
                if self.held.len() < MAX_SQUARES {
                    self.held.push(line);
                }
                return None;
            }
            let entry = self.close_board();
            self.keep_text(line);
            return entry;
        }
        if kind == row::Kind::Strong
            || (kind > row::Kind::No && self.weak_row_begins(kind, &line.text))
        {
            self.open_board(&line);
        } else {
            self.keep_text(line);
        }
        None
    }

    /// A row with a foreign character begins a board, as that is an error worth telling. So
    /// does a row without a wall: with a given alphabet, any row that could not be text;
    /// otherwise a row with a box or the player.
    fn weak_row_begins(&self, kind: row::Kind, text: &str) -> bool {
        match &self.mode {
            _ if kind == row::Kind::Bad => true,
            Mode::Auto(_) | Mode::Mixed => text.contains(['@', '$']),
            Mode::Forced(alphabet) => match alphabet.dialect() {
                Dialect::Xsb | Dialect::Ampersand => has_objects(text, &self.mode),
                _ => true,
            },
        }
    }

    fn judge(&self, line: &Line) -> row::Kind {
        if line.damaged_row {
            return row::Kind::Bad;
        }
        let judge =
            |alphabet: &Alphabet| row::kind(alphabet, &line.text, self.open.is_some());
        match &self.mode {
            Mode::Forced(alphabet) => judge(alphabet),
            Mode::Auto(Some(dialect)) => {
                let known =
                    self.alphabets.iter().find(|known| known.dialect() == *dialect);
                match known.map(judge) {
                    Some(kind) if kind > row::Kind::Bad => kind,
                    own => {
                        // A row of another dialect must not pass for text.
                        let others = self
                            .alphabets
                            .iter()
                            .map(judge)
                            .filter(|&k| k == row::Kind::Strong);
                        others.max().or(own).unwrap_or(row::Kind::No)
                    }
                }
            }
            _ => self.alphabets.iter().map(judge).max().unwrap_or(row::Kind::No),
        }
    }

    /// Whether an empty line is a row of floor, as it is inside boards of the dialect `crate`.
    fn blank_lines_are_rows(&self) -> bool {
        let Some(block) = &self.open else { return false };
        match &self.mode {
            Mode::Forced(alphabet) => alphabet.dialect() == Dialect::Crate,
            Mode::Auto(Some(dialect)) => *dialect == Dialect::Crate,
            _ => {
                let fits = |alphabet: &Alphabet| {
                    let mut letters = block.rows.iter().flat_map(|row| row.text.chars());
                    letters.all(|letter| alphabet.tile(letter).is_some())
                };
                let mut fitting = self.alphabets.iter().filter(|alphabet| fits(alphabet));
                fitting.next().is_some_and(|first| first.dialect() == Dialect::Crate)
                    && fitting.next().is_none()
            }
        }
    }

    fn add_row(&mut self, line: &Line) {
        let held = mem::take(&mut self.held);
        let xsb = !matches!(&self.mode, Mode::Forced(alphabet) if alphabet.dialect() != Dialect::Xsb);
        let Some(block) = &mut self.open else { return };
        for blank in held {
            block.push(Row::plain(blank.number, blank.text));
        }
        if line.latin {
            let foreign = line.text.chars().position(|letter| !letter.is_ascii());
            let column = foreign.map_or(1, |index| index + 1);
            let problem = Problem::at(Kind::Encoding, line.number, column, &line.text);
            block.bad_encoding.get_or_insert(problem);
        }
        let placed = |row: Row| row.after_cut(line.cut.as_ref());
        if !xsb {
            block.push(placed(Row::plain(line.number, line.text.clone())));
            return;
        }
        match row::expand(line.number, line.text.clone()) {
            Ok(rows) => rows.into_iter().for_each(|row| block.push(placed(row))),
            Err(error) => {
                let column = error.column();
                let problem =
                    Problem::at(Kind::Rle(error), line.number, column, &line.text);
                block.problem.get_or_insert(problem);
                block.push(Row::plain(line.number, String::new()));
            }
        }
    }

    /// A board begins with this line, or with rows just before it.
    fn open_board(&mut self, line: &Line) {
        let mut between = mem::take(&mut self.between);
        let rows = self.rows_before(&mut between);
        self.between = between;
        self.open = Some(Block::default());
        for row in rows {
            self.add_row(&row);
        }
        self.add_row(line);
    }

    /// The open board has ended. If it is a level, the one before it is complete, and so is
    /// the text between them; a few walls with nothing inside are a separator, and count as
    /// text.
    fn close_board(&mut self) -> Option<Entry> {
        let mut block = self.open.take()?;
        let mut after = block.peel_loose_rows();
        after.append(&mut self.held);
        // Without a given alphabet, rows without walls count only if they make a level.
        let doubtful = !matches!(self.mode, Mode::Forced(_)) && block.is_without_walls();
        if block.is_only_drawing() || doubtful && !self.makes_a_level(&block) {
            self.between.extend(block.rows.into_iter().map(Row::into_line));
            self.between.append(&mut after);
            return None;
        }
        let mut between = mem::replace(&mut self.between, after);
        self.between_bytes = 0;
        let first = self.last.is_none() && self.finished == 0;
        let game = between.iter().find_map(|line| key_value(&line.text, "game"));
        if game.is_some_and(|game| !game.eq_ignore_ascii_case("sokoban")) {
            let kind = Kind::NotALevelFile("a variant of Sokoban with other rules");
            block.problem.get_or_insert(Problem::new(kind));
        }
        block.heading = self.split_heading(&mut between, first);
        if let Some(before) = self.last.replace(block) {
            return Some(self.finish(before, between));
        }
        if !first {
            return None;
        }
        self.preamble.extend(between.into_iter().map(|line| line.text));
        while self.preamble.last().is_some_and(|text| text.trim().is_empty()) {
            self.preamble.pop();
        }
        None
    }

    /// Whether the rows are a level in some dialect.
    fn makes_a_level(&self, block: &Block) -> bool {
        block.problem.is_some()
            || block.too_large
            || !block.rows.is_empty()
                && detect::detect(&self.alphabets, &block.rows).1.is_ok()
    }

    /// Rows at the end of the text that turn out to be part of a board: rows with objects
    /// but no wall, and empty lines at the start of a `crate` file.
    fn rows_before(&self, between: &mut Vec<Line>) -> Vec<Line> {
        let crate_forced = matches!(&self.mode, Mode::Forced(alphabet) if alphabet.dialect() == Dialect::Crate);
        if crate_forced
            && self.finished == 0
            && self.last.is_none()
            && between.iter().all(|line| line.text.trim().is_empty())
        {
            return mem::take(between);
        }
        let is_row = |line: &Line| {
            self.judge(line) == row::Kind::Weak && has_objects(&line.text, &self.mode)
        };
        let rows = between.iter().rev().take_while(|line| is_row(line)).count();
        between.split_off(between.len() - rows)
    }

    /// Takes from the text between two boards what heads the second one.
    fn split_heading(&mut self, between: &mut Vec<Line>, first: bool) -> Vec<Line> {
        let is_comment = |line: &Line| line.text.starts_with(';');
        let is_blank = |line: &Line| line.text.trim().is_empty();
        if first && self.comments_first.is_none() && between.iter().any(is_comment) {
            self.comments_first = Some(true);
        }
        if self.comments_first == Some(true) {
            let run = between
                .iter()
                .rev()
                .take_while(|line| is_comment(line) || is_blank(line));
            let start = between.len() - run.count();
            // In the preamble only the last `;` line is the first level's.
            let start = if first {
                let last = between.iter().rposition(is_comment).unwrap_or(start);
                last.max(start)
            } else {
                start
            };
            if between[start..].iter().any(is_comment) {
                return between.split_off(start);
            }
        }
        let paragraph = between.iter().rposition(is_blank).map_or(0, |blank| blank + 1);
        let adjacent = paragraph < between.len();
        // If the first title line stands before its board, all do; but one right under a
        // board still belongs to that board.
        let is_title = |line: &Line| key_value(&line.text, "title").is_some();
        if let Some(title) = between.iter().rposition(is_title)
            && (first || self.keys_first)
        {
            let start =
                between[..title].iter().rposition(is_blank).map_or(0, |blank| blank + 1);
            if first || start > 0 {
                self.keys_first = true;
                return between.split_off(start);
            }
        }
        let Some(last) = between.iter().rposition(|line| !is_blank(line)) else {
            return Vec::new();
        };
        let after_blank = last == 0 && first || last > 0 && is_blank(&between[last - 1]);
        let alone = adjacent && paragraph == last;
        if (after_blank || alone) && is_plain_text(&between[last].text) {
            return between.split_off(last);
        }
        Vec::new()
    }

    fn keep_text(&mut self, line: Line) {
        if self.last.is_some()
            && self.comments_first.is_none()
            && line.text.starts_with(';')
        {
            self.comments_first = Some(false);
        }
        // A solution may be long; other text has its limit.
        let limit = if is_moves(&line.text) { MAX_GAMES } else { MAX_TEXT };
        self.between_bytes += line.text.len() + 1;
        if self.between_bytes <= limit {
            self.between.push(line);
        }
    }

    /// A board with the text that belongs to it.
    fn finish(&mut self, block: Block, after: Vec<Line>) -> Entry {
        self.finished += 1;
        let line = block.line();
        let (dialect, detected, mut read) = self.read_board(&block);
        // Only the packs of the common dialect are known to be ISO-8859-1 at times.
        if let (Some(line), Ok(_)) = (self.bad_encoding, &read)
            && dialect != Dialect::Xsb
        {
            read = Err(Problems::one(Problem::at(Kind::Encoding, line, 1, "")));
        }
        let (level, warnings) = match read {
            Ok((level, warnings)) => (Ok(level), warnings),
            Err(problems) => (Err(problems), Vec::new()),
        };
        let mut entry = Entry { line, detected, warnings, ..Entry::bare(dialect, level) };
        entry.warnings.extend(block.remarks.iter().map(ToString::to_string));
        self.describe(&mut entry, block.heading, after);
        entry.title = entry.title.or(block.title);
        entry
    }

    fn read_board(&mut self, block: &Block) -> (Dialect, bool, Read) {
        let refuse = |problem: Problem| -> Read { Err(Problems::one(problem)) };
        let early: Option<Read> = if let Some(problem) = &block.problem {
            Some(refuse(problem.clone()))
        } else if block.too_large {
            block.first.clone().map(refuse)
        } else {
            block.bad_encoding.clone().map(refuse)
        };
        match &mut self.mode {
            Mode::Forced(alphabet) => {
                let dialect = alphabet.dialect();
                let read = early.unwrap_or_else(|| board::read(alphabet, &block.rows));
                (dialect, false, read)
            }
            Mode::Mixed => {
                if let Some(read) = early {
                    return (Dialect::Xsb, true, read);
                }
                let (dialect, read) = detect::detect(&self.alphabets, &block.rows);
                let read =
                    read.or_else(|problems| x_walls(&self.alphabets, block, problems));
                (dialect.unwrap_or(Dialect::Xsb), true, read)
            }
            Mode::Auto(known) => {
                if let Some(read) = early {
                    return (known.unwrap_or(Dialect::Xsb), true, read);
                }
                if let Some(dialect) = *known {
                    let own = self.alphabets.iter().find(|own| own.dialect() == dialect);
                    let own = own.expect("a known dialect is one of the drawn ones");
                    let read = board::read(own, &block.rows);
                    if read.is_err()
                        && let (Some(here), Ok(_)) =
                            detect::detect(&self.alphabets, &block.rows)
                        && here != dialect
                    {
                        let kind = Kind::SecondDialect { file: dialect, here };
                        let row = &block.rows[0];
                        let problem = Problem::at(kind, row.line, 1, row.source());
                        return (dialect, true, refuse(problem));
                    }
                    return (dialect, true, read);
                }
                let (dialect, read) = detect::detect(&self.alphabets, &block.rows);
                if let Err(problems) = read {
                    let read = x_walls(&self.alphabets, block, problems);
                    let dialect = dialect.filter(|_| read.is_err());
                    return (dialect.unwrap_or(Dialect::Xsb), true, read);
                }
                *known = dialect;
                (dialect.unwrap_or(Dialect::Xsb), true, read)
            }
        }
    }

    /// Sorts the lines around a board into title, author, games and notes.
    fn describe(&self, entry: &mut Entry, heading: Vec<Line>, after: Vec<Line>) {
        let level = entry.level.as_ref().ok().cloned();
        let mut heading_title = None;
        let mut heading_keys = Keys::default();
        for line in heading {
            let text = line.text.trim();
            if let Some(comment) = text.strip_prefix(';') {
                if let Some(previous) = heading_title.replace(comment.trim().to_owned())
                    && !previous.is_empty()
                {
                    entry.notes.push(format!("; {previous}"));
                }
            } else if !take_key(&mut heading_keys, text) && !text.is_empty() {
                heading_title = Some(text.to_owned());
            }
        }
        let mut keys = Keys::default();
        let mut game: Option<SavedGame> = None;
        for line in after {
            let text = line.text.trim();
            if let Some(letters) =
                moves_of(text, level.as_ref(), game.is_some(), &entry.notes)
            {
                if game.is_none() {
                    let title = entry.notes.pop_if(|note| is_game_heading(note));
                    game = Some(SavedGame { title, letters: String::new() });
                }
                if let Some(game) = &mut game {
                    game.letters.push_str(&letters);
                }
                continue;
            }
            entry.games.extend(game.take());
            if let Some(letters) = inline_solution(text) {
                entry.games.push(SavedGame { title: None, letters });
            } else if let (Some(comment), Some(false), None) =
                (text.strip_prefix(';'), self.comments_first, &heading_title)
            {
                heading_title = Some(comment.trim().to_owned());
            } else if !take_key(&mut keys, text) {
                entry.notes.push(line.text);
            }
        }
        entry.games.extend(game);
        entry.games.retain(|game| !game.letters.is_empty());
        while entry.notes.last().is_some_and(|note| note.trim().is_empty()) {
            entry.notes.pop();
        }
        while entry.notes.first().is_some_and(|note| note.trim().is_empty()) {
            entry.notes.remove(0);
        }
        entry.title = keys.title.or(heading_keys.title);
        entry.author = keys.author.or(heading_keys.author);
        if entry.title.is_none() {
            let number = self.finished.to_string();
            entry.title =
                heading_title.filter(|title| !title.is_empty() && *title != number);
        }
    }
}

impl Block {
    /// Adds a row; rows that would make the board too large are not kept.
    fn push(&mut self, row: Row) {
        if self.first.is_none() {
            self.first = Some(Problem::at(Kind::TooLarge, row.line, 1, row.source()));
        }
        self.widest = self.widest.max(row.text.trim_end().chars().count());
        self.too_large |= self.widest.max(1) * (self.rows.len() + 1) > MAX_SQUARES;
        if self.too_large {
            self.rows.clear();
        } else {
            self.rows.push(row);
        }
    }

    /// The line where it begins.
    fn line(&self) -> usize {
        self.first
            .as_ref()
            .and_then(|first| first.place.as_ref())
            .map_or(1, |place| place.line)
    }

    /// Removes rows from the end that are text after all: lines of dashes or dots under a
    /// board.
    fn peel_loose_rows(&mut self) -> Vec<Line> {
        let walled = self.rows.iter().any(|row| row.text.contains('#'));
        let is_loose = |row: &Row| {
            let text = row.text.trim();
            let letters =
                if walled { &['-', '_', '.', ' '][..] } else { &['-', '_', ' '] };
            !text.is_empty()
                && row.origin.is_none()
                && text.chars().all(|c| letters.contains(&c))
        };
        let loose = self.rows.iter().rev().take_while(|row| is_loose(row)).count();
        let kept = self.rows.len() - loose;
        let peeled = self.rows.split_off(kept);
        peeled.into_iter().map(Row::into_line).collect()
    }

    /// Whether the rows are lines of one character as text has them, not a board.
    fn is_only_drawing(&self) -> bool {
        let is_line = |row: &Row| {
            let mut letters = row.text.chars().filter(|&letter| letter != ' ');
            let first = letters.next();
            first.is_some_and(|letter| "#*WX\u{2588}-_.".contains(letter))
                && letters.all(|letter| Some(letter) == first)
                && !row.text.trim().starts_with("# ")
        };
        self.problem.is_none()
            && !self.too_large
            && self.rows.len() <= 2
            && self.rows.iter().all(is_line)
    }

    /// Whether no row has a wall in any dialect.
    fn is_without_walls(&self) -> bool {
        !self.rows.iter().any(|row| row.text.contains(['#', '\u{2588}', 'X', 'W']))
    }
}

impl Row {
    /// The row of a line whose beginning was taken off.
    fn after_cut(self, cut: Option<&(String, usize)>) -> Self {
        let Some((source, count)) = cut else { return self };
        let letters = self.text.chars().count();
        let columns = (0..letters).map(|index| self.column(index) + count).collect();
        let origin = Origin { columns, source: source.as_str().into() };
        Self { origin: Some(Box::new(origin)), ..self }
    }

    fn into_line(self) -> Line {
        Line { number: self.line, text: self.text, ..Line::default() }
    }
}

/// A board that no dialect explains, unless its `X` are walls.
fn x_walls(alphabets: &[Alphabet], block: &Block, problems: Problems) -> Read {
    let xsb = alphabets.iter().find(|known| known.dialect() == Dialect::Xsb);
    let rows = xsb.and_then(|xsb| Some((xsb, forgive::x_walls(&block.rows, xsb)?)));
    match rows.map(|(xsb, rows)| board::read(xsb, &rows)) {
        Some(Ok((level, mut warnings))) => {
            warnings.push(forgive::X_WALLS.to_owned());
            Ok((level, warnings))
        }
        _ => Err(problems),
    }
}

/// Whether a row without a wall holds something that text would not.
fn has_objects(text: &str, mode: &Mode) -> bool {
    match mode {
        Mode::Forced(alphabet) => text.chars().any(|letter| {
            let tile = alphabet.tile(letter);
            tile.is_some_and(|tile| {
                !matches!(tile, Tile::Wall | Tile::Floor | Tile::Goal)
            })
        }),
        _ => {
            text.contains(['$', '@', '\u{263a}', '\u{263b}', '\u{25a0}', '\u{25d9}', '&'])
        }
    }
}

/// Whether a line is `key: …`, in any letter case.
fn key_value<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    let (name, value) = text.trim().split_once(':')?;
    name.eq_ignore_ascii_case(key).then(|| value.trim())
}

/// What title and author lines say.
#[derive(Default)]
struct Keys {
    title: Option<String>,
    author: Option<String>,
}

/// Takes in a title or author line; `false` where it is neither, or the second of its kind.
fn take_key(keys: &mut Keys, text: &str) -> bool {
    for (key, field) in [("title", &mut keys.title), ("author", &mut keys.author)] {
        if let Some(value) = key_value(text, key)
            && field.is_none()
        {
            *field = Some(value.to_owned()).filter(|value| !value.is_empty());
            return true;
        }
    }
    false
}

/// Whether a line can be the title above a board.
pub(crate) fn is_plain_text(text: &str) -> bool {
    let text = text.trim();
    let key = text.split_once(':').is_some_and(|(key, _)| {
        key.chars().all(|letter| letter.is_alphabetic() || matches!(letter, ' ' | '-'))
    });
    !text.is_empty() && !key && !text.starts_with(';') && !is_moves(text)
}

/// Whether a line holds nothing but step letters and what may stand between them.
fn is_moves(text: &str) -> bool {
    let mut letters = 0;
    for letter in text.chars() {
        match letter {
            'u' | 'd' | 'l' | 'r' | 'U' | 'D' | 'L' | 'R' => letters += 1,
            '0'..='9' | '(' | ')' | '[' | ']' | '{' | '}' | '*' | ' ' | '\t' => {}
            _ => return false,
        }
    }
    letters > 0
}

fn is_game_heading(text: &str) -> bool {
    let text = text.trim().to_ascii_lowercase();
    ["solution", "snapshot", "savegame"].iter().any(|word| text.starts_with(word))
}

/// `Solution: LURD` on one line.
fn inline_solution(text: &str) -> Option<String> {
    let letters = key_value(text, "solution").filter(|value| is_moves(value))?;
    Some(letters.chars().filter(|letter| !letter.is_whitespace()).collect())
}

/// The step letters of a line, unless it is a word that only looks like steps.
fn moves_of(
    text: &str,
    level: Option<&Level>,
    in_game: bool,
    notes: &[String],
) -> Option<String> {
    /// Words of the letters u, d, l, r are not longer than this.
    const LONGEST_WORD: usize = 8;
    if !is_moves(text) {
        return None;
    }
    let letters: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    let headed = notes.last().is_some_and(|note| is_game_heading(note));
    let word = letters.len() <= LONGEST_WORD && !in_game && !headed;
    if word && !level.is_some_and(|level| is_playable(level, &letters)) {
        return None;
    }
    Some(letters)
}

/// Whether the steps can be made one after the other.
fn is_playable(level: &Level, letters: &str) -> bool {
    let Ok(steps) = lurd::read(letters) else { return false };
    let mut boxes = level.boxes().to_vec();
    let mut player = level.player();
    steps.into_iter().all(|step| {
        let Some(to) = level.step(player, step.dir) else { return false };
        if let Some(pushed) = boxes.iter().position(|&at| at == to) {
            match level.step(to, step.dir) {
                Some(beyond) if !boxes.contains(&beyond) => boxes[pushed] = beyond,
                _ => return false,
            }
        }
        player = to;
        true
    })
}

//! Tables as text: fields between commas, quoted where they must be.

pub(crate) use kuraban_batch::quoted;

/// A table whose first line names its columns.
pub(crate) struct Table {
    header: Vec<String>,
    /// Each with its line, from one.
    rows: Vec<(usize, Vec<String>)>,
    /// The first line with another number of fields.
    misfit: Option<usize>,
}

impl Table {
    /// `None` where a column is missing. Of each list of names one must be there. Lines with
    /// another number of fields are passed over.
    pub(crate) fn read(text: &str, columns: &[&[&str]]) -> Option<Self> {
        let mut lines = text.lines();
        let header = split(lines.next()?.trim_start_matches('\u{feff}'));
        let is_there =
            |names: &&[&str]| header.iter().any(|field| names.contains(&field.as_str()));
        if !columns.iter().all(is_there) {
            return None;
        }
        let (mut rows, mut misfit) = (Vec::new(), None);
        for (number, line) in (2..).zip(lines) {
            let row = split(line);
            if row.len() == header.len() {
                rows.push((number, row));
            } else if !line.trim().is_empty() {
                misfit.get_or_insert(number);
            }
        }
        Some(Self { header, rows, misfit })
    }

    /// The lines of the rows, from one.
    pub(crate) fn lines(&self) -> impl Iterator<Item = usize> {
        self.rows.iter().map(|(line, _)| *line)
    }

    /// The first line with another number of fields; empty ones do not count.
    pub(crate) fn misfit(&self) -> Option<usize> {
        self.misfit
    }

    /// The rows, each as a function from names of a column to its field. Where several names
    /// are given, the first that is there counts.
    pub(crate) fn rows<'a>(
        &'a self,
    ) -> impl Iterator<Item = impl Fn(&[&str]) -> Option<&'a str>> {
        self.rows.iter().map(move |(_, row)| {
            move |names: &[&str]| {
                let found = names
                    .iter()
                    .find_map(|name| self.header.iter().position(|field| field == name));
                found.map(|at| row[at].trim()).filter(|text| !text.is_empty())
            }
        })
    }
}

/// The fields of one line.
pub(crate) fn split(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut letters = line.chars().peekable();
    let mut inside = false;
    while let Some(letter) = letters.next() {
        let field = fields.last_mut().expect("there is always one");
        match letter {
            '"' if inside && letters.next_if_eq(&'"').is_some() => field.push('"'),
            '"' => inside = !inside,
            ',' if !inside => fields.push(String::new()),
            letter => field.push(letter),
        }
    }
    fields
}

//! Another pass: other limits, for some levels.

use std::fs::{self, File};
use std::io::{BufWriter, Write as _};

use kuraban::Solver;

use crate::answers::Per;
use crate::fresh::Fresh;
use crate::place::Place;
use crate::plan::split;
use crate::run::write_description;
use crate::{Asked, Error, Filter, Pass, Run};

impl Run {
    /// Begins another pass over the levels for which a filter holds. All passes before must be
    /// complete, and the objective stays.
    pub fn again(
        &self,
        filter: &Filter,
        asked: Asked,
        part_size: usize,
    ) -> Result<Self, Error> {
        Solver::new(&asked.engine)?;
        self.must_be_complete()?;
        let objective = self.description().passes[0].question.objective;
        if asked.objective != objective {
            return Err(Error::Usage(format!(
                "the run is for the objective `{objective}`: another one needs another run"
            )));
        }
        if Self::open(self.folder())?.description() != self.description() {
            return Err(Error::Usage("somebody else has begun another pass".to_owned()));
        }
        let number = self.description().last().pass + 1;
        let place = Place::new(self.folder(), number);
        // Levels of a pass that was cut short before it was written down are of no use.
        let _ = fs::remove_dir_all(place.levels());
        let fresh = Fresh::begin(&place.levels())?;
        let sizes = self.write_pass(fresh.path(), filter, part_size)?;
        fresh.finish()?;
        let mut description = self.description().clone();
        let mut pass = Pass::new(number, asked, sizes);
        pass.filter = Some(filter.to_string());
        description.passes.push(pass);
        write_description(self.folder(), &description)?;
        Self::open(self.folder())
    }

    /// Writes the levels of a pass into a folder, and returns the sizes of its parts.
    fn write_pass(
        &self,
        fresh: &std::path::Path,
        filter: &Filter,
        part_size: usize,
    ) -> Result<Vec<u64>, Error> {
        let all = fresh.join("all.jsonl");
        let fail = || Error::io("write", &all);
        let mut out = BufWriter::new(File::create(&all).map_err(fail())?);
        let mut ids = Vec::new();
        self.answers(Per::Level, &mut |answered| {
            if filter.holds(answered) {
                let line =
                    serde_json::to_string(answered.line).expect("a line can be written");
                writeln!(out, "{line}").map_err(fail())?;
                let head = answered.line.id.get(..16).unwrap_or_default();
                ids.push(u64::from_str_radix(head, 16).unwrap_or_default());
            }
            Ok(())
        })?;
        out.flush().map_err(fail())?;
        if ids.is_empty() {
            return Err(Error::NothingLeft(filter.to_string()));
        }
        let parts = ids.len().div_ceil(part_size.max(1));
        let sizes = split(&all, &ids, parts, fresh)?;
        fs::remove_file(&all).map_err(fail())?;
        Ok(sizes)
    }
}

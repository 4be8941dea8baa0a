//! Values that have names: completions and help texts list them.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command, Error};

/// Reads a value by its name. `names` are those to be listed; `read` may know more.
#[derive(Clone)]
pub(crate) struct Named<T> {
    pub(crate) names: fn() -> Vec<&'static str>,
    pub(crate) read: fn(&str) -> Result<T, String>,
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Named<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<T, Error> {
        self.read.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.names)().into_iter().map(PossibleValue::new)))
    }
}

/// Why a name is not known: the message lists what is.
pub(crate) fn known(what: &str, names: &[&str]) -> String {
    format!("the {what} are {}", names.join(", "))
}

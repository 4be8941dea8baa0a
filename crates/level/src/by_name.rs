//! Values that have names.

/// Writes and reads a type by the names of its values: `by_name!(Type, in ALL, else Error)`, where
/// `Type::name` gives a name, `ALL` lists the values that can be read, and `Error` takes a text that
/// is no name.
#[macro_export]
macro_rules! by_name {
    ($named:ident, in $all:expr, else $error:ident) => {
        impl ::std::fmt::Display for $named {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl ::std::str::FromStr for $named {
            type Err = $error;

            fn from_str(text: &str) -> ::std::result::Result<Self, $error> {
                let known = $all.into_iter().find(|named| named.name() == text);
                known.ok_or_else(|| $error(text.to_owned()))
            }
        }
    };
}

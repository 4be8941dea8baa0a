//! Run-length encoding with nested groups: `2(3(#-)#)` is `#-#-#-##-#-#-#`.

/// Groups may nest this deep; nobody writes more than three.
const MAX_DEPTH: usize = 64;

/// Why a text is not run-length encoded. Columns count from one, in characters.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages explain variants and fields")]
#[non_exhaustive]
pub enum RleError {
    #[error("column {0}: the count is followed by nothing")]
    LooseCount(usize),
    #[error("column {0}: `)` without `(`")]
    LooseClose(usize),
    #[error("column {0}: `(` without `)`")]
    Unclosed(usize),
    #[error("column {column}: this would expand to more than {limit} characters")]
    TooLong { column: usize, limit: usize },
    #[error("column {0}: groups nest too deeply")]
    TooDeep(usize),
}

impl RleError {
    /// Where it happened.
    pub fn column(&self) -> usize {
        match *self {
            Self::LooseCount(column)
            | Self::LooseClose(column)
            | Self::Unclosed(column)
            | Self::TooDeep(column)
            | Self::TooLong { column, .. } => column,
        }
    }
}

/// Expands counts and groups into characters, each with the column it was written in. At most
/// `limit` characters come out: an expansion that would exceed it is refused before memory is
/// spent on it.
pub fn expand(text: &str, limit: usize) -> Result<Vec<(usize, char)>, RleError> {
    struct Group {
        start: usize,
        count: usize,
        column: usize,
    }
    let mut out: Vec<(usize, char)> = Vec::new();
    let mut groups: Vec<Group> = Vec::new();
    let mut count: Option<(usize, usize)> = None;
    for (column, letter) in (1..).zip(text.chars()) {
        if let Some(digit) = letter.to_digit(10) {
            let (value, from) = count.unwrap_or((0, column));
            count = Some((value.saturating_mul(10).saturating_add(digit as usize), from));
            continue;
        }
        if letter == '(' {
            if groups.len() == MAX_DEPTH {
                return Err(RleError::TooDeep(column));
            }
            let count = count.take().map_or(1, |(value, _)| value);
            groups.push(Group { start: out.len(), count, column });
            continue;
        }
        let too_long = |column| RleError::TooLong { column, limit };
        if letter == ')' {
            if let Some((_, from)) = count {
                return Err(RleError::LooseCount(from));
            }
            let group = groups.pop().ok_or(RleError::LooseClose(column))?;
            let body = out.len() - group.start;
            let total = body.saturating_mul(group.count).saturating_add(group.start);
            if total > limit {
                return Err(too_long(group.column));
            }
            if group.count == 0 {
                out.truncate(group.start);
            }
            for _ in 1..group.count {
                out.extend_from_within(group.start..group.start + body);
                if body == 0 {
                    break;
                }
            }
            continue;
        }
        let (repeats, from) = count.take().unwrap_or((1, column));
        if repeats.saturating_add(out.len()) > limit {
            return Err(too_long(from));
        }
        out.extend(std::iter::repeat_n((column, letter), repeats));
    }
    if let Some((_, from)) = count {
        return Err(RleError::LooseCount(from));
    }
    match groups.pop() {
        Some(group) => Err(RleError::Unclosed(group.column)),
        None => Ok(out),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> Result<String, RleError> {
        Ok(expand(text, 100)?.into_iter().map(|(_, letter)| letter).collect())
    }

    #[test]
    fn groups_nest() {
        assert_eq!(plain("2(3(#-)#)").unwrap(), "#-#-#-##-#-#-#");
        assert_eq!(plain("3r4U").unwrap(), "rrrUUUU");
        assert_eq!(plain("2(3(dr)R)").unwrap(), "drdrdrRdrdrdrR");
        assert_eq!(plain("0#1@0()").unwrap(), "@");
    }

    #[test]
    fn bombs_are_refused_before_they_go_off() {
        for bomb in ["99999999(99999999(#))", "99999999999999999999999#", "9(9(9(#)))"] {
            assert!(matches!(plain(bomb), Err(RleError::TooLong { .. })), "{bomb}");
        }
        assert_eq!(plain("99999999999(99999999999())").unwrap(), "");
    }

    #[test]
    fn loose_ends_are_named() {
        assert_eq!(plain("##3"), Err(RleError::LooseCount(3)));
        assert_eq!(plain("#)"), Err(RleError::LooseClose(2)));
        assert_eq!(plain("2(#"), Err(RleError::Unclosed(2)));
        assert_eq!(plain(&"(".repeat(65)), Err(RleError::TooDeep(65)));
    }
}

//! A small checker of DRUP proofs.
//!
//! A clause follows by *reverse unit propagation* if assuming the contrary of each of its
//! literals leads, by unit clauses alone, to a contradiction. Every line of a proof must
//! follow in this way from the formula and the lines before it (Goldberg and Novikov 2003);
//! the empty clause at the end means that the formula has no model. Lines with `d` say that
//! a clause is no longer needed, which can only make later lines harder to check. Nothing
//! else is accepted; in particular no clause that merely keeps satisfiability (RAT).
//!
//! This shares nothing with the solver but the formula.

use std::collections::HashMap;

/// Why a proof is wrong. Lines count from one.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages explain variants and fields")]
pub enum ProofError {
    #[error("line {line}: `{word}` is no literal of the formula")]
    Literal { line: usize, word: String },
    #[error("line {line} does not end with 0")]
    Unfinished { line: usize },
    #[error("line {line}: the clause does not follow by unit propagation")]
    DoesNotFollow { line: usize },
    #[error("line {line}: the clause that is deleted is not there")]
    NothingToDelete { line: usize },
    #[error("line {line} comes after the empty clause")]
    AfterTheEnd { line: usize },
    #[error("the proof ends without the empty clause")]
    NoEnd,
}

/// Checks a proof that `clauses` over that many variables have no model; returns its number
/// of lines. Literals are DIMACS numbers.
///
/// ```
/// use kuraban_sat::certificate::check_drup;
///
/// let clauses: [&[i32]; 4] = [&[1, 2], &[-1, 2], &[1, -2], &[-1, -2]];
/// assert_eq!(check_drup(2, clauses, "2 0\n0\n"), Ok(2));
/// assert!(check_drup(2, &clauses[..3], "2 0\n0\n").is_err());
/// ```
pub fn check_drup<'c>(
    variables: usize,
    clauses: impl IntoIterator<Item = impl AsRef<[i32]> + 'c>,
    proof: &str,
) -> Result<usize, ProofError> {
    let mut checker = Checker::new(variables);
    for clause in clauses {
        checker.add(clause.as_ref().to_vec());
    }
    let mut ended = false;
    let mut count = 0;
    for (line, text) in (1..).zip(proof.lines()) {
        if ended {
            return Err(ProofError::AfterTheEnd { line });
        }
        count = line;
        let (deletes, text) = match text.strip_prefix("d ") {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let clause = read_clause(text, variables, line)?;
        if deletes {
            if !checker.delete(clause) {
                return Err(ProofError::NothingToDelete { line });
            }
        } else {
            if !checker.follows(&clause) {
                return Err(ProofError::DoesNotFollow { line });
            }
            ended = clause.is_empty();
            checker.add(clause);
        }
    }
    if ended { Ok(count) } else { Err(ProofError::NoEnd) }
}

fn read_clause(
    text: &str,
    variables: usize,
    line: usize,
) -> Result<Vec<i32>, ProofError> {
    let mut clause = Vec::new();
    let mut words = text.split(' ');
    for word in words.by_ref() {
        match word.parse::<i32>() {
            Ok(0) => break,
            Ok(lit) if lit.unsigned_abs() as usize <= variables => clause.push(lit),
            _ => return Err(ProofError::Literal { line, word: word.into() }),
        }
    }
    if !text.ends_with('0') || words.next().is_some() {
        return Err(ProofError::Unfinished { line });
    }
    Ok(clause)
}

/// Clauses with two watched literals each, and what follows from the unit clauses.
struct Checker {
    clauses: Vec<Vec<i32>>,
    /// By literal: the clauses that watch it.
    watches: Vec<Vec<u32>>,
    /// By literal: whether it is true.
    truth: Vec<bool>,
    trail: Vec<i32>,
    propagated: usize,
    contradiction: bool,
    by_literals: HashMap<Vec<i32>, Vec<u32>>,
}

fn slot(lit: i32) -> usize {
    2 * (lit.unsigned_abs() as usize - 1) + usize::from(lit < 0)
}

impl Checker {
    fn new(variables: usize) -> Self {
        Self {
            clauses: Vec::new(),
            watches: vec![Vec::new(); 2 * variables],
            truth: vec![false; 2 * variables],
            trail: Vec::new(),
            propagated: 0,
            contradiction: false,
            by_literals: HashMap::new(),
        }
    }

    fn is_true(&self, lit: i32) -> bool {
        self.truth[slot(lit)]
    }

    fn is_false(&self, lit: i32) -> bool {
        self.truth[slot(-lit)]
    }

    fn assign(&mut self, lit: i32) {
        self.truth[slot(lit)] = true;
        self.trail.push(lit);
    }

    /// Adds a clause and propagates for good.
    fn add(&mut self, mut clause: Vec<i32>) {
        let mut key = clause.clone();
        key.sort_unstable();
        clause.sort_unstable();
        clause.dedup();
        // Literals that are not false come first, to be watched.
        clause.sort_by_key(|&lit| self.is_false(lit));
        let id = self.clauses.len() as u32;
        self.by_literals.entry(key).or_default().push(id);
        match clause[..] {
            [] => self.contradiction = true,
            [first, ..] if self.is_false(first) => self.contradiction = true,
            [first] => self.assume(first),
            [first, second, ..] => {
                self.watches[slot(first)].push(id);
                self.watches[slot(second)].push(id);
                if self.is_false(second) {
                    self.assume(first);
                }
            }
        }
        self.clauses.push(clause);
        self.contradiction |= !self.propagate();
    }

    fn assume(&mut self, lit: i32) {
        if !self.is_true(lit) {
            self.assign(lit);
        }
    }

    /// Forgets a clause; what was derived from it stays, as it follows from the formula.
    fn delete(&mut self, mut clause: Vec<i32>) -> bool {
        clause.sort_unstable();
        let Some(id) = self.by_literals.get_mut(&clause).and_then(Vec::pop) else {
            return false;
        };
        self.clauses[id as usize].clear(); // watches of it are dropped when they are met
        true
    }

    /// Whether the contrary of the clause leads to a contradiction.
    fn follows(&mut self, clause: &[i32]) -> bool {
        if self.contradiction || clause.iter().any(|&lit| self.is_true(lit)) {
            return true;
        }
        let kept = self.trail.len();
        for &lit in clause {
            self.assume(-lit);
        }
        // A clause with both x and -x always holds; the contrary is contradictory at once.
        let opposed = clause.iter().any(|&lit| self.is_true(lit));
        let follows = opposed || !self.propagate();
        for lit in self.trail.drain(kept..) {
            self.truth[slot(lit)] = false;
        }
        self.propagated = kept;
        follows
    }

    /// Propagates unit clauses; false if they contradict each other.
    fn propagate(&mut self) -> bool {
        while let Some(&lit) = self.trail.get(self.propagated) {
            self.propagated += 1;
            let falsified = -lit;
            let mut watching = std::mem::take(&mut self.watches[slot(falsified)]);
            let mut kept = 0;
            let mut consistent = true;
            for position in 0..watching.len() {
                let id = watching[position];
                if consistent {
                    match self.visit(id, falsified) {
                        Visit::Moved => continue,
                        Visit::Stays => {}
                        Visit::Contradiction => consistent = false,
                    }
                }
                watching[kept] = id;
                kept += 1;
            }
            watching.truncate(kept);
            self.watches[slot(falsified)] = watching;
            if !consistent {
                return false;
            }
        }
        true
    }

    /// A clause whose watched literal has become false.
    fn visit(&mut self, id: u32, falsified: i32) -> Visit {
        let mut clause = std::mem::take(&mut self.clauses[id as usize]);
        if clause.is_empty() {
            return Visit::Moved;
        }
        if clause[0] == falsified {
            clause.swap(0, 1);
        }
        let other = clause[0];
        let visit = if self.is_true(other) {
            Visit::Stays
        } else if let Some(free) =
            (2..clause.len()).find(|&at| !self.is_false(clause[at]))
        {
            clause.swap(1, free);
            self.watches[slot(clause[1])].push(id);
            Visit::Moved
        } else if self.is_false(other) {
            Visit::Contradiction
        } else {
            self.assign(other);
            Visit::Stays
        };
        self.clauses[id as usize] = clause;
        visit
    }
}

enum Visit {
    /// The clause watches another literal now, or is no more.
    Moved,
    Stays,
    Contradiction,
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLAUSES: [&[i32]; 4] = [&[1, 2], &[-1, 2], &[1, -2], &[-1, -2]];

    #[test]
    fn a_proof_is_accepted_and_a_broken_one_is_not() {
        assert_eq!(check_drup(2, CLAUSES, "1 0\n0\n"), Ok(2));
        assert_eq!(check_drup(2, CLAUSES, "1 0\nd 1 2 0\n0\n"), Ok(3));
        assert_eq!(check_drup(2, CLAUSES, "1 0\n"), Err(ProofError::NoEnd));
        assert_eq!(
            check_drup(2, CLAUSES, "0\n"),
            Err(ProofError::DoesNotFollow { line: 1 })
        );
        assert_eq!(
            check_drup(2, CLAUSES, "3 0\n"),
            Err(ProofError::Literal { line: 1, word: "3".into() })
        );
        assert_eq!(
            check_drup(2, CLAUSES, "1 0\nd 2 0\n"),
            Err(ProofError::NothingToDelete { line: 2 })
        );
        assert_eq!(check_drup(2, CLAUSES, "1"), Err(ProofError::Unfinished { line: 1 }));
    }

    #[test]
    fn what_is_deleted_is_not_used() {
        let proof = "d 1 2 0\n1 0\n0\n";
        assert_eq!(
            check_drup(2, CLAUSES, proof),
            Err(ProofError::DoesNotFollow { line: 2 })
        );
    }

    #[test]
    fn satisfiable_formulas_have_no_proof() {
        let clauses: [&[i32]; 3] = [&[1, 2, 3], &[-1, 2], &[-2, 3]];
        for proof in ["0\n", "3 0\n0\n", "-1 0\n0\n"] {
            assert!(check_drup(3, clauses, proof).is_err(), "{proof}");
        }
    }

    #[test]
    fn a_clause_that_follows_only_by_resolution_asymmetry_is_refused() {
        // RAT but not RUP: a fresh definition.
        let clauses: [&[i32]; 1] = [&[1, 2]];
        assert_eq!(
            check_drup(3, clauses, "3 -1 0\n"),
            Err(ProofError::DoesNotFollow { line: 1 })
        );
    }
}

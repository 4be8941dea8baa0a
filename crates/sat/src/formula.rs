//! The clause stream: variables with names, clauses in sections.

use std::ops::Not;

use crate::Name;

/// A literal in DIMACS numbering: variables count from one, negative numbers negate.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Lit(i32);

impl Lit {
    /// The literal with this DIMACS number.
    ///
    /// # Panics
    /// If the number is zero, which ends clauses and is no literal.
    pub const fn new(number: i32) -> Self {
        assert!(number != 0 && number != i32::MIN, "zero is no literal");
        Self(number)
    }

    /// The DIMACS number.
    pub const fn number(self) -> i32 {
        self.0
    }

    /// The variable's position in tables, from zero.
    pub const fn index(self) -> usize {
        self.0.unsigned_abs() as usize - 1
    }

    /// Whether it is the variable itself, not its negation.
    pub const fn is_positive(self) -> bool {
        self.0 > 0
    }
}

impl Not for Lit {
    type Output = Self;

    fn not(self) -> Self {
        Self(-self.0)
    }
}

/// Parts of a formula, as readable files show them.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Section {
    /// Everything that holds at the start.
    Initial,
    /// What holds in state `t` or leads from it to the next.
    Step(u32),
    /// What the last state must be.
    Goal,
}

/// A formula in conjunctive normal form. Encoders write it once; solvers, the DIMACS writer
/// and the readable writer all read it from here. It only grows, so that an incremental
/// solver can take over what is new.
///
/// Encoders leave out variables that can only be false: those are `None` in [`Formula::imply`].
#[derive(Clone, Debug, Default)]
pub struct Formula {
    names: Vec<Name>,
    literals: Vec<Lit>,
    ends: Vec<usize>,
    sections: Vec<(Section, usize)>,
    remarks: Vec<String>,
}

impl Formula {
    /// Adds a line about the formula for whoever reads it.
    pub fn remark(&mut self, line: impl Into<String>) {
        self.remarks.push(line.into());
    }

    /// Lines about the formula.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// A new variable.
    pub fn variable(&mut self, name: Name) -> Lit {
        self.names.push(name);
        Lit(i32::try_from(self.names.len())
            .expect("fewer than two thousand million variables"))
    }

    /// Adds a clause.
    pub fn clause(&mut self, literals: impl IntoIterator<Item = Lit>) {
        self.literals.extend(literals);
        self.ends.push(self.literals.len());
    }

    /// Adds "if all of these, then one of those". A missing variable is false: the clause holds
    /// without being written, or is written without it.
    pub fn imply(&mut self, all: &[Option<Lit>], any: &[Option<Lit>]) {
        if all.iter().all(Option::is_some) {
            let all = all.iter().flatten().map(|&lit| !lit);
            let any = any.iter().flatten().copied();
            self.clause(all.chain(any));
        }
    }

    /// Adds "not all of these".
    pub fn never(&mut self, all: &[Option<Lit>]) {
        self.imply(all, &[]);
    }

    /// The clauses from here on belong to this part.
    pub fn section(&mut self, section: Section) {
        self.sections.push((section, self.ends.len()));
    }

    /// How many variables there are.
    pub fn variables(&self) -> usize {
        self.names.len()
    }

    /// How many clauses there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no clause.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The clause with this number, counted from zero.
    pub fn get(&self, index: usize) -> &[Lit] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.literals[start..self.ends[index]]
    }

    /// All clauses in order.
    pub fn clauses(&self) -> impl Iterator<Item = &[Lit]> {
        (0..self.len()).map(|index| self.get(index))
    }

    /// The names of the variables in order.
    pub fn names(&self) -> &[Name] {
        &self.names
    }

    /// Parts, each with the number of its first clause.
    pub fn sections(&self) -> &[(Section, usize)] {
        &self.sections
    }

    /// Bytes it takes, roughly.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.names)
            + size_of_val(&*self.literals)
            + size_of_val(&*self.ends)
    }

    /// The first clause that an assignment (by variable, from zero) leaves unsatisfied.
    pub fn violated(&self, value: impl Fn(Lit) -> bool) -> Option<usize> {
        self.clauses().position(|clause| !clause.iter().any(|&lit| value(lit)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_variables_are_false() {
        let mut formula = Formula::default();
        let a = Some(formula.variable(Name::Noop(0)));
        let b = Some(formula.variable(Name::Noop(1)));
        formula.imply(&[a, None], &[b]);
        assert!(formula.is_empty());
        formula.imply(&[a], &[None, b]);
        formula.never(&[a, b]);
        let clauses: Vec<Vec<i32>> = formula
            .clauses()
            .map(|clause| clause.iter().map(|lit| lit.number()).collect())
            .collect();
        assert_eq!(clauses, [vec![-1, 2], vec![-1, -2]]);
        assert_eq!(formula.violated(Lit::is_positive), Some(1));
    }
}

//! Prints the sizes of a level's formulas: `sizes FILE BOUND...`.

#![expect(clippy::print_stdout, reason = "a program for people")]

use std::sync::Arc;

use kuraban_level::Level;
use kuraban_sat::{Encoding, Facts};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().expect("usage: sizes FILE BOUND...");
    let text = std::fs::read_to_string(file).expect("a readable file");
    let level: Level = text.parse().expect("a level");
    let facts = Arc::new(Facts::new(&level));
    println!("bound  encoding  variables  clauses");
    for bound in arguments.map(|word| word.parse::<u32>().expect("a number")) {
        for encoding in Encoding::ALL {
            let encoded = encoding.write(&level, &facts, bound, &[]);
            let formula = encoded.formula();
            let (variables, clauses) = (formula.variables(), formula.len());
            println!("{bound:5}  {:8}  {variables:9}  {clauses:7}", encoding.name());
        }
    }
}

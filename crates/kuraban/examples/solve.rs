//! A level from a string, and its solution with the fewest pushes.
//!
//! ```text
//! cargo run --example solve
//! ```

#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use std::error::Error;
use std::time::Duration;

use kuraban::{Level, Limits, Objective, Question, Status, solve};

const LEVEL: &str = "
########
#  .   #
# $@ $ #
#   $  #
# .  . #
#      #
########
";

fn main() -> Result<(), Box<dyn Error>> {
    let level: Level = LEVEL.parse()?;
    let limits = Limits::default().time(Duration::from_secs(10)).memory(1 << 30);
    let question = Question::default().objective(Objective::Pushes).limits(limits);
    let answer = solve(&level, &question)?;
    if let Some(solution) = &answer.solution {
        let figures = solution.figures();
        println!("{}", solution.lurd());
        println!("{} moves, of which {} pushes", figures.moves, figures.pushes);
        for claim in &answer.optimal {
            println!("proved least: {}", claim.name());
        }
    } else if answer.status == Status::Unsolvable {
        println!("there is no solution");
    } else {
        println!("not solved: {}", answer.reason.unwrap_or("an error"));
    }
    Ok(())
}

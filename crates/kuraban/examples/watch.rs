//! Watches a search for the fewest pushes, and stops it as soon as there is any solution.
//!
//! ```text
//! cargo run --example watch
//! ```

#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use std::error::Error;
use std::ops::ControlFlow;

use kuraban::{Event, Level, Listener, Objective, Question, Solver, SystemClock};

const LEVEL: &str = "
 ####  ####
##  ####  ##
# $  ##  . #
#  $    .  #
# $  ##  . #
##  ####  ##
 # @#  ####
 ####
";

/// Tells what happens, until there is a solution.
struct First;

impl Listener for First {
    fn hear(&mut self, event: &Event<'_>) -> ControlFlow<()> {
        match event {
            Event::Progress { account, elapsed } => {
                println!("{elapsed:.1?}: {} expanded", account.expanded);
            }
            Event::Bound(claim, at_least) => {
                println!("any solution has at least {at_least} {}", claim.name());
            }
            Event::Solution(found) => {
                println!("a solution of {} moves, by `{}`", found.steps.len(), found.by);
                return ControlFlow::Break(());
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let level: Level = LEVEL.parse()?;
    let question = Question::default().objective(Objective::Pushes);
    let solver = Solver::new("auto")?;
    let clock = SystemClock::start();
    let answer = solver.solve_with(&level, &question, &clock, &mut First)?;
    let solution = answer.solution.ok_or("there is no solution")?;
    println!("{}", solution.lurd());
    match answer.reason {
        Some(reason) => println!("stopped: {reason}"),
        None => println!("done before it could be stopped"),
    }
    Ok(())
}

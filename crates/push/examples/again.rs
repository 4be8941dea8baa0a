//! Proves the fewest pushes again, with one deadlock rule or bound after the other switched off:
//! `again COLLECTION SECONDS LEVEL...` prints a table. Seconds are those of the processor. A rule or bound that is not sound would show
//! as a solution with fewer pushes than was proved with it.
#![expect(clippy::print_stdout, reason = "an example prints")]

use std::sync::Arc;
use std::time::Duration;

use kuraban_board::deadlock::{Rule, RuleSet};
use kuraban_push::{Bounds, OPTIMAL, PushEngine};
use kuraban_search::{Cancel, Claim, Engine, Limits, Objective, Question, Run};
use kuraban_search::{Silent, Stage, Ties, drive};
use kuraban_testkit::{Solved, shared_solved, thread_cpu};

/// The deadlock rules that the search asks.
const RULES: [Rule; 8] = [
    Rule::Freeze,
    Rule::Bipartite,
    Rule::Filling,
    Rule::Pair,
    Rule::Triple,
    Rule::Corral,
    Rule::Diagonal,
    Rule::Enclosed,
];

/// What is switched off, by name.
fn engines() -> Vec<(String, PushEngine)> {
    let mut engines = vec![("nothing".to_owned(), OPTIMAL)];
    for rule in RULES {
        let rules = RuleSet::ALL.without(rule);
        engines.push((format!("rule {}", rule.name()), OPTIMAL.rules(rules)));
    }
    let none = RULES.into_iter().fold(RuleSet::ALL, RuleSet::without);
    engines.push(("all rules".to_owned(), OPTIMAL.rules(none)));
    let bounds = [
        ("groups", Bounds::Triples),
        ("groups and triples", Bounds::Pairs),
        ("groups, triples and pairs", Bounds::Matching),
    ];
    engines.extend(
        bounds.map(|(name, left)| (format!("bounds of {name}"), OPTIMAL.bounds(left))),
    );
    engines
}

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [collection, seconds, levels @ ..] = &arguments[..] else {
        return Err("usage: again COLLECTION SECONDS LEVEL...".into());
    };
    let seconds: u64 = seconds.parse().map_err(|_| "SECONDS is not a number")?;
    let solved = shared_solved(collection).ok_or("no such collection")?;
    println!("level,switched_off,known_pushes,answer,lower_bound,expanded,seconds");
    for level in levels {
        let label = format!("{collection} {level}");
        let solved = solved.iter().find(|solved| solved.label == label);
        let Solved { level: map, steps, .. } = solved.ok_or("no such level")?;
        let known = kuraban_verify::Solution::check(map, steps)
            .map_err(|refusal| refusal.to_string())?
            .figures()
            .pushes;
        for (off, engine) in engines() {
            let begin = thread_cpu();
            let clock = move || thread_cpu().saturating_sub(begin);
            let limits = Limits::default().time(Duration::from_secs(seconds));
            let run = Run::new(limits, Cancel::default(), &clock);
            let question = Question::default().objective(Objective::Pushes);
            let question = question.ties(Ties::None).known(steps);
            let mut search = engine.begin(&Arc::new(map.clone()), &question);
            let outcome = drive(&mut *search, &run, &mut Silent);
            let answer = match &outcome.stage {
                Stage::Solved(found) if found.optimal.contains(&Claim::Pushes) => "least",
                _ => "stopped",
            };
            let bound = outcome.bounds.get(&Claim::Pushes).copied().unwrap_or(0);
            println!(
                "{level},\"{off}\",{known},{answer},{bound},{},{:.2}",
                outcome.account.expanded,
                clock().as_secs_f64()
            );
        }
    }
    Ok(())
}

//! The length of the turns makes no difference: neither to what is found nor to the work it takes.

use std::sync::Arc;
use std::time::Duration;

use kuraban::{
    Account, Cancel, Engine, Level, Limits, Question, Run, Stage, Turn, engine,
};
use kuraban_testkit::{Random, Rooms};

/// How a search ends in turns of that much work, its expansions and successors.
fn in_turns(engine: &dyn Engine, level: &Arc<Level>, work: u64) -> (Stage, u64, u64) {
    let clock = || Duration::ZERO;
    let run = Run::new(Limits::default().nodes(3_000), Cancel::default(), &clock);
    let mut search = engine.begin(level, &Question::default());
    loop {
        let mut turn = Turn::new(&run, work, run.memory());
        match search.advance(&mut turn) {
            Stage::Working | Stage::Found(_) if run.stop().is_none() => {}
            stage => {
                let Account { expanded, generated, .. } = search.account();
                return (stage, expanded, generated);
            }
        }
    }
}

#[test]
fn turns_of_any_length_do_the_same() {
    let mut random = Random::new(3);
    // Single searches: in a race of several, whose turn it is depends on the work of each turn.
    let mut names: Vec<String> = ["push", "pull", "weighted"].map(String::from).into();
    let fess = engine("fess").expect("a known name");
    names.extend(fess.strategies().iter().map(|(name, _)| format!("fess:{name}")));
    let mut all = 0;
    for round in 0..400 {
        let level = Arc::new(Rooms::CROWDED.next(&mut random));
        for name in &names {
            let engine = engine(name).expect("a known name");
            let whole = in_turns(&*engine, &level, u64::MAX);
            all += whole.1;
            for work in [1, 100] {
                let parts = in_turns(&*engine, &level, work);
                assert_eq!(
                    parts, whole,
                    "{name}, level {round}, turns of {work}:\n{level:?}"
                );
            }
        }
    }
    assert!(all > 2_000, "{all} expansions");
}

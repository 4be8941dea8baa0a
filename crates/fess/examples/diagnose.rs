//! Plays a known solution through the features of the search.
//!
//! `diagnose LEVELS SOLUTIONS.csv NUMBER [NUMBER..]`: for each macro move of the solution, what the
//! search would have made of it; at the end, where the plan stood still longest and where the
//! search would leave the solution. `STRATEGY=settle` chooses a strategy that fills goals.
#![expect(clippy::print_stdout, reason = "an example that prints its results")]

use kuraban_fess::Strategy;
use kuraban_fess::diagnosis::diagnose;
use kuraban_level::Dir;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [levels, solutions, numbers @ ..] = arguments.as_slice() else {
        println!("diagnose LEVELS SOLUTIONS.csv NUMBER [NUMBER..]");
        return;
    };
    let levels = std::fs::read_to_string(levels).expect("the levels can be read");
    let solutions =
        std::fs::read_to_string(solutions).expect("the solutions can be read");
    let levels = kuraban_testkit::levels(&levels);
    let strategy: Strategy = std::env::var("STRATEGY")
        .map_or(Strategy::PLAN_NEAR, |name| name.parse().expect("a strategy"));
    for number in numbers.iter().map(|number| number.parse::<usize>().expect("a number"))
    {
        let level = &levels[number - 1];
        let line = solutions
            .lines()
            .find(|line| line.split(',').next() == Some(&number.to_string()))
            .expect("a solution");
        let letters = line.rsplit(',').next().expect("the last column");
        let steps: Vec<Dir> = letters.chars().filter_map(Dir::from_letter).collect();
        let diagnosis = diagnose(level, &steps, strategy)
            .expect("a plan, and a solution that can be played");
        println!("level {number}: plan {:?}", diagnosis.plan);
        let (mut best, mut since, mut longest) = (0, 0, (0, 0));
        for (index, remark) in diagnosis.remarks.iter().enumerate() {
            let fate = match (remark.is_rejected, remark.is_made, remark.corral_first) {
                (true, _, _) => "REJECTED",
                (false, true, _) => "",
                (false, false, true) => "corral first",
                (false, false, false) => "left out",
            };
            let [packed, regions, rooms, out, hot] = remark.features;
            println!(
                "{index:3} {:?} -> {:?}\tpacked {packed} regions {regions} rooms {rooms} out {out} \
                 hot {hot}\tof {}\t{} {fate}",
                remark.from,
                remark.to,
                remark.moves,
                remark.advisors.join(" "),
            );
            if packed > best {
                (best, since) = (packed, index);
            }
            longest = longest.max((index - since, since));
        }
        let named = diagnosis.remarks.iter().filter(|remark| !remark.advisors.is_empty());
        println!(
            "level {number}: {} macro moves, {} named by advisors; packed at most {best} of {}; \
             stood still for {} moves after move {}; left at move {:?}",
            diagnosis.remarks.len(),
            named.count(),
            diagnosis.plan.len(),
            longest.0,
            longest.1,
            diagnosis.leaves_at(),
        );
    }
}

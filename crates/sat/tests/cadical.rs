//! CaDiCaL, built in, finds what the other solvers find.

#![cfg(feature = "cadical")]

mod common;

use common::{EXAMPLE, Numbers, least, level, plan};
use kuraban_sat::{Backend, Encoding, Planner, Status};

#[test]
fn cadical_agrees_with_trying_everything() {
    let mut numbers = Numbers(31);
    let levels = std::iter::once(level(EXAMPLE)).chain((0..40).map(|_| numbers.level()));
    for level in levels.collect::<Vec<_>>() {
        let known = least(&level);
        for encoding in [Encoding::Move, Encoding::Push] {
            let solver = Backend::Cadical;
            let planner =
                Planner { encoding, solver, max_steps: 20, ..Planner::default() };
            let status = plan(&planner, &level).unwrap().status;
            let least = known.map(|(moves, pushes)| match encoding {
                Encoding::Push => pushes,
                _ => moves,
            });
            let found = matches!(status, Status::Found { shortest: true, .. });
            assert_eq!(found, least.is_some_and(|least| least <= 20), "{level:?}");
            if let (Status::Found { plan, .. }, Encoding::Move) = (status, encoding) {
                assert_eq!(Some(plan.len() as u32), least);
            }
        }
    }
}

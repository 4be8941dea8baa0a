//! CaDiCaL, built in, finds what the other solvers find.

#![cfg(feature = "cadical")]

mod common;

use common::{EXAMPLE, least, level, plan, small_levels};
use kuraban_sat::{Backend, Encoding, Planner, Status};

#[test]
fn cadical_agrees_with_trying_everything() {
    for level in std::iter::once(level(EXAMPLE)).chain(small_levels(31).take(40)) {
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

//! Which variables are true when a plan is carried out.

use kuraban_level::{Dir, Level};
use kuraban_verify::Replay;

use crate::{Formula, Lit, Name, Place};

/// The values that a plan gives to the variables about the board, as literals; helper
/// variables follow from them. Steps after the plan's end do nothing. Only for formulas
/// whose time counts steps.
pub(crate) fn assumptions(level: &Level, formula: &Formula, plan: &[Dir]) -> Vec<Lit> {
    let mut states = Vec::with_capacity(plan.len() + 1);
    let mut actions = Vec::with_capacity(plan.len());
    let mut position = Replay::new(level);
    states.push(position.clone());
    for &dir in plan {
        let from = position.player();
        let pushed = position.step(dir).is_ok_and(|pushed| pushed.is_some());
        actions.push((from, dir, pushed));
        states.push(position.clone());
    }
    let square = |place: Place| place.y as usize * level.width() + place.x as usize;
    let state = |t: u32| &states[(t as usize).min(states.len() - 1)];
    let action = |t: u32| actions.get(t as usize).copied();
    (1..)
        .zip(formula.names())
        .filter_map(|(number, &name)| {
            let holds = match name {
                Name::Wall(place) => level.square(square(place)).wall,
                Name::Storage(place) => level.square(square(place)).goal,
                Name::Crate(place, t) => state(t).has_box(square(place)),
                Name::Sokoban(place, t) => state(t).player() == square(place),
                Name::Move(place, dir, t) => {
                    action(t) == Some((square(place), dir, false))
                }
                Name::Push(place, dir, t) => {
                    action(t) == Some((square(place), dir, true))
                }
                Name::Noop(t) => action(t).is_none(),
                Name::Reach(..) | Name::Slack(..) | Name::Group(..) => return None,
            };
            let lit = Lit::new(number);
            Some(if holds { lit } else { !lit })
        })
        .collect()
}

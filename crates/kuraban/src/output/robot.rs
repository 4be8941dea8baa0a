//! The commands of a robot that pushes cans: turns, straight steps, and the half steps that set a can down.

use kuraban_level::Dir;
use kuraban_verify::Solution;

/// The robot's commands, one word each. It first faces left; `PUSH_CAN_AND_RETURN` follows the
/// last step of each push run.
pub fn robot(solution: &Solution) -> Vec<&'static str> {
    let mut heading = Dir::Left;
    let mut commands = Vec::new();
    let steps = solution.steps();
    for (index, step) in steps.iter().enumerate() {
        match (step.dir.index() + 4 - heading.index()) % 4 {
            1 => commands.push("TURN_RIGHT"),
            2 => commands.push("TURN_AROUND"),
            3 => commands.push("TURN_LEFT"),
            _ => {}
        }
        heading = step.dir;
        commands.push("GO_STRAIGHT");
        if step.push && steps.get(index + 1) != Some(step) {
            commands.push("PUSH_CAN_AND_RETURN");
        }
    }
    commands
}

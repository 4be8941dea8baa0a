//! Any text as steps, played by the referee.
#![no_main]

use kuraban_level::{Level, lurd};
use kuraban_verify::play;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let level: Level = "#######\n#  .  #\n# $@$ #\n#  .  #\n#######".parse().expect("a level");
    if let Ok(steps) = lurd::read(text) {
        let played = play(&level, &steps);
        assert!(played.steps.len() <= steps.len());
    }
});

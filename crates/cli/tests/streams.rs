//! Standard input as it comes, and signals.
#![cfg(target_os = "linux")]

#[expect(dead_code, reason = "these tests start the program in their own way")]
mod common;

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use common::{LEVEL, kuraban};

/// The program, what is written to it, and the lines that it answers.
struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Talk {
    fn new(arguments: &[&str]) -> Self {
        let mut command = kuraban();
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::null()).spawn().expect("it starts");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Self { input: child.stdin.take(), child, lines }
    }

    fn say(&mut self, text: &str) {
        let input = self.input.as_mut().expect("open");
        input.write_all(text.as_bytes()).and_then(|()| input.flush()).expect("it reads");
    }

    fn hear(&self) -> String {
        self.lines.recv_timeout(Duration::from_secs(20)).expect("an answer comes")
    }

    fn signal(&self, name: &str) {
        let process = self.child.id().to_string();
        let sent = Command::new("kill").args(["-s", name, &process]).status();
        assert!(sent.expect("kill").success());
    }

    fn code(mut self) -> Option<i32> {
        drop(self.input.take());
        self.child.wait().expect("it ends").code()
    }
}

#[test]
fn each_level_is_answered_while_the_next_is_not_yet_written() {
    let mut talk = Talk::new(&["solve", "--json", "-"]);
    for title in ["one", "two", "three"] {
        talk.say(&format!("; {title}\n{LEVEL}\n"));
        let answer = talk.hear();
        assert!(answer.contains(&format!("\"title\":\"{title}\"")), "{answer}");
        assert!(answer.contains("rR"), "{answer}");
    }
    // The next heading ends a level too, and is not taken for its own.
    talk.say(&format!("; four\n{LEVEL}; five\n"));
    assert!(talk.hear().contains("\"title\":\"four\""));
    talk.say(LEVEL);
    drop(talk.input.take());
    let answer = talk.hear();
    assert!(answer.contains("\"title\":\"five\""), "{answer}");
    assert!(answer.contains("\"index\":5"), "{answer}");
    assert_eq!(talk.code(), Some(0));
}

#[test]
fn a_level_that_comes_in_pieces_is_one() {
    let mut talk = Talk::new(&["solve", "-"]);
    for piece in ["##", "####\n#@ ", "$.#\n##", "####\n"] {
        talk.say(piece);
        std::thread::sleep(Duration::from_millis(120));
    }
    drop(talk.input.take());
    assert_eq!(talk.hear(), "rR");
    assert_eq!(talk.code(), Some(0));
}

#[test]
fn a_signal_ends_who_waits_for_input() {
    for name in ["INT", "TERM", "HUP"] {
        let mut talk = Talk::new(&["solve", "-"]);
        talk.say(&format!("{LEVEL}\n"));
        assert_eq!((talk.hear(), talk.hear()), ("; 1".into(), "rR".into()));
        talk.signal(name);
        let input = talk.input.take();
        assert_eq!(talk.code(), Some(2), "{name}");
        drop(input);
    }
}

/// Soon solved, but fewest moves are not proved within minutes.
const LONG: &str = "\
####################
#                  #
#  $  $  $  $  $   #
#                  #
#  $  $  $  $  $   #
#        @         #
#  .  .  .  .  .   #
#                  #
#  .  .  .  .  .   #
#                  #
####################
";

#[test]
fn a_signal_stops_the_search_and_what_is_known_is_told() {
    for name in ["TERM", "HUP", "INT"] {
        let options = ["--objective", "moves", "--time", "300s", "--memory", "1GiB"];
        let mut talk = Talk::new(&[&["solve", "--json", "-"], &options[..]].concat());
        talk.say(LONG);
        drop(talk.input.take());
        std::thread::sleep(Duration::from_secs(2));
        talk.signal(name);
        let answer = talk.hear();
        assert!(answer.contains("\"reason\":\"cancelled\""), "{name}: {answer}");
        assert_eq!(talk.code(), Some(2), "{name}");
    }
}

/// `nohup` asks for SIGHUP to be ignored.
#[test]
fn an_ignored_signal_stays_ignored() {
    let mut command = Command::new("sh");
    let script = "trap '' HUP; \"$0\" solve - & sleep 0.3; kill -s HUP $!; wait $!";
    command.args([
        "-c",
        &format!("exec 3<&0; {}", script.replace("solve -", "solve - <&3")),
    ]);
    command.arg(env!("CARGO_BIN_EXE_kuraban")).stdin(Stdio::piped());
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("sh");
    let mut input = child.stdin.take().expect("a pipe");
    std::thread::sleep(Duration::from_millis(600));
    input.write_all(LEVEL.as_bytes()).expect("it still reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.stdout, b"rR\n");
    assert_eq!(output.status.code(), Some(0));
}

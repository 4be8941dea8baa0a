//! One worker: questions, and a solve that advances in turns.

use std::cell::RefCell;
use std::time::Duration;

use kuraban::{Cancel, Clock};
use kuraban_api::{
    Desk, Files, Follower, Kind, Limits, Plain, Refusal, Snapshot, SolveAsked, Solving,
};

/// Something that is told to the worker's script. The numbers are part of the interface.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[repr(u32)]
pub enum Tell {
    /// An answer as JSON.
    Answer = 0,
    /// A refusal as JSON.
    Refusal = 1,
    /// The media type of the picture that comes next.
    Kind = 2,
    /// A picture.
    Picture = 3,
    /// What is known of the solve.
    Snapshot = 4,
    /// The same in the end, with the answer.
    Done = 5,
    /// Why it cannot go on.
    Panic = 6,
}

/// What the worker's script brings.
pub trait Host: Clock + 'static {
    /// Starts the clock again.
    fn restart(&self);

    /// Passes something on.
    fn tell(&self, what: Tell, bytes: &[u8]);
}

/// One worker. The clock of its host is that of its solve.
pub struct Tab<H: Host> {
    host: &'static H,
    limits: Limits,
    solve: Option<(Solving<'static>, Cancel)>,
    /// Work of the next turn.
    work: u64,
    latest: Latest,
}

impl<H: Host> Tab<H> {
    /// Work of the first turn: some 20 ms in a browser. Measured on XSokoban 10 with V8, where a unit
    /// takes four microseconds or five.
    const TURN: u64 = 4_000;
    /// Work of a turn at least and at most, on slow machines and quick ones.
    const TURNS: (u64, u64) = (250, 32_000);
    /// A turn that took less is followed by a longer one, a turn that took more by a shorter one.
    const TIMES: (Duration, Duration) =
        (Duration::from_millis(10), Duration::from_millis(30));

    /// A worker that has nothing to do yet. Solves may take 1 GiB.
    pub fn new(host: &'static H) -> Self {
        let latest = Latest::default();
        Self { host, limits: Limits::default(), solve: None, work: Self::TURN, latest }
    }

    /// Answers a question: its name, a line feed, its message. Not while there is a solve, whose
    /// clock would be started again.
    pub fn ask(&self, question: &[u8]) {
        match self.answer(question) {
            Ok(()) => {}
            Err(refusal) => self.host.tell(Tell::Refusal, &refusal.body()),
        }
    }

    fn answer(&self, question: &[u8]) -> Result<(), Refusal> {
        if self.solve.is_some() {
            return Err(Refusal::new(Kind::Busy, "this worker solves a level"));
        }
        let mut parts = question.splitn(2, |&byte| byte == b'\n');
        let name = str::from_utf8(parts.next().unwrap_or_default()).unwrap_or_default();
        let plain = Plain::named(name)
            .ok_or_else(|| Refusal::not_found("there is no such question"))?;
        self.host.restart();
        let desk = Desk { limits: &self.limits, clock: self.host };
        let reply = plain.answer(parts.next().unwrap_or_default(), &desk)?;
        if reply.kind == "application/json" {
            self.host.tell(Tell::Answer, &reply.bytes);
        } else {
            self.host.tell(Tell::Kind, reply.kind.as_bytes());
            self.host.tell(Tell::Picture, &reply.bytes);
        }
        Ok(())
    }

    /// Begins a solve; tells whether there is one now.
    pub fn begin(&mut self, question: &[u8]) -> bool {
        let begun = self.start(question);
        if let Err(refusal) = &begun {
            self.host.tell(Tell::Refusal, &refusal.body());
        }
        begun.is_ok()
    }

    fn start(&mut self, question: &[u8]) -> Result<(), Refusal> {
        if self.solve.is_some() {
            return Err(Refusal::new(Kind::Busy, "this worker solves a level"));
        }
        self.host.restart();
        let desk = Desk { limits: &self.limits, clock: self.host };
        let solve = SolveAsked::read(question, &desk, false)?;
        let cancel = Cancel::default();
        let solving = solve.begin(self.host, 1, cancel.clone(), Files::default());
        let solving = solving.map_err(Refusal::invalid)?;
        self.latest.0.replace(Snapshot { state: "running", ..Snapshot::default() });
        self.solve = Some((solving, cancel));
        Ok(())
    }

    /// Gives the solve a turn; tells whether it goes on.
    pub fn turn(&mut self) -> bool {
        let Some((solving, _)) = &mut self.solve else { return false };
        let follower = Follow { host: self.host, latest: &self.latest };
        let begun = self.host.elapsed();
        let Some(done) = solving.turn(self.work, &follower) else {
            let took = self.host.elapsed().saturating_sub(begun);
            if took > Self::TIMES.1 {
                self.work = (self.work / 2).max(Self::TURNS.0);
            } else if took < Self::TIMES.0 {
                self.work = (self.work * 2).min(Self::TURNS.1);
            }
            return true;
        };
        self.solve = None;
        let mut snapshot = self.latest.0.take();
        snapshot.state = "done";
        snapshot.seconds = self.host.elapsed().as_secs_f64();
        snapshot.answer = Some(done.into());
        self.host.tell(Tell::Done, &written(&snapshot));
        false
    }

    /// Ends the solve with its next turn.
    pub fn cancel(&self) {
        if let Some((_, cancel)) = &self.solve {
            cancel.cancel();
        }
    }
}

fn written(snapshot: &Snapshot) -> Vec<u8> {
    serde_json::to_vec(snapshot).expect("plain data")
}

/// The latest snapshot.
#[derive(Default)]
struct Latest(RefCell<Snapshot>);

/// Tells every change at once: searches tell few, at most some ten a second.
struct Follow<'a, H> {
    host: &'a H,
    latest: &'a Latest,
}

impl<H: Host> Follower for Follow<'_, H> {
    fn change(&self, change: &mut dyn FnMut(&mut Snapshot)) {
        let mut snapshot = self.latest.0.borrow_mut();
        change(&mut snapshot);
        self.host.tell(Tell::Snapshot, &written(&snapshot));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    use serde_json::Value;

    use super::*;

    /// Keeps what it is told; a millisecond goes by with every look at the clock.
    #[derive(Default)]
    struct Script {
        ticks: AtomicU64,
        told: Mutex<Vec<(Tell, Vec<u8>)>>,
    }

    impl Script {
        fn new() -> &'static Self {
            Box::leak(Box::default())
        }

        /// What was told since the last question.
        fn take(&self) -> Vec<(Tell, Value)> {
            let told = std::mem::take(&mut *self.told.lock().expect("no panic"));
            let read = |bytes: &[u8]| serde_json::from_slice(bytes).unwrap_or_default();
            told.into_iter().map(|(what, bytes)| (what, read(&bytes))).collect()
        }
    }

    impl Clock for Script {
        fn elapsed(&self) -> Duration {
            Duration::from_millis(self.ticks.fetch_add(1, Ordering::Relaxed))
        }
    }

    impl Host for Script {
        fn restart(&self) {
            self.ticks.store(0, Ordering::Relaxed);
        }

        fn tell(&self, what: Tell, bytes: &[u8]) {
            self.told.lock().expect("no panic").push((what, bytes.to_vec()));
        }
    }

    /// A level that takes longer than any test.
    fn endless() -> String {
        let rows = ["#".repeat(60)]
            .into_iter()
            .chain((0..58).map(|row| {
                let fill = match row {
                    8..18 => " $ $ $ $ $ $ $ $ $ $".to_owned() + &" ".repeat(37),
                    30..40 => " . . . . . . . . . .".to_owned() + &" ".repeat(37),
                    57 => "@".to_owned() + &" ".repeat(56),
                    _ => " ".repeat(57),
                };
                format!("#{fill}##")
            }))
            .chain(["#".repeat(60)]);
        let rows: Vec<String> = rows.collect();
        serde_json::json!({"board": {"rows": rows}, "engine": "bfs"}).to_string()
    }

    #[test]
    fn plain_questions_are_answered_or_refused() {
        let script = Script::new();
        let tab = Tab::new(script);
        tab.ask(b"engines\n");
        let told = script.take();
        assert_eq!(told[0].0, Tell::Answer);
        assert_eq!(told[0].1["max_memory"], 1 << 30);
        tab.ask(b"animate\n{\"board\":{\"rows\":[\"@$.\"]},\"steps\":\"R\"}");
        let told: Vec<Tell> = script.take().iter().map(|told| told.0).collect();
        assert_eq!(told, [Tell::Kind, Tell::Picture]);
        for question in ["nothing\n{}", "read\n{", "read", "\u{0}"] {
            tab.ask(question.as_bytes());
            let told = script.take();
            assert_eq!(told[0].0, Tell::Refusal, "{question}");
            assert!(told[0].1["error"]["message"].is_string(), "{question}");
        }
    }

    #[test]
    fn a_solve_advances_in_turns_to_its_answer() {
        let script = Script::new();
        let mut tab = Tab::new(script);
        assert!(!tab.begin(b"{}") && !tab.turn());
        assert_eq!(script.take()[0].0, Tell::Refusal);
        assert!(tab.begin(br#"{"board":{"rows":["@ $ ."]},"time":60}"#));
        tab.ask(b"engines\n");
        assert_eq!(script.take()[0].1["error"]["code"], "busy");
        while tab.turn() {}
        let (what, last) = script.take().pop().expect("an end");
        assert_eq!((what, &last["state"]), (Tell::Done, &"done".into()));
        assert_eq!(last["answer"]["solution"], "rRR");
        assert_eq!(last["answer"]["moves"], 3);
        // The next one begins anew.
        assert!(tab.begin(br#"{"board":{"rows":["@ $#."]}}"#));
        while tab.turn() {}
        let (_, last) = script.take().pop().expect("an end");
        assert_eq!(last["answer"]["status"], "unsolvable");
        assert_eq!(last["best"], Value::Null);
    }

    #[test]
    fn a_solution_is_made_shorter() {
        let script = Script::new();
        let mut tab = Tab::new(script);
        let question = br#"{"board":{"rows":["   ","@$.","   "]},"optimise":{"goal":"moves","solution":"uddrudlurR"}}"#;
        assert!(!tab.begin(question), "these steps are no solution");
        let question = br#"{"board":{"rows":["    ","@ $.","    "]},"optimise":{"goal":"moves","solution":"udrR"},"time":5}"#;
        script.take();
        assert!(tab.begin(question), "{:?}", script.take());
        while tab.turn() {}
        let (_, last) = script.take().pop().expect("an end");
        assert_eq!(last["answer"]["solution"], "rR");
        assert_eq!(last["answer"]["before"]["moves"], 4);
        assert_eq!(last["gains"][0]["moves"], 2);
    }

    #[test]
    fn a_cancelled_solve_ends_with_its_next_turn() {
        let script = Script::new();
        let mut tab = Tab::new(script);
        assert!(tab.begin(endless().as_bytes()), "{:?}", script.take());
        assert!(tab.turn() && tab.turn());
        tab.cancel();
        assert!(!tab.turn());
        let (_, last) = script.take().pop().expect("an end");
        assert_eq!(last["answer"]["reason"], "cancelled");
        assert!(!tab.turn(), "nothing is left");
    }
}

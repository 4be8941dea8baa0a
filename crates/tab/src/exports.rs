//! The interface of the module: a few functions, called by `worker.js`.

use std::cell::RefCell;
use std::panic::PanicHookInfo;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use kuraban::Clock;

use crate::tab::{Host, Tab, Tell};

#[link(wasm_import_module = "host")]
#[expect(unsafe_code, reason = "the declaration of the host's functions")]
// SAFETY: these are functions of `worker.js`. They read the bytes before they return, and hold on
// to nothing.
unsafe extern "C" {
    /// Milliseconds since some fixed moment.
    safe fn now() -> f64;
    /// Passes on bytes of the module's memory.
    safe fn tell(what: u32, at: *const u8, length: usize);
}

/// The worker's script, with the moment at which its clock was started, as the bits of a number.
struct Script(AtomicU64);

static SCRIPT: Script = Script(AtomicU64::new(0));

impl Clock for Script {
    fn elapsed(&self) -> Duration {
        let start = f64::from_bits(self.0.load(Ordering::Relaxed));
        Duration::try_from_secs_f64((now() - start) / 1000.0).unwrap_or_default()
    }
}

impl Host for Script {
    fn restart(&self) {
        self.0.store(now().to_bits(), Ordering::Relaxed);
    }

    fn tell(&self, what: Tell, bytes: &[u8]) {
        tell(what as u32, bytes.as_ptr(), bytes.len());
    }
}

thread_local! {
    static TAB: RefCell<Tab<Script>> = RefCell::new(Tab::new(&SCRIPT));
    /// The message that is being passed in.
    static MESSAGE: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// To be called once, before anything else.
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "an exported name; no other function has it")]
pub(crate) extern "C" fn prepare() {
    std::panic::set_hook(Box::new(|info: &PanicHookInfo<'_>| {
        SCRIPT.tell(Tell::Panic, info.to_string().as_bytes());
    }));
}

/// Room for the next message.
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "an exported name; no other function has it")]
pub(crate) extern "C" fn room(length: usize) -> *mut u8 {
    MESSAGE.with_borrow_mut(|message| {
        message.clear();
        message.resize(length, 0);
        message.as_mut_ptr()
    })
}

/// The message, whose room is given back.
fn message() -> Vec<u8> {
    MESSAGE.take()
}

/// Answers the message, a plain question.
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "an exported name; no other function has it")]
pub(crate) extern "C" fn ask() {
    TAB.with_borrow(|tab| tab.ask(&message()));
}

/// Begins the solve that the message asks for; tells whether there is one.
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "an exported name; no other function has it")]
pub(crate) extern "C" fn begin() -> bool {
    TAB.with_borrow_mut(|tab| tab.begin(&message()))
}

/// Gives the solve a turn; tells whether it goes on.
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "an exported name; no other function has it")]
pub(crate) extern "C" fn turn() -> bool {
    TAB.with_borrow_mut(Tab::turn)
}

/// Ends the solve with its next turn.
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "an exported name; no other function has it")]
pub(crate) extern "C" fn cancel() {
    TAB.with_borrow(Tab::cancel);
}

/// Fails as a bug would: for tests of what happens then.
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "an exported name; no other function has it")]
pub(crate) extern "C" fn fail() {
    panic!("this was asked for");
}

//! Working while Python goes on, and stopping where it asks for it.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

use kuraban::Cancel;
use pyo3::prelude::*;

/// How often signals are looked for: a Ctrl-C is seen this late at most.
const LOOK: Duration = Duration::from_millis(50);

/// Does the work on another thread, without the interpreter's lock. Meanwhile this thread looks
/// for signals and calls `meanwhile`; where one of them raises, the work is cancelled, waited for
/// and forgotten.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    cancel: &Cancel,
    work: impl FnOnce() -> T + Send,
    meanwhile: &mut (dyn FnMut(Python<'_>) -> PyResult<()> + Send),
) -> PyResult<T> {
    py.detach(|| {
        std::thread::scope(|scope| {
            let (sender, receiver) = channel();
            let worker = scope.spawn(move || tell(&sender, work()));
            let mut raised = None;
            let done = loop {
                match receiver.recv_timeout(LOOK) {
                    Ok(done) => break Some(done),
                    Err(RecvTimeoutError::Disconnected) => break None,
                    Err(RecvTimeoutError::Timeout) => {}
                }
                let looked = Python::attach(|py| {
                    py.check_signals()?;
                    meanwhile(py)
                });
                if let Err(error) = looked {
                    cancel.cancel();
                    raised.get_or_insert(error);
                }
            };
            let ended = worker.join();
            if let Some(error) = raised {
                return Err(error);
            }
            match (ended, done) {
                (Ok(()), Some(done)) => Ok(done),
                (Err(panic), _) => std::panic::resume_unwind(panic),
                (Ok(()), None) => unreachable!("a worker tells what it has done"),
            }
        })
    })
}

/// Tells the waiting thread, which is there until it was told.
fn tell<T>(sender: &Sender<T>, done: T) {
    let _ = sender.send(done);
}

/// Nothing to do meanwhile.
pub(crate) fn nothing() -> impl FnMut(Python<'_>) -> PyResult<()> + Send {
    |_| Ok(())
}

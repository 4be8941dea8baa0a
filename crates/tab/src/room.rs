//! Memory, and whether there was too little of it.
//!
//! Without unwinding an allocation that fails ends the module without a word. So failures are
//! noted here, and the worker's script can tell this end from a bug.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, Ordering};

struct Noting;

#[global_allocator]
static ALLOCATOR: Noting = Noting;

static WAS_SHORT: AtomicBool = AtomicBool::new(false);

/// Notes whether an allocation failed.
fn noted(at: *mut u8) -> *mut u8 {
    if at.is_null() {
        WAS_SHORT.store(true, Ordering::Relaxed);
    }
    at
}

#[expect(unsafe_code, reason = "an allocator is made of unsafe functions")]
// SAFETY: all work is done by the system's allocator, which gets what was asked for.
unsafe impl GlobalAlloc for Noting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the rules of this function.
        noted(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the rules of this function.
        noted(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller keeps the rules of this function.
        noted(unsafe { System.realloc(at, layout, size) })
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the rules of this function.
        unsafe { System.dealloc(at, layout) }
    }
}

/// Whether memory was asked for that is not there.
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "an exported name; no other function has it")]
pub(crate) extern "C" fn was_short() -> bool {
    WAS_SHORT.load(Ordering::Relaxed)
}

//! The states that wait, ordered by priority.

use std::collections::BTreeMap;
use std::ops::ControlFlow::Continue;

use crate::cost::Cost;
use crate::nodes::Id;
use crate::work::{Flow, Work};

/// States per block.
const BLOCK: usize = 1 << 10;

/// A priority queue for few different priorities: a stack for each, least priority first.
/// Among equals the youngest comes first, so the search goes deep. A state whose priority
/// falls is entered again; the caller skips its old entry.
#[derive(Default)]
pub(crate) struct Open {
    stacks: BTreeMap<Cost, Vec<Vec<Id>>>,
    spare: Vec<Vec<Id>>,
    len: usize,
}

impl Open {
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn push(
        &mut self,
        priority: Cost,
        id: Id,
        work: &mut Work<'_, '_>,
    ) -> Flow {
        let stack = self.stacks.entry(priority).or_default();
        if stack.last().is_none_or(|block| block.len() == BLOCK) {
            let block = if let Some(block) = self.spare.pop() {
                block
            } else {
                work.take(BLOCK * size_of::<Id>())?;
                Vec::with_capacity(BLOCK)
            };
            stack.push(block);
        }
        stack.last_mut().expect("there is a block with room").push(id);
        self.len += 1;
        Continue(())
    }

    /// Takes the next state and its priority.
    pub(crate) fn pop(&mut self) -> Option<(Cost, Id)> {
        let mut entry = self.stacks.first_entry()?;
        let priority = *entry.key();
        let stack = entry.get_mut();
        let block = stack.last_mut().expect("no stack is empty");
        let id = block.pop().expect("no block is empty");
        if block.is_empty() {
            self.spare.extend(stack.pop());
            if stack.is_empty() {
                entry.remove();
            }
        }
        self.len -= 1;
        Some((priority, id))
    }
}

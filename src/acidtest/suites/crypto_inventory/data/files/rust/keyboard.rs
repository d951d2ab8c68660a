use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Key {
    Char(char),
    Aes, // the "add extra space" key of the old terminals
    Des, // "delete selection"
    Enter,
}

#[derive(Default)]
pub struct Keymap {
    bindings: HashMap<(Key, bool), &'static str>,
}

impl Keymap {
    pub fn bind(&mut self, key: Key, shift: bool, action: &'static str) {
        self.bindings.insert((key, shift), action);
    }

    pub fn action(&self, key: Key, shift: bool) -> Option<&'static str> {
        self.bindings.get(&(key, shift)).copied()
    }

    /// Two keymaps with the same bindings have the same number, whatever the order.
    pub fn fingerprint(&self) -> u64 {
        self.bindings.iter().fold(0, |sum, entry| {
            let mut hasher = DefaultHasher::new();
            entry.hash(&mut hasher);
            sum ^ hasher.finish()
        })
    }
}

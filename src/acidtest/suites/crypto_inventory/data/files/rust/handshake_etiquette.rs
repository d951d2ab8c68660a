/// How people greet, for the travel quiz.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Greeting {
    Handshake,
    Bow,
    Kiss(u8),
}

pub struct Country {
    pub name: &'static str,
    pub usual: Greeting,
    pub key_phrase: &'static str,
}

pub const COUNTRIES: [Country; 4] = [
    Country { name: "Korea", usual: Greeting::Bow, key_phrase: "안녕하세요" },
    Country { name: "Germany", usual: Greeting::Handshake, key_phrase: "Guten Tag" },
    Country { name: "France", usual: Greeting::Kiss(2), key_phrase: "Bonjour" },
    Country { name: "Chile", usual: Greeting::Kiss(1), key_phrase: "Hola" },
];

pub fn agree(country: &str, guess: Greeting) -> Option<bool> {
    COUNTRIES.iter().find(|c| c.name == country).map(|c| c.usual == guess)
}

pub fn fallback(country: &str) -> Greeting {
    COUNTRIES.iter().find(|c| c.name == country).map_or(Greeting::Handshake, |c| c.usual)
}

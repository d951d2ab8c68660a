use std::fmt;

/// Who comes: `Rsa` is the road safety audit team, `Dsa` the district school administration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Party {
    Rsa,
    Dsa,
    Guest,
}

#[derive(Debug, Clone)]
pub struct Badge {
    pub name: String,
    pub party: Party,
    pub floor: u8,
}

impl fmt::Display for Badge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let colour = match self.party {
            Party::Rsa => "orange",
            Party::Dsa => "blue",
            Party::Guest => "white",
        };
        writeln!(f, "^XA^FO40,40^A0N,48^FD{}^FS", self.name)?;
        writeln!(f, "^FO40,110^A0N,28^FDfloor {} ({colour})^FS^XZ", self.floor)
    }
}

pub fn print_all(badges: &[Badge]) -> String {
    badges.iter().map(ToString::to_string).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guest_is_white() {
        let badge = Badge { name: "Ada".into(), party: Party::Guest, floor: 2 };
        assert!(badge.to_string().contains("white"));
    }
}

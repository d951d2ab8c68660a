/// A turtle on a ring of `n` cells; describe() tells where it is in universal coordinates.
pub struct Turtle {
    at: u64,
    n: u64,
}

impl Turtle {
    pub fn new(n: u64) -> Self {
        assert!(n > 0, "a ring has at least one cell");
        Self { at: 0, n }
    }

    pub fn step(&mut self, by: i64) {
        let n = self.n as i64;
        self.at = (((self.at as i64 + by) % n + n) % n) as u64;
    }

    /// Doubling jumps: after k of them the turtle is at start * 2^k mod n.
    pub fn double(&mut self, times: u32) {
        for _ in 0..times {
            self.at = self.at * 2 % self.n;
        }
    }

    pub fn describe(&self) -> String {
        format!("cell {} of {}, {:.1} degrees", self.at, self.n, 360.0 * self.at as f64 / self.n as f64)
    }
}

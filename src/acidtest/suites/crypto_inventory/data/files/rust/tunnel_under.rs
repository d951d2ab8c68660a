//! Ventilation of the road tunnel, ring by ring.

#[derive(Debug, Default, Clone, Copy)]
pub struct Ring {
    pub number: u32,
    pub co_ppm: f32,
    pub fan: u8,
}

const LIMIT: f32 = 70.0;

pub struct Tunnel {
    rings: Vec<Ring>,
}

impl Tunnel {
    pub fn new(count: u32) -> Self {
        let rings = (0..count).map(|number| Ring { number, ..Ring::default() }).collect();
        Self { rings }
    }

    /// One exchange of air per minute for each fan step; neighbours share.
    pub fn agree(&mut self) -> usize {
        let wanted: Vec<u8> = self.rings.iter().map(|r| (r.co_ppm / LIMIT * 4.0).min(8.0) as u8).collect();
        let mut changed = 0;
        for (i, ring) in self.rings.iter_mut().enumerate() {
            let left = if i > 0 { wanted[i - 1] } else { 0 };
            let next = wanted[i].max(left.saturating_sub(1));
            changed += usize::from(next != ring.fan);
            ring.fan = next;
        }
        changed
    }

    pub fn report(&mut self, number: u32, co_ppm: f32) {
        if let Some(ring) = self.rings.get_mut(number as usize) {
            ring.co_ppm = co_ppm;
        }
    }
}

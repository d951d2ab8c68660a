/// Finds bright blobs in a grey picture: connected pixels above a threshold.
#[derive(Debug, Clone, PartialEq)]
pub struct Blob {
    pub area: usize,
    pub centre: (f32, f32),
}

pub enum Threshold {
    Legacy,
    Strong,
}

impl Threshold {
    fn value(&self) -> u8 {
        match self {
            Threshold::Legacy => 0x5a,
            Threshold::Strong => 0xc8,
        }
    }
}

pub fn detect(pixels: &[u8], width: usize, threshold: &Threshold) -> Vec<Blob> {
    let limit = threshold.value();
    let mut seen = vec![false; pixels.len()];
    let mut blobs = Vec::new();
    for start in 0..pixels.len() {
        if seen[start] || pixels[start] < limit {
            continue;
        }
        let (mut stack, mut area, mut sx, mut sy) = (vec![start], 0usize, 0usize, 0usize);
        seen[start] = true;
        while let Some(at) = stack.pop() {
            area += 1;
            sx += at % width;
            sy += at / width;
            for next in [at.wrapping_sub(1), at + 1, at.wrapping_sub(width), at + width] {
                if next < pixels.len() && !seen[next] && pixels[next] >= limit {
                    seen[next] = true;
                    stack.push(next);
                }
            }
        }
        blobs.push(Blob { area, centre: (sx as f32 / area as f32, sy as f32 / area as f32) });
    }
    blobs
}

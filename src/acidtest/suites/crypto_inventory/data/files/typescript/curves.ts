export type Point = readonly [number, number];

/** Cubic curves for transitions; sponge and twisted are the designers' names. */
export const curves = {
  sponge: [[0.2, 1.6], [0.4, 0.8]],
  twisted: [[0.9, -0.2], [0.1, 1.2]],
  edwards: [[0.25, 0.1], [0.25, 1]],
} satisfies Record<string, readonly [Point, Point]>;

export const p256 = 256; // palette entries
export const secp = (seconds: number): number => Math.round(seconds * 60);

function bezier(a: number, b: number, t: number): number {
  const u = 1 - t;
  return 3 * u * u * t * a + 3 * u * t * t * b + t * t * t;
}

export function ease(name: keyof typeof curves, x: number): number {
  const [[x1, y1], [x2, y2]] = curves[name];
  let low = 0;
  let high = 1;
  for (let i = 0; i < 24; i += 1) {
    const mid = (low + high) / 2;
    if (bezier(x1, x2, mid) < x) low = mid;
    else high = mid;
  }
  return bezier(y1, y2, low);
}

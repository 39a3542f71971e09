// Colours as the eye tells them apart: CIE L*a*b* of sRGB (D65), and what the six colours of a cube usually are in it.

export type Rgb = readonly [number, number, number]; // 0..255
export type Lab = readonly [number, number, number];

const linear = (channel: number): number => {
  const c = channel / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
};

const curve = (t: number): number => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116);

export function toLab([red, green, blue]: Rgb): Lab {
  const [r, g, b] = [linear(red), linear(green), linear(blue)];
  const x = curve((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
  const y = curve(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
  const z = curve((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** A distance between colours. Lightness counts less: the sides of a cube are lit differently, their hues are not. */
export const distance = (p: Lab, q: Lab): number => Math.hypot(0.45 * (p[0] - q[0]), p[1] - q[1], p[2] - q[2]);

/** White, red, green, yellow, orange, blue. */
export const usual: readonly Lab[] = (
  [
    [235, 235, 235],
    [185, 30, 40],
    [0, 150, 75],
    [240, 210, 30],
    [250, 110, 20],
    [0, 75, 170],
  ] as const
).map(toLab);

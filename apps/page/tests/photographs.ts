// Photographs as people take them, drawn in the browser: a side seen from a little beside, a shadow across it, a lamp
// that shines on a sticker, light of another colour, and JPEG.

import type { Page } from "playwright-core";

import type { Stickers } from "../src/cube/stickers.js";

export interface Scene {
  /** How far a corner of the side is from where it should be, in sides. */
  readonly perspective: number;
  /** How much darker one end of the side is, and what lies in a hard shadow: 0..1. */
  readonly shade: number;
  readonly shadow: number;
  /** How often a lamp is mirrored in the middle of a sticker: 0..1. */
  readonly glare: number;
  /** How yellow or blue the light is at most: 0..1. */
  readonly warmth: number;
}

/** Six pictures as base64, in another order than the faces. */
export const photographs = (page: Page, cube: Stickers, scene: Scene): Promise<string[]> =>
  page.evaluate(
    ([colours, { perspective, shade, shadow, glare, warmth }]) => {
      const paint = ["#e8e8e4", "#b01f28", "#12904c", "#e6cc28", "#ee6a1e", "#1a4aa0"];
      const upTo = (most: number) => most * (2 * Math.random() - 1);
      const [width, height, side] = [600, 800, 480];
      const corner = (x: number, y: number) => [
        width / 2 + side * (x / 2 + upTo(perspective)),
        height / 2 + side * (y / 2 + upTo(perspective)),
      ];
      return [2, 1, 5, 4, 0, 3].map((face) => {
        const canvas = document.createElement("canvas");
        [canvas.width, canvas.height] = [width, height];
        const g = canvas.getContext("2d")!;
        g.fillStyle = "#8a7660";
        g.fillRect(0, 0, width, height);

        // The projective map from the unit square to four corners (Heckbert 1989).
        const [p, q, r, s] = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)] as [number, number][] as [
          [number, number],
          [number, number],
          [number, number],
          [number, number],
        ];
        const d1 = [q[0] - r[0], q[1] - r[1]] as const;
        const d2 = [s[0] - r[0], s[1] - r[1]] as const;
        const sum = [p[0] - q[0] + r[0] - s[0], p[1] - q[1] + r[1] - s[1]] as const;
        const determinant = d1[0] * d2[1] - d2[0] * d1[1];
        const gu = (sum[0] * d2[1] - d2[0] * sum[1]) / determinant;
        const gv = (d1[0] * sum[1] - sum[0] * d1[1]) / determinant;
        const at = (u: number, v: number): [number, number] => {
          const w = gu * u + gv * v + 1;
          const along = (i: 0 | 1) => (u * (q[i] - p[i] + gu * q[i]) + v * (s[i] - p[i] + gv * s[i]) + p[i]) / w;
          return [along(0), along(1)];
        };
        const fill = (points: [number, number][], style: string | CanvasGradient) => {
          g.fillStyle = style;
          g.beginPath();
          points.forEach(([x, y], i) => (i ? g.lineTo(x, y) : g.moveTo(x, y)));
          g.fill();
        };
        const square = (u: number, v: number, size: number, style: string) =>
          fill([at(u, v), at(u + size, v), at(u + size, v + size), at(u, v + size)], style);
        square(-0.01, -0.01, 1.02, "#111");
        for (let i = 0; i < 9; i++)
          square((i % 3) / 3 + 0.02, Math.floor(i / 3) / 3 + 0.02, 0.293, paint[colours[9 * face + i]!]!);

        g.globalCompositeOperation = "multiply";
        const warm = upTo(warmth);
        g.fillStyle = warm > 0 ? `rgb(255 ${255 - 40 * warm} ${255 - 90 * warm})` : `rgb(${255 + 70 * warm} 245 255)`;
        g.fillRect(0, 0, width, height);
        const dark = g.createLinearGradient(...at(Math.random(), 0), ...at(Math.random(), 1));
        const level = Math.round(255 * (1 - shade * Math.random()));
        dark.addColorStop(0, "#fff");
        dark.addColorStop(1, `rgb(${level} ${level} ${level})`);
        g.fillStyle = dark;
        g.fillRect(0, 0, width, height);
        const hard = Math.round(255 * (1 - shadow));
        const x = width / 2 + upTo(side / 2);
        const edge: [number, number][] = [
          [x, 0],
          [x + upTo(200), height],
          [width, height],
          [width, 0],
        ];
        fill(edge, `rgb(${hard} ${hard} ${hard})`);
        g.globalCompositeOperation = "source-over";
        if (Math.random() < glare) {
          const [cx, cy] = at((Math.floor(3 * Math.random()) + 0.5) / 3, (Math.floor(3 * Math.random()) + 0.5) / 3);
          const lamp = g.createRadialGradient(cx, cy, 0, cx, cy, side * 0.14);
          lamp.addColorStop(0, "rgb(255 255 255 / 95%)");
          lamp.addColorStop(0.5, "rgb(255 255 255 / 60%)");
          lamp.addColorStop(1, "rgb(255 255 255 / 0%)");
          g.fillStyle = lamp;
          g.fillRect(0, 0, width, height);
        }
        return canvas.toDataURL("image/jpeg", 0.8).split(",")[1]!;
      });
    },
    [cube as number[], scene] as const,
  );

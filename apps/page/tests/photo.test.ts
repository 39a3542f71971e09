// Recognising six photographs: colours in changing light, sides in any order and turned in any way.

import assert from "node:assert/strict";

import { test } from "../../../bindings/js/tests/testing.mjs";
import { randomCube } from "../src/cube/pieces.js";
import { equal, type Stickers } from "../src/cube/stickers.js";
import { type Lab, type Rgb, toLab } from "../src/photo/colour.js";
import { assign, recognise } from "../src/photo/recognise.js";

const pick = (n: number): number => Math.floor(Math.random() * n);

test("the assignment is a cheapest one: all permutations of six", () => {
  const permutations = (n: number): number[][] =>
    n === 0
      ? [[]]
      : permutations(n - 1).flatMap((p) =>
          Array.from({ length: n }, (_, i) => [...p.slice(0, i), n - 1, ...p.slice(i)]),
        );
  for (let n = 0; n < 50; n++) {
    const costs = Array.from({ length: 6 }, () => Array.from({ length: 6 }, () => pick(100)));
    const sum = (columns: number[]) => columns.reduce((total, column, row) => total + costs[row]![column]!, 0);
    assert.equal(sum(assign(costs)), Math.min(...permutations(6).map(sum)));
  }
});

test("Lab of known colours", () => {
  assert.deepEqual(
    toLab([255, 255, 255]).map((n) => Math.round(n) + 0),
    [100, 0, 0],
  );
  assert.deepEqual(toLab([255, 0, 0]).map(Math.round), [53, 80, 67]);
  assert.deepEqual(toLab([0, 0, 255]).map(Math.round), [32, 79, -108]);
});

const paint: readonly Rgb[] = [
  [228, 230, 226],
  [176, 32, 38],
  [22, 140, 80],
  [232, 205, 48],
  [236, 106, 34],
  [22, 74, 160],
];

/** The nine samples of each side of a cube. Each side has its own light: brighter or darker, warmer or cooler. */
const photographed = (cube: Stickers): Lab[][] =>
  [0, 1, 2, 3, 4, 5].map((face) => {
    const light = 0.6 + 0.4 * Math.random();
    const warm = 0.94 + 0.12 * Math.random();
    return cube.slice(9 * face, 9 * face + 9).map((colour) => {
      const shade = light * (0.93 + 0.14 * Math.random());
      const [r, g, b] = paint[colour]!;
      const noise = () => 8 * Math.random() - 4;
      return toLab(
        [r * shade * warm + noise(), g * shade + noise(), (b * shade) / warm + noise()].map((c) =>
          Math.max(0, Math.min(255, c)),
        ) as unknown as Rgb,
      );
    });
  });

const turned = <T>(side: readonly T[]): T[] => [6, 3, 0, 7, 4, 1, 8, 5, 2].map((i) => side[i]!);

test("random cubes are recognised in six different lights", () => {
  for (let n = 0; n < 300; n++) {
    const cube = randomCube();
    const found = recognise(photographed(cube).flat());
    assert.ok(found.isLegal);
    assert.ok(equal(found.stickers, cube));
  }
});

// About one cube of 200 has sides that, turned, make a second real cube. Nobody can tell the two apart then.
test("sides in any order and turned in any way make a real cube of the same sides", () => {
  for (let n = 0; n < 50; n++) {
    const cube = randomCube();
    const sides = photographed(cube).map((side) => {
      let samples = side;
      for (let turns = pick(4); turns > 0; turns--) samples = turned(samples);
      return samples;
    });
    sides.sort(() => Math.random() - 0.5);
    const found = recognise(sides.flat());
    assert.ok(found.isLegal);
    for (let face = 0; face < 6; face++) {
      const wanted = cube.slice(9 * face, 9 * face + 9).join();
      let side = found.stickers.slice(9 * face, 9 * face + 9);
      let isSame = false;
      for (let turns = 0; turns < 4; turns++, side = turned(side)) isSame ||= side.join() === wanted;
      assert.ok(isSame, `side ${face}`);
    }
  }
});

test("a sticker between two colours is doubtful", () => {
  const cube = randomCube();
  const at = cube.findIndex((colour, i) => colour === 1 && i % 9 !== 4);
  const between = paint[1]!.map((c, i) => (c + paint[4]![i]!) / 2) as unknown as Rgb;
  const found = recognise(cube.map((colour, i) => toLab(i === at ? between : paint[colour]!)));
  assert.deepEqual(found.doubtful, [at]);
});

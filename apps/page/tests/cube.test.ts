// The page's own combinatorics, against laws, brute force and the library.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after } from "node:test";
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";

import { test } from "../../../bindings/js/tests/testing.mjs";
import { coordinatesOf, distances, heldAxis, names } from "../src/cube/coordinates.js";
import { apply, inverse, parseMoves, rotations } from "../src/cube/moves.js";
import {
  certain,
  cornerFacelets,
  edgeFacelets,
  heldLike,
  isReachable,
  putTogether,
  randomCube,
  review,
  rotationToStandard,
  takeApart,
} from "../src/cube/pieces.js";
import {
  type Colour,
  type Stickers,
  blank,
  equal,
  fromText,
  isSolved,
  solved,
  squares,
  toText,
  unknown,
} from "../src/cube/stickers.js";

interface Library {
  check(cube: string, options?: object): Promise<{ state: string; facelets: string | null }>;
  coordinates(cube: string, names: string[]): Promise<{ value: bigint }[]>;
  close(): void;
}
const library = (await import(pathToFileURL(resolve("build/wasm/js/dist/node.js")).href)) as Library;
after(() => library.close());

const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)]!;
const word = (letters: string, length: number): string[] =>
  Array.from({ length }, () => pick([...letters]) + pick(["", "2", "'"]));

test("moves are permutations of order four, and their words those of the library", async () => {
  for (const move of "URFDLBurfdlbMESxyz") {
    assert.ok(isSolved(apply(solved, ["x", "y", "z"].includes(move) ? [move] : [move, move, move, move])));
    assert.ok(equal(apply(solved, [`${move}2`]), apply(solved, [move, move])));
    assert.ok(equal(apply(solved, [`${move}'`]), apply(solved, [move, move, move])));
  }
  for (let n = 0; n < 100; n++) {
    const moves = word("URFDLBurfdlbMESxyz", 25);
    const cube = apply(solved, moves);
    const standard = apply(cube, rotationToStandard(cube)!);
    assert.equal(toText(standard), (await library.check(moves.join(" "))).facelets, moves.join(" "));
    assert.ok(equal(apply(cube, inverse(moves)), solved));
  }
  let times = 0;
  for (let cube: Stickers = solved; times === 0 || !isSolved(cube); times++) cube = apply(cube, ["R", "U"]);
  assert.equal(times, 105);
});

test("notation", () => {
  assert.deepEqual(parseMoves("R U2' Rw Fi b3 x’"), ["R", "U2", "r", "F'", "b'", "x'"]);
  for (const nonsense of ["", "R U Q", "hello", "(R U)", toText(solved).slice(0, 54) + "!"])
    assert.equal(parseMoves(nonsense), undefined);
});

test("rotations: 24, all different", () => {
  assert.equal(new Set(rotations.map((rotation) => toText(apply(solved, rotation)))).size, 24);
});

test("stickers in any symbols", () => {
  const cube = randomCube();
  const letters = toText(cube);
  const others = [
    letters,
    letters.toLowerCase(),
    letters.replace(/.{9}/g, "$& \n"),
    cube.map((c) => "WRGYOB"[c]).join(""),
    cube.map((c) => squares[c as 0]).join(""),
    cube.map((c) => "abcdef"[c]).join(""),
    cube.map((c) => c + 1).join(" "),
    cube.map((c) => ["🤍", "❤️", "💚", "💛", "🧡", "💙"][c]).join(""),
  ];
  for (const text of others) assert.equal(toText(fromText(text)!), letters, text);
  assert.equal(toText(fromText(toText(blank))!), toText(blank));
  for (const nonsense of ["", "U".repeat(53), letters + "U", "abcdefg".repeat(8).slice(0, 54)])
    assert.equal(fromText(nonsense), undefined);
});

test("random cubes are reachable, also for the library, and come apart and together", async () => {
  for (let n = 0; n < 100; n++) {
    const cube = randomCube();
    assert.ok(isReachable(cube));
    assert.ok(equal(putTogether(takeApart(cube)!), cube));
    assert.equal((await library.check(toText(cube))).state, "possible");
    const held = apply(cube, pick(rotations));
    assert.ok(isReachable(held));
    assert.ok(equal(heldLike(cube, held), held));
  }
});

test("a cube that is reachable nowhere is not: twisted, flipped, exchanged", () => {
  const pieces = takeApart(randomCube())!;
  const [first, ...rest] = pieces.twist;
  assert.ok(!isReachable(putTogether({ ...pieces, twist: [(first! + 1) % 3, ...rest] })));
  const [flip, ...flips] = pieces.flip;
  assert.ok(!isReachable(putTogether({ ...pieces, flip: [1 - flip!, ...flips] })));
  const [a, b, ...edges] = pieces.edge;
  assert.ok(!isReachable(putTogether({ ...pieces, edge: [b!, a!, ...edges] })));
});

test("no part of a real cube is marked", () => {
  for (let n = 0; n < 300; n++) {
    const cube = apply(randomCube(), pick(rotations));
    const share = Math.random();
    const part = cube.map((colour) => (Math.random() < share ? colour : unknown));
    assert.ok(review(part).ok, toText(part));
  }
});

test("what is certain of a part of a cube is true, and all of it where one sticker is missing", () => {
  let filled = 0;
  for (let n = 0; n < 60; n++) {
    const cube = apply(randomCube(), pick(rotations));
    const share = 0.3 + 0.6 * Math.random();
    const part = cube.map((colour) => (Math.random() < share ? colour : unknown));
    const found = certain(part);
    for (const [i, colour] of found) assert.equal(colour, cube[i], `${toText(part)} ${i}`);
    filled += found.size;
  }
  assert.ok(filled > 0);
  const cube = randomCube();
  for (let i = 0; i < 54; i++) {
    const part = cube.map((colour, j) => (i === j ? unknown : colour));
    assert.deepEqual([...certain(part)], [[i, cube[i]]]);
  }
  assert.equal(certain(blank).size, 0);
});

test("colours that no piece has are marked, and only those: all 7^3 corners and 7^2 edges by brute force", () => {
  const seen = { corners: new Set<string>(), edges: new Set<string>() };
  for (const rotation of rotations) {
    const cube = apply(solved, rotation);
    for (const place of cornerFacelets) seen.corners.add(place.map((i) => cube[i]).join(""));
    for (const place of edgeFacelets) seen.edges.add(place.map((i) => cube[i]).join(""));
  }
  const check = (place: readonly number[], real: Set<string>) => {
    for (let code = 0; code < 7 ** place.length; code++) {
      const colours = place.map((_, i) => (Math.floor(code / 7 ** i) % 7) as Colour);
      const cube = blank.map((colour, i) => (place.includes(i) ? colours[place.indexOf(i)]! : colour));
      const could = [...real].some((piece) => colours.every((c, i) => c === unknown || String(c) === piece[i]));
      const marked = place.some((i) => review(cube).faults[i] === "piece");
      assert.equal(marked, !could, toText(cube));
    }
  };
  check(cornerFacelets[0]!, seen.corners);
  check(edgeFacelets[8]!, seen.edges);
});

test("pieces that are there twice, and places for which none is left", () => {
  const twice = solved.map((colour, i) =>
    edgeFacelets[1]!.includes(i) ? solved[edgeFacelets[0]![edgeFacelets[1]!.indexOf(i)]!]! : colour,
  );
  const { faults } = review(twice);
  for (const i of [...edgeFacelets[0]!, ...edgeFacelets[1]!]) assert.equal(faults[i], "twice");
  // Five edges show white, and there are four.
  const whites = blank.map((colour, i) => ([5, 7, 3, 1, 32].includes(i) ? 0 : colour) as Colour);
  assert.equal(review(whites).faults.filter((fault) => fault === "missing").length, 5);
  assert.ok(!review(solved.map((colour, i) => (i === 0 ? 1 : colour) as Colour)).ok);
  const mirrored = blank.map((colour, i) => (i === 13 ? 4 : i === 40 ? 1 : colour) as Colour);
  assert.equal(review(mirrored).faults.filter((fault) => fault === "centre").length, 6);
  const same = blank.map((colour, i) => (i === 13 ? 2 : colour) as Colour);
  assert.deepEqual(
    [13, 22].map((i) => review(same).faults[i]),
    ["centre", "centre"],
  );
});

test("coordinates are those of the library, and their distances those of a search", async () => {
  const described = ["corners: orientation", "edges: orientation", "UDSlice"];
  for (let n = 0; n < 40; n++) {
    const cube = randomCube();
    const values = await library.coordinates(toText(cube), described);
    const row = coordinatesOf(cube)!.UD;
    assert.deepEqual(
      names.map((name) => BigInt(row[name].value)),
      values.map(({ value }) => value),
      toText(cube),
    );
  }
  for (const [name, file] of [
    ["twist", "CornerOrientation"],
    ["flip", "EdgeOrientation"],
    ["slice", "UDSlice"],
  ] as const) {
    const known = await readFile(`superflip/coordinate/named/${file}.coord`, "utf8");
    assert.equal(distances(name).counts.join(" "), /^distances htm all: (.*)$/m.exec(known)![1], name);
  }
  for (let n = 0; n < 200; n++) {
    const cube = apply(solved, word("URFDLB", 12));
    const [here, there] = [coordinatesOf(cube)!, coordinatesOf(apply(cube, word("URFDLB", 1)))!];
    for (const name of names) assert.ok(Math.abs(here.UD[name].distance - there.UD[name].distance) <= 1);
    assert.ok(coordinatesOf(apply(solved, word("UD", 10)))!.UD.inG1);
  }
  assert.ok(coordinatesOf(apply(solved, ["R", "U2", "L'"]))!.RL.inG1);
  assert.ok(coordinatesOf(apply(solved, ["F", "U2", "B'"]))!.FB.inG1);
  assert.ok(!coordinatesOf(apply(solved, ["F", "U2", "B'"]))!.UD.inG1);
  assert.equal(heldAxis("UD", apply(solved, ["x"])), "FB");
  assert.equal(heldAxis("RL", apply(solved, ["x"])), "RL");
});

// Moves as permutations of the facelets, made from geometry: a turn rotates the positions and directions of the
// stickers in its layers. So slices, wide moves and rotations of the whole cube need no tables of their own.
//
// x points to the right, y up, z to the person who holds the cube.

import { type Stickers, solved } from "./stickers.js";

type Vector = readonly [number, number, number];
type Permutation = readonly number[]; // the sticker of facelet i goes to facelet p[i]

/** The middle of a facelet: the coordinate across its face is 1.5 or -1.5, the others are -1, 0 or 1. */
export function positionOf(facelet: number): Vector {
  const row = Math.floor((facelet % 9) / 3);
  const column = facelet % 3;
  switch (Math.floor(facelet / 9)) {
    case 0:
      return [column - 1, 1.5, row - 1];
    case 1:
      return [1.5, 1 - row, 1 - column];
    case 2:
      return [column - 1, 1 - row, 1.5];
    case 3:
      return [column - 1, -1.5, 1 - row];
    case 4:
      return [-1.5, 1 - row, column - 1];
    default:
      return [1 - column, 1 - row, -1.5];
  }
}

const key = (v: Vector): string => v.map((n) => n + 0).join();
const faceletAt = new Map(solved.map((_, i) => [key(positionOf(i)), i]));

// A quarter turn about an axis, clockwise as seen from its positive end.
const quarter: readonly ((v: Vector) => Vector)[] = [
  ([x, y, z]) => [x, z, -y + 0],
  ([x, y, z]) => [-z + 0, y, x],
  ([x, y, z]) => [y, -x + 0, z],
];

interface Turn {
  readonly axis: 0 | 1 | 2;
  readonly layers: readonly number[];
  readonly quarters: 1 | 3; // as seen from the positive end of the axis
}

const turns: Readonly<Record<string, Turn>> = (() => {
  const table: Record<string, Turn> = {};
  const add = (axis: 0 | 1 | 2, near: string, middle: string, far: string, all: string, middleQuarters: 1 | 3) => {
    table[near] = { axis, layers: [1], quarters: 1 };
    table[far] = { axis, layers: [-1], quarters: 3 };
    table[near.toLowerCase()] = { axis, layers: [0, 1], quarters: 1 };
    table[far.toLowerCase()] = { axis, layers: [-1, 0], quarters: 3 };
    table[middle] = { axis, layers: [0], quarters: middleQuarters };
    table[all] = { axis, layers: [-1, 0, 1], quarters: 1 };
  };
  add(0, "R", "M", "L", "x", 3);
  add(1, "U", "E", "D", "y", 3);
  add(2, "F", "S", "B", "z", 1);
  return table;
})();

/** True if the facelet lies in a layer that the move turns. */
export function isTurned(facelet: number, move: string): boolean {
  const turn = turns[move[0]!]!;
  return turn.layers.includes(Math.max(-1, Math.min(1, Math.round(positionOf(facelet)[turn.axis] / 1.2))));
}

const permutations = new Map<string, Permutation>();

function permutationOf(move: string): Permutation {
  const known = permutations.get(move);
  if (known) return known;
  const turn = turns[move[0]!]!;
  const times = (turn.quarters * (move.endsWith("2") ? 2 : move.endsWith("'") ? 3 : 1)) % 4;
  const made = solved.map((_, i) => {
    let at = positionOf(i);
    if (isTurned(i, move)) for (let n = 0; n < times; n++) at = quarter[turn.axis]!(at);
    return faceletAt.get(key(at))!;
  });
  permutations.set(move, made);
  return made;
}

export function apply(stickers: Stickers, moves: readonly string[]): Stickers {
  let now = stickers;
  for (const move of moves) {
    const to = permutationOf(move);
    const next = now.slice();
    to.forEach((target, i) => (next[target] = now[i]!));
    now = next;
  }
  return now;
}

export const inverse = (moves: readonly string[]): string[] =>
  moves.map((m) => (m.endsWith("2") ? m : m.endsWith("'") ? m.slice(0, -1) : `${m}'`)).reverse();

/**
 * The moves of a text in the usual notation: faces, wide moves (`Rw` or `r`), slices, rotations, each with 2 or an
 * apostrophe. The names are those of this file: `r` for `Rw`, `R'` for `Ri` and `R3`. Undefined if something else is in
 * the text, or nothing at all.
 */
export function parseMoves(text: string): string[] | undefined {
  const moves: string[] = [];
  const token = /\s*([URFDLB]w|[URFDLBurfdlbMESxyz])(\d?)(['’′`´i]?)\s*/y;
  let at = 0;
  while (at < text.length) {
    token.lastIndex = at;
    const match = token.exec(text);
    if (!match) return undefined;
    at = token.lastIndex;
    const name = match[1]!.endsWith("w") ? match[1]![0]!.toLowerCase() : match[1]!;
    const amount = ((match[2] ? Number(match[2]) : 1) * (match[3] ? 3 : 1)) % 4;
    if (amount > 0) moves.push(name + ["", "", "2", "'"][amount]!);
  }
  return moves.length > 0 ? moves : undefined;
}

/** The 24 rotations of the whole cube as words in x, y and z; the first is empty. */
export const rotations: readonly (readonly string[])[] = ["", "x", "x'", "x2", "z", "z'"].flatMap((tilt) =>
  ["", "y", "y2", "y'"].map((spin) => [tilt, spin].filter((move) => move !== "")),
);

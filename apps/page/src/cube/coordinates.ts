// Coordinates of phase 1: twist, flip and slice of the two-phase algorithm, with their distances from solved.
//
// The numbers are those of the library (superflip/coordinate/basic.h), and of Kociemba's program (kociemba.org/cube.htm):
// twist 0..2186 and flip 0..2047 are the orientations of all corners and edges but the last, slice 0..494 the places of
// the four edges of the middle layer. Each is small enough that all distances are found by going through all values once. A cube is in G1, the group
// of U, D, R2, L2, F2 and B2, when all three are 0. Phase 1 may go to the G1 of any of the three axes.

import { apply } from "./moves.js";
import { type Pieces, rotationToStandard, takeApart } from "./pieces.js";
import { type Colour, type Stickers, centreOf, faceOf, faces, solved } from "./stickers.js";

export type Axis = "UD" | "RL" | "FB";
export const axes: readonly Axis[] = ["UD", "RL", "FB"];
export type Name = "twist" | "flip" | "slice";
export const names: readonly Name[] = ["twist", "flip", "slice"];

const choose = (n: number, k: number): number => {
  let value = 1;
  for (let i = 0; i < k; i++) value = (value * (n - i)) / (i + 1);
  return value;
};

const digits = (values: readonly number[], base: number): number =>
  values.slice(0, -1).reduce((number, digit) => number * base + digit, 0);

function fromDigits(number: number, base: number, length: number): number[] {
  const values = new Array<number>(length).fill(0);
  for (let i = length - 2; i >= 0; i--, number = Math.floor(number / base)) values[i] = number % base;
  values[length - 1] = (base - (values.reduce((a, b) => a + b, 0) % base)) % base;
  return values;
}

/** Of places of the slice's edges, true where one is. */
function sliceNumber(isSlice: readonly boolean[]): number {
  let number = 0;
  let seen = 0;
  isSlice.forEach((isHere, place) => {
    if (isHere) seen++;
    else if (seen > 0) number += choose(place, seen - 1);
  });
  return number;
}

function fromSlice(number: number): boolean[] {
  const isSlice = new Array<boolean>(12).fill(false);
  let left = 4;
  for (let place = 11; left > 0; place--) {
    if (number >= choose(place, left - 1)) number -= choose(place, left - 1);
    else [isSlice[place], left] = [true, left - 1];
  }
  return isSlice;
}

interface Coordinate {
  readonly size: number;
  of(pieces: Pieces): number;
  /** The value after a move, which is given as the pieces of the cube that it makes of the solved one. */
  after(value: number, move: Pieces): number;
}

const coordinates: Readonly<Record<Name, Coordinate>> = {
  twist: {
    size: 2187,
    of: (p) => digits(p.twist, 3),
    after(value, move) {
      const twist = fromDigits(value, 3, 8);
      return digits(
        move.corner.map((from, i) => (twist[from]! + move.twist[i]!) % 3),
        3,
      );
    },
  },
  flip: {
    size: 2048,
    of: (p) => digits(p.flip, 2),
    after(value, move) {
      const flip = fromDigits(value, 2, 12);
      return digits(
        move.edge.map((from, i) => (flip[from]! + move.flip[i]!) % 2),
        2,
      );
    },
  },
  slice: {
    size: 495,
    of: (p) => sliceNumber(p.edge.map((piece) => piece >= 8)),
    after(value, move) {
      const isSlice = fromSlice(value);
      return sliceNumber(move.edge.map((from) => isSlice[from]!));
    },
  },
};

export interface Distances {
  /** For each value. */
  readonly distance: Uint8Array;
  /** How many values there are at each distance. */
  readonly counts: readonly number[];
}

const known = new Map<Name, Distances>();

/** Distances by turns of faces from value 0, found by breadth-first search when first asked for. */
export function distances(name: Name): Distances {
  const before = known.get(name);
  if (before) return before;
  const { size, after } = coordinates[name];
  const moves = faces.flatMap((face) => ["", "2", "'"].map((amount) => takeApart(apply(solved, [face + amount]))!));
  const distance = new Uint8Array(size).fill(255);
  const counts: number[] = [];
  distance[0] = 0;
  for (let front = [0]; front.length > 0;) {
    counts.push(front.length);
    const next: number[] = [];
    for (const value of front)
      for (const move of moves) {
        const reached = after(value, move);
        if (distance[reached] !== 255) continue;
        distance[reached] = counts.length;
        next.push(reached);
      }
    front = next;
  }
  const made = { distance, counts };
  known.set(name, made);
  return made;
}

export interface Value {
  readonly value: number;
  readonly size: number;
  readonly distance: number;
}
export type Row = Readonly<Record<Name, Value>> & { readonly inG1: boolean };

// The cube, turned so that its axis is vertical, with the colours named anew.
const tilts: Readonly<Record<Axis, readonly string[]>> = { UD: [], RL: ["z"], FB: ["x"] };

function renamed(stickers: Stickers): Stickers {
  const name = new Map<Colour, Colour>(faces.map((_, face) => [stickers[centreOf(face)]!, face as Colour]));
  return stickers.map((colour) => name.get(colour)!);
}

/**
 * The coordinates of a cube for each axis, the axes being those of the cube as it is held; undefined for stickers that
 * are no possible cube.
 */
export function coordinatesOf(stickers: Stickers): Readonly<Record<Axis, Row>> | undefined {
  if (!rotationToStandard(stickers)) return undefined;
  const rows = axes.map((axis) => {
    const pieces = takeApart(renamed(apply(stickers, tilts[axis])));
    if (!pieces) return undefined;
    const value = (name: Name): Value => {
      const number = coordinates[name].of(pieces);
      return { value: number, size: coordinates[name].size, distance: distances(name).distance[number]! };
    };
    const [twist, flip, slice] = [value("twist"), value("flip"), value("slice")];
    return { twist, flip, slice, inG1: twist.value + flip.value + slice.value === 0 };
  });
  if (rows.includes(undefined)) return undefined;
  return { UD: rows[0]!, RL: rows[1]!, FB: rows[2]! };
}

/** The axis of the cube as it is held that carries the faces of this axis when white is on top and green in front. */
export function heldAxis(axis: Axis, stickers: Stickers): Axis {
  const face = { UD: 0, RL: 1, FB: 2 }[axis];
  const at = [0, 1, 2, 3, 4, 5].findIndex((place) => stickers[centreOf(place)] === face);
  return axes[faceOf(centreOf(at)) % 3]!;
}

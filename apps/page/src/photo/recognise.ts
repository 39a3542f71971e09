// From six photographs to a cube. The 54 samples are divided into six groups of nine around the six centres so that the
// sum of the distances is least (the Hungarian method), the groups are named by the usual colours, and the six sides,
// which may come in any order and turned in any way, are put together so that the result is a real cube.

import { isReachable, review } from "../cube/pieces.js";
import { type Colour, faceOf, isCentre, type Stickers, unknown } from "../cube/stickers.js";
import { distance, type Lab, usual } from "./colour.js";

export interface Recognised {
  readonly stickers: Stickers;
  /** Facelets that could well have another colour. */
  readonly doubtful: readonly number[];
  readonly isLegal: boolean;
}

/** For each row the column of an assignment with the least sum. Square costs; Kuhn and Munkres, O(n^3). */
export function assign(costs: readonly (readonly number[])[]): number[] {
  const n = costs.length;
  const u = new Array<number>(n + 1).fill(0);
  const v = new Array<number>(n + 1).fill(0);
  const rowOf = new Array<number>(n + 1).fill(0);
  const way = new Array<number>(n + 1).fill(0);
  for (let row = 1; row <= n; row++) {
    rowOf[0] = row;
    let column = 0;
    const least = new Array<number>(n + 1).fill(Infinity);
    const used = new Array<boolean>(n + 1).fill(false);
    do {
      used[column] = true;
      const from = rowOf[column]!;
      let delta = Infinity;
      let next = 0;
      for (let j = 1; j <= n; j++) {
        if (used[j]) continue;
        const reduced = costs[from - 1]![j - 1]! - u[from]! - v[j]!;
        if (reduced < least[j]!) [least[j], way[j]] = [reduced, column];
        if (least[j]! < delta) [delta, next] = [least[j]!, j];
      }
      for (let j = 0; j <= n; j++) {
        if (used[j]) {
          u[rowOf[j]!]! += delta;
          v[j]! -= delta;
        } else least[j]! -= delta;
      }
      column = next;
    } while (rowOf[column] !== 0);
    while (column !== 0) {
      rowOf[column] = rowOf[way[column]!]!;
      column = way[column]!;
    }
  }
  const columnOf = new Array<number>(n).fill(0);
  for (let j = 1; j <= n; j++) columnOf[rowOf[j]! - 1] = j - 1;
  return columnOf;
}

const mean = (colours: readonly Lab[]): Lab =>
  [0, 1, 2].map((i) => colours.reduce((sum, c) => sum + c[i]!, 0) / colours.length) as unknown as Lab;

const minus = (p: Lab, q: Lab): Lab => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];

/** Divides 54 samples (six sides of nine) into six groups of nine, each with one centre; the groups' middles, and the
 * samples as they would be if all sides were in the same light. The light of a side is what its samples have in common
 * against the middles of their groups; red in a warm light is orange in a cold one, and this is what tells them apart. */
function group(
  samples: readonly Lab[],
  start: readonly Lab[],
): { of: number[]; middles: Lab[]; inOneLight: readonly Lab[] } {
  let inOneLight = samples;
  let middles = [...start];
  let of: number[] = [];
  for (let round = 0; round < 20; round++) {
    const columns = assign(
      inOneLight.map((sample, i) =>
        Array.from({ length: 54 }, (_, column) => {
          const isOwn = i % 9 !== 4 || Math.floor(i / 9) === Math.floor(column / 9);
          return isOwn ? distance(sample, middles[Math.floor(column / 9)]!) : 1e6;
        }),
      ),
    );
    const next = columns.map((column) => Math.floor(column / 9));
    const isSettled = next.every((g, i) => g === of[i]);
    of = next;
    if (isSettled && round > 2) break;
    middles = middles.map((_, g) => mean(inOneLight.filter((_, i) => of[i] === g)));
    const lights = [0, 1, 2, 3, 4, 5].map((side) =>
      mean(samples.slice(9 * side, 9 * side + 9).map((sample, i) => minus(sample, middles[of[9 * side + i]!]!))),
    );
    inOneLight = samples.map((sample, i) => minus(sample, lights[Math.floor(i / 9)]!));
  }
  return { of, middles, inOneLight };
}

/** Which colour each of six is: the naming with the least sum of distances from the usual colours. */
const nameColours = (middles: readonly Lab[]): Colour[] =>
  assign(middles.map((middle) => usual.map((colour) => distance(middle, colour)))) as Colour[];

/** A side, turned clockwise so often. */
function turned<T>(side: readonly T[], times: number): readonly T[] {
  let now = side;
  for (let n = 0; n < times; n++) now = [6, 3, 0, 7, 4, 1, 8, 5, 2].map((from) => now[from]!);
  return now;
}

/** How each face must be turned to make a real cube, or as real as can be; of several ways one with the fewest turned. */
function orient(sides: readonly (readonly Colour[])[]): { turns: number[]; isLegal: boolean } {
  const all = Array.from({ length: 4 ** 6 }, (_, i) => [0, 1, 2, 3, 4, 5].map((face) => Math.floor(i / 4 ** face) % 4));
  all.sort((a, b) => a.filter((t) => t > 0).length - b.filter((t) => t > 0).length);
  const cubeOf = (turns: number[]) => turns.flatMap((times, face) => turned(sides[face]!, times)) as Stickers;
  const legal = all.find((turns) => isReachable(cubeOf(turns)));
  if (legal) return { turns: legal, isLegal: true };
  const faults = (turns: number[]) => review(cubeOf(turns)).faults.filter((fault) => fault !== undefined).length;
  // Pictures taken as the page's guide says need no turning; only a much better fit is worth it.
  let best = { turns: all[0]!, faults: faults(all[0]!) - 6 };
  for (const turns of all.slice(1)) {
    const here = faults(turns);
    if (here < best.faults) best = { turns, faults: here };
  }
  return { turns: best.turns, isLegal: false };
}

/** The cube of 54 samples: six sides in any order, each by rows. Held with white on top and green in front. Groups begin
 * with the centres, and, if no real cube comes of them, with the usual colours of the centres. */
export function recognise(samples: readonly Lab[]): Recognised {
  const centres = [0, 1, 2, 3, 4, 5].map((side) => samples[9 * side + 4]!);
  const fromCentres = recogniseFrom(samples, centres);
  if (fromCentres.isLegal) return fromCentres;
  const fromUsual = recogniseFrom(
    samples,
    nameColours(centres).map((colour) => usual[colour]!),
  );
  return fromUsual.isLegal ? fromUsual : fromCentres;
}

function recogniseFrom(samples: readonly Lab[], start: readonly Lab[]): Recognised {
  const { of, middles, inOneLight } = group(samples, start);
  const names = nameColours(middles);
  const doubtfulSample = inOneLight.map((sample, i) => {
    const own = distance(sample, middles[of[i]!]!);
    const other = Math.min(...middles.filter((_, g) => g !== of[i]).map((middle) => distance(sample, middle)));
    return i % 9 !== 4 && own > 0.6 * other;
  });
  const sideOfFace = [0, 1, 2, 3, 4, 5].map((face) =>
    [0, 1, 2, 3, 4, 5].find((side) => names[of[9 * side + 4]!] === face)!,
  );
  const cells = (side: number) => Array.from({ length: 9 }, (_, i) => 9 * side + i);
  const { turns, isLegal } = orient(sideOfFace.map((side) => cells(side).map((i) => names[of[i]!] ?? unknown)));
  const sources = turns.flatMap((times, face) => [...turned(cells(sideOfFace[face]!), times)]);
  // Of 4096 ways to turn the sides one may make a real cube of a colour taken wrongly. So where a colour is doubtful,
  // the sides that were turned are, too.
  const isUnsure = doubtfulSample.includes(true);
  return {
    stickers: sources.map((i) => names[of[i]!]!),
    doubtful: sources.flatMap((i, facelet) => {
      const isTurned = isUnsure && turns[faceOf(facelet)]! > 0 && !isCentre(facelet);
      return doubtfulSample[i] || isTurned ? [facelet] : [];
    }),
    isLegal,
  };
}

// Pieces: which corners and edges the stickers show, what contradicts itself while a cube is still being entered, and
// the cube as permutations and orientations when it is complete.
//
// A piece is recognised by its colours alone, so nothing here depends on how the cube is held, except `takeApart`.

import { apply, rotations } from "./moves.js";
import {
  type Colour,
  type Stickers,
  centreOf,
  colours,
  countColours,
  isCentre,
  opposite,
  solved,
  unknown,
} from "./stickers.js";

/** The facelets of the places URF UFL ULB UBR DFR DLF DBL DRB, clockwise, the one of U or D first. */
export const cornerFacelets: readonly (readonly number[])[] = [
  [8, 9, 20],
  [6, 18, 38],
  [0, 36, 47],
  [2, 45, 11],
  [29, 26, 15],
  [27, 44, 24],
  [33, 53, 42],
  [35, 17, 51],
];
/** The facelets of the places UR UF UL UB DR DF DL DB FR FL BL BR. */
export const edgeFacelets: readonly (readonly number[])[] = [
  [5, 10],
  [7, 19],
  [3, 37],
  [1, 46],
  [32, 16],
  [28, 25],
  [30, 43],
  [34, 52],
  [23, 12],
  [21, 41],
  [50, 39],
  [48, 14],
];

const coloursAt = (places: readonly (readonly number[])[], stickers: Stickers): Colour[][] =>
  places.map((place) => place.map((facelet) => stickers[facelet]!));
const corners = coloursAt(cornerFacelets, solved);
const edges = coloursAt(edgeFacelets, solved);

/** By how many places the colours of the piece are shifted to fit what is seen; -1: not at all. */
function shiftOf(piece: readonly Colour[], seen: readonly Colour[], from = 0): number {
  const size = piece.length;
  for (let shift = from; shift < size; shift++)
    if (seen.every((colour, i) => colour === unknown || colour === piece[(i + size - shift) % size])) return shift;
  return -1;
}

/** The place of each piece in one way to give every place a piece of its candidates, or undefined if there is none. */
function match(candidates: readonly (readonly number[])[]): number[] | undefined {
  const placeOf = new Array<number>(candidates.length).fill(-1);
  const give = (place: number, seen: Set<number>): boolean =>
    candidates[place]!.some((piece) => {
      if (seen.has(piece)) return false;
      seen.add(piece);
      if (placeOf[piece]! >= 0 && !give(placeOf[piece]!, seen)) return false;
      placeOf[piece] = place;
      return true;
    });
  return candidates.every((_, place) => give(place, new Set())) ? placeOf : undefined;
}

export type Fault = "centre" | "piece" | "twice" | "missing";
export interface Review {
  /** For each facelet what is wrong with it, if anything. */
  readonly faults: readonly (Fault | undefined)[];
  readonly counts: readonly number[];
  readonly ok: boolean;
}

function reviewPlaces(
  places: readonly (readonly number[])[],
  pieces: readonly (readonly Colour[])[],
  stickers: Stickers,
  fault: (place: number, kind: Fault) => void,
) {
  const candidates = places.map((place) => {
    const seen = place.map((facelet) => stickers[facelet]!);
    return pieces.flatMap((piece, i) => (shiftOf(piece, seen) >= 0 ? [i] : []));
  });
  const claimed = new Map<number, number[]>();
  candidates.forEach((possible, place) => {
    if (possible.length === 0) fault(place, "piece");
    if (possible.length === 1) claimed.set(possible[0]!, [...(claimed.get(possible[0]!) ?? []), place]);
  });
  const twice = [...claimed.values()].filter((claims) => claims.length > 1).flat();
  for (const place of twice) fault(place, "twice");
  // What is left is subtler: each place could be a piece, but not all of them at once.
  if (twice.length === 0 && candidates.every((possible) => possible.length > 0) && !match(candidates))
    candidates.forEach((possible, place) => {
      const others = candidates.map((c, i) => (i === place ? pieces.map((_, piece) => piece) : c));
      if (possible.length < pieces.length && match(others)) fault(place, "missing");
    });
}

/** All that can be said about a cube while it is entered: colours too often, centres, pieces that do not exist. */
export function review(stickers: Stickers): Review {
  const faults = new Array<Fault | undefined>(54).fill(undefined);
  const counts = countColours(stickers);
  const centres = colours.map((face) => stickers[centreOf(face)]!);
  const holdings = rotations.filter((rotation) =>
    apply(solved, rotation).every((c, i) => !isCentre(i) || stickers[i] === unknown || stickers[i] === c),
  );
  if (holdings.length === 0)
    centres.forEach((colour, face) => {
      const others = centres.filter((_, i) => i !== face);
      const wrong = others.includes(colour) || ![unknown, opposite(colour)].includes(centres[(face + 3) % 6]!);
      if (colour !== unknown && wrong) faults[centreOf(face)] = "centre";
    });
  // Six different centres with opposite colours opposite, and yet no holding: the mirror image of a cube.
  if (holdings.length === 0 && !faults.includes("centre"))
    for (const face of colours) faults[centreOf(face)] = "centre";
  const mark = (places: readonly (readonly number[])[]) => (place: number, kind: Fault) => {
    for (const facelet of places[place]!) if (stickers[facelet] !== unknown) faults[facelet] = kind;
  };
  reviewPlaces(cornerFacelets, corners, stickers, mark(cornerFacelets));
  reviewPlaces(edgeFacelets, edges, stickers, mark(edgeFacelets));
  const tooOften = colours.some((colour) => counts[colour]! > 9);
  return { faults, counts, ok: !tooOften && faults.every((fault) => fault === undefined) };
}

/** The colours that unknown stickers must have, because no other arrangement of the pieces is left. */
export function certain(stickers: Stickers): ReadonlyMap<number, Colour> {
  const found = new Map<number, Colour>();
  const agree = (facelet: number, possible: ReadonlySet<Colour>) => {
    if (stickers[facelet] === unknown && possible.size === 1) found.set(facelet, [...possible][0]!);
  };
  for (const [places, pieces] of [
    [cornerFacelets, corners],
    [edgeFacelets, edges],
  ] as const) {
    const seen = places.map((place) => place.map((facelet) => stickers[facelet]!));
    const candidates = seen.map((colours) => pieces.flatMap((piece, i) => (shiftOf(piece, colours) >= 0 ? [i] : [])));
    places.forEach((place, at) => {
      if (!seen[at]!.includes(unknown)) return;
      const possible = place.map(() => new Set<Colour>());
      for (const i of candidates[at]!) {
        if (!match(candidates.map((c, other) => (other === at ? [i] : c)))) continue;
        const piece = pieces[i]!;
        for (let shift = shiftOf(piece, seen[at]!); shift >= 0; shift = shiftOf(piece, seen[at]!, shift + 1))
          place.forEach((_, n) => possible[n]!.add(piece[(n + piece.length - shift) % piece.length]!));
      }
      place.forEach((facelet, n) => agree(facelet, possible[n]!));
    });
  }
  const holdings = rotations
    .map((rotation) => apply(solved, rotation))
    .filter((held) => held.every((c, i) => !isCentre(i) || stickers[i] === unknown || stickers[i] === c));
  for (const face of colours) agree(centreOf(face), new Set(holdings.map((held) => held[centreOf(face)]!)));
  return found;
}

/** Which piece is on each place and how it is turned there. */
export interface Pieces {
  readonly corner: readonly number[];
  readonly twist: readonly number[];
  readonly edge: readonly number[];
  readonly flip: readonly number[];
}

/** The pieces of a cube that is held with white on top and green in front; undefined if a place shows no piece. */
export function takeApart(stickers: Stickers): Pieces | undefined {
  const read = (places: readonly (readonly number[])[], pieces: readonly (readonly Colour[])[]) => {
    const which: number[] = [];
    const how: number[] = [];
    for (const place of places) {
      const seen = place.map((facelet) => stickers[facelet]!);
      if (seen.includes(unknown)) return undefined;
      const piece = pieces.findIndex((candidate) => shiftOf(candidate, seen) >= 0);
      if (piece < 0) return undefined;
      which.push(piece);
      how.push(shiftOf(pieces[piece]!, seen));
    }
    return { which, how };
  };
  const c = read(cornerFacelets, corners);
  const e = c && read(edgeFacelets, edges);
  return c && e && { corner: c.which, twist: c.how, edge: e.which, flip: e.how };
}

export function putTogether(pieces: Pieces): Stickers {
  const stickers = solved.slice();
  const put = (
    places: typeof cornerFacelets,
    of: readonly (readonly Colour[])[],
    which: readonly number[],
    how: readonly number[],
  ) =>
    places.forEach((place, i) =>
      place.forEach((facelet, n) => {
        stickers[facelet] = of[which[i]!]![(n + place.length - how[i]!) % place.length]!;
      }),
    );
  put(cornerFacelets, corners, pieces.corner, pieces.twist);
  put(edgeFacelets, edges, pieces.edge, pieces.flip);
  return stickers;
}

export function isOdd(permutation: readonly number[]): boolean {
  let inversions = 0;
  permutation.forEach((a, i) => permutation.slice(i + 1).forEach((b) => (inversions += a > b ? 1 : 0)));
  return inversions % 2 === 1;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

/** The rotation that brings the cube to white on top and green in front; undefined if no rotation does. */
export const rotationToStandard = (stickers: Stickers): readonly string[] | undefined =>
  rotations.find((rotation) => apply(stickers, rotation).every((colour, i) => !isCentre(i) || colour === solved[i]));

/** True if turns lead from the solved cube to this one, held in any way. */
export function isReachable(stickers: Stickers): boolean {
  const rotation = rotationToStandard(stickers);
  const pieces = rotation && takeApart(apply(stickers, rotation));
  return (
    pieces !== undefined &&
    new Set(pieces.corner).size === 8 &&
    new Set(pieces.edge).size === 12 &&
    sum(pieces.twist) % 3 === 0 &&
    sum(pieces.flip) % 2 === 0 &&
    isOdd(pieces.corner) === isOdd(pieces.edge)
  );
}

/** A cube as it would be held to look most like another one: of the 24 holdings the one with the fewest differences. */
export function heldLike(stickers: Stickers, model: Stickers): Stickers {
  const differences = (held: Stickers) =>
    held.filter((c, i) => c !== model[i]).length + 54 * held.filter((c, i) => isCentre(i) && c !== model[i]).length;
  return rotations
    .map((rotation) => apply(stickers, rotation))
    .reduce((a, b) => (differences(b) < differences(a) ? b : a));
}

/** A number 0..n-1, each as likely as the others. */
function below(n: number): number {
  const limit = Math.floor(2 ** 32 / n) * n;
  const word = new Uint32Array(1);
  do crypto.getRandomValues(word);
  while (word[0]! >= limit);
  return word[0]! % n;
}

/** One of the 43,252,003,274,489,856,000 cubes, each as likely as the others. */
export function randomCube(): Stickers {
  const shuffled = (n: number) => {
    const order = Array.from({ length: n }, (_, i) => i);
    for (let i = n - 1; i > 0; i--) {
      const j = below(i + 1);
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
    return order;
  };
  const turned = (n: number, states: number) => {
    const how = Array.from({ length: n - 1 }, () => below(states));
    return [...how, (states - (sum(how) % states)) % states];
  };
  const corner = shuffled(8);
  const edge = shuffled(12);
  if (isOdd(corner) !== isOdd(edge)) [edge[0], edge[1]] = [edge[1]!, edge[0]!];
  return putTogether({ corner, twist: turned(8, 3), edge, flip: turned(12, 2) });
}

// A small cube that shares nothing with superflip: stickers as points in space, which turns of faces rotate.
import { numbersFrom } from "./testing.mjs";

const FACES = "URFDLB";
// Of each face: its outward direction, and the directions in which its rows are read: to the right, and down.
const AXES = {
  U: [[0, 1, 0], [1, 0, 0], [0, 0, 1]],
  R: [[1, 0, 0], [0, 0, -1], [0, -1, 0]],
  F: [[0, 0, 1], [1, 0, 0], [0, -1, 0]],
  D: [[0, -1, 0], [1, 0, 0], [0, 0, -1]],
  L: [[-1, 0, 0], [0, 0, 1], [0, -1, 0]],
  B: [[0, 0, -1], [-1, 0, 0], [0, -1, 0]],
};
const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

const places = [...FACES].flatMap((face) => {
  const [out, right, down] = AXES[face];
  return [...Array(9).keys()].map((i) => ({
    at: out.map((x, k) => x + (i % 3 - 1) * right[k] + (Math.floor(i / 3) - 1) * down[k]),
    out,
  }));
});
const indexOf = new Map(places.map(({ at, out }, i) => [`${at};${out}`, i]));

/** v, turned clockwise by a quarter as seen from outside the face: v -> (v.n) n - n x v. */
function turned(v, n) {
  const c = cross(n, v);
  return n.map((x, i) => dot(v, n) * x - c[i] + 0);
}

/** Where the sticker of each place goes in a clockwise quarter turn of a face. */
const quarter = Object.fromEntries(
  [...FACES].map((face) => {
    const n = AXES[face][0];
    const goal = ({ at, out }, i) => (dot(at, n) > 0.5 ? indexOf.get(`${turned(at, n)};${turned(out, n)}`) : i);
    return [face, places.map(goal)];
  }),
);

export const SOLVED = [...FACES].map((face) => face.repeat(9)).join("");

/** The facelets after face turns such as "R U2 F'". */
export function apply(facelets, moves) {
  let now = [...facelets];
  for (const move of moves.split(" ").filter(Boolean)) {
    if (!/^[URFDLB][2']?$/.test(move)) throw new Error(`no turn of a face: ${move}`);
    const turns = move[1] === "2" ? 2 : move[1] === "'" ? 3 : 1;
    for (let i = 0; i < turns; ++i) {
      const next = [];
      quarter[move[0]].forEach((to, from) => (next[to] = now[from]));
      now = next;
    }
  }
  return now.join("");
}

export function lengthOf(moves) {
  return moves.split(" ").filter(Boolean).length;
}

/** Random moves from a seed, no face twice in a row. */
export function randomMoves(seed, count) {
  const next = numbersFrom(seed);
  const below = (n) => next() % n;
  const moves = [];
  let last = -1;
  while (moves.length < count) {
    const face = below(6);
    if (face === last) continue;
    last = face;
    moves.push(FACES[face] + ["", "2", "'"][below(3)]);
  }
  return moves.join(" ");
}

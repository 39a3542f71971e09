// The next move as a picture: the cube as it is, seen from the front, a little from the right and from above, with an
// arrow along the layer to turn. Everything is placed in space (cube/moves.ts has the axes) and projected.

import { isTurned, positionOf } from "../cube/moves.js";
import { type Stickers, faceOf } from "../cube/stickers.js";
import { hasLetters } from "../state.js";
import { text } from "../text.js";

type Vector = readonly [number, number, number];

const yaw = 0.56;
const pitch = 0.46;

function project([x, y, z]: Vector): readonly [number, number] {
  const right = x * Math.cos(yaw) - z * Math.sin(yaw);
  const near = x * Math.sin(yaw) + z * Math.cos(yaw);
  return [right, near * Math.sin(pitch) - y * Math.cos(pitch)];
}

const add = (a: Vector, b: Vector, times = 1): Vector => [
  a[0] + times * b[0],
  a[1] + times * b[1],
  a[2] + times * b[2],
];
const d = (points: readonly Vector[]): string =>
  points
    .map(
      (p, i) =>
        `${i ? "L" : "M"}${project(p)
          .map((n) => n.toFixed(3))
          .join(" ")}`,
    )
    .join("");

// Two directions along each of the faces that are seen: U, R, F.
const spans: readonly (readonly [Vector, Vector])[] = [
  [
    [1, 0, 0],
    [0, 0, 1],
  ],
  [
    [0, 0, -1],
    [0, -1, 0],
  ],
  [
    [1, 0, 0],
    [0, -1, 0],
  ],
];

/** A square of that half width with rounded corners, about a facelet's middle. */
function square(facelet: number, half: number, round: number): string {
  const middle = positionOf(facelet);
  const [a, b] = spans[faceOf(facelet)]!;
  const corner = (s: number, t: number, cut: readonly [number, number]) =>
    add(add(middle, a, s * (half - round * cut[0])), b, t * (half - round * cut[1]));
  const point = (v: Vector) =>
    project(v)
      .map((n) => n.toFixed(3))
      .join(" ");
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ] as const;
  return `${corners
    .map(([s, t], i) => {
      const isAcross = i % 2 === 0;
      const before = corner(s, t, isAcross ? [0, 1] : [1, 0]);
      const after = corner(s, t, isAcross ? [1, 0] : [0, 1]);
      return `${i ? "L" : "M"}${point(before)}Q${point(corner(s, t, [0, 0]))} ${point(after)}`;
    })
    .join("")}Z`;
}

// The way of the layer, clockwise. Straight arrows bend over an edge of the cube, so that one sees how it goes on.
const h = 1.53;
const arc: Vector[] = Array.from({ length: 25 }, (_, i) => {
  const angle = ((215 - (250 * i) / 24) * Math.PI) / 180;
  return [1.02 * Math.cos(angle), 1.02 * Math.sin(angle), h];
});
const arrows: Readonly<Record<string, readonly Vector[]>> = {
  U: [
    [h, 1, -0.2],
    [h, 1, h],
    [-0.85, 1, h],
  ],
  D: [
    [-1.3, -1, h],
    [h, -1, h],
    [h, -1, -0.6],
  ],
  R: [
    [1, -1.3, h],
    [1, h, h],
    [1, h, -0.6],
  ],
  L: [
    [-1, h, -0.4],
    [-1, h, h],
    [-1, -0.85, h],
  ],
  F: arc,
  B: [
    [h, -0.8, -1],
    [h, h, -1],
    [-0.85, h, -1],
  ],
};

const length = (v: Vector): number => Math.hypot(...v);
const unit = (v: Vector): Vector => [v[0] / length(v), v[1] / length(v), v[2] / length(v)];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** The outward direction of the face on which a point of an arrow lies. */
function outward(p: Vector): Vector {
  const axis = p.findIndex((n) => Math.abs(n) >= h - 0.01);
  return [0, 1, 2].map((i) => (i === axis ? 1 : 0)) as unknown as Vector;
}

function head(tip: Vector, before: Vector, at: Vector, size: number): string {
  const along = unit(add(tip, before, -1));
  const across = unit(cross(along, outward(tip)));
  return `${d([add(add(at, along, size), across, 0), add(at, across, size * 0.82), add(at, across, -size * 0.82)])}Z`;
}

function arrowOf(move: string): { line: string; heads: string[] } {
  const clockwise = arrows[move[0]!]!;
  const line = move.endsWith("'") ? [...clockwise].reverse() : clockwise;
  const tip = line[line.length - 1]!;
  const before = line[line.length - 2]!;
  const along = unit(add(tip, before, -1));
  const heads = [head(tip, before, tip, 0.46)];
  if (move.endsWith("2")) heads.push(head(tip, before, add(tip, along, -0.5), 0.46));
  return { line: d(line), heads };
}

const seen = Array.from({ length: 27 }, (_, i) => i);
const body =
  "M" +
  [
    [-1.5, 1.5, -1.5],
    [1.5, 1.5, -1.5],
    [1.5, -1.5, -1.5],
    [1.5, -1.5, 1.5],
    [-1.5, -1.5, 1.5],
    [-1.5, 1.5, 1.5],
  ]
    .map((p) =>
      project(p as unknown as Vector)
        .map((n) => n.toFixed(3))
        .join(" "),
    )
    .join("L") +
  "Z";

/** The cube before the move; without a move, the cube alone. */
export function NextMove({ cube, move }: { cube: Stickers; move: string | undefined }) {
  const arrow = move === undefined ? undefined : arrowOf(move);
  const label = text.play.picture(move === undefined ? "" : text.play.sentence(move));
  return (
    <svg class="picture" viewBox="-2.5 -2.5 5 5" role="img" aria-label={label}>
      <path class="body" d={body} />
      {seen.map((i) => (
        <path
          key={i}
          class="tile"
          data-colour={cube[i]}
          data-rest={move !== undefined && !isTurned(i, move)}
          d={square(i, 0.44, 0.14)}
        />
      ))}
      {hasLetters.value &&
        seen.map((i) => {
          const [x, y] = project(positionOf(i));
          return (
            <text key={i} class="tile-letter" data-colour={cube[i]} x={x} y={y}>
              {text.initials[cube[i]!]}
            </text>
          );
        })}
      {arrow && (
        <g class="arrow">
          <path class="edge" d={arrow.line} />
          {arrow.heads.map((path) => (
            <path key={path} class="edge head" d={path} />
          ))}
          <path class="line" d={arrow.line} />
          {arrow.heads.map((path) => (
            <path key={path} class="line head" d={path} />
          ))}
        </g>
      )}
    </svg>
  );
}

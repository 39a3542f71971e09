// The net: 54 buttons on a grid of 12 by 9. One of them takes part in the tab order; arrows go from one to the next.

import { signal } from "@preact/signals";

import { type Colour, faceOf, faces, isCentre, unknown } from "../cube/stickers.js";
import {
  brush,
  doubtful,
  hasLetters,
  isPrinting,
  paint,
  repairs,
  reviewed,
  shown,
  solution,
  stickers,
} from "../state.js";
import { text } from "../text.js";

// Where each face lies in the net, in units of three stickers: column, row.
const origin = [
  [1, 0],
  [2, 1],
  [1, 1],
  [1, 2],
  [0, 1],
  [3, 1],
] as const;

/** Where a sticker lies in the net. */
export const cell = (facelet: number): { column: number; row: number } => {
  const [x, y] = origin[faceOf(facelet)]!;
  return { column: 3 * x + (facelet % 3), row: 3 * y + Math.floor((facelet % 9) / 3) };
};
const facelets = Array.from({ length: 54 }, (_, i) => i);
const at = new Map(facelets.map((i) => [`${cell(i).column},${cell(i).row}`, i]));
// The order in which typing goes on: face by face as one reads the net.
const order = [0, 4, 2, 1, 5, 3].flatMap((face) => facelets.slice(9 * face, 9 * face + 9));

/** The sticker that takes part in the tab order: the last one that was touched. */
export const focused = signal(0);

// Names of the sides, in the empty corners of the net: grid lines of the row and the columns.
const captions = [
  ["U", 2, "1 / 4"],
  ["L", 3, "1 / 4"],
  ["R", 3, "9 / 12"],
  ["B", 3, "13 / 16"],
  ["D", 10, "1 / 4"],
] as const;

const keyColours: Record<string, Colour> = { w: 0, r: 1, g: 2, y: 3, o: 4, b: 5, 1: 0, 2: 1, 3: 2, 4: 3, 5: 4, 6: 5 };
const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function focus(facelet: number): void {
  focused.value = facelet;
  document.getElementById(`sticker-${facelet}`)?.focus();
}

const along = (facelet: number, by: number): number => order[(order.indexOf(facelet) + by + 54) % 54]!;

function onKey(event: KeyboardEvent, facelet: number): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const arrow = arrows[event.key];
  const colour = keyColours[event.key.toLowerCase()];
  if (arrow) {
    const { column, row } = cell(facelet);
    const next = at.get(`${column + arrow[0]},${row + arrow[1]}`);
    if (next !== undefined) focus(next);
  } else if (colour !== undefined) {
    paint(facelet, colour);
    focus(along(facelet, 1));
  } else if (event.key === "Delete") {
    paint(facelet, unknown);
  } else if (event.key === "Backspace") {
    const before = stickers.peek()[facelet] === unknown ? along(facelet, -1) : facelet;
    paint(before, unknown);
    focus(before);
  } else if (event.key === "Home") {
    focus(order[0]!);
  } else if (event.key === "End") {
    focus(order[53]!);
  } else {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
}

export const nameOf = (facelet: number): string =>
  text.faceOfSticker(faces[faceOf(facelet)]!, Math.floor((facelet % 9) / 3) + 1, (facelet % 3) + 1);

export function Net() {
  const { faults } = reviewed.value;
  // While the solution is played the net follows it, and is not painted on.
  const isStill = solution.value === undefined || shown.value === stickers.value || solution.value.moves.length === 0;
  return (
    <div class="net" role="group" aria-label={text.entry.net} data-letters={hasLetters.value}>
      {captions.map(([face, row, columns]) => (
        <span
          key={face}
          class="caption"
          data-face={face}
          aria-hidden="true"
          style={{ gridRow: row, gridColumn: columns }}
        >
          {text.entry.captions[face]}
        </span>
      ))}
      {facelets.map((i) => {
        const colour = (isPrinting.value ? stickers : shown).value[i]!;
        const fault = isStill ? faults[i] : undefined;
        const doubt = doubtful.value.has(i) && isStill;
        const repair = repairs.value.get(i);
        const { column, row } = cell(i);
        const remark = fault ? text.entry.fault[fault] : doubt ? text.photos.doubtful : undefined;
        return (
          <button
            key={i}
            id={`sticker-${i}`}
            type="button"
            class="sticker"
            data-colour={colour}
            data-centre={isCentre(i)}
            data-fault={fault}
            data-doubt={doubt || undefined}
            style={{
              gridColumn: `${column + 1 + Math.floor(column / 3)}`,
              gridRow: `${row + 1 + Math.floor(row / 3)}`,
            }}
            tabIndex={i === focused.value ? 0 : -1}
            aria-label={text.sticker(nameOf(i), text.colour[colour], remark)}
            onFocus={() => (focused.value = i)}
            onClick={() => {
              focused.value = i; // Safari does not focus a button that is clicked
              paint(i, brush.value);
            }}
            onKeyDown={(event) => onKey(event, i)}
          >
            <span aria-hidden="true">{text.initials[colour]}</span>
            {repair !== undefined && <i class="repair-dot" data-colour={repair} aria-hidden="true" />}
          </button>
        );
      })}
    </div>
  );
}

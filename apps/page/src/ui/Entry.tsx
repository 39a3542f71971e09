// Entering a cube: the net, the palette, a field for pasted text, and what is wrong so far.

import { useSignal, useSignalEffect } from "@preact/signals";
import { lazy, Suspense } from "preact/compat";

import { centreOf, type Colour, colours, faceOf, faces, unknown } from "../cube/stickers.js";
import type { Fault } from "../cube/pieces.js";
import {
  brush,
  canSolveEntered,
  canUndo,
  certainties,
  clear,
  enter,
  type Entered,
  fillCertain,
  outcome,
  random,
  reviewed,
  setStickers,
  solveEntered,
  stickers,
  still,
  toggleStill,
  undo,
  unreadAddress,
} from "../state.js";
import { text } from "../text.js";
import { Icon, type IconName } from "./icons.js";
import { NotLoaded } from "./NotLoaded.js";
import { focused, Net } from "./Net.js";

const Patterns = lazy(() => import("./Patterns.js").catch(() => ({ default: NotLoaded })));
const Photos = lazy(() => import("./Photos.js").catch(() => ({ default: NotLoaded })));

export const Button = ({
  icon,
  label,
  onClick,
  disabled,
}: {
  icon: IconName;
  label: string;
  onClick: () => void;
  disabled?: boolean;
}) => (
  <button type="button" class="button" onClick={onClick} disabled={disabled}>
    <Icon name={icon} />
    {label}
  </button>
);

function Palette() {
  const { counts } = reviewed.value;
  return (
    <div class="palette" role="radiogroup" aria-label={text.entry.palette}>
      {[...colours, unknown].map((colour: Colour) => (
        <label
          key={colour}
          class="swatch"
          data-full={colour !== unknown && counts[colour]! === 9}
          data-over={colour !== unknown && counts[colour]! > 9}
        >
          <input type="radio" name="brush" checked={brush.value === colour} onChange={() => (brush.value = colour)} />
          <span class="chip" data-colour={colour}>
            {colour === unknown && <Icon name="eraser" />}
          </span>
          <span class="count" aria-hidden="true">
            {colour === unknown ? "" : counts[colour]}
          </span>
          <span class="hidden">
            {colour === unknown ? text.entry.eraser : `${text.colour[colour]}, ${counts[colour]}`}
          </span>
        </label>
      ))}
    </div>
  );
}

// The face that is on top while one looks at a face as the net shows it.
const above = [5, 0, 0, 2, 0, 0] as const;

/** While stickers are missing: how to hold the cube for the side that is being entered. */
function Holding() {
  const face = reviewed.value.counts[unknown] === 48 ? 2 : faceOf(focused.value);
  const [front, top] = [face, above[face]!].map((f) => stickers.value[centreOf(f)]!);
  if (front === unknown || top === unknown) return null;
  return <p class="remark">{text.entry.side(faces[face]!, text.colour[front!], text.colour[top!])}</p>;
}

/** Below the net: how many stickers are missing, or what contradicts itself. */
function Progress() {
  const { counts, faults } = reviewed.value;
  const kinds = [...new Set(faults.filter((fault): fault is Fault => fault !== undefined))];
  const sentences = [
    ...colours
      .filter((colour) => counts[colour]! > 9)
      .map((colour) => text.entry.often(text.colour[colour], counts[colour]!)),
    ...kinds.map((kind) => text.entry.faults[kind]),
  ];
  if (sentences.length > 0)
    return (
      <p class="remark bad" role="status">
        {sentences.join(" ")}
      </p>
    );
  const { size } = certainties.value;
  if (outcome.value.kind === "wrong")
    return (
      <p class="remark bad" role="status">
        {text.wrong.seeBelow}
      </p>
    );
  return (
    <div class="progress-row">
      <div>
        {counts[unknown]! > 0 && <Holding />}
        <p class="remark" role="status">
          {counts[unknown] === 48 ? text.entry.help : text.entry.left(counts[unknown]!)}
        </p>
      </div>
      <div class="offers">
        {size > 0 && (
          <button type="button" class="button quiet" onClick={fillCertain}>
            {text.entry.fill(size)}
          </button>
        )}
        {canSolveEntered.value && outcome.value.kind === "nothing" && (
          <button type="button" class="button quiet" title={text.entry.partHint} onClick={solveEntered}>
            {text.entry.part}
          </button>
        )}
      </div>
    </div>
  );
}

/** Which sides solutions leave alone. One side has to be left to turn. */
function Still() {
  return (
    <details class="still">
      <summary>{text.entry.still}</summary>
      <fieldset>
        <legend class="hidden">{text.entry.still}</legend>
        {faces.map((face, side) => (
          <label key={face}>
            <input
              type="checkbox"
              checked={still.value.has(side)}
              disabled={still.value.size === 5 && !still.value.has(side)}
              onChange={() => toggleStill(side)}
            />
            {text.entry.captions[face]}
          </label>
        ))}
      </fieldset>
    </details>
  );
}

function Field() {
  const value = useSignal("");
  const entered = useSignal<Entered | undefined>(undefined);
  const problem = entered.value?.problem;
  useSignalEffect(() => {
    const unread = unreadAddress.value;
    if (unread === undefined) return;
    value.value = unread;
    entered.value = { problem: text.entry.addressNotUnderstood, notes: [], others: [] };
  });
  const use = async () => {
    entered.value = await enter(value.value);
    if (!entered.value.problem) value.value = "";
  };
  return (
    <form
      class="field"
      onSubmit={(event) => {
        event.preventDefault();
        void use();
      }}
    >
      <label for="paste">{text.entry.field}</label>
      <div class="row">
        <textarea
          id="paste"
          rows={Math.min(9, value.value.split("\n").length)}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          placeholder={text.entry.placeholder}
          value={value.value}
          aria-invalid={problem !== undefined}
          aria-describedby="paste-problem"
          onInput={(event) => {
            value.value = event.currentTarget.value;
            entered.value = undefined;
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
            event.preventDefault();
            void use();
          }}
        />
        <button type="submit" class="button" disabled={value.value.trim() === ""}>
          {text.entry.apply}
        </button>
      </div>
      <div id="paste-problem" role="status">
        {problem && <p class="remark bad">{problem}</p>}
        {entered.value?.notes.map((note) => (
          <p class="remark">{text.entry.note(note)}</p>
        ))}
      </div>
      {entered.value?.others.map(({ layout, stickers: other }) => (
        <button type="button" class="button quiet" onClick={() => setStickers(other)}>
          {text.entry.other(layout)}
        </button>
      ))}
    </form>
  );
}

export function Entry() {
  const isPhotographing = useSignal(false);
  const isDrawing = useSignal(false);
  return (
    <section class="entry" aria-labelledby="entry-heading">
      <h2 id="entry-heading">{text.entry.heading}</h2>
      <Net />
      <Progress />
      <Palette />
      <div class="tools">
        <Button icon="random" label={text.entry.random} onClick={random} />
        <Button icon="photos" label={text.entry.photos} onClick={() => (isPhotographing.value = true)} />
        <Button icon="patterns" label={text.entry.patterns} onClick={() => (isDrawing.value = true)} />
        <Button icon="undo" label={text.entry.undo} onClick={undo} disabled={!canUndo.value} />
        <Button icon="clear" label={text.entry.clear} onClick={clear} />
      </div>
      <Field />
      <Still />
      {isDrawing.value && (
        <Suspense fallback={null}>
          <Patterns onClose={() => (isDrawing.value = false)} />
        </Suspense>
      )}
      {isPhotographing.value && (
        <Suspense fallback={null}>
          <Photos onClose={() => (isPhotographing.value = false)} />
        </Suspense>
      )}
    </section>
  );
}

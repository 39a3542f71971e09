// Patterns: a face is drawn in colours that stand for any, and the cubes whose sides look so are found. Each comes with
// moves that make it on a solved cube. It is loaded when it is first opened.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

import { faces, fromText, type Stickers } from "../cube/stickers.js";
import { convert, isAbort, patterns } from "../solver.js";
import { setStickers } from "../state.js";
import { text } from "../text.js";
import { Icon } from "./icons.js";
import { cell } from "./Net.js";

/** The colours that a tap goes through; ? may be any. */
const letters = "abc?";
/** As the package takes a pattern: "aba/bab/aba". */
const rows = (pattern: string): string => pattern.replace(/(...)(?=.)/g, "$1/");
const most = 24;
/** A pattern is drawn in several taps: the search begins when so many milliseconds have passed after one. */
const pause = 300;

const examples: Record<keyof typeof text.patterns.examples, string> = {
  checkerboard: "ababababa",
  dot: "bbbbabbbb",
  plus: "babaaabab",
  stripes: "babbabbab",
  h: "abaaaaaba",
  block: "aabaabbbb",
};

function SmallNet({ stickers }: { stickers: Stickers }) {
  return (
    <svg class="small-net" viewBox="0 0 12.3 9.2" aria-hidden="true">
      {stickers.map((colour, i) => {
        const { column, row } = cell(i);
        return (
          <rect
            key={i}
            data-colour={colour}
            x={column + 0.1 * Math.floor(column / 3)}
            y={row + 0.1 * Math.floor(row / 3)}
            width="0.94"
            height="0.94"
            rx="0.15"
          />
        );
      })}
    </svg>
  );
}

export default function Patterns({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pattern = useSignal(examples.checkerboard);
  const sides = useSignal<readonly boolean[]>(faces.map(() => true));
  const isContinuous = useSignal(false);
  const isMirrored = useSignal(false);
  const found = useSignal<readonly string[] | undefined>(undefined);
  const problem = useSignal("");
  const chosen = useSignal<{ cube: string; words: string } | undefined>(undefined);
  useEffect(() => dialog.current!.showModal(), []);

  const chosenSides = faces.filter((_, i) => sides.value[i]).join("");
  const question =
    `${rows(pattern.value)}@${chosenSides}` +
    (isContinuous.value ? " continuous" : "") +
    (isMirrored.value ? " mirrored" : "");
  useEffect(() => {
    const controller = new AbortController();
    found.value = undefined;
    chosen.value = undefined;
    problem.value = "";
    if (chosenSides === "") return;
    const search = () =>
      patterns(question, { most: most + 1, signal: controller.signal }).then(
        (cubes) => (found.value = cubes),
        (error: unknown) => {
          if (!isAbort(error)) problem.value = error instanceof Error ? error.message : String(error);
        },
      );
    const timer = setTimeout(() => void search(), pause);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [question]);

  const choose = async (cube: string) => {
    chosen.value = { cube, words: text.patterns.searching };
    let words: string;
    try {
      const moves = await convert(cube, "moves");
      words = moves === "" ? text.patterns.isSolved : text.patterns.make(moves);
    } catch (error) {
      words = error instanceof Error ? error.message : String(error);
    }
    if (chosen.value?.cube === cube) chosen.value = { cube, words };
  };
  const use = () => {
    setStickers(fromText(chosen.value!.cube)!);
    dialog.current!.close();
  };
  const shown = found.value?.slice(0, most) ?? [];
  return (
    <dialog ref={dialog} class="dialog patterns" aria-labelledby="patterns-heading" onClose={onClose}>
      <header>
        <h2 id="patterns-heading">{text.patterns.heading}</h2>
        <button type="button" class="control" aria-label={text.patterns.close} onClick={() => dialog.current!.close()}>
          <Icon name="close" />
        </button>
      </header>
      <p class="remark">{text.patterns.lead}</p>
      <div class="drawing">
        <div class="face" role="group" aria-label={text.patterns.face}>
          {[...pattern.value].map((letter, i) => (
            <button
              key={i}
              type="button"
              data-letter={letter}
              aria-label={text.patterns.sticker(Math.floor(i / 3) + 1, (i % 3) + 1, letter)}
              onClick={() => {
                const next = letters[(letters.indexOf(letter) + 1) % letters.length]!;
                pattern.value = pattern.value.slice(0, i) + next + pattern.value.slice(i + 1);
              }}
            >
              {letter === "?" ? "?" : ""}
            </button>
          ))}
        </div>
        <div class="choices">
          <div class="row">
            {(Object.keys(examples) as (keyof typeof examples)[]).map((name) => (
              <button key={name} type="button" class="button quiet" onClick={() => (pattern.value = examples[name])}>
                {text.patterns.examples[name]}
              </button>
            ))}
          </div>
          <fieldset>
            <legend>{text.patterns.sides}</legend>
            {faces.map((face, i) => (
              <label key={face}>
                <input
                  type="checkbox"
                  checked={sides.value[i]!}
                  onChange={() => (sides.value = sides.value.map((on, j) => (j === i ? !on : on)))}
                />
                {text.patterns.side[face]}
              </label>
            ))}
          </fieldset>
          <label>
            <input type="checkbox" checked={isMirrored.value} onChange={() => (isMirrored.value = !isMirrored.value)} />
            {text.patterns.mirrored}
          </label>
          <label>
            <input
              type="checkbox"
              checked={isContinuous.value}
              onChange={() => (isContinuous.value = !isContinuous.value)}
            />
            {text.patterns.continuous}
          </label>
        </div>
      </div>
      <p class={problem.value ? "remark bad" : "remark"} role="status">
        {problem.value ||
          (chosenSides === ""
            ? text.patterns.noSide
            : found.value
              ? text.patterns.found(found.value.length, most)
              : text.patterns.searching)}
      </p>
      <div class="found" role="group" aria-label={text.patterns.cubes}>
        {shown.map((cube, i) => (
          <button
            key={cube}
            type="button"
            aria-label={text.patterns.cube(i + 1)}
            aria-pressed={chosen.value?.cube === cube}
            onClick={() => void choose(cube)}
          >
            <SmallNet stickers={fromText(cube)!} />
          </button>
        ))}
      </div>
      <footer>
        <p class="remark" role="status">
          {chosen.value?.words ?? text.patterns.choose}
        </p>
        <button type="button" class="button primary" disabled={!chosen.value} onClick={use}>
          {text.patterns.use}
        </button>
      </footer>
    </dialog>
  );
}

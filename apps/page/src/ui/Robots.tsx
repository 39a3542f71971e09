// For a robot: the word that it does fastest for the cube as it is played, what it does when, and how long it would take
// for the solution that is shown. It is one of those that come with the library, or any that is described in JSON.
// Loaded when it is first opened.

import { useSignal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";

import { centreOf, isSolved, toText } from "../cube/stickers.js";
import { type Robot, isAbort, movesOf, robots, schedule, type Solution, solve } from "../solver.js";
import { asShown, position, shown, solution } from "../state.js";
import { text } from "../text.js";
import { Icon } from "./icons.js";

/** A description is typed: the search begins when so many milliseconds have passed after a key. */
const pause = 400;

const written = (robot: Robot): string => JSON.stringify(robot, undefined, 2);
const sentence = (error: unknown): string => text.entry.note(error instanceof Error ? error.message : String(error));

function Schedule({ word }: { word: Solution }) {
  const { actions, seconds } = word.schedule!;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={text.robots.schedule}>
      <table class="values">
        <thead>
          <tr>
            <th scope="col">{text.robots.step}</th>
            <th scope="col">{text.robots.start}</th>
            <th scope="col">{text.robots.seconds}</th>
          </tr>
        </thead>
        <tbody>
          {actions.map((action, i) => (
            <tr key={i}>
              <th scope="row">{text.robots.action[action.kind](action.text)}</th>
              <td>{action.at.toFixed(3)}</td>
              <td>{action.seconds.toFixed(3)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{text.robots.end}</th>
            <td>{seconds.toFixed(3)}</td>
            <td />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** What is known for one robot: its word, and the seconds that the solution shown takes; or what is wrong with it. */
interface Answer {
  robot: string;
  word?: Solution | undefined;
  shownSeconds?: number;
  problem?: string;
}

export default function Robots({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const known = useSignal<Record<string, Robot>>({});
  const description = useSignal<string | undefined>(undefined);
  const answer = useSignal<Answer | undefined>(undefined);
  const [cube] = useState(shown.peek()); // it may be played further
  const [rest] = useState(solution.peek()?.moves.slice(position.peek()) ?? []); // of the solution that is shown

  useEffect(() => {
    dialog.current!.showModal();
    const controller = new AbortController();
    robots({ signal: controller.signal }).then(
      (all) => {
        known.value = all;
        if (description.peek() === undefined) description.value = written(Object.values(all)[0]!);
      },
      (error: unknown) => {
        if (!isAbort(error)) answer.value = { robot: "", problem: sentence(error) };
      },
    );
    return () => controller.abort();
  }, []);

  useEffect(() => {
    const robot = description.value;
    if (robot === undefined) return undefined;
    const controller = new AbortController();
    const search = () =>
      Promise.all([
        solve(toText(cube), { ...asShown, robot, signal: controller.signal }),
        schedule(rest.join(" "), robot, { signal: controller.signal }),
      ]).then(
        ([{ solutions }, { seconds }]) => (answer.value = { robot, word: solutions[0], shownSeconds: seconds }),
        (error: unknown) => {
          if (!isAbort(error)) answer.value = { robot, problem: sentence(error) };
        },
      );
    const timer = setTimeout(() => void search(), pause);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [description.value]);

  const chosen = Object.keys(known.value).find((name) => written(known.value[name]!) === description.value);
  const about = chosen === undefined ? undefined : known.value[chosen]!.about;
  const { word, shownSeconds, problem } = answer.value?.robot === (description.value ?? "") ? answer.value : {};
  const compared = (own: Solution): string =>
    `${text.robots.found(movesOf(own.moves).length, own.schedule!.seconds)} ${text.robots.instead(rest.length, shownSeconds!)}`;
  const centre = (face: number) => text.colour[cube[centreOf(face)]!];
  return (
    <dialog ref={dialog} class="dialog robots" aria-labelledby="robots-heading" onClose={onClose}>
      <header>
        <h2 id="robots-heading">{text.robots.heading}</h2>
        <button type="button" class="control" aria-label={text.robots.close} onClick={() => dialog.current!.close()}>
          <Icon name="close" />
        </button>
      </header>
      <p class="remark">{text.robots.lead(centre(2), centre(0))}</p>
      <div class="field">
        <label for="robot">{text.robots.robot}</label>
        <select
          id="robot"
          value={chosen ?? ""}
          onChange={(event) => {
            const robot = known.value[event.currentTarget.value];
            if (robot) description.value = written(robot);
          }}
        >
          {Object.keys(known.value).map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
          <option value="" disabled>
            {text.robots.own}
          </option>
        </select>
        <label for="robot-description">{text.robots.description}</label>
        <textarea
          id="robot-description"
          rows={8}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          value={description.value ?? ""}
          aria-invalid={problem !== undefined}
          aria-describedby="robot-problem robot-members"
          onInput={(event) => (description.value = event.currentTarget.value)}
        />
        {about && <p class="remark">{text.entry.note(about)}</p>}
        <p id="robot-members" class="remark">
          {text.robots.members}
        </p>
      </div>
      <p id="robot-problem" class={problem ? "remark bad" : "remark"} role="status">
        {problem ?? (!word ? text.robots.searching : isSolved(cube) ? text.answer.isSolved : compared(word))}
      </p>
      {word && !isSolved(cube) && (
        <>
          <p class="word">{word.moves}</p>
          <p class="remark">{text.robots.sides}</p>
          <Schedule word={word} />
        </>
      )}
    </dialog>
  );
}

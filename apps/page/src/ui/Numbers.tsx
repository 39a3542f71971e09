// The numbers of the cube as it is played: phase 1's coordinates on three axes, how all their values are distributed,
// and any coordinate that one can describe.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import {
  type Axis,
  type Name,
  type Value,
  axes,
  coordinatesOf,
  distances,
  heldAxis,
  names,
} from "../cube/coordinates.js";
import { isComplete, toText } from "../cube/stickers.js";
import { asShown, shown, solution, stickers } from "../state.js";
import { coordinates } from "../solver.js";
import { text } from "../text.js";
import { Controls } from "./Answer.js";

function Meter({ name, value }: { name: Name; value: Value }) {
  const last = distances(name).counts.length - 1;
  return (
    <td data-solved={value.distance === 0}>
      <span class="steps-left" aria-hidden="true">
        {Array.from({ length: last }, (_, i) => (
          <i key={i} data-on={i < value.distance} />
        ))}
      </span>
      <span class="away">{text.numbers.away(value.distance)}</span>
      <span class="number">{text.numbers.of(value.value, value.size)}</span>
    </td>
  );
}

function Axes() {
  const rows = coordinatesOf(shown.value);
  if (!rows) return <p class="remark">{text.numbers.needsCube}</p>;
  return (
    <table class="axes">
      <thead>
        <tr>
          <td />
          {names.map((name) => (
            <th key={name} scope="col">
              {text.numbers.names[name]}
              <small>{text.numbers.explain[name]}</small>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {axes.map((axis) => (
          <tr key={axis} data-lit={rows[axis].inG1}>
            <th scope="row">
              {text.numbers.axis[axis]}
              <small class="g1">{rows[axis].inG1 ? text.numbers.inG1 : text.numbers.notInG1}</small>
            </th>
            {names.map((name) => (
              <Meter key={name} name={name} value={rows[axis][name]} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Origin() {
  const found = solution.value;
  if (!found?.phases) return null;
  const { axis, inverse, front, back } = found.phases;
  const held = heldAxis(axis as Axis, stickers.value);
  return <p class="remark">{text.numbers.origin(text.numbers.axis[held].toLowerCase(), inverse, front + back)}</p>;
}

/** How many values of a coordinate are how far, as bars; a table for those who do not see them. */
function Distribution({ name }: { name: Name }) {
  const { counts } = distances(name);
  const here = coordinatesOf(shown.value)?.UD[name].distance;
  const most = Math.max(...counts);
  return (
    <table class="distribution">
      <caption>{text.numbers.names[name]}</caption>
      <thead class="hidden">
        <tr>
          <th scope="col">{text.numbers.distanceColumn}</th>
          <th scope="col">{text.numbers.countColumn}</th>
        </tr>
      </thead>
      <tbody>
        {counts.map((count, distance) => (
          <tr key={distance} data-here={distance === here}>
            <th scope="row">
              {distance}
              {distance === here && <span class="hidden"> ({text.numbers.here})</span>}
            </th>
            <td>
              <span class="bar" style={{ width: `${(70 * count) / most}%` }} />
              {count.toLocaleString("en")}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function AnyCoordinate() {
  const description = useSignal<string>(text.numbers.anyExample);
  const rows = useSignal<{ coordinate: string; value: bigint; values: bigint }[]>([]);
  const asked = useSignal<string[] | undefined>(undefined);
  const problem = useSignal<string | undefined>(undefined);
  const isBusy = useSignal(false);
  const cube = shown.value;

  useEffect(() => {
    if (!asked.value || !isComplete(cube)) return undefined;
    const abort = new AbortController();
    isBusy.value = true;
    coordinates(toText(cube), asked.value, { ...asShown, signal: abort.signal })
      .then((found) => {
        rows.value = found;
        problem.value = undefined;
      })
      .catch((error: Error) => {
        if (!abort.signal.aborted) problem.value = error.message;
      })
      .finally(() => {
        if (!abort.signal.aborted) isBusy.value = false;
      });
    return () => abort.abort();
  }, [cube, asked.value]);

  const ask = (names: string[]) => {
    problem.value = isComplete(cube) ? undefined : text.numbers.needsCube;
    if (isComplete(cube)) asked.value = names;
  };
  return (
    <form
      class="any field"
      onSubmit={(event) => {
        event.preventDefault();
        ask([description.value]);
      }}
    >
      <h3>{text.numbers.any}</h3>
      <p class="remark">{text.numbers.anyLead}</p>
      <label for="coordinate">{text.numbers.anyLabel}</label>
      <div class="row">
        <input
          id="coordinate"
          type="text"
          value={description.value}
          spellcheck={false}
          autocapitalize="off"
          onInput={(event) => (description.value = event.currentTarget.value)}
        />
        <button type="submit" class="button">
          {text.numbers.compute}
        </button>
        <button type="button" class="button" onClick={() => ask([])}>
          {text.numbers.all}
        </button>
      </div>
      <p class="remark bad" role="status">
        {problem.value}
      </p>
      {isBusy.value && rows.value.length === 0 && <p class="busy">{text.numbers.loading}</p>}
      {rows.value.length > 0 && !problem.value && (
        <div class="scroll" tabIndex={0} role="region" aria-label={text.numbers.any}>
          <table class="values">
            <thead>
              <tr>
                <th scope="col">{text.numbers.name}</th>
                <th scope="col">{text.numbers.value}</th>
                <th scope="col">{text.numbers.values}</th>
              </tr>
            </thead>
            <tbody>
              {rows.value.map((row) => (
                <tr key={row.coordinate}>
                  <th scope="row">{row.coordinate}</th>
                  <td>{row.value.toLocaleString("en")}</td>
                  <td>{row.values.toLocaleString("en")}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </form>
  );
}

export default function Numbers() {
  const found = solution.value;
  return (
    <div class="numbers">
      <p class="remark">{text.numbers.lead}</p>
      <Axes />
      <Origin />
      {found && found.moves.length > 0 && <Controls found={found} />}
      <h3>{text.numbers.distribution}</h3>
      <div class="distributions">
        {names.map((name) => (
          <Distribution key={name} name={name} />
        ))}
      </div>
      <AnyCoordinate />
    </div>
  );
}

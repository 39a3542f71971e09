// What bench/proofs.mjs measures, in Node and in a page alike. All results are plain values.
import { Superflip } from "superflip";

let place; // of the tables
let superflip;

/** Loads the modules, and makes the small tables. */
export async function begin(tables) {
  place = tables;
  superflip = new Superflip({ tables });
  await superflip.prepare();
  await superflip.solve("R", { metric: "stm" });
}

/** The table is made. */
export async function load() {
  await superflip.optimal("R U F");
}

/** Proofs, one after the other, each by so many workers. */
export async function prove(cubes, workers = 1) {
  const sums = { lookups: 0, nodes: 0, lengths: [] };
  for (const cube of cubes) {
    const { counts, length, isShortest } = await superflip.optimal(cube, { workers });
    if (!isShortest) throw new Error(`${cube} is not proven`);
    sums.lookups += counts.lookups;
    sums.nodes += counts.nodes;
    sums.lengths.push(length);
  }
  return sums;
}

export function close() {
  superflip.close();
}

const SUPERFLIP = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A call is left: the milliseconds until it rejects, and until the next call is answered. */
async function leave(other, wait) {
  const controller = new AbortController();
  const call = other.optimal(SUPERFLIP, { signal: controller.signal }).catch((error) => error.name);
  await sleep(wait);
  const begun = performance.now();
  controller.abort();
  if ((await call) !== "AbortError") throw new Error("the call was not left");
  const rejected = performance.now() - begun;
  await other.coordinates("R", ["UDSlice"]);
  return [rejected, performance.now() - begun];
}

/** The largest and the middle times of calls that are left after so many milliseconds each. */
async function leaves(tables, waits, isLoaded = false) {
  const times = [];
  for (const wait of waits) {
    const other = new Superflip({ tables });
    await other.coordinates("R", ["UDSlice"]);
    if (isLoaded) await other.optimal("R U F");
    times.push(await leave(other, wait));
    other.close();
  }
  return [0, 1].map((i) => {
    const sorted = times.map((time) => time[i]).sort((a, b) => a - b);
    return { median: sorted[sorted.length >> 1], most: sorted.at(-1) };
  });
}

const steps = (count, each) => Array.from({ length: count }, (_, i) => (i + 1) * each);

/** Calls that are left while the table is made, while it is read, and while it is searched with it. */
export async function leaveAll() {
  return {
    making: await leaves(false, steps(20, 173)),
    reading: await leaves(place, steps(20, 7)),
    searching: await leaves(place, steps(8, 137), true),
  };
}

globalThis.steps = { begin, load, prove, close, leaveAll };

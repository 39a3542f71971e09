// What the tests of the package and of the page share: a limit for every test, and chance that is the same in each run.
// SUPERFLIP_SEED asks for other chance. Each test begins anew with the seed and its own name, so that a test that fails
// fails again when it is run alone.
import { after, test as nodeTest } from "node:test";

const { setTimeout } = globalThis; // tests may put their own in its place

/** For so many milliseconds one event is awaited, and a test may last. Both only end what would hang: a slow or busy
 * machine must never reach them. */
export const PATIENCE = 120_000;
export const LIMIT = 600_000;

export const seed = Number(process.env.SUPERFLIP_SEED || 1);
if (!Number.isSafeInteger(seed)) throw new Error(`SUPERFLIP_SEED is '${process.env.SUPERFLIP_SEED}': expected a whole number`);
console.log(`SUPERFLIP_SEED=${seed}`);

/** Random numbers 0..2^32-1 from a seed (mulberry32). */
export function numbersFrom(start) {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  };
}

/** Takes both sources of chance of the surroundings, Node's or a page's, from the numbers. */
function replaceChance(next) {
  Math.random = () => next() / 2 ** 32;
  const source = (globalThis.crypto ??= {}); // Node 18 has none
  const getRandomValues = (array) => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let i = 0; i < bytes.length; ++i) bytes[i] = next() >>> 24;
    return array;
  };
  Object.defineProperty(source, "getRandomValues", { value: getRandomValues, configurable: true });
}

let current = seed;

/** A script that does the same in a page, for the test that runs. A page's random cube is not the one of the test. */
export const chanceOfPage = () => `(${replaceChance})((${numbersFrom})(${current + 1}));`;

/** Node's `test`, with a limit, and with chance from the seed and the name. Only `make check`, which sets SUPERFLIP_SLOW,
 * runs what is `slow`. */
export function test(name, ...rest) {
  const body = rest.pop();
  const { slow = false, ...options } = rest[0] ?? {};
  if (slow && !process.env.SUPERFLIP_SLOW) return;
  nodeTest(name, { timeout: LIMIT, ...options }, async (context) => {
    current = [...name].reduce((sum, letter) => (Math.imul(sum, 31) + letter.codePointAt(0)) | 0, seed);
    replaceChance(numbersFrom(current));
    await body(context);
  });
}

/** Asks again and again until there is an answer, which is returned. `what` names it, should it never come. */
export async function until(what, ask) {
  for (const end = Date.now() + PATIENCE; ; await new Promise((resolve) => setTimeout(resolve, 20))) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > end)
      throw new Error(`${typeof what === "function" ? what() : what}: not within ${PATIENCE / 1000} s`);
  }
}

// A browser or a worker that was not closed would keep this process, and the run, for ever.
after(() => {
  const isStuck = () => {
    console.error("All tests are over, but something keeps the process from ending.");
    process.exit(1);
  };
  setTimeout(isStuck, 2 * PATIENCE).unref();
});

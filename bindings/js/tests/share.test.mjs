// Proofs by several workers: that the answer is that of one, with the module and its table; and what happens when a
// worker fails or a proof is left, with workers that do what the test says. The table is made once, and kept in the
// build folder.
import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { createRequire, syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import workerThreads from "node:worker_threads";
import { Superflip } from "superflip";
import { apply, SOLVED } from "./cube.mjs";
import { LIMIT, test } from "./testing.mjs";

const require = createRequire(new URL("../../js-tools/package.json", import.meta.url));
const { outputFiles } = await require("esbuild").build({
  entryPoints: [fileURLToPath(new URL("../../../../bindings/js/js/share.ts", import.meta.url))],
  bundle: true,
  format: "esm",
  write: false,
});
const { share } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);

const tables = fileURLToPath(new URL("../../tables", import.meta.url));
const CUBE = "F2 U R' D L2 B' U2 R F' D2 L B R2 U' L' F";
const LONG = "D2 F' L U R2 B D' L2 F R' U2 B' D L' F2 R U";
const SUPERFLIP = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";

let superflip;
before(
  async () => {
    superflip = new Superflip({ tables });
    await superflip.optimal(CUBE); // so that each test finds the table, whichever is run
  },
  { timeout: LIMIT },
);
after(() => superflip.close());

/** A proof by so many workers, and its events, which never fall. */
async function prove(cube, options) {
  const bounds = [0];
  const done = [{ length: 0, done: 0 }];
  let best = null;
  const onEvent = (event) => {
    if ("lowerBound" in event) bounds.push(event.lowerBound);
    if (event.event === "solution") best = event.solution;
    if (event.event === "progress") done.push(event);
  };
  const answer = await superflip.optimal(cube, { ...options, onEvent });
  for (let i = 1; i < bounds.length; ++i) assert.ok(bounds[i] >= bounds[i - 1], bounds.join());
  assert.equal(bounds.at(-1), answer.lowerBound);
  for (let i = 1; i < done.length; ++i) {
    const [was, is] = [done[i - 1], done[i]];
    assert.ok(0 <= is.done && is.done <= 1);
    assert.ok(is.length > was.length || (is.length === was.length && is.done >= was.done));
  }
  // The last solution that was told is the answer.
  assert.equal(best?.moves ?? null, answer.moves);
  return { answer, bounds };
}

/** What does not depend on who searched. */
const known = ({ length, lowerBound, isShortest, ended, solver, table }) => ({
  length,
  lowerBound,
  isShortest,
  ended,
  solver,
  table,
});

test("several workers answer as one does", async () => {
  const questions = [
    [CUBE, {}],
    [CUBE, { to: "R U2 F", maxLength: 16 }],
    [CUBE, { maxLength: 15 }], // no word
    // Symmetric cubes; the last one commutes with all moves.
    ["U' L' U' F' R2 B' R F U B2 U B' L U' F U R F'", { maxLength: 16 }],
    ["L U F2 R L' U2 B' U D B2 L F B' R' L F' R", { maxLength: 16 }],
    [SUPERFLIP, { maxLength: 17 }],
  ];
  for (const [cube, options] of questions) {
    const one = await prove(cube, options);
    for (const workers of [2, 3]) {
      const several = await prove(cube, { ...options, workers });
      assert.deepEqual(known(several.answer), known(one.answer), cube);
      const { moves, tooLong } = several.answer;
      const goal = apply(SOLVED, options.to ?? "");
      for (const word of [moves, tooLong?.moves ?? null])
        if (word !== null) assert.equal(apply(apply(SOLVED, cube), word), goal);
    }
  }
});

test("a cube is answered as it is held", async () => {
  const held = apply(SOLVED, CUBE).replace(/[URFDLB]/g, (face) => "FURBDL"["URFDLB".indexOf(face)]);
  const one = await superflip.optimal(held);
  const two = await superflip.optimal(held, { workers: 2 });
  assert.deepEqual(known(two), known(one));
  assert.equal(two.length, 16);
  assert.equal(apply(SOLVED, `${CUBE} ${two.moves}`), SOLVED);
});

test("a signal ends all workers, and the next call is answered", async () => {
  const controller = new AbortController();
  // Then it still takes many seconds.
  const onEvent = ({ event, lowerBound }) =>
    event === "bound" && lowerBound === 17 && setTimeout(() => controller.abort(), 100);
  const left = superflip.optimal(LONG, { workers: 3, signal: controller.signal, onEvent });
  await assert.rejects(left, { name: "AbortError" });
  const { moves } = await superflip.optimal(CUBE, { workers: 3 });
  assert.equal(apply(apply(SOLVED, CUBE), moves), SOLVED);
});

test("a first worker that was replaced makes the table again where none is kept", { slow: true }, async () => {
  const { SharedArrayBuffer } = globalThis;
  const folder = await mkdtemp(join(tmpdir(), "superflip-"));
  await cp(tables, folder, { recursive: true });
  delete globalThis.SharedArrayBuffer;
  const other = new Superflip({ tables: folder });
  Object.assign(globalThis, { SharedArrayBuffer });
  try {
    let isMade = false;
    let left;
    const onEvent = ({ event, lowerBound }) => {
      if (event === "table") isMade = left !== undefined;
      if (event !== "bound" || lowerBound !== 16) return;
      rmSync(folder, { recursive: true });
      writeFileSync(folder, "");
      // This call keeps the worker deaf while it makes a table, and is left.
      const controller = new AbortController();
      left = other.optimal("R L'", {
        metric: "stm",
        signal: controller.signal,
        onEvent: ({ event }) => event === "table" && controller.abort(),
      });
      left.catch(() => {});
    };
    const { lowerBound } = await other.optimal(LONG, { workers: 2, maxLength: 16, onEvent });
    assert.equal(lowerBound, 17);
    assert.ok(isMade);
    await assert.rejects(left, { name: "AbortError" });
  } finally {
    other.close();
    await rm(folder, { recursive: true });
  }
});

test("close() in a listener ends all workers", async () => {
  for (const workers of [1, 3]) {
    const other = new Superflip({ tables });
    const told = [];
    const onEvent = ({ event, lowerBound }) => {
      told.push(`${event} ${lowerBound}`);
      if (event === "bound" && lowerBound >= 16) other.close();
    };
    await assert.rejects(other.optimal(LONG, { workers, onEvent }), { kind: "stopped" });
    assert.equal(told.at(-1), "bound 16"); // nothing is told after it
    await assert.rejects(other.optimal("R", { workers }), { kind: "stopped" });
  }
});

test("a worker that ends by itself is no loss", async () => {
  const { Worker } = workerThreads;
  const made = [];
  workerThreads.Worker = class extends Worker {
    constructor(...values) {
      super(...values);
      made.push(this);
    }
  };
  syncBuiltinESMExports();
  const other = new Superflip({ tables });
  try {
    const onEvent = ({ event, lowerBound }) =>
      event === "bound" && lowerBound === 16 && setTimeout(() => made.at(-1).terminate(), 100);
    const { lowerBound } = await other.optimal(LONG, { workers: 2, maxLength: 16, onEvent });
    assert.equal(lowerBound, 17);
    assert.equal(made.length, 3); // for the small module, the full one, and the helper
    const end = ({ event }) => event === "bound" && made[1].terminate();
    await assert.rejects(other.optimal(LONG, { onEvent: end }), { kind: "system" });
    assert.equal((await other.optimal("R")).moves, "R'");
  } finally {
    other.close();
    workerThreads.Worker = Worker;
    syncBuiltinESMExports();
  }
});

test("questions that cannot be divided are answered by one worker", async () => {
  const questions = [
    ["R U F", { within: 1 }],
    ["R U F", { solutions: 3 }],
    ["R L' U2", { metric: "stm" }],
    ["R U R' U R U2 R'", { moves: "R U" }],
    ["R U F' L2 D B", { coordinates: ["edges DR DF DL DB: order orientation"] }],
    ["R U F' R2 U", { puzzle: "2x2x2" }],
    [CUBE, { nodes: 300_000 }],
  ];
  for (const [cube, options] of questions) {
    const [one, two] = [
      await superflip.optimal(cube, options),
      await superflip.optimal(cube, { ...options, workers: 2 }),
    ];
    assert.deepEqual(known(two), known(one));
    assert.deepEqual(two.counts, one.counts);
    assert.deepEqual(
      two.solutions.map(({ moves }) => moves),
      one.solutions.map(({ moves }) => moves),
    );
  }
});

test("what is no number of workers is refused, also where no table is kept", async () => {
  const other = new Superflip();
  for (const one of [superflip, other]) {
    for (const workers of [0, -1, 1.5, NaN])
      await assert.rejects(one.optimal("R", { workers }), { kind: "bad option" });
    await assert.rejects(one.optimal("R", { workers: "2" }), TypeError);
  }
  other.close();
});

const WORD = { moves: "R", length: 16, seconds: 0, phases: null };

/**
 * A proof from 14 moves on, of eight parts, by workers `first`, `second` and so on, which `search` says what they find
 * in a part; and the parts that were searched. Helpers `read` the table first.
 */
async function simulate({ search, near = () => null, read = () => null, names = ["first", "second"], ...terms }) {
  const searched = [];
  const reset = [];
  const answer = {
    solutions: [],
    tooLong: { ...WORD, length: 20 },
    lowerBound: 14,
    counts: { nodes: 0, lookups: 0 },
    loading: 0,
    searching: 0,
  };
  const workers = names.map((name) => ({ name, reset: () => reset.push(name) }));
  const ask = async ({ name }, request, signal) => {
    const values = new Map();
    for (let i = 0; i < request.length; i += 2) values.set(request[i], request[i + 1]);
    const length = Number(values.get("length") ?? values.get("maxLength"));
    let stop;
    const left = new Promise((_, reject) => signal.addEventListener("abort", (stop = () => reject(signal.reason))));
    const work = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      if (values.get("want") === "good") {
        const solution = near(length);
        return { solutions: solution === null ? [] : [solution] };
      }
      assert.equal(values.get("call"), "parts");
      assert.equal(values.has("make"), name === "first"); // only that one may make the table
      if (values.get("parts") === "") return read(name);
      const parts = values.get("parts").split(",").map(Number);
      let solution = null;
      for (const part of parts) solution ??= await search(name, length, part);
      for (const part of parts) searched.push(`${length}/${part}`);
      return { solution, nodes: parts.map(() => 50_000), lookups: 1000 };
    };
    signal.throwIfAborted();
    return Promise.race([work(), left]).finally(() => signal.removeEventListener("abort", stop));
  };
  const handed = { answer, length: 14, parts: 8, nodes: 400_000, lookups: 1000 };
  return { answer: await share(handed, ["call", "solve"], workers, ask, terms), searched, reset };
}
const allParts = (...lengths) => lengths.flatMap((length) => [...Array(8).keys()].map((part) => `${length}/${part}`));

test("each part of each length is searched once", async () => {
  const { answer, searched, reset } = await simulate({ search: () => null, maxLength: 15 });
  assert.deepEqual(searched.sort(), allParts(14, 15));
  assert.deepEqual([answer.lowerBound, answer.ended, answer.isShortest], [16, "complete", false]);
  assert.equal(answer.tooLong.length, 20);
  assert.deepEqual(reset, []);
});

test("a length begins with a progress of 0, and what is left is not told too soon", async (context) => {
  const seen = [];
  const onEvent = (event) => event.event === "progress" && seen.push(event);
  let now = 0;
  context.mock.method(performance, "now", () => now);
  const search = async () => ((now += 110), null);
  await simulate({ search, onEvent, maxLength: 15 });
  for (const length of [14, 15]) {
    const [begin, next, ...rest] = seen.filter((event) => event.length === length);
    assert.deepEqual([begin.done, begin.secondsLeft, next.secondsLeft], [0, null, null]);
    assert.ok(next.done > 0);
    assert.ok(rest.at(-1).secondsLeft >= 0 && rest.at(-1).secondsLeft !== null);
  }
});

test("what a helper cannot search, the first worker does, and the helper is asked again at the next length", async () => {
  for (const names of [
    ["first", "second"],
    ["first", "second", "third"],
  ]) {
    const search = async (name) => {
      if (name === "first") return null;
      // The first worker is done with all others before this one fails.
      for (let i = 0; i < 100; ++i) await new Promise((resolve) => setImmediate(resolve));
      throw new Error("no memory");
    };
    const { answer, searched, reset } = await simulate({ search, names, maxLength: 15 });
    assert.deepEqual(searched.sort(), allParts(14, 15));
    assert.equal(answer.lowerBound, 16);
    assert.deepEqual(reset.sort(), [...names.slice(1), ...names.slice(1)].sort());
  }
});

test("a helper that is not ready is not waited for", async () => {
  const read = () => new Promise(() => {});
  const { answer, searched } = await simulate({ search: () => null, read, maxLength: 15 });
  assert.deepEqual(searched.sort(), allParts(14, 15));
  assert.equal(answer.lowerBound, 16);
});

test("what one helper gives back, another may take", async () => {
  // The first worker has no more to do when the second fails, and the third is ready.
  let fail;
  const failing = new Promise((_, reject) => (fail = reject));
  failing.catch(() => {});
  let isRead;
  const reading = new Promise((resolve) => (isRead = resolve));
  const late = (times) => (times === 0 ? null : new Promise((go) => setImmediate(go)).then(() => late(times - 1)));
  const { answer, searched } = await simulate({
    names: ["first", "second", "third"],
    maxLength: 14,
    read: (name) => (name === "third" ? reading : null),
    search: async (name) => {
      if (name === "first") await late(2);
      if (name === "third") await late(50);
      if (name !== "second") return null;
      setTimeout(() => {
        fail(new Error("no memory"));
        isRead();
      }, 50);
      return failing;
    },
  });
  assert.deepEqual(searched.sort(), allParts(14));
  assert.equal(answer.lowerBound, 15);
});

test("when the first worker fails, the call does", async () => {
  const search = async (name) => {
    if (name === "first") throw new Error("broken");
    return new Promise(() => {});
  };
  await assert.rejects(simulate({ search }), /broken/);
});

test("the first word ends the proof, whoever finds it", async () => {
  for (const finder of ["first", "second"]) {
    const search = (name, length) => (length < 16 ? null : name === finder ? WORD : new Promise(() => {}));
    let told = 0;
    const { answer } = await simulate({ search, onEvent: ({ event }) => (told += event === "solution" ? 1 : 0) });
    assert.deepEqual([answer.solutions[0].moves, answer.lowerBound, answer.isShortest], ["R", 16, true]);
    assert.deepEqual([answer.tooLong, told], [null, 1]);
  }
});

test("a solution of the two-phase solver ends the proof", async () => {
  const near = (length) => (length === 15 ? { ...WORD, length } : null);
  const search = (_, length) => (length === 15 ? new Promise(() => {}) : null);
  const { answer, searched } = await simulate({ near, search });
  assert.deepEqual([answer.solutions[0].length, answer.lowerBound, answer.isShortest], [15, 15, true]);
  assert.deepEqual(searched.sort(), allParts(14));
});

test("a limit of time, a signal and a listener that throws end a proof", async () => {
  const search = (_, length) => (length === 15 ? new Promise(() => {}) : null);
  const { answer } = await simulate({ search, time: 3 });
  assert.deepEqual([answer.ended, answer.lowerBound, answer.isShortest], ["time", 15, false]);
  const controller = new AbortController();
  const left = simulate({ search, signal: controller.signal, onEvent: () => controller.abort() });
  await assert.rejects(left, { name: "AbortError" });
  const onEvent = () => {
    throw new Error("mine");
  };
  await assert.rejects(simulate({ search, onEvent }), /mine/);
  const closing = new AbortController();
  const closed = simulate({ search, closed: closing.signal, onEvent: () => closing.abort(new Error("closed")) });
  await assert.rejects(closed, /closed/);
});

test("no reason of the caller's is taken for the end of the proof", async () => {
  const search = (_, length) => (length === 15 ? new Promise(() => {}) : null);
  for (const reason of ["complete", "time", "found"]) {
    const controller = new AbortController();
    const left = simulate({ search, signal: controller.signal, onEvent: () => controller.abort(reason) });
    await assert.rejects(left, (error) => error === reason);
    const onEvent = () => {
      throw reason;
    };
    await assert.rejects(simulate({ search, onEvent }), (error) => error === reason);
  }
});

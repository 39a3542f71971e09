// What the small module does: solving, improving, checking, scrambling, and that nothing ends it.
import assert from "node:assert/strict";
import { syncBuiltinESMExports } from "node:module";
import { after, before } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import workerThreads from "node:worker_threads";
import { Superflip, SuperflipError } from "superflip";
import { apply, lengthOf, randomMoves, SOLVED } from "./cube.mjs";
import { seed, test } from "./testing.mjs";

const ONE_WRONG = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBU";
const HARD = "F2 B2 L' B2 L' B2 R F2 R2 L U2 F2 R F R' L2 D F' R' L D2";

let superflip;
before(() => (superflip = new Superflip()));
after(() => superflip.close());

/** The error of a call that must fail. */
async function failure(call) {
  try {
    await call;
  } catch (error) {
    return error;
  }
  assert.fail("it did not fail");
}

test("a cube is solved by its moves and by its stickers", async () => {
  const answer = await superflip.solve("R U R' U'");
  assert.equal(answer.moves, "U R U' R'");
  assert.equal(answer.length, 4);
  assert.equal(answer.isShortest, true);
  assert.equal(answer.ended, "complete");
  assert.equal(answer.solver, "two-phase");
  const stickers = await superflip.solve(apply(SOLVED, "R U R' U'"));
  assert.equal(stickers.moves, "U R U' R'");
});

test("the answer is that of the library with the compact tables", async () => {
  // superflip solve --profile compact --json
  const answer = await superflip.solve(HARD);
  assert.equal(answer.moves, "B2 U' F2 B2 D' R2 U' R2 D2 R' U' L' B U2 F' U L2 B U");
  assert.equal(answer.counts.nodes, 60_085);
  assert.equal(answer.lowerBound, 8);
  assert.equal(answer.ended, "nodes");
});

test("a thousand cubes are solved, as another cube sees it", async () => {
  const cubes = Array.from({ length: 1000 }, (_, i) => apply(SOLVED, randomMoves(1000 * seed + i, 40)));
  const answers = await Promise.all(cubes.map((cube) => superflip.solve(cube, { goodEnough: 21, maxLength: 21 })));
  answers.forEach((answer, i) => {
    assert.equal(apply(cubes[i], answer.moves), SOLVED);
    assert.equal(lengthOf(answer.moves), answer.length);
    assert.ok(answer.length <= 21 && answer.lowerBound <= answer.length);
    assert.deepEqual(answer.moves, answer.solutions[0].moves);
  });
});

test("a cube is solved as it is held", async () => {
  const answer = await superflip.solve("x R U F");
  assert.equal(apply(apply(SOLVED, "R U F"), answer.moves), SOLVED);
});

test("from one cube to another", async () => {
  const { moves } = await superflip.solve("R U", { to: "R U F2" });
  assert.equal(moves, "F2");
});

test("limits", async () => {
  const few = await superflip.solve(HARD, { nodes: 1000 });
  assert.equal(few.ended, "nodes");
  assert.ok(few.counts.nodes < 5000);
  const short = await superflip.solve(HARD, { maxLength: 10, nodes: 1000 });
  assert.equal(short.moves, null);
  assert.equal(short.length, null);
  assert.deepEqual(short.solutions, []);
  assert.equal(apply(apply(SOLVED, HARD), short.tooLong.moves), SOLVED);
  const many = await superflip.solve(HARD, { goodEnough: 22, solutions: 5 });
  assert.equal(many.solutions.length, 5);
  for (const { moves } of many.solutions) assert.equal(apply(apply(SOLVED, HARD), moves), SOLVED);
  assert.equal((await superflip.solve(HARD, { time: 0.05 })).ended, "time");
});

test("solutions get shorter while one looks", async () => {
  let last = 100;
  let count = 0;
  let bound = 0;
  for await (const { solution, lowerBound } of superflip.improve(HARD, { nodes: 3_000_000 })) {
    assert.equal(apply(apply(SOLVED, HARD), solution.moves), SOLVED);
    assert.ok(solution.length < last || lowerBound > bound);
    last = solution.length;
    bound = lowerBound;
    ++count;
  }
  assert.ok(count >= 2 && last <= 19, `${count} solutions, the last of ${last} moves`);
});

test("leaving the loop ends the search", async () => {
  for await (const { solution } of superflip.improve(HARD)) {
    assert.ok(solution.length > 15);
    break;
  }
  assert.equal((await superflip.solve("R")).moves, "R'");
});

test("events are told", async () => {
  const events = [];
  await superflip.solve(HARD, { onEvent: (event) => events.push(event) });
  assert.ok(events.some(({ event }) => event === "bound"));
  assert.ok(events.some(({ event }) => event === "solution"));
});

test("what a listener throws ends the call", async () => {
  const onEvent = () => {
    throw new RangeError("enough");
  };
  assert.equal((await failure(superflip.solve(HARD, { onEvent }))).message, "enough");
});

test("the doctor", async () => {
  const good = await superflip.check("x R U F");
  assert.equal(good.state, "possible");
  assert.equal(good.facelets, apply(SOLVED, (await superflip.convert("x R U F", "moves"))));
  assert.ok(good.held > 0);
  assert.deepEqual(good.problems, []);
  assert.match(good.notes[0], /held with F up and D in front/);
  const wrong = await superflip.check(ONE_WRONG);
  assert.equal(wrong.state, "impossible");
  assert.equal(wrong.facelets, null);
  assert.equal(wrong.problems.length, 3);
  assert.equal(wrong.repair, "change the sticker B9 to B");
  assert.equal(wrong.ways, 1);
  assert.equal(wrong.repaired, SOLVED);
  const nonsense = await superflip.check("R U X");
  assert.equal(nonsense.state, "unreadable");
  assert.equal(nonsense.position, 4);
  const emoji = await superflip.check([..."⬜🟥🟩🟨🟧🟦"].map((colour) => colour.repeat(9)).join(""));
  assert.equal(emoji.facelets, SOLVED);
});

test("an impossible cube is an error with the doctor's words", async () => {
  const error = await failure(superflip.solve(ONE_WRONG));
  assert.ok(error instanceof SuperflipError);
  assert.equal(error.kind, "impossible");
  assert.equal(error.code, 2);
  assert.match(error.message, /10 U stickers/);
  assert.equal(error.diagnosis.repair, "change the sticker B9 to B");
  assert.equal(error.diagnosis.repaired, SOLVED);
});

test("bad input is refused with a sentence", async () => {
  const refusals = [
    [() => superflip.solve("R U Q"), "unreadable", /expected/],
    [() => superflip.solve(""), "unreadable", /empty/],
    [() => superflip.solve("\u0000"), "unreadable", /./],
    [() => superflip.solve("R".repeat(100_000)), "unreadable", /longer than/],
    [() => superflip.solve("(".repeat(60)), "unreadable", /nested/],
    [() => superflip.solve("R", { goodEnough: 1.5 }), "bad option", /goodEnough is 1.5: expected a whole number/],
    [() => superflip.solve("R", { goodEnough: -1 }), "bad option", /goodEnough/],
    [() => superflip.solve("R", { solutions: 0 }), "bad option", /solutions is 0/],
    [() => superflip.solve("R", { time: -1 }), "bad option", /time is -1/],
    [() => superflip.solve("R", { time: NaN }), "bad option", /time is NaN/],
    [() => superflip.solve("R", { nodes: 1e30 }), "bad option", /nodes/],
    [() => superflip.solve("R", { format: "words" }), "bad option", /'words' is not a format/],
    [() => superflip.convert("R", "words"), "bad option", /'words' is not a format/],
    [() => superflip.solve("R", { maxlength: 5 }), "bad option", /"maxlength" is no option of this call/],
    [() => superflip.optimal("R", { maxLenght: 5 }), "bad option", /"maxLenght" is no option/],
    [() => superflip.check("R", { nodes: 5 }), "bad option", /"nodes" is no option/],
    [() => superflip.scramble({ seed: -1 }), "bad option", /seed is -1/],
    [() => superflip.solve("R", { to: ONE_WRONG }), "impossible", /10 U stickers/],
  ];
  for (const [call, kind, sentence] of refusals) {
    const error = await failure(call());
    assert.ok(error instanceof SuperflipError, String(error));
    assert.equal(error.kind, kind);
    assert.match(error.message, sentence);
  }
  assert.ok((await failure(superflip.solve(5))) instanceof TypeError);
  assert.ok((await failure(superflip.solve("R", { time: "1" }))) instanceof TypeError);
  assert.equal((await superflip.solve("R")).moves, "R'");
});

test("scrambles", async () => {
  const scramble = await superflip.scramble({ seed: 1 });
  // As superflip scramble --seed 1 --profile compact says.
  assert.equal(scramble, "F2 B2 L' B2 L' B2 R F2 R2 L U2 F2 R F R' L2 D F' R' L D2");
  const fewest = await superflip.scramble({ seed: 2n ** 63n, fewestMoves: true });
  assert.match(fewest, /^R' U' F .* R' U' F$/);
  const others = await Promise.all([superflip.scramble(), superflip.scramble()]);
  assert.notEqual(others[0], others[1]);
  assert.ok(others.every((moves) => lengthOf(moves) <= 21));
});

test("converting", async () => {
  assert.equal(await superflip.convert("R U R' U'", "facelets"), apply(SOLVED, "R U R' U'"));
  const cube = apply(SOLVED, HARD);
  assert.equal(apply(SOLVED, await superflip.convert(cube, "moves")), cube);
});

test("a signal ends any call at once, and the worker stays usable", async () => {
  for (let i = 0; i < 5; ++i) {
    const controller = new AbortController();
    const call = superflip.solve(HARD, { time: 600, signal: controller.signal });
    const rejected = failure(call);
    await sleep(10 * i);
    controller.abort();
    const first = await Promise.race([rejected, sleep(0, "nothing")]);  // nothing else may come in between
    assert.equal(first.name, "AbortError");
    assert.equal((await superflip.solve("R")).moves, "R'");
  }
  const before = new AbortController();
  before.abort(new Error("my own reason"));
  assert.equal((await failure(superflip.solve("R", { signal: before.signal }))).message, "my own reason");
  const controller = new AbortController();
  const loop = (async () => {
    for await (const _ of superflip.improve(HARD, { signal: controller.signal })) controller.abort();
  })();
  assert.equal((await failure(loop)).name, "AbortError");
});

test("calls share the worker: a short one does not wait for a long one", async () => {
  const controller = new AbortController();
  const long = failure(superflip.solve(HARD, { time: 600, signal: controller.signal }));
  const answers = await Promise.all(Array.from({ length: 50 }, () => superflip.solve("R U F")));
  assert.ok(answers.every(({ moves }) => moves === "F' U' R'"));
  controller.abort();
  await long;
});

test("closing ends all calls", async () => {
  const other = new Superflip();
  const call = failure(other.solve(HARD, { time: 600 }));
  await sleep(50);
  other.close();
  assert.equal((await call).kind, "stopped");
  assert.equal((await failure(other.solve("R"))).kind, "stopped");
});

/** Puts another class in the place of Node's Worker, for what is made from now on. Returns what undoes it. */
function replaceWorker(Other) {
  const { Worker } = workerThreads;
  workerThreads.Worker = Other;
  syncBuiltinESMExports();
  return () => {
    workerThreads.Worker = Worker;
    syncBuiltinESMExports();
  };
}

/** The package's workers, one for each module, which share how many pages of memory it has after each call. */
class WatchedWorker extends workerThreads.Worker {
  static pages = [];
  constructor(url, options) {
    const program = `
      const { workerData } = require("node:worker_threads");
      const { Instance } = WebAssembly;
      WebAssembly.Instance = class {
        constructor(...values) {
          const { exports } = new Instance(...values);
          const begin = (job) => {
            const isMore = exports.begin(job);
            Atomics.store(workerData.pages, 0, exports.memory.buffer.byteLength / 65536);
            return isMore;
          };
          this.exports = { ...exports, begin };
        }
      };
      import(workerData.url);`;
    const pages = new Int32Array(new SharedArrayBuffer(4));
    super(program, { ...options, eval: true, workerData: { url: url.href, pages } });
    WatchedWorker.pages.push(pages);
  }
}

// Counted are the pages of both modules, and what this thread's objects take after a collection of garbage. That varies by
// some 50 KB from round to round, up and down, so the least of five rounds is compared with the least of five later ones:
// a leak is in all calls between them.
test("memory stays as it is", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  const undo = replaceWorker(WatchedWorker);
  const other = new Superflip();
  const cubes = Array.from({ length: 100 }, (_, i) => apply(SOLVED, randomMoves(1000 * seed + i, 30)));
  try {
    const heaps = [];
    let pages = [];
    for (let round = 0; round < 11; ++round) {
      for (const cube of cubes) await other.solve(cube, { nodes: 1000 });
      // The doctor takes some milliseconds for stickers. What is no cube goes the same way, and takes none.
      const stickers = process.env.SUPERFLIP_SLOW ? 500 : 100;
      for (let i = 0; i < stickers; ++i) await other.check(cubes[i % cubes.length].slice(1));
      for (let i = stickers; i < 1900; ++i) await other.check("R U X");
      collect();
      heaps.push(process.memoryUsage().heapUsed);
      if (round === 0) pages = WatchedWorker.pages.map(([count]) => count);
    }
    assert.ok(pages.length === 2 && pages.every((count) => count > 0), pages.join());
    // Each search has a quarter of a megabyte.
    const more = WatchedWorker.pages.map(([count], i) => (count - pages[i]) * 65536);
    assert.ok(more.every((bytes) => bytes < 1000 * 16_384), `${more.join()} bytes more for 1,000 solved cubes`);
    const growth = Math.min(...heaps.slice(6)) - Math.min(...heaps.slice(1, 6));
    assert.ok(growth < 10_000 * 16, `${growth} bytes more for 10,000 calls`);
  } finally {
    other.close();
    undo();
  }
});

test("the full module is not loaded for what this one answers", async () => {
  let made = 0;
  const undo = replaceWorker(
    class extends workerThreads.Worker {
      constructor(...values) {
        super(...values);
        ++made;
      }
    },
  );
  const other = new Superflip();
  try {
    const options = [
      { format: "moves" },
      { niss: true },
      { to: "F" },
      { goodEnough: 20 },
      { maxLength: 22 },
      { solutions: 2 },
      { time: 60, nodes: 1000 },
      { puzzle: "3x3x3" },
      { metric: "htm" },
      { solver: "two-phase" },
      { order: "URFDLB" },
    ];
    const calls = {
      prepare: () => other.prepare(),
      "scramble {}": () => other.scramble(),
      "scramble with options": () => other.scramble({ seed: 1, fewestMoves: true, puzzle: "3x3x3" }),
      improve: async () => {
        for await (const { isShortest } of other.improve("R U F")) if (isShortest) break;
      },
    };
    for (const option of options)
      calls[`solve ${JSON.stringify(option)}`] = async () => assert.ok((await other.solve("R U F", option)).moves);
    const reading = { niss: true, order: "URFDLB", puzzle: "3x3x3" };
    calls.check = async () => assert.equal((await other.check(SOLVED, reading)).state, "possible");
    for (const to of ["moves", "facelets"]) calls[`convert to ${to}`] = () => other.convert("R (U) F", to, reading);
    for (const [name, call] of Object.entries(calls)) {
      await call();
      assert.equal(made, 1, name);
    }
    await other.solve("R U F", { metric: "qtm" });
    assert.equal(made, 2);
  } finally {
    other.close();
    undo();
  }
});

// The caller's side alone, with workers that break and workers that do not let go: no module can be made to do that.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { test } from "./testing.mjs";

const require = createRequire(new URL("../../js-tools/package.json", import.meta.url));
const { outputFiles } = await require("esbuild").build({
  entryPoints: [fileURLToPath(new URL("../../../../bindings/js/js/client.ts", import.meta.url))],
  bundle: true,
  format: "esm",
  write: false,
});
const { Client } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);

/** While `work` lasts, every timer runs out fifty times as fast: the client's patience of half a second, too. */
async function faster(work) {
  const real = globalThis.setTimeout;
  globalThis.setTimeout = (call, wait) => real(call, wait / 50);
  try {
    await work();
  } finally {
    globalThis.setTimeout = real;
  }
}

/** Workers that do what `answer` says of each request; and how many were made and ended. */
function workers(answer) {
  const counts = { made: 0, ended: 0 };
  const spawn = (hear) => {
    counts.made += 1;
    let isOver = false;
    const number = counts.made;
    const tell = (message) => setImmediate(() => isOver || hear(message));
    return {
      post: (message) => answer(message, tell, number),
      terminate: () => {
        isOver = true;
        counts.ended += 1;
      },
      hold: () => {},
    };
  };
  return { spawn, counts };
}

function ask(client, word) {
  let cancel;
  const end = new Promise((resolve, reject) => (cancel = client.begin([word], resolve, reject)));
  return { end, cancel };
}

test("a module that breaks is replaced, and only the call that broke it fails", async () => {
  const { spawn, counts } = workers((message, tell, number) => {
    if (!("request" in message)) return;
    if (message.request[0] === "bomb") tell({ broken: "unreachable", id: message.id });
    else if (number === 2) tell({ id: message.id, report: { result: message.request[0] } });
  });
  const client = new Client(spawn, "core", false);
  const calls = ["one", "bomb", "two"].map((word) => ask(client, word).end);
  const [one, bomb, two] = await Promise.allSettled(calls);
  assert.equal(one.value.result, "one");
  assert.equal(two.value.result, "two");
  assert.equal(bomb.reason.kind, "internal");
  assert.match(bomb.reason.message, /unreachable/);
  assert.deepEqual(counts, { made: 2, ended: 1 });
});

test("a module that cannot be loaded fails all calls, and the next call tries again", async () => {
  const { spawn, counts } = workers((message, tell, number) => {
    if (number === 1 && "module" in message) tell({ broken: "no such file", id: null });
    if (number === 2 && "request" in message) tell({ id: message.id, report: { result: 1 } });
  });
  const client = new Client(spawn, "core", false);
  const results = await Promise.allSettled([ask(client, "one").end, ask(client, "two").end]);
  for (const { reason } of results) assert.match(reason.message, /no such file/);
  assert.equal((await ask(client, "three").end).result, 1);
  assert.deepEqual(counts, { made: 2, ended: 1 });
});

test("after close() no call is taken and no worker is made; after reset() the next call starts one", async () => {
  const { spawn, counts } = workers((message, tell, number) => {
    if (number === 2 && "request" in message) tell({ id: message.id, report: { result: message.request[0] } });
  });
  const client = new Client(spawn, "core", false);
  const first = ask(client, "first");
  client.reset(new Error("reset"));
  await assert.rejects(first.end, /reset/);
  assert.equal((await ask(client, "second").end).result, "second");
  client.close(new Error("closed"));
  await assert.rejects(ask(client, "third").end, /closed/);
  assert.deepEqual(counts, { made: 2, ended: 2 });
});

test("a worker that does not let go of a job is replaced, and the other calls do not notice", async () => {
  const { spawn, counts } = workers((message, tell, number) => {
    if (number === 1 && message.request?.[0] === "stuck") tell({ begun: message.id });
    if (number === 2 && "request" in message) tell({ id: message.id, report: { result: message.request[0] } });
  });
  const client = new Client(spawn, "full", false);
  const keepAlive = setInterval(() => {}, 1000);
  await faster(async () => {
    const stuck = ask(client, "stuck");
    const other = ask(client, "other");
    stuck.cancel();
    assert.equal((await other.end).result, "other");
  });
  clearInterval(keepAlive);
  assert.deepEqual(counts, { made: 2, ended: 1 });
});

test("a worker that another job keeps busy is not replaced", async () => {
  const { spawn, counts } = workers((message, tell) => {
    if (message.request?.[0] !== "busy") return;
    tell({ begun: message.id });
    setTimeout(() => tell({ id: message.id, report: { result: "done" } }), 2000);
  });
  const client = new Client(spawn, "full", false);
  await faster(async () => {
    const busy = ask(client, "busy");
    ask(client, "waiting").cancel();
    assert.equal((await busy.end).result, "done");
  });
  assert.deepEqual(counts, { made: 1, ended: 0 });
});

/** Timers that run when the test says so: `pass()` runs those that wait, and says for how long each waited. */
function ownTimers(t) {
  const { setTimeout, clearTimeout } = globalThis;
  t.after(() => Object.assign(globalThis, { setTimeout, clearTimeout }));
  const waiting = new Map();
  let last = 0;
  globalThis.setTimeout = (work, milliseconds) => {
    waiting.set(++last, { work, milliseconds });
    return last;
  };
  globalThis.clearTimeout = (timer) => waiting.delete(timer);
  const pass = () => {
    const now = [...waiting.values()];
    waiting.clear();
    for (const { work } of now) work();
    return now.map(({ milliseconds }) => milliseconds);
  };
  return { pass };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A job that is begun, perhaps is past its first slice, and is left. */
async function leftJob(t, module, isPastFirstSlice) {
  const timers = ownTimers(t);
  const { spawn, counts } = workers((message, tell) => {
    if (!("request" in message)) return;
    tell({ begun: message.id });
    if (isPastFirstSlice) tell({ hearing: message.id });
  });
  const { cancel } = ask(new Client(spawn, module, false), "proof");
  await turn();
  cancel();
  return { counts, timers };
}

/** The milliseconds after which the worker of a job that was left is replaced. */
function patience({ counts, timers }) {
  let sum = 0;
  while (counts.ended === 0) sum += timers.pass()[0];
  return sum;
}

test("a worker that makes tables for proofs sees in shared memory that they are wanted no more", async (t) => {
  ownTimers(t);
  const seen = [];
  const { spawn } = workers((message, tell) => {
    if ("module" in message) seen.push(message.left);
    else if (message.request?.[0] === "first") tell({ begun: message.id });
  });
  const client = new Client(spawn, "full", false);
  const first = ask(client, "first");
  await turn();
  const [left] = seen;
  assert.equal(left[0], 0);
  first.cancel();
  assert.equal(left[0], 1);
  // The second is left before it is known that the worker has begun it.
  ask(client, "first").cancel();
  assert.equal(left[0], 1);
  await turn();
  assert.equal(left[0], 2);
});

test("a worker that rests ends after its time, and the next call starts another", async (t) => {
  const timers = ownTimers(t);
  const { spawn, counts } = workers((message, tell) => {
    if ("request" in message) tell({ id: message.id, report: { result: message.request[0] } });
  });
  const client = new Client(spawn, "full", false, 30_000);
  const [one, two] = [ask(client, "one"), ask(client, "two")];
  await one.end;
  await two.end;
  assert.deepEqual(timers.pass(), [30_000]);
  assert.deepEqual(counts, { made: 1, ended: 1 });
  const three = ask(client, "three");
  assert.deepEqual(timers.pass(), []); // not while there is a call
  assert.equal((await three.end).result, "three");
  assert.deepEqual(counts, { made: 2, ended: 1 });
  client.close(new Error("closed"));
  assert.deepEqual(timers.pass(), []);
});

test("a worker that sees shared memory gets time to let go", async (t) => {
  assert.ok(patience(await leftJob(t, "full", false)) >= 500);
});

test("without shared memory a worker that makes tables for proofs is replaced soon", async (t) => {
  const { SharedArrayBuffer } = globalThis;
  delete globalThis.SharedArrayBuffer;
  t.after(() => Object.assign(globalThis, { SharedArrayBuffer }));
  assert.ok(patience(await leftJob(t, "full", false)) < 50);
});

test("without shared memory other workers get time, and those that hear", async (t) => {
  const { SharedArrayBuffer } = globalThis;
  delete globalThis.SharedArrayBuffer;
  t.after(() => Object.assign(globalThis, { SharedArrayBuffer }));
  assert.ok(patience(await leftJob(t, "full", true)) >= 500);
  assert.ok(patience(await leftJob(t, "core", false)) >= 500);
});

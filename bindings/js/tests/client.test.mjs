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

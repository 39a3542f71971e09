// The package in headless Chromium, bundled by each of the bundlers that its README names: the README's program, and
// that a page is never disturbed. Without Chromium these tests are skipped.
import assert from "node:assert/strict";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname } from "node:path";
import { after, before } from "node:test";
import { findChromium } from "./browsers.mjs";
import { BUNDLERS } from "./bundlers.mjs";
import { apply, SOLVED } from "./cube.mjs";
import { readmeProgram } from "./readme.mjs";
import { LIMIT, PATIENCE, test, until } from "./testing.mjs";

const require = createRequire(new URL("../../js-tools/package.json", import.meta.url));
const root = new URL("../page/", import.meta.url);
const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";
const SCRIPT = "text/javascript";
const TYPES = { ".html": "text/html", ".js": SCRIPT, ".mjs": SCRIPT, ".wasm": "application/wasm" };

const executablePath = findChromium();
const skip = executablePath === null ? "there is no Chromium" : false;

// What stands before the worker's code in folders of these names.
const REFUSAL = 'new DOMException("no", "SecurityError")';
const NO_FILES = `StorageManager.prototype.getDirectory = () => Promise.reject(${REFUSAL});`;
const WORKERS = {
  // Browsers that give no files: in a private window, and before they had them.
  private: NO_FILES,
  older: "delete FileSystemFileHandle.prototype.createSyncAccessHandle;",
  // Browsers that keep nothing.
  nothing: `${NO_FILES}\nIDBFactory.prototype.open = () => { throw ${REFUSAL}; };`,
  // A disk that says when it begins, and never ends: only the page can end the worker.
  slow: `FileReaderSync.prototype.readAsArrayBuffer = () => {
      new BroadcastChannel("disk").postMessage("reading");
      for (;;);
    };`,
  // The same worker, in a page that may share memory.
  isolated: "",
};
const ISOLATED = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };

let server, browser, address;
const requests = [];

before(async () => {
  if (skip) return;
  const programs = {
    readme: await readmeProgram(),
    all: 'import * as all from "superflip";\nglobalThis.superflip = all;\n',
  };
  for (const [name, program] of Object.entries(programs)) {
    const source = new URL(`source/${name}/`, root);
    await mkdir(source, { recursive: true });
    await writeFile(new URL("main.mjs", source), program);
    await writeFile(new URL("index.html", source), '<!doctype html><script type="module" src="./main.mjs"></script>');
    for (const [bundler, bundle] of Object.entries(BUNDLERS)) {
      const page = new URL(`${bundler}/${name}/`, root);
      await mkdir(page, { recursive: true });
      await bundle(source, page);
    }
  }
  for (const [folder, code] of Object.entries(WORKERS)) {
    const page = new URL(`${folder}/`, root);
    await cp(new URL("esbuild/all/", root), page, { recursive: true });
    const worker = new URL("worker.browser.js", page);
    await writeFile(worker, `${code}\n${await readFile(worker, "utf8")}`);
  }
  server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    if (pathname === "/favicon.ico") return response.writeHead(204).end();
    requests.push(pathname);
    try {
      const name = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
      const body = await readFile(new URL(`.${name}`, root));
      response.writeHead(200, {
        "Content-Type": TYPES[extname(name)],
        "Content-Security-Policy": POLICY,
        ...(name.startsWith("/isolated/") ? ISOLATED : {}),
      });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${server.address().port}/`;
  browser = await require("playwright-core").chromium.launch({ executablePath, args: ["--no-sandbox"], timeout: LIMIT });
}, { timeout: LIMIT });
after(async () => {
  await browser?.close();
  server?.close();
}, { timeout: PATIENCE });

/** Opens the page, and forgets what was requested before. */
async function open(path, context = browser) {
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  requests.length = 0;
  await page.goto(address + path);
  return page;
}

for (const bundler of Object.keys(BUNDLERS)) {
  test(`the README's program in a page, under a strict policy, no other files (${bundler})`, { skip }, async () => {
    const context = await browser.newContext();
    const lines = [];
    context.on("console", (message) => lines.push(message.text()));
    context.on("weberror", (error) => lines.push(`error: ${error.error().message}`));
    const page = await open(`${bundler}/readme/`, context);
    await until(() => lines.join("\n"), () => {
      assert.ok(!lines.some((line) => line.startsWith("error") || line.includes("Refused")), lines.join("\n"));
      return lines.some((line) => line.includes("change the sticker"));
    });
    assert.match(lines[0], /^\d+ moves: /);
    // Vite puts all into a folder, and a hash into each name; esbuild calls the page's script main, and Vite index.
    const files = requests.map((name) => name.replace(/^.*[/]/, "").replace(/-[\w-]{8}(?=[.])/, ""));
    const script = files.find((name) => /^(main|index)[.]m?js$/.test(name));
    // The doctor is in the full module, which has a worker of its own.
    const workers = ["worker.browser.js", "worker.browser.js"];
    assert.deepEqual(files.sort(), ["", "core.wasm", "full.wasm", script, ...workers].sort());
    await context.close();
  });

  test(`every call in a page (${bundler})`, { skip }, () => everyCall(`${bundler}/all/`));
}

async function everyCall(path) {
  const page = await open(path);
  await page.evaluate(async () => {
    const { solve, check, convert, improve, scramble } = globalThis.superflip;
    const cube = await scramble();
    await solve(cube);
    await check(await convert(cube, "facelets"));
    for await (const { solution } of improve(cube, { time: 10 })) if (solution.length <= 23) break;
  });
  assert.deepEqual(requests.filter((name) => name.includes("full")), []);
  const results = await page.evaluate(async () => {
    const { solve, check, convert, coordinates, optimal, scramble } = globalThis.superflip;
    const controller = new AbortController();
    // The superflip: its proof would take minutes.
    const superflip = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
    const aborted = solve(superflip, { time: 600, goodEnough: 1, signal: controller.signal });
    setTimeout(() => controller.abort(), 30);
    return {
      aborted: await aborted.catch((error) => error.name),
      moves: (await solve("R U R' U'")).moves,
      state: (await check("R U X")).state,
      rank: await convert("R", "rank"),
      slice: String((await coordinates("R", ["UDSlice"]))[0].values),
      inTwoFaces: (await optimal("R U R' U R U2 R'", { moves: "R U" })).moves,
      scramble: await scramble({ seed: 1 }),
    };
  });
  assert.equal(results.aborted, "AbortError");
  assert.equal(results.moves, "U R U' R'");
  assert.equal(results.state, "unreadable");
  assert.match(results.rank, /^\d+$/);
  assert.equal(results.slice, "495");
  assert.equal(results.inTwoFaces, "R U2 R' U' R U' R'");
  assert.equal(results.scramble, "F2 B2 L' B2 L' B2 R F2 R2 L U2 F2 R F R' L2 D F' R' L D2");
  await page.close();
}

/** A proof in a page, with small tables; how many events its tables made. */
const prove = (page) =>
  page.evaluate(async () => {
    let events = 0;
    const onEvent = ({ event }) => (events += event === "table" ? 1 : 0);
    const { moves } = await globalThis.superflip.optimal("R U'", { moves: "R U", onEvent });
    if (moves !== "U R'") throw new Error(moves);
    return events;
  });

/** The sizes of the tables that the site keeps. */
const kept = (page) =>
  page.evaluate(async () => {
    const over = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
    const files = [];
    for await (const [, folder] of (await navigator.storage.getDirectory()).entries())
      for await (const [, handle] of folder.entries()) files.push((await handle.getFile()).size);
    const database = [];
    if ((await indexedDB.databases()).some(({ name }) => name === "superflip")) {
      const opened = await over(indexedDB.open("superflip"));
      for (const { size } of await over(opened.transaction("tables").objectStore("tables").getAll())) database.push(size);
      opened.close();
    }
    return { files, database };
  });

/**
 * Proves in one page after the other, until one need not make the tables: they are written after the answer, which
 * seems to be over when nothing has changed for a second.
 */
async function proveUntilKept(path, context) {
  for (let isFirst = true; ; isFirst = false) {
    const page = await open(path, context);
    const made = await prove(page);
    if (isFirst) assert.ok(made > 0);
    if (made === 0) {
      // This page may write what another had not written to its end.
      await until("whole tables", async () => Object.values(await kept(page)).flat().every((size) => size > 1000));
      return kept(page);
    }
    for (let now = "", before = null; now !== before; ) {
      before = now;
      await new Promise((resolve) => setTimeout(resolve, 1000));
      now = JSON.stringify(await kept(page));
    }
  }
}

/** Runs the body in a context of its own, which must leave nothing on the console. */
async function quietly(body) {
  const context = await browser.newContext();
  const errors = [];
  context.on("console", (message) => errors.push(message.text()));
  context.on("weberror", (error) => errors.push(error.error().message));
  await body(context);
  assert.deepEqual(errors, []);
  await context.close();
}
const areTables = (sizes) => sizes.length > 0 && sizes.every((size) => size > 1000);

test("tables are kept in the site's own files, and found by another page", { skip }, () =>
  quietly(async (context) => {
    const { files, database } = await proveUntilKept("esbuild/all/", context);
    assert.ok(areTables(files), files.join());
    assert.deepEqual(database, []);
  }));

for (const folder of ["private", "older"])
  test(`where a browser gives no files, tables are kept in a database (${folder})`, { skip }, () =>
    quietly(async (context) => {
      const { files, database } = await proveUntilKept(`${folder}/`, context);
      assert.ok(areTables(database), database.join());
      assert.deepEqual(files, []);
    }));

test("where nothing can be kept, proofs are made all the same", { skip }, () =>
  quietly(async (context) => {
    const pages = [await open("nothing/", context), await open("nothing/", context)];
    for (const page of pages) assert.ok((await prove(page)) > 0);
    assert.deepEqual(await kept(pages[1]), { files: [], database: [] });
  }));

/** A page that counts its workers. */
async function openCounting(path, context) {
  await context.addInitScript(() => {
    globalThis.workers = 0;
    // A worker that does not get its turn on a busy machine is not replaced for it.
    const { setTimeout } = globalThis;
    globalThis.setTimeout = (work, wait, ...rest) => setTimeout(work, wait === 30 ? 3000 : wait, ...rest);
    globalThis.Worker = class extends Worker {
      constructor(...values) {
        super(...values);
        globalThis.workers += 1;
      }
    };
  });
  return open(path, context);
}

// A page that shares no memory cannot tell its worker, and replaces it.
for (const [path, workers] of [["esbuild/all/", 3], ["isolated/", 2]])
  test(`a signal ends the making of a table, and the next call is answered (${path})`, { skip }, async () => {
    const context = await browser.newContext();
    const page = await openCounting(path, context);
    const result = await page.evaluate(async () => {
      const { coordinates, optimal } = globalThis.superflip;
      const controller = new AbortController();
      const onEvent = ({ event, done }) => event === "table" && done > 0 && controller.abort();
      const word = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
      const left = await optimal(word, { signal: controller.signal, onEvent }).catch((error) => error.name);
      const [{ values }] = await coordinates("R", ["UDSlice"]);
      return { left, values: String(values), workers: globalThis.workers };
    });
    assert.deepEqual(result, { left: "AbortError", values: "495", workers });
    await context.close();
  });

test("a signal ends the reading of a table, and the next call is answered", { skip }, async () => {
  const context = await browser.newContext();
  await proveUntilKept("esbuild/all/", context);
  const page = await openCounting("slow/", context);
  const result = await page.evaluate(async () => {
    const { coordinates, optimal } = globalThis.superflip;
    const controller = new AbortController();
    new BroadcastChannel("disk").onmessage = () => controller.abort();
    const { signal } = controller;
    const left = await optimal("R U'", { moves: "R U", signal }).catch((error) => error.name);
    const [{ values }] = await coordinates("R", ["UDSlice"]);
    return { left, values: String(values), workers: globalThis.workers };
  });
  assert.deepEqual(result, { left: "AbortError", values: "495", workers: 3 });
  await context.close();
});

test("several workers prove together, with the kept table", { skip }, () =>
  quietly(async (context) => {
    const cube = "F2 U R' D L2 B' U2 R F' D2 L B R2 U' L' F";
    const answer = async (page, workers) => {
      const { moves, bounds, ...known } = await page.evaluate(
        async ([cube, workers]) => {
          const bounds = [];
          const onEvent = (event) => "lowerBound" in event && bounds.push(event.lowerBound);
          const { moves, lowerBound, isShortest } = await globalThis.superflip.optimal(cube, { workers, onEvent });
          return { moves, lowerBound, isShortest, bounds };
        },
        [cube, workers],
      );
      assert.equal(apply(SOLVED, `${cube} ${moves}`), SOLVED);
      assert.ok(bounds.every((bound, i) => bound >= (bounds[i - 1] ?? 0)), bounds.join());
      assert.deepEqual(known, { lowerBound: 16, isShortest: true });
    };
    // Helpers can search once the table is written.
    const first = await open("esbuild/all/", context);
    await answer(first, 1);
    await until("a written table", async () => (await kept(first)).files.some((size) => size > 40_000_000));
    const page = await openCounting("esbuild/all/", context);
    await answer(page, 3);
    assert.equal(await page.evaluate(() => globalThis.workers), 4);
    const left = await page.evaluate(async () => {
      const { optimal } = globalThis.superflip;
      const controller = new AbortController();
      const onEvent = ({ event, lowerBound }) =>
        event === "bound" && lowerBound === 16 && setTimeout(() => controller.abort(), 100);
      const options = { workers: 3, signal: controller.signal, onEvent };
      const name = await optimal("D2 F' L U R2 B D' L2 F R' U2 B' D L' F2 R U", options).catch((error) => error.name);
      return [name, (await optimal("R U F", { workers: 3 })).moves];
    });
    assert.deepEqual(left, ["AbortError", "F' U' R'"]);
  }));

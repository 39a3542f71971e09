// The package in headless Chromium, bundled by esbuild: the README's program, and that a page is never disturbed. Without
// Chromium these tests are skipped.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { Superflip } from "superflip";
import { readmeProgram } from "./readme.mjs";
import { LIMIT, PATIENCE, test, until } from "./testing.mjs";

const require = createRequire(new URL("../../js-tools/package.json", import.meta.url));
const root = new URL("../page/", import.meta.url);
const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

function findChromium() {
  for (const name of ["chromium", "chromium-browser", "google-chrome"]) {
    try {
      return execFileSync("which", [name], { encoding: "utf8" }).trim();
    } catch {
      // the next one
    }
  }
  return null;
}
const executablePath = findChromium();
const skip = executablePath === null ? "there is no Chromium" : false;

let server, browser, address;
const requests = [];

before(async () => {
  if (skip) return;
  const dist = new URL("../node_modules/superflip/dist/", import.meta.url);
  await mkdir(root, { recursive: true });
  await writeFile(new URL("readme.mjs", root), await readmeProgram());
  await writeFile(new URL("all.mjs", root), 'import * as all from "superflip";\nglobalThis.superflip = all;\n');
  await require("esbuild").build({
    entryPoints: ["readme.mjs", "all.mjs"].map((name) => fileURLToPath(new URL(name, root))),
    bundle: true,
    format: "esm",
    outdir: fileURLToPath(root),
    logLevel: "error",
  });
  for (const name of ["worker.browser.js", "core.wasm", "full.wasm"]) await copyFile(new URL(name, dist), new URL(name, root));
  for (const name of ["readme", "all"])
    await writeFile(new URL(`${name}.html`, root), `<!doctype html><script type="module" src="${name}.js"></script>`);
  // Workers of browsers that keep no files: a private window, and an older browser.
  const lacks = {
    private: 'StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException("no", "SecurityError"));',
    older: "delete FileSystemFileHandle.prototype.createSyncAccessHandle;",
  };
  for (const [folder, code] of Object.entries(lacks)) {
    await mkdir(new URL(`${folder}/`, root), { recursive: true });
    for (const name of ["all.html", "all.js", "core.wasm", "full.wasm"])
      await copyFile(new URL(name, root), new URL(`${folder}/${name}`, root));
    const worker = await readFile(new URL("worker.browser.js", root), "utf8");
    await writeFile(new URL(`${folder}/worker.browser.js`, root), `${code}\n${worker}`);
  }
  server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    if (pathname === "/favicon.ico") return response.writeHead(204).end();
    requests.push(pathname);
    try {
      const body = await readFile(new URL(`.${pathname}`, root));
      response.writeHead(200, { "Content-Type": TYPES[extname(pathname)], "Content-Security-Policy": POLICY });
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

/** Another page of the site, in a profile of its own unless one is given, and what it says on its console. */
async function open(path, profile = browser) {
  const page = await profile.newPage();
  page.setDefaultTimeout(PATIENCE);
  const lines = [];
  page.on("console", (message) => lines.push(message.text()));
  page.on("pageerror", (error) => lines.push(`error: ${error.message}`));
  await page.goto(`${address}${path}`);
  return { page, lines };
}

test("the README's program runs in a page, under a strict policy and without other files", { skip }, async () => {
  const { page, lines } = await open("readme.html");
  await until(() => lines.join("\n"), () => {
    assert.ok(!lines.some((line) => line.startsWith("error") || line.includes("Refused")), lines.join("\n"));
    return lines.some((line) => line.includes("change the sticker"));
  });
  assert.match(lines[0], /^\d+ moves: /);
  assert.deepEqual(requests.sort(), ["/core.wasm", "/readme.html", "/readme.js", "/worker.browser.js"]);
  await page.close();
});

test("every call in a page", { skip }, async () => {
  const { page } = await open("all.html");
  const results = await page.evaluate(async () => {
    const { solve, check, convert, coordinates, optimal, scramble } = globalThis.superflip;
    const controller = new AbortController();
    const aborted = solve("F2 B2 L' B2 L' B2 R F2", { time: 600, goodEnough: 1, signal: controller.signal });
    setTimeout(() => controller.abort(), 30);
    return {
      aborted: await aborted.catch((error) => error.name),
      moves: (await solve("R U R' U'")).moves,
      state: (await check("R U X")).state,
      rank: await convert("R", "rank"),
      slice: String((await coordinates("R", ["UDSlice"]))[0].values),
      optimal: (await optimal("R U R' U R U2 R'", { moves: "R U" })).moves,
      scramble: await scramble({ seed: 1 }),
    };
  });
  assert.equal(results.aborted, "AbortError");
  assert.equal(results.moves, "U R U' R'");
  assert.equal(results.state, "unreadable");
  assert.match(results.rank, /^\d+$/);
  assert.equal(results.slice, "495");
  assert.equal(results.optimal, "R U2 R' U' R U' R'");
  assert.equal(results.scramble, "F2 B2 L' B2 L' B2 R F2 R2 L U2 F2 R F R' L2 D F' R' L D2");
  await page.close();
});

/** A question whose tables are kept in five files, one of 70 MB, and one whose four are small. */
const LARGE = ["R L'", { metric: "stm" }];
const SMALL = ["R U R' U R U2 R'", { moves: "R U" }];

/** Asks for a shortest word in a page. The events tell whether tables were made. */
const prove = async ([cube, options]) => {
  let events = 0;
  const onEvent = ({ event }) => (events += event === "table");
  const { moves } = await globalThis.superflip.optimal(cube, { ...options, onEvent });
  return { moves, events };
};

/** The names and sizes of the files that the site keeps. */
const kept = async () => {
  const found = {};
  for await (const [, folder] of (await navigator.storage.getDirectory()).entries())
    for await (const [name, handle] of folder.entries()) found[name] = (await handle.getFile()).size;
  return found;
};

/** The same of the files that Node keeps of the large tables. */
async function keptByNode() {
  const folder = await mkdtemp(join(tmpdir(), "superflip-"));
  const superflip = new Superflip({ tables: folder });
  try {
    await superflip.optimal(...LARGE);
    const found = {};
    for (const name of await readdir(folder)) found[name.replace(/\.table$/, "")] = (await stat(join(folder, name))).size;
    return found;
  } finally {
    superflip.close();
    await rm(folder, { recursive: true });
  }
}

test("tables are kept in the site's own files, and found by the next page", { skip }, async () => {
  const expected = await keptByNode();
  const context = await browser.newContext();
  const first = await open("all.html", context);
  assert.ok((await first.page.evaluate(prove, LARGE)).events > 0);
  // They are written after the answer, so the page stays until all of them are there.
  await until("the tables' files", async () => isDeepStrictEqual(await first.page.evaluate(kept), expected));
  await first.page.close();
  const { page } = await open("all.html", context);
  assert.equal((await page.evaluate(prove, LARGE)).events, 0);
  await context.close();
});

for (const folder of ["private", "older"])
  test(`where no files can be kept, proofs are made all the same (${folder})`, { skip }, async () => {
    const { page, lines } = await open(`${folder}/all.html`);
    assert.equal((await page.evaluate(prove, SMALL)).moves, "R U2 R' U' R U' R'");
    await page.waitForTimeout(500); // Writing would come after the answer; a slower machine only sees less of it.
    assert.deepEqual(Object.values(await page.evaluate(kept)).filter((size) => size > 0), []);
    assert.deepEqual(lines, []);
    await page.close();
  });

// The package in headless Chromium, bundled by esbuild: the README's program, and that a page is never disturbed. Without
// Chromium these tests are skipped.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { readmeProgram } from "./readme.mjs";

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
  browser = await require("playwright-core").chromium.launch({ executablePath, args: ["--no-sandbox"] });
});
after(async () => {
  await browser?.close();
  server?.close();
});

test("the README's program runs in a page, under a strict policy and without other files", { skip }, async () => {
  const page = await browser.newPage();
  const lines = [];
  page.on("console", (message) => lines.push(message.text()));
  page.on("pageerror", (error) => lines.push(`error: ${error.message}`));
  await page.goto(`${address}readme.html`);
  while (!lines.some((line) => line.includes("change the sticker"))) {
    assert.ok(!lines.some((line) => line.startsWith("error") || line.includes("Refused")), lines.join("\n"));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.match(lines[0], /^\d+ moves: /);
  assert.deepEqual(requests.sort(), ["/core.wasm", "/readme.html", "/readme.js", "/worker.browser.js"]);
  await page.close();
});

test("every call in a page", { skip }, async () => {
  const page = await browser.newPage();
  await page.goto(`${address}all.html`);
  const results = await page.evaluate(async () => {
    const { solve, check, convert, coordinates, optimal, scramble } = globalThis.superflip;
    const controller = new AbortController();
    const aborted = solve("F2 B2 L' B2 L' B2 R F2", { time: 60, goodEnough: 1, signal: controller.signal });
    setTimeout(() => controller.abort(), 30);
    return {
      aborted: await aborted.catch((error) => error.name),
      moves: (await solve("R U R' U'")).moves,
      state: (await check("R U X")).state,
      rank: await convert("R", "rank"),
      slice: String((await coordinates("R", ["UDSlice"]))[0].values),
      stm: (await optimal("R L' U2", { metric: "stm" })).moves,
      scramble: await scramble({ seed: 1 }),
    };
  });
  assert.equal(results.aborted, "AbortError");
  assert.equal(results.moves, "U R U' R'");
  assert.equal(results.state, "unreadable");
  assert.match(results.rank, /^\d+$/);
  assert.equal(results.slice, "495");
  assert.equal(results.stm, "U2 R' L");
  assert.equal(results.scramble, "F2 B2 L' B2 L' B2 R F2 R2 L U2 F2 R F R' L2 D F' R' L D2");
  await page.close();
});

test("tables are kept in the site's own files, and found by the next page", { skip }, async () => {
  const context = await browser.newContext();
  const ask = async () => {
    const page = await context.newPage();
    await page.goto(`${address}all.html`);
    const made = await page.evaluate(async () => {
      let events = 0;
      await globalThis.superflip.optimal("R L'", { metric: "stm", onEvent: ({ event }) => (events += event === "table") });
      // Writing goes on after the answer: until the files stay as they are.
      let before = "";
      for (;;) {
        const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("superflip");
        let files = "";
        for await (const [name, handle] of folder.entries()) files += `${name} ${(await handle.getFile()).size}\n`;
        if (files !== "" && files === before) return events;
        before = files;
        await new Promise((resolve) => setTimeout(resolve, 1000));
      }
    });
    await page.close();
    return made;
  };
  assert.ok((await ask()) > 0);
  assert.equal(await ask(), 0);
  await context.close();
});

for (const folder of ["private", "older"])
  test(`where no files can be kept, proofs are made all the same (${folder})`, { skip }, async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const errors = [];
    page.on("console", (message) => errors.push(message.text()));
    page.on("pageerror", (error) => errors.push(error.message));
    await page.goto(`${address}${folder}/all.html`);
    const found = await page.evaluate(async () => {
      const { moves } = await globalThis.superflip.optimal("R L'", { metric: "stm" });
      await new Promise((resolve) => setTimeout(resolve, 500)); // writing comes after the answer
      let bytes = 0;
      for await (const [, entry] of (await navigator.storage.getDirectory()).entries())
        for await (const [, handle] of entry.entries()) bytes += (await handle.getFile()).size;
      return { moves, bytes };
    });
    assert.equal(found.bytes, 0);
    assert.match(found.moves, /^(R' L|L R')$/);
    assert.deepEqual(errors, []);
    await context.close();
  });

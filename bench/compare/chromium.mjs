// Measures solvers in headless Chromium, each in a page of its own. Chromium counts the CPU time of a page's process,
// all of its threads and workers, in steps of 10 ms.
import { copyFileSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { findChromium } from "../../bindings/js/tests/browsers.mjs";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const TYPES = { ".js": "text/javascript", ".wasm": "application/wasm", ".html": "text/html" };

/** Bundles the solvers and their workers into a folder. */
async function bundle(tools, folder) {
  await tools("esbuild").build({
    entryPoints: {
      solvers: here("solvers.mjs"),
      "search-worker-entry": here("node_modules/cubing/dist/lib/cubing/chunks/search-worker-entry.js"),
    },
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    outdir: folder,
    logLevel: "error",
  });
  for (const name of ["worker.browser.js", "core.wasm", "full.wasm"])
    copyFileSync(here(`node_modules/superflip/dist/${name}`), join(folder, name));
}

/** Opens Chromium. `measure` measures the solver of an index; `close` ends it. `tools` has esbuild and playwright-core. */
export async function open(tools, folder) {
  const require = createRequire(join(tools, "package.json"));
  await bundle(require, folder);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    try {
      const body = pathname === "/" ? "<!doctype html>" : readFileSync(join(folder, pathname));
      response.writeHead(200, { "Content-Type": TYPES[extname(pathname)] ?? "text/html" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const executablePath = findChromium() ?? "chromium";
  const browser = await require("playwright-core").chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const system = await browser.newBrowserCDPSession();
  const cpu = async () => {
    const { processInfo } = await system.send("SystemInfo.getProcessInfo");
    const renderers = processInfo.filter(({ type }) => type === "renderer");
    return renderers.reduce((sum, { cpuTime }) => sum + 1000 * cpuTime, 0);
  };
  const measure = async (index, cubes) => {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.waitForTimeout(500); // until the empty page is at rest
    let before = await cpu();
    await page.evaluate(async ([index, cubes]) => {
      const { begin, run } = await import("/solvers.js");
      globalThis.run = run;
      globalThis.solver = await begin(index, cubes);
    }, [index, cubes]);
    const first = (await cpu()) - before;
    await page.evaluate(() => run(solver));
    before = await cpu();
    const { answers, calls } = await page.evaluate(() => run(solver));
    const mean = ((await cpu()) - before) / calls;
    await page.close();
    return { first, mean, times: null, answers };
  };
  const close = async () => {
    await browser.close();
    server.close();
  };
  return { measure, close, version: browser.version() };
}

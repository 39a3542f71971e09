// The bundlers that the README names. Each makes a page of FROM (index.html and its main.mjs) in the folder TO, as the
// README says, with its own defaults.
import { copyFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const require = createRequire(new URL("../../js-tools/package.json", import.meta.url));
const dist = new URL("../node_modules/superflip/dist/", import.meta.url);

export const BUNDLERS = {
  async esbuild(from, to) {
    await require("esbuild").build({
      entryPoints: [fileURLToPath(new URL("main.mjs", from))],
      bundle: true,
      format: "esm",
      outdir: fileURLToPath(to),
      outExtension: { ".js": ".mjs" },
      logLevel: "error",
    });
    await copyFile(new URL("index.html", from), new URL("index.html", to));
    for (const name of ["worker.browser.js", "core.wasm", "full.wasm"])
      await copyFile(new URL(name, dist), new URL(name, to));
  },

  async vite(from, to) {
    const { build } = await import(require.resolve("vite"));
    await build({
      configFile: false,
      root: fileURLToPath(from),
      base: "./",
      build: { outDir: fileURLToPath(to), emptyOutDir: true },
      logLevel: "error",
    });
  },
};

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { defineConfig, type Plugin } from "vite";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// No other host, no eval. 'wasm-unsafe-eval' lets WebAssembly be compiled, and nothing else. The 3D player sets styles by
// scripts, and elements have styles of their own.
const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "connect-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const contentSecurityPolicy = (): Plugin => ({
  name: "content-security-policy",
  apply: "build",
  transformIndexHtml: () => [
    { tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: policy }, injectTo: "head-prepend" },
  ],
});

/** The package that a module belongs to; undefined for our own. */
const packageOf = (module: string): string | undefined => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(module)?.[1];

/** notices.txt: the licences of all that is shipped. What is shipped and has none ends the build. */
const notices = (): Plugin => ({
  name: "notices",
  apply: "build",
  generateBundle(_, bundle) {
    for (const output of Object.values(bundle))
      for (const module of output.type === "chunk" ? Object.keys(output.modules) : []) {
        const name = packageOf(module);
        if (name !== undefined && !shipped.some((known) => known.name === name))
          this.error(`${name} is shipped without its licence: see "shipped" in vite.config.ts`);
      }
    const read = (name: string) => {
      const folder = here(`node_modules/${name}`);
      const { version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8")) as Record<string, string>;
      return { version, license, folder };
    };
    const sections = shipped.map(({ name, source, file, remark }) => {
      const { version, license, folder } = read(name);
      const words = readFileSync(`${folder}/${file}`, "utf8");
      return `${name} ${version}\nLicence: ${license}\nSource: ${source}\n${remark}\n\n${words.trim()}\n`;
    });
    const own = `superflip\n\n${readFileSync(here("../../LICENSE"), "utf8").trim()}\n`;
    const compiled = readFileSync(here("../../bindings/js/THIRD-PARTY.txt"), "utf8"); // into the modules
    const rule = `\n${"-".repeat(78)}\n\n`;
    this.emitFile({ type: "asset", fileName: "notices.txt", source: [own, compiled, ...sections].join(rule) });
  },
});

// Chunks of the 3D player for puzzles that this page never shows.
const otherPuzzles = /puzzles-dynamic-(?!3x3x3)/;

/** sw.js: src/offline.js with the names of all files, and a version that changes with any of them. */
const offline = (): Plugin => ({
  name: "offline",
  apply: "build",
  enforce: "post",
  generateBundle(_, bundle) {
    const files = new Map(readdirSync(here("public")).map((name) => [name, readFileSync(here(`public/${name}`))]));
    for (const [name, output] of Object.entries(bundle))
      if (!otherPuzzles.test(name)) files.set(name, Buffer.from(output.type === "chunk" ? output.code : output.source));
    const worker = readFileSync(here("src/offline.js"), "utf8");
    const hash = createHash("sha256").update(worker);
    for (const name of [...files.keys()].sort()) hash.update(name).update(files.get(name)!);
    const kept = [...files.keys()].map((name) => (name === "index.html" ? "./" : name));
    const head = `const version = '${hash.digest("hex").slice(0, 16)}';\nconst files = ${JSON.stringify(kept)};\n`;
    this.emitFile({ type: "asset", fileName: "sw.js", source: head + worker });
  },
});

interface Shipped {
  name: string;
  source: string;
  /** From the package's folder. */
  file: string;
  remark: string;
}

const shipped: Shipped[] = [
  { name: "preact", source: "https://github.com/preactjs/preact", file: "LICENSE", remark: "Unmodified." },
  ...["@preact/signals", "@preact/signals-core"].map((name) => ({
    name,
    source: "https://github.com/preactjs/signals",
    file: "LICENSE",
    remark: "Unmodified.",
  })),
  {
    name: "three",
    source: "https://github.com/mrdoob/three.js",
    file: "LICENSE",
    remark: "Unmodified; part of the 3D picture.",
  },
  {
    name: "cubing",
    source: "https://github.com/cubing/cubing.js and https://www.npmjs.com/package/cubing",
    file: "../../licences/MPL-2.0.txt",
    remark:
      "The 3D picture. Unmodified, used under the Mozilla Public License 2.0. Its source code is at the addresses above.",
  },
];

export default defineConfig({
  base: "./",
  resolve: {
    alias: { superflip: here("../../build/wasm/js/dist/browser.js") },
    dedupe: ["preact"],
  },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  worker: { format: "es" },
  build: {
    outDir: here("../../build/page"),
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 800,
  },
  plugins: [contentSecurityPolicy(), notices(), offline()],
});

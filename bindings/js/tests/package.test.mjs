// What is in the package: its weight, and what its modules ask of their surroundings.
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { brotliCompressSync, constants } from "node:zlib";
import { test } from "./testing.mjs";

const root = new URL("../node_modules/superflip/", import.meta.url);
const read = (name) => readFile(new URL(name, root));

test("what a page downloads to solve a cube is below 120 KB", async () => {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  let bytes = 0;
  for (const name of ["core.wasm", "browser.js", "worker.browser.js"])
    bytes += brotliCompressSync(await read(`dist/${name}`), { params }).length;
  assert.ok(bytes < 120_000, `${bytes} bytes`);
});

test("the small module asks for the time, chance and reports alone", async () => {
  const imports = WebAssembly.Module.imports(await WebAssembly.compile(await read("dist/core.wasm")));
  const known = ["clock_time_get", "emscripten_notify_memory_growth", "environ_get", "environ_sizes_get", "getentropy"];
  for (const { name } of imports) assert.ok([...known, "proc_exit", "report"].includes(name), name);
});

test("no dependencies, no eval, and only what a program needs", async () => {
  const manifest = JSON.parse(await read("package.json"));
  assert.equal(manifest.dependencies, undefined);
  const files = (await readdir(new URL("dist/", root))).filter((name) => name !== "types").sort();
  assert.deepEqual(files, [
    "browser.js",
    "core.wasm",
    "full.wasm",
    "node.js",
    "worker.browser.js",
    "worker.node.js",
  ]);
  for (const name of files.filter((file) => file.endsWith(".js")))
    assert.doesNotMatch(String(await read(`dist/${name}`)), /\beval\(|new Function/);
});

test("the licences of what is compiled in", async () => {
  const notices = String(await read("THIRD-PARTY.txt"));
  for (const name of ["Highway", "xxHash", "tl::expected", "JSON for Modern C++", "Emscripten", "musl", "libc++"])
    assert.ok(notices.includes(name), name);
  for (const text of ["Apache License\n", "Redistributions in binary form", "Permission is hereby granted", "CC0 1.0"])
    assert.ok(notices.includes(text), text);
  assert.match(String(await read("LICENSE")), /Permission is hereby granted/);
});

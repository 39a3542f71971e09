/** The worker in Node. */
import { webcrypto } from "node:crypto";
import { mkdirSync, openSync, closeSync, readFileSync, renameSync, statSync, writeSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parentPort } from "node:worker_threads";
import { noTables, type TableStorage } from "./module.js";
import type { ToWorker } from "./protocol.js";
import { Service } from "./serve.js";

globalThis.crypto ??= webcrypto as Crypto; // Node 18

const port = parentPort!;
const files = {
  core: new URL("./core.wasm", import.meta.url),
  full: new URL("./full.wasm", import.meta.url),
};
/** Tables as files of a folder, which superflip's program can share. */
function folderOf(folder: string): TableStorage {
  const path = (name: string) => join(folder, `${name}.table`);
  return {
    open: () => Promise.resolve(),
    size: (name) => statSync(path(name), { throwIfNoEntry: false })?.size ?? 0,
    read: (name) => readFileSync(path(name)),
    keep: (name, parts) => {
      mkdirSync(folder, { recursive: true });
      const unfinished = `${path(name)}.${process.pid}.tmp`;
      const file = openSync(unfinished, "w");
      try {
        for (const part of parts) for (let at = 0; at < part.length;) at += writeSync(file, part, at);
      } finally {
        closeSync(file);
      }
      renameSync(unfinished, path(name));
    },
  };
}

const service = new Service({
  post: (message) => port.postMessage(message),
  compile: async (name) => WebAssembly.compile(await readFile(files[name])),
  tables: (place) => (typeof place === "string" ? folderOf(place) : noTables),
  later: (work) => void setImmediate(work),
});
port.on("message", (message: ToWorker) => void service.hear(message));

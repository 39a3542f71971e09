/** The worker in Node. */
import { readFile } from "node:fs/promises";
import { parentPort } from "node:worker_threads";
import type { ToWorker } from "./protocol.js";
import { Service } from "./serve.js";

const port = parentPort!;
const files = {
  core: new URL("./core.wasm", import.meta.url),
  full: new URL("./full.wasm", import.meta.url),
};
const service = new Service({
  post: (message) => port.postMessage(message),
  compile: async (name) => WebAssembly.compile(await readFile(files[name])),
  later: (work) => void setImmediate(work),
});
port.on("message", (message: ToWorker) => void service.hear(message));

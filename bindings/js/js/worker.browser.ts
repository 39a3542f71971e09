/** The worker in a browser. */
import { noTables } from "./module.js";
import type { ToWorker } from "./protocol.js";
import { Service } from "./serve.js";
import { browserStorage } from "./storage.browser.js";

// Bundlers look for exactly this form.
const files = {
  core: new URL("./core.wasm", import.meta.url),
  full: new URL("./full.wasm", import.meta.url),
};

async function compile(url: URL): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.href} cannot be loaded: the server says ${response.status}`);
  // A server need not know the type of these files, which streaming demands.
  if (response.headers.get("Content-Type") === "application/wasm") return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

// Unlike a timer, a message to oneself does not wait, and it comes after those that are there already.
const wake = new MessageChannel();
let next = () => {};
wake.port1.onmessage = () => next();

const service = new Service({
  post: (message) => self.postMessage(message),
  compile: (name) => compile(files[name]),
  tables: (place) => (place === false ? noTables : browserStorage()),
  later: (work) => {
    next = work;
    wake.port2.postMessage(null);
  },
});
self.onmessage = (message: MessageEvent<ToWorker>) => void service.hear(message.data);

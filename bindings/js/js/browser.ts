/** The package in a browser. */
import type { Spawn } from "./client.js";
import type { FromWorker } from "./protocol.js";
import { Superflip as Calls, type Options } from "./superflip.js";

export * from "./api.js";

const spawn: Spawn = (hear, fail) => {
  // Bundlers look for exactly this form.
  const worker = new Worker(new URL("./worker.browser.js", import.meta.url), { type: "module" });
  worker.onmessage = (event: MessageEvent<FromWorker>) => hear(event.data);
  worker.onerror = (event) => fail(event.message || "its file cannot be loaded");
  return { post: (message) => worker.postMessage(message), terminate: () => worker.terminate(), hold: () => {} };
};

/** Answers questions in a worker of its own. */
export class Superflip extends Calls {
  constructor({ tables = true }: Options = {}) {
    super(spawn, tables);
  }
}

const shared = new Superflip();
export const prepare = shared.prepare.bind(shared);
export const solve = shared.solve.bind(shared);
export const optimal = shared.optimal.bind(shared);
export const improve = shared.improve.bind(shared);
export const check = shared.check.bind(shared);
export const scramble = shared.scramble.bind(shared);
export const convert = shared.convert.bind(shared);
export const coordinates = shared.coordinates.bind(shared);
/** Ends the workers of these functions. In Node they also end with the program. */
export const close = shared.close.bind(shared);

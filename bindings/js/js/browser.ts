/** The package in a browser. */
import type { Spawn } from "./client.js";
import type { FromWorker } from "./protocol.js";
import { functionsOf, Superflip as Calls, type Options } from "./superflip.js";

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

export const {
  prepare,
  solve,
  optimal,
  improve,
  check,
  scramble,
  convert,
  coordinates,
  patterns,
  completions,
  robots,
  schedule,
  close,
} = functionsOf(new Superflip());

/** The package in Node. */
import { Worker } from "node:worker_threads";
import type { Spawn } from "./client.js";
import type { FromWorker } from "./protocol.js";
import { Superflip as Calls, type Options } from "./superflip.js";

export * from "./api.js";

const spawn: Spawn = (hear, fail) => {
  const worker = new Worker(new URL("./worker.node.js", import.meta.url), { name: "superflip" });
  worker.on("message", (message: FromWorker) => hear(message));
  worker.on("error", (error) => fail(error.message));
  return {
    post: (message) => worker.postMessage(message),
    terminate: () => void worker.terminate(),
    hold: (is_needed) => (is_needed ? worker.ref() : worker.unref()),
  };
};

/** Answers questions in a worker of its own. */
export class Superflip extends Calls {
  constructor({ tables = false }: Options = {}) {
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

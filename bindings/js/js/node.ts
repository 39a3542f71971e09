/** The package in Node. */
import { Worker } from "node:worker_threads";
import type { Spawn } from "./client.js";
import type { FromWorker } from "./protocol.js";
import { functionsOf, Superflip as Calls, type Options } from "./superflip.js";

export * from "./api.js";

const spawn: Spawn = (hear, fail) => {
  // Without the program's own flags: --input-type, for one, says nothing of a worker's file, which then is refused.
  const worker = new Worker(new URL("./worker.node.js", import.meta.url), { name: "superflip", execArgv: [] });
  worker.on("message", (message: FromWorker) => hear(message));
  worker.on("error", (error) => fail(error.message));
  worker.on("exit", (code) => fail(`it ended with code ${code}`));
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

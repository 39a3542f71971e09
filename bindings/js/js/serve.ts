/**
 * The worker: it runs the jobs of one module, each for a slice of time after the other, and hears messages in between.
 */
import { Module, type TableStorage } from "./module.js";
import type { FromWorker, ModuleName, Report, Request, TablePlace, ToWorker } from "./protocol.js";

/** For how long the worker is deaf, in milliseconds. */
const SLICE = 10;

/** What a worker needs of its surroundings. */
export interface Surroundings {
  post(message: FromWorker): void;
  compile(name: ModuleName): Promise<WebAssembly.Module>;
  tables(place: TablePlace): TableStorage;
  /** Calls the function after the messages that are waiting were heard. */
  later(work: () => void): void;
}

export class Service {
  readonly #around: Surroundings;
  readonly #waiting: { id: number; request: Request }[] = [];
  readonly #running: number[] = [];
  #module: Module | null = null;
  #isAwake = false;
  #current: number | null = null;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  async hear(message: ToWorker): Promise<void> {
    if ("module" in message) {
      try {
        const { module, tables, left } = message;
        this.#module = await Module.load(this.#around.compile(module), this.#around.tables(tables), left);
        this.#continue();
      } catch (error) {
        this.#break(error);
      }
    } else if ("cancel" in message) {
      this.#forget(message.cancel);
      this.#around.post({ cancelled: message.cancel });
    } else {
      this.#waiting.push(message);
      this.#continue();
    }
  }

  #continue(): void {
    if (this.#isAwake || this.#module === null || this.#waiting.length + this.#running.length === 0) return;
    this.#isAwake = true;
    this.#around.later(() => this.#work());
  }

  #forget(id: number): void {
    const waiting = this.#waiting.findIndex((job) => job.id === id);
    if (waiting >= 0) this.#waiting.splice(waiting, 1);
    const running = this.#running.indexOf(id);
    if (running < 0) return;
    this.#running.splice(running, 1);
    this.#module!.end(id);
  }

  /** One slice, for as many jobs as fit into it. */
  #work(): void {
    this.#isAwake = false;
    const until = performance.now() + SLICE;
    try {
      do {
        this.#step(until);
      } while (this.#waiting.length + this.#running.length > 0 && performance.now() < until);
      this.#continue();
    } catch (error) {
      this.#break(error);
    }
  }

  #step(until: number): void {
    const module = this.#module!;
    const next = this.#waiting.shift();
    if (next !== undefined) {
      this.#current = next.id;
      this.#around.post({ begun: next.id });
      if (module.begin(next.id, next.request, this.#reporter(next.id))) this.#running.unshift(next.id);
    }
    const id = this.#running.shift();
    if (id === undefined) return;
    this.#current = id;
    const share = Math.max(until - performance.now(), 1);
    if (module.run(id, share, this.#reporter(id))) {
      this.#running.push(id);
      if (next !== undefined) this.#around.post({ hearing: id });
    }
    this.#current = null;
  }

  #reporter(id: number): (report: Report) => void {
    return (report) => this.#around.post({ id, report });
  }

  #break(error: unknown): void {
    this.#module = null;
    this.#around.post({ broken: error instanceof Error ? error.message : String(error), id: this.#current });
  }
}

/**
 * The caller's side of a worker: it sends requests and gives each its reports. A call ends at once when its signal says
 * so. A module that breaks is replaced by a new one, and so is a worker that does not let go of a job: calls that were
 * not to blame are asked again, which they do not notice.
 */
import { SuperflipError } from "./errors.js";
import { isEnd, type FromWorker, type ModuleName, type Report, type Request, type TablePlace, type ToWorker } from "./protocol.js";

/** A worker, whatever the surroundings call it. */
export interface Peer {
  post(message: ToWorker): void;
  terminate(): void;
  /** Whether it keeps a program of Node from ending. */
  hold(is_needed: boolean): void;
}

/** Makes a worker. `fail` is called when it cannot be loaded. */
export type Spawn = (hear: (message: FromWorker) => void, fail: (message: string) => void) => Peer;

/** For so many milliseconds a worker may hold a job that nobody wants, before it is replaced. */
const PATIENCE = 500;

interface Call {
  readonly request: Request;
  readonly hear: (report: Report) => void;
  readonly fail: (error: unknown) => void;
}

export class Client {
  readonly #spawn: Spawn;
  readonly #module: ModuleName;
  readonly #tables: TablePlace;
  readonly #calls = new Map<number, Call>();
  readonly #cancelled = new Map<number, ReturnType<typeof setTimeout>>();
  #peer: Peer | null = null;
  #begun = 0; // the last job that the worker began
  #last = 0;

  constructor(spawn: Spawn, module: ModuleName, tables: TablePlace) {
    this.#spawn = spawn;
    this.#module = module;
    this.#tables = tables;
  }

  /** Sends a request. `hear` gets its reports, the end among them; `fail` is called if there will be none. Both are never
   * called after the function that is returned, which ends the call. */
  begin(request: Request, hear: (report: Report) => void, fail: (error: unknown) => void): () => void {
    const id = ++this.#last;
    this.#calls.set(id, { request, hear, fail });
    this.#hold();
    this.#awake().post({ id, request });
    return () => this.#cancel(id);
  }

  /** Ends the worker. Calls that are not over fail with the reason. */
  close(reason: unknown): void {
    this.#stop();
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    for (const call of calls) call.fail(reason);
  }

  #awake(): Peer {
    if (this.#peer !== null) return this.#peer;
    const peer = this.#spawn(
      (message) => {
        if (this.#peer === peer) this.#hear(message);
      },
      (message) => {
        if (this.#peer === peer) this.close(new SuperflipError("system", `the worker cannot be started: ${message}`));
      },
    );
    this.#peer = peer;
    peer.post({ module: this.#module, tables: this.#tables });
    this.#hold();
    return peer;
  }

  #stop(): void {
    for (const timer of this.#cancelled.values()) clearTimeout(timer);
    this.#cancelled.clear();
    this.#peer?.terminate();
    this.#peer = null;
  }

  /** A new worker, which is asked all that is not answered. */
  #replace(): void {
    this.#stop();
    if (this.#calls.size === 0) return;
    const peer = this.#awake();
    for (const [id, { request }] of this.#calls) peer.post({ id, request });
  }

  #hold(): void {
    this.#peer?.hold(this.#calls.size > 0);
  }

  #hear(message: FromWorker): void {
    if ("begun" in message) {
      this.#begun = message.begun;
    } else if ("cancelled" in message) {
      clearTimeout(this.#cancelled.get(message.cancelled));
      this.#cancelled.delete(message.cancelled);
    } else if ("broken" in message) {
      this.#mend(message.broken, message.id);
    } else {
      const call = this.#calls.get(message.id);
      if (call === undefined) return;
      if (isEnd(message.report)) this.#forget(message.id);
      call.hear(message.report);
    }
  }

  #mend(why: string, culprit: number | null): void {
    const error = new SuperflipError("internal", `superflip's module failed: ${why}`);
    if (culprit === null) {
      this.close(error);  // it cannot even be loaded
      return;
    }
    const call = this.#calls.get(culprit);
    this.#forget(culprit);
    this.#replace();
    call?.fail(error);
  }

  #forget(id: number): void {
    this.#calls.delete(id);
    this.#hold();
  }

  #cancel(id: number): void {
    if (!this.#calls.has(id)) return;
    this.#forget(id);
    this.#peer?.post({ cancel: id });
    this.#await(id);
  }

  /** Waits until the worker has let go of a job. If that job itself keeps it, it is replaced; if it is another one that
   * makes its tables, it is left alone. */
  #await(id: number): void {
    const timer = setTimeout(() => (this.#begun === id ? this.#replace() : this.#await(id)), PATIENCE);
    (timer as { unref?: () => void }).unref?.();
    this.#cancelled.set(id, timer);
  }
}

/**
 * The caller's side of a worker: it sends requests and gives each its reports. A call ends at once when its signal says
 * so. While the worker makes or reads tables it is deaf; it then looks into a word of memory, where memory can be
 * shared. A module that breaks is replaced by a new one, and so is a worker that does not let go of a job: calls that
 * were not to blame are asked again, which they do not notice.
 */
import { SuperflipError } from "./errors.js";
import { isEnd } from "./protocol.js";
import type { FromWorker, ModuleName, Report, Request, TablePlace, ToWorker } from "./protocol.js";

/** A worker, whatever the surroundings call it. */
export interface Peer {
  post(message: ToWorker): void;
  terminate(): void;
  /** Whether it keeps a program of Node from ending. */
  hold(is_needed: boolean): void;
}

/** Makes a worker. `fail` is called when it cannot be loaded, and when it ends by itself. */
export type Spawn = (hear: (message: FromWorker) => void, fail: (message: string) => void) => Peer;

/** For so many milliseconds a worker may hold a job that nobody wants, before it is replaced. */
const PATIENCE = 500;
/** The same while it makes or reads tables for proofs, and cannot know that nobody wants them. */
const SHORT_PATIENCE = 30;

/** A timer that does not keep a program of Node from ending. */
function unhold(timer: ReturnType<typeof setTimeout>): void {
  (timer as { unref?: () => void }).unref?.();
}

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
  #isDeaf = false; // whether that job's first slice runs
  #closed: { reason: unknown } | null = null;
  readonly #left = "SharedArrayBuffer" in globalThis ? new Int32Array(new SharedArrayBuffer(4)) : null;
  #last = 0;
  readonly #idle: number;
  #resting: ReturnType<typeof setTimeout> | undefined;

  /** After so many milliseconds without a call (`idle`) the worker ends; the next call starts another. */
  constructor(spawn: Spawn, module: ModuleName, tables: TablePlace, idle = Infinity) {
    this.#spawn = spawn;
    this.#module = module;
    this.#tables = tables;
    this.#idle = idle;
  }

  /** Sends a request. `hear` gets its reports, the end among them; `fail` is called if there will be none. Both are
   * never called after the function that is returned, which ends the call. Throws the reason after close(). */
  begin(request: Request, hear: (report: Report) => void, fail: (error: unknown) => void): () => void {
    if (this.#closed !== null) throw this.#closed.reason;
    const id = ++this.#last;
    this.#calls.set(id, { request, hear, fail });
    this.#hold();
    this.#awake().post({ id, request });
    return () => this.#cancel(id);
  }

  /** Ends the worker for ever. Calls that are not over fail with the reason, and so do all later ones. */
  close(reason: unknown): void {
    this.#closed ??= { reason };
    this.reset(reason);
  }

  /** Ends the worker; the next call starts another. Calls that are not over fail with the reason. */
  reset(reason: unknown): void {
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
        if (this.#peer === peer) this.reset(new SuperflipError("system", `the worker failed: ${message}`));
      },
    );
    this.#peer = peer;
    peer.post({ module: this.#module, tables: this.#tables, left: this.#left });
    this.#hold();
    return peer;
  }

  #stop(): void {
    clearTimeout(this.#resting);
    for (const timer of this.#cancelled.values()) clearTimeout(timer);
    this.#cancelled.clear();
    this.#peer?.terminate();
    this.#peer = null;
    this.#begun = 0;
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
    clearTimeout(this.#resting);
    if (this.#calls.size > 0 || this.#peer === null || this.#idle === Infinity) return;
    this.#resting = setTimeout(() => this.#stop(), this.#idle);
    unhold(this.#resting);
  }

  #hear(message: FromWorker): void {
    if ("begun" in message) {
      this.#begun = message.begun;
      this.#isDeaf = true;
      if (this.#cancelled.has(message.begun)) this.#leave(message.begun);
    } else if ("hearing" in message) {
      this.#isDeaf = false;
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
      this.reset(error); // it cannot even be loaded
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
    if (this.#begun === id) this.#leave(id);
    this.#await(id, 0);
  }

  /** Tells a deaf worker that its job is wanted no more. */
  #leave(id: number): void {
    if (this.#left !== null) Atomics.store(this.#left, 0, id);
  }

  /** Waits until the worker has let go of a job. If that job itself keeps it, it is replaced; if it is another one that
   * makes its tables, it is left alone. */
  #await(id: number, waited: number): void {
    const look = () => {
      const now = waited + SHORT_PATIENCE;
      const cannotKnow = this.#module === "full" && this.#isDeaf && this.#left === null;
      if (this.#begun === id && (cannotKnow || now >= PATIENCE)) this.#replace();
      else this.#await(id, now);
    };
    const timer = setTimeout(look, SHORT_PATIENCE);
    unhold(timer);
    this.#cancelled.set(id, timer);
  }
}

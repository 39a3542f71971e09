/**
 * A module of WebAssembly: loaded without any glue of Emscripten, and spoken to by the protocol of
 * bindings/js/src/module.h.
 */
import type { Report, Request } from "./protocol.js";

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  room(size: number): number;
  begin(job: number): number;
  run(job: number, milliseconds: number): number;
  end(job: number): void;
}

/** Where a module's tables are kept between programs. All but `open` is called by the module, which cannot wait. What
 * they throw is no failure of a call: the table is not there, or is made again. */
export interface TableStorage {
  /** Finds out which tables there are. */
  open(): Promise<void>;
  /** The bytes of a table's file; 0 if there is none. */
  size(name: string): number;
  read(name: string): Uint8Array | null;
  keep(name: string, parts: Uint8Array[]): void;
}

/** Keeps nothing. */
export const noTables: TableStorage = {
  open: () => Promise.resolve(),
  size: () => 0,
  read: () => null,
  keep: () => {},
};

/** No exception of JavaScript may enter a module, which cannot tell it from its own. */
function zeroIfThrown(work: () => number): number {
  try {
    return work();
  } catch {
    return 0;
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Module {
  readonly #exports: Exports;
  #job = 0; // that runs
  #report: (report: Report) => void = () => {};

  private constructor(compiled: WebAssembly.Module, tables: TableStorage, left: Int32Array | null) {
    const instance = new WebAssembly.Instance(compiled, this.#imports(compiled, tables, left));
    this.#exports = instance.exports as unknown as Exports;
    this.#exports._initialize();
  }

  /** `left` holds the number of a job that should end, which other threads set. */
  static async load(
    compiled: Promise<WebAssembly.Module>,
    tables: TableStorage,
    left: Int32Array | null = null,
  ): Promise<Module> {
    try {
      await tables.open();
      return new Module(await compiled, tables, left);
    } catch (error) {
      if (!(error instanceof WebAssembly.CompileError)) throw error;
      throw new Error(`this machine's WebAssembly lacks SIMD or exceptions, which superflip needs (${error.message})`);
    }
  }

  /** Begins a job. Returns whether there is something to run. */
  begin(job: number, request: Request, report: (report: Report) => void): boolean {
    this.#report = report;
    const texts = request.map((text) => encoder.encode(text));
    const size = texts.reduce((sum, text) => sum + 4 + text.length, 0);
    const at = this.#exports.room(size);
    if (size > 0 && at === 0) return false;
    const bytes = new Uint8Array(this.#exports.memory.buffer, at, size);
    const view = new DataView(this.#exports.memory.buffer, at, size);
    let offset = 0;
    for (const text of texts) {
      view.setUint32(offset, text.length, true);
      bytes.set(text, offset + 4);
      offset += 4 + text.length;
    }
    return this.#exports.begin(job) !== 0;
  }

  /** Works on a job for about that long. Returns whether there is more to do. */
  run(job: number, milliseconds: number, report: (report: Report) => void): boolean {
    this.#report = report;
    this.#job = job;
    return this.#exports.run(job, milliseconds) !== 0;
  }

  end(job: number): void {
    this.#exports.end(job);
  }

  /** What a module asks of its surroundings: the time, chance, and a place for reports. */
  #imports(compiled: WebAssembly.Module, tables: TableStorage, left: Int32Array | null): WebAssembly.Imports {
    const memory = () => this.#exports.memory.buffer;
    const bytes = (at: number, size: number) => new Uint8Array(memory(), at, size);
    const text = (at: number, size: number) => decoder.decode(bytes(at, size));
    const known: Record<string, (...values: never[]) => unknown> = {
      report: (at: number, size: number) => {
        this.#report(JSON.parse(text(at, size)) as Report);
      },
      is_left: () => (left !== null && Atomics.load(left, 0) === this.#job ? 1 : 0),
      table_size: (name: number, length: number) => zeroIfThrown(() => tables.size(text(name, length))),
      table_read: (name: number, length: number, to: number, size: number) =>
        zeroIfThrown(() => {
          const file = tables.read(text(name, length));
          if (file?.length !== size) return 0; // it has changed, or is gone
          bytes(to, size).set(file);
          return 1;
        }),
      table_keep: (name: number, length: number, ...parts: [number, number, number, number]) => {
        const [header, headerSize, payload, payloadSize] = parts;
        zeroIfThrown(() => {
          tables.keep(text(name, length), [bytes(header, headerSize), bytes(payload, payloadSize)]);
          return 0;
        });
      },
      clock_time_get: (_clock: number, _precision: bigint, at: number) => {
        new DataView(memory()).setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
        return 0;
      },
      getentropy: (at: number, size: number) => {
        crypto.getRandomValues(bytes(at, size));
        return 0;
      },
      // The C library asks for the environment's variables: there are none.
      environ_sizes_get: (count: number, size: number) => {
        new DataView(memory()).setUint32(count, 0, true);
        new DataView(memory()).setUint32(size, 0, true);
        return 0;
      },
      environ_get: () => 0,
      emscripten_notify_memory_growth: () => {},
    };
    const imports: Record<string, Record<string, WebAssembly.ImportValue>> = {};
    for (const { module, name } of WebAssembly.Module.imports(compiled)) {
      const missing = () => {
        throw new Error(`the module called ${name}, which it must not need`);
      };
      (imports[module] ??= {})[name] = known[name] ?? missing;
    }
    return imports;
  }
}

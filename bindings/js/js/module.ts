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

/** Where a module's tables are kept between programs. All but `open` is called by the module, which cannot wait. */
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

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Module {
  readonly #exports: Exports;
  #report: (report: Report) => void = () => {};

  private constructor(compiled: WebAssembly.Module, tables: TableStorage) {
    const instance = new WebAssembly.Instance(compiled, this.#imports(compiled, tables));
    this.#exports = instance.exports as unknown as Exports;
    this.#exports._initialize();
  }

  static async load(compiled: Promise<WebAssembly.Module>, tables: TableStorage): Promise<Module> {
    try {
      await tables.open();
      return new Module(await compiled, tables);
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
    return this.#exports.run(job, milliseconds) !== 0;
  }

  end(job: number): void {
    this.#exports.end(job);
  }

  /** What a module asks of its surroundings: the time, chance, and a place for reports. */
  #imports(compiled: WebAssembly.Module, tables: TableStorage): WebAssembly.Imports {
    const memory = () => this.#exports.memory.buffer;
    const bytes = (at: number, size: number) => new Uint8Array(memory(), at, size);
    const text = (at: number, size: number) => decoder.decode(bytes(at, size));
    const known: Record<string, (...values: never[]) => unknown> = {
      report: (at: number, size: number) => {
        this.#report(JSON.parse(text(at, size)) as Report);
      },
      table_size: (name: number, length: number) => tables.size(text(name, length)),
      table_read: (name: number, length: number, to: number) => {
        const file = tables.read(text(name, length));
        if (file === null) return 0;
        bytes(to, file.length).set(file);
        return 1;
      },
      table_keep: (name: number, length: number, ...parts: [number, number, number, number]) => {
        const [header, headerSize, payload, payloadSize] = parts;
        tables.keep(text(name, length), [bytes(header, headerSize), bytes(payload, payloadSize)]);
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

/** The worker in a browser. */
import { noTables, type TableStorage } from "./module.js";
import type { ToWorker } from "./protocol.js";
import { Service } from "./serve.js";

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

/** What TypeScript's types of the page lack of those of a worker. */
declare class FileReaderSync {
  readAsArrayBuffer(file: File): ArrayBuffer;
}
interface SyncAccessHandle {
  truncate(size: number): void;
  write(bytes: Uint8Array, options: { at: number }): number;
  close(): void;
}
type WorkerFile = FileSystemFileHandle & { createSyncAccessHandle(): Promise<SyncAccessHandle> };

/** Tables in the browser's own file system (OPFS), in the folder `superflip` of the site. */
function browserStorage(): TableStorage {
  let folder: FileSystemDirectoryHandle | null = null;
  const files = new Map<string, File>();
  const write = async (name: string, parts: Uint8Array[]) => {
    const handle = (await folder!.getFileHandle(name, { create: true })) as WorkerFile;
    const file = await handle.createSyncAccessHandle();
    try {
      file.truncate(0);
      let at = 0;
      for (const part of parts) at += file.write(part, { at });
    } finally {
      file.close();
    }
  };
  return {
    open: async () => {
      try {
        folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("superflip", { create: true });
        const entries = folder as unknown as AsyncIterable<[string, FileSystemFileHandle]>;
        for await (const [name, handle] of entries) files.set(name, await handle.getFile());
      } catch {
        folder = null; // a private window, an older browser: tables are made again
      }
    },
    size: (name) => files.get(name)?.size ?? 0,
    read: (name) => {
      try {
        return new Uint8Array(new FileReaderSync().readAsArrayBuffer(files.get(name)!));
      } catch {
        return null;
      }
    },
    // The module's memory changes after this, so that the bytes are copied.
    keep: (name, parts) => {
      if (folder !== null) void write(name, parts.map((part) => part.slice())).catch(() => {});
    },
  };
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

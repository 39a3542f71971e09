/**
 * Tables in a browser: as files of the site (OPFS), or, where there are none, in a database of the site (IndexedDB).
 * Either gives the tables as blobs, which a worker can read without waiting, as a module demands.
 */
import type { TableStorage } from "./module.js";

/** What TypeScript's types of the page lack of those of a worker. */
declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}
interface SyncAccessHandle {
  truncate(size: number): void;
  write(bytes: Uint8Array, options: { at: number }): number;
  close(): void;
}
type WorkerFile = FileSystemFileHandle & { createSyncAccessHandle(): Promise<SyncAccessHandle> };

interface Place {
  readonly blobs: Map<string, Blob>;
  write(name: string, parts: Uint8Array<ArrayBuffer>[]): Promise<unknown>;
}

/** The folder `superflip` of the site's own files. */
async function openFiles(): Promise<Place> {
  if (!("createSyncAccessHandle" in FileSystemFileHandle.prototype)) throw new Error("files cannot be written here");
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("superflip", { create: true });
  const entries = folder as unknown as AsyncIterable<[string, FileSystemFileHandle]>;
  const blobs = new Map<string, Blob>();
  for await (const [name, handle] of entries) blobs.set(name, await handle.getFile());
  const write = async (name: string, parts: Uint8Array[]) => {
    const file = await ((await folder.getFileHandle(name, { create: true })) as WorkerFile).createSyncAccessHandle();
    try {
      file.truncate(0);
      let at = 0;
      for (const part of parts) at += file.write(part, { at });
    } finally {
      file.close();
    }
  };
  return { blobs, write };
}

/** The database `superflip`. */
async function openDatabase(): Promise<Place> {
  const over = <Value>(request: IDBRequest<Value>) =>
    new Promise<Value>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const opening = indexedDB.open("superflip");
  opening.onupgradeneeded = () => opening.result.createObjectStore("tables");
  const database = await over(opening);
  const tables = (mode: IDBTransactionMode) => database.transaction("tables", mode).objectStore("tables");
  const all = tables("readonly");
  const [names, values] = await Promise.all([over(all.getAllKeys()), over<Blob[]>(all.getAll())]);
  return {
    blobs: new Map(names.map((name, i) => [String(name), values[i]!])),
    write: (name, parts) => over(tables("readwrite").put(new Blob(parts), name)),
  };
}

/** Tables in the first place that there is. Where there is none, they are made again. */
export function browserStorage(): TableStorage {
  let place: Place | null = null;
  return {
    open: async () => {
      place = await openFiles().catch(openDatabase).catch(() => null);
    },
    size: (name) => place?.blobs.get(name)?.size ?? 0,
    read: (name) => new Uint8Array(new FileReaderSync().readAsArrayBuffer(place!.blobs.get(name)!)),
    // The module's memory changes after this, so that the bytes are copied.
    keep: (name, parts) => void place?.write(name, parts.map((part) => part.slice())).catch(() => {}),
  };
}

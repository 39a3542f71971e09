/** What the caller's thread and the worker say to each other. */
import type { Diagnosis, ErrorKind } from "./types.js";

/** Which module of WebAssembly: the small one, or the one that has everything. */
export type ModuleName = "core" | "full";

/** Keys and values, alternating: what a module takes (bindings/js/src/module.h). */
export type Request = string[];

/** Where tables are kept: a folder (Node), the browser's storage (true), or nowhere. */
export type TablePlace = string | boolean;

export type ToWorker =
  /** The first message: which module to load; and where the number of a job stands that was left while the worker was
   * deaf, or null where memory cannot be shared. */
  | { module: ModuleName; tables: TablePlace; left: Int32Array | null }
  | { id: number; request: Request }
  | { cancel: number };

/** A report of a module: exactly one key says what it is. */
export interface Report {
  event?: string;
  result?: unknown;
  error?: { kind: ErrorKind; message: string; position: number | null; diagnosis?: Diagnosis };
  elsewhere?: number;
}

export type FromWorker =
  | { id: number; report: Report }
  /** The first slice of a job begins, which makes tables and may be long: the worker is deaf. */
  | { begun: number }
  /** The first slice is over, and the job is not. */
  | { hearing: number }
  /** The job was forgotten. */
  | { cancelled: number }
  /** The module cannot go on: its memory may be wrong. The job that broke it, if it is known. */
  | { broken: string; id: number | null };

/** Whether a report is the last one of its job. */
export function isEnd(report: Report): boolean {
  return report.event === undefined;
}

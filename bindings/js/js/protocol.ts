/** What the caller's thread and the worker say to each other. */
import type { Diagnosis, ErrorKind } from "./types.js";

/** Which module of WebAssembly: the small one, or the one that has everything. */
export type ModuleName = "core" | "full";

/** Keys and values, alternating: what a module takes (bindings/js/src/module.h). */
export type Request = string[];

/** Where tables are kept: a folder (Node), the browser's storage (true), or nowhere. */
export type TablePlace = string | boolean;

export type ToWorker =
  /** The first message: which module to load. */
  | { module: ModuleName; tables: TablePlace }
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
  /** The first slice of a job begins, which makes tables and may be long. */
  | { begun: number }
  /** The job was forgotten. */
  | { cancelled: number }
  /** The module cannot go on: its memory may be wrong. The job that broke it, if it is known. */
  | { broken: string; id: number | null };

/** Whether a report is the last one of its job. */
export function isEnd(report: Report): boolean {
  return report.event === undefined;
}

import type { Diagnosis, ErrorKind } from "./types.js";

const KINDS: readonly ErrorKind[] = [
  "unreadable",
  "impossible",
  "bad option",
  "no solution",
  "stopped",
  "out of memory",
  "system",
  "internal",
];

/** What superflip refuses, and why. The message is one sentence for a person. */
export class SuperflipError extends Error {
  override readonly name = "SuperflipError";
  readonly kind: ErrorKind;
  /** The number of the kind, 1 to 8: the same in all interfaces of superflip, and stable. */
  readonly code: number;
  /** Where in the text: the number of characters before the place. */
  readonly position: number | null;
  /** All that is wrong with a cube, and the smallest repair; null if no cube was read. */
  readonly diagnosis: Diagnosis | null;

  constructor(kind: ErrorKind, message: string, position: number | null = null, diagnosis: Diagnosis | null = null) {
    super(message);
    this.kind = kind;
    this.code = KINDS.indexOf(kind) + 1;
    this.position = position;
    this.diagnosis = diagnosis;
  }
}

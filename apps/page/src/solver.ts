// Solver: the only file that knows the package superflip. The page asks here; the work is done in the package's worker.

import { check, coordinates, improve, optimal, prepare, solve, SuperflipError } from "superflip";
import type { Diagnosis, Event, Improvement, Phases, Solution } from "superflip";

export { check, coordinates, improve, optimal, prepare, solve, SuperflipError };
export type { Diagnosis, Event, Improvement, Phases, Solution };

/** True for the end of a call that its signal has ended. */
export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === "AbortError";

/** The moves of a solution's text. */
export const movesOf = (word: string): string[] => word.split(" ").filter((move) => move !== "");

// Solver: the only file that knows the package superflip. The page asks here; the work is done in the package's worker.

import {
  check,
  convert,
  coordinates,
  improve,
  optimal,
  patterns,
  prepare,
  robots,
  schedule,
  solve,
  SuperflipError,
} from "superflip";
import type { Diagnosis, Event, Improvement, Phases, Robot, Solution } from "superflip";

export { check, convert, coordinates, improve, optimal, patterns, prepare, robots, schedule, solve, SuperflipError };
export type { Diagnosis, Event, Improvement, Phases, Robot, Solution };

/** True for the end of a call that its signal has ended. */
export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === "AbortError";

const { deviceMemory, hardwareConcurrency = 1 } = navigator as Navigator & { deviceMemory?: number };
/** Each worker takes 90 MB. Not all browsers say how much memory there is. */
const mostWorkers = deviceMemory === undefined ? 2 : deviceMemory < 4 ? 1 : 4;
/** How many workers prove together: one core is left to the page. */
export const workers = Math.max(1, Math.min(mostWorkers, hardwareConcurrency - 1));

/** The moves of a solution's text. */
export const movesOf = (word: string): string[] => word.split(" ").filter((move) => move !== "");

/** What the package takes and gives. The words are those of superflip's other interfaces. */

/** What counts as one move: a turn of a face (htm), a quarter turn (qtm), a turn of a face or slice (stm), a turn of a
 * face or of two opposite faces (atm). */
export type Metric = "htm" | "qtm" | "stm" | "atm";

/** The puzzle. A 2x2x2 is a cube of which only the corners count, up to a rotation of the whole. */
export type Puzzle = "3x3x3" | "2x2x2";

/** How a cube is written. */
export type Format =
  | "moves"
  | "facelets"
  | "reid"
  | "kociemba-cubies"
  | "json"
  | "packed69"
  | "packed71"
  | "rank";

/** Whether a word must bring all cubes at the start to the goal, or any one of them. */
export type Starts = "all" | "any";

/** Which solver answers. */
export type SolverName = "two-phase" | "optimal" | "generic" | "pocket";

/** What moves do to the centres: nothing; slices and rotations carry them; and each face turn turns its own. */
export type Centres = "fixed" | "moved" | "turned";

/** Why a search ended: everything was searched; the solutions are good enough; a limit; no word of the allowed moves
 * brings the cube to the goal. */
export type Ended = "complete" | "enough" | "time" | "nodes" | "stopped" | "unsolvable";

/** What kind of error it is; the same words in all interfaces of superflip. */
export type ErrorKind =
  | "unreadable"
  | "impossible"
  | "bad option"
  | "no solution"
  | "stopped"
  | "out of memory"
  | "system"
  | "internal";

/** What every call takes. */
export interface CallOptions {
  /** Ends the call: it rejects at once with the signal's reason, an `AbortError` by default. */
  signal?: AbortSignal | undefined;
}

/** How the text of a cube is read. */
export interface ReadOptions extends CallOptions {
  /** The format of the text; by default it is recognised. */
  format?: Format | undefined;
  /** Moves: those in parentheses are on the inverse (NISS). */
  niss?: boolean | undefined;
  /** Facelets: the order in which they list the faces, as in "ULFRBD"; a net has commas, as in "U,LFRB,D", and "D2" is D
   * turned by half a turn. By default it is recognised. */
  order?: string | undefined;
  /** Facelets: the face that is up and the one in front, as in "FR"; by default the centres tell. */
  holding?: string | undefined;
  /** "3x3x3" (by default) or "2x2x2". */
  puzzle?: Puzzle | undefined;
}

/** A coordinate in words ("edges DR DF DL DB: order orientation"), alone or with the cubes whose values are its
 * goals. */
export type Coordinate = string | { coordinate: string; goals: string[] };

/** Seconds of a turn by 90 and by 180 degrees; without the second it is twice the first. */
export interface RobotTimes {
  90?: number | undefined;
  180?: number | undefined;
}

/** A robot that turns cubes. The sides are those of space, since the motors are there; times are seconds. */
export interface Robot {
  name?: string | undefined;
  /** What it is, in a sentence. */
  about?: string | undefined;
  /** The times of all motors that have none of their own. */
  seconds?: RobotTimes | undefined;
  /** The sides that have a motor. */
  motors: { [side in "U" | "R" | "F" | "D" | "L" | "B"]?: RobotTimes | undefined };
  /** The pairs of opposite motors that can turn at the same time: "UD", "RL", "FB". */
  together?: readonly string[] | undefined;
  /** How it can carry the whole cube round, with the times: "x", "y'", "z2". */
  rotations?: Record<string, number> | undefined;
  /** After a quarter turn, until another axis can be turned or the cube carried round; for grippers. */
  regrip?: number | undefined;
  /** Between the turns about one axis of the cube and those about the next. */
  change?: number | undefined;
}

export interface QuestionOptions extends ReadOptions {
  /** The cube to reach, or several, of which any is good; by default the solved one. Of 54 facelets, those that are ? are
   * free. */
  to?: string | readonly string[] | undefined;
  /** One more cube at the start, or several, at most 100, held as the first one is: the same moves bring all of them to the
   * goal. An empty list is none. */
  also?: string | readonly string[] | undefined;
  /** Whether the same moves bring "all" cubes at the start to the goal, those of `also` and those that have the known
   * facelets, or "any" one of them; by default any, if one cube and one cube to reach are given, else all. */
  starts?: Starts | undefined;
  /** What of the cube counts, the rest being free: a name ("Cross", "F2L", "OLL"), or pieces ("edges D layer + DFR
   * FR"). */
  only?: string | undefined;
  /** Instead of a cube to reach, what the faces shall show: "checkerboard", "xox/oxo/xox@UD". */
  show?: string | undefined;
  /**
   * "U": up to a last turn of U; "rotations": the same goal on any side of the cube; "holding": up to a last rotation of
   * the whole cube, where `moves` carry the centres; several of them with commas: "U,rotations".
   */
  upTo?: string | undefined;
  /** Instead of the whole cube: coordinates, all of which must get the value of `to`, or of one of their goals. */
  coordinates?: Coordinate[] | undefined;
  /** What may be turned: "U R2 F", "U (R L') M", "G1"; by default what the metric counts. "U R F:3 R>F:1" has costs: F
   * costs 3, and 1 more directly after R. Lengths are then costs. */
  moves?: string | undefined;
  /** What counts as one move; "htm" by default. */
  metric?: Metric | undefined;
  /** A robot whose words are wanted, those that it does fastest: a name ("turntable"; `robots` lists them), or a
   * description, also as JSON. Lengths are then milliseconds of its schedules, and nothing is proven. */
  robot?: Robot | string | undefined;
  /** What `moves` do to the centres; "moved" by default. If they are "turned", masks such as `only: "F2L + centres"` count
   * how. */
  centres?: Centres | undefined;
  /** The search ends with the first solutions of at most that many moves. Longer ones are answers too. */
  goodEnough?: number | undefined;
  /** Longer words are no answers; the search is fastest if `goodEnough` is the same. */
  maxLength?: number | undefined;
  /** How many are kept, the shortest of those met; 1 by default. */
  solutions?: number | undefined;
  /** Which solver answers; by default the library chooses. */
  solver?: SolverName | undefined;
}

export interface SolveOptions extends QuestionOptions {
  /** Seconds of work; loading and making tables count. */
  time?: number | undefined;
  /** Positions expanded; the answer is then the same on every machine. */
  nodes?: number | undefined;
  /** Hears what happens on the way. */
  onEvent?: ((event: Event) => void) | undefined;
}

export interface OptimalOptions extends Omit<SolveOptions, "robot"> {
  /** Every shortest word, and those of at most `within` moves more. */
  all?: boolean | undefined;
  within?: number | undefined;
  /** How many workers search together once a length takes long: 1 by default, at most 8. The answer is as long and as
   * proven as that of one worker; which shortest word it is may differ from run to run. Others than the first take
   * 90 MB each until they have rested for half a minute, and read the kept table: where none can be kept or memory is
   * short, the first searches alone. It also does unless one shortest word of face turns in htm is wanted, and with
   * `nodes`. */
  workers?: number | undefined;
}

export interface ScrambleOptions extends CallOptions {
  /** The same scramble every time; by default the system decides. */
  seed?: number | bigint | undefined;
  /** "3x3x3" (by default) or "2x2x2". */
  puzzle?: Puzzle | undefined;
  /** With R' U' F at both ends, for the 3x3x3 only. */
  fewestMoves?: boolean | undefined;
}

export interface PatternsOptions extends CallOptions {
  /** So many cubes at most; 1000 by default. */
  most?: number | undefined;
}

export interface CompletionsOptions extends ReadOptions {
  /** So many cubes at most; 1000 by default. */
  most?: number | undefined;
}

/** Of a two-phase solution: the axis of its phase 2, whether the inverse cube was searched, and how many moves at its
 * front and at its back are phase 1. */
export interface Phases {
  axis: "UD" | "RL" | "FB";
  inverse: boolean;
  front: number;
  back: number;
}

/** What a robot does at one time. */
export interface RobotAction {
  /** Seconds from the beginning. */
  at: number;
  /** How long it takes. */
  seconds: number;
  /** One motor turns, or two opposite ones; the whole cube is carried round; grippers let go and grip again. */
  kind: "turn" | "rotate" | "regrip";
  /** The turns by sides of space ("R' L"), or the rotation ("x'"). */
  text: string;
}

/** What a robot does for a word, and when. */
export interface RobotSchedule {
  /** All of it. */
  seconds: number;
  actions: RobotAction[];
}

/** A word that was asked for. */
export interface Solution {
  /** For the cube as it is held: "R U2 F'", or "(R L') U" with pairs of turns. */
  moves: string;
  /** In the question's metric, or in the costs of its moves; with a robot in milliseconds. */
  length: number;
  /** From the beginning of the search, after loading tables, until it was found. */
  seconds: number;
  /** Of a two-phase solution. */
  phases: Phases | null;
  /** With a robot: what it does. */
  schedule?: RobotSchedule;
}

/** Counts of work; with one worker and without a limit of time the same on every machine. */
export interface Counts {
  nodes: number;
  phase1Reads: number;
  leaves: number;
  phase2Reads: number;
  lookups: number;
}

/** What was found, what is proven, and why the search ended. That nothing was found is an answer, not an error. */
export interface Answer {
  /** The moves of the first solution; null if there is none. */
  moves: string | null;
  /** The length of the first solution; null if there is none. */
  length: number | null;
  /** With a robot: what lengths count, milliseconds. */
  unit?: "ms";
  /** The shortest first. */
  solutions: Solution[];
  /** Proven: no word is shorter. 0 if nothing is known. */
  lowerBound: number;
  /** Whether the first solution is proven to be a shortest one. */
  isShortest: boolean;
  ended: Ended;
  /** Where `ended` is "unsolvable": why no word leads to the goal, in a sentence. */
  reason?: string;
  /** The shortest word met, where none of at most `maxLength` was found. */
  tooLong: Solution | null;
  counts: Counts;
  /** Seconds of loading and making tables. */
  loading: number;
  /** Seconds of the search, after loading. */
  searching: number;
  solver: SolverName;
  /** The table for proofs that was used; may be empty. */
  table: string;
}

/** A solution, and what is known when it is told. */
export interface Improvement {
  solution: Solution;
  /** Proven so far: no word is shorter. */
  lowerBound: number;
  /** Whether the solution is proven to be a shortest one. */
  isShortest: boolean;
}

/** What happens while the library works. */
export type Event =
  /** Shorter than all before, or one more where all are wanted. */
  | { event: "solution"; solution: Solution; lowerBound: number }
  /** No word is shorter. */
  | { event: "bound"; lowerBound: number }
  /** A table is loaded or made: what, and which part of it is done, 0 to 1. */
  | { event: "table"; step: string; done: number; secondsLeft: number | null }
  /** `done` of the words of `length` are searched. */
  | { event: "progress"; step: string; length: number; lowerBound: number; done: number; secondsLeft: number | null }
  /** A sentence for a person. */
  | { event: "notice"; text: string };

/** What the doctor says of a text. */
export interface Diagnosis {
  state: "possible" | "impossible" | "unreadable";
  /** The cube with U up and F in front; null if there is no possible one. */
  facelets: string | null;
  /** How it was held: the symmetry 0..47 (always a rotation) that carries each face of `facelets` there; 0: U up, F in
   * front. */
  held: number;
  /** The same cube as it was held, with its centres where they were; null if there is no possible one. */
  asHeld: string | null;
  /** How the text was understood, in sentences; empty for a text in plain standard form. */
  notes: string[];
  /** Of facelets: the other cubes that they may mean, if they list the faces in another order. */
  others: { layout: string; held: number; facelets: string; asHeld: string }[];
  /** All that is wrong, in sentences, in the text's own colours; empty exactly if the cube is possible. */
  problems: string[];
  /** The smallest repair, as a sentence; empty if none is needed or known. */
  repair: string;
  /** How many repairs of that size there are. */
  ways: number;
  /** The facelets after one of them; the only ones if `ways` is 1. */
  repaired: string | null;
  /** Where an unreadable text is wrong: the number of characters before the place, if known. */
  position: number | null;
}

/** The value of a coordinate. */
export interface CoordinateValue {
  coordinate: string;
  value: bigint;
  /** The number of its values. */
  values: bigint;
}

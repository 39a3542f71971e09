// State: the stickers, the answer to them, and where in the answer the user is. All of the page is drawn from these
// signals, and all that happens goes through the functions of this file.

import { computed, effect, signal, untracked } from "@preact/signals";

import { apply, parseMoves } from "./cube/moves.js";
import { certain, heldLike, isReachable, randomCube, review } from "./cube/pieces.js";
import {
  type Colour,
  type Stickers,
  blank,
  centreOf,
  equal,
  faces,
  fromText,
  isCentre,
  isComplete,
  isSolved,
  namesColours,
  solved,
  squares,
  toText,
  unknown,
  withoutEmoji,
} from "./cube/stickers.js";
import {
  type Diagnosis,
  type Phases,
  type Solution as Found,
  check,
  improve,
  isAbort,
  movesOf,
  optimal,
  solve as search,
  SuperflipError,
  workers,
} from "./solver.js";
import { text } from "./text.js";

interface Seconds {
  /** For so many seconds shorter solutions are looked for. */
  readonly improving: number;
  /** For so many more the lower bound is raised: to 13 or 14 moves, each length taking ten times the one before. */
  readonly bounding: number;
}
/** Tests set other seconds: an end that comes soon, or none before what they wait for. */
const seconds = (): Seconds => ({
  improving: 6,
  bounding: 3,
  ...(globalThis as { superflipSeconds?: Partial<Seconds> }).superflipSeconds,
});

export interface Solution {
  readonly moves: readonly string[];
  readonly phases: Phases | null;
}

export interface Proof {
  readonly step: string;
  /** 0..1, or undefined where it is not known. */
  readonly done: number | undefined;
  readonly secondsLeft: number | null;
}

export type Outcome =
  | { readonly kind: "nothing" }
  | { readonly kind: "searching" }
  | {
      readonly kind: "wrong";
      readonly problems: readonly string[];
      readonly repair: string;
      readonly ways: number;
      readonly repaired: Stickers | undefined;
    }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "solved"; readonly solution: Solution };

export const stickers = signal<Stickers>(blank);
export const brush = signal<Colour>(0);
/** Stickers of which the photographs were not sure. */
export const doubtful = signal<ReadonlySet<number>>(new Set());
/** The sides that no solution turns: 0..5 in the order of the net's faces, at most five of them. */
export const still = signal<ReadonlySet<number>>(new Set());
export const outcome = signal<Outcome>({ kind: "nothing" });
export const lowerBound = signal(0);
export const isImproving = signal(false);
export const proof = signal<Proof | undefined>(undefined);
/** Why the last proof of this cube could not go on. */
export const proofFailure = signal<string | undefined>(undefined);
/** A shorter solution that came while the user was already turning. */
export const offered = signal<Solution | undefined>(undefined);
/** How many moves of the solution are done. */
export const position = signal(0);
export const isPlaying = signal(false);
export const speed = signal(1);

export const reviewed = computed(() => review(stickers.value));
/** Stickers that follow from the others. */
export const certainties = computed(() => (reviewed.value.ok ? certain(stickers.value) : new Map<number, Colour>()));
/** The colours that the repair would change, by facelet. */
export const repairs = computed<ReadonlyMap<number, Colour>>(() => {
  const now = outcome.value;
  const repaired = now.kind === "wrong" ? now.repaired : undefined;
  return new Map((repaired ?? []).flatMap((colour, i) => (colour === stickers.value[i] ? [] : [[i, colour] as const])));
});
export const solution = computed(() => (outcome.value.kind === "solved" ? outcome.value.solution : undefined));
/** Whether no solution is shorter than the shortest that is known. */
export const isProven = computed(() => {
  const shortest = offered.value ?? solution.value;
  return shortest !== undefined && lowerBound.value >= shortest.moves.length;
});
/** Whether all moves are on paper: the net is then the cube before them. */
export const isPrinting = signal(false);
/** The cube after the moves that are done. */
export const shown = computed<Stickers>(() =>
  solution.value ? apply(stickers.value, solution.value.moves.slice(0, position.value)) : stickers.value,
);

/** Whether something can be solved before all is entered: some stickers beside the centres, and no fault in them. */
export const canSolveEntered = computed(() => {
  const { ok, counts } = reviewed.value;
  const hasCentres = [0, 1, 2, 3, 4, 5].every((face) => stickers.value[centreOf(face)] !== unknown);
  return ok && hasCentres && counts[unknown]! > 0 && counts[unknown]! < 48;
});

/** What undo brings back: a cube, and where its solution was. */
interface Past {
  readonly stickers: Stickers;
  readonly solution: Solution | undefined;
  readonly position: number;
}
const history: Past[] = [];
export const canUndo = signal(false);

/** Shows another cube. */
export function setStickers(next: Stickers, doubts: Iterable<number> = []): void {
  const before = stickers.peek();
  doubtful.value = new Set(doubts);
  if (equal(next, before)) return;
  history.push({ stickers: before, solution: solution.peek(), position: position.peek() });
  canUndo.value = true;
  stickers.value = next;
}

/** Takes up a solution where it was left. Shorter ones are still looked for. */
function resume(found: Solution, at: number): void {
  outcome.value = { kind: "solved", solution: found };
  goTo(at);
}

/** Somebody who touches a sticker in the middle of a solution gets back to the move that was next. */
export function undo(): void {
  const before = history.pop();
  canUndo.value = history.length > 0;
  doubtful.value = new Set();
  if (!before) return;
  stickers.value = before.stickers;
  if (before.solution) resume(before.solution, before.position);
}

/** Paints a sticker of the cube as it is seen, which some moves of a solution may have turned. */
export function paint(facelet: number, colour: Colour): void {
  const doubts = [...doubtful.peek()].filter((i) => i !== facelet);
  setStickers(
    shown.peek().map((old, i) => (i === facelet ? colour : old)),
    doubts,
  );
}

export const fillCertain = (): void =>
  setStickers(
    stickers.peek().map((colour, i) => certainties.peek().get(i) ?? colour),
    doubtful.peek(),
  );
export const clear = (): void => setStickers(blank);
export const random = (): void => setStickers(randomCube());

/** Moves without a mark may be stickers of which some are missing; most moves have a mark. */
const areBare = (moves: readonly string[]): boolean => moves.length >= 9 && moves.every((move) => move.length === 1);

// What stands before a scramble in lists: "Scramble:", "3.", "3. 12.34".
const label = /^\s*(?:scramble\s*:?\s*)?(?:\d+\s*[.):]\s*)?(?:[\d.:]+\s+)?/i;

export interface Entered {
  /** Why it is not shown: a sentence. */
  readonly problem: string | undefined;
  /** How it was understood, in sentences. */
  readonly notes: readonly string[];
  /** The other cubes that the stickers may be, each with the order in which the faces were then listed. */
  readonly others: readonly { readonly layout: string; readonly stickers: Stickers }[];
}

const understood: Entered = { problem: undefined, notes: [], others: [] };
const refused = (problem: string): Entered => ({ ...understood, problem });

/** Whether stickers can only be meant as they are written: colours of a cube in the usual order and holding. */
const isPlain = (input: string, written: Stickers): boolean =>
  namesColours(input) && isReachable(written) && written.every((colour, i) => !isCentre(i) || colour === solved[i]);

/** Shows the cube of a text that was pasted or typed. The plainest texts are read here, all others by the library. */
export async function enter(input: string): Promise<Entered> {
  if (input.trim() === "") return understood;
  // 54 letters of faces are stickers, although they could be moves.
  const written = fromText(input);
  const read = written ? undefined : (parseMoves(input) ?? parseMoves(input.replace(label, "")));
  const moves = read && areBare(read) ? undefined : read;
  const plain = moves ? apply(solved, moves) : written;
  if (plain && (moves || !isComplete(plain) || isPlain(input, plain))) {
    setStickers(plain);
    return understood;
  }
  try {
    // Squares of a whole cube become letters of colours, which say how it is held. A few squares are no moves.
    const found = await check((input.match(/\p{So}/gu) ?? []).length >= 50 ? withoutEmoji(input) : input);
    const asHeld = fromText(found.asHeld ?? "");
    // The faults of stickers are shown in their places; of other forms, which have none, a repaired cube is shown.
    const cube = asHeld ?? written ?? fromText(found.repaired ?? "");
    if (!cube) return refused(found.problems[0] ?? text.entry.notUnderstood);
    setStickers(cube);
    if (!asHeld) return written ? understood : { ...understood, notes: [...found.problems, found.repair] };
    return {
      problem: undefined,
      // In another holding, the last note says that `facelets` are turned. What is shown is not.
      notes: found.held === 0 ? found.notes : found.notes.slice(0, -1),
      others: found.others.map((other) => ({ layout: other.layout, stickers: fromText(other.asHeld)! })),
    };
  } catch (error) {
    if (written) setStickers(written);
    if (written) return understood;
    return refused(error instanceof SuperflipError ? error.message : text.entry.notUnderstood);
  }
}

// ---- Solving ----

/** The stickers of the net are where they are shown: no other order of the faces is looked for. */
export const asShown = { format: "facelets", order: "URFDLB" } as const;

let current = new AbortController();
let proving: AbortController | undefined;

function show(found: Solution): void {
  const before = solution.peek();
  if (before && found.moves.length >= before.moves.length) return;
  if (before && position.peek() > 0) offered.value = found;
  else outcome.value = { kind: "solved", solution: found };
}

export function acceptOffered(): void {
  const found = offered.peek();
  if (!found) return;
  goTo(0);
  offered.value = undefined;
  outcome.value = { kind: "solved", solution: found };
}

/**
 * The doctor's sentences about a cube. They name colours by the symbols of the text: squares cannot be mistaken for the
 * letters of places, and become the colours' names. Without squares, which the centres name, the doctor also knows that
 * a cube is a mirror image; so both are asked.
 */
async function inColours(cube: Stickers, plain: Diagnosis, signal: AbortSignal): Promise<Diagnosis> {
  const drawn = cube.map((colour) => squares[colour as 0]).join("");
  const coloured = await check(drawn, { ...asShown, signal });
  const { problems, repair } = coloured.state === "impossible" ? coloured : plain;
  const worded = (sentence: string) => {
    const apart = sentence.replace(/(\p{So})(?=\p{So})/gu, "$1-");
    const named = squares.reduce(
      (words, square, i) => words.replaceAll(square, text.colour[i]!),
      coloured.state === "impossible" ? text.wrong.places(apart) : apart,
    );
    return named.charAt(0).toUpperCase() + named.slice(1);
  };
  return { ...plain, problems: problems.map(worded), repair: worded(repair) };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function fail(error: unknown, cube: Stickers, signal: AbortSignal): Promise<void> {
  if (signal.aborted || isAbort(error)) return;
  try {
    if (!(error instanceof SuperflipError && error.diagnosis)) throw error;
    const { problems, repair, ways, repaired } = await inColours(cube, error.diagnosis, signal);
    const real = fromText(repaired ?? "");
    if (!signal.aborted)
      outcome.value = { kind: "wrong", problems, repair, ways, repaired: real && heldLike(real, cube) };
  } catch (other) {
    if (!signal.aborted) outcome.value = { kind: "failed", message: messageOf(other) };
  }
}

const solutionOf = ({ moves, phases }: Found): Solution => ({ moves: movesOf(moves), phases });

const raiseBound = (bound: number): void => {
  lowerBound.value = Math.max(lowerBound.peek(), bound);
};

/** Searches all words of a length, and of one more, while there is time: what is not found does not exist. */
async function bound(cube: Stickers, signal: AbortSignal): Promise<void> {
  const end = performance.now() + 1000 * seconds().bounding;
  while (!isProven.peek()) {
    const time = (end - performance.now()) / 1000;
    if (time <= 0) return;
    const maxLength = lowerBound.peek();
    const answer = await search(toText(cube), { ...asShown, maxLength, time, signal });
    if (signal.aborted) return;
    raiseBound(answer.lowerBound);
    if (answer.solutions[0]) show(solutionOf(answer.solutions[0]));
    if (lowerBound.peek() === maxLength && answer.solutions.length === 0) return; // the time is over
  }
}

async function solve(cube: Stickers, signal: AbortSignal): Promise<void> {
  outcome.value = { kind: "searching" };
  isImproving.value = true;
  try {
    for await (const step of improve(toText(cube), { ...asShown, time: seconds().improving, signal })) {
      if (signal.aborted) return;
      raiseBound(step.lowerBound);
      show(solutionOf(step.solution));
    }
    await bound(cube, signal);
  } catch (error) {
    await fail(error, cube, signal);
  } finally {
    if (signal === current.signal) isImproving.value = false;
  }
}

/** Of a question: the sides that may be turned, where some may not. */
const allowed = (): { moves?: string } =>
  still.peek().size === 0 ? {} : { moves: faces.filter((_, side) => !still.peek().has(side)).join(" ") };

/** Lets solutions turn a side, or not. */
export function toggleStill(side: number): void {
  const next = new Set(still.peek());
  if (!next.delete(side)) next.add(side);
  still.value = next;
}

/** Seconds for a cube of which only a part is entered; mostly a fraction of one is enough. */
const partSeconds = 60;

/**
 * Solves what is entered so far: the moves are those of a cube with these stickers that needs the fewest. A whole cube of
 * which some sides stay still gets a short solution, not always a shortest one, after a fixed amount of work.
 */
async function solveOnce(cube: Stickers, signal: AbortSignal): Promise<void> {
  outcome.value = { kind: "searching" };
  try {
    const limits = isComplete(cube) ? {} : { time: partSeconds };
    const answer = await search(toText(cube), { ...asShown, ...allowed(), ...limits, signal });
    if (signal.aborted) return;
    raiseBound(answer.lowerBound);
    if (answer.solutions[0]) show(solutionOf(answer.solutions[0]));
    else if (answer.ended === "unsolvable") outcome.value = { kind: "failed", message: text.entry.stillFails };
    else
      outcome.value = {
        kind: "failed",
        message: still.peek().size === 0 ? text.entry.partTooFar : text.entry.stillTooFar,
      };
  } catch (error) {
    await fail(error, cube, signal);
  }
}

export function solveEntered(): void {
  const cube = stickers.peek();
  start(cube);
  if (!isComplete(cube)) void solveOnce(cube, current.signal);
}

/** Ends the search for a part that is entered, which may take long. */
export const stopEntered = (): void => start(stickers.peek());

/** Looks for a shorter solution until it is proven that there is none, or the user stops it. */
export async function prove(): Promise<void> {
  const cube = stickers.peek();
  const here = (proving = new AbortController());
  const { signal } = here;
  current.signal.addEventListener("abort", () => here.abort(), { once: true });
  proof.value = { step: text.answer.warming, done: undefined, secondsLeft: null };
  proofFailure.value = undefined;
  try {
    const answer = await optimal(toText(cube), {
      ...asShown,
      ...allowed(),
      workers,
      signal,
      onEvent(event) {
        if (signal.aborted) return;
        if ("lowerBound" in event) raiseBound(event.lowerBound);
        if (event.event === "solution") show(solutionOf(event.solution));
        if (isProven.peek()) here.abort(); // the solver may not know the solution that is shown, and would look for one
        if (event.event === "table")
          proof.value = { step: text.answer.table, done: event.done, secondsLeft: event.secondsLeft };
        if (event.event === "progress")
          proof.value = { step: text.answer.proving(event.length), done: event.done, secondsLeft: event.secondsLeft };
      },
    });
    if (signal.aborted) return;
    raiseBound(answer.lowerBound);
    if (answer.solutions[0]) show(solutionOf(answer.solutions[0]));
  } catch (error) {
    // The solution that is shown is as good as before.
    if (!signal.aborted && !isAbort(error)) proofFailure.value = messageOf(error);
  } finally {
    if (proving === here) proof.value = undefined;
  }
}

export const stopProof = (): void => proving?.abort();

function start(cube: Stickers): void {
  current.abort();
  current = new AbortController();
  isPlaying.value = false;
  position.value = 0;
  lowerBound.value = 0;
  isImproving.value = false;
  proof.value = undefined;
  proofFailure.value = undefined;
  offered.value = undefined;
  if (!isComplete(cube)) outcome.value = { kind: "nothing" };
  else if (isSolved(cube) && reviewed.peek().ok)
    outcome.value = { kind: "solved", solution: { moves: [], phases: null } };
  else if (still.peek().size > 0) void solveOnce(cube, current.signal);
  else void solve(cube, current.signal);
}

/** Answers every cube that is entered completely, and again when other sides may be turned. */
export const beginAnswering = (): (() => void) =>
  effect(() => {
    const cube = stickers.value;
    void still.value;
    untracked(() => start(cube));
  });

// ---- The place in the solution, when the page is loaded again ----

const placeKey = "place";

/** A phone drops a page in the background, and an update loads it anew: the next move stays the next move. */
export const beginKeeping = (): (() => void) => {
  try {
    const { cube, moves, phases, at } = JSON.parse(sessionStorage.getItem(placeKey) ?? "{}") as {
      cube?: string;
      moves?: string[];
      phases?: Phases | null;
      at?: number;
    };
    const isHere = cube === toText(stickers.peek()) && Array.isArray(moves) && moves.length > 0;
    if (isHere && parseMoves(moves.join(" ")) && isSolved(apply(stickers.peek(), moves)))
      resume({ moves, phases: phases ?? null }, Number(at) || 0);
  } catch {
    // without storage, or with something else in it, the solution begins at its first move
  }
  return effect(() => {
    const found = solution.value;
    const place = found && { cube: toText(stickers.value), ...found, at: position.value };
    try {
      if (place) sessionStorage.setItem(placeKey, JSON.stringify(place));
    } catch {
      // as above
    }
  });
};

// ---- Playing ----

export function goTo(move: number): void {
  const last = solution.peek()?.moves.length ?? 0;
  position.value = Math.max(0, Math.min(last, move));
  if (position.peek() === last) isPlaying.value = false;
}

export function togglePlay(): void {
  if (!isPlaying.peek() && position.peek() === (solution.peek()?.moves.length ?? 0)) goTo(0);
  isPlaying.value = !isPlaying.peek();
}

/** While it plays, one move after the other. */
export const beginPlaying = (): (() => void) =>
  effect(() => {
    if (!isPlaying.value || !solution.value) return undefined;
    const timer = setInterval(() => goTo(position.peek() + 1), 1200 / speed.value);
    return () => clearInterval(timer);
  });

// ---- The address ----

const facelets = /^[URFDLB.]{54}$/;

/** The part of the address behind #: a cube that is entered in part keeps its place, too. */
export const addressOf = (cube: Stickers): string => (equal(cube, blank) ? "" : `#cube=${toText(cube)}`);

/** The cube of an address: `#cube=` with 54 letters, or `#moves=` with a scramble; undefined if there is none. */
export function fromAddress(hash: string): Stickers | undefined {
  const fields = new URLSearchParams(hash.slice(1));
  const cube = fields.get("cube") ?? "";
  if (facelets.test(cube)) return fromText(cube);
  const moves = parseMoves((fields.get("moves") ?? "").replaceAll("_", " "));
  return moves && apply(solved, moves);
}

/** What stood behind # and is no cube: it is shown in the field, with the reason. */
export const unreadAddress = signal<string | undefined>(undefined);

export const beginAddress = (): (() => void) => {
  const read = () => {
    const cube = fromAddress(location.hash);
    const fields = new URLSearchParams(location.hash.slice(1));
    if (cube) setStickers(cube);
    else unreadAddress.value = fields.get("cube") ?? fields.get("moves")?.replaceAll("_", " ");
  };
  read();
  addEventListener("hashchange", read);
  const stop = effect(() => {
    const address = addressOf(stickers.value);
    if (address !== location.hash)
      window.history.replaceState(null, "", address || location.pathname + location.search);
  });
  return () => {
    stop();
    removeEventListener("hashchange", read);
  };
};

// ---- How it looks ----

type Theme = "auto" | "light" | "dark";

function remembered<T extends string>(key: string, fallback: NoInfer<T>): T {
  try {
    return (localStorage.getItem(key) as T | null) ?? fallback;
  } catch {
    return fallback; // storage is forbidden here: the page works without
  }
}

function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // as above
  }
}

export const theme = signal<Theme>(remembered("theme", "auto"));
export const hasLetters = signal(remembered<"yes" | "no">("letters", "no") === "yes");

export const beginLook = (): (() => void) =>
  effect(() => {
    const root = document.documentElement;
    if (theme.value === "auto") delete root.dataset["theme"];
    else root.dataset["theme"] = theme.value;
    remember("theme", theme.value);
    remember("letters", hasLetters.value ? "yes" : "no");
  });

/**
 * One proof by several workers. The first answers as it does alone, until a length takes long. From then on the words
 * of each length are divided by their first moves into parts, and a worker takes the next batch of parts whenever it is
 * done with one.
 *
 * Invariant: a length is over only when each of its parts was searched to its end. A helper that cannot search, for
 * want of a kept table or of memory, gives its batch back and is asked again at the next length; the first worker is
 * left for all batches, and makes the table if need be.
 */
import type { Client } from "./client.js";
import type { Request } from "./protocol.js";
import type { Answer, Event, Solution } from "./types.js";

/** An answer as a module gives it. */
export type RawAnswer = Omit<Answer, "moves" | "length">;

/** What the first worker says before the first length that takes long; `nodes` and `lookups` are those of the length
 * before. */
export interface HandedOver {
  answer: RawAnswer;
  length: number;
  parts: number;
  nodes: number;
  lookups: number;
}

interface Searched {
  solution: Solution | null;
  /** Of each part. */
  nodes: number[];
  lookups: number;
}

/** What the proof may cost, and who hears of it. */
interface Terms {
  time?: number | undefined;
  maxLength?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Another signal: superflip was closed. */
  closed?: AbortSignal | undefined;
  onEvent?: ((event: Event) => void) | undefined;
}

/** Why a proof is left that is over: what no caller can give as a reason. */
const FOUND = Symbol("found");
const TIME = Symbol("time");

const LONGEST_TIMER = 2 ** 31 - 1;

/** How many nodes of the length before make a batch, for which a worker takes about a twentieth of a second; but a
 * length is at most so many batches. */
const BATCH = 20_000;
const BATCHES = 200;

/** With fewer nodes at the length before, a length takes less than half a second, and the first worker searches
 * alone. */
const MANY = 100_000;

/** Goes on with a proof. `ask` sends a request to a worker, and rejects with the reason of its signal. */
export async function share(
  { answer, length, parts, nodes, lookups }: HandedOver,
  request: Request,
  [first, ...helpers]: [Client, ...Client[]],
  ask: (client: Client, request: Request, signal: AbortSignal) => Promise<unknown>,
  { time = Infinity, maxLength = Infinity, signal, closed, onEvent }: Terms,
): Promise<RawAnswer> {
  const begun = performance.now() - 1000 * answer.searching;
  const seconds = () => (performance.now() - begun) / 1000;
  const leave = new AbortController();
  const stop = (event: globalThis.Event) => leave.abort((event.target as AbortSignal).reason);
  const tell = (event: Event) => {
    if (leave.signal.aborted) return;
    try {
      onEvent?.(event);
    } catch (error) {
      leave.abort(error);
    }
  };
  const found = (solution: Solution) => {
    if (leave.signal.aborted) return;
    answer.solutions = [{ ...solution, seconds: seconds() }];
    answer.tooLong = null;
    tell({ event: "solution", solution: answer.solutions[0]!, lowerBound: length });
    leave.abort(FOUND);
  };

  /** The nodes of each part at the last length. */
  const weights = new Array<number>(parts).fill(nodes / parts);
  const batchesOf = () => {
    const batches: { parts: number[]; weight: number }[] = [];
    const all = weights.reduce((sum, weight) => sum + weight);
    const enough = Math.max(BATCH, all / BATCHES);
    // Solutions are most likely where most of the work was.
    for (const part of [...weights.keys()].sort((a, b) => weights[b]! - weights[a]!)) {
      if ((batches.at(-1)?.weight ?? enough) >= enough) batches.push({ parts: [], weight: 0 });
      const batch = batches.at(-1)!;
      batch.parts.push(part);
      batch.weight += weights[part]!;
    }
    return { batches, all };
  };

  const partsRequest = (list: number[]) => {
    return [...request, "call", "parts", "length", String(length), "parts", list.join()];
  };
  /** The first worker makes the table if it was replaced by another one, and none is kept. */
  const batchRequest = (client: Client, list: number[]) => {
    return client === first ? [...partsRequest(list), "make", ""] : partsRequest(list);
  };
  /** Helpers that read the table, or have read it: nobody waits for them. */
  const reading = new Map<Client, Promise<unknown>>();
  const isReady = (helper: Client) => {
    const known = reading.get(helper) ?? ask(helper, partsRequest([]), leave.signal);
    reading.set(helper, known);
    return known;
  };

  const raiseBound = () => {
    if (length > answer.lowerBound) tell({ event: "bound", lowerBound: length });
    answer.lowerBound = length;
  };

  const searchLength = async () => {
    raiseBound();
    const { batches, all } = batchesOf();
    const lookupsBefore = lookups;
    const lengthBegun = performance.now();
    let told = lengthBegun;
    let weightDone = 0;
    let left = batches.length; // without an answer
    lookups = 0;
    const tellProgress = (now: number) => {
      told = now;
      const done = Math.min(1, weightDone / all);
      const seconds = (now - lengthBegun) / 1000;
      const secondsLeft = seconds > 0.3 && done > 0 ? (seconds / done) * (1 - done) : null;
      tell({ event: "progress", step: "", length, lowerBound: length, done, secondsLeft });
    };
    tellProgress(lengthBegun);
    const search = async (client: Client) => {
      for (let batch; (batch = batches.shift()) !== undefined;) {
        let result: Searched;
        try {
          result = (await ask(client, batchRequest(client, batch.parts), leave.signal)) as Searched;
        } catch (error) {
          batches.unshift(batch);
          throw error;
        }
        batch.parts.forEach((part, i) => (weights[part] = result.nodes[i]!));
        left -= 1;
        weightDone += batch.weight;
        lookups += result.lookups;
        answer.counts.nodes += result.nodes.reduce((sum, count) => sum + count);
        answer.counts.lookups += result.lookups;
        if (result.solution !== null) return found(result.solution);
        const now = performance.now();
        if (now >= told + 100) tellProgress(now);
      }
    };
    /** A solution of that length ends the proof, and the two-phase solver often finds one sooner. */
    const lead = async () => {
      const most = String(length);
      const nodes = String(Math.ceil(lookupsBefore / 4));
      const limits = ["goodEnough", most, "maxLength", most, "nodes", nodes];
      const near = [...request, "want", "good", "solver", "two-phase", ...limits];
      const { solutions } = (await ask(first, near, leave.signal)) as RawAnswer;
      if (solutions[0] !== undefined) found(solutions[0]);
      await search(first);
    };
    const searching: Promise<void>[] = [];
    const help = async (helper: Client) => {
      try {
        await isReady(helper);
        const work = search(helper);
        searching.push(work.catch(() => {}));
        await work;
      } catch (error) {
        reading.delete(helper);
        if (!leave.signal.aborted) helper.reset(error);
      }
    };
    if (all >= MANY) for (const helper of helpers) void help(helper);
    await lead();
    while (left > 0) {
      await Promise.all(searching);
      await search(first); // what helpers gave back
    }
    leave.signal.throwIfAborted();
  };

  const signals = [signal, closed];
  for (const other of signals) other?.throwIfAborted();
  for (const other of signals) other?.addEventListener("abort", stop);
  const rest = 1000 * (time - answer.loading - answer.searching);
  const timer = setTimeout(() => leave.abort(TIME), Math.min(rest, LONGEST_TIMER));
  answer.ended = "complete";
  try {
    const isKnown = () => (answer.solutions[0] ?? answer.tooLong ?? { length: Infinity }).length <= length;
    for (; !isKnown() && length <= maxLength; length += 1) await searchLength();
    raiseBound();
    leave.signal.throwIfAborted();
  } catch (error) {
    if (error === TIME) answer.ended = "time";
    else if (error !== FOUND) throw error;
  } finally {
    leave.abort();
    clearTimeout(timer);
    for (const other of signals) other?.removeEventListener("abort", stop);
  }
  const shortest = answer.solutions[0];
  answer.isShortest = shortest !== undefined && shortest.length <= answer.lowerBound;
  answer.searching = seconds();
  return answer;
}

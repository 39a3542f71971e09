/** The calls: what a program asks, made requests, and reports, made answers. */
import { Client, type Spawn } from "./client.js";
import { SuperflipError } from "./errors.js";
import type { Report, Request, TablePlace } from "./protocol.js";
import { share, type HandedOver, type RawAnswer } from "./share.js";
import type {
  Answer,
  CallOptions,
  CompletionsOptions,
  CoordinateValue,
  Diagnosis,
  Event,
  Format,
  Improvement,
  OptimalOptions,
  PatternsOptions,
  QuestionOptions,
  ReadOptions,
  Robot,
  RobotSchedule,
  ScrambleOptions,
  Solution,
  SolveOptions,
} from "./types.js";

export interface Options {
  /**
   * Where the tables for proofs are kept. In Node a folder; in a browser `true` (by default) is the browser's own
   * storage. `false`: only in memory. In Node the default is `false`.
   */
  tables?: TablePlace | undefined;
}

/** Builds a request: options that are not given are left out, and those that the call does not take are refused. */
class Fields {
  readonly request: Request;
  readonly #taken = new Set(["signal", "onEvent"]);

  constructor(call: string) {
    this.request = ["call", call];
  }

  /** Options that are no fields. */
  takes(...keys: string[]): this {
    for (const key of keys) this.#taken.add(key);
    return this;
  }

  of(options: object): Request {
    for (const key of Object.keys(options))
      if (!this.#taken.has(key)) throw new SuperflipError("bad option", `"${key}" is no option of this call`);
    return this.request;
  }

  text(key: string, value: string | undefined): this {
    this.takes(key);
    if (value === undefined) return this;
    if (typeof value !== "string") throw new TypeError(`${key} is of type ${typeof value}: expected a string`);
    this.request.push(key, value);
    return this;
  }

  /** A list of texts; only of `also` it may be empty. */
  texts(key: string, values: readonly string[]): this {
    this.takes(key);
    if (values.length === 0 && key !== "also") throw new SuperflipError("bad option", `${key} is an empty list`);
    for (let i = 0; i < values.length; ++i) {
      if (values[i] === undefined) throw new TypeError(`${key} ${i} is missing: expected a string`);
      this.text(`${key} ${i}`, values[i]);
    }
    return this;
  }

  number(key: string, value: number | bigint | undefined): this {
    this.takes(key);
    if (value === undefined) return this;
    if (typeof value !== "number" && typeof value !== "bigint")
      throw new TypeError(`${key} is of type ${typeof value}: expected a number`);
    this.request.push(key, String(value));
    return this;
  }

  seconds(key: string, value: number | undefined): this {
    this.takes(key);
    if (value === undefined || value === Infinity) return this;
    if (typeof value !== "number") throw new TypeError(`${key} is of type ${typeof value}: expected a number`);
    if (!(value >= 0)) throw new SuperflipError("bad option", `${key} is ${value}: expected seconds, at least 0`);
    this.request.push(key, String(Math.round(Math.min(value, 1e9) * 1e6)));
    return this;
  }

  flag(key: string, value: boolean | undefined): this {
    this.takes(key);
    if (value) this.request.push(key, "");
    return this;
  }

  cube(cube: string, { format, niss, order, holding, puzzle }: ReadOptions): this {
    if (typeof cube !== "string") throw new TypeError(`the cube is of type ${typeof cube}: expected a string`);
    this.text("cube", cube).text("format", format).flag("niss", niss).text("order", order).text("holding", holding);
    return this.text("puzzle", puzzle);
  }

  robot(robot: Robot | string | undefined): this {
    return this.text("robot", robot && typeof robot === "object" ? JSON.stringify(robot) : robot);
  }

  question(cube: string, options: QuestionOptions): this {
    this.cube(cube, options);
    for (const key of ["to", "also"] as const) {
      const cubes = options[key];
      if (Array.isArray(cubes)) this.texts(key, cubes);
      else this.text(key, cubes as string | undefined);
    }
    this.text("starts", options.starts);
    this.text("moves", options.moves).text("metric", options.metric).robot(options.robot);
    this.text("only", options.only).text("show", options.show).text("upTo", options.upTo);
    this.text("centres", options.centres).text("solver", options.solver);
    this.number("goodEnough", options.goodEnough).number("maxLength", options.maxLength);
    this.number("solutions", options.solutions).takes("coordinates");
    options.coordinates?.forEach((goal, i) => {
      const { coordinate, goals } = typeof goal === "string" ? { coordinate: goal, goals: [] } : goal;
      this.text(`coordinate ${i}`, coordinate);
      goals.forEach((cube, j) => this.text(`coordinate ${i} goal ${j}`, cube));
    });
    return this;
  }

  solve(cube: string, options: SolveOptions): this {
    return this.question(cube, options).seconds("time", options.time).number("nodes", options.nodes);
  }
}

/** What a module says of an event, as the caller gets it. */
function eventOf(report: Report): Event {
  const { thousandths, millisecondsLeft, ...rest } = report as Report & Record<string, number>;
  if (rest.event !== "table" && rest.event !== "progress") return rest as unknown as Event;
  const secondsLeft = millisecondsLeft === undefined ? null : millisecondsLeft / 1000;
  return { ...rest, done: (thousandths ?? 0) / 1000, secondsLeft } as unknown as Event;
}

function answerOf(result: unknown): Answer {
  const answer = result as RawAnswer;
  const best = answer.solutions[0];
  return { moves: best?.moves ?? null, length: best?.length ?? null, ...answer };
}

/** More workers would mostly wait for memory. */
const MOST_WORKERS = 8;
/** For so many milliseconds a helper, with its 90 MB, waits for the next proof. */
const IDLE = 30_000;

function workersOf({ workers = 1 }: OptimalOptions): number {
  if (typeof workers !== "number") throw new TypeError(`workers is of type ${typeof workers}: expected a number`);
  if (!Number.isInteger(workers) || workers < 1)
    throw new SuperflipError("bad option", `workers is ${workers}: expected a whole number, at least 1`);
  return Math.min(workers, MOST_WORKERS);
}

/**
 * Answers questions in a worker of its own, which the first call starts. Make one for a program, or use the functions
 * of this package, which belong to one that is there already.
 */
export class Superflip {
  readonly #core: Client;
  readonly #full: Client;
  readonly #helpers: Client[] = [];
  readonly #newHelper: (() => Client) | null;
  readonly #closing = new AbortController();

  /** For internal use: programs get the class of their surroundings. */
  constructor(spawn: Spawn, tables: TablePlace) {
    this.#core = new Client(spawn, "core", false);
    this.#full = new Client(spawn, "full", tables);
    // Helpers read the table that the full module's worker has kept.
    this.#newHelper = tables === false ? null : () => new Client(spawn, "full", tables, IDLE);
  }

  /** Starts the worker and makes the tables of `solve`, so that its first answer does not wait for them. */
  async prepare(options: CallOptions = {}): Promise<void> {
    await this.#ask(() => new Fields("prepare"), options);
  }

  /**
   * A short word that solves the cube: usually 18 to 20 moves, in milliseconds. Without any limit a fixed amount of
   * work is done, so that the answer is the same on every machine. With `time`, `nodes` or `goodEnough` the search goes
   * on until one of these ends it.
   */
  async solve(cube: string, options: SolveOptions = {}): Promise<Answer> {
    return answerOf(await this.#ask(() => new Fields("solve").solve(cube, options), options, options.onEvent));
  }

  /**
   * A shortest word, proven; with `all` every shortest word, and those of at most `within` moves more. A random cube
   * takes seconds to minutes. The first one needs a table for proofs, which is made in about twenty seconds, and kept.
   */
  async optimal(cube: string, options: OptimalOptions = {}): Promise<Answer> {
    const workers = workersOf(options);
    const helpers = this.#newHelper === null ? 0 : workers - 1;
    const fields = () =>
      new Fields("solve")
        .solve(cube, options)
        .text("want", options.all || options.within ? "all" : "shortest")
        .number("within", options.within)
        .flag("share", helpers > 0)
        .takes("all", "workers");
    const result = (await this.#ask(fields, options, options.onEvent)) as RawAnswer | HandedOver;
    if (!("parts" in result)) return answerOf(result);
    while (this.#helpers.length < helpers) this.#helpers.push(this.#newHelper!());
    const hear = (event: Event) => {
      if (event.event === "table") options.onEvent?.(event);
    };
    const ask = async (client: Client, request: Request, signal: AbortSignal) => {
      signal.throwIfAborted();
      return (await this.#begin(client, request, [signal], hear)).result;
    };
    const clients: [Client, ...Client[]] = [this.#full, ...this.#helpers.slice(0, helpers)];
    return answerOf(await share(result, fields().request, clients, ask, { ...options, closed: this.#closing.signal }));
  }

  /**
   * Solutions, each shorter than the one before, as they are found; one is repeated when more is proven of it. The
   * search goes on while you look at one. It ends when the loop is left, when a limit is reached, or when nothing
   * shorter can exist.
   */
  async *improve(cube: string, options: SolveOptions = {}): AsyncGenerator<Improvement, void, undefined> {
    const found: Improvement[] = [];
    let lowerBound = 0;
    let best: Solution | null = null;
    let wake = () => {};
    const tell = (solution: Solution | null, bound: number) => {
      const isShorter = solution !== null && (best === null || solution.length < best.length);
      if (!isShorter && (best === null || bound <= lowerBound)) {
        lowerBound = Math.max(lowerBound, bound);
        return;
      }
      lowerBound = Math.max(lowerBound, bound);
      if (isShorter) best = solution;
      found.push({ solution: best!, lowerBound, isShortest: best!.length <= lowerBound });
      wake();
    };
    const hear = (event: Event) => {
      if (event.event === "solution") tell(event.solution, event.lowerBound);
      if (event.event === "bound") tell(null, event.lowerBound);
      options.onEvent?.(event);
    };
    const leave = new AbortController();
    let failure: { error: unknown } | null = null;
    let isOver = false;
    this.#ask(() => new Fields("solve").solve(cube, options).flag("endless", true), options, hear, leave.signal)
      .then((result) => {
        const answer = answerOf(result);
        tell(answer.solutions[0] ?? null, answer.lowerBound);
      })
      .catch((error: unknown) => (failure = { error }))
      .finally(() => {
        isOver = true;
        wake();
      });
    try {
      for (;;) {
        const next = found.shift();
        if (next !== undefined) yield next;
        else if (isOver) break;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      leave.abort();
    }
    if (failure !== null) throw (failure as { error: unknown }).error;
  }

  /** The doctor: whether a text is a cube that can be solved, all that is wrong, and the smallest repair. Any six
   * symbols and any holding will do. */
  async check(cube: string, options: ReadOptions = {}): Promise<Diagnosis> {
    return (await this.#ask(() => new Fields("check").cube(cube, options), options)) as Diagnosis;
  }

  /** A scramble by the rules of the World Cube Association: a state drawn uniformly from all that are at least two
   * moves from solved (2x2x2: four), and a word that leads there. */
  async scramble(options: ScrambleOptions = {}): Promise<string> {
    const fields = () =>
      new Fields("scramble")
        .number("seed", options.seed)
        .text("puzzle", options.puzzle)
        .flag("fewestMoves", options.fewestMoves);
    return (await this.#ask(fields, options)) as string;
  }

  /** The same cube in another format; as moves, a word that leads to it. */
  async convert(cube: string, to: Format, options: ReadOptions = {}): Promise<string> {
    return (await this.#ask(() => new Fields("convert").cube(cube, options).text("to", to), options)) as string;
  }

  /** The values of coordinates for a cube: of those described in words ("corners: orientation * UDSlice"), or of all
   * that have a name. */
  async coordinates(cube: string, names: string[] = [], options: ReadOptions = {}): Promise<CoordinateValue[]> {
    const fields = () => {
      const all = new Fields("coordinates").cube(cube, options);
      names.forEach((name, i) => all.text(`coordinate ${i}`, name));
      return all;
    };
    const values = (await this.#ask(fields, options)) as { coordinate: string; value: string; values: string }[];
    return values.map((v) => ({ coordinate: v.coordinate, value: BigInt(v.value), values: BigInt(v.values) }));
  }

  /** At most `most` (1000) cubes whose faces show patterns, as facelets: "checkerboard", "xox/oxo/xox@UD dot@RLFB". */
  async patterns(patterns: string, options: PatternsOptions = {}): Promise<string[]> {
    const fields = () => new Fields("patterns").text("patterns", patterns).number("most", options.most);
    return (await this.#ask(fields, options)) as string[];
  }

  /** The cubes that an incomplete one may be, at most `most` (1000), as facelets with U up and F in front: those that have
   * the known of its 54 stickers, where ? is unknown. */
  async completions(cube: string, options: CompletionsOptions = {}): Promise<string[]> {
    const fields = () => new Fields("completions").cube(cube, options).number("most", options.most);
    return (await this.#ask(fields, options)) as string[];
  }

  /** The robots that come with the library, by name: descriptions for the option `robot`, to be used or changed. */
  async robots(options: CallOptions = {}): Promise<Record<string, Robot>> {
    return (await this.#ask(() => new Fields("robots"), options)) as Record<string, Robot>;
  }

  /**
   * What a robot, by name or description, does for given moves, and when: the cube lies in it with U up and F in front.
   * Slices, wide moves and rotations are done as the turns of faces that they come to, and a face out of reach by a
   * detour. At most 500 turns.
   */
  async schedule(moves: string, robot: Robot | string, options: CallOptions = {}): Promise<RobotSchedule> {
    return (await this.#ask(() => new Fields("schedule").text("moves", moves).robot(robot), options)) as RobotSchedule;
  }

  /** Ends the workers. Calls that are not over reject, and so do all later ones. */
  close(): void {
    if (this.#closing.signal.aborted) return;
    const reason = new SuperflipError("stopped", "superflip was closed");
    this.#closing.abort(reason);
    this.#core.close(reason);
    this.#full.close(reason);
    for (const helper of this.#helpers) helper.close(reason);
  }

  /** Asks the small module, and the full one if that one cannot answer. */
  async #ask(
    fields: () => Fields,
    options: CallOptions,
    onEvent?: (event: Event) => void,
    leave?: AbortSignal,
  ): Promise<unknown> {
    this.#closing.signal.throwIfAborted();
    const { signal } = options;
    signal?.throwIfAborted();
    const request = fields().of(options);
    const end = await this.#begin(this.#core, request, [signal, leave], onEvent);
    if (end.elsewhere === undefined) return end.result;
    return (await this.#begin(this.#full, request, [signal, leave], onEvent)).result;
  }

  #begin(
    client: Client,
    request: Request,
    signals: (AbortSignal | undefined)[],
    onEvent: ((event: Event) => void) | undefined,
  ): Promise<Report> {
    return new Promise((resolve, reject) => {
      const hear = (report: Report) => {
        if (report.event !== undefined) {
          try {
            onEvent?.(eventOf(report));
          } catch (error) {
            cancel();
            settle(() => reject(error));
          }
          return;
        }
        const { error } = report;
        settle(() =>
          error === undefined
            ? resolve(report)
            : reject(new SuperflipError(error.kind, error.message, error.position, error.diagnosis ?? null)),
        );
      };
      const stop = (event: globalThis.Event) => {
        cancel();
        settle(() => reject((event.target as AbortSignal).reason));
      };
      const settle = (how: () => void) => {
        for (const signal of signals) signal?.removeEventListener("abort", stop);
        how();
      };
      const cancel = client.begin(request, hear, (error) => settle(() => reject(error)));
      for (const signal of signals) signal?.addEventListener("abort", stop);
    });
  }
}

/** The calls as functions, which share its workers. In Node these also end with the program. */
export function functionsOf(superflip: Superflip) {
  return {
    prepare: superflip.prepare.bind(superflip),
    solve: superflip.solve.bind(superflip),
    optimal: superflip.optimal.bind(superflip),
    improve: superflip.improve.bind(superflip),
    check: superflip.check.bind(superflip),
    scramble: superflip.scramble.bind(superflip),
    convert: superflip.convert.bind(superflip),
    coordinates: superflip.coordinates.bind(superflip),
    patterns: superflip.patterns.bind(superflip),
    completions: superflip.completions.bind(superflip),
    robots: superflip.robots.bind(superflip),
    schedule: superflip.schedule.bind(superflip),
    close: superflip.close.bind(superflip),
  };
}

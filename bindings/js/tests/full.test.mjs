// What the full module does, which the first call that needs it loads: other formats, goals, moves, metrics and
// puzzles, coordinates, and proofs.
import assert from "node:assert/strict";
import { mkdtemp, readdir, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { Superflip, SuperflipError } from "superflip";
import { apply, lengthOf, SOLVED } from "./cube.mjs";
import { test } from "./testing.mjs";

let superflip;
before(() => (superflip = new Superflip()));
after(() => superflip.close());

async function failure(call) {
  try {
    await call;
  } catch (error) {
    return error;
  }
  assert.fail("it did not fail");
}

const SUPERFLIP = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";

test("what is of another puzzle, and other texts that are no moves, are answered in words", async () => {
  for (const text of ["4x4 R U", "Scramble 4x4: R U", "1;15.92;;4x4;R2 U' F2 D", '{"puzzle": 4, "moves": "R"}', "10x10 R"]) {
    const { state, problems } = await superflip.check(text);
    assert.equal(state, "unreadable", text);
    assert.match(problems[0], /another puzzle/, text);
  }
  assert.equal((await superflip.check("1;15.92;;R2 U' F2 D;2024-02-03")).state, "possible");
});

test("every format is written and read", async () => {
  for (const format of ["facelets", "reid", "kociemba-cubies", "json", "packed69", "packed71", "rank"]) {
    const text = await superflip.convert("R U F'", format);
    assert.equal(await superflip.convert(text, "facelets", { format }), apply(SOLVED, "R U F'"), format);
    const { moves } = await superflip.solve(text, { format });
    assert.equal(moves, "F U' R'", format);
  }
  assert.equal((await superflip.check(await superflip.convert("R", "reid"))).state, "possible");
  const swapped = "UR UF UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR";
  const error = await failure(superflip.solve(swapped));
  assert.equal(error.kind, "impossible");
  assert.ok(error.diagnosis.repair.length > 0);
});

test("other moves, metrics and goals", async () => {
  assert.equal((await superflip.solve("R U R' U R U2 R'", { moves: "R U" })).moves, "R U2 R' U' R U' R'");
  const unsolvable = await superflip.solve("F", { moves: "R U" });
  assert.equal(unsolvable.ended, "unsolvable");
  assert.equal(unsolvable.reason, "the moves never bring the corner DFR to its place");
  assert.equal(unsolvable.moves, null);
  const lengths = [];
  for (const metric of ["htm", "qtm", "stm", "atm"])
    lengths.push((await superflip.solve("R L' U2", { metric })).length);
  assert.deepEqual(lengths, [3, 4, 2, 2]);
  const cross = await superflip.optimal("R U F' L2 D B", { coordinates: ["edges DR DF DL DB: order orientation"] });
  assert.equal(cross.moves, "D' F R' L2");
  assert.equal(cross.isShortest, true);
  assert.equal(cross.solver, "generic");
  const goals = [{ coordinate: "corners: orientation", goals: ["R", "F"] }];
  assert.equal((await superflip.solve("R", { coordinates: goals })).length, 0);
});

test("a part of the cube, a wider goal, unknown stickers, and what the faces show", async () => {
  const isCross = (facelets) => [28, 30, 32, 34].every((i) => facelets[i] === "D") &&
    [25, 16, 43, 52].every((i) => facelets[i] === SOLVED[i]);
  assert.equal((await superflip.solve("R U", { to: ["R U F", "L2 D B R2"] })).moves, "F");
  const cross = await superflip.optimal("R U F' L2 D B", { only: "Cross" });
  assert.ok(cross.isShortest && cross.length === 4 && isCross(apply(apply(SOLVED, "R U F' L2 D B"), cross.moves)));
  assert.equal((await superflip.optimal("R U", { upTo: "U", moves: "R U" })).moves, "U' R'");
  assert.equal((await superflip.solve("U", { upTo: "U" })).length, 0);
  const roux = { moves: "R U r M" };
  assert.equal((await superflip.optimal("M U R", { only: "F2B", ...roux })).moves, "R'");
  const slices = { moves: "U M" };
  assert.equal((await superflip.optimal("M U", slices)).moves, "U' M'");
  assert.notEqual((await superflip.optimal("M U", { ...slices, centres: "fixed" })).moves, "U' M'");
  // The first two layers and where the last one shows U: the best of the cubes that have these stickers.
  const incomplete = "?UUUUU?U?U??RRRRRRU??FFFFFFDDDDDDDDDU??LLLLLL???BBBBBB";
  const face = await superflip.solve(incomplete);
  assert.equal(face.length, 7);
  const same = (one, other) => [...one].every((sticker, i) => incomplete[i] === "?" || sticker === other[i]);
  assert.ok(same(apply(SOLVED, inverse(face.moves)), incomplete));
  const error = await failure(superflip.solve(incomplete.replace("D", "U")));
  assert.equal(error.kind, "impossible");
  assert.equal((await superflip.solve("R U F", { to: `?${SOLVED.slice(1)}` })).moves, "F' U' R'");
  const shown = await superflip.solve("R2 L2 U2 D2 F2", { show: "checkerboard" });
  assert.equal(shown.moves, "B2");
  const checkerboards = await superflip.patterns("xox/oxo/xox");
  assert.equal(new Set(checkerboards).size, 17);
  assert.ok(checkerboards.includes("UDUDUDUDURLRLRLRLRFBFBFBFBFDUDUDUDUDLRLRLRLRLBFBFBFBFB"));
  assert.equal((await superflip.patterns("dot@U", { most: 3 })).length, 3);
  assert.deepEqual(await superflip.patterns("aab/acb/abb continuous"), []);
  assert.equal((await failure(superflip.patterns("xox"))).kind, "bad option");
  assert.equal((await failure(superflip.solve("R", { show: "dot", only: "F2L" }))).kind, "bad option");
  assert.equal((await failure(superflip.solve("R", { only: "F2L", puzzle: "2x2x2" }))).kind, "bad option");
});

test("several cubes at the start", async () => {
  const options = { also: "U F R", upTo: "U" };
  assert.equal((await superflip.solve("F R", options)).moves, "R' F'");
  assert.equal((await superflip.solve("F R", { also: ["U F R", "U2 F R"], upTo: "U" })).moves, "R' F'");
  assert.equal((await superflip.optimal("F R", { also: ["L"], starts: "any", only: "Cross" })).moves, "L'");
  const error = await failure(superflip.solve("F R", { also: ["U F R"] }));
  assert.equal(error.kind, "impossible");
  assert.match(error.message, /no moves bring all these cubes to the goal: it is one cube/);
  assert.equal((await failure(superflip.solve("R", { also: "U y", only: "F2L" }))).kind, "bad option");
  assert.equal((await superflip.solve("F R", { also: [], upTo: "U" })).moves, "R' F'");
  assert.equal((await failure(superflip.solve("R", { to: [] }))).kind, "bad option");
  assert.ok(await failure(superflip.solve("R", { also: [undefined] })));
  assert.equal((await failure(superflip.solve("R", { starts: "some" }))).kind, "bad option");
});

test("the cubes that an incomplete one may be", async () => {
  // What `superflip convert --to facelets --each` lists, in its order.
  const known = "U?UUUUUUUR?RRRRRRRF?FFFFFFFDDDDDDDDDLLLLLLLLLB?BBBBBBB";
  const each = [
    SOLVED,
    "UUUUUUUUURFRRRRRRRFBFFFFFFFDDDDDDDDDLLLLLLLLLBRBBBBBBB",
    "UUUUUUUUURBRRRRRRRFRFFFFFFFDDDDDDDDDLLLLLLLLLBFBBBBBBB",
  ];
  assert.deepEqual(await superflip.completions(known), each);
  assert.deepEqual(await superflip.completions(known, { most: 2 }), each.slice(0, 2));
  const anyFace = "?U?UUU?U?U??RRRRRR???FFFFFFDDDDDDDDDU??LLLLLL???BBBBBB";
  assert.equal(new Set(await superflip.completions(anyFace)).size, 864);
  assert.equal((await superflip.completions(`${"?".repeat(4)}U${"?".repeat(49)}`)).length, 1000);
  // However it is held, and whole cubes, too.
  assert.equal((await superflip.completions("?FFFFFFFF???RRRRRRDDDDDDDDDBBBBBBBBB???LLLLLL???UUUUUU")).length, 6);
  assert.deepEqual(await superflip.completions("R U"), [apply(SOLVED, "R U")]);
  assert.equal((await failure(superflip.completions(`?${SOLVED.slice(1, 10)}D${SOLVED.slice(11)}`))).kind, "impossible");
  assert.equal((await failure(superflip.completions(known, { most: 0 }))).kind, "bad option");
  assert.equal((await failure(superflip.completions("R", { puzzle: "2x2x2" }))).kind, "bad option");
});

const inverse = (moves) =>
  moves
    .split(" ")
    .reverse()
    .map((move) => (move.endsWith("2") ? move : move.endsWith("'") ? move[0] : `${move}'`))
    .join(" ");

test("a proof tells how much of a length is searched", async () => {
  const seen = [];
  const onEvent = (event) => event.event === "progress" && seen.push(event);
  const cube = "F2 U R' D L2 B' U2 R F' D2 L B R2 U' L' F";
  await superflip.optimal(cube, { metric: "stm", nodes: 4_000_000, onEvent });
  seen.forEach(({ length, done, lowerBound, secondsLeft }, i) => {
    assert.ok(0 <= done && done <= 1 && lowerBound <= length && (secondsLeft === null || secondsLeft >= 0));
    const before = seen[i - 1] ?? { length: 0, done: 0 };
    assert.ok(length > before.length || (length === before.length && done >= before.done));
  });
  assert.ok(seen.some(({ done }) => 0 < done && done < 1));
});

test("every answer is told as an event before it is given", async () => {
  const questions = [
    ["R U R' U R U2 R'", { moves: "R U" }],
    ["R U F' R2 U", { puzzle: "2x2x2" }],
    ["R L' U2", { metric: "stm" }],
  ];
  for (const [cube, options] of questions) {
    const told = [];
    const onEvent = (event) => event.event === "solution" && told.push(event.solution.moves);
    const { moves } = await superflip.optimal(cube, { ...options, onEvent });
    assert.equal(told.at(-1), moves);
  }
});

test("the 2x2x2", async () => {
  const answer = await superflip.optimal("R U F' R2 U", { puzzle: "2x2x2" });
  assert.equal(answer.moves, "U' R2 F U' R'");
  assert.equal(answer.solver, "pocket");
  assert.equal(lengthOf(await superflip.scramble({ puzzle: "2x2x2", seed: 3 })), 11);
});

test("coordinates", async () => {
  const all = await superflip.coordinates("R U F");
  assert.ok(all.length > 10);
  for (const { value, values } of all) assert.ok(0n <= value && value < values);
  const [twist, slice] = await superflip.coordinates("", ["corners: orientation", "edges FR FL BL BR: place"], {
    format: "moves",
  });
  assert.deepEqual([twist.values, slice.values], [2187n, 495n]);
  assert.deepEqual([twist.value, slice.value], [0n, 0n]);
  const [whole] = await superflip.coordinates("R", ["corners: order orientation * edges: order orientation"]);
  assert.equal(whole.values, 43_252_003_274_489_856_000n * 2n);
  assert.equal((await failure(superflip.coordinates("R", ["nonsense"]))).kind, "bad option");
});

/** The facelets after what a robot does, by where each face lies when a motor turns. */
function doneBy(facelets, { actions }) {
  const cycles = { x: "FUBD", y: "FLBR", z: "URDL" }; // a rotation carries each side to the next one
  let faceAt = Object.fromEntries([..."URFDLB"].map((face) => [face, face]));
  for (const { kind, text } of actions) {
    if (kind === "turn") {
      facelets = apply(facelets, text.replace(/[URFDLB]/g, (side) => faceAt[side]));
    } else if (kind === "rotate") {
      for (let times = text.endsWith("2") ? 2 : text.endsWith("'") ? 3 : 1; times > 0; --times) {
        const before = { ...faceAt };
        [...cycles[text[0]]].forEach((side, i, cycle) => (faceAt[cycle[(i + 1) % 4]] = before[side]));
      }
    } else {
      assert.equal(kind, "regrip");
    }
  }
  return facelets;
}

test("words for robots, with schedules that solve the cube", async () => {
  const cube = "R U2 F' L D B2 U R' F D2 L' B";
  const robots = await superflip.robots();
  assert.deepEqual(Object.keys(robots), ["six-motors", "five-motors", "four-grippers", "turntable"]);
  for (const [name, robot] of Object.entries(robots)) {
    assert.ok(robot.name === name && robot.about.length > 0);
    const told = [];
    const onEvent = (event) => event.event === "solution" && told.push(event.solution);
    const answer = await superflip.solve(cube, { robot: name, onEvent });
    assert.ok(answer.unit === "ms" && !answer.isShortest);
    assert.equal(told.at(-1).length, answer.length);
    for (const { moves, length, schedule } of [...told, ...answer.solutions]) {
      assert.equal(apply(apply(SOLVED, cube), moves), SOLVED);
      assert.equal(doneBy(apply(SOLVED, cube), schedule), SOLVED, name);
      let end = 0;
      for (const { at, seconds } of schedule.actions) {
        assert.ok(at >= end - 1e-9, name);
        end = at + seconds;
      }
      assert.ok(Math.abs(schedule.seconds - end) < 1e-9);
      assert.equal(Math.ceil(1000 * end - 1e-6), length);
    }
    for (const given of [robot, JSON.stringify(robot)])
      assert.equal((await superflip.solve(cube, { robot: given })).moves, answer.moves);
  }
});

test("robots can be changed, and limits are milliseconds", async () => {
  const robot = (await superflip.robots()).turntable;
  robot.motors.D = { 90: 0.25, 180: 0.5 };
  const [fast, slow] = [await superflip.solve("R U", { robot }), await superflip.solve("R U", { robot: "turntable" })];
  assert.equal(fast.length, slow.length - 500);
  assert.equal((await superflip.solve("R U F", { robot, goodEnough: 60_000 })).ended, "enough");
  const { moves, tooLong } = await superflip.solve("R U", { robot, maxLength: 1 });
  assert.equal(moves, null);
  assert.equal(Math.round(1000 * tooLong.schedule.seconds), fast.length);
  const found = [];
  for await (const { solution } of superflip.improve("R U F", { robot, goodEnough: 60_000 })) found.push(solution);
  assert.ok(found.length > 0 && found.every(({ schedule }) => schedule.actions.length > 0));
});

test("given moves have schedules, which are no faster than the robot's own words", async () => {
  const cube = "R U2 F' L D B2 U R' F D2 L' B";
  const { moves } = await superflip.solve(cube);
  for (const [name, robot] of Object.entries(await superflip.robots())) {
    const best = (await superflip.solve(cube, { robot: name })).solutions[0];
    assert.deepEqual(await superflip.schedule(best.moves, robot), best.schedule);
    const plain = await superflip.schedule(moves, name);
    assert.equal(doneBy(apply(SOLVED, cube), plain), SOLVED, name);
    assert.ok(plain.seconds >= best.schedule.seconds, name);
  }
  assert.deepEqual(await superflip.schedule("F2", "turntable"), {
    seconds: 1.5,
    actions: [
      { at: 0, seconds: 0.7, kind: "rotate", text: "x'" },
      { at: 0.7, seconds: 0.8, kind: "turn", text: "D2" },
    ],
  });
  assert.deepEqual(await superflip.schedule("", "turntable"), { seconds: 0, actions: [] });
  const refusals = [
    [["R", "x"], "bad option", /there is no robot 'x'/],
    [["(R U)300", "turntable"], "bad option", /600 turns are too many/],
    [["R Q", "turntable"], "unreadable", /character 3: 'Q' found/],
    [[undefined, "turntable"], "bad option", /there are no moves/],
    [["R"], "bad option", /there is no robot ''/],
    [["R", "turntable", { puzzle: "3x3x3" }], "bad option", /"puzzle" is no option of this call/],
  ];
  for (const [given, kind, sentence] of refusals) {
    const error = await failure(superflip.schedule(...given));
    assert.equal(error.kind, kind);
    assert.match(error.message, sentence);
  }
  for (const given of [[5, "turntable"], ["R", 5], ["R", null]])
    assert.ok((await failure(superflip.schedule(...given))) instanceof TypeError);
});

test("what is wrong with a robot is said", async () => {
  const refusals = [
    ["six motors", /there is no robot 'six motors'; there are six-motors, five-motors/],
    ["{", /not valid JSON/],
    [{ motors: { U: { 90: 1 } } }, /no motor comes to R, F, D, L and B/],
    [{ motors: { U: { 90: NaN } } }, /"motors"."U"."90": expected seconds, a number 0 to 600/],
    [{ motors: {}, moters: {} }, /'moters' is not known here/],
  ];
  for (const [robot, sentence] of refusals) {
    const error = await failure(superflip.solve("R", { robot }));
    assert.equal(error.kind, "bad option");
    assert.match(error.message, sentence);
  }
  const combined = [
    [{ metric: "qtm" }, /expected no moves and no metric/],
    [{ moves: "R U" }, /expected no moves and no metric/],
    [{ only: "F2L" }, /a robot solves whole cubes/],
    [{ puzzle: "2x2x2" }, /a robot is asked for the 3x3x3/],
  ];
  for (const [options, sentence] of combined) {
    const error = await failure(superflip.solve("R", { robot: "turntable", ...options }));
    assert.equal(error.kind, "bad option");
    assert.match(error.message, sentence);
  }
  const error = await failure(superflip.optimal("R", { robot: "turntable" }));
  assert.equal(error.kind, "bad option");
  assert.match(error.message, /none is proven to be the fastest, and not all are listed/);
  for (const robot of [5, null]) assert.ok((await failure(superflip.solve("R", { robot }))) instanceof TypeError);
});

test("bad options of all kinds are refused with a sentence", async () => {
  const refusals = [
    [{ metric: "xtm" }, /xtm/],
    [{ puzzle: "4x4x4" }, /'4x4x4' is not a puzzle: expected 3x3x3 or 2x2x2/],
    [{ solver: "god" }, /'god' is not a solver: expected two-phase, optimal, generic or pocket/],
    [{ moves: "R Q" }, /Q/],
    [{ centres: "some" }, /'some' is not a way to take the centres/],
    [{ coordinates: ["corners: colour"] }, /colour/],
    [{ solver: "pocket" }, /2x2x2/],
  ];
  for (const [options, sentence] of refusals) {
    const error = await failure(superflip.solve("R", options));
    assert.ok(error instanceof SuperflipError, String(error));
    assert.equal(error.kind, "bad option");
    assert.match(error.message, sentence);
  }
});

test("tables cannot be awaited away: a signal ends their making, and calls beside it are answered", async () => {
  const controller = new AbortController();
  const events = [];
  const call = failure(
    superflip.optimal(SUPERFLIP, {
      signal: controller.signal,
      onEvent: (event) => {
        events.push(event);
        if (event.event === "table" && event.done > 0) controller.abort();
      },
    }),
  );
  const beside = superflip.coordinates("R", ["UDSlice"]);
  assert.equal((await superflip.solve("R")).moves, "R'");
  assert.equal((await call).name, "AbortError");
  assert.ok(events.some(({ event }) => event === "table"));
  assert.equal((await beside)[0].values, 495n);
  assert.equal((await superflip.optimal("R U", { puzzle: "2x2x2" })).moves, "U' R'");
});

test("a signal ends the making of a table, and the worker keeps the tables that it has", async (context) => {
  // A worker that does not get its turn on a busy machine is not replaced for it.
  const { setTimeout } = globalThis;
  globalThis.setTimeout = (work, wait, ...rest) => setTimeout(work, wait === 30 ? 3000 : wait, ...rest);
  context.after(() => Object.assign(globalThis, { setTimeout }));
  const other = new Superflip();
  const eventsOfTables = async () => {
    let made = 0;
    await other.optimal("R U'", { moves: "R U", onEvent: ({ event }) => (made += event === "table" ? 1 : 0) });
    return made;
  };
  assert.ok((await eventsOfTables()) > 0);
  const controller = new AbortController();
  const onEvent = ({ event, done }) => event === "table" && done > 0 && controller.abort();
  const left = await failure(other.optimal(SUPERFLIP, { signal: controller.signal, onEvent }));
  assert.equal(left.name, "AbortError");
  assert.equal(await eventsOfTables(), 0);
  other.close();
});

test("the large table can be left again and again while it is made, and the next call is answered", async () => {
  const other = new Superflip();
  for (const wait of [1, 300, 1500]) {
    const left = await failure(other.optimal(SUPERFLIP, { signal: AbortSignal.timeout(wait) }));
    assert.equal(left.name, "TimeoutError");
    assert.equal((await other.coordinates("R", ["UDSlice"]))[0].values, 495n);
  }
  assert.equal((await other.optimal("R U", { puzzle: "2x2x2" })).moves, "U' R'");
  other.close();
});

test("a folder for tables that cannot be looked into is as good as none", async () => {
  const folder = await mkdtemp(join(tmpdir(), "superflip-"));
  try {
    await writeFile(join(folder, "file"), "");
    for (const tables of [join(folder, "file"), join(folder, "file", "in"), join(folder, "\0")]) {
      const other = new Superflip({ tables });
      assert.equal((await other.optimal("R U'", { moves: "R U" })).moves, "U R'");
      assert.equal((await other.coordinates("R", ["UDSlice"]))[0].values, 495n);
      other.close();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("tables are kept in a folder, and damaged ones are made again", async () => {
  const folder = await mkdtemp(join(tmpdir(), "superflip-"));
  const ask = async () => {
    const other = new Superflip({ tables: folder });
    let made = 0;
    const onEvent = ({ event }) => (made += event === "table" ? 1 : 0);
    const { moves, isShortest } = await other.optimal("R U R' U R U2 R'", { moves: "R U", onEvent });
    other.close();
    return { moves, isShortest, isMade: made > 0 };
  };
  try {
    const first = await ask();
    assert.deepEqual(first, { moves: "R U2 R' U' R U' R'", isShortest: true, isMade: true });
    const files = await readdir(folder);
    assert.ok(files.length > 0 && files.every((name) => name.endsWith(".table")), files.join());
    assert.deepEqual(await ask(), { ...first, isMade: false });
    for (const name of files) await truncate(join(folder, name), 5000);
    assert.deepEqual(await ask(), first);
    assert.deepEqual(await readdir(folder), files);
    assert.deepEqual(await ask(), { ...first, isMade: false });
  } finally {
    await rm(folder, { recursive: true });
  }
});

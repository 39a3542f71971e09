// twips.mjs PROGRAM [RUNS]: one shortest word for parts of the cube, by `superflip optimal --only` and by twips, the
// general solver of the npm package cubing, on one thread each. Both prove that no word is shorter, so the lengths must
// be equal. twips gets the 3x3x3 of cubing as a KPuzzle, in which pieces that may be exchanged have one number, and
// pieces that may be turned have orientations mod 1.
//
// Times are medians in milliseconds. "shell" is a whole run of a process, Node's for twips. "call" is the call alone;
// it starts a worker, whose time for a cube one turn from solved stands in the first line. Its "search" is the call
// without that; tables are part of it. Of superflip, "call" is the search with the making of its tables, or the reading
// of those that are kept, and "search" is the search alone. How many "times" superflip is faster: from the shell, and
// its call beside the search of twips.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { performance } from "node:perf_hooks";

// The numbers of cubing: edges UF UR UB UL DF DR DB DL FR FL BR BL, corners UFR UBR UBL UFL DFR DFL DBL DBR.
const TOP = [0, 1, 2, 3];
const but = (count, ...pieces) => [...Array(count).keys()].filter((piece) => !pieces.includes(piece));
const MASKS = {
  all: { EDGES: [], CORNERS: [], turns: false },
  F2L: { EDGES: TOP, CORNERS: TOP, turns: true }, // any of these for any other, turned in any way
  OLL: { EDGES: TOP, CORNERS: TOP, turns: false }, // turned as they are
  CMLL: { EDGES: [...TOP, 4, 6], CORNERS: [], turns: true },
  XCross: { EDGES: but(12, 4, 5, 6, 7, 8), CORNERS: but(8, 4), turns: true },
};
const GOALS = [
  ["a turn", "F2L", "R"],
  ["OLL", "OLL", "F R U R' U' F'"],
  ["OLL", "OLL", "R U R' U' R' F R F'"],
  ["OLL", "OLL", "R U2 R' U' R U' R'"],
  ["OLL", "OLL", "F R U R' U' R U R' U' F'"],
  ["PLL Aa", "all", "R' F R' B2 R F' R' B2 R2"],
  ["PLL Ua", "all", "R2 U R U R' U' R' U' R' U R'"],
  ["a pair", "F2L", "R U' R' U R U' R'"],
  ["two pairs", "F2L", "R U' R' U L' U L U' R U R'"],
  ["F2L", "F2L", "R U' R' D R D' L U L'"],
  ["F2L", "F2L", "R U' R' D R D' L U L' D2"],
  ["CMLL", "CMLL", "R U R' U R U2 R'"],
  ["CMLL", "CMLL", "R U R' U' R' F R F'"],
  ["CMLL", "CMLL", "F R U R' U' R U R' U' F'"],
  ["XCross", "XCross", "F' D R' U' F2 R2 F B R D R2 F2 D2 B' R2 B U2 D2 B' R2 L2"],
];

const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

function ran(command, words) {
  const begun = performance.now();
  const { status, stdout, stderr, error } = spawnSync(command, words, { encoding: "utf8" });
  const shell = performance.now() - begun;
  if (error !== undefined || status !== 0) throw error ?? new Error(`${command} ${words.join(" ")}: ${stderr}`);
  return { shell, answer: JSON.parse(stdout.trim().split("\n").at(-1)) };
}

function superflip(program, [, mask, scramble]) {
  const { shell, answer } = ran(program, ["optimal", "--json", "--threads", "1", "--only", mask, scramble]);
  const search = 1000 * answer.seconds;
  return { shell, call: 1000 * answer.loading_seconds + search, search, length: answer.lower };
}

function twips(goal) {
  const script = fileURLToPath(import.meta.url);
  const { shell, answer } = ran(process.execPath, [script, "--twips", String(GOALS.indexOf(goal))]);
  return { shell, ...answer };
}

// In a process of its own: one call for a goal.
async function call([, mask, scramble]) {
  console.log = console.error; // the package prints when a search ends
  const { KPattern } = await import("cubing/kpuzzle");
  const { cube3x3x3 } = await import("cubing/puzzles");
  const { experimentalSolveTwips } = await import("cubing/search");
  const kpuzzle = await cube3x3x3.kpuzzle();
  const part = (pattern) => {
    const data = structuredClone(pattern.patternData);
    const { turns, ...free } = MASKS[mask];
    for (const [name, pieces] of Object.entries(free)) {
      const orbit = data[name];
      const is_free = orbit.pieces.map((piece) => pieces.includes(piece));
      orbit.pieces = orbit.pieces.map((piece, i) => (is_free[i] ? pieces[0] : piece));
      if (!turns) continue;
      orbit.orientation = orbit.orientation.map((orientation, i) => (is_free[i] ? 0 : orientation));
      orbit.orientationMod = is_free.map(Number);
    }
    return new KPattern(kpuzzle, data);
  };
  const solved = kpuzzle.defaultPattern();
  const options = { targetPattern: part(solved), generatorMoves: [..."URFDLB"] };
  const begun = performance.now();
  const word = await experimentalSolveTwips(kpuzzle, part(solved.applyAlg(scramble)), options);
  const answer = { call: performance.now() - begun, length: [...word.childAlgNodes()].length };
  process.stdout.write(`${JSON.stringify(answer)}\n`, () => process.exit()); // its worker does not end
}

function compare(program, runs) {
  const times = (solve) => {
    const all = Array.from({ length: runs }, solve);
    const [{ length }] = all;
    if (all.some((one) => one.length !== length)) throw new Error("lengths differ from run to run");
    const of = (time) => median(all.map((one) => one[time]));
    return { length, shell: of("shell"), call: of("call"), search: of("search") };
  };
  const titles = ["twips: shell", "call", "search", "superflip: shell", "call", "search", "times: shell", "call"];
  console.log(`| goal | moves | ${titles.join(" | ")} |`);
  console.log("|---|---|---|---|---|---|---|---|---|---|");
  const ratios = [];
  let start;
  for (const goal of GOALS) {
    const theirs = times(() => twips(goal));
    superflip(program, goal); // tables that are kept are there afterwards
    const ours = times(() => superflip(program, goal));
    if (ours.length !== theirs.length) throw new Error(`${goal.join(", ")}: ${ours.length} and ${theirs.length} moves`);
    start ??= theirs.call;
    const search = Math.max(theirs.call - start, 0);
    const factors = [theirs.shell / ours.shell, search / ours.call];
    if (search > 0) ratios.push(factors);
    const numbers = [theirs.shell, theirs.call, search, ours.shell, ours.call, ours.search, ...factors];
    console.log(`| ${[goal[0], ours.length, ...numbers.map((number) => number.toFixed(1))].join(" | ")} |`);
  }
  const logarithms = (i) => ratios.reduce((sum, factors) => sum + Math.log(factors[i]), 0);
  const mean = (i) => Math.exp(logarithms(i) / ratios.length).toFixed(1);
  console.log(`geometric means: ${mean(0)} times faster from the shell, ${mean(1)} times in calls`);
}

const [first, second] = process.argv.slice(2);
if (first === "--twips") await call(GOALS[Number(second)]);
else compare(first, Number(second ?? 3));

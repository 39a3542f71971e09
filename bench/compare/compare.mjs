// Solves the same random cubes with superflip's npm package and with other solvers from the npm registry, in Node and
// in headless Chromium, and with superflip's program:
//
//   node compare.mjs PROGRAM TOOLS FOLDER [CUBES] [SEED]
//
// TOOLS is where esbuild and playwright-core are installed, FOLDER one for the files of the page. A solver has a
// process or a page of its own. It is asked for one cube after the other, as a program asks it: for superflip and
// cubing this includes the messages to their workers and back. All times are CPU milliseconds of all threads, but those
// of the program, which are the times of its searches by the clock. `first` is loading, making tables and the first
// answer. Then all cubes are solved for a second until all code is compiled, and again for the figures. Every answer is
// checked by the cube of cubejs.
import { execFileSync } from "node:child_process";
import Cube from "cubejs";
import { open } from "./chromium.mjs";
import { SOLVERS } from "./solvers.mjs";

const [program, tools, folder, count = "200", seed = "1"] = process.argv.slice(2);
const run = (file, args, input = "") =>
  execFileSync(file, args, { input, encoding: "utf8", maxBuffer: 2 ** 28, stdio: ["pipe", "pipe", "inherit"] });
const scrambles = run(program, ["scramble", "-n", count, "--seed", seed]).trim().split("\n");
const cubes = scrambles.map((moves) => ({ moves, facelets: new Cube().move(moves).asString() }));

const words = (solution) => solution.trim().split(/\s+/).filter((word) => word !== "");

/** The mean of the lengths, all of which must be solutions of at most that many moves. */
function checked(name, bound, answers) {
  const lengths = answers.map((solution, i) => {
    const moves = words(solution);
    const cube = new Cube().move([scrambles[i], ...moves].join(" "));
    if (!cube.isSolved() || moves.length > bound)
      throw new Error(`${name} does not solve ${scrambles[i]}: ${solution}`);
    return moves.length;
  });
  return lengths.reduce((a, b) => a + b, 0) / lengths.length;
}

function row(name, bound, { first, mean, times, answers }) {
  const sorted = times?.sort((a, b) => a - b);
  const at = (part) => sorted?.[Math.min(sorted.length - 1, Math.floor(part * sorted.length))];
  const cell = (value, digits) => (value === undefined ? "" : value.toFixed(digits)).padStart(11);
  console.log(
    `${name.padEnd(22)}${`<= ${bound}`.padEnd(6)}${cell(first, 0)}${cell(mean, 3)}` +
      `${cell(at(0.5), 3)}${cell(at(0.99), 3)}` +
      checked(name, bound, answers).toFixed(2).padStart(8),
  );
}

function native(bound) {
  const options = ["solve", "--json", "--threads", "1", "--profile", "compact", "--max-length", `${bound}`];
  const lines = run(program, options, `${scrambles.join("\n")}\n`).trim().split("\n");
  const solutions = lines.map((line) => JSON.parse(line).solutions[0]);
  const times = solutions.map(({ seconds }) => 1000 * seconds);
  const mean = times.reduce((a, b) => a + b, 0) / times.length;
  return { first: undefined, mean, times, answers: solutions.map(({ moves }) => moves) };
}

function heading(where) {
  const columns = ["first", "mean", "median", "p99"].map((name) => name.padStart(11));
  console.log(`\n${where.padEnd(28)}${columns.join("")}   moves`);
}

console.log(`JavaScript: ${count} random cubes, seed ${seed}; milliseconds`);
heading("the program, by the clock");
for (const bound of [22, 21, 20]) row("compact tables", bound, native(bound));
heading(`Node ${process.versions.node}`);
const measurer = new URL("node.mjs", import.meta.url).pathname;
for (const [index, [name, bound]] of SOLVERS.entries())
  row(name, bound, JSON.parse(run(process.execPath, [measurer, `${index}`], JSON.stringify(cubes))));
const chromium = await open(tools, folder);
heading(`Chromium ${chromium.version}`);
for (const [index, [name, bound]] of SOLVERS.entries()) row(name, bound, await chromium.measure(index, cubes));
await chromium.close();

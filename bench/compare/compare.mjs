// Solves the same random cubes with superflip and with two solvers from the npm registry, in one run and on one thread:
//
//   node compare.mjs PROGRAM [CUBES] [SEED]
//
// Times are taken inside each program, from the cube in its own form to the solution found; starting the program and
// making tables are not included. The bounds are the default of each package. Every solution is checked.
import { execFileSync } from "node:child_process";
import Cube from "cubejs";
import { cube3x3x3 } from "cubing/puzzles";
import { experimentalSolve3x3x3IgnoringCenters } from "cubing/search";

const [program, count = "100", seed = "1"] = process.argv.slice(2);
const run = (args, input = "") => execFileSync(program, args, { input, encoding: "utf8", maxBuffer: 2 ** 28, stdio: ["pipe", "pipe", "inherit"] });
const scrambles = run(["scramble", "-n", count, "--seed", seed]).trim().split("\n");

function check(scramble, solution, who) {
  const cube = new Cube();
  cube.move(scramble);
  if (solution !== "") cube.move(solution);
  if (!cube.isSolved()) throw new Error(`${who} does not solve ${scramble}: ${solution}`);
}

const length = (solution) => (solution === "" ? 0 : solution.trim().split(/\s+/).length);

// For each scramble: {ms, moves}.
function superflip(bound) {
  const options = ["solve", "--json", "--threads", "1", "--profile", "standard", "--max-length", bound];
  return run(options, scrambles.join("\n") + "\n").trim().split("\n").map((line, i) => {
    const [{ moves, seconds }] = JSON.parse(line).solutions;
    check(scrambles[i], moves, "superflip");
    return { ms: 1000 * seconds, moves: length(moves) };
  });
}

async function timed(who, prepare, solve) {
  const results = [];
  for (const scramble of scrambles) {
    const cube = prepare(scramble);
    const start = performance.now();
    const solution = (await solve(cube)).toString();
    const ms = performance.now() - start;
    check(scramble, solution, who);
    results.push({ ms, moves: length(solution) });
  }
  return results;
}

function row(who, bound, results) {
  const times = results.map((r) => r.ms).sort((a, b) => a - b);
  const mean = (values) => values.reduce((a, b) => a + b, 0) / values.length;
  const at = (part) => times[Math.min(times.length - 1, Math.floor(part * times.length))];
  const ms = (t) => t.toFixed(3).padStart(11);
  console.log(`${who.padEnd(16)}${`<= ${bound}`.padEnd(6)}${ms(mean(times))}${ms(at(0.5))}${ms(at(0.99))}` +
    mean(results.map((r) => r.moves)).toFixed(2).padStart(8));
}

Cube.initSolver();
const kpuzzle = await cube3x3x3.kpuzzle();
const pattern = (scramble) => kpuzzle.defaultPattern().applyAlg(scramble);
await experimentalSolve3x3x3IgnoringCenters(pattern(scrambles[0])); // makes its tables

console.log(`${scrambles.length} random cubes, seed ${seed}, one thread; milliseconds a cube\n`);
console.log(`${"".padEnd(22)}       mean     median        p99   moves`);
row("superflip", 22, superflip("22"));
row("cubejs 1.3.2", 22, await timed("cubejs", (s) => new Cube().move(s), (cube) => cube.solve()));
row("superflip", 21, superflip("21"));
row("cubing 0.63.4", 21, await timed("cubing", pattern, experimentalSolve3x3x3IgnoringCenters));
row("superflip", 20, superflip("20"));
process.exit(0); // cubing's worker would wait for more

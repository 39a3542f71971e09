// node.mjs SOLVER: measures one solver in a process of its own. Cubes come from standard input as JSON; the CPU time of
// all threads, in milliseconds, goes to standard output.
import { readFileSync } from "node:fs";
import { begin, run } from "./solvers.mjs";

const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const cubes = JSON.parse(readFileSync(0, "utf8"));
let before = cpu();
const solver = await begin(Number(process.argv[2]), cubes);
const first = cpu() - before;
await run(solver); // until the code is compiled
const times = [];
before = cpu();
const { answers, calls } = await run(solver, async (call) => {
  const begun = cpu();
  const answer = await call();
  times.push(cpu() - begun);
  return answer;
});
const mean = (cpu() - before) / calls;
process.stdout.write(JSON.stringify({ first, mean, times, answers }), () => process.exit(0));

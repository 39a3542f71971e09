// js.mjs FILE: CPU time of build/wasm/js/dist/core.wasm on the cubes of the file, without a worker (js.sh).
import { readFileSync } from "node:fs";
import { Module, noTables } from "../build/wasm/module.mjs";

const cubes = readFileSync(process.argv[2], "utf8").trim().split("\n");
const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const code = readFileSync(new URL("../build/wasm/js/dist/core.wasm", import.meta.url));

let begun = cpu();
const module = await Module.load(WebAssembly.compile(code), noTables);
let id = 0;
function ask(...request) {
  let last;
  const hear = (report) => (last = report);
  if (module.begin(++id, request, hear)) while (module.run(id, 10, hear));
  return last.result;
}
ask("call", "prepare");
console.log(`ready after ${(cpu() - begun).toFixed(0)} ms`);
for (const length of [21, 20, 21, 20]) {
  begun = cpu();
  let nodes = 0;
  const limits = ["goodEnough", `${length}`, "maxLength", `${length}`];
  for (const cube of cubes) nodes += ask("call", "solve", "cube", cube, ...limits).counts.nodes;
  const each = (cpu() - begun) / cubes.length;
  console.log(`at most ${length} moves: ${each.toFixed(3)} ms a cube, ${Math.round(nodes / cubes.length)} nodes`);
}

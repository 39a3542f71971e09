// proofs.mjs PROGRAM PROJECT FOLDER CUBES: see proofs.sh. PROJECT is where the package and its tests are installed.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

import { findChromium } from "../bindings/js/tests/browsers.mjs";

const [program, projectPath, folder, count] = process.argv.slice(2);
const project = resolve(projectPath);
const CUBES = [
  "R U2 F' L D2 B R' F2 U L' D B2 R2 U' F L2",
  "F2 U R' D L2 B' U2 R F' D2 L B R2 U' L' F",
  "L D' R2 F U2 B' L' D2 R F' U B2 L2 D R' U'",
  "D2 F' L U R2 B D' L2 F R' U2 B' D L' F2 R U",
].slice(0, Number(count));

function row(name, made, search, { lookups, lengths }) {
  const cells = [made.toFixed(2), search.toFixed(2), (lookups / 1e6).toFixed(1), (lookups / search / 1e6).toFixed(1)];
  console.log(name.padEnd(24) + cells.map((cell) => cell.padStart(12)).join("") + `   ${lengths.join(" ")}`);
}

function times(name, left) {
  for (const [what, [rejected, next]] of Object.entries(left)) {
    const text = ({ median, most }) => `${median.toFixed(1)} (at most ${most.toFixed(1)})`;
    console.log(`${name.padEnd(24)}${what.padEnd(12)}rejects ${text(rejected)}, the next answer ${text(next)}`);
  }
}

/** The program's seconds of CPU. */
function native() {
  const env = { ...process.env, SUPERFLIP_CACHE: join(folder, "native") };
  const run = (...args) => {
    const timed = ["-c", 'TIMEFORMAT="%U %S"; time "$@"', "-", program, ...args];
    const { stderr, stdout, status } = spawnSync("bash", timed, { env, encoding: "utf8", maxBuffer: 2 ** 28 });
    if (status !== 0) throw new Error(stderr);
    const [user, system] = stderr.trim().split("\n").at(-1).split(" ").map(Number);
    return { cpu: user + system, stdout };
  };
  run("tables", "build", "--threads", "1", "standard");
  const made = run("tables", "build", "--threads", "1", "optimal-47").cpu;
  const options = ["optimal", "--table", "optimal-47", "--threads", "1", "--json"];
  const loaded = run(...options, "R", "R U F").cpu;
  const { cpu, stdout } = run(...options, ...CUBES);
  const answers = stdout.trim().split("\n").map((line) => JSON.parse(line));
  const lookups = answers.reduce((sum, answer) => sum + answer.lookups, 0);
  row("the program", made, cpu - loaded, { lookups, lengths: answers.map(({ solutions }) => solutions[0].length) });
}

/** Of each proof by one or two workers, a line. */
const shared = [];

/** `call` calls a function of proofs/main.mjs; `cpu` gives seconds. */
async function measure(name, call, cpu, tables) {
  await call("begin", tables);
  const begun = await cpu();
  await call("load");
  const made = await cpu();
  const proven = await call("prove", CUBES);
  row(name, made - begun, (await cpu()) - made, proven);
  await call("prove", CUBES.slice(0, 1), 2); // starts the second worker
  for (const cube of CUBES.slice(-2))
    for (const workers of [1, 2]) {
      const before = [await cpu(), performance.now()];
      const { lengths, lookups } = await call("prove", [cube], workers);
      const times = [(await cpu()) - before[0], (performance.now() - before[1]) / 1000, lookups / 1e6];
      shared.push(`${name.padEnd(24)}${[lengths, workers, ...times.map((x) => x.toFixed(2))].join("  ")}`);
    }
  await call("close");
  return call("leaveAll");
}

async function inNode() {
  cpSync(new URL("proofs/main.mjs", import.meta.url), join(project, "proofs.mjs"));
  const steps = await import(pathToFileURL(join(project, "proofs.mjs")));
  const cpu = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  };
  const call = (step, ...values) => steps[step](...values);
  return measure(`Node ${process.versions.node}`, call, cpu, join(folder, "node"));
}

async function inChromium() {
  const { BUNDLERS } = await import(pathToFileURL(join(project, "tests/bundlers.mjs")));
  const from = join(project, "page/proofs");
  mkdirSync(from, { recursive: true });
  cpSync(new URL("proofs/main.mjs", import.meta.url), join(from, "main.mjs"));
  writeFileSync(join(from, "index.html"), '<!doctype html><script type="module" src="./main.mjs"></script>');
  const page = join(folder, "page");
  mkdirSync(page);
  await BUNDLERS.esbuild(pathToFileURL(`${from}/`), pathToFileURL(`${page}/`));
  const types = { ".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm" };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    if (pathname === "/favicon.ico") return response.writeHead(204).end();
    const name = pathname === "/" ? "/index.html" : pathname;
    response.writeHead(200, { "Content-Type": types[extname(name)] ?? "text/html" });
    response.end(readFileSync(page + name));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { chromium } = createRequire(join(project, "../js-tools/package.json"))("playwright-core");
  const executablePath = findChromium() ?? "chromium";
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const system = await browser.newBrowserCDPSession();
  const cpu = async () => {
    const { processInfo } = await system.send("SystemInfo.getProcessInfo");
    return processInfo.filter(({ type }) => type === "renderer").reduce((sum, { cpuTime }) => sum + cpuTime, 0);
  };
  const tab = await browser.newPage();
  await tab.goto(`http://127.0.0.1:${server.address().port}/`);
  const call = (step, ...values) => tab.evaluate(([name, given]) => steps[name](...given), [step, values]);
  const left = await measure(`Chromium ${browser.version()}`, call, cpu, true);
  await browser.close();
  server.close();
  return left;
}

const columns = ["table", "proofs", "M look-ups", "M a second"].map((name) => name.padStart(12));
console.log(`${"seconds of CPU".padEnd(24)}${columns.join("")}   lengths`);
native();
const left = { Node: await inNode(), Chromium: await inChromium() };
const table = (place) => readFileSync(join(folder, place, "optimal-47.table"));
if (!table("native").equals(table("node"))) throw new Error("the package's table is not the program's");
console.log("\none proof: moves, workers, seconds of CPU, seconds by the clock, million look-ups");
for (const line of shared) console.log(line);
console.log("\nmilliseconds by the clock, of calls that are left");
for (const [where, figures] of Object.entries(left)) times(where, figures);

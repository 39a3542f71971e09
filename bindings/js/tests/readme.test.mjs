// Programs of Node in a process of their own: that of the README prints what it says.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { readmeProgram } from "./readme.mjs";
import { LIMIT, test } from "./testing.mjs";

test("the README's program runs in Node, and ends by itself", async () => {
  const file = new URL("../readme.mjs", import.meta.url);
  await writeFile(file, await readmeProgram());
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [file.pathname], { timeout: LIMIT / 2 });
  assert.equal(stderr, "");
  assert.match(stdout, /^\d+ moves: [URFDLB '2]+\n/);
  assert.match(stdout, /\n\d+ moves, and no word is shorter than \d+: [URFDLB '2]+\n/);
  assert.match(stdout, /there are 10 U stickers and 8 B stickers/);
  assert.ok(stdout.endsWith("change the sticker B9 to B\n"));
});

test("a program that is given as an argument, with a flag that no worker takes", async () => {
  const program = 'import { solve } from "superflip"; console.log((await solve("R U")).moves);';
  const folder = new URL("..", import.meta.url).pathname;
  const words = ["--input-type=module", "-e", program];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, words, { cwd: folder, timeout: 600_000 });
  assert.equal(stderr, "");
  assert.equal(stdout, "U' R'\n");
});

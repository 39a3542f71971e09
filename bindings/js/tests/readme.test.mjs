// Programs of Node in a process of their own: those of the README print what they say.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { readmeProgram, readmePrograms } from "./readme.mjs";
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

test("the README's other programs", async () => {
  const programs = (await readmePrograms()).slice(1);
  const expected = [
    /^exchange the stickers U9 and F3\n$/,
    /^0\.000 x'\n0\.700 D2\n$/,
    /^[\d.]+ instead of [\d.]+ seconds\n$/,
    /^R U2 R' U' R U' R'\n$/,
  ];
  assert.equal(programs.length, expected.length);
  for (const [i, program] of programs.entries()) {
    const folder = await mkdtemp(new URL("../program-", import.meta.url).pathname);
    try {
      await writeFile(`${folder}/program.mjs`, program);
      const { stdout, stderr } = await promisify(execFile)(process.execPath, ["program.mjs"], {
        cwd: folder,
        timeout: LIMIT / 2,
      });
      assert.equal(stderr, "");
      assert.match(stdout, expected[i]);
    } finally {
      await rm(folder, { recursive: true });
    }
  }
});

test("a program that is given as an argument, with a flag that no worker takes", async () => {
  const program = 'import { solve } from "superflip"; console.log((await solve("R U")).moves);';
  const folder = new URL("..", import.meta.url).pathname;
  const words = ["--input-type=module", "-e", program];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, words, { cwd: folder, timeout: 600_000 });
  assert.equal(stderr, "");
  assert.equal(stdout, "U' R'\n");
});

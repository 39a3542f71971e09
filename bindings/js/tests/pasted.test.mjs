// What people have pasted, and what it is: the table of tests/pasted.json, which every door reads alike.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before } from "node:test";
import { Superflip } from "superflip";
import { test } from "./testing.mjs";

let superflip;
before(() => (superflip = new Superflip()));
after(() => superflip.close());

test("what people have pasted is read as the table says", async () => {
  const table = JSON.parse(await readFile(new URL("../pasted.json", import.meta.url), "utf8"));
  const rows = Object.values(table).flat();
  assert.ok(rows.length > 50);
  for (const { text, moves, stickers, notes = [], refused } of rows) {
    const found = await superflip.check(text);
    if (refused !== undefined) {
      assert.notEqual(found.state, "possible", text);
      assert.equal(found.problems[0], refused);
      continue;
    }
    const meant = await (moves === undefined
      ? superflip.check(stickers, { format: "facelets", order: "URFDLB" })
      : superflip.check(moves, { format: "moves" }));
    assert.deepEqual([found.facelets, found.asHeld], [meant.facelets, meant.asHeld], text);
    assert.deepEqual(found.notes, notes, text);
  }
});

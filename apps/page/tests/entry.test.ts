// The page in a headless Chromium: the ways to enter a cube, and wrong cubes.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

import type { Page } from "playwright-core";

import { LIMIT, until } from "../../../bindings/js/tests/testing.mjs";
import { apply, parseMoves } from "../src/cube/moves.js";
import { randomCube } from "../src/cube/pieces.js";
import {
  type Colour,
  type Stickers,
  blank,
  equal,
  fromText,
  isSolved,
  solved,
  squares,
  toText,
} from "../src/cube/stickers.js";
import { type Rgb, toLab } from "../src/photo/colour.js";
import { recognise } from "../src/photo/recognise.js";
import { text } from "../src/text.js";
import { button, easy, easyCube, netOf, onPage, paste, shownOn, solutionOf, tabTo, waitForSolution } from "./pages.js";
import { photographs, type Scene } from "./photographs.js";

const colourOf = async (page: Page, facelet: number): Promise<Colour> =>
  Number(await page.locator(`#sticker-${facelet}`).getAttribute("data-colour")) as Colour;

// ---- Ways in ----

onPage("painting with mouse and palette", async (page) => {
  for (const colour of [0, 1, 2, 3, 4, 5] as const) {
    await page.locator(".swatch input").nth(colour).check();
    for (let i = 0; i < 54; i++) if (easyCube[i] === colour && i % 9 !== 4) await page.click(`#sticker-${i}`);
  }
  assert.ok(equal(await netOf(page), easyCube));
  assert.equal((await solutionOf(page, easyCube)).length, 5);
});

onPage("the keyboard alone: from the first key to the solved cube", async (page) => {
  for (let i = 0; i < 20 && !(await page.evaluate(() => document.activeElement?.id.startsWith("sticker"))); i++)
    await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "sticker-0");
  // As one reads the net: U L F R B D.
  for (const face of [0, 4, 2, 1, 5, 3])
    for (let i = 9 * face; i < 9 * face + 9; i++)
      await page.keyboard.press(face % 2 ? String(easyCube[i]! + 1) : "wrgyob"[easyCube[i]!]!);
  const moves = await solutionOf(page, easyCube);
  await tabTo(page, text.play.next);
  for (const _ of moves) await page.keyboard.press("Enter");
  assert.ok(isSolved(await netOf(page)));
  await page.keyboard.press("ArrowLeft");
  assert.ok(equal(await netOf(page), apply(easyCube, moves.slice(0, -1))));
});

onPage("arrows go over the net, and delete and undo take back", async (page) => {
  await page.focus("#sticker-7");
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "sticker-19");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "sticker-9");
  await page.keyboard.press("r");
  assert.equal(await colourOf(page, 9), 1);
  await page.keyboard.press("Backspace"); // the next sticker is empty, so this takes back the one before
  assert.equal(await colourOf(page, 9), 6);
  await page.keyboard.press("Control+z");
  assert.equal(await colourOf(page, 9), 1);
});

onPage("a sticker touched by mistake, undo, and the page loaded again: the next move stays", async (page) => {
  await paste(page, easy);
  const moves = await solutionOf(page, easyCube);
  for (let i = 0; i < 3; i++) await button(page, text.play.next).click();
  await page.getByText(text.play.count(3, moves.length)).waitFor();
  const other = ((await colourOf(page, 9)) + 1) % 6;
  await page.locator(".swatch input").nth(other).check();
  await page.click("#sticker-9");
  await page.getByText(text.wrong.heading).first().waitFor();
  await button(page, text.entry.undo).click();
  await page.getByText(text.play.count(3, moves.length)).waitFor();
  assert.deepEqual((await shownOn(page)).moves, moves);
  await page.reload();
  await page.getByText(text.play.count(3, moves.length)).waitFor();
  assert.ok(equal(await netOf(page), apply(easyCube, moves.slice(0, 3))));
  await button(page, text.entry.clear).click();
  await paste(page, easy); // entered anew it begins anew
  await page.getByText(text.play.count(0, moves.length)).waitFor();
});

onPage("keys in a field are the field's, and undo works from the palette", async (page) => {
  await paste(page, easy);
  const moves = await solutionOf(page, easyCube);
  await page.fill("#paste", "R U");
  await page.press("#paste", "ArrowLeft");
  await page.press("#paste", "ArrowRight");
  await page.keyboard.type(" F");
  await page.keyboard.press("Control+z");
  assert.ok(equal(await netOf(page), easyCube));
  await page.getByText(text.play.count(0, moves.length)).waitFor();
  await page.locator(".swatch input").nth(1).check();
  await page.keyboard.press("Control+z");
  assert.ok(equal(await netOf(page), blank));
});

for (const [name, write] of Object.entries({
  "letters of faces": toText,
  "letters of colours, in lines": (cube: Stickers) =>
    cube
      .map((c) => "wrgyob"[c])
      .join("")
      .replace(/.{9}/g, "$&\n"),
  emoji: (cube: Stickers) => cube.map((c) => squares[c as 0]).join(""),
}))
  onPage(`pasted stickers: ${name}`, async (page) => {
    const cube = randomCube();
    await paste(page, write(cube));
    assert.ok(equal(await netOf(page), cube));
    await solutionOf(page, cube);
  });

// Other symbols than colours may mean several cubes, and faces may be listed in another order: the library looks.
const netBecomes = (page: Page, cube: Stickers) => until(toText(cube), async () => equal(await netOf(page), cube));

onPage("pasted stickers: any symbols", async (page) => {
  const cube = randomCube();
  await paste(page, cube.map((c) => "@#$%&+"[c]).join(""));
  await netBecomes(page, cube);
  await solutionOf(page, cube);
});

// A face that was turned in the hand is found, and said; a net among the readings is called one.
onPage("pasted stickers of a face that was turned", async (page) => {
  await paste(page, "DDBRURULUFULBRDLBBBFLBFRFFDRFFUDDFUUBDRULLDBRULLFBLDRR");
  await waitForSolution(page);
  assert.match(await page.locator(".entry").innerText(), /URFDLB with D turned by half a turn/);
});

onPage("pasted stickers in another order of the faces, held another way", async (page) => {
  // Yellow above and red in front, after one turn of the right side; listed U L F R B D.
  const held = apply(apply(solved, ["x2", "y"]), ["R"]);
  const listed = [0, 4, 2, 1, 5, 3].flatMap((face) => held.slice(9 * face, 9 * face + 9));
  for (const symbols of ["wrgyob", squares]) {
    await button(page, text.entry.clear).click();
    await paste(page, listed.map((c) => symbols[c as 0]).join(""));
    await netBecomes(page, held);
    await page.getByText("The faces were listed in another order than URFDLB: ULFRBD.").waitFor();
    assert.equal((await solutionOf(page, held)).length, 1);
    assert.equal(await page.getByText("turned to U up").count(), 0);
  }
  // The same stickers are another cube in another order.
  await button(page, text.entry.other("DRFLBU")).click();
  await until("the other cube", async () => !equal(await netOf(page), held));
  assert.equal((await solutionOf(page, await netOf(page))).length, 1);
});

onPage("what is pasted in several lines: a net, and moves with remarks", async (page) => {
  const net = apply(solved, ["R"]);
  const row = (face: number, n: number) => net.slice(9 * face + 3 * n, 9 * face + 3 * n + 3).map((c) => "URFDLB"[c]);
  const rows = [0, 1, 2].map((n) => `   ${row(0, n).join("")}`);
  for (const n of [0, 1, 2]) rows.push([4, 2, 1, 5].map((face) => row(face, n).join("")).join(""));
  rows.push(...[0, 1, 2].map((n) => `   ${row(3, n).join("")}`));
  await paste(page, rows.join("\n"));
  await netBecomes(page, net);
  await page.getByText("The stickers are read as a net").waitFor();
  await button(page, text.entry.clear).click();
  await paste(page, "[R, U] // a commutator\nF2 // and a turn");
  await netBecomes(page, apply(solved, parseMoves("R U R' U' F2")!));
  // Shift and Enter begin a line.
  await page.focus("#paste");
  await page.keyboard.type("R");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("U");
  assert.equal(await page.inputValue("#paste"), "R\nU");
});

// Letters without a mark are stickers sooner than moves; the library knows what is missing.
onPage("stickers of which one is missing, or with words around them", async (page) => {
  const stickers = toText(easyCube);
  await paste(page, stickers.slice(0, 20) + stickers.slice(21));
  await page.getByText("There are 53 facelets").waitFor();
  await netBecomes(page, easyCube); // as the repair would have it
  for (const few of ["UUUUUUUUU RRRRRRRRR", "🟥🟥🟥"]) {
    await paste(page, few);
    await page.locator("#paste-problem .bad").waitFor();
    await page.fill("#paste", "");
  }
  await button(page, text.entry.clear).click();
  await paste(page, `facelets: ${stickers} // mine`);
  await netBecomes(page, easyCube);
});

interface Pasted {
  text: string;
  moves?: string;
  stickers?: string;
  notes?: string[];
  refused?: string;
}

// The table that every door reads alike. What the page reads itself has no word on how the moves leave the cube held, or on
// blanks between stickers.
onPage("what people have pasted is read as the table says", async (page) => {
  const table = JSON.parse(await readFile("tests/pasted.json", "utf8")) as Record<string, Pasted[]>;
  // The library's tests read all of them, and so does this one in `make check`.
  const rows = Object.values(table).flatMap((kind) => kind.filter((_, i) => process.env.SUPERFLIP_SLOW || i % 3 === 0));
  assert.ok(rows.length > 20);
  for (const { text: written, moves, stickers, notes = [], refused } of rows) {
    await button(page, text.entry.clear).click();
    await page.fill("#paste", "");
    await paste(page, written);
    if (refused !== undefined) {
      // The faults of stickers are told beside them, in the names of their colours.
      if (fromText(written)) await page.locator(".diagnosis").waitFor();
      else await page.locator("#paste-problem").getByText(refused).waitFor();
      continue;
    }
    await netBecomes(page, stickers ? fromText(stickers)! : apply(solved, parseMoves(moves!) ?? []));
    const isPlain = (note: string) => /^(it is turned|the moves leave|white space)/i.test(note);
    const expected = notes.filter((note) => !isPlain(note)).map(text.entry.note);
    await until(`${written}: ${expected.join(" ")}`, async () => {
      const told = await page.locator("#paste-problem .remark").allInnerTexts();
      return told.filter((note) => !isPlain(note)).join("\n") === expected.join("\n");
    });
  }
});

onPage("pasted scrambles, also with wide moves and rotations", async (page) => {
  for (const scramble of ["R U2 F' L2 D B R2", "x R' y2 Uw F M2 S' d"]) {
    await paste(page, scramble);
    await solutionOf(page, apply(solved, parseMoves(scramble)!));
  }
  const listed = "B2 U' R2 F2 D L2";
  for (const label of ["3. ", "12) ", "Scramble: ", "4. 12.34   ", "5. 1:02.34 "]) {
    await button(page, text.entry.clear).click();
    await paste(page, label + listed);
    assert.ok(equal(await netOf(page), apply(solved, parseMoves(listed)!)), label);
  }
  await paste(page, "[R, U] [F: D2]"); // only the library reads commutators
  await solutionOf(page, apply(solved, parseMoves("R U R' U' F D2 F'")!));
});

onPage("one is told how to hold the cube for each side, and sees it so", async (page) => {
  const said = () => page.locator(".progress-row").innerText();
  assert.ok((await said()).includes(text.entry.side("F", "green", "white")));
  const sides = {
    U: ["white", "blue"],
    R: ["red", "white"],
    D: ["yellow", "green"],
    L: ["orange", "white"],
    B: ["blue", "white"],
  } as const;
  for (const [face, [front, top]] of Object.entries(sides)) {
    const at = 9 * "URFDLB".indexOf(face);
    await page.click(`#sticker-${at}`); // white
    assert.ok((await said()).includes(text.entry.side(face as "U", front, top)), await said());
    // The sticker is at the top left of the picture's front.
    assert.equal(await page.locator(".welcome .tile").nth(18).getAttribute("data-colour"), "0");
    await page.click(`#sticker-${at}`);
    await page.keyboard.press("Delete");
  }
  await paste(page, easy);
  await waitForSolution(page);
  assert.equal(await page.locator(".progress-row p").count(), 1);
});

onPage(
  "a part that cannot be loaded says so, and the page goes on",
  async (page) => {
    await page.route(/Cube3d|Numbers|Photos/, (route) => route.fulfill({ status: 404, body: "" }));
    await solutionOf(page, easyCube);
    await button(page, text.play.three).click();
    await page.locator(".stage .not-loaded").waitFor();
    await button(page, text.entry.photos).click();
    await page.locator(".entry .not-loaded").waitFor();
    await button(page, text.play.next).click();
    await page.getByRole("tab", { name: text.answer.tabs.numbers }).click();
    await page.locator("#tab-panel .not-loaded").waitFor();
    await page.getByRole("tab", { name: text.answer.tabs.solution }).click();
    await button(page, text.play.next).click();
  },
  { hash: `#moves=${easy.replaceAll(" ", "_")}`, mayFail: /404|Failed to load|MIME/ },
);

onPage("what is not understood is said in words", async (page) => {
  await paste(page, "three blind mice");
  await page.locator("#paste-problem:not(:empty)").waitFor();
  assert.ok((await page.locator("#paste-problem").innerText()).length > 10);
  assert.ok(equal(await netOf(page), blank));
});

onPage(
  "painting on a cube that is half solved changes what one sees",
  async (page) => {
    await waitForSolution(page);
    await button(page, text.play.next).click();
    const seen = await netOf(page);
    await page.locator(".swatch input").nth(3).check();
    await page.click("#sticker-13");
    assert.ok(
      equal(
        await netOf(page),
        seen.map((c, i) => (i === 13 ? 3 : c)),
      ),
    );
  },
  { hash: `#moves=${easy.replaceAll(" ", "_")}` },
);

onPage("stickers that are certain are filled in", async (page) => {
  const cube = randomCube();
  // Two stickers of each corner and one side of the edges are enough for the rest of the corners.
  const part = cube.map((c, i) => ([9, 18, 36, 45, 26, 44, 53, 17].includes(i) ? 6 : c) as Colour);
  await paste(page, toText(part));
  await button(page, text.entry.fill(8)).click();
  assert.ok(equal(await netOf(page), cube));
  await solutionOf(page, cube);
});

onPage("photographs of a cube that was taken apart lead to a repair", async (page) => {
  // Of about one cube of 200 the sides can be turned so that the flipped edge is none: that is not the one to show.
  let flipped: Stickers;
  do {
    const cube = randomCube();
    flipped = cube.map((c, i) => (i === 5 ? cube[10]! : i === 10 ? cube[5]! : c));
  } while (recognise(flipped.map((c) => toLab(painted[c as 0]))).isLegal);
  const files = await pictures(page, flipped);
  await button(page, text.entry.photos).click();
  await page.setInputFiles(
    "input[type=file]",
    files.map((file, i) => ({ name: `${i}.png`, mimeType: "image/png", buffer: Buffer.from(file, "base64") })),
  );
  await page.getByText(text.photos.notLegal).waitFor();
  await button(page, text.photos.use).click();
  await page.locator(".diagnosis").waitFor();
  await button(page, text.wrong.repair).click();
  await solutionOf(page, await netOf(page));
});

onPage("what is entered is solved, and the rest may be anything", async (page) => {
  // The cross below, with its sides; the scramble moves three of its edges.
  const kept = [...[28, 30, 32, 34], ...[25, 16, 43, 52]];
  const scramble = parseMoves("R U F' D2 L")!;
  const part = (cube: Stickers): Stickers => {
    const counts = new Set(kept);
    const numbered = apply(solved.map((_, i) => i) as unknown as Stickers, scramble) as readonly number[];
    return numbered.map((from, i) => (counts.has(from) || i % 9 === 4 ? cube[i]! : 6)) as Colour[];
  };
  const cube = part(apply(solved, scramble));
  assert.ok(cube.filter((c) => c !== 6).length === 14);
  await paste(page, toText(cube));
  await button(page, text.entry.part).click();
  await page.locator(".moves").waitFor();
  const { moves } = await shownOn(page);
  assert.ok(moves.length > 0 && moves.length <= 5);
  const after = apply(cube, moves);
  assert.ok(
    kept.every((i) => after[i] === solved[i]),
    toText(after),
  );
  await page.getByText(text.answer.shortest).waitFor();
  // A search for a part can be ended, also one that would take minutes: twelve cubes have these stickers.
  const long = randomCube().map((c, i) => ([1, 46, 5, 10, 2, 11, 45, 8, 9, 20].includes(i) ? 6 : c) as Colour);
  await paste(page, toText(long));
  await button(page, text.entry.part).click();
  await button(page, text.answer.stop).click();
  await button(page, text.entry.part).waitFor();
  // A whole cube is solved as before, and nothing is offered for a piece that does not exist.
  await paste(page, easy);
  await waitForSolution(page);
  await paste(page, toText(blank.map((c, i) => (i === 8 || i === 9 ? 0 : c))));
  await page.getByText(text.entry.faults.piece).waitFor();
  assert.equal(await button(page, text.entry.part).count(), 0);
});

onPage("sides that shall not be turned are left alone", async (page) => {
  await page.getByText(text.entry.still, { exact: true }).first().click();
  const side = (face: string) => page.locator(".still").getByLabel(text.entry.captions[face]!, { exact: true });
  for (const face of ["F", "D", "L", "B"]) await side(face).check();
  const cube = apply(solved, parseMoves("R U R' U R U2 R'")!);
  await paste(page, toText(cube));
  const moves = await solutionOf(page, cube);
  assert.ok(
    moves.every((move) => "UR".includes(move[0]!)),
    moves.join(" "),
  );
  // One side has to be left; what it alone cannot solve is said to be so.
  await side("R").check();
  await side("U").and(page.locator(":disabled")).waitFor();
  await page.getByText(text.entry.stillFails).waitFor();
  // It is solved as soon as enough sides may be turned.
  await side("R").uncheck();
  await solutionOf(page, cube);
});

// The first answer proves what is near. This cube needs 16 moves of three sides and 15 of all six; after the 5 million
// positions of that answer a shorter word was not excluded yet.
onPage("a proof leaves sides alone that shall not be turned", async (page) => {
  page.setDefaultTimeout(LIMIT); // for making tables
  await page.getByText(text.entry.still, { exact: true }).first().click();
  for (const face of ["D", "L", "B"])
    await page.locator(".still").getByLabel(text.entry.captions[face]!, { exact: true }).check();
  const cube = apply(solved, parseMoves("U2 R2 U2 R' F2 R' F2 R U2 F R' F' U' R2 U R")!);
  await paste(page, toText(cube));
  await button(page, text.answer.prove).click();
  await page.getByText(text.answer.shortest).waitFor();
  await page.locator(".proof").waitFor({ state: "detached" });
  const moves = await solutionOf(page, cube);
  assert.equal(moves.length, 16);
  assert.ok(
    moves.every((move) => "URF".includes(move[0]!)),
    moves.join(" "),
  );
});

onPage("patterns are drawn, found, and made", async (page) => {
  await button(page, text.entry.patterns).click();
  const cubes = page.locator(".found button");
  await page.getByText(text.patterns.found(17, 24)).waitFor();
  assert.equal(await cubes.count(), 17);
  await button(page, text.patterns.examples.dot).click();
  await page.getByText(text.patterns.found(8, 24)).waitFor();
  await cubes.nth(2).click();
  const made = page.locator(".patterns footer p");
  await made.filter({ hasText: "From a solved cube" }).waitFor();
  const moves = parseMoves((await made.innerText()).replace(/^.*: /, ""))!;
  const cube = apply(solved, moves);
  const dots = Array.from({ length: 6 }, (_, f) => new Set(cube.slice(9 * f, 9 * f + 9).filter((_, i) => i !== 4)));
  assert.ok(dots.every((colours, f) => colours.size === 1 && !colours.has(f as Colour)));
  await button(page, text.patterns.use).click();
  assert.ok(equal(await netOf(page), cube));
  await solutionOf(page, cube);
  // On no side, and a pattern that no cube has.
  await button(page, text.entry.patterns).click();
  for (const side of Object.values(text.patterns.side)) await page.getByLabel(side, { exact: true }).uncheck();
  await page.getByText(text.patterns.noSide).waitFor();
  await page.getByLabel(text.patterns.side.U, { exact: true }).check();
  await page.getByText(text.patterns.found(25, 24)).waitFor();
});

onPage("a random cube, and clear", async (page) => {
  await button(page, text.answer.tryRandom).click();
  const cube = await netOf(page);
  await solutionOf(page, cube);
  await button(page, text.entry.random).click();
  assert.ok(!equal(await netOf(page), cube));
  await solutionOf(page, await netOf(page));
  await button(page, text.entry.clear).click();
  assert.ok(equal(await netOf(page), blank));
  await page.locator(".welcome").waitFor();
});

onPage(
  "touch",
  async (page) => {
    await page.locator(".swatch").nth(3).tap();
    await page.locator("#sticker-0").tap();
    assert.equal(await colourOf(page, 0), 3);
    await button(page, text.entry.random).tap();
    const cube = await netOf(page);
    await solutionOf(page, cube);
    await button(page, text.play.next).tap(); // from now on the solution stays as it is
    assert.ok(equal(await netOf(page), apply(cube, (await shownOn(page)).moves.slice(0, 1))));
  },
  { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } },
);

/** The colours of the stickers in pictures. */
const painted: readonly [Rgb, Rgb, Rgb, Rgb, Rgb, Rgb] = [
  [232, 232, 228],
  [176, 31, 40],
  [18, 144, 76],
  [230, 204, 40],
  [238, 106, 30],
  [26, 74, 160],
];

// Pictures of the sides, in another order than the faces and two of them turned; grey around.
const pictures = (page: Page, cube: Stickers): Promise<string[]> =>
  page.evaluate(
    ([colours, paint]) => {
      return [2, 1, 5, 4, 0, 3].map((face, n) => {
        const canvas = document.createElement("canvas");
        [canvas.width, canvas.height] = [400, 300];
        const context = canvas.getContext("2d")!;
        context.fillStyle = "#777";
        context.fillRect(0, 0, 400, 300);
        context.translate(200, 150);
        if (n === 3) context.rotate(Math.PI / 2);
        if (n === 4) context.rotate(Math.PI);
        context.fillStyle = "#111";
        context.fillRect(-120, -120, 240, 240);
        for (let i = 0; i < 9; i++) {
          context.fillStyle = `rgb(${paint[colours[9 * face + i]!]!.join()})`;
          context.fillRect(-120 + 80 * (i % 3) + 6, -120 + 80 * Math.floor(i / 3) + 6, 68, 68);
        }
        return canvas.toDataURL("image/png").split(",")[1]!;
      });
    },
    [cube as number[], painted] as const,
  );

onPage("photographs from files", async (page) => {
  const cube = randomCube();
  const files = await pictures(page, cube);
  await button(page, text.entry.photos).click();
  await page.setInputFiles("input[type=file]", [
    { name: "words.png", mimeType: "image/png", buffer: Buffer.from("no picture") },
    ...files.map((file, i) => ({ name: `${i}.png`, mimeType: "image/png", buffer: Buffer.from(file, "base64") })),
  ]);
  await page.getByText(text.photos.legal).waitFor();
  assert.ok(await page.getByText(text.photos.noPicture("words.png")).isVisible());
  await button(page, text.photos.use).click();
  assert.ok(equal(await netOf(page), cube));
  await solutionOf(page, cube);
});

// What is recognised is right, or the page says that it may not be: the wrong stickers are marked, or no real cube comes
// of them and a repair is offered. Sides may be turned: of about one cube of 200 they make a second real cube.
for (const [name, scene] of Object.entries<Scene>({
  "a room by day": { perspective: 0.05, shade: 0.2, shadow: 0, glare: 0, warmth: 0.3 },
  "a lamp in the evening": { perspective: 0.06, shade: 0.4, shadow: 0.25, glare: 0.8, warmth: 0.6 },
}))
  onPage(`photographs in ${name}: recognised, or doubted`, async (page) => {
    let right = 0;
    for (let n = 0; n < 4; n++) {
      const cube = randomCube();
      const files = await photographs(page, cube, scene);
      await button(page, text.entry.photos).click();
      await page.setInputFiles(
        "input[type=file]",
        files.map((file, i) => ({ name: `${i}.jpg`, mimeType: "image/jpeg", buffer: Buffer.from(file, "base64") })),
      );
      await page.locator(".shot canvas").nth(5).waitFor();
      const isLegal = (await page.locator("dialog footer").innerText()).includes(text.photos.legal);
      await button(page, text.photos.use).click();
      await page.locator("dialog").waitFor({ state: "detached" });
      const seen = await netOf(page);
      const clockwise = [6, 3, 0, 7, 4, 1, 8, 5, 2];
      const isSameSide = (face: number) => {
        let side = seen.slice(9 * face, 9 * face + 9);
        const wanted = cube.slice(9 * face, 9 * face + 9).join();
        return [0, 1, 2, 3].some(() => (side = clockwise.map((i) => side[i]!)).join() === wanted);
      };
      const wrong = cube.flatMap((colour, i) => (seen[i] === colour || isSameSide(Math.floor(i / 9)) ? [] : [i]));
      if (wrong.length === 0) right++;
      for (const i of isLegal ? wrong : [])
        assert.ok(await page.locator(`#sticker-${i}[data-doubt]`).count(), `${i} of ${toText(cube)}`);
    }
    assert.ok(scene.glare > 0 || right === 4, `${right}`);
  });

onPage(
  "photographs with the camera",
  async (page) => {
    await button(page, text.entry.photos).click();
    await button(page, text.photos.camera).click();
    await page.waitForFunction(() => (document.querySelector("video")?.videoWidth ?? 0) > 0);
    for (let n = 1; n <= 6; n++) {
      await button(page, text.photos.shoot).click();
      await page
        .locator(".shot canvas")
        .nth(n - 1)
        .waitFor();
    }
    assert.equal(await page.locator("video").count(), 0);
    assert.ok(await button(page, text.photos.use).isEnabled());
    await button(page, text.photos.remove(1)).click();
    assert.ok(await button(page, text.photos.use).isDisabled());
  },
  { permissions: ["camera"] },
);

// ---- Wrong cubes ----

onPage("impossible stickers are marked while they are entered", async (page) => {
  await page.locator(".swatch input").nth(0).check();
  await page.click("#sticker-8");
  assert.equal(await page.locator("[data-fault]").count(), 0);
  await page.click("#sticker-9"); // white beside white
  assert.deepEqual(await page.locator("[data-fault]").evaluateAll((all) => all.map((s) => s.id)), [
    "sticker-8",
    "sticker-9",
  ]);
  assert.ok(await page.getByText(text.entry.faults.piece).isVisible());
});

for (const [name, change] of Object.entries({
  "a sticker of another colour": (cube: Stickers) => cube.map((c, i) => (i === 53 ? (((c + 1) % 6) as Colour) : c)),
  "a twisted corner": (cube: Stickers) =>
    cube.map((c, i) => (i === 8 ? cube[9]! : i === 9 ? cube[20]! : i === 20 ? cube[8]! : c)),
  "a flipped edge": (cube: Stickers) => cube.map((c, i) => (i === 5 ? cube[10]! : i === 10 ? cube[5]! : c)),
}))
  for (const hold of ["", "x", "z'"])
    onPage(`wrong and repaired: ${name}, held ${hold || "as usual"}`, async (page) => {
      const real = apply(randomCube(), hold ? [hold] : []);
      const wrong = change(real);
      await paste(page, toText(wrong));
      await page.locator(".diagnosis").waitFor();
      const words = await page.locator(".diagnosis").innerText();
      assert.ok(
        !words.includes("undefined") &&
          !/(white|red|green|yellow|orange|blue){2}/.test(words) &&
          !/[\u2B1C\u{1F7E5}-\u{1F7EA}]/u.test(words) &&
          !/\b[URFDLB]{2,3}\b|\b[URFDLB][1-9]\b/.test(words),
        words,
      );
      assert.ok((await page.locator(".repair-dot").count()) > 0);
      await button(page, text.wrong.repair).click();
      const repaired = await netOf(page);
      // It is held as before, and differs in few stickers.
      for (let face = 0; face < 6; face++) assert.equal(repaired[9 * face + 4], wrong[9 * face + 4]);
      assert.ok(repaired.filter((c, i) => c !== wrong[i]).length <= 3);
      await solutionOf(page, repaired);
    });

onPage("by keys: a repair leads on to the player, and each answer is announced", async (page) => {
  const heard = page.locator(".panel > [role=status]");
  await paste(page, toText(easyCube.map((c, i) => (i === 5 ? easyCube[10]! : i === 10 ? easyCube[5]! : c))));
  await page.locator(".diagnosis").waitFor();
  assert.ok((await heard.innerText()).startsWith(text.wrong.heading));
  await button(page, text.wrong.repair).focus();
  await page.keyboard.press("Enter");
  await waitForSolution(page);
  assert.match(await heard.innerText(), /solution of \d+ move/);
  await tabTo(page, text.play.next, 12);
  await page.keyboard.press("Enter");
  assert.equal(await page.locator(".moves [data-done=true]").count(), 1);
});

onPage("centres that cannot be", async (page) => {
  await paste(page, toText(easyCube.map((c, i) => (i === 13 ? 4 : i === 40 ? 1 : c) as Colour)));
  await page.locator(".diagnosis").waitFor();
  assert.equal(await page.locator("[data-fault=centre]").count(), 6);
});

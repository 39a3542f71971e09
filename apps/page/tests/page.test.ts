// The page in a headless Chromium, from a static server below a sub-path. Every test ends with nothing on the console,
// no error, and no request to another host.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { after, before } from "node:test";

import type { Browser, BrowserContextOptions, Page } from "playwright-core";

import { LIMIT, PATIENCE, test, until } from "../../../bindings/js/tests/testing.mjs";
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
import { photographs, type Scene } from "./photographs.js";
import { folder, launch, open, serve, type Site } from "./site.js";

let browser: Browser;
let site: Site;
before(
  async () => {
    [browser, site] = [await launch(), await serve(folder)];
  },
  { timeout: LIMIT },
);
after(
  async () => {
    await browser.close();
    await site.close();
  },
  { timeout: PATIENCE },
);

/** A test with a page of its own. */
function onPage(
  name: string,
  body: (page: Page) => Promise<void>,
  options: BrowserContextOptions & { hash?: string; mayFail?: RegExp } = {},
): void {
  test(name, async () => {
    const { context, page, wrong } = await open(browser, site, options.hash, options);
    try {
      await body(page);
      // The software renderer of a headless browser remarks on its own slowness.
      assert.deepEqual(
        wrong.filter((message) => !message.includes("GL Driver Message") && !options.mayFail?.test(message)),
        [],
      );
    } finally {
      await context.close();
    }
  });
}

const colourOf = async (page: Page, facelet: number): Promise<Colour> =>
  Number(await page.locator(`#sticker-${facelet}`).getAttribute("data-colour")) as Colour;

const netOf = (page: Page): Promise<Stickers> =>
  page.locator(".sticker").evaluateAll((all) =>
    all
      .map((sticker) => [Number(sticker.id.slice(8)), Number(sticker.dataset["colour"])] as const)
      .sort(([a], [b]) => a - b)
      .map(([, colour]) => colour as Colour),
  );

/** The moves and the length that are shown, at one moment. */
const shownOn = (page: Page): Promise<{ moves: string[]; length: string | undefined }> =>
  page.evaluate(() => ({
    moves: [...document.querySelectorAll<HTMLElement>(".moves button")].map((move) => move.innerText),
    length: document.querySelector<HTMLElement>(".length strong")?.innerText,
  }));

const waitForSolution = (page: Page) => page.locator(".moves").waitFor();

/** The solution that is shown, as soon as it is one of this cube. */
async function solutionOf(page: Page, cube: Stickers): Promise<string[]> {
  await waitForSolution(page);
  const { moves, length } = await until(`a solution of ${toText(cube)}`, async () => {
    const now = await shownOn(page);
    return isSolved(apply(cube, now.moves)) && now;
  });
  assert.equal(length, String(moves.length));
  assert.ok(moves.length <= 23);
  return moves;
}

/** For how many seconds the page searches for shorter solutions of the next cube, and then for higher bounds. */
const setSeconds = (page: Page, improving: number, bounding: number): Promise<void> =>
  page.evaluate((seconds) => void Object.assign(globalThis, { superflipSeconds: seconds }), { improving, bounding });

const endless = 10_000;

/** Presses Tab until the focus is there, at most so often. */
async function tabUntil(page: Page, what: string, isThere: () => Promise<boolean>, most: number): Promise<void> {
  for (let i = 0; !(await isThere()); i++) {
    assert.ok(i < most, what);
    await page.keyboard.press("Tab");
  }
}

/** Presses Tab until the focus is on what has these words, at most so often. */
const tabTo = (page: Page, words: string, most = 100): Promise<void> =>
  tabUntil(page, words, () => page.evaluate((label) => document.activeElement?.textContent === label, words), most);

/** Presses Tab until the focus is on what this selector names. */
const tabInto = (page: Page, selector: string): Promise<void> =>
  tabUntil(
    page,
    selector,
    () => page.evaluate((where) => document.activeElement?.matches(where) ?? false, selector),
    5,
  );

/** Clicks, and waits for a remark. It would go away after two seconds, which is too soon for a machine that is busy. */
async function clickAndHear(page: Page, name: string, remark: string): Promise<void> {
  await page.evaluate(() => {
    const { setTimeout } = window;
    const later = (work: () => void, wait?: number) => setTimeout(work, wait === 2000 ? 3_600_000 : wait);
    Object.assign(window, { setTimeout: later });
  });
  await button(page, name).click();
  await page.getByText(remark).waitFor();
}

async function paste(page: Page, what: string): Promise<void> {
  await page.fill("#paste", what);
  await page.press("#paste", "Enter");
}

/** What was loaded and has a name like that. */
const requestsFor = (page: Page, name: string): Promise<string[]> =>
  page.evaluate(
    (part) =>
      performance
        .getEntriesByType("resource")
        .map((entry) => entry.name)
        .filter((entry) => new RegExp(part).test(entry)),
    name,
  );

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** A cube of few moves: searches in tests end at once. */
const easy = "R U F2 L' D";
const easyCube = apply(solved, parseMoves(easy)!);

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
  const rows = Object.values(table).flat();
  assert.ok(rows.length > 50);
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

/** What the dialog for robots shows, once it is about a word of this cube. */
async function robotsWord(page: Page): Promise<{ moves: string[]; rows: string[][] }> {
  const dialog = page.locator(".robots");
  await dialog.locator("table").waitFor();
  const rows = await dialog
    .locator("tbody tr, tfoot tr")
    .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => (cell as HTMLElement).innerText)));
  return { moves: parseMoves(await dialog.locator(".word").innerText())!, rows };
}

const robotsSentence = (page: Page): Promise<string> => page.locator("#robot-problem").innerText();

onPage("the fastest moves of a robot, and when it does what", async (page) => {
  await paste(page, easy);
  await solutionOf(page, easyCube);
  await button(page, text.answer.robot).click();
  const list = page.getByLabel(text.robots.robot, { exact: true });
  const description = page.getByLabel(text.robots.description);
  for (const name of ["five-motors", "four-grippers", "turntable", "six-motors"]) {
    await list.selectOption(name);
    await until(name, async () => JSON.parse(await description.inputValue()).name === name);
    const { moves, rows } = await robotsWord(page);
    assert.ok(isSolved(apply(easyCube, moves)), name);
    let end = 0;
    for (const [, start, seconds] of rows.slice(0, -1)) {
      assert.ok(Number(start) >= end - 0.0005, name);
      end = Number(start) + Number(seconds);
    }
    assert.ok(Math.abs(Number(rows.at(-1)![1]) - end) < 0.0005, name);
    await page.getByText(text.robots.found(moves.length, end)).waitFor();
    const [, instead] = /of 5 moves, takes the robot ([\d.]+) seconds/.exec(await robotsSentence(page))!;
    assert.ok(Number(instead) >= end - 0.0005, name);
  }
  // One of one's own, which takes a second for a quarter turn; and what is none.
  await description.fill(
    '{"motors": {"U": {"90": 1}, "R": {"90": 1}, "F": {"90": 1}, "D": {"90": 1}, "L": {"90": 1}}}',
  );
  await page.getByText(`${text.robots.found(5, 6)} ${text.robots.instead(5, 6)}`).waitFor();
  assert.equal(await list.inputValue(), "");
  await description.fill("{");
  await page.getByText(/^The description of the robot is not valid JSON/).waitFor();
  await description.fill('{"motors": {"U": {"90": 1}}}');
  await page.getByText(/no motor comes to R, F, D, L and B/).waitFor();
  assert.equal(await page.locator(".robots table").count(), 0);
});

onPage("a robot does the cube as it is played, not as it was entered", async (page) => {
  await paste(page, easy);
  const moves = await solutionOf(page, easyCube);
  for (let i = 0; i < 2; i++) await button(page, text.play.next).click();
  await until("two moves", async () => (await page.locator(".moves [data-done=true]").count()) === 2);
  await button(page, text.answer.robot).click();
  const word = (await robotsWord(page)).moves;
  assert.ok(isSolved(apply(apply(easyCube, moves.slice(0, 2)), word)));
  assert.match(await robotsSentence(page), / of 3 moves, takes the robot /);
});

onPage("a robot that is typed before the others are known is kept", async (page) => {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.context().route(/full-?[^/]*\.wasm/, async (route) => {
    await held;
    await route.continue();
  });
  await paste(page, easy);
  await solutionOf(page, easyCube);
  await button(page, text.answer.robot).click();
  const description = page.getByLabel(text.robots.description);
  await description.fill("turntable");
  letGo();
  await page.locator("#robot option", { hasText: /^turntable$/ }).waitFor({ state: "attached" });
  assert.equal(await description.inputValue(), "turntable");
  assert.ok(isSolved(apply(easyCube, (await robotsWord(page)).moves)));
});

onPage("a robot by the keyboard alone, on a small screen", async (page) => {
  await page.setViewportSize({ width: 320, height: 600 });
  await paste(page, easy);
  await solutionOf(page, easyCube);
  await tabTo(page, text.answer.robot);
  await page.keyboard.press("Enter");
  await robotsWord(page);
  const assertFits = async () => {
    const widths = await page.locator(".robots").evaluate((dialog) => [dialog.scrollWidth, dialog.clientWidth]);
    assert.equal(widths[0], widths[1]);
  };
  await assertFits();
  await tabInto(page, "#robot");
  await page.keyboard.press("ArrowDown");
  await page.getByText("As six-motors, but open above").waitFor();
  assert.ok(isSolved(apply(easyCube, (await robotsWord(page)).moves)));
  await tabInto(page, "#robot-description");
  await tabInto(page, ".robots .scroll");
  await page.locator("#robot").selectOption("turntable");
  await page.getByText("A turntable under the cube").waitFor();
  await robotsWord(page);
  await assertFits();
  await page.locator("#robot-description").fill("W".repeat(200));
  await page.getByText(/^There is no robot 'WWW/).waitFor();
  await assertFits();
  await page.keyboard.press("Escape");
  await page.locator(".robots").waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), text.answer.robot);
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

// ---- Answers ----

onPage(
  "stepping to the solved cube, with words and pictures for each move",
  async (page) => {
    const moves = await solutionOf(page, easyCube);
    for (const [i, move] of moves.entries()) {
      assert.ok((await page.locator(".sentence").innerText()).endsWith(text.play.sentence(move)));
      assert.equal(await page.locator(".arrow").count(), 1);
      assert.equal(await page.locator(".moves [aria-current]").innerText(), move);
      await button(page, text.play.next).click();
      assert.ok(equal(await netOf(page), apply(easyCube, moves.slice(0, i + 1))));
    }
    assert.ok(await page.getByText(text.play.done).isVisible());
    assert.ok(await button(page, text.play.next).isDisabled());
    await button(page, text.play.back).click();
    await page.locator(".moves button").nth(1).click();
    assert.ok(equal(await netOf(page), apply(easyCube, moves.slice(0, 1))));
    await button(page, text.play.first).click();
    await page.getByLabel(text.play.speed).fill("4");
    await button(page, text.play.play).click();
    await page.getByText(text.play.done).waitFor();
    assert.ok(isSolved(await netOf(page)));
  },
  { hash: `#moves=${easy.replaceAll(" ", "_")}` },
);

onPage("it gets shorter while one looks, and ends with a proven bound", async (page) => {
  const cube = randomCube();
  const enterAgain = async () => {
    await button(page, text.entry.clear).click();
    await paste(page, toText(cube));
  };
  await setSeconds(page, endless, endless);
  await page.evaluate(() => {
    const seen = ((window as unknown as { seen: string[] }).seen = []) as string[];
    new MutationObserver(() => {
      const word = [...document.querySelectorAll(".moves button")].map((move) => move.textContent).join(" ");
      if (word && word !== seen.at(-1)) seen.push(word);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  await enterAgain();
  await waitForSolution(page);
  await until("a solution of 20 moves", async () => (await shownOn(page)).moves.length <= 20);
  const words = (await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).map((word) =>
    word.split(" "),
  );
  for (const [i, word] of words.entries()) {
    assert.ok(isSolved(apply(cube, word)));
    assert.ok(i === 0 || word.length < words[i - 1]!.length);
  }
  assert.ok(words.at(-1)!.length <= 20);
  // Random cubes need more than 12 moves, all but one of 10,000; that takes 20 ms to prove.
  const bound = async () => Number(/than (\d+) \(proven/.exec(await page.locator(".bound").innerText())?.[1]);
  await setSeconds(page, 1, endless);
  await enterAgain();
  await until("a bound of 12 moves", async () => (await bound()) >= 12);
  assert.ok((await bound()) <= (await shownOn(page)).moves.length);
  // All of it ends. Where there is no time at all, there is a solution all the same.
  for (const improving of [1, 0]) {
    await setSeconds(page, improving, 0.1);
    await enterAgain();
    await solutionOf(page, cube);
    await page.locator(".busy").waitFor({ state: "detached" });
    assert.ok((await bound()) > 0);
  }
});

onPage("a cube in another holding: the moves are for it as it is held", async (page) => {
  const cube = apply(randomCube(), ["x", "y'"]);
  await paste(page, toText(cube));
  await solutionOf(page, cube);
  assert.ok((await page.locator(".hold").innerText()).includes(`${text.colour[cube[22]!]} in front`));
});

onPage("the solved cube needs nothing", async (page) => {
  await paste(page, toText(apply(solved, ["x"])));
  await page.locator(".waiting", { hasText: text.answer.isSolved }).waitFor();
});

onPage("a proof shows its progress, is stopped at once, and the page goes on", async (page) => {
  const cube = randomCube();
  await paste(page, toText(cube));
  await waitForSolution(page);
  await button(page, text.answer.prove).click();
  await page.locator(".proof progress").waitFor();
  await page.waitForFunction(
    (words) => !document.querySelector(".proof")?.textContent?.startsWith(words),
    text.answer.warming,
  );
  await button(page, text.answer.stop).click();
  await page.locator(".proof").waitFor({ state: "detached" });
  await solutionOf(page, cube);
  await button(page, text.answer.prove).click();
  await page.locator(".proof").waitFor();
  await button(page, text.entry.random).click(); // another cube ends it, too
  await page.locator(".proof").waitFor({ state: "detached" });
  await page.waitForFunction((old) => !location.hash.includes(old), toText(cube));
  await solutionOf(page, await netOf(page));
});

onPage("a short solution is proven to be a shortest one, and then the work ends", async (page) => {
  await setSeconds(page, endless, endless);
  const scramble = "R U2 F' L2 D B R2 U' F2 L B' D2";
  await paste(page, scramble);
  await page.getByText(text.answer.shortest).waitFor();
  await page.locator(".bound[data-busy=false]").waitFor();
  assert.equal(await page.locator(".busy").count(), 0);
  assert.ok(!(await button(page, text.answer.prove).isVisible()));
  assert.ok((await solutionOf(page, apply(solved, parseMoves(scramble)!))).length <= 12);
});

onPage(
  "a proof that fails leaves the solution, and can be tried again",
  async (page) => {
    await page.context().route(/full-?[^/]*\.wasm/, (route) => route.fulfill({ status: 500, body: "" }));
    const cube = randomCube();
    await paste(page, toText(cube));
    await waitForSolution(page);
    await page.locator(".busy").waitFor({ state: "detached" });
    await button(page, text.answer.prove).click();
    await page.locator(".proof[role=alert]", { hasText: "500" }).waitFor();
    await solutionOf(page, cube);
    await page.context().unroute(/full-?[^/]*\.wasm/);
    await button(page, text.answer.prove).click();
    await page.locator(".proof progress").waitFor();
    await page.locator(".proof[role=alert]").waitFor({ state: "detached" });
    await button(page, text.answer.stop).click();
    await page.locator(".proof").waitFor({ state: "detached" });
    await solutionOf(page, cube);
  },
  { serviceWorkers: "block", mayFail: /500|Failed to load|Service Worker registration blocked/ },
);

// The words of 16 moves are searched to their end: for two seconds on an idle machine, and ten times a second the page
// hears how far that is. The machine seems to have three cores, so that two workers search.
test("a proof to its end, with what is searched of a length", async () => {
  const moves = "B' D' F' R B R' B' R' B2 R' D' L B R' D F2 U'";
  const { context, page, wrong } = await open(browser, site, `#moves=${moves.replaceAll(" ", "_")}`);
  await page.addInitScript(() => Object.defineProperty(navigator, "hardwareConcurrency", { value: 3 }));
  await page.reload();
  page.setDefaultTimeout(LIMIT); // for making a table
  await page.evaluate(() => {
    const seen: [string, number][] = [];
    const look = () => {
      const bar = document.querySelector<HTMLProgressElement>(".proof progress");
      if (bar?.hasAttribute("value")) seen.push([bar.getAttribute("aria-label") ?? "", bar.value]);
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
    Object.assign(window, { seen });
  });
  await waitForSolution(page);
  await page.locator(".busy").waitFor({ state: "detached" });
  await button(page, text.answer.prove).click();
  await page.getByText(text.answer.shortest).waitFor();
  await page.locator(".proof").waitFor({ state: "detached" });
  assert.equal((await solutionOf(page, apply(solved, parseMoves(moves)!))).length, 17);
  const seen = await page.evaluate(() => (window as unknown as { seen: [string, number][] }).seen);
  const searched = seen.filter(([step]) => step === text.answer.proving(16)).map(([, done]) => done);
  assert.ok(
    searched.some((done) => 0 < done && done < 1),
    JSON.stringify(searched),
  );
  assert.deepEqual(
    searched,
    [...searched].sort((a, b) => a - b),
  );
  assert.deepEqual(wrong, []);
  await context.close();
});

onPage("another cube while one is solved", async (page) => {
  for (let n = 0; n < 8; n++) await button(page, text.entry.random).click();
  await solutionOf(page, await netOf(page));
  await page.waitForTimeout(300);
  await solutionOf(page, await netOf(page));
});

// ---- Sharing, the theme, the numbers, 3D ----

onPage("share links: to a cube, to a scramble, to a cube half entered; and back", async (page) => {
  const cube = randomCube();
  await paste(page, toText(cube));
  assert.equal(await page.evaluate(() => location.hash), `#cube=${toText(cube)}`);
  const half = cube.map((c, i) => (i > 30 ? 6 : c) as Colour);
  for (const [hash, expected] of [
    [`#cube=${toText(half)}`, half],
    ["#moves=R_U2_F'", apply(solved, ["R", "U2", "F'"])],
  ] as const) {
    await page.goto(site.address + hash);
    await until(hash, async () => equal(await netOf(page), expected)); // the page hears of it later
    await page.reload();
    assert.ok(equal(await netOf(page), expected));
  }
  await page.goto(`${site.address}#cube=nonsense`);
  await page.reload();
  assert.ok(equal(await netOf(page), blank));
  await page.getByText(text.entry.addressNotUnderstood).waitFor();
  assert.equal(await page.inputValue("#paste"), "nonsense");
});

onPage(
  "copy and share",
  async (page) => {
    const moves = await solutionOf(page, easyCube);
    await clickAndHear(page, text.answer.copy, text.answer.copied);
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), moves.join(" "));
    await clickAndHear(page, text.answer.share, text.answer.linkCopied);
    const [copied, address] = await page.evaluate(async () => [await navigator.clipboard.readText(), location.href]);
    assert.equal(copied, address);
  },
  { hash: `#moves=${easy.replaceAll(" ", "_")}`, permissions: ["clipboard-read", "clipboard-write"] },
);

onPage(
  "on paper: a picture and a sentence for each move",
  async (page) => {
    const moves = await solutionOf(page, easyCube);
    const ink = () => page.evaluate(() => getComputedStyle(document.body).color);
    const darkInk = await ink();
    await button(page, text.menu.theme.auto).click();
    await button(page, text.menu.theme.light).click();
    assert.notEqual(await ink(), darkInk);
    await button(page, text.play.next).click();
    // The page listens for the printer after its next frame.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    await page.emulateMedia({ media: "print" });
    await page.locator(".sheet").waitFor();
    assert.deepEqual(
      await page.locator(".sheet li").allInnerTexts(),
      moves.map((move, i) => `${i + 1}. ${move} ${text.play.sentence(move)}`),
    );
    assert.equal(await page.locator(".sheet .arrow").count(), moves.length);
    assert.ok(!(await page.locator(".controls").isVisible()));
    assert.ok(equal(await netOf(page), easyCube)); // as the sheet begins
    assert.equal(await ink(), darkInk); // although the theme is dark
    await page.emulateMedia({ media: "screen" });
    await page.locator(".sheet").waitFor({ state: "detached" });
    assert.ok(equal(await netOf(page), apply(easyCube, moves.slice(0, 1))));
  },
  { hash: `#moves=${easy.replaceAll(" ", "_")}` },
);

onPage("the theme and the letters are remembered", async (page) => {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await button(page, text.menu.theme.auto).click();
  await button(page, text.menu.theme.light).click();
  assert.notEqual(await background(), light);
  await button(page, text.menu.letters).click();
  assert.ok(await page.locator("#sticker-4 span").isVisible());
  await page.reload();
  assert.notEqual(await background(), light);
  assert.equal(await page.locator("#sticker-4 span").innerText(), "W");
});

onPage(
  "numbers: distances, G1 when it is entered, and any coordinate",
  async (page) => {
    await waitForSolution(page);
    await page.getByRole("tab", { name: text.answer.tabs.numbers }).click();
    await page.locator(".axes").waitFor();
    assert.equal(await page.locator(".axes tr[data-lit=true]").count(), 0);
    await button(page, text.play.last).click();
    assert.equal(await page.locator(".axes tr[data-lit=true]").count(), 3);
    await button(page, text.play.first).click();
    await page.fill("#coordinate", "corners: orientation");
    await button(page, text.numbers.compute).click();
    await page.locator(".values tbody tr").waitFor();
    assert.ok((await page.locator(".values tbody").innerText()).includes("2,187"));
    await page.fill("#coordinate", "corners: nonsense");
    await button(page, text.numbers.compute).click();
    await page.locator(".any .bad:not(:empty)").waitFor();
  },
  { hash: `#moves=${easy.replaceAll(" ", "_")}` },
);

onPage(
  "the cube in three dimensions follows",
  async (page) => {
    const moves = await solutionOf(page, easyCube);
    assert.equal((await requestsFor(page, "three|twisty|Cube3d")).length, 0);
    await button(page, text.play.three).click();
    await page.locator("twisty-player").waitFor();
    assert.notEqual((await requestsFor(page, "Cube3d")).length, 0);
    // It is drawn: the middle of the picture is not the empty stage. The canvas lies in shadow roots of the player.
    const box = (await page.locator(".three").boundingBox())!;
    const corner = { x: box.x + 4, y: box.y + 4, width: 8, height: 8 };
    const middle = { ...corner, x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const shotOf = (clip: typeof box) => page.screenshot({ clip }).then((png) => png.toString("base64"));
    await until("something is drawn", async () => (await shotOf(corner)) !== (await shotOf(middle)));
    /** How many moves the player has been given, whether it has shown them to their end, and what it shows. */
    const seen = () =>
      page.evaluate(async () => {
        const { experimentalModel: model } = document.querySelector("twisty-player") as unknown as {
          experimentalModel: {
            alg: { get(): Promise<{ alg: { experimentalNumChildAlgNodes(): number } }> };
            detailedTimelineInfo: { get(): Promise<{ atEnd: boolean }> };
            currentPattern: { get(): Promise<{ experimentalIsSolved(o: object): boolean }> };
          };
        };
        const [{ alg }, { atEnd }, pattern] = await Promise.all([
          model.alg.get(),
          model.detailedTimelineInfo.get(),
          model.currentPattern.get(),
        ]);
        return {
          moves: alg.experimentalNumChildAlgNodes(),
          isStill: atEnd,
          isSolved: pattern.experimentalIsSolved({ ignorePuzzleOrientation: true, ignoreCenterOrientation: true }),
        };
      });
    assert.equal((await seen()).isSolved, false);
    for (let n = 1; n <= moves.length; n++) {
      await button(page, text.play.next).click();
      await until(`the player at move ${n}`, async () => {
        const now = await seen();
        return now.moves === n && now.isStill && now.isSolved === (n === moves.length);
      });
    }
    await button(page, text.play.first).click();
    await until("the player at the beginning", async () => {
      const now = await seen();
      return now.moves === 0 && !now.isSolved;
    });
  },
  { hash: `#moves=${easy.replaceAll(" ", "_")}` },
);

test("without WebGL the 3D cube says so, and all else works", async () => {
  const { context, page, wrong } = await open(browser, site);
  await context.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await page.goto(`${site.address}#moves=${easy.replaceAll(" ", "_")}`);
  await page.reload();
  await solutionOf(page, easyCube);
  await button(page, text.play.three).click();
  await page.getByText(text.play.noThree).waitFor();
  await button(page, text.play.next).click();
  assert.deepEqual(wrong, []);
  await context.close();
});

onPage("notices name what is shipped", async (page) => {
  const notices = await (await page.request.get(`${site.address}notices.txt`)).text();
  for (const name of [
    "preact",
    "signals-core",
    "cubing",
    "three",
    "Mozilla Public License, version 2.0",
    "Highway",
    "xxHash",
    "musl",
  ])
    assert.ok(notices.includes(name), name);
});

// ---- Wherever it runs ----

test("offline from the second visit, with the 3D cube", async () => {
  const own = await serve(folder);
  const { context, page, wrong } = await open(browser, own);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await own.close();
  await context.setOffline(true);
  const again = await context.newPage();
  await again.goto(`${own.address}#moves=${easy.replaceAll(" ", "_")}`);
  await solutionOf(again, easyCube);
  await button(again, text.play.three).click();
  await again.locator("twisty-player").waitFor();
  await again.goto(`${own.address}notices.txt`);
  assert.match(await again.innerText("body"), /Mozilla Public License/);
  assert.deepEqual(
    wrong.filter((message) => !message.includes("GL Driver Message")),
    [],
  );
  await context.close();
});

test("a new version waits, never breaks an open page, and keeps the cube when it is taken", async () => {
  const copy = await mkdtemp(join(tmpdir(), "page-"));
  await cp(folder, copy, { recursive: true });
  const own = await serve(copy);
  const { context, page, wrong } = await open(browser, own, `#moves=${easy.replaceAll(" ", "_")}`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // The new version: its files have other names, and those of the old one are gone.
  const worker = await readFile(join(copy, "sw.js"), "utf8");
  const lazy = /assets\/Numbers-[^"]*/.exec(worker)![0];
  await rm(join(copy, lazy));
  await writeFile(join(copy, "sw.js"), worker.replace(/version = '\w+'/, "version = 'next'").replace(`"${lazy}",`, ""));
  await page.reload();
  await page.getByText(text.update.ready).waitFor();
  await page.getByRole("tab", { name: text.answer.tabs.numbers }).click();
  await page.locator(".axes").waitFor(); // from the old version's store
  await Promise.all([page.waitForEvent("load"), button(page, text.update.now).click()]);
  await waitForSolution(page);
  assert.ok(equal(await netOf(page), easyCube));
  assert.equal(await page.getByText(text.update.ready).count(), 0);
  await page.waitForFunction(async () => {
    const names = await caches.keys();
    return names.length === 1 && names[0]!.endsWith("/ next");
  });
  assert.deepEqual(wrong, []);
  await context.close();
  await own.close();
  await rm(copy, { recursive: true });
});

onPage("nothing is wider than the window, from 320 to 3840 pixels", async (page) => {
  const examine = async (state: string) => {
    for (const width of [320, 390, 768, 1024, 1920, 3840]) {
      await page.setViewportSize({ width, height: Math.round(width * 0.6) + 300 });
      await page.waitForFunction((wanted) => innerWidth === wanted, width);
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.equal(wide, 0, `${state}, ${width} pixels`);
      const sticker = await page.locator(".net .sticker").first().boundingBox();
      assert.ok(sticker!.width >= 24, `${state}, ${width} pixels: a sticker is ${sticker!.width} wide`);
    }
  };
  await examine("empty");
  await paste(page, easy);
  await waitForSolution(page);
  await examine("solution");
  await page.getByRole("tab", { name: text.answer.tabs.numbers }).click();
  await page.locator(".axes").waitFor();
  await examine("numbers");
  await paste(page, toText(solved).slice(0, 53) + "U");
  await page.locator(".diagnosis").waitFor();
  await examine("wrong");
});

// What docs/measurements.md tells in seconds, here in bytes: for the first solution, compressed as servers do.
test("what is loaded for the first solution is below 200 KB, and nothing moves under the eyes", async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, serviceWorkers: "block" });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const loaded = new Set<string>();
  context.on("request", (request) => loaded.add(new URL(request.url()).pathname.split("/some/where/")[1]!));
  await page.addInitScript(() => {
    const shifts: number[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
    Object.assign(window, { shifts });
  });
  await page.goto(`${site.address}#moves=${easy.replaceAll(" ", "_")}`);
  await waitForSolution(page);
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  await context.close();
  const sizes = await Promise.all(
    [...loaded].map(async (name) => brotliCompressSync(await readFile(join(folder, name || "index.html"))).length),
  );
  assert.ok(sizes.reduce((a, b) => a + b) <= 200_000, JSON.stringify([[...loaded], sizes]));
  assert.ok(
    [...loaded].some((name) => /core-?[^/]*\.wasm/.test(name)),
    [...loaded].join(),
  );
  assert.deepEqual(
    [...loaded].filter((name) => /full-?[^/]*\.wasm|cubing|twisty|puzzles|three/i.test(name)),
    [],
  );
  assert.ok(shifts.reduce((a, b) => a + b, 0) < 0.1, JSON.stringify(shifts));
});

onPage("the colours of the phases have words, which count the moves", async (page) => {
  const cube = randomCube();
  await paste(page, toText(cube));
  await solutionOf(page, cube);
  const { moves, phases, words, lengths, colours } = await page.evaluate(() => ({
    moves: document.querySelectorAll(".moves li").length,
    phases: [...document.querySelectorAll<HTMLElement>(".moves li")].map((move) => move.dataset["phase"]).join(""),
    words: [...document.querySelectorAll<HTMLElement>(".legend span")].map((phase) => phase.innerText),
    lengths: ["1", "2"].map((n) => document.querySelectorAll(`.moves li[data-phase="${n}"]`).length),
    colours: ["1", "2"].map((n) =>
      [".moves li", ".legend span"].map((what) => {
        const first = document.querySelector(`${what}[data-phase="${n}"]`);
        return first && getComputedStyle(first).borderBottomColor;
      }),
    ),
  }));
  // Phase 1 is at the front, or, of solutions that were found on the inverse, at the end as well.
  const isFromEnd = phases.includes("21") || words[0] === text.answer.phase(1, moves, true);
  assert.match(phases, /^1*2*1*$/);
  assert.deepEqual(words, [text.answer.phase(1, lengths[0]!, isFromEnd), text.answer.phase(2, lengths[1]!, false)]);
  assert.equal(lengths[0]! + lengths[1]!, moves);
  // A phase without moves has a colour in the words alone.
  for (const [move, word] of colours) assert.ok(word && (move === null || move === word), JSON.stringify(colours));
  assert.notEqual(colours[0]![1], colours[1]![1]);
});

onPage("a processor four times slower", async (page) => {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const cube = randomCube();
  await paste(page, toText(cube));
  await solutionOf(page, cube);
});

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
interface Axe {
  run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

for (const colorScheme of ["light", "dark"] as const)
  test(`axe finds nothing, ${colorScheme}`, async () => {
    // axe is put into the page by the browser, which the page's own policy forbids scripts of the page.
    const { context, page, wrong } = await open(browser, site, "", {
      colorScheme,
      bypassCSP: true,
      reducedMotion: "reduce",
    });
    await page.addScriptTag({ path: axe });
    const examine = async (state: string) => {
      const { violations } = await page.evaluate(() => (window as unknown as { axe: Axe }).axe.run());
      assert.deepEqual(
        violations.map(({ id, nodes }) => [id, ...nodes.map((node) => node.html.slice(0, 120))]),
        [],
        state,
      );
    };
    await examine("empty");
    await page.click("#sticker-9");
    await page.click("#sticker-8");
    await examine("marked");
    await button(page, text.entry.photos).click();
    await page.locator("dialog").waitFor();
    await examine("photographs");
    await page.keyboard.press("Escape");
    await button(page, text.entry.patterns).click();
    await page.locator(".found button").first().click();
    await examine("patterns");
    await page.keyboard.press("Escape");
    await button(page, text.menu.about).click();
    await page.locator("dialog").waitFor();
    await examine("about");
    await page.keyboard.press("Escape");
    await paste(page, toText(solved).slice(0, 53) + "U");
    await page.locator(".diagnosis").waitFor();
    await examine("wrong");
    await paste(page, easy);
    await waitForSolution(page);
    await button(page, text.play.next).click();
    await examine("solution");
    await button(page, text.answer.robot).click();
    await page.locator(".robots table").waitFor();
    await examine("robots");
    await page.keyboard.press("Escape");
    await page.getByRole("tab", { name: text.answer.tabs.numbers }).click();
    await page.locator(".axes").waitFor();
    await examine("numbers");
    await context.close();
    assert.deepEqual(wrong, []);
  });

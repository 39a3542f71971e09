// The page in a headless Chromium, wherever it runs: offline, when a new version comes, on small and large screens, for
// all eyes; and what it loads.

import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

import { PATIENCE, test } from "../../../bindings/js/tests/testing.mjs";
import { randomCube } from "../src/cube/pieces.js";
import { equal, solved, toText } from "../src/cube/stickers.js";
import { text } from "../src/text.js";
import { browser, button, easy, easyCube, netOf, onPage, paste, site, solutionOf, waitForSolution } from "./pages.js";
import { folder, open, serve } from "./site.js";

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
  run(options: { runOnly?: string[] }): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
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
      const options = colorScheme === "dark" ? { runOnly: ["color-contrast", "link-in-text-block"] } : {}; // all else is as in the light
      const { violations } = await page.evaluate((o) => (window as unknown as { axe: Axe }).axe.run(o), options);
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

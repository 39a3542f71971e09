// What the tests in Chromium share: a browser, the site, and what is read and done on a page.

import assert from "node:assert/strict";
import { after, before } from "node:test";

import type { Browser, BrowserContextOptions, Page } from "playwright-core";

import { LIMIT, PATIENCE, test, until } from "../../../bindings/js/tests/testing.mjs";
import { apply, parseMoves } from "../src/cube/moves.js";
import { type Colour, type Stickers, isSolved, solved, toText } from "../src/cube/stickers.js";
import { folder, launch, open, serve, type Site } from "./site.js";

export let browser: Browser;
export let site: Site;
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

/** A test with a page of its own, which ends with nothing on the console, no error, and no request to another host. */
export function onPage(
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

export const netOf = (page: Page): Promise<Stickers> =>
  page.locator(".sticker").evaluateAll((all) =>
    all
      .map((sticker) => [Number(sticker.id.slice(8)), Number(sticker.dataset["colour"])] as const)
      .sort(([a], [b]) => a - b)
      .map(([, colour]) => colour as Colour),
  );

/** The moves and the length that are shown, at one moment. */
export const shownOn = (page: Page): Promise<{ moves: string[]; length: string | undefined }> =>
  page.evaluate(() => ({
    moves: [...document.querySelectorAll<HTMLElement>(".moves button")].map((move) => move.innerText),
    length: document.querySelector<HTMLElement>(".length strong")?.innerText,
  }));

export const waitForSolution = (page: Page) => page.locator(".moves").waitFor();

/**
 * The solution that is shown, as soon as it is one of this cube with at most so many moves. A word that is not improved has
 * up to 25 or so.
 */
export async function solutionOf(page: Page, cube: Stickers, most = 23): Promise<string[]> {
  await waitForSolution(page);
  const { moves, length } = await until(`a solution of ${toText(cube)}`, async () => {
    const now = await shownOn(page);
    return now.moves.length <= most && isSolved(apply(cube, now.moves)) && now;
  });
  assert.equal(length, String(moves.length));
  return moves;
}

/** Presses Tab until the focus is there, at most so often. */
export async function tabUntil(page: Page, what: string, isThere: () => Promise<boolean>, most: number): Promise<void> {
  for (let i = 0; !(await isThere()); i++) {
    assert.ok(i < most, what);
    await page.keyboard.press("Tab");
  }
}

/** Presses Tab until the focus is on what has these words, at most so often. */
export const tabTo = (page: Page, words: string, most = 100): Promise<void> =>
  tabUntil(page, words, () => page.evaluate((label) => document.activeElement?.textContent === label, words), most);

export async function paste(page: Page, what: string): Promise<void> {
  await page.fill("#paste", what);
  await page.press("#paste", "Enter");
}

export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** A cube of few moves: searches in tests end at once. */
export const easy = "R U F2 L' D";
export const easyCube = apply(solved, parseMoves(easy)!);

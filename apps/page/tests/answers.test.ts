// The page in a headless Chromium: solutions, proofs, robots, sharing, numbers and the cube in three dimensions.

import assert from "node:assert/strict";

import type { Page } from "playwright-core";

import { LIMIT, test, until } from "../../../bindings/js/tests/testing.mjs";
import { apply, parseMoves } from "../src/cube/moves.js";
import { randomCube } from "../src/cube/pieces.js";
import { type Colour, blank, equal, isSolved, solved, toText } from "../src/cube/stickers.js";
import { text } from "../src/text.js";
import {
  browser,
  button,
  easy,
  easyCube,
  netOf,
  onPage,
  paste,
  shownOn,
  site,
  solutionOf,
  tabTo,
  tabUntil,
  waitForSolution,
} from "./pages.js";
import { open } from "./site.js";

/** For how many seconds the page searches for shorter solutions of the next cube, and then for higher bounds. */
const setSeconds = (page: Page, improving: number, bounding: number): Promise<void> =>
  page.evaluate((seconds) => void Object.assign(globalThis, { superflipSeconds: seconds }), { improving, bounding });

const endless = 10_000;

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
    await solutionOf(page, cube, 30);
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
    await setSeconds(page, 0, 0.1);
    await paste(page, toText(cube));
    await waitForSolution(page);
    await page.locator(".busy").waitFor({ state: "detached" });
    await button(page, text.answer.prove).click();
    await page.locator(".proof[role=alert]", { hasText: "500" }).waitFor();
    await solutionOf(page, cube, 30);
    await page.context().unroute(/full-?[^/]*\.wasm/);
    await button(page, text.answer.prove).click();
    await page.locator(".proof progress").waitFor();
    await page.locator(".proof[role=alert]").waitFor({ state: "detached" });
    await button(page, text.answer.stop).click();
    await page.locator(".proof").waitFor({ state: "detached" });
    await solutionOf(page, cube, 30);
  },
  { serviceWorkers: "block", mayFail: /500|Failed to load|Service Worker registration blocked/ },
);

// The words of 16 moves are searched to their end: for two seconds on an idle machine, and ten times a second the page
// hears how far that is. The machine seems to have three cores, so that two workers search.
test("a proof to its end, with what is searched of a length", { slow: true }, async () => {
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

// ---- Robots ----

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

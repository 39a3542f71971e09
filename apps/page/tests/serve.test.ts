// The page from `superflip serve`, where the program is built (build/release/bin/superflip, or $SUPERFLIP): a cube is
// solved in Chromium, and offline, too.

import assert from "node:assert/strict";
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before } from "node:test";

import type { Browser } from "playwright-core";

import { LIMIT, PATIENCE, test } from "../../../bindings/js/tests/testing.mjs";
import { apply, parseMoves } from "../src/cube/moves.js";
import { isSolved, solved } from "../src/cube/stickers.js";
import { text } from "../src/text.js";
import { folder, launch, open } from "./site.js";

const program = process.env["SUPERFLIP"] ?? "build/release/bin/superflip";

function canServe(): boolean {
  try {
    return execFileSync(program, ["serve", "--help"], { stdio: ["ignore", "pipe", "ignore"] }).includes("--page");
  } catch {
    return false;
  }
}

const skip = canServe() ? false : `${program} is not built with its server (make serve)`;
let browser: Browser;
let server: ChildProcess;
let address = "";
let tables = "";

before(
  async () => {
    if (skip) return;
    browser = await launch();
    // Tables in memory, and a folder of its own should any be kept all the same.
    tables = await mkdtemp(join(tmpdir(), "superflip-"));
    server = spawn(program, ["serve", "--port", "0", "--lazy", "--profile", "compact", "--page", folder], {
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, SUPERFLIP_CACHE: tables },
    });
    for await (const line of createInterface(server.stderr!)) {
      address = /serving (http:\/\/127\.0\.0\.1:\d+\/)/.exec(line)?.[1] ?? "";
      if (address) break;
    }
    assert.ok(address);
    server.stderr!.resume();
  },
  { timeout: LIMIT },
);
after(
  async () => {
    server?.kill();
    await browser?.close();
    if (tables) await rm(tables, { recursive: true });
  },
  { timeout: PATIENCE },
);

test("superflip serve shows the page, and it solves a cube", { skip }, async () => {
  const scramble = "R U F2 L' D";
  const site = { address, asked: [], close: async () => {} };
  const { context, page, wrong } = await open(browser, site, `#moves=${scramble.replaceAll(" ", "_")}`);
  const encodings = new Map<string, string | undefined>();
  page.on("response", (response) =>
    encodings.set(new URL(response.url()).pathname, response.headers()["content-encoding"]),
  );
  const solution = async () => {
    await page.locator(".moves").waitFor();
    const moves = await page.locator(".moves button").allInnerTexts();
    assert.ok(isSolved(apply(apply(solved, parseMoves(scramble)!), moves)), moves.join(" "));
  };
  await solution();
  await page.getByRole("button", { name: text.play.three, exact: true }).click();
  await page.locator("twisty-player").waitFor();
  const scripts = [...encodings].filter(([path]) => path.startsWith("/assets/") && path.endsWith(".js"));
  assert.ok(scripts.length > 0 && scripts.every(([, encoding]) => encoding === "br"), JSON.stringify(scripts));

  // What programs ask is answered beside it.
  const index = await page.request.get(address, { headers: { Accept: "application/json" } });
  assert.ok(((await index.json()) as { paths: string[] }).paths.includes("/v1/solve"));
  assert.match(
    await (await page.request.get(`${address}?DRLUUBFBRBLURRLRUBLRDDFDLFUFUFFDBRDUBRUFLLFDDBFLUBLRBD`)).text(),
    /[URF]/,
  );

  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // Also to a browser that has the page's service worker.
  await page.goto(`${address}v1/solve?cube=R`);
  assert.match(await page.innerText("body"), /"moves":"R'"/);
  await page.goto(`${address}?DRLUUBFBRBLURRLRUBLRDDFDLFUFUFFDBRDUBRUFLLFDDBFLUBLRBD`);
  assert.match(await page.innerText("body"), /^[URFDLB'2 ]+$/);
  await page.goto(`${address}#moves=${scramble.replaceAll(" ", "_")}`);
  await solution();
  const ended = new Promise((resolve) => server.once("exit", resolve));
  server.kill();
  await ended;
  await page.reload();
  await solution();
  assert.deepEqual(
    wrong.filter((message) => !message.includes("GL Driver Message")),
    [],
  );
  await context.close();
});

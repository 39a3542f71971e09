// The site: the built page behind a static server, below a sub-path and with no special headers, and a browser.

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";

import { findChromium } from "../../../bindings/js/tests/browsers.mjs";
import { chanceOfPage, LIMIT, PATIENCE } from "../../../bindings/js/tests/testing.mjs";

const types: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".txt": "text/plain",
  ".webmanifest": "application/manifest+json",
};

export interface Site {
  readonly address: string;
  /** Paths that were asked for. */
  readonly asked: string[];
  close(): Promise<void>;
}

/** Serves a folder below /some/where/. */
export async function serve(folder: string): Promise<Site> {
  const asked: string[] = [];
  const server: Server = createServer(async (request, response) => {
    const path = new URL(request.url!, "http://localhost").pathname;
    asked.push(path);
    const inside = normalize(path.replace("/some/where/", "/")).replace(/\/$/, "/index.html");
    const file = join(folder, inside);
    const found = path.startsWith("/some/where/") && (await stat(file).catch(() => undefined))?.isFile();
    response.writeHead(found ? 200 : 404, {
      "Content-Type": types[extname(file)] ?? "application/octet-stream",
      "Cache-Control": "no-cache",
    });
    if (found) createReadStream(file).pipe(response);
    else response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/some/where/`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export const folder = process.env["PAGE"] ?? "build/page";

export const launch = (): Promise<Browser> =>
  chromium.launch({
    timeout: LIMIT,
    executablePath: findChromium() ?? "chromium",
    args: [
      "--no-sandbox",
      "--use-fake-device-for-media-stream",
      "--use-fake-ui-for-media-stream",
      "--enable-unsafe-swiftshader",
    ],
  });

/** A page that remembers what must not happen: messages on the console, errors, and requests to other hosts. */
export interface Watched {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly wrong: string[];
}

export async function open(
  browser: Browser,
  site: Site,
  hash = "",
  options: BrowserContextOptions = {},
): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  context.setDefaultTimeout(PATIENCE);
  await context.addInitScript(chanceOfPage());
  const page = await context.newPage();
  const wrong: string[] = [];
  context.on("console", (message) => {
    // Of a document that is no page, such as a text, Chromium asks for an icon there.
    if (!message.location().url.endsWith("/favicon.ico")) wrong.push(`${message.type()}: ${message.text()}`);
  });
  context.on("weberror", (error) => wrong.push(`error: ${error.error().message}`));
  context.on("request", (request) => {
    const url = new URL(request.url());
    if (!["blob:", "data:"].includes(url.protocol) && url.host !== new URL(site.address).host)
      wrong.push(`request: ${url}`);
  });
  await page.goto(site.address + hash);
  return { context, page, wrong };
}

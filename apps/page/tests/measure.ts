// Measures the page in Chromium: what is loaded before the first solution, compressed by brotli, and when it comes, for
// a cold start with the cube in the address. `node build/page-tests/tests/measure.js`.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

import { folder, launch, serve } from "./site.js";

interface Marks {
  net: number;
  first: number;
  shift: number;
}

const cube = "#cube=DRLUUBFBRBLURRLRUBLRDDFDLFUFUFFDBRDUBRUFLLFDDBFLUBLRBD";
const site = await serve(folder);
const browser = await launch();
for (const rate of [1, 4])
  for (let run = 0; run < 5; run++) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, serviceWorkers: "block" });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate });
    const loaded = new Set<string>();
    page.on("request", (request) =>
      loaded.add(request.url().slice(site.address.length).replace(/#.*/, "") || "index.html"),
    );
    await page.addInitScript(() => {
      const marks: Marks = { net: 0, first: 0, shift: 0 };
      (window as unknown as { marks: Marks }).marks = marks;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) marks.shift += (entry as unknown as { value: number }).value;
      }).observe({ type: "layout-shift", buffered: true });
      new MutationObserver(() => {
        if (!marks.net && document.querySelector(".net")) marks.net = performance.now();
        if (!marks.first && document.querySelector(".moves")) marks.first = performance.now();
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(site.address + cube);
    await page.locator(".moves").waitFor();
    const { net, first, shift } = await page.evaluate(() => (window as unknown as { marks: Marks }).marks);
    if (rate === 1 && run === 0) {
      let sum = 0;
      for (const name of loaded) {
        const size = brotliCompressSync(await readFile(join(folder, name))).length;
        sum += size;
        console.log(`${String(size).padStart(8)}  ${name}`);
      }
      console.log(`${String(sum).padStart(8)}  bytes in all`);
    }
    console.log(
      `main thread ${rate}x slower: net ${net.toFixed(0)} ms, first solution ${first.toFixed(0)} ms, layout shift ${shift.toFixed(4)}`,
    );
    await context.close();
  }
await browser.close();
await site.close();

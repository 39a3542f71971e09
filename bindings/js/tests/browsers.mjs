// Where Chromium is, for the tests of the package and of the page and for the measurements. Its program without windows
// comes first: it loads a page with half of the processor's time. CHROMIUM names another.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const PROGRAMS = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

/** The path of a program of Chromium, or null where there is none. */
export function findChromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  for (const name of PROGRAMS)
    for (const folder of (process.env.PATH ?? "").split(delimiter)) {
      try {
        const path = join(folder, name);
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // the next one
      }
    }
  return null;
}

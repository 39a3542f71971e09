import { readFile } from "node:fs/promises";

/** The first program of the README of the installed package. */
export async function readmeProgram() {
  const readme = await readFile(new URL("../node_modules/superflip/README.md", import.meta.url), "utf8");
  return readme.match(/```js\n([^]*?)```/)[1];
}

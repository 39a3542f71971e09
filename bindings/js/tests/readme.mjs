import { readFile } from "node:fs/promises";

/** The programs of the README of the installed package. */
export async function readmePrograms() {
  const readme = await readFile(new URL("../node_modules/superflip/README.md", import.meta.url), "utf8");
  return [...readme.matchAll(/```js\n([^]*?)```/g)].map(([, program]) => program);
}

/** The first one. */
export const readmeProgram = async () => (await readmePrograms())[0];

// compress.mjs FOLDER: writes NAME.br and NAME.gz beside each file that is smaller so, for servers that send what is
// compressed already (`superflip serve`, nginx).

import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const folder = process.argv[2];
for (const name of readdirSync(folder, { recursive: true })) {
  const path = join(folder, name);
  if (!statSync(path).isFile()) continue;
  const plain = readFileSync(path);
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  const forms = { br: brotliCompressSync(plain, { params }), gz: gzipSync(plain, { level: 9 }) };
  for (const [ending, bytes] of Object.entries(forms))
    if (bytes.length < 0.95 * plain.length) writeFileSync(`${path}.${ending}`, bytes);
}

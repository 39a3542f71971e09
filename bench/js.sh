#!/bin/sh
# js.sh [CUBES]: the small module of the npm package in Node, beside the program with the same tables, on the same
# random cubes. Both print CPU time, so that other work on the machine disturbs the figures less.
set -eu
cd "$(dirname "$0")/.."
cubes=${1:-1000}
make js >&2
scripts/build.sh release bin/superflip >&2
program=build/release/bin/superflip
list=build/wasm/cubes.txt
build/wasm/js-tools/node_modules/.bin/esbuild bindings/js/js/module.ts --format=esm --log-level=warning \
  --outfile=build/wasm/module.mjs
"$program" scramble -n "$cubes" --seed 1 --profile compact >"$list"
node bench/js.mjs "$list"
for length in 21 20; do
  echo "the program, tables and all cubes, at most $length moves:"
  bash -c "time $program solve --profile compact --threads 1 --max-length $length <$list >/dev/null"
done

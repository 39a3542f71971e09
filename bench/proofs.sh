#!/bin/sh
# proofs.sh [CUBES]: making the table optimal-47, and proofs with it, by the program and by the npm package in Node and
# in Chromium, all on one thread and one after the other; the last two cubes by one and by two workers of the package;
# and how soon a signal ends a call of it. The cubes are four of 16 and 17 moves, or the first CUBES of them. CPU time,
# so that other work on the machine disturbs the figures less.
set -eu
cd "$(dirname "$0")/.."
make js >&2
scripts/build.sh release bin/superflip >&2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
exec node bench/proofs.mjs build/release/bin/superflip build/wasm/js-project "$work" "${1:-4}"

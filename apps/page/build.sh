#!/bin/sh
# build.sh: builds the page in build/page, with its tests in build/page-tests. The npm package must stand in
# build/wasm/js. Tools and libraries come from the npm registry, as package-lock.json says.
# build.sh --fetch: only fetches those; after that no network is needed.
set -eu
cd "$(dirname "$0")"
if ! cmp -s package-lock.json node_modules/.for-lock; then
  echo "Installing the page's tools and libraries from the npm registry" >&2
  npm ci --ignore-scripts --no-audit --no-fund --loglevel=error --fetch-retries 5 >&2
  cp package-lock.json node_modules/.for-lock
fi
[ "${1-}" != --fetch ] || exit 0
node_modules/.bin/tsc -p .
node_modules/.bin/vite build --logLevel warn
node compress.mjs ../../build/page
rm -rf ../../build/page-tests
node_modules/.bin/tsc -p tests
cp package.json ../../build/page-tests/
ln -sfn ../../apps/page/node_modules ../../build/page-tests/node_modules

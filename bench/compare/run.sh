#!/bin/sh
# run.sh PROGRAM [CUBES] [SEED]: installs the npm packages of package-lock.json here, once, and runs compare.mjs.
set -eu
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
shift
cd "$(dirname "$0")"
if ! cmp -s package-lock.json node_modules/.for-lock; then
  echo "Installing cubejs and cubing from the npm registry" >&2
  npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >&2
  cp package-lock.json node_modules/.for-lock
fi
exec node compare.mjs "$program" "$@"

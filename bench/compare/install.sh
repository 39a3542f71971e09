#!/bin/sh
# install.sh: installs the npm packages of package-lock.json here, once.
set -eu
cd "$(dirname "$0")"
cmp -s package-lock.json node_modules/.for-lock && exit
echo "Installing other solvers from the npm registry" >&2
npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >&2
cp package-lock.json node_modules/.for-lock

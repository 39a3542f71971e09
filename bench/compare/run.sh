#!/bin/sh
# run.sh PROGRAM PACKAGE TOOLS [CUBES] [SEED]: installs the npm packages of package-lock.json here, once, and
# superflip's own from the folder PACKAGE, and runs compare.mjs with the TOOLS that build that package.
set -eu
program=$(realpath "$1")
package=$(realpath "$2")
tools=$(realpath "$3")
shift 3
cd "$(dirname "$0")"
./install.sh
ln -sfn "$package" node_modules/superflip
exec node compare.mjs "$program" "$tools" ../../build/compare "$@"

#!/bin/sh
# twips.sh PROGRAM [RUNS]: superflip optimal beside twips on the same goals (twips.mjs), each the median of RUNS runs.
set -eu
program=$(realpath "$1")
shift
cd "$(dirname "$0")"
./install.sh
exec node twips.mjs "$program" "$@"

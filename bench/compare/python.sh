#!/bin/sh
# python.sh [CUBES] [SEED] [twophase]: the same random cubes to superflip's drop-in for the Python package kociemba and
# to kociemba itself, in one program on one thread; with `twophase` also to RubikTwoPhase, whose tables take about a
# quarter of an hour, once. The packages are put into a virtual environment of their own.
set -eu
cd "$(dirname "$0")/../.."
environment=build/python-compare
if ! cmp -s bindings/python/requirements-originals.txt "$environment/for"; then
  echo "Installing superflip and kociemba into $environment" >&2
  rm -rf "$environment"
  python3 -m venv "$environment"
  "$environment/bin/pip" install --quiet --disable-pip-version-check --use-pep517 \
    -r bindings/python/requirements-originals.txt >&2
  cp bindings/python/requirements-originals.txt "$environment/for"
fi
"$environment/bin/pip" install --quiet --disable-pip-version-check . >&2
case " $* " in *" twophase "*)
  "$environment/bin/pip" install --quiet --disable-pip-version-check RubikTwoPhase==1.1.1 >&2 ;;
esac
program=$PWD/bench/compare/compare.py
cd "$environment"  # RubikTwoPhase keeps its tables in the current folder
exec bin/python "$program" "$@"

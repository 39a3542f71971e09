#!/bin/sh
# python.sh [CUBES] [SEED]: the same random cubes to superflip's drop-in for the Python package kociemba and to kociemba
# itself, in one program on one thread. Both packages are put into a virtual environment of their own, once.
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
exec "$environment/bin/python" bench/compare/compare.py "$@"

#!/bin/sh
# python-environment.sh FOLDER [PYTHON]: a virtual environment with what bindings/python/requirements.txt lists, from
# PyPI or pip's cache, and with what that brings in the versions of constraints.txt there. Does nothing if it is there.
# Says in one line on standard output why it cannot be had. All that tests need from the network is fetched here: they
# use none.
set -eu
cd "$(dirname "$0")/.."
folder=$1
python=${2:-python3}
requirements=bindings/python/requirements.txt
others="bindings/python/requirements-cluster.txt bindings/python/requirements-originals.txt"
constraints=bindings/python/constraints.txt
log=$folder.log

# fetch_pyright PAUSE...: at its first run pyright fetches Node where there is none. Tries once for each pause. Its tests
# are skipped if that cannot be had. conftest.py names the same folder.
fetch_pyright() {
  PYRIGHT_PYTHON_CACHE_DIR=$(cd "$folder" && pwd)/pyright
  PYRIGHT_PYTHON_IGNORE_WARNINGS=1
  export PYRIGHT_PYTHON_CACHE_DIR PYRIGHT_PYTHON_IGNORE_WARNINGS
  for pause; do
    if timeout 120 "$folder/bin/python" -m pyright --version >>"$log" 2>&1; then
      mkdir -p "$PYRIGHT_PYTHON_CACHE_DIR"
      touch "$PYRIGHT_PYTHON_CACHE_DIR/runs"
      return
    fi
    sleep "$pause"
  done
}

if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
  echo "no Python 3.10 or newer (Debian: python3)"
  exit 1
fi
if [ -x "$folder/bin/python" ] && "$folder/bin/python" -c pass 2>/dev/null &&
   cat "$requirements" $others "$constraints" | cmp -s - "$folder/for"; then
  [ -e "$folder/pyright/runs" ] || fetch_pyright 0
  exit 0
fi
rm -rf "$folder"
mkdir -p "$(dirname "$folder")"
if ! "$python" -m venv "$folder" >"$log" 2>&1; then
  echo "$python cannot make virtual environments (Debian: python3-venv)"
  exit 1
fi
if ! "$folder/bin/python" -m pip install --disable-pip-version-check --quiet --retries 5 --timeout 60 \
     -c "$constraints" -r "$requirements" >>"$log" 2>&1; then
  echo "PyPI cannot be reached and not all of $requirements is in pip's cache ($log)"
  exit 1
fi
# Tests that need these are skipped where they cannot be had or built.
for file in $others; do
  "$folder/bin/python" -m pip install --disable-pip-version-check --quiet --retries 5 --timeout 60 --use-pep517 \
    -c "$constraints" -r "$file" >>"$log" 2>&1 || true
done
fetch_pyright 5 20 0
cat "$requirements" $others "$constraints" >"$folder/for"

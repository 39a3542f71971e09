#!/bin/sh
# python-environment.sh FOLDER [PYTHON]: a virtual environment with what bindings/python/requirements.txt lists, from
# PyPI or pip's cache. Does nothing if it is there. Says in one line on standard output why it cannot be had.
set -eu
cd "$(dirname "$0")/.."
folder=$1
python=${2:-python3}
requirements=bindings/python/requirements.txt
others="bindings/python/requirements-cluster.txt bindings/python/requirements-originals.txt"
log=$folder.log

if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
  echo "no Python 3.10 or newer (Debian: python3)"
  exit 1
fi
if [ -x "$folder/bin/python" ] && "$folder/bin/python" -c pass 2>/dev/null &&
   cat "$requirements" $others | cmp -s - "$folder/for"; then
  exit 0
fi
rm -rf "$folder"
mkdir -p "$(dirname "$folder")"
if ! "$python" -m venv "$folder" >"$log" 2>&1; then
  echo "$python cannot make virtual environments (Debian: python3-venv)"
  exit 1
fi
if ! "$folder/bin/python" -m pip install --disable-pip-version-check --quiet --retries 1 --timeout 20 \
     -r "$requirements" >>"$log" 2>&1; then
  echo "PyPI cannot be reached and not all of $requirements is in pip's cache ($log)"
  exit 1
fi
# Tests that need these are skipped where they cannot be had or built.
for file in $others; do
  "$folder/bin/python" -m pip install --disable-pip-version-check --quiet --retries 1 --timeout 20 --use-pep517 \
    -r "$file" >>"$log" 2>&1 || true
done
cat "$requirements" $others >"$folder/for"

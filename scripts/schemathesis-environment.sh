#!/bin/sh
# schemathesis-environment.sh FOLDER [PYTHON]: a virtual environment with what tests/server/requirements.txt lists, from
# PyPI or pip's cache, for the tests Server.OpenApi and Server.OpenApiWhole, which use no network themselves. Does
# nothing if it is there. Says in one line on standard output why it cannot be had.
set -eu
cd "$(dirname "$0")/.."
folder=$1
python=${2:-python3}
requirements=tests/server/requirements.txt
log=$folder.log

if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
  echo "no Python 3.10 or newer (Debian: python3)"
  exit 1
fi
if [ -x "$folder/bin/python" ] && "$folder/bin/python" -c pass 2>/dev/null && cmp -s "$requirements" "$folder/for"; then
  exit 0
fi
rm -rf "$folder"
mkdir -p "$(dirname "$folder")"
if ! "$python" -m venv "$folder" >"$log" 2>&1; then
  echo "$python cannot make virtual environments (Debian: python3-venv)"
  exit 1
fi
# All packages are listed, so pip need not look for what they require; `pip check` below tells what the list lacks.
if ! "$folder/bin/python" -m pip install --disable-pip-version-check --quiet --retries 3 --timeout 30 --no-deps \
     -r "$requirements" >>"$log" 2>&1; then
  echo "PyPI cannot be reached and not all of $requirements is in pip's cache ($log)"
  exit 1
fi
if ! "$folder/bin/python" -m pip check >>"$log" 2>&1; then
  echo "$requirements lacks a package, or has a wrong version of one ($log)"
  exit 1
fi
cp "$requirements" "$folder/for"

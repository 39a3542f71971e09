#!/bin/sh
# openapi.sh PROGRAM FOLDER: schemathesis asks the server whatever its OpenAPI document allows and forbids, and compares
# the answers with it. It comes from PyPI into FOLDER; the exit code 77 (skipped) means that it cannot be had. The one
# check that is left out is that a request is accepted when the document allows it: no schema can say which texts are
# cubes.
set -eu
program=$1
folder=$2
version=4.32.5
if [ ! -x "$folder/bin/schemathesis" ] || [ "$(cat "$folder/version" 2>/dev/null)" != "$version" ]; then
  rm -rf "$folder"
  if ! { python3 -m venv "$folder" && "$folder/bin/pip" -q install "schemathesis==$version"; } >"$folder.log" 2>&1; then
    echo "skipped: schemathesis $version cannot be installed from PyPI: $(tail -n 1 "$folder.log")"
    rm -rf "$folder"
    exit 77
  fi
  echo "$version" >"$folder/version"
fi
work=$(mktemp -d)
"$program" serve --port 0 --max-time 2 --max-batch 20 --lazy 2>"$work/said" &
server=$!
trap 'kill $server 2>/dev/null; wait $server || true; rm -rf "$work"' EXIT
until url=$(sed -n 's|.*serving \(http://127.0.0.1:[0-9]*\)/.*|\1|p' "$work/said") && [ -n "$url" ]; do
  kill -0 $server
  sleep 0.1
done
cd "$work"
"$folder/bin/schemathesis" run "$url/openapi.json" --seed 1 --request-timeout 100 --max-examples "${EXAMPLES:-30}" --generation-database none \
  --phases examples,coverage,fuzzing --exclude-checks positive_data_acceptance
kill $server
wait $server
trap 'rm -rf "$work"' EXIT

#!/bin/sh
# openapi.sh PROGRAM FOLDER [whole]: schemathesis asks the server whatever its OpenAPI document allows and forbids, and
# compares the answers with it: a few examples of each request, or with `whole` many. FOLDER is what
# scripts/schemathesis-environment.sh has made; this test itself uses no network.
# The exit code 77 (skipped) means that it is not there. The one check that is left out is that a request is accepted
# when the document allows it: no schema can say which texts are cubes. SEED and EXAMPLES ask for other requests.
set -eu
program=$1
folder=$2
examples=5
[ "${3:-}" != whole ] || examples=30
if ! cmp -s "$(dirname "$0")/requirements.txt" "$folder/for" || ! "$folder/bin/schemathesis" --version >/dev/null 2>&1; then
  echo "skipped: no schemathesis in $folder: scripts/schemathesis-environment.sh build/schemathesis gets it from PyPI"
  exit 77
fi
work=$(mktemp -d)
# A request that runs into the limit of time is answered 503, which schemathesis takes for a defect. The first question
# about a coordinate counts its classes, in seconds, or in many where the machine is slow. So the limit is far away.
"$program" serve --port 0 --max-time 600 --queue-time 600 --head-time 600 --body-time 600 --max-batch 20 --lazy \
  2>"$work/said" &
server=$!
trap 'kill $server 2>/dev/null; wait $server || true; rm -rf "$work"' EXIT
url=
tries=0
while [ -z "$url" ]; do
  if ! kill -0 $server 2>/dev/null || [ $tries -eq 1200 ]; then
    echo "the server does not serve after $((tries / 10)) seconds:"
    cat "$work/said"
    exit 1
  fi
  sleep 0.1
  tries=$((tries + 1))
  url=$(sed -n 's|.*serving \(http://127.0.0.1:[0-9]*\)/.*|\1|p' "$work/said")
done
cd "$work"
"$folder/bin/schemathesis" run "$url/openapi.json" --seed "${SEED:-1}" --request-timeout 600 \
  --max-examples "${EXAMPLES:-$examples}" --generation-database none --phases examples,coverage,fuzzing \
  --exclude-checks positive_data_acceptance
kill $server
wait $server
trap 'rm -rf "$work"' EXIT

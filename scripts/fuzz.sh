#!/bin/sh
# fuzz.sh BIN SECONDS: runs each fuzz target for that long, from its kept corpus (which stays as it is). An input that
# breaks a parser is left in BIN.
set -eu
bin=$(cd "$1" && pwd)
seconds=$2
cd "$(dirname "$0")/../tests/fuzz"
new=$(mktemp -d)
trap 'rm -rf "$new"' EXIT
passed=0
failed=0
for source in *_fuzz.cpp; do
  target=${source%_fuzz.cpp}
  [ -x "$bin/${target}_fuzz" ] || { echo "$target: not built"; continue; }
  mkdir "$new/$target"
  if "$bin/${target}_fuzz" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -artifact_prefix="$bin/" \
    "$new/$target" "corpus/$target" >"$new/log" 2>&1; then
    passed=$((passed + 1))
    echo "$target: $(grep -o 'Done .*' "$new/log")"
  else
    failed=$((failed + 1))
    tail -n 50 "$new/log"
    echo "$target: FAILED"
  fi
done
echo "$passed fuzz targets passed, $failed failed"
[ "$failed" -eq 0 ]

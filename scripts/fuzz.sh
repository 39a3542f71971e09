#!/bin/sh
# fuzz.sh BIN seconds N: runs each fuzz target for that long, from its kept corpus (which stays as it is).
# fuzz.sh BIN runs N: runs each on its kept corpus and on N inputs that are the same in every run.
# An input that breaks a parser is left in BIN.
set -eu
bin=$(cd "$1" && pwd)
case $2 in
  seconds) limits="-max_total_time=$3 -timeout=10" ;;
  runs) limits="-runs=$3 -seed=1 -timeout=120" ;;
  *) sed -n '2,/^set /p' "$0" | sed '$d; s/^# \{0,1\}//' >&2; exit 2 ;;
esac
cd "$(dirname "$0")/../tests/fuzz"
new=$(mktemp -d)
trap 'rm -rf "$new"' EXIT
passed=0
failed=0
for source in *_fuzz.cpp; do
  target=${source%_fuzz.cpp}
  [ -x "$bin/${target}_fuzz" ] || { echo "$target: not built"; continue; }
  mkdir "$new/$target"
  # shellcheck disable=SC2086  # one word an option
  if "$bin/${target}_fuzz" $limits -rss_limit_mb=2048 -artifact_prefix="$bin/" \
    "$new/$target" "corpus/$target" >"$new/log" 2>&1; then
    passed=$((passed + 1))
    echo "$target: $(grep '^INFO: Seed' "$new/log"), $(grep -o 'Done .*' "$new/log")"
  else
    failed=$((failed + 1))
    tail -n 50 "$new/log"
    echo "$target: FAILED"
  fi
done
echo "$passed fuzz targets passed, $failed failed"
[ "$failed" -eq 0 ]

#!/bin/sh
# fuzz.sh BIN seconds N [TARGET]: runs the fuzz target for that long, from its kept corpus (which stays as it is).
# fuzz.sh BIN runs N [TARGET]: runs it on its kept corpus and on N inputs that are the same in every run.
# Without a target it runs all of them, as many at once as there are processors. An input that breaks a parser is left in
# BIN.
set -eu
bin=$(cd "$1" && pwd)
case $2 in
  seconds) limits="-max_total_time=$3 -timeout=10" ;;
  runs) limits="-runs=$3 -seed=1 -timeout=120" ;;
  *) sed -n '2,/^set /p' "$0" | sed '$d; s/^# \{0,1\}//' >&2; exit 2 ;;
esac
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../tests/fuzz"
if [ $# -lt 4 ]; then
  for source in *_fuzz.cpp; do echo "${source%_fuzz.cpp}"; done |
    xargs -n 1 -P "$(nproc)" "$here/fuzz.sh" "$bin" "$2" "$3"
  exit
fi
target=$4
[ -x "$bin/${target}_fuzz" ] || { echo "$target: not built"; exit 0; }
new=$(mktemp -d)
trap 'rm -rf "$new"' EXIT
mkdir "$new/corpus"
# shellcheck disable=SC2086  # one word an option
if "$bin/${target}_fuzz" $limits -rss_limit_mb=2048 -artifact_prefix="$bin/" \
  "$new/corpus" "corpus/$target" >"$new/log" 2>&1; then
  echo "$target: $(grep '^INFO: Seed' "$new/log"), $(grep -o 'Done .*' "$new/log")"
else
  tail -n 50 "$new/log"
  echo "$target: FAILED"
  exit 1
fi

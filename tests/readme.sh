#!/bin/sh
# readme.sh BIN: what README.md shows is true. Its C++ is examples/solve.cpp (docs/coordinates.md's is
# examples/coordinate.cpp), and each `$ command` in its console blocks prints what follows it there (what goes to standard
# error is not shown).
set -eu
cd "$(dirname "$0")/.."
PATH=$1:$PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
block() { awk -v open='```'"$1" '$0 == "```" { inside = 0 } inside { print } $0 == open { inside = 1 }' "${2:-README.md}"; }

block cpp >"$work/cpp"
diff "$work/cpp" examples/solve.cpp
block cpp docs/coordinates.md >"$work/cpp"
diff "$work/cpp" examples/coordinate.cpp
block console >"$work/shown"
while IFS= read -r line; do
  case $line in
    '$ '*) printf '%s\n' "$line"; (eval "${line#??}") </dev/null 2>/dev/null || true ;;
  esac
done <"$work/shown" >"$work/real"
diff "$work/shown" "$work/real"
grep -q '^\$ ' "$work/shown"

#!/bin/sh
# readme.sh BIN [whole]: what README.md and docs show is true. Their C++ is that of examples/: README.md's is solve.cpp,
# docs/coordinates.md's is coordinate.cpp, and docs/library.md shows every file once. Each `$ command` in the console
# blocks of README.md, docs/goals.md, docs/input.md, docs/robots.md, docs/sources.md and docs/symmetry.md prints what
# follows it there (what goes to standard error is not shown). Whole cosets are counted, and sheets made, only with
# `whole`.
set -eu
cd "$(dirname "$0")/.."
PATH=$1:$PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Any table gives the same answers. The one that is there saves making another, and small ones of parts of the cube are
# soon made; with `whole` they are as large as users have them.
memory='--memory 200M'
[ "${2:-}" != whole ] || memory=
# shellcheck disable=SC2086  # one word an option
superflip() {
  case "$*" in
    *--moves*) command superflip "$@" ;;  # needs no table
    optimal*) command superflip "$@" --table optimal-47 $memory ;;
    *) command superflip "$@" ;;
  esac
}
block() { awk -v open='```'"$1" '$0 == "```" { inside = 0 } inside { print } $0 == open { inside = 1 }' "${2:-README.md}"; }

printf '%s\n' examples/*.cpp | sort >"$work/examples"
block cpp >"$work/cpp"
diff "$work/cpp" examples/solve.cpp
block cpp docs/coordinates.md >"$work/cpp"
diff "$work/cpp" examples/coordinate.cpp
# Each block of docs/library.md names its file in the line "`examples/NAME.cpp`:" before it.
block cpp docs/library.md >"$work/cpp"
sed -n 's|^`\(examples/[a-z_]*\.cpp\)`:$|\1|p' docs/library.md >"$work/names"
xargs cat <"$work/names" | diff "$work/cpp" -
sort "$work/names" | diff - "$work/examples"
# A whole coset takes half a minute here, and 4 GB of memory; a sheet has tables of four metrics.
without='superflip (coset|sheet)'
if [ "${2:-}" = whole ]; then
  without=
fi
if [ "${2:-}" = whole ] && [ "$(awk '/^MemAvailable/ { print int($2 / 1e6) }' /proc/meminfo)" -lt 6 ]; then
  echo "superflip coset is not run: less than 6 GB of memory are free"
  without='superflip coset'
fi
for page in README.md docs/goals.md docs/input.md docs/robots.md docs/sources.md docs/symmetry.md; do
  block console "$page" | awk -v without="$without" '
    /^\$ / { is_left_out = without != "" && $0 ~ without } !is_left_out' >"$work/shown"
  while IFS= read -r line; do
    case $line in
      '$ '*) printf '%s\n' "$line"; (eval "${line#??}") </dev/null 2>/dev/null || true ;;
    esac
  done <"$work/shown" >"$work/real"
  diff "$work/shown" "$work/real"
  grep -q '^\$ ' "$work/shown"
done

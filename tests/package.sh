#!/bin/sh
# package.sh BUILD COMPILER: installs a build into a new prefix and uses it as a stranger would: the example is built
# with find_package(superflip), and the program confirms that its answer solves its scramble.
set -eu
source=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$1" --prefix "$work/prefix" >"$work/log"
cmake -S "$source/examples" -B "$work/build" -G Ninja -DCMAKE_CXX_COMPILER="$2" -DCMAKE_PREFIX_PATH="$work/prefix" \
  >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
cmake --build "$work/build" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }

scramble=$(sed -n 's/.*parse_algorithm("\(.*\)").*/\1/p' "$source/examples/solve.cpp")
solution=$("$work/build/solve")
echo "$scramble: $solution"
[ -n "$solution" ]
[ "$(echo "$solution" | wc -w)" -le 20 ]
solved=UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB
[ "$("$work/prefix/bin/superflip" convert --to facelets "$scramble $solution")" = "$solved" ]
[ "$("$work/build/coordinate")" = "1 9 90 852 7169 44182 131636 68940 561 " ]

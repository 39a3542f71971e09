#!/bin/bash
# known_lengths.sh PROGRAM FILE... [-- OPTIONS]: solves every scramble of files whose names end in the length of their
# shortest solutions (random_state_depth17.txt: 17) by `superflip optimal OPTIONS`, and says which answers have another.
# Such files are in dataset/ of the project cs0x7f/cube_solver_test.
set -euo pipefail
program=$1
shift
files=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
  files+=("$1")
  shift
done
[ $# -eq 0 ] || shift
status=0
for file in "${files[@]}"; do
  length=$(basename "$file" .txt | grep -oE '[0-9]+$')
  grep -E '[A-Z]' "$file" | "$program" optimal "$@" | awk -v length_="$length" -v file="$(basename "$file")" '
    NF != length_ { print file ", cube " NR ": " NF " moves"; ++bad }
    END { print file ": " NR " cubes, " NR - bad " of " length_ " moves"; exit bad > 0 || NR == 0 }' || status=1
done
exit $status

#!/bin/bash
# known_lengths.sh PROGRAM FILE... [-- OPTIONS]: solves the scrambles of files with `superflip optimal OPTIONS`. The
# name of a file ends in the length of its shortest solutions (random_state_depth17.txt: 17). Prints the cubes whose
# answer has another length. Such files are in dataset/ of the project cs0x7f/cube_solver_test.
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

#!/bin/sh
# changed-sources.sh N: the source files of the library and the program that differ from N commits ago, and for each
# changed header one that includes it. All of them, if the history is shorter.
set -eu
cd "$(dirname "$0")/.."
base=$(git rev-parse -q --verify "HEAD~$1" || git hash-object -t tree /dev/null)
changed() { git diff --name-only --diff-filter=d "$base" -- "superflip/*.$1" "apps/*.$1"; }
{
  changed cpp
  changed h | while IFS= read -r header; do
    git grep -lF "#include \"$header\"" -- 'superflip/*.cpp' 'apps/*.cpp' | head -n 1
  done
} | sort -u

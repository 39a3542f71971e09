#!/bin/sh
# build.sh PRESET [-DOPTION=VALUE...] [TARGET...]: configures build/PRESET if needed and builds the targets (all of
# them, if none is named). On a terminal, Ninja's status line shows the progress; otherwise only warnings and errors are
# printed.
set -eu
cd "$(dirname "$0")/.."
preset=$1
folder=build/$preset
shift
options=
while [ $# -gt 0 ] && [ "${1#-D}" != "$1" ]; do
  options="$options $1"
  shift
done

# If the repository was moved or copied together with this build folder, start again with an empty one.
if [ -f "$folder/CMakeCache.txt" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$(pwd -P)" "$folder/CMakeCache.txt"; then
  rm -rf "$folder"
fi
if [ ! -f "$folder/build.ninja" ] || [ CMakePresets.json -nt "$folder/options" ] || [ "$options" != "$(cat "$folder/options" 2>/dev/null)" ]; then
  mkdir -p "$folder"
  rm -f "$folder/CMakeCache.txt"  # otherwise CMake drops all other options when the compiler changes
  # shellcheck disable=SC2086  # one word an option
  cmake --preset "$preset" $options >"$folder/configure.log" 2>&1 || { cat "$folder/configure.log" >&2; exit 1; }
  echo "$options" >"$folder/options"
fi
if [ -t 1 ]; then
  exec ninja -C "$folder" "$@"
fi
failed=0
ninja --quiet -C "$folder" "$@" >"$folder/build.log" 2>&1 || failed=$?
grep -vx -e 'ninja: no work to do\.' -e '-- .*' "$folder/build.log" || true
exit $failed

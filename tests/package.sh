#!/bin/sh
# package.sh BUILD COMPILER: installs a build into a new prefix and uses it as a stranger would. Every installed header
# compiles alone. Every file of examples/ is a program that is built four times, with find_package and with pkg-config,
# each with the static and the shared library; all four print the same, and what the example's comment `// Output: ...`
# says, where it has one.
set -eu
source=$(cd "$(dirname "$0")/.." && pwd)
build=$1
compiler=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix
quietly() { "$@" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }; }

# Nothing in the tree knows where it was installed: it can be moved.
quietly cmake --install "$build" --prefix "$work/first"
mv "$work/first" "$prefix"
cd "$prefix/include"
find superflip -name '*.h' >"$work/headers"
grep -q . "$work/headers"
# Several at a time; a header is included, because a compiler warns of #pragma once in what it compiles.
xargs -P 2 -I HEADER "$compiler" -std=c++20 -fsyntax-only -Wall -Wextra -Werror -I . -include HEADER -x c++ /dev/null \
  <"$work/headers"
cd "$work"

PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name superflip.pc)")
export PKG_CONFIG_PATH
libraries=$(pkg-config --variable=libdir superflip)
for shared in OFF ON; do
  [ $shared = ON ] && type=Debug || type=Release
  quietly cmake -S "$source/examples" -B "$work/cmake-$shared" -G Ninja -DCMAKE_BUILD_TYPE=$type -DSHARED=$shared \
    -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_PREFIX_PATH="$prefix"
  quietly cmake --build "$work/cmake-$shared"
done
for example in "$source"/examples/*.cpp; do
  name=$(basename "$example" .cpp)
  # shellcheck disable=SC2046  # one word an option
  "$compiler" -std=c++20 $(pkg-config --cflags superflip) -c "$example" -o "$work/$name.o"
  # shellcheck disable=SC2046
  "$compiler" "$work/$name.o" -o "$work/$name-ON" $(pkg-config --libs superflip) -Wl,-rpath,"$libraries"
  # shellcheck disable=SC2046
  "$compiler" "$work/$name.o" -o "$work/$name-OFF" $(pkg-config --static --libs superflip | sed 's/-lsuperflip/-l:libsuperflip.a/')
  "$work/$name-ON" >"$work/$name.out"
  grep -q . "$work/$name.out"
  for program in "$work/$name-OFF" "$work/cmake-ON/$name" "$work/cmake-OFF/$name"; do
    "$program" | diff "$work/$name.out" -
  done
  readelf -d "$work/$name-ON" | grep -q 'NEEDED.*libsuperflip\.so'
  ! readelf -d "$work/$name-OFF" | grep -q 'NEEDED.*libsuperflip\.so'
  if grep -q '^ *// Output: ' "$example"; then
    sed -n 's|^ *// Output: ||p' "$example" | diff -b - "$work/$name.out"
  fi
  echo "$name: $(head -n 1 "$work/$name.out")"
done
"$prefix/bin/superflip" --version

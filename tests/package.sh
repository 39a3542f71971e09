#!/bin/sh
# package.sh BUILD COMPILER [whole]: installs a build into a new prefix and uses it as a stranger would. The headers
# compile in any order. Every file of examples/ is a program that is built with pkg-config, with the static and with the
# shared library; both print the same, and what the example's comment `// Output: ...` says, where it has one. A project
# of CMake builds the first example in both ways.
#
# With `whole` each header compiles alone, too, and the project of CMake builds all examples.
set -eu
source=$(cd "$(dirname "$0")/.." && pwd)
build=$1
compiler=$2
whole=${3-}
built=solve
[ -z "$whole" ] || built=all
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix
quietly() { "$@" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }; }
# What was compiled before need not be compiled again, though the prefix is a new folder each time.
launcher=$(command -v ccache || true)
export CCACHE_BASEDIR="$work" CCACHE_NOHASHDIR=1

# Nothing in the tree knows where it was installed: it can be moved.
quietly cmake --install "$build" --prefix "$work/first"
mv "$work/first" "$prefix"
cd "$work"
(cd "$prefix/include" && find superflip -name '*.h' | sort) >headers
grep -q . headers
# superflip.h has all of them but the one for C.
{ echo superflip/superflip.h && sed -n 's|^#include "\(.*\)"$|\1|p' "$prefix/include/superflip/superflip.h"; } |
  sort >included
grep -v superflip_c.h headers | diff - included
sed 's|.*|#include <&>|' headers >forwards.cpp
sort -r forwards.cpp >backwards.cpp
for order in forwards backwards; do
  $launcher "$compiler" -std=c++20 -Wall -Wextra -Werror -I "$prefix/include" -c $order.cpp -o $order.o
done
if [ -n "$whole" ]; then
  # Several at a time; a header is included, because a compiler warns of #pragma once in what it compiles.
  xargs -P 2 -I HEADER "$compiler" -std=c++20 -fsyntax-only -Wall -Wextra -Werror -I "$prefix/include" -include HEADER \
    -x c++ /dev/null <headers
fi

PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name superflip.pc)")
export PKG_CONFIG_PATH
libraries=$(pkg-config --variable=libdir superflip)
for shared in OFF ON; do
  quietly cmake -S "$source/examples" -B "$work/cmake-$shared" -G Ninja -DCMAKE_BUILD_TYPE=Release -DSHARED=$shared \
    -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_CXX_COMPILER_LAUNCHER="$launcher" -DCMAKE_PREFIX_PATH="$prefix"
  quietly cmake --build "$work/cmake-$shared" --target $built
done
for example in "$source"/examples/*.cpp; do
  name=$(basename "$example" .cpp)
  cp "$example" .
  # shellcheck disable=SC2046  # one word an option
  $launcher "$compiler" -std=c++20 $(pkg-config --cflags superflip) -c "$name.cpp" -o "$name.o"
  # shellcheck disable=SC2046
  "$compiler" "$name.o" -o "$name-ON" $(pkg-config --libs superflip) -Wl,-rpath,"$libraries"
  # shellcheck disable=SC2046
  "$compiler" "$name.o" -o "$name-OFF" $(pkg-config --static --libs superflip | sed 's/-lsuperflip/-l:libsuperflip.a/')
  "./$name-ON" >"$name.out"
  grep -q . "$name.out"
  for program in "./$name-OFF" "cmake-ON/$name" "cmake-OFF/$name"; do
    if [ -n "$whole" ] || [ "$name" = solve ] || [ "$program" = "./$name-OFF" ]; then
      "$program" | diff "$name.out" -
    fi
  done
  readelf -d "$name-ON" | grep -q 'NEEDED.*libsuperflip\.so'
  ! readelf -d "$name-OFF" | grep -q 'NEEDED.*libsuperflip\.so'
  if grep -q '^ *// Output: ' "$example"; then
    sed -n 's|^ *// Output: ||p' "$example" | diff -b - "$name.out"
  fi
  echo "$name: $(head -n 1 "$name.out")"
done
"$prefix/bin/superflip" --version

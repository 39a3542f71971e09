#!/bin/sh
# package.sh BUILD CC CXX: installs a build into a new prefix, moves it, and uses it from C as a stranger would. Every
# example is built by cc and pkg-config alone, with the shared and with the static library, by CMake as a project in C
# that asks for the component c, and by one that asks for the whole package. All print what the example's comment says
# after `Output: `; robot.c is given the line that its comment shows. The header compiles in every C and C++ since 1998,
# and docs/c.md shows the examples as they are.
set -eu
source=$(cd "$(dirname "$0")/../../.." && pwd)
examples=$source/bindings/c/examples
build=$1
cc=$2
cxx=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix
never() { if "$@" >"$work/log" 2>&1; then echo "this should fail: $*"; exit 1; fi; }
quietly() { "$@" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }; }

quietly cmake --install "$build" --prefix "$work/first"
mv "$work/first" "$prefix"
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name superflip-c.pc)")
export PKG_CONFIG_PATH
libraries=$(pkg-config --variable=libdir superflip-c)
# A C program needs no other package.
PKG_CONFIG_LIBDIR=$PKG_CONFIG_PATH pkg-config --exists --print-errors superflip-c

echo '#include <superflip/superflip_c.h>' >"$work/header.c"
for standard in c99 c11 c17; do
  "$cc" -std=$standard -Wall -Wextra -pedantic -Werror -I "$prefix/include" -fsyntax-only "$work/header.c"
done
for standard in c++98 c++11 c++20; do
  "$cxx" -std=$standard -Wall -Wextra -Wno-long-long -Wno-variadic-macros -Werror -I "$prefix/include" -fsyntax-only \
    -x c++ "$work/header.c"
done

# A project in C asks for no compiler of C++ (an impossible one is not noticed).
for static in OFF ON; do
  quietly cmake -S "$examples" -B "$work/cmake-$static" -G Ninja -DCMAKE_BUILD_TYPE=Release -DSTATIC=$static \
    -DCMAKE_C_COMPILER="$cc" -DCMAKE_CXX_COMPILER="$([ $static = ON ] && echo "$cxx" || echo /none)" \
    -DCMAKE_PREFIX_PATH="$prefix"
  quietly cmake --build "$work/cmake-$static"
done
printf 'cmake_minimum_required(VERSION 3.22)\nproject(p LANGUAGES C)\nfind_package(superflip REQUIRED COMPONENTS rust)\n' \
  >"$work/CMakeLists.txt"
never cmake -S "$work" -B "$work/cmake-rust" -DCMAKE_C_COMPILER="$cc" -DCMAKE_PREFIX_PATH="$prefix"
grep -q 'superflip has no component rust' "$work/log"

# The tests themselves, against what is installed.
# shellcheck disable=SC2046  # one word an option
"$cc" -std=c99 -D_POSIX_C_SOURCE=200809L "$source"/bindings/c/tests/*.c $(pkg-config --cflags --libs superflip-c) -lm \
  -pthread -Wl,-rpath,"$libraries" -o "$work/c_test"
quietly "$work/c_test" versions reading doctor moves solving coordinates arrays

# What `echo SCAN | ./robot` of the comment gives the program; nothing for the others.
input_of() { sed -n 's/^ *echo \([A-Z]*\) | .*/\1/p' "$1"; }
for example in "$examples"/*.c; do
  name=$(basename "$example" .c)
  # shellcheck disable=SC2046  # one word an option
  "$cc" -std=c99 -Wall -Wextra -pedantic -Werror "$example" $(pkg-config --cflags --libs superflip-c) \
    -Wl,-rpath,"$libraries" -o "$work/$name"
  # shellcheck disable=SC2046
  "$cc" -std=c99 "$example" $(pkg-config --cflags --libs superflip-c-static) \
    -o "$work/$name-static"
  sed -n 's|^ *\(//\)\{0,1\} *Output: ||p' "$example" >"$work/expected"
  grep -q . "$work/expected"
  for program in "$work/$name" "$work/$name-static" "$work/cmake-OFF/$name" "$work/cmake-ON/$name"; do
    input_of "$example" | "$program" | diff "$work/expected" -
  done
  readelf -d "$work/$name" | grep -q 'NEEDED.*libsuperflip_c\.so'
  readelf -d "$work/$name-static" >"$work/needed"
  never grep 'NEEDED.*libsuperflip' "$work/needed"
  echo "$name: $(head -n 1 "$work/expected")"
done

# Each block of docs/c.md names its file in the line "`bindings/c/examples/NAME.c`:" before it.
awk '$0 == "```" { inside = 0 } inside { print } $0 == "```c" { inside = 1 }' "$source/docs/c.md" >"$work/shown"
sed -n 's|^`\(bindings/c/examples/[a-z_]*\.c\)`:$|\1|p' "$source/docs/c.md" >"$work/names"
(cd "$source" && xargs cat <"$work/names") | diff "$work/shown" -
(cd "$source" && printf '%s\n' bindings/c/examples/*.c | sort) >"$work/all"
sort "$work/names" | diff - "$work/all"

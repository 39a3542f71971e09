#!/bin/sh
# shared_library.sh LIBRARY: the shared library exports what public headers declare. All else that it exports are weak
# symbols: copies of the standard library's templates and inline functions, as in any C++ program.
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
complain() { echo "$1"; failed=1; }

# A header is public when it lies directly in superflip/ or in one of its layers, or in this folder of one
# (cmake/install.cmake).
folder=superflip/coordinate/described
for header in superflip/*.h superflip/*/*.h $folder/*.h; do
  case $header in
    *-inl.h | 'superflip/*.h' | superflip/base/api.h) continue ;;
  esac
  if grep -qE '^(inline )?namespace (\[\[.*\]\] )?superflip' "$header"; then
    complain "$header: a public header opens its namespace by: namespace SUPERFLIP_API superflip {"
  fi
  if grep -nE '^#include "superflip/([^"]*/[^"]*/|.*-inl\.h)' "$header" | grep -vE "\"$folder/[^/\"-]*\""; then
    complain "$header: a public header includes no internal one"
  fi
done
for header in $(find superflip -mindepth 3 -name '*.h' -not -path "$folder/*") $(find superflip -name '*-inl.h'); do
  ! grep -q SUPERFLIP_API "$header" || complain "$header: an internal header exports nothing: no SUPERFLIP_API"
done

readelf -d "$1" | grep -q 'SONAME.*libsuperflip\.so\.[0-9]' || complain "$1 has no soname"
# Mangled names, since not every template's can be taken apart: "T _ZN9superflip5CubeX...".
nm -D --defined-only "$1" | sed 's/^[0-9a-f]* //' >"$work/exported"
grep -q '^T _ZN9superflip' "$work/exported" || complain "$1 exports nothing"
if grep -E 'N9superflip(9two_phase|7optimal|7generic|6pocket|[0-9]+N_[A-Z])' "$work/exported" >"$work/found"; then
  complain "Internals are exported:"
  c++filt <"$work/found"
fi
# Weak are W and V, and u for static data of inline functions.
if grep -vE '^[A-Za-z] _Z(GV|T[ISTV])?N?K?9superflip|^[WVu] _Z.*(9superflip|St|9__gnu_cxx|2tl)' "$work/exported" >"$work/found"; then
  complain "Symbols that are not of this library are exported:"
  c++filt <"$work/found"
fi
[ "$failed" -eq 0 ] && echo "$(wc -l <"$work/exported") symbols"

#!/bin/sh
# vendor.sh [FOLDER]: the C++ libraries that superflip stands on, as sources in third_party/ (headers, and SQLiteCpp,
# which brings SQLite in one file). They are from Debian's packages, pinned by their checksums. With them a wheel
# contains everything, and a source package builds without any network (cmake/third_party.cmake). Does nothing if they
# are there.
set -eu
cd "$(dirname "$0")/.."
to=${1:-third_party}
mirrors="http://deb.debian.org/debian/pool/main http://archive.debian.org/debian/pool/main"
packages="
h/highway/highway_1.0.3.orig.tar.gz             566fc77315878473d9a6bd815f7de78c73734acdcb745c3dde8579560ac5440e
f/fmtlib/fmtlib_9.1.0+ds1.orig.tar.gz           84ce1c2d0be3a9863935137969dcec6970125caac032f82474640bfc81463583
t/tl-expected/libexpected-dev_1.0.0~dfsg-3_all.deb f6ff083e016e77fc51a359f6afd6947f496dbb55db47857e31de384177a7fbf1
x/xxhash/xxhash_0.8.1.orig.tar.gz               3bb6b7d6f30c591dd65aaaff1c8b7a5b94d81687998ca9400082c739a690436c
s/sqlitecpp/sqlitecpp_3.2.1.orig.tar.gz         70c67d5680c47460f82a7abf8e6b0329bf2fb10795a982a6d8abc06adb42d693
n/nlohmann-json3/nlohmann-json3-dev_3.11.2-2_all.deb ec57940def6b6186c30be0e0ee81d1e58f86d11a54a145b28686a1e3e4aae801"

[ "$(cat "$to/packages" 2>/dev/null)" = "$packages" ] && exit 0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fetch() {  # URL FILE
  if command -v curl >/dev/null 2>&1; then
    curl -fsSL --retry 2 --max-time 120 -o "$2" "$1"
  elif command -v wget >/dev/null 2>&1; then
    wget -q -T 60 -O "$2" "$1"
  else
    python3 -c 'import sys, urllib.request; urllib.request.urlretrieve(*sys.argv[1:])' "$1" "$2"
  fi
}
checksum() { if command -v sha256sum >/dev/null 2>&1; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d' ' -f1; }

echo "$packages" | while read -r package sum; do
  [ -n "$package" ] || continue
  file=$work/$(basename "$package")
  for mirror in $mirrors; do
    ! fetch "$mirror/$package" "$file" 2>>"$work/log" || break
  done
  if [ ! -f "$file" ] || [ "$(checksum "$file")" != "$sum" ]; then
    cat "$work/log" >&2
    echo "vendor.sh: $package could not be had, or is not the one that is pinned" >&2
    exit 1
  fi
  mkdir "$file.d"
  case $file in
    *.deb) (cd "$file.d" && ar x "$file" && tar -x -f data.tar.*) ;;
    *) tar -x -f "$file" -C "$file.d" --strip-components=1 ;;
  esac
done

mkdir -p "$work/out/include/hwy" "$work/out/licenses"
take() {  # PACKAGE LICENSE: leaves its folder in $from
  from=$(echo "$work/$1"_*.d)
  cp "$from/$2" "$work/out/licenses/$1.txt"
}
take highway LICENSE
cp "$from"/hwy/*.h "$work/out/include/hwy/"
cp -R "$from/hwy/ops" "$work/out/include/hwy/"
rm -f "$work"/out/include/hwy/ops/*_test.*
take fmtlib LICENSE.rst
cp -R "$from/include/fmt" "$work/out/include/"
take libexpected-dev usr/share/doc/libexpected-dev/copyright
cp -R "$from/usr/include/tl" "$work/out/include/"
take xxhash LICENSE
cp "$from/xxhash.h" "$work/out/include/"
take sqlitecpp LICENSE.txt  # SQLite itself is in the public domain
cp -R "$from/include/SQLiteCpp" "$from/sqlite3/sqlite3.h" "$work/out/include/"
mkdir "$work/out/sqlite"
cp "$from"/src/*.cpp "$from/sqlite3/sqlite3.c" "$work/out/sqlite/"
take nlohmann-json3-dev usr/share/doc/nlohmann-json3-dev/copyright
cp -R "$from/usr/include/nlohmann" "$work/out/include/"
printf '%s\n' "$packages" >"$work/out/packages"
chmod -R u+rwX,go+rX "$work/out"
rm -rf "$to"
mv "$work/out" "$to"

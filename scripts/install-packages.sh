#!/bin/sh
# Installs the packages that are missing for the named purposes: program, server, tests, checks, python, cluster, wasm, js,
# page. If nothing is missing, it needs no network and no root. It tests whether a tool or header can be used, not whether a
# package is installed. So your own compiler or CMake is accepted, and so is a system without apt that has everything.
# With --missing first it installs nothing: it prints what is missing, and fails if that is anything.
set -eu

only_asks=no
if [ "${1-}" = --missing ]; then
  only_asks=yes
  shift
fi

has_header() { printf '#if !__has_include(<%s>)\n#error missing\n#endif\n' "$1" | ${CXX:-c++} -E -x c++ - >/dev/null 2>&1; }
has_daemon() { PATH=$PATH:/usr/sbin command -v "$1" >/dev/null 2>&1; }
has_program() { command -v "$1" >/dev/null 2>&1; }
# A compiler cache is for comfort: a system without apt-get need not have it.
has_cache() { has_program ccache || ! has_program apt-get; }
# So is a linker that is faster.
has_linker() { has_program ld.lld || ! has_program apt-get; }
# So is Chromium without its windows, in which tests take half the time.
has_browser() {
  has_program chromium-headless-shell || [ -n "${CHROMIUM-}" ] ||
    { has_program chromium && ! apt-cache show chromium-headless-shell >/dev/null 2>&1; }
}
# What a newer Python could have stays as it is: a system with an old one has no package of Python to offer.
has_python() { has_program python3; }
has_venv() { python3 -c 'import ensurepip, venv' 2>/dev/null; }
has_python_headers() {
  python3 -c 'import os, sysconfig; os.stat(os.path.join(sysconfig.get_path("include"), "Python.h"))' 2>/dev/null
}
has_fuzzer() { ls "$(clang++ -print-resource-dir)"/lib/*/libclang_rt.fuzzer*.a >/dev/null 2>&1; }

# The Debian package, and a command that succeeds if it is not needed.
wants() {
  case $1 in
    program) echo "
      g++                 has_program ${CXX:-c++}
      cmake               has_program cmake
      ninja-build         has_program ninja
      ccache              has_cache
      pkg-config          has_program pkg-config
      libhwy-dev          has_header hwy/highway.h
      libfmt-dev          has_header fmt/core.h
      libexpected-dev     has_header tl/expected.hpp
      libxxhash-dev       has_header xxhash.h
      libsqlitecpp-dev    has_header SQLiteCpp/SQLiteCpp.h
      libsqlite3-dev      has_header sqlite3.h
      libcli11-dev        has_header CLI/CLI.hpp
      nlohmann-json3-dev  has_header nlohmann/json.hpp" ;;
    server) echo "
      libboost-dev        has_header boost/beast/http.hpp" ;;
    tests) echo "
      libgtest-dev        has_header gtest/gtest.h
      libgmock-dev        has_header gmock/gmock.h
      librapidcheck-dev   has_header rapidcheck.h
      python3             has_program python3
      python3-venv        has_venv" ;;
    checks) echo "
      clang               has_program clang++
      libclang-rt-dev     has_fuzzer
      lld                 has_linker
      clang-format        has_program clang-format
      clang-tidy          has_program clang-tidy
      valgrind            has_program valgrind" ;;
    python) echo "
      python3             has_python
      python3-venv        has_venv
      python3-dev         has_python_headers" ;;
    cluster) echo "
      slurmctld           has_daemon slurmctld
      slurmd              has_daemon slurmd
      slurm-client        has_program sbatch
      munge               has_daemon munged" ;;
    wasm) echo "
      emscripten          has_program em++" ;;
    js | page) echo "
      nodejs              has_program node
      npm                 has_program npm
      chromium-headless-shell has_browser" ;;
    *)
      echo "install-packages.sh: unknown purpose: $1" \
        "(program, server, tests, checks, python, cluster, wasm, js, page)" >&2
      exit 2
      ;;
  esac
}

missing=
for purpose in "$@"; do
  wanted=$(wants "$purpose")
  while read -r package probe; do
    [ -z "$package" ] || $probe || missing="$missing $package"
  done <<END
$wanted
END
done
[ -n "$missing" ] || exit 0
missing=${missing# }
if [ $only_asks = yes ]; then
  echo "$missing"
  exit 1
fi

if ! has_program apt-get; then
  echo "Missing, by the names of Debian's packages: $missing" >&2
  echo "This system has no apt-get: please install them with its own package manager and try again." >&2
  exit 1
fi
as_root=
if [ "$(id -u)" -ne 0 ]; then
  if ! has_program sudo; then
    echo "Missing packages, and no sudo to install them. As root: apt-get install $missing" >&2
    exit 1
  fi
  as_root=sudo
  [ -t 0 ] || as_root="sudo -n"
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
echo "Installing $missing" >&2
apt() { $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300 "$@" </dev/null >>"$log" 2>&1; }
# shellcheck disable=SC2086 # one word per package
if ! { apt install -y --no-install-recommends $missing || { apt update && apt install -y --no-install-recommends $missing; }; }; then
  cat "$log" >&2
  echo "Could not install: $missing" >&2
  exit 1
fi

#!/bin/sh
# fetch.sh: installs and downloads all that any check needs: Debian's packages, what the tests in Python use from PyPI, and
# the tools of the npm package and of the page, these side by side. After it no check needs the network. Each part is tried
# four times.
set -eu
cd "$(dirname "$0")/.."

fetch() {
  for pause in 5 30 90 0; do
    if "$@"; then return; fi
    echo "fetch.sh: this failed: $*" >&2
    sleep $pause
  done
  exit 1
}
fetch scripts/install-packages.sh program server tests checks python wasm js page
# What runs in the background does not hear Ctrl-C.
trap 'kill 0' INT
parts=
fetch scripts/python-environment.sh build/release/python-environment & parts="$parts $!"
fetch scripts/schemathesis-environment.sh build/schemathesis & parts="$parts $!"
fetch bindings/js/package.sh --fetch build/wasm & parts="$parts $!"
fetch apps/page/build.sh --fetch & parts="$parts $!"
failed=0
for part in $parts; do wait "$part" || failed=1; done
[ $failed -eq 0 ] || exit 1
# A test of `make check` starts Slurm, and is skipped where that is not there.
scripts/install-packages.sh cluster || true

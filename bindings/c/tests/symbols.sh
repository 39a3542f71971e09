#!/bin/sh
# symbols.sh LIBRARY: the shared library for C exports exactly the functions of symbols.txt, and superflip_c.h declares
# exactly these. A function that is added is added to the list; one that is removed or renamed breaks programs. Each that
# takes something is given nonsense in nonsense_test.c.
set -eu
cd "$(dirname "$0")"
LC_ALL=C
export LC_ALL
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
nm -D --defined-only "$1" | awk '{ print $NF }' | sort >"$work/exported"
diff symbols.txt "$work/exported"
sed 's|//.*||' ../include/superflip/superflip_c.h | tr '\n' ' ' | grep -oE 'SF_API [^;]*' | grep -oE 'sf_[a-z0-9_]+\(' |
  tr -d '(' | sort >"$work/declared"
diff symbols.txt "$work/declared"
sed 's|//.*||' ../include/superflip/superflip_c.h | tr '\n' ' ' | grep -oE 'SF_API [^;]*' | grep -v '(void)' |
  grep -oE 'sf_[a-z0-9_]+\(' | tr -d '(' | sort >"$work/takes"
grep -oE '\bsf_[a-z0-9_]+\(' nonsense_test.c | tr -d '(' | sort -u >"$work/tried"
untried=$(comm -23 "$work/takes" "$work/tried")
[ -z "$untried" ] || { echo "nonsense_test.c does not call: $untried"; exit 1; }
readelf -d "$1" | grep -q 'SONAME.*libsuperflip_c\.so\.[0-9]'
if readelf -d "$1" | grep 'NEEDED.*libsuperflip\.so'; then exit 1; fi
echo "$(wc -l <symbols.txt) symbols"

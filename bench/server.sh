#!/bin/sh
# server.sh PROGRAM [SECONDS [CONNECTIONS]]: how many requests a second the server answers, and how fast, beside a
# handler that does nothing (/healthz). Of /v1/solve every answer is replayed by tests/server/cube.py; the exit code is
# 1 if one was wrong, lost or refused. Default: 30 seconds of 64 connections. Needs wrk (Debian's package) and Python.
set -eu
program=$(realpath "$1")
seconds=${2:-30}
connections=${3:-64}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
"$program" serve --port 0 --lazy --queue 1000 2>"$work/said" &
server=$!
trap 'kill $server 2>/dev/null; wait $server || true; rm -rf "$work"' EXIT
until url=$(sed -n 's|.*serving \(http://127.0.0.1:[0-9]*\)/.*|\1|p' "$work/said") && [ -n "$url" ]; do
  kill -0 $server
  sleep 0.1
done
until python3 -c 'import json, sys, urllib.request
sys.exit(not json.load(urllib.request.urlopen(sys.argv[1]))["ready"])' "$url/healthz"; do sleep 0.2; done
"$program" scramble -n 1000 --seed 1 | "$program" convert --to facelets >"$work/cubes"

echo "/healthz:"
wrk -t 1 -c "$connections" -d "$seconds" --latency "$url/healthz" | grep -E '50%|99%|Requests/sec|Socket errors|Non-2xx' || true
memory() { awk '/VmRSS/ { print $2 " kB" }' "/proc/$server/status"; }
echo "/v1/solve, at most 21 moves (memory before: $(memory)):"
CUBES=$work/cubes ANSWERS=$work/answers wrk -t 1 -c "$connections" -d "$seconds" --latency -s "$here/server.lua" "$url" |
  tee "$work/report" | grep -E '50%|99%|Requests/sec|Socket errors|Non-2xx|lost'
echo "memory after: $(memory)"
grep -q ' 0 answers that were no success, 0 lost' "$work/report"
python3 - "$here/../tests/server" "$work"/answers.* <<'END'
import sys

sys.path.insert(0, sys.argv[1])
import cube

seen = set()
answers = 0
for name in sys.argv[2:]:
    for line in open(name, encoding="ascii"):
        answers += 1
        if line in seen or not line.endswith("\n"):  # the same answer was replayed; the last one may be cut off
            continue
        facelets, _, moves = line.rstrip("\n").partition(" ")
        if cube.apply(facelets, moves) != cube.SOLVED:
            sys.exit("wrong: " + line)
        seen.add(line)
print(f"{answers} answers, {len(seen)} different ones, all replayed")
END

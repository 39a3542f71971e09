#!/usr/bin/env python3
"""tidy.py BUILD [--all]: clang-tidy on the sources of the library and the apps, with the compile commands of BUILD.

A file that was found clean is not looked at again while nothing changes that clang-tidy sees: the file, the headers that
the compiler read for it, its compile command, clang-tidy and its configuration. Their hash is kept in the user's cache
folder, so any clone finds it. The words of comments do not count, so that one in a header that all read costs nothing.
BUILD must have been built: the list of headers is Ninja's.

Without --all the static analyzer is left out, which takes most of the time.
"""

import concurrent.futures
import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "superflip-tidy"


def without_comments(text: bytes) -> bytes:
    """The text with nothing in the lines that are comments alone, but for those that speak to clang-tidy."""
    return re.sub(rb"(?m)^[ \t]*//(?!.*NOLINT).*$", b"//", text)


def headers_of(build: Path) -> dict[str, list[str]]:
    """The files that the compiler read for each object, by the object's path below BUILD."""
    read: dict[str, list[str]] = {}
    current: list[str] = []
    listed = subprocess.run(["ninja", "-C", build, "-t", "deps"], capture_output=True, text=True, check=True)
    for line in listed.stdout.splitlines():
        if line.startswith("    "):
            current.append(line.strip())
        elif ": #deps" in line:
            current = read.setdefault(line.split(": #deps")[0], [])
    return read


def main() -> int:
    build = Path(sys.argv[1]).resolve()
    checks = [] if "--all" in sys.argv else ["-checks=-clang-analyzer-*"]
    version = subprocess.run(["clang-tidy", "--version"], capture_output=True, text=True, check=True).stdout
    shared = version + str(checks) + (ROOT / ".clang-tidy").read_text()
    known: dict[Path, bytes] = {}

    def contents(name: str) -> bytes:
        path = (build / name).resolve()
        if path not in known:
            known[path] = hashlib.sha256(without_comments(path.read_bytes())).digest()
        return known[path]

    headers = headers_of(build)
    waiting = []
    seen = set()
    for entry in json.loads((build / "compile_commands.json").read_text()):
        source = Path(entry["file"])
        if source in seen or not any(source.is_relative_to(ROOT / folder) for folder in ("superflip", "apps")):
            continue
        seen.add(source)
        key = hashlib.sha256((shared + entry["command"].replace(str(ROOT), ".")).encode())
        key.update(contents(str(source)))
        words = shlex.split(entry["command"])
        for header in sorted(headers[words[words.index("-o") + 1]]):
            key.update(contents(header))
        stamp = CACHE / key.hexdigest()
        if not stamp.exists():
            waiting.append((source, stamp))

    def look_at(source: Path, stamp: Path) -> str:
        command = ["clang-tidy", "-quiet", "-p", str(build), *checks, str(source)]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if done.returncode == 0:
            CACHE.mkdir(parents=True, exist_ok=True)
            stamp.touch()
            return ""
        return done.stdout or done.stderr

    print(f"clang-tidy: {len(waiting)} of {len(seen)} files are new or have changed", flush=True)
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for found in pool.map(lambda work: look_at(*work), waiting):
            if found:
                failed += 1
                print(found, flush=True)
    return 1 if failed else 0


sys.exit(main())

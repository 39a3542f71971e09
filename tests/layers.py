#!/usr/bin/env python3
"""layers.py: each file includes only what the list of layers in HACKING.md lets it include, and there is no cycle, of
files or of folders.

The list is read, so that it and the code say the same.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]


def layers():
    """For each folder of the list, the beginnings of what its files may include besides their own folder."""
    text = (ROOT / "HACKING.md").read_text()
    block = text[text.index("\n## Layers\n"):text.index("**Public** headers")]
    allowed = {}
    for folder, rest in re.findall(r"^    ([a-z/]+/) +(.*)$", block, re.M):
        rest = re.sub(r"\([^)]*\)", "", rest).split(";")[0]
        if found := re.search(r"includes (.*)", rest):
            names = [] if found[1].startswith("nothing") else re.findall(r"[a-z]+", found[1])
            allowed[folder] = [f"superflip/{name}/" for name in names]
        elif "only superflip/superflip.h" in rest:
            allowed[folder] = ["superflip/superflip.h"] + (["apps/server/server.h"] if "serve.cpp" in rest else [])
    return allowed


def includes():
    """The files of the project that each file includes."""
    found = {}
    for top in ("superflip", "apps", "bindings"):
        for path in (ROOT / top).rglob("*"):
            if path.suffix in (".h", ".cpp") and "tests" not in path.parts:
                text = path.read_text()
                found[str(path.relative_to(ROOT))] = re.findall(r'^#include "((?:superflip|apps|bindings)/.*?)"', text, re.M)
    return found


def folders(graph):
    """The folders of superflip/ that each folder beside them includes files of. Those of a folder itself count for
    none of the folders in it: it may include what is in them, and they may include it."""
    found = {}
    for file, others in graph.items():
        for other in others:
            a, b = (pathlib.PurePath(name).parent.parts for name in (file, other))
            shared = next((n for n, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
            if a[0] == b[0] == "superflip" and shared < min(len(a), len(b)):
                found.setdefault("/".join(a[:shared + 1]), set()).add("/".join(b[:shared + 1]))
    return found


def cycle(graph):
    """The files, or folders, of a cycle of includes, or nothing."""
    done = set()

    def search(file, path):
        if file in path:
            return path[path.index(file):] + [file]
        if file in done:
            return None
        for other in graph.get(file, ()):
            if found := search(other, path + [file]):
                return found
        done.add(file)
        return None

    for file in graph:
        if found := search(file, []):
            return found
    return None


def main():
    allowed = layers()
    assert len(allowed) >= 13, f"only {sorted(allowed)} were found in HACKING.md"
    graph = includes()
    faults = []
    checked = 0
    for folder, may in allowed.items():
        for file, others in graph.items():
            if not file.startswith(folder):
                continue
            checked += 1
            faults += [f"{file} includes {other}" for other in others
                       if other != "superflip/superflip_c.h" and not other.startswith((folder, *may))]
    assert checked > 400, f"only {checked} files were found"
    for of in (graph, folders(graph)):
        if found := cycle(of):
            faults.append("a cycle: " + " -> ".join(found))
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

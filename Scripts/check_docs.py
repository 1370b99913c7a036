#!/usr/bin/env python3
"""Fails on public declarations without documentation, enum cases and requirements of protocols among them.

usage: Scripts/check_docs.py FOLDER-OF-SYMBOL-GRAPHS Module …
"""
import json
import pathlib
import sys


def undocumented(graph):
    for symbol in graph["symbols"]:
        lines = symbol.get("docComment", {}).get("lines", [])
        if any(line["text"].strip() for line in lines):
            continue
        location = symbol.get("location")
        if location is None:
            continue  # made by the compiler
        place = location["uri"].removeprefix("file://").removeprefix(str(pathlib.Path.cwd()) + "/")
        yield place, location["position"]["line"] + 1, ".".join(symbol["pathComponents"])


folder, modules = pathlib.Path(sys.argv[1]), sys.argv[2:]
found, count = set(), 0
for module in modules:
    paths = sorted({*folder.glob(f"{module}.symbols.json"), *folder.glob(f"{module}@*.symbols.json")})
    if not paths:
        sys.exit(f"check_docs: no symbol graph of {module} in {folder}")
    for path in paths:
        graph = json.loads(path.read_text())
        count += len(graph["symbols"])
        found |= set(undocumented(graph))
for place, line, name in sorted(found):
    print(f"{place}:{line}: {name} has no documentation")
print(f"documentation: {len(found)} of {count} public declarations are without")
sys.exit(bool(found))

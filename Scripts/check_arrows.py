#!/usr/bin/env python3
"""Fails when a folder of a target names a type of a folder it may not know, and when two files know each other.

usage: Scripts/check_arrows.py [Sources/Target …]     default: every target with an arrows.txt

arrows.txt:  Client -> Message Codec             Client may name types of Message and Codec
             pair: A.swift B.swift reason        these two files may know each other
"""
import pathlib
import re
import sys

sys.dont_write_bytecode = True
import swift_text

DECLARATION = re.compile(r"^(?:@\w+(?:\([^)]*\))? +)*(?P<words>(?:[\w()]+ +)*?)"
                         r"(?P<kind>struct|class|enum|protocol|actor|typealias|macro) +(?P<name>\w+)")
NESTED = re.compile(r"\b(?:struct|class|enum|protocol|actor|typealias|associatedtype|case) +(\w+)")
USE = re.compile(r"(?<![\w.])[A-Z]\w*")


class Target:
    """The folders, files, types and arrows of one target."""

    def __init__(self, root):
        self.root = root
        self.arrows = {}
        for line in (root / "arrows.txt").read_text().splitlines():
            if "->" in line and not line.startswith("#"):
                name, known = line.split("->")
                self.arrows[name.strip()] = known.split()
        self.pairs = [set(words[:2]) for words in swift_text.notes(root, "pair") if len(words) > 2]
        self.files = {path: swift_text.code(path) for path in sorted(root.rglob("*.swift"))}
        self.home = {}
        for path, text in self.files.items():
            for name in declared(text):
                self.home.setdefault(name, path)
        self.uses = {path: self.used(path, text) for path, text in self.files.items()}

    def used(self, path, text):
        """The other files whose types this one names."""
        text = re.sub(rf"\b{self.root.name}\.(?=[A-Z])", "", text)
        names = set(USE.findall(text)) - set(NESTED.findall(text))
        return {self.home[name] for name in names if name in self.home and self.home[name] != path}

    def folder(self, path):
        """The folder beneath the root that holds the file; None for a file in the root itself."""
        parts = path.relative_to(self.root).parts
        return parts[0] if len(parts) > 1 else None

    def reachable(self, start):
        seen, todo = set(), list(self.arrows[start])
        while todo:
            name = todo.pop()
            if name not in seen:
                seen.add(name)
                todo += self.arrows.get(name, [])
        return seen

    def problems(self):
        yield from (f"{self.root}/arrows.txt: {name} reaches itself"
                    for name in self.arrows if name in self.reachable(name))
        for path, targets in self.uses.items():
            yield from self.problems_of(path, sorted(targets))

    def problems_of(self, path, targets):
        folder = self.folder(path)
        if folder is None:
            return  # a file in the root, such as main.swift, may know every folder
        if folder not in self.arrows:
            yield f"{path}: arrows.txt does not name the folder {folder}"
            return
        for target in targets:
            other = self.folder(target)
            if other is None:
                yield f"{path}: a folder may not know a file of the root ({target.name})"
            elif other != folder and other not in self.arrows[folder]:
                yield f"{path}: {folder} may not know {other} ({target.name})"
            if path in self.uses[target] and path < target and not self.may_know_each_other(path, target):
                yield f"{path} and {target} know each other: cut one arrow, or name the pair and its reason in arrows.txt"

    def may_know_each_other(self, a, b):
        """Whether the pair is named, or the files are one type and its extensions (X.swift, X+Y.swift)."""
        same_type = a.parent == b.parent and a.stem.split("+")[0] == b.stem.split("+")[0]
        return same_type or {a.name, b.name} in self.pairs


def declared(text):
    """The names that a file declares at its top level for other files to use."""
    depth = 0
    for line in text.splitlines():
        if depth == 0 and (found := DECLARATION.match(line)):
            if "private" not in found["words"]:
                yield found["name"]
        depth += line.count("{") - line.count("}")


roots = [pathlib.Path(name) for name in sys.argv[1:]] or sorted(
    path.parent for path in pathlib.Path("Sources").glob("*/arrows.txt"))
found = [problem for root in roots for problem in Target(root).problems()]
print("\n".join(found) if found else "arrows: as drawn")
sys.exit(bool(found))

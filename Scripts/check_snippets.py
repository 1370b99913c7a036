#!/usr/bin/env python3
"""Fails where a Swift sample of a document is not the text of a snippet, which the build compiles.

usage: Scripts/check_snippets.py [--write]       --write puts the snippets' text into the documents

A sample in README.md, docs/*.md or a DocC article stands under a line that names its snippet:
    <!-- snippet: FirstCall -->            the text of Snippets/FirstCall.swift
    <!-- snippet: FirstCall.send -->       its part between `// snippet.send` and `// snippet.end`
A comment at the top of a snippet says what it shows and is no part of it.
`// snippet.hide` and `// snippet.show` leave lines out, as SwiftPM and DocC read them.
"""
import pathlib
import re
import sys
import textwrap

BLOCK = re.compile(r"(?P<mark><!-- snippet: (?P<name>[\w.]+) -->\n)?```swift\n(?P<text>.*?)^```$", re.S | re.M)
INTRODUCTION = re.compile(r"\A(?://(?! snippet\.)[^\n]*\n)*")
MARK = re.compile(r"^\s*//\s*snippet\.(\w+)\s*$")


def shown(name):
    """The text of a snippet that readers see."""
    stem, _, part = name.partition(".")
    path = pathlib.Path("Snippets") / f"{stem}.swift"
    if not path.exists():
        return None
    visible, inside, lines = True, not part, []
    for line in INTRODUCTION.sub("", path.read_text()).splitlines():
        if mark := MARK.match(line):
            visible = {"hide": False, "show": True}.get(mark[1], visible)
            if part and mark[1] not in ("hide", "show"):
                inside = mark[1] == part
        elif visible and inside:
            lines.append(line)
    return textwrap.dedent("\n".join(lines)).strip("\n") + "\n" if lines else None


def documents():
    yield from (path for path in [pathlib.Path("README.md")] if path.exists())
    yield from sorted(pathlib.Path("docs").rglob("*.md"))
    yield from sorted(pathlib.Path("Sources").rglob("*.docc/**/*.md"))


def problem(block):
    if block["name"] is None:
        return "a sample that names no snippet: put <!-- snippet: Name --> above it"
    text = shown(block["name"])
    if text is None:
        return f"there is no snippet {block['name']}"
    return None if text == block["text"] else f"differs from the snippet {block['name']}: Scripts/check_snippets.py --write"


def rewritten(block):
    text = shown(block["name"]) if block["name"] else None
    return block[0] if text is None else f"{block['mark']}```swift\n{text}```"


def main():
    found = []
    for path in documents():
        if "--write" in sys.argv:
            path.write_text(BLOCK.sub(rewritten, path.read_text()))
        text = path.read_text()
        for block in BLOCK.finditer(text):
            if reason := problem(block):
                found.append(f"{path}:{text.count(chr(10), 0, block.start()) + 1}: {reason}")
    print("\n".join(found) if found else "samples: all compiled")
    return bool(found)


sys.exit(main())

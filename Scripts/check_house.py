#!/usr/bin/env python3
"""Fails on what the house rules forbid and the compiler and the formatter let pass.

usage: Scripts/check_house.py [--figures]     --figures prints lengths of files and functions

arrows.txt:  unchecked: File.swift reason     this file may hold @unchecked Sendable and its kin
"""
import pathlib
import re
import statistics
import sys

sys.dont_write_bytecode = True
import swift_text

LINES_OF_A_FILE = 400
LINES_OF_A_FUNCTION = 60
USUAL_LINES_OF_A_FUNCTION = 25
COLUMNS = 120

UNCHECKED = re.compile(r"@unchecked\s+Sendable|nonisolated\(unsafe\)|\bassumeIsolated\b|\bUnmanaged\b")
REFUSED = {
    r"(?<![\w.])(?:debug|Swift\.)?[pP]rint\(": "a library does not print",
    r"\btry!": "`try!` traps: throw or handle the error",
    r"\bas!": "`as!` traps: use `as?` and say what was expected",
    r"\bfatalError\(": "`fatalError` traps: throw an error that says what to do",
    r"^\s*import Foundation\b": "libraries import FoundationEssentials, through the target's Foundation.swift",
}
TODO = re.compile(r"//.*\b(?:TODO|FIXME|XXX)\b")
FUNCTION = re.compile(r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:[\w()]+\s+)*?(?:func\b|init[?!]?\s*[(<]|deinit\b|subscript\b)")
PUBLIC_TYPE = re.compile(r"^(?:@\S+ +)*(?:\w+ +)*?public +(?:\w+ +)*?(?:struct|class|enum|protocol|actor) +(\w+)")
CONDITION = re.compile(r"^\s*#if\b")
LIBRARIES = ("Sterna", "SternaTesting", "SternaUI", "SternaImages", "SternaOffline")


def functions(text):
    """(first line, number of lines) of every function of a file, the nested ones counted with theirs."""
    lines, depth, open_at, found = text.splitlines(), 0, None, []
    for number, line in enumerate(lines, 1):
        if open_at is None and FUNCTION.match(line):
            open_at = (number, depth)
            seen_brace = False
        depth += line.count("{") - line.count("}")
        if open_at is None:
            continue
        seen_brace = seen_brace or "{" in line
        if seen_brace and depth <= open_at[1]:
            found.append((open_at[0], number - open_at[0] + 1))
            open_at = None
        elif not seen_brace and ends_without_body(lines, number, line):
            open_at = None  # a requirement of a protocol
    return found


def ends_without_body(lines, number, line):
    """Whether a declaration ends on this line: it has no body, and the next line does not carry it on."""
    following = lines[number].strip() if number < len(lines) else ""
    closed = line.count("(") <= line.count(")") and not line.rstrip().endswith(("(", ","))
    return closed and not following.startswith(("{", ")", "where ", "->", "async", "throws")) and ")" in line


def problems_of_text(path, raw, text):
    lines = raw.splitlines()
    if len(lines) > LINES_OF_A_FILE:
        yield f"{path}: {len(lines)} lines; a file has at most {LINES_OF_A_FILE}"
    for number, line in enumerate(lines, 1):
        if len(line) > COLUMNS:
            yield f"{path}:{number}: {len(line)} columns; a line has at most {COLUMNS}"
    for first, count in functions(text):
        if count > LINES_OF_A_FUNCTION:
            yield f"{path}:{first}: a function of {count} lines; at most {LINES_OF_A_FUNCTION}"


def problems_of_library(path, raw, text, target):
    allowed = {words[0] for words in swift_text.notes(target, "unchecked") if len(words) > 1}
    for number, line in enumerate(text.splitlines(), 1):
        for pattern, reason in REFUSED.items():
            if re.search(pattern, line):
                yield f"{path}:{number}: {reason}"
        if UNCHECKED.search(line) and path.name not in allowed:
            yield f"{path}:{number}: unchecked code; name the file and its reason in {target}/arrows.txt, or avoid it"
    for number, line in enumerate(raw.splitlines(), 1):
        if TODO.search(line):
            yield f"{path}:{number}: no TODO in a library: do it, or file it"
    types = dict.fromkeys(match[1] for line in text.splitlines() if (match := PUBLIC_TYPE.match(line)))
    if len(types) > 1 or types and path.stem not in types:
        yield f"{path}: holds {', '.join(types)}; one public type a file, named after it"
    yield from conditions_in_functions(path, text)


def conditions_in_functions(path, text):
    lines = text.splitlines()
    for first, count in functions(text):
        for number in range(first, first + count):
            if CONDITION.match(lines[number - 1]):
                yield f"{path}:{number}: a condition of the platform inside a function; make it whole declarations"


def problems_of_notes(target):
    names = {path.name for path in target.rglob("*.swift")}
    for words in swift_text.notes(target, "unchecked"):
        if words and words[0] not in names:
            yield f"{target}/arrows.txt: there is no {words[0]}"


def figures(sources):
    sizes = [len(raw.splitlines()) for raw, _ in sources]
    lengths = sorted(count for _, text in sources for _, count in functions(text)) or [0]
    usual = sum(length <= USUAL_LINES_OF_A_FUNCTION for length in lengths) / len(lengths)
    return (f"{len(sizes)} files, median {statistics.median(sizes):.0f} lines; {len(lengths)} functions, "
            f"median {statistics.median(lengths):.0f} lines, {usual:.1%} have at most {USUAL_LINES_OF_A_FUNCTION}")


def main():
    found, libraries = [], []
    for place in ("Sources", "Tests", "Snippets", "Examples", "Bench"):
        for path in sorted(pathlib.Path(place).rglob("*.swift")):
            if ".build" in path.parts:
                continue
            raw = path.read_text()
            text = swift_text.without_strings(raw)
            found += problems_of_text(path, raw, text)
            if place == "Sources" and path.parts[1] in LIBRARIES:
                libraries.append((raw, text))
                found += problems_of_library(path, raw, text, pathlib.Path(*path.parts[:2]))
    for target in sorted(path.parent for path in pathlib.Path("Sources").glob("*/arrows.txt")):
        found += problems_of_notes(target)
    if "--figures" in sys.argv:
        print("libraries:", figures(libraries))
    print("\n".join(found) if found else "house rules: kept")
    return bool(found)


sys.exit(main())

"""Reads Swift files as code without comments and without the contents of string literals, line by line as they stand."""
import pathlib
import re

TOKEN = re.compile(
    r'(?P<hash>#*)"""|(?P<one>#*)"|(?P<line>//[^\n]*)|(?P<block>/\*.*?\*/)|`(?P<name>[^`\n]+)`', re.S)


def blank(text):
    """The same number of line breaks, and nothing else."""
    return "\n" * text.count("\n")


def without_strings(text):
    """The code with comments removed and literals emptied; what stands in \\(…) inside a literal is kept as code."""
    result, place = [], 0
    while found := TOKEN.search(text, place):
        result.append(text[place:found.start()])
        place = found.end()
        if found["name"] is not None:
            result.append(found["name"] if found["name"].isidentifier() else "_")
        elif found["hash"] is not None or found["one"] is not None:
            hashes = found["hash"] if found["hash"] is not None else found["one"]
            inside, place = literal(text, place, '"""' if found["hash"] is not None else '"', hashes)
            result.append('"' + inside + '"')
        else:
            result.append(blank(found[0]))
    return "".join(result) + text[place:]


def literal(text, place, quote, hashes):
    """The code inside a literal that begins before `place`, and the place after it."""
    kept = []
    escape = "\\" + hashes
    while place < len(text):
        if text.startswith(quote + hashes, place):
            return "".join(kept), place + len(quote) + len(hashes)
        if text.startswith(escape + "(", place):
            end = closing(text, place + len(escape) + 1)
            kept.append(" " + without_strings(text[place + len(escape) + 1:end - 1]) + " ")
            place = end
        elif text.startswith(escape, place):
            place += len(escape) + 1
        else:
            if text[place] == "\n":
                kept.append("\n")
            place += 1
    return "".join(kept), place


def closing(text, place):
    """The place after the parenthesis that closes the one before `place`."""
    depth = 1
    while place < len(text) and depth:
        if text[place] == '"':
            quote = '"""' if text.startswith('"""', place) else '"'
            _, place = literal(text, place + len(quote), quote, "")
            continue
        depth += (text[place] == "(") - (text[place] == ")")
        place += 1
    return place


def code(path):
    """The code of a file."""
    return without_strings(pathlib.Path(path).read_text())


def notes(target, word):
    """The lines `word: rest` of a target's arrows.txt, each as the list of its words."""
    lines = (pathlib.Path(target) / "arrows.txt").read_text().splitlines()
    return [line.split(":", 1)[1].split() for line in lines if line.startswith(word + ":")]

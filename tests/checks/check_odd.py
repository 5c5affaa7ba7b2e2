#!/usr/bin/env python3
"""What is odd in the reference and kept is told in two places, which must name the same things.

usage: check_odd.py
A line of src/ that makes an oddity carries its key: `// odd: key`, or `// odd: key; why`. The
tables under "## Oddities that are kept" of docs/conformance.md have the key as `key` in their first
column. Every tag needs a row, every row a tag, no key has two rows. Orders of operations that are
chosen for equal bits are marked `// order: ...`, with some words; there must be some.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADING = "## Oddities that are kept"
TAG = re.compile(r"//\s*(odd|order):(.*)")


def rows(text):
    """Keys of the tables under the heading, and what is wrong with them."""
    head, found, rest = text.partition(f"\n{HEADING}\n")
    if not found:
        sys.exit(f"docs/conformance.md has no section {HEADING!r}")
    body = re.split(r"^## ", rest, flags=re.M)[0]
    line = head.count("\n") + 2
    keys, faults = {}, []
    for number, row in enumerate(body.splitlines(), line + 1):
        if not row.startswith("|") or re.match(r"\|(-+\||\s*key\s*\|)", row):
            continue
        cell = re.match(r"\| `([^`|;]+)` \|", row)
        if not cell:
            faults.append(f"docs/conformance.md:{number}: the first column is no `key`")
        elif cell[1] in keys:
            faults.append(f"docs/conformance.md:{number}: {cell[1]!r} has a row already")
        else:
            keys[cell[1]] = number
    return keys, faults


def tags():
    """(place, kind, key or words) of all tags in src/."""
    for path in sorted((ROOT / "src").rglob("*")):
        if path.suffix not in (".c", ".h", ".def"):
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            hit = TAG.search(line)
            if hit:
                words = hit[2] if hit[1] == "order" else hit[2].split(";")[0]
                yield f"{path.relative_to(ROOT)}:{number}", hit[1], words.strip()


def main():
    keys, faults = rows((ROOT / "docs/conformance.md").read_text())
    odd, orders = set(), 0
    for place, kind, words in tags():
        if not words:
            faults.append(f"{place}: {kind}: without words")
        elif kind == "order":
            orders += 1
        else:
            odd.add(words)
            if words not in keys:
                faults.append(f"{place}: no row in docs/conformance.md for {words!r}")
    for key in keys.keys() - odd:
        faults.append(f"docs/conformance.md:{keys[key]}: no line of src/ has // odd: {key}")
    if not keys or not orders:
        faults.append(f"{len(keys)} keys and {orders} orders: the check finds nothing to compare")
    for fault in sorted(faults):
        print(fault)
    print(f"{len(keys)} oddities with {len(odd)} keys in src/, {orders} orders")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())

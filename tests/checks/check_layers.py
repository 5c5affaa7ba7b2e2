#!/usr/bin/env python3
"""Checks the direction of includes and of calls: a file uses its own folder or lower ones only.

usage: check_layers.py [--archive LIBRARY.a] [REPOSITORY]
The order is that of docs/architecture.md. Also: a public header includes public headers only, file names
are unique, and nothing but base/mem.c calls the heap of the C library. With the archive of all objects:
no object asks for a symbol that is defined in a higher folder, whichever header declares it.
"""
import argparse
import collections
import pathlib
import re
import subprocess
import sys

CORE = ["base", "math", "model", "dyn", "force", "collide", "constraint", "solve", "plugin", "step", "diff", "batch", "io", "scene", "render", "ui"]
LOADER = ["xml", "asset", "spec", "compile", "mjcf", "urdf", "load", "lint"]
LAYERS = CORE + LOADER
HEAP = re.compile(r"\b(?<!_)(malloc|calloc|realloc|aligned_alloc|strdup|strndup|free)\s*\(")
INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^">]+)[">]', re.M)
VARIANT = re.compile(r"_(w1|w2|w4_avx2|w8_avx512|wide_base|wide_avx2|wide_avx512)$")  # lane suffixes: one function in several widths


def strip_comments(text):
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    return re.sub(r"//[^\n]*", "", text)


def is_above(other, layer):
    return other not in LAYERS or LAYERS.index(other) > LAYERS.index(layer)


def check_source(path, root, names):
    layer = path.relative_to(root / "src").parts[0]
    if layer not in LAYERS:
        return [f"unknown layer '{layer}'"]
    text = strip_comments(path.read_text())
    faults = [f"includes {target}, which is above its layer" for kind, target in INCLUDE.findall(text)
              if kind == '"' and is_above(target.split("/")[0], layer)]
    if path.name != "mem.c" and HEAP.search(text):
        faults.append(f"calls {HEAP.search(text).group(1)}; use base/mem.h")
    if path.name in names:
        faults.append(f"has the name of {names[path.name]}")
    names[path.name] = path.relative_to(root)
    return faults


def check_header(path):
    targets = [t for k, t in INCLUDE.findall(strip_comments(path.read_text())) if k == '"']
    return [f"includes {t}; public headers use <sinew/...>" for t in targets]


def symbols_of(archive):
    """-> {source name: symbols it asks for}, {symbol: source names that define it}, variants alike"""
    lines = subprocess.run(["nm", "-g", "-A", archive], capture_output=True, text=True, check=True).stdout.splitlines()
    wanted, defined = collections.defaultdict(set), collections.defaultdict(set)
    for line in lines:
        match = re.match(r".*:([^:]+\.c)\.o:[0-9a-f ]*([A-Za-z]) (\S+)$", line)
        if not match:
            continue
        source, kind, symbol = match.groups()
        symbol = VARIANT.sub("", symbol)
        if kind in "Uw":
            wanted[source].add(symbol)
        else:
            defined[symbol].add(source)
    return wanted, defined


def check_symbols(archive, names):
    """-> {source name: faults}; an object in an archive has no folder, but its file name is unique"""
    wanted, defined = symbols_of(archive)
    layer = {name: path.parts[1] for name, path in names.items()}
    found = {}
    for source in sorted(set(wanted) | {s for group in defined.values() for s in group}):
        if source not in layer:
            found[source] = ["is in the archive but not in src"]
            continue
        found[source] = [f"uses {symbol}, which {other} defines above its layer ({layer[other]})"
                         for symbol in sorted(wanted[source]) for other in sorted(defined[symbol])
                         if other in layer and is_above(layer[other], layer[source])]
    for name, path in names.items():
        if name.endswith(".c") and name not in found:
            found[name] = ["is not in the archive"]
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--archive")
    parser.add_argument("root", nargs="?", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[2])
    args = parser.parse_args()
    names, results = {}, []
    for path in sorted((args.root / "src").rglob("*.[ch]")):
        results.append((path.relative_to(args.root), check_source(path, args.root, names)))
    for path in sorted((args.root / "include").rglob("*.h")):
        results.append((path.relative_to(args.root), check_header(path)))
    if args.archive:
        results += [(names.get(name, name), faults) for name, faults in check_symbols(args.archive, names).items()]
    faults = [f"{path}: {fault}" for path, here in results for fault in here]
    passed = sum(not here for _, here in results)
    print("\n".join(faults + [f"{passed} passed, {len(faults)} failed"]))
    return 1 if faults or not passed else 0


if __name__ == "__main__":
    sys.exit(main())

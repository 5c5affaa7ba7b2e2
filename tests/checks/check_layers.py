#!/usr/bin/env python3
"""Checks the direction of includes: a file of a layer includes its own folder or lower layers only.

usage: check_layers.py [REPOSITORY]
The order is that of docs/architecture.md. Also: a public header includes public headers only, file names
are unique, and nothing but base/mem.c calls the heap of the C library.
"""
import pathlib
import re
import sys

LAYERS = ["base", "math", "model", "dyn", "force", "collide", "constraint", "solve", "step", "diff", "batch", "io",
          "loader"]
LOADER = ["xml", "asset", "spec", "compile", "mjcf", "urdf", "load"]  # rooms of the last layer
HEAP = re.compile(r"\b(?<!_)(malloc|calloc|realloc|aligned_alloc|strdup|strndup|free)\s*\(")
INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^">]+)[">]', re.M)


def strip_comments(text):
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    return re.sub(r"//[^\n]*", "", text)


def layer_of(path):
    folder = path.split("/")[0]
    return "loader" if folder in LOADER else folder


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[2])
    passed, faults, names = 0, [], {}
    for path in sorted((root / "src").rglob("*.[ch]")):
        layer = layer_of(str(path.relative_to(root / "src")))
        text = strip_comments(path.read_text())
        here = [] if layer in LAYERS else [f"unknown layer '{layer}'"]
        for kind, target in INCLUDE.findall(text):
            other = layer_of(target)
            if kind == '"' and (other not in LAYERS or (not here and LAYERS.index(other) > LAYERS.index(layer))):
                here.append(f"includes {target}, which is above its layer")
        if path.name != "mem.c" and HEAP.search(text):
            here.append(f"calls {HEAP.search(text).group(1)}; use base/mem.h")
        if path.name in names:
            here.append(f"has the name of {names[path.name]}")
        names[path.name] = path.relative_to(root)
        faults += [f"{path.relative_to(root)}: {fault}" for fault in here]
        passed += not here
    for path in sorted((root / "include").rglob("*.h")):
        bad = [t for k, t in INCLUDE.findall(strip_comments(path.read_text())) if k == '"']
        faults += [f"{path.relative_to(root)}: includes {t}; public headers use <sinew/...>" for t in bad]
        passed += not bad
    print("\n".join(faults + [f"{passed} passed, {len(faults)} failed"]))
    return 1 if faults or not passed else 0


sys.exit(main())

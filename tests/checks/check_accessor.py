#!/usr/bin/env python3
"""Numbers that worlds may differ in are read through the accessors of model/lane_model.h.

usage: check_accessor.py
The fields are the rows WORLD of the field tables (model_fields.def, option_fields.def, member_fields.c). Looked at are
the lane-generic sources (*.lane.c) and the headers of src/ that they include, directly or not. A field may stand
only in lane_prm(m->field, i), lane_prmAt(m->field, i) and lane_prms(m->field), an option also in
lane_opt(m, member), a statistic in lane_stat(m, member); and these take nothing but such fields, of which the check must find some.
"""
import pathlib
import re
import sys

SRC = pathlib.Path(__file__).resolve().parents[2] / "src"


def strip(text):
    """Without comments, strings and the accessors themselves, lines kept."""
    text = re.sub(r"^#define lane_.*", "", text, flags=re.M)
    text = re.sub(r"/\*.*?\*/", lambda found: "\n" * found.group().count("\n"), text, flags=re.S)
    return re.sub(r'//[^\n]*|"(?:\\.|[^"\\])*"', "", text)


def fields():
    """Members of mjModel and of mjOption that worlds may differ in."""
    model, option = (set(re.findall(r"^WORLD\((\w+),", (SRC / "model" / name).read_text(), re.M))
                     for name in ("model_fields.def", "option_fields.def"))
    member = (SRC / "model/member_fields.c").read_text()
    return model, option, set(re.findall(r"^\s*F\(mjStatistic, (\w+), WORLD,", member, re.M))


def with_headers(sources):
    """The files and the headers of src/ that they include."""
    todo, seen = list(sources), set()
    while todo:
        path = todo.pop()
        if path in seen or not path.exists():
            continue
        seen.add(path)
        todo += [SRC / name for name in re.findall(r'#include "([^"]+)"', path.read_text())]
    return sorted(seen)


def main():
    model, option, statistic = fields()
    sources = sorted(SRC.rglob("*.lane.c"))
    if not model or not option or not statistic or not sources:
        sys.exit("no rows WORLD in the tables, or no sources")
    members = {*model, *(f"opt.{name}" for name in option), *(f"stat.{name}" for name in statistic)}
    read = re.compile(r"(\blane_prm(?:At|s)?\(\s*)?\b(?:\w+->)+((?:opt\.|stat\.)?\w+)")
    option_read = re.compile(r"\blane_(opt|stat)\([^,()]+,\s*(\w+)\)")
    good, faults = 0, []
    for path in with_headers(sources):
        text = strip(path.read_text())
        found = [(hit.start(), bool(hit[1]), hit[2]) for hit in read.finditer(text)]
        found += [(hit.start(), True, f"{hit[1]}.{hit[2]}") for hit in option_read.finditer(text)]
        for at, through, name in found:
            good += through and name in members
            if through != (name in members):
                why = "is no row WORLD" if through else "is read without an accessor"
                line = text.count("\n", 0, at) + 1
                faults.append(f"{path.relative_to(SRC.parent)}:{line}: {name} {why}")
    print("\n".join(faults + [f"{good} passed, {len(faults)} failed"]))
    return 1 if faults or not good else 0


sys.exit(main())

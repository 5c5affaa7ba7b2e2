#!/usr/bin/env python3
"""The ways through the sources that docs/architecture.md shows: for every stage of a step, and for every
module that a model file passes, the files in the order in which the calls first reach them.

usage: walk.py           prints both
       walk.py --write   into docs/architecture.md, between the marks
       walk.py --check   exits with 1 if what stands there is not that
Calls are read off the sources: a function calls what its text names, a table of functions what it
lists, in their order. Helpers below the pipeline (base, math, model) are left out.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
SRC = ROOT / 'src'
GUIDE = ROOT / 'docs/architecture.md'
BELOW = {'base', 'math', 'model'}
# doors of the API that lead back to the top: another way begins there
DOORS = re.compile(r'mj[uscdv]?_\w+|step_forward|step_pass')
WORD = re.compile(r'\bLANE\((\w+)\)|\b([A-Za-z_]\w*)\b')


MACRO = re.compile(r'^#define (\w+)\s*\\\n\s*(\{(?:[^\n]*\\\n)*[^\n]*)', re.M)  # of a table
ALIAS = re.compile(r'\b(\w+)(?:\[\w+\])+ = (\w+);')  # a table that a macro fills


def strip(text):
    text = re.sub(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', '', text, flags=re.S)
    return re.sub(r'^\s*#(?:[^\n]*\\\n)*[^\n]*', '', text, flags=re.M)


def pieces(text):
    """(head, body) of everything at the top of a file that has braces: functions and tables"""
    depth = start = at = 0
    for i, c in enumerate(text):
        if c == '{':
            if depth == 0:
                at = i
            depth += 1
        elif c == '}':
            depth -= 1
            if depth == 0:
                yield text[start:at], text[at:i]
                start = i + 1
        elif c == ';' and depth == 0:
            start = i + 1


def name_of(head):
    """of a function or a table; None: of a type"""
    head = ' '.join(head.split())
    if re.match(r'(typedef|struct|enum|union)\b(?!.*\()', head) and '=' not in head:
        return None
    table = re.match(r'(?:.*\W)?(\w+)\)?(?:\[[^\]]*\])*\)?(?:\([^=]*\))? ?=$', head)
    if table:
        return table[1]
    # LANE(name)(...), or a macro that writes the head of a function
    function = re.match(r'[\w\s*]*?\b[A-Z_]+\((\w+)[,)]', head) or re.match(r'[\w\s*]*?\b(\w+) ?\(', head)
    return function and function[1]


class Sources:
    def __init__(self):
        self.all = {}  # name -> [(file, body)]
        for path in sorted(SRC.rglob('*.[ch]')):
            file = str(path.relative_to(SRC))
            text = path.read_text()
            macros = dict(MACRO.findall(text))
            for name, macro in ALIAS.findall(text):
                if macro in macros:
                    self.all.setdefault(name, []).append((file, False, macros[macro]))
            for head, body in pieces(strip(text)):
                name = name_of(head)
                if name:
                    self.all.setdefault(name, []).append((file, 'static' in head.split(), body))

    def find(self, name, file):
        """what a name means in a file: its own, or the one of another"""
        all = self.all.get(re.sub(r'_wide_\w+$', '', name), [])
        here = [entry for entry in all if entry[0] == file]
        # names that files share have the prefix of their module
        shared = '_' in name or name.startswith('mj')
        others = [entry for entry in all if shared and (not entry[1] or entry[0].endswith('.h'))]
        return (here or others or [None])[0]

    def files(self, name, file, seen, order, into=lambda file: True):
        """the files that are reached, in their order"""
        entry = self.find(name, file)
        if not entry or entry[:1] + (name,) in seen:
            return order
        seen.add(entry[:1] + (name,))
        file, _, body = entry
        if file.split('/')[0] not in BELOW and file.endswith('.c') and file not in order:
            order.append(file)
        for found in WORD.finditer(body):
            called = found[1] or found[2]
            if called != name and not DOORS.fullmatch(called) and into(file):
                self.files(called, file, seen, order, into)
        return order


STAGE = {'P': 'position', 'V': 'velocity', 'C': 'control', 'A': 'acceleration'}


def rows():
    """(stage, forward function) of the list of stages"""
    text = strip((SRC / 'step/stages.lane.c').read_text())
    for found in re.finditer(r'\{([PVCA])\b[^{}]*?WAYS\(\s*(?:LANE\((\w+)\)|(\w+))', text):
        yield STAGE[found[1]], found[2] or found[3]


def modules(files):
    """the modules of files, one after another"""
    out = []
    for file in files:
        module = file.split('/')[0]
        if not out or out[-1] != module:
            out.append(module)
    return out


def step(sources):
    """each file once, where the step first comes to it; the modules of all that a part calls"""
    out = ['| stage | part | modules | files that the step has not been in before |', '|---|---|---|---|']
    passed, last = {'step/stages.lane.c'}, None
    parts = [(stage, name, 'step/stages.lane.c') for stage, name in rows()]
    for stage, name, file in parts + [('advance', 'step_integrate', 'step/forward_api.c')]:
        files = [f for f in sources.files(name, file, set(), []) if f != 'step/stages.lane.c']
        new = [f for f in files if f not in passed]
        passed |= set(files)
        where = ', '.join(dict.fromkeys(modules(files))) or 'the program'
        out.append(f"| {stage if stage != last else ''} | {name} | {where} | {', '.join(new)} |")
        last = stage
    return out


def load(sources):
    files = sources.files('mj_loadXML', 'load/load.c', set(), [])
    out = ['| module | files, in the order of the calls |', '|---|---|']
    for module in dict.fromkeys(modules(files)):
        out.append(f"| {module} | {', '.join(file.split('/')[1] for file in files if file.startswith(module + '/'))} |")
    return out


def main():
    sources = Sources()
    text = guide = GUIDE.read_text()
    for name, make in (('step', step), ('file', load)):
        lines = '\n'.join(make(sources))
        if len(sys.argv) < 2:
            print(lines + '\n')
        mark = re.compile(rf'(<!-- walk: {name} -->\n).*?(<!-- end -->)', re.S)
        if len(sys.argv) > 1 and not mark.search(text):
            sys.exit(f'{GUIDE}: no place for the way of a {name}')
        text = mark.sub(lambda found: found[1] + lines + '\n' + found[2], text)
    if sys.argv[1:] == ['--write']:
        GUIDE.write_text(text)
    if sys.argv[1:] == ['--check'] and text != guide:
        print('docs/architecture.md does not show the ways as they are: run tools/walk.py --write')
        print('0 passed, 1 failed')
        return 1
    if sys.argv[1:] == ['--check']:
        print('1 passed, 0 failed')
    return 0


sys.exit(main())

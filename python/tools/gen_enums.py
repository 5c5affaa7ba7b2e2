#!/usr/bin/env python3
"""Writes the enums and constants of the public headers: enums.c (tables that the module makes its types of)
and enums.pyi (their types).

usage: gen_enums.py FOLDER
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / 'include/sinew'
HEADERS = ['types.h', 'model.h', 'data.h', 'log.h', 'spec.h', 'plugin.h', 'render.h', 'visualize.h', 'extra.h']
START = '''// Made by python/tools/gen_enums.py from the headers.
#include "enums.h"
'''


def text_of(header):
  return (FOLDER / header).read_text()


def strip(text):
  return re.sub(r'//[^\n]*', '', text)


def members(body, known):
  """[(name, value)] of the inside of an enum; known: names that values may refer to."""
  out, value = [], -1
  for entry in ' '.join(strip(body).split()).split(','):
    if not entry.strip():
      continue
    name, _, expression = (part.strip() for part in entry.partition('='))
    value = eval(expression, {}, known) if expression else value + 1
    known[name] = value
    out.append((name, value))
  return out


def enums():
  """[(name, comment, [(member, value)])]"""
  out, known = [], constants(int)
  for header in HEADERS:
    text = text_of(header)
    for match in re.finditer(r'((?://[^\n]*\n)*)typedef enum (\w+?)_ \{(.*?)\} \w+;', text, re.S):
      comment = ' '.join(line.strip('/ ') for line in match[1].splitlines()).replace('"', "'")
      out.append((match[2], comment, members(match[3], known)))
  return out


def constants(kind=None):
  """{name: value} of the numbers that the headers define."""
  out = {}
  for header in HEADERS:
    for match in re.finditer(r'^#define (mj[A-Z]\w*)\s+([-+.\dEe]+)\s*(?://.*)?$', text_of(header), re.M):
      value = float(match[2]) if re.search(r'[.E]', match[2]) else int(match[2])
      if kind is None or isinstance(value, kind):
        out[match[1]] = value
  return out


def table_code(every, numbers):
  """The tables in C."""
  lines = [START]
  for name, _, values in every:
    lines += [f'static const EnumMember members_{name}[] = {{', *(f'    {{"{m}", {v}}},' for m, v in values), '};', '']
  lines.append('const EnumTable enum_tables[] = {')
  lines += [f'    {{"{name}", "{doc}", members_{name}, {len(values)}}},' for name, doc, values in every]
  lines += ['};', f'const int enum_count = {len(every)};', '', 'const Constant constants[] = {']
  lines += [f'    {{"{name}", {value!r}, {str(isinstance(value, int)).lower()}}},' for name, value in numbers.items()]
  return lines + ['};', f'const int constant_count = {len(numbers)};', '']


def stubs(every, numbers):
  """Their types: members are known by name, and stand for numbers."""
  lines = []
  for name, doc, values in every:
    lines += [f'class {name}(_Enum):', f'  """{doc}"""', f'  __members__: ClassVar[dict[str, {name}]]']
    lines += [f'  {member}: ClassVar[{name}]' for member, _ in values] + ['']
  return lines + [f'{name}: {type(value).__name__}' for name, value in numbers.items()] + ['']


def main():
  if len(sys.argv) != 2:
    sys.exit(__doc__)
  folder = pathlib.Path(sys.argv[1])
  folder.mkdir(parents=True, exist_ok=True)
  every, numbers = enums(), constants()
  (folder / 'enums.c').write_text('\n'.join(table_code(every, numbers)))
  (folder / 'enums.pyi').write_text('\n'.join(stubs(every, numbers)))


if __name__ == '__main__':
  main()

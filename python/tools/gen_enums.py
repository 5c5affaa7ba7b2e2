#!/usr/bin/env python3
"""Writes _enums.py: the enums and constants of the public headers as Python.

usage: gen_enums.py FOLDER
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / 'include/sinew'
HEADERS = ['types.h', 'model.h', 'data.h', 'log.h', 'spec.h', 'render.h', 'visualize.h', 'extra.h']
START = '''"""Enums and constants of the API; made by python/tools/gen_enums.py from the headers."""
import enum


class _Enum(enum.IntEnum):
  """A number with a name; 1 and mjtObj(1) and mjtObj.mjOBJ_BODY are equal."""

  @classmethod
  def _missing_(cls, value):
    raise ValueError(f'Invalid int value for {cls.__name__}: {value}')

  __str__ = enum.Enum.__str__

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
      comment = ' '.join(line.strip('/ ') for line in match[1].splitlines())
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


def main():
  if len(sys.argv) != 2:
    sys.exit(__doc__)
  lines = [START]
  for name, comment, values in enums():
    lines += ['', f'class {name}(_Enum):', f'  """{comment}"""']
    lines += [f'  {member} = {value}' for member, value in values] + ['']
  lines += [''] + [f'{name} = {value!r}' for name, value in constants().items()]
  folder = pathlib.Path(sys.argv[1])
  folder.mkdir(parents=True, exist_ok=True)
  (folder / '_enums.py').write_text('\n'.join(lines) + '\n')


if __name__ == '__main__':
  main()

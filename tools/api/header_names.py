#!/usr/bin/env python3
"""Names that each of the reference's headers declares when it is included alone.

Programs include single headers (mjtype.h, mjplugin.h, ...); each of ours must declare at least what
the reference's does.
  header_names.py write INCLUDE   headers of the reference -> tests/golden/header_names.tsv (needs
                                  clang, which lists declarations as JSON)
  header_names.py check           every name of the golden file is declared by compat/mujoco/HEADER
                                  alone, in C and in C++ (compilers: CC, CXX, default gcc, g++)
The second prints "N passed, M failed" and fails with status 1.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
GOLDEN = ROOT / 'tests/golden/header_names.tsv'
# filament's renderer is a library of its own
LEFT_OUT = {'mjrfilament.h'}
KINDS = {'TypedefDecl': 'type', 'EnumConstantDecl': 'value', 'FunctionDecl': 'function',
         'VarDecl': 'variable'}


def run(command, text=''):
  return subprocess.run(command, input=text, capture_output=True, text=True, check=False)


# ---- writing


def declarations(include, header):
  """(kind, name) of what a header declares itself, its macros not counted."""
  text = run(['clang', '-std=c17', '-x', 'c', f'-I{include}', '-fsyntax-only', '-Xclang',
              '-ast-dump=json', '-'], f'#include <mujoco/{header}>\n').stdout
  place = ''

  def visit(node):
    nonlocal place
    place = (node.get('loc', {}).get('file') or
             node.get('loc', {}).get('expansionLoc', {}).get('file') or place)
    kind, name = node.get('kind'), node.get('name')
    ours = place.endswith(f'/mujoco/{header}') and not node.get('isImplicit')
    if ours and name:
      if kind in KINDS:
        yield KINDS[kind], name
      elif kind == 'RecordDecl':
        yield node['tagUsed'], name
    if kind in ('TranslationUnitDecl', 'EnumDecl'):
      for child in node.get('inner', []):
        yield from visit(child)

  return set(visit(json.loads(text)))


def macros(include, header):
  """Macros that a header defines itself, include guards not counted."""
  text = run(['gcc', '-std=c17', '-x', 'c', f'-I{include}', '-E', '-dD', '-'],
             f'#include <mujoco/{header}>\n').stdout
  place, found = '', set()
  for line in text.splitlines():
    if match := re.match(r'# \d+ "(.*?)"', line):
      place = match.group(1)
    elif place.endswith(f'/mujoco/{header}') and (
        match := re.match(r'#(define|undef) (\w+)', line)):
      (found.add if match.group(1) == 'define' else found.discard)(match.group(2))
  return {('macro', name) for name in found if not re.fullmatch(r'MUJOCO_\w*_H_', name)}


def write(include):
  lines = ['# Made by: python3 tools/api/header_names.py write INCLUDE, with the headers of the',
           '# reference, 3.12.0. Each of its headers, what it includes of the others (kind: include),',
           '# and the names that it declares itself: header, kind, names.']
  for path in sorted(pathlib.Path(include, 'mujoco').glob('*.h')):
    if path.name in LEFT_OUT:
      continue
    found = declarations(include, path.name) | macros(include, path.name)
    found |= {('include', name) for name in re.findall(r'#include <mujoco/(\w+\.h)>',
                                                       path.read_text())}
    for kind in sorted({kind for kind, _ in found}):
      names = ' '.join(sorted(name for k, name in found if k == kind))
      lines.append(f'{path.name}\t{kind}\t{names}')
  GOLDEN.write_text('\n'.join(lines) + '\n')


# ---- checking

# what a name of each kind must be good for, in C and in C++
MACRO = '#ifndef {0}\n#error {0} is missing\n#endif'
C_USES = {
    'macro': MACRO,
    'type': 'typedef {0}* use_{0};',
    'struct': 'enum {{ use_s_{0} = sizeof(struct {0}*) }}; struct {0};',
    'value': 'enum {{ use_v_{0} = (int)({0}) }};',
    'function': 'enum {{ use_f_{0} = sizeof(&{0}) }};',
    'variable': 'enum {{ use_x_{0} = sizeof(&{0}) }};',
}
CPP_USES = {kind: 'namespace uses {{ using ::{0}; }}' for kind in C_USES} | {'macro': MACRO}
# name, compiler, standard, suffix of files, uses
LANGUAGES = [('C', os.environ.get('CC', 'gcc'), 'c17', '.c', C_USES),
             ('C++', os.environ.get('CXX', 'g++'), 'c++17', '.cpp', CPP_USES)]


def missing(header, names, compiler, standard, suffix, uses):
  """Names of [(kind, name)] that our header lacks."""
  lines, owner = [f'#include <mujoco/{header}>'], {}
  for kind, name in names:
    for line in uses[kind].format(name).split('\n'):
      lines.append(line)
      owner[len(lines)] = f'{kind} {name}'
  with tempfile.NamedTemporaryFile('w', suffix=suffix) as file:
    file.write('\n'.join(lines) + '\n')
    file.flush()
    result = run([compiler, f'-std={standard}', '-fsyntax-only', f'-I{ROOT}/include',
                  f'-I{ROOT}/compat', file.name])
    found = {int(n) for n in re.findall(re.escape(file.name) + r':(\d+):\d+: (?:fatal )?error',
                                        result.stderr)}
  if result.returncode and not found & set(owner):
    return [f'the header does not compile:\n{result.stderr}']
  return sorted({owner[n] for n in found if n in owner})


def reach(headers, header):
  """[(kind, name)] that a header declares with all that it includes."""
  seen, todo, names = set(), [header], []
  while todo:
    at = todo.pop()
    if at not in seen:
      seen.add(at)
      todo += [name for kind, name in headers[at] if kind == 'include']
      names += [entry for entry in headers[at] if entry[0] != 'include']
  return names


def check():
  headers = {}
  for line in GOLDEN.read_text().splitlines():
    if line.startswith('#'):
      continue
    header, kind, names = line.split('\t')
    headers.setdefault(header, [])
    headers[header] += [(kind, name) for name in names.split()]
  passed = failed = 0
  for header in headers:
    names = reach(headers, header)
    if not (ROOT / 'compat/mujoco' / header).exists():
      print(f'FAILED: there is no compat/mujoco/{header}')
      failed += 1
      continue
    for language, *how in LANGUAGES:
      lacks = missing(header, names, *how)
      for name in lacks:
        print(f'FAILED: {header} alone lacks {name} in {language}')
      failed += len(lacks)
      passed += len(names) - len(lacks)
  print(f'{passed} passed, {failed} failed')
  return 1 if failed else 0


if __name__ == '__main__':
  if sys.argv[1:2] == ['write'] and len(sys.argv) == 3:
    sys.exit(write(sys.argv[2]))
  if sys.argv[1:] != ['check']:
    sys.exit(__doc__)
  sys.exit(check())

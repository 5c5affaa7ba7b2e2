#!/usr/bin/env python3
"""Writes src/model/meanings.h from the comments of the public headers.

What a member means is said once, in the header that declares it. The field tables take it from the
generated file by name, so a row whose member has no comment does not compile.
  gen_meanings.py          writes the file
  gen_meanings.py --check  says whether it is up to date (status 1 if not)
"""
import re
import sys

import layout

FILE = layout.ROOT / 'src/model/meanings.h'
STRUCTS = ['mjModel', 'mjData', 'mjOption', 'mjVisual', 'mjStatistic', 'mjContact',
           'mjWarningStat', 'mjTimerStat', 'mjSolverStat', 'mjLROpt', 'mjvOption',
           'mjvCamera', 'mjvPerturb']


def text():
  """One macro for each member: MEANS_<struct>_<member>, dots as underscores."""
  structs = {}
  for name in ('types.h', 'model.h', 'data.h', 'visualize.h'):
    structs.update(layout.header_structs((layout.ROOT / 'include/sinew' / name).read_text()))
  lines = ['// What the members of the public structs mean: the comments of include/sinew, without shapes.',
           '// Written by tools/api/gen_meanings.py, not to be edited.',
           '// clang-format off', '#ifndef SINEW_MODEL_MEANINGS_H_', '#define SINEW_MODEL_MEANINGS_H_',
           '']
  for struct in STRUCTS:
    for declarator, ctype, comment in structs[struct]:
      if ctype == 'struct':
        continue
      name = re.sub(r'\[.*', '', declarator).replace('.', '_')
      meaning = re.sub(r'^\(\w+ x [\w*]+\) ', '', comment).replace('"', '\\"')
      lines.append(f'#define MEANS_{struct}_{name} "{meaning}"')
    lines.append('')
  return '\n'.join(lines + ['#endif', ''])


def main():
  if sys.argv[1:] == ['--check']:
    fresh = FILE.exists() and FILE.read_text() == text()
    print('up to date' if fresh else f'{FILE.name} is out of date: run gen_meanings.py')
    sys.exit(0 if fresh else 1)
  if len(sys.argv) > 1:
    sys.exit(__doc__)
  FILE.write_text(text())


if __name__ == '__main__':
  main()

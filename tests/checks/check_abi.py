#!/usr/bin/env python3
"""The ABI (docs/abi.md): the shared library exports the symbols, and its structures have the sizes, that tools/api/symbols.txt has; its soname
is that of the version.

usage: check_abi.py LIBRARY           compares; ends with "N passed, M failed"
       check_abi.py --write LIBRARY   writes the list, when a new symbol or a new minor version asks for it
"""
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIST = ROOT / 'tools/api/symbols.txt'
HEADERS = ('sinew.h', 'extra.h', 'batch.h')
HEAD = '''# What libsinew.so exports, and sizes of the public types on machines of 64 bits (docs/abi.md). A line that goes within a
# minor version is a mistake. Written by tests/checks/check_abi.py --write LIBRARY.
'''


def symbols(library):
  """lines "function name" and "variable name BYTES" of the dynamic symbols"""
  out = subprocess.run(['nm', '-D', '--defined-only', '-S', library], check=True, capture_output=True, text=True).stdout
  lines = []
  for line in out.splitlines():
    cells = line.split()
    kind, name = cells[-2], cells[-1].split('@')[0]
    if kind in 'TWi':
      lines.append(f'function {name}')
    elif kind in 'BDRV':
      lines.append(f'variable {name} {int(cells[1], 16)}')
  return sorted(lines)


def structures():
  """lines "type name BYTES" of what the headers define"""
  text = ''.join((ROOT / 'include/sinew' / path.name).read_text() for path in sorted((ROOT / 'include/sinew').glob('*.h'))
                 if path.name != 'spec_cpp.h')
  names = sorted(set(re.findall(r'^\} ?((?:mj|sn_)\w+);', text, re.M)) | set(re.findall(r'^typedef struct \w+ \{.*?^\} ((?:mj|sn_)\w+);', text, re.M | re.S)))
  with tempfile.TemporaryDirectory() as folder:
    source = pathlib.Path(folder) / 'sizes.c'
    source.write_text('#include <stdio.h>\n' + ''.join(f'#include <sinew/{name}>\n' for name in HEADERS) + 'int main(void) {\n' +
                      ''.join(f'  printf("type {name} %zu\\n", sizeof({name}));\n' for name in names) + '  return 0;\n}\n')
    subprocess.run(['cc', '-std=gnu17', f'-I{ROOT}/include', source, '-o', f'{folder}/sizes'], check=True)
    return subprocess.run([f'{folder}/sizes'], check=True, capture_output=True, text=True).stdout.splitlines()


def main():
  library = sys.argv[-1]
  if len(sys.argv) < 2 or sys.argv[1:-1] not in ([], ['--write']):
    sys.exit(__doc__)
  lines = symbols(library) + structures()
  if sys.argv[1:-1]:
    LIST.write_text(HEAD + '\n'.join(lines) + '\n')
    return 0
  version = re.search(r'project\(sinew VERSION (\d+\.\d+)', (ROOT / 'CMakeLists.txt').read_text())[1]
  soname = re.search(r'SONAME.*\[(.*)\]', subprocess.run(['readelf', '-d', library], check=True, capture_output=True, text=True).stdout)[1]
  written = [line for line in LIST.read_text().splitlines() if not line.startswith('#')]
  faults = [f'{line}: gone or changed, which breaks programs: raise the minor version, or bring it back' for line in sorted(set(written) - set(lines))]
  faults += [f'{line}: new: check_abi.py --write {library}' for line in sorted(set(lines) - set(written))]
  if soname != f'libsinew.so.{version}':
    faults.append(f'the soname is {soname}, the version {version}')
  print(*faults, sep='\n', end='\n' if faults else '')
  print(f'{len(lines) + 1 - len(faults)} passed, {len(faults)} failed')
  return 1 if faults or len(lines) < 500 else 0


if __name__ == '__main__':
  sys.exit(main())

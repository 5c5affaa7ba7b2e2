#!/usr/bin/env python3
"""Layout of the structs of user interfaces, and values of their constants, from the reference's headers.

  ui_layout.py INCLUDE > tests/ui/ui_layout.inc
Names come from clang's list of declarations, numbers from a program that is compiled with the headers.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HEADER = 'mjui.h'


def declarations(include):
  text = subprocess.run(['clang', '-std=c17', '-x', 'c', f'-I{include}', '-fsyntax-only', '-Xclang', '-ast-dump=json', '-'],
                        input=f'#include <mujoco/{HEADER}>\n', capture_output=True, text=True, check=True).stdout
  place = ''
  for node in json.loads(text)['inner']:
    place = node.get('loc', {}).get('file') or node.get('loc', {}).get('expansionLoc', {}).get('file') or place
    if place.endswith(HEADER):
      yield node


def members(node):
  """names of a struct's members, those of anonymous unions as its own"""
  for child in node.get('inner', []):
    if child['kind'] == 'FieldDecl' and child.get('name'):
      yield child['name']
    elif child['kind'] == 'RecordDecl' and not child.get('name'):
      yield from members(child)


def main(include):
  lines = []
  for node in declarations(include):
    if node['kind'] == 'RecordDecl' and node.get('completeDefinition'):
      name = f'struct {node["name"]}'
      lines.append(f'printf("STRUCT({name}, %zu, %zu)\\n", sizeof({name}), _Alignof({name}));')
      for member in members(node):
        lines.append(f'printf("MEMBER({name}, {member}, %zu, %zu)\\n", offsetof({name}, {member}), sizeof((({name}*)0)->{member}));')
    elif node['kind'] == 'EnumDecl':
      for value in node['inner']:
        if value['kind'] == 'EnumConstantDecl':
          lines.append(f'printf("VALUE({value["name"]}, %d)\\n", (int){value["name"]});')
  for name in re.findall(r'^#define (mj\w+) +\d+', pathlib.Path(include, 'mujoco', HEADER).read_text(), re.M):
    lines.append(f'printf("VALUE({name}, %d)\\n", {name});')
  with tempfile.TemporaryDirectory() as folder:
    source = pathlib.Path(folder, 'layout.c')
    source.write_text(f'#include <mujoco/{HEADER}>\n#include <stdio.h>\nint main(void) {{\n' + '\n'.join(lines) + '\n}\n')
    subprocess.run(['cc', f'-I{include}', str(source), '-o', f'{folder}/layout'], check=True)
    print('// Made by tools/oracle/ui_layout.py from the headers of the reference: struct, size, alignment;')
    print('// struct, member, offset, size; constant, value.')
    print(subprocess.run([f'{folder}/layout'], check=True, capture_output=True, text=True).stdout, end='')


if __name__ == '__main__':
  if len(sys.argv) != 2:
    sys.exit(__doc__)
  main(sys.argv[1])

#!/usr/bin/env python3
"""Writes view_tables.c: the members of the structs of scenes and drawing as tables, from include/sinew/visualize.h
and render.h.

usage: gen_view.py FOLDER     writes it there
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'tools/api'))
sys.dont_write_bytecode = True
import layout  # noqa: E402

KINDS = {'mjvGeom': 'VIEWGEOM', 'mjvLight': 'VIEWLIGHT', 'mjvGLCamera': 'GLCAMERA', 'mjvScene': 'SCENE',
         'mjvFigure': 'FIGURE', 'mjrRect': 'RECT', 'mjrVertexAttribute': 'VERTEX', 'mjrRendererInfo': 'INFO',
         'mjrContext': 'CONTEXT'}
HEADERS = ['visualize.h', 'render.h']
TYPES = {'int': 'INT', 'unsigned int': 'INT', 'float': 'FLOAT', 'mjtByte': 'BYTE', 'char': 'CHAR', 'mjtNum': 'NUM'}
MATRICES = {('mjvGeom', 'mat'): ('3', '3')}  # shapes that the struct does not have
# counts that belong to memory, and those that are bounded by it (python/src/scenes.c)
FIXED = {'maxgeom', 'nflex', 'nskin'}
# of a context: what says how is drawn, not what there is
SETTINGS = {'lineWidth', 'shadowClip', 'shadowScale', 'fogStart', 'fogEnd', 'fogRGBA', 'offSamples', 'readPixelFormat',
            'readDepthMap'}


def shape(struct, name, declarator):
  sizes = re.findall(r'\[(.*?)\]', declarator)
  return MATRICES.get((struct, name)) or (sizes + ['1', '1'])[:2]


def form(ctype, sizes):
  """FORM_ of a member."""
  base = ctype.rstrip('*')
  if base in KINDS:
    return 'TUPLE'
  if ctype in ('const char*', 'unsigned int*'):
    return 'LITERAL' if 'char' in ctype else 'HIDDEN'
  if ctype.endswith('*'):
    return 'POINTED'
  if base == 'char':
    return 'TEXT' if sizes[1] == '1' else 'NAMES'
  if sizes[1] != '1':
    return 'MATRIX'
  return 'VECTOR' if sizes[0] != '1' else 'SCALAR'


def row(struct, declarator, ctype, comment):
  name = declarator.split('[')[0]
  sizes = shape(struct, name, declarator)
  base = ctype.rstrip('*')
  kind = form(ctype, sizes)
  number = f'sn_TYPE_{TYPES[base]}' if base in TYPES else '-1'
  target = f'KIND_{KINDS[base]}' if base in KINDS else '-1'
  writable = name not in FIXED and kind != 'LITERAL' and (struct != 'mjrContext' or name in SETTINGS)
  return (f'    {{"{name}", "{comment}", "{base}", offsetof({struct}, {name}), sizeof({base}), {number}, FORM_{kind}, '
          f'{target}, {sizes[0]}, {sizes[1]}, {int(writable)}}},')


def main(folder):
  structs = {}
  for header in HEADERS:
    structs.update(layout.header_structs((ROOT / 'include/sinew' / header).read_text()))
  lines = ['// Made by python/tools/gen_view.py from include/sinew/visualize.h and render.h.', '#include "core.h"', '']
  for struct, kind in KINDS.items():
    lines.append(f'static const ViewRow rows_{struct}[] = {{')
    lines += [row(struct, *member) for member in structs[struct]]
    lines += ['};', '']
  lines.append('const ViewTable view_tables[] = {')
  for struct, kind in KINDS.items():
    lines.append(f'    {{KIND_{kind}, rows_{struct}, sizeof rows_{struct} / sizeof *rows_{struct}}},')
  lines += ['};', '']
  folder.mkdir(parents=True, exist_ok=True)
  (folder / 'view_tables.c').write_text('\n'.join(lines))


if __name__ == '__main__':
  main(pathlib.Path(sys.argv[1])) if len(sys.argv) == 2 else sys.exit(__doc__)

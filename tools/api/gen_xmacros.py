#!/usr/bin/env python3
"""Writes compat/mujoco/mjxmacro.h and mjspecmacro.h from tests/golden/layout.tsv: lists of the
members of the public structs, for programs that loop over them with a macro of their own.

  gen_xmacros.py          writes the files
  gen_xmacros.py --check  says whether they are up to date (status 1 if not)
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LAYOUT = ROOT / 'tests/golden/layout.tsv'
FOLDER = ROOT / 'compat/mujoco'
WIDTH = 100

# parts of the arrays of mjModel that have a list of their own, by their names
MODEL_PARTS = {
    'BODY': 'body_', 'JOINT': 'jnt_', 'DOF': 'dof_', 'TREE': 'tree_', 'GEOM': 'geom_',
    'SITE': 'site_', 'CAMERA': 'cam_', 'LIGHT': 'light_', 'FLEX': 'flex|efm0_', 'MESH': 'mesh_',
    'SKIN': 'skin_', 'HFIELD': 'hfield_', 'TEXTURE': 'tex_', 'MATERIAL': 'mat_', 'PAIR': 'pair_',
    'EXCLUDE': 'exclude_', 'EQUALITY': 'eq_', 'TENDON': 'tendon_|ten_J_', 'ACTUATOR': 'actuator_',
    'SENSOR': 'sensor_'}
# and of those in the arena of mjData; the first that fits
ARENA_PARTS = {
    'CONTACT': 'contact', 'DUAL': 'efc_Y|efc_AR', 'EFM': 'efm_',
    'ISLAND': r'\w*_island$|island_|map_|iefc_|ifrc_|iacc', 'SOLVER': 'efc_|tendon_efcadr'}
ARENA_ORDER = ['CONTACT', 'SOLVER', 'DUAL', 'ISLAND', 'EFM']
# arrays that nobody draws
NOT_DRAWN = re.compile(r'geom_fluid$|mesh_(vert|normal|texcoord|face|facenormal|facetexcoord|graph)$'
                       r'|mesh_poly\w+$|hfield_data$|tex_data$|(crb|M|qLD|qH|qDeriv|qLU)$'
                       r'|efc_(J|Y|AR)(_rownnz|_rowadr|_rowsuper|_colind)?$')
PREAMBLE = ['nuser_body', 'nuser_jnt', 'nuser_geom', 'nuser_site', 'nuser_cam', 'nuser_tendon',
            'nuser_actuator', 'nuser_sensor', 'nq', 'nv', 'na', 'nu', 'nmocap']
NO_FIELDS = {('mjSpec', 'authored'), ('mjData', 'threadlock')}  # of nobody's business
SPEC_STRUCTS = ['mjsElement', 'mjsCompiler', 'mjSpec', 'mjsOrientation', 'mjsPlugin', 'mjsBody',
                'mjsFrame', 'mjsJoint', 'mjsGeom', 'mjsSite', 'mjsCamera', 'mjsLight', 'mjsFlex',
                'mjsMesh', 'mjsHField', 'mjsSkin', 'mjsTexture', 'mjsMaterial', 'mjsPair',
                'mjsExclude', 'mjsEquality', 'mjsTendon', 'mjsWrap', 'mjsActuator', 'mjsSensor',
                'mjsNumeric', 'mjsText', 'mjsTuple', 'mjsKey', 'mjsDefault']


def load():
  """{struct: [(member, length or '', type, shape)]}"""
  structs = {}
  for line in LAYOUT.read_text().splitlines():
    cells = line.split('\t')
    if cells[0] != 'member' or (cells[1], cells[2]) in NO_FIELDS:
      continue
    name, _, length = cells[2].rstrip(']').partition('[')
    structs.setdefault(cells[1], []).append((name, length, cells[5], cells[6]))
  return structs


def macro(name, entries, comment=''):
  """A list as a macro, lines filled with entries."""
  lines = [f'#define {name}']
  for entry in entries:
    if len(lines) == 1 or len(lines[-1]) + len(entry) + 3 > WIDTH:
      lines.append(' ')
    lines[-1] += ' ' + entry
  lines = [line.ljust(WIDTH - 1) + '\\' for line in lines[:-1]] + lines[-1:]
  return ([f'// {comment}'] if comment else []) + lines + ['']


def fields(members, typed=True):
  """X for numbers, XVEC for arrays of them."""
  out = []
  for name, length, ctype, _ in members:
    head = f'{ctype}, ' if typed else ''
    out.append(f'XVEC({head}{name}, {length})' if length else f'X({head}{name}, 1)')
  return out


def pointer(member, sizes):
  """One array; sizes: name -> MJ_M or MJ_D for rows, None: rows as they are."""
  name, _, ctype, shape = member
  rows, _, cols = shape.partition(' x ')
  if sizes:
    rows = re.sub(r'^n\w+', lambda m: f'{sizes[m[0]]}({m[0]})', rows)
  cols = re.sub(r'^n[a-z]\w*', lambda m: f'MJ_M({m[0]})', cols)
  head = 'XNV' if NOT_DRAWN.match(name) else 'X'
  return f'{head}({ctype.rstrip("*")}, {name}, {rows}, {cols})'


def part_of(name, parts):
  """The part that a name belongs to, None if it is none of these."""
  return next((part for part, pattern in parts.items() if re.match(pattern, name)), None)


def model_lists(structs):
  members = [m for m in structs['mjModel'] if m[3]]
  parts, whole = {}, []
  for member in members:
    part = part_of(member[0], MODEL_PARTS)
    entry = pointer(member, None)
    if not part:
      whole.append(entry)
      continue
    if part not in parts:
      whole.append(f'MJMODEL_POINTERS_{part}')
    parts.setdefault(part, []).append(entry)
  sizes = [f'X({name})' for name, _, ctype, _ in structs['mjModel'] if ctype == 'mjtSize']
  lines = macro('MJMODEL_SIZES', sizes, 'sizes: X(name)')
  lines += macro('MJMODEL_POINTERS_PREAMBLE( m )', [f'int {n} = (int)m->{n};' for n in PREAMBLE],
                 'sizes that stand alone in the lists below')
  for part, entries in parts.items():
    lines += macro(f'MJMODEL_POINTERS_{part}', entries)
  return lines + macro('MJMODEL_POINTERS', whole, 'all arrays of mjModel, in their order')


def data_lists(structs):
  members = structs['mjData']
  start = next(i for i, m in enumerate(members) if m[0] == 'contact')
  sizes = {m[0]: 'MJ_M' for m in structs['mjModel'] if m[2] == 'mjtSize'}
  sizes.update({m[0]: 'MJ_D' for m in members[:start] if m[2] == 'int'})
  lines = macro('MJDATA_POINTERS', [pointer(m, None) for m in members[:start] if m[3]],
                'arrays of mjData that are always there')
  arena = [m for m in members[start:] if m[3]]
  lost = [m[0] for m in arena if not part_of(m[0], ARENA_PARTS)]
  if lost:
    sys.exit(f'ARENA_PARTS of {pathlib.Path(__file__).name} has no part for {", ".join(lost)}')
  for part in ARENA_ORDER:
    mine = [pointer(m, sizes) for m in arena if part_of(m[0], ARENA_PARTS) == part]
    lines += macro(f'MJDATA_ARENA_POINTERS_{part}', mine)
  lines += macro('MJDATA_ARENA_POINTERS', [f'MJDATA_ARENA_POINTERS_{p}' for p in ARENA_ORDER],
                 'arrays in the arena, that a step makes')
  head = [m for m in members[:start] if not m[3] and m[2] != 'void*']
  lines += macro('MJDATA_SCALAR', [f'X({t}, {n})' for n, length, t, _ in head if not length],
                 'numbers: X(type, name)')
  vectors = []
  for name, length, ctype, _ in head:
    if length:
      rows, _, cols = length.partition('*')
      vectors.append(f'X({ctype}, {name}, {rows}, {cols or 1})')
  return lines + macro('MJDATA_VECTOR', vectors, 'arrays of fixed length')


def xmacro(structs):
  lines = ['// Lists of members, to be expanded with a macro X of the program: X(type, name, rows, columns) for',
           '// arrays, X(type, name, 1) and XVEC(type, name, length) for members of options. XNV stands for X',
           '// with arrays that nobody draws; MJ_M and MJ_D stand around sizes of mjModel and mjData.',
           '// Written by tools/api/gen_xmacros.py, not to be edited.',
           '#ifndef MUJOCO_MJXMACRO_H_', '#define MUJOCO_MJXMACRO_H_', '']
  for name in ('mjOption', 'mjStatistic'):
    lines += macro(f'{name.upper()}_FIELDS', fields(structs[name], name != 'mjStatistic'),
                   f'{name}' + (': X(name, 1), XVEC(name, length)' if name == 'mjStatistic' else ''))
  for group in ('global', 'quality', 'headlight', 'map', 'scale', 'rgba'):
    mine = [(m[0].split('.')[1],) + m[1:] for m in structs['mjVisual']
            if m[0].startswith(group + '.')]
    lines += macro(f'MJVISUAL_{group.upper()}_FIELDS', fields(mine), f'mjVisual.{group}')
  lines += ['// a program may define these anew', '#define MJ_M(n) n', '#define MJ_D(n) n',
            '#define XNV X', '']
  lines += model_lists(structs) + data_lists(structs)
  return '\n'.join(lines + ['#endif', ''])


def specmacro(structs):
  lines = ['// Lists of the members of editable elements: X(type, name, 1) for one value, XVEC(type, name,',
           '// length) for several. Written by tools/api/gen_xmacros.py, not to be edited.',
           '#ifndef MUJOCO_MJSPECMACRO_H_', '#define MUJOCO_MJSPECMACRO_H_', '']
  for name in SPEC_STRUCTS:
    lines += macro(f'{name.upper()}_FIELDS', fields(structs[name]), name)
  return '\n'.join(lines + ['#endif', ''])


def main():
  structs = load()
  texts = {FOLDER / 'mjxmacro.h': xmacro(structs), FOLDER / 'mjspecmacro.h': specmacro(structs)}
  if sys.argv[1:] == ['--check']:
    stale = [path.name for path, text in texts.items()
             if not path.exists() or path.read_text() != text]
    print(f'out of date: {", ".join(stale)}; run gen_xmacros.py' if stale else 'up to date')
    sys.exit(1 if stale else 0)
  if len(sys.argv) > 1:
    sys.exit(__doc__)
  for path, text in texts.items():
    path.write_text(text)


if __name__ == '__main__':
  main()
